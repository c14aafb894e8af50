"""Replay: a generator that yields the next page request and receives its outcome; ends done, stopped or asking.

A step is: the page it belongs on, the element by two witnesses, consent if it cannot be undone, one act, and its recorded
effect seen. Whatever is missing when the step's time is over stops the run with the reason. Nothing is ever tried twice.
"""

from collections.abc import Generator, Mapping
from dataclasses import replace

from .address import origin, same_page, short, site
from .binding import LIST_SEPARATOR, bind, complete
from .consent import shown
from .effects import expected, state_holds
from .element import Element, Page
from .locating import Verdict, locate
from .page import Act, Acted, Arrived, Candidate, Candidates, Failed, Found, Mute, Navigate, Outline, Unmute
from .report import Question, RunReport, StepReport
from .run import Bound, Move, Reply, Run, Steps, Stopped, same_origin
from .watching import observe
from .words import sentence
from .workflow import WorkflowStep

PANEL_MS = 1000
"""For requests that only draw."""


def replay(bound: Bound) -> Generator[Move, Reply, RunReport]:
    """Run the workflow. The last report is the generator's return value."""
    bound = replace(bound, values=complete(bound.workflow, bound.values))
    waiting = [
        StepReport(
            step=n,
            title=sentence(step, bound.values),
            status="waiting",
            reason=None,
            score=None,
            margin=None,
            ms=0.0,
            nearest=(),
        )
        for n, step in enumerate(bound.workflow.steps, 1)
    ]
    run = Run(bound, waiting, slots=set(bound.slots))
    try:
        yield from _start(run)
        while run.at < len(bound.workflow.steps):
            run.at = _skip_block(run)
            if run.at < len(bound.workflow.steps):
                yield from _step(run)
        final = run.report(status="done")
    except Stopped as stop:
        n = min(run.at, len(run.reports) - 1)
        run.mark(n, status=stop.status, reason=stop.reason, nearest=stop.nearest, ms=run.spent)
        final = run.report(status=stop.status, reason=f"Step {n + 1} ({run.reports[n].title}): {stop.reason}")
    yield from _clear(run)
    return final


def _clear(run: Run) -> Steps:
    if run.tabs:
        for ask in (Outline(handles=(), text=""), Unmute()):
            yield Move(run.report(), run.tabs[0], PANEL_MS, ask)


def _start(run: Run) -> Steps:
    bound = run.bound
    url = bound.start or bind(bound.workflow.start, bound.values)
    same_origin(run, url)
    if bound.tab is not None:
        run.tabs[0] = bound.tab
        yield from _mute(run)
    yield from _navigate(run, "to", url)
    yield from _mute(run)


def _mute(run: Run) -> Steps:
    answer = yield from run.ask(Mute())
    if isinstance(answer, Failed):
        raise Stopped(answer.text)


def _navigate(run: Run, how: str, url: str) -> Steps:
    answer = yield from run.ask(Navigate.model_validate({"how": how, "url": url}))
    if isinstance(answer, Failed):
        raise Stopped(f"{short(url)} did not open: {answer.text}" if url else answer.text)
    assert isinstance(answer, Arrived)
    run.tabs.setdefault(run.bound.workflow.steps[run.at].tab if run.bound.workflow.steps else 0, answer.tab)
    run.known.add(answer.tab)
    same_origin(run, answer.page.url)


def _skip_block(run: Run) -> int:
    """The step to go on with: the first after a sign-in block whose page has been reached already."""
    steps = run.bound.workflow.steps
    block = steps[run.at].block
    if block is None or (run.at > 0 and steps[run.at - 1].block == block) or run.page is None:
        return run.at
    after = next((n for n in range(run.at, len(steps)) if steps[n].block != block), len(steps))
    pattern = steps[after].url if after < len(steps) else steps[after - 1].effect.url
    if pattern is None or not same_page(bind(pattern, run.bound.values), run.page.url):
        return run.at
    for n in range(run.at, after):
        run.mark(n, status="skipped", reason="already signed in")
    return after


def _step(run: Run) -> Steps:
    step, n = run.bound.workflow.steps[run.at], run.at
    run.spent = 0.0
    run.mark(n, status="running")
    if step.action in ("navigate", "back"):
        yield from _go(run, step)
    else:
        yield from _act(run, step)
    run.mark(n, status="done", ms=run.spent)
    run.at += 1


def _go(run: Run, step: WorkflowStep) -> Steps:
    values = run.bound.values
    url = bind(step.values[0], values) if step.action == "navigate" else ""
    if url:
        same_origin(run, url)
    how = "back" if step.action == "back" else "new" if run.tab is None else "to"
    yield from _navigate(run, how, url)
    yield from _mute(run)
    yield from observe(run, expected(step, values), None, None)


def _act(run: Run, step: WorkflowStep) -> Steps:
    """Find, ask for consent or a secret where needed, act once, see the effect."""
    values = run.bound.values
    verdict, wanted = yield from _find(run, step)
    assert verdict.found is not None
    if step.gate is not None and run.at + 1 not in run.bound.approvals:
        yield from _consent(run, step, verdict.found.element)
        verdict, wanted = yield from _find(run, step)
    if step.slot is not None and step.slot not in run.slots:
        yield from _secret(run, step, wanted)
        verdict, wanted = yield from _find(run, step)
    found = verdict.found
    assert found is not None and run.page is not None
    before = run.page
    run.mark(run.at, score=round(verdict.score, 3), margin=round(verdict.margin, 3))
    panel = f"Step {run.at + 1} of {len(run.reports)}: {run.reports[run.at].title}"
    yield from run.ask(Outline(handles=(found.handle,), text=panel), PANEL_MS)
    want = replace(expected(step, values), tabs_before=len(run.tabs))
    answer = yield from run.ask(_request(run, step, found))
    if isinstance(answer, Failed):
        raise Stopped(_act_failed(answer), status="asking" if answer.code == "needs_person" else "stopped")
    assert isinstance(answer, Acted)
    if want.only_state:
        if answer.state is None and step.slot is None and not answer.left:
            raise Stopped("the field's value could not be read afterwards")
        if answer.state is not None and step.slot is None and not state_holds(want, answer.state):
            yield from observe(run, want, found.handle, before)
        return
    yield from observe(run, want, found.handle, before)


def _request(run: Run, step: WorkflowStep, found: Candidate) -> Act:
    assert run.page is not None
    action, values = step.action, run.bound.values
    if step.toggle is not None:
        action = "check" if values.get(step.toggle) == "true" else "uncheck"
    bound = tuple(bind(pattern, values) for pattern in step.values)
    if action == "fill" and bound == ("",) and step.slot is None:
        action, bound = "clear", ()
    if action == "select" and step.target is not None and step.target.multiple:
        bound = tuple(bound[0].split(LIST_SEPARATOR)) if bound and bound[0] else ()
    where = found.frame[-1].url if found.frame and found.frame[-1].url else run.page.url
    return Act(
        handle=found.handle,
        essentials=found.element,
        origin=same_origin(run, where if origin(where) else run.page.url),
        action=action,
        values=bound,
        files=(),
        slot=step.slot,
    )


def _act_failed(answer: Failed) -> str:
    if answer.code == "unknown_outcome":
        return f"it was sent, but whether it happened is unknown: {answer.text}. Look before you run it again"
    return answer.text


def _find(run: Run, step: WorkflowStep) -> Generator[Move, Reply, tuple[Verdict, Element]]:
    """The step's element on the step's page, waiting for both until the step's time is over."""
    assert step.target is not None
    wanted, changed = _wanted(step, run.bound.values)
    url = bind(step.url, run.bound.values)
    since: str | None = None
    reason, nearest = "the page did not answer in time", tuple[str, ...]()
    while True:
        if run.tab is None:
            raise Stopped("the tab that this step belongs in was not opened")
        answer = yield from run.ask(Candidates(fingerprint=wanted, frame=step.frame, words=(), since=since))
        if isinstance(answer, Found):
            same_origin(run, answer.page.url)
            if not same_page(answer.page.url, url):
                reason, nearest = _wrong_page(url, answer.page, step), ()
            else:
                verdict = locate(wanted, answer.candidates, step.frame, changed)
                if verdict.found is not None:
                    return verdict, wanted
                reason, nearest = verdict.reason or "it is not here", verdict.nearest
            since = answer.revision
        elif isinstance(answer, Failed) and answer.code != "timeout":
            raise Stopped(answer.text)
        if run.left == 0 or isinstance(answer, Failed):
            raise Stopped(reason, nearest)


def _wrong_page(url: str, page: Page, step: WorkflowStep) -> str:
    if page.status is not None and page.status >= 400:
        return f"the site answered with the error {page.status} at {short(page.url)}"
    name = page.heading or page.title
    return f"this is another page: {short(page.url)} (“{name}”) instead of {short(url)}"


def _wanted(step: WorkflowStep, values: Mapping[str, str]) -> tuple[Element, frozenset[str]]:
    """The fingerprint with the parameters' new values in it, and which fields they changed."""
    assert step.target is not None
    updates: dict[str, str] = {follow.field: bind(follow.pattern, values) for follow in step.follows}
    changed = {name for name, text in updates.items() if getattr(step.target, name) != text}
    return step.target.model_copy(update=updates), frozenset(changed)


def _consent(run: Run, step: WorkflowStep, live: Element) -> Steps:
    """Ask for this step and the text shown; anything else than a yes to exactly that text stops the run."""
    assert run.page is not None
    text = shown(run.bound.workflow, run.at, live.name, origin(run.page.url) or "", run.bound.values)
    question = _question(run, "consent", text, None, live.name)
    reply = yield Move(run.report(question), run.tab, 0, None)
    if not reply.approved or reply.shown != text:
        raise Stopped("it was not approved" if not reply.shown else "the text shown has changed; it was not approved")


def _secret(run: Run, step: WorkflowStep, live: Element) -> Steps:
    assert run.page is not None and step.slot is not None
    where = origin(run.page.url) or ""
    question = _question(run, "secret", f"{live.name or step.slot} for {site(where)}", step.slot, live.name or step.slot)
    reply = yield Move(run.report(question), run.tab, 0, None)
    if not reply.approved:
        raise Stopped(f"the secret “{live.name or step.slot}” was not given", status="asking")
    run.slots.add(step.slot)


def _question(run: Run, kind: str, text: str, slot: str | None, label: str) -> Question:
    assert run.page is not None
    where = origin(run.page.url) or ""
    run.mark(run.at, status="asking")
    return Question.model_validate(dict(kind=kind, step=run.at + 1, shown=text, origin=where, slot=slot, label=label))
