"""Replay: a generator that yields the next page request and receives its outcome; ends done, stopped or asking.

A step is: the page it belongs on, the element by two witnesses, consent if it cannot be undone, one act, and its recorded
effect seen. Whatever is missing when the step's time is over stops the run with the reason. Nothing that may have been done
is ever tried again; where the page says that it was not done because the element was replaced, that is looked for again.
"""

from collections.abc import Generator, Mapping
from contextlib import suppress
from dataclasses import replace

from .address import origin, same_page, short, site
from .binding import LIST_SEPARATOR, bind, complete
from .consent import irreversible, shown
from .effects import expected, state_holds
from .element import Element, Page, State
from .entered import forget, is_anew, note, still_there
from .locating import locate
from .page import (
    Act,
    Acted,
    Answer,
    Arrived,
    Candidate,
    Candidates,
    Failed,
    Found,
    Mute,
    Navigate,
    Observe,
    Observed,
    Outline,
    Unmute,
)
from .report import Question, RunReport, StepReport
from .run import Bound, Move, Reply, Run, Steps, Stopped, misplaced, same_origin
from .watching import QUIET_MS, observe
from .words import sentence
from .workflow import WorkflowStep

LOOKING_UP = frozenset({"combobox", "searchbox"})
LOOKUP_QUIET_MS = 300
"""How long a page must leave its content alone after a field that looks things up was filled."""
SETTLE_MS = 2000
"""Of a step's time, at most so much is spent on waiting for that."""
PANEL_MS = 250
"""For requests that only draw or tidy up."""
NOT_DONE = frozenset({"gone", "changed"})
"""Failures of an act that say that it was not done, and that the page has changed under it."""


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
            run.at = yield from _skip_block(run)
            if run.at < len(bound.workflow.steps):
                yield from _step(run)
        final = run.report(status="done")
    except Stopped as stop:
        n = min(run.at, len(run.reports) - 1)
        run.mark(n, status=stop.status, reason=stop.reason, nearest=stop.nearest, ms=run.spent)
        final = run.report(status=stop.status, reason=f"Step {n + 1} ({run.reports[n].title}): {stop.reason}")
    with suppress(Stopped):
        yield from _clear(run, final)
    return final


def _clear(run: Run, final: RunReport) -> Steps:
    """Leave the page as it was. That the run has stopped is told before; that it is done, after."""
    if run.muted is not None:
        for ask in (Outline(handles=(), text=""), Unmute()):
            yield Move(run.report() if final.status == "done" else final, run.muted, PANEL_MS, ask)


def _start(run: Run) -> Steps:
    bound = run.bound
    url = bound.start or bind(bound.workflow.start, bound.values)
    same_origin(run, url)
    if bound.tab is not None:
        run.tabs[0] = bound.tab
        yield from _mute(run)
    yield from _navigate(run, "to", url)
    yield from _mute(run)
    run.begun = True


def _mute(run: Run) -> Steps:
    answer = yield from run.ask(Mute())
    if isinstance(answer, Failed):
        raise Stopped(answer.text)
    run.muted = run.tab if run.muted is None else run.muted


def _navigate(run: Run, how: str, url: str) -> Steps:
    answer = yield from run.ask(Navigate.model_validate({"how": how, "url": url}))
    if not isinstance(answer, Arrived):
        raise Stopped(f"{short(url)} did not open: {_refusal(answer)}" if url else _refusal(answer))
    run.tabs.setdefault(run.ordinal, answer.tab)
    run.known.add(answer.tab)


def _skip_block(run: Run) -> Generator[Move, Reply, int]:
    """The step to go on with: the first after a sign-in block whose page has been reached already, and stays."""
    steps = run.bound.workflow.steps
    block = steps[run.at].block
    if block is None or (run.at > 0 and steps[run.at - 1].block == block) or run.page is None:
        return run.at
    after = next((n for n in range(run.at, len(steps)) if steps[n].block != block), len(steps))
    pattern = steps[after].url if after < len(steps) else steps[after - 1].effect.url
    if pattern is None or same_page(bind(steps[run.at].url, run.bound.values), bind(pattern, run.bound.values)):
        return run.at  # the address is the same signed in or not
    if same_page(bind(pattern, run.bound.values), run.page.url):
        yield from run.ask(Observe(handle=None, texts=(), dialog=None, since=None, quiet_ms=QUIET_MS))
    if not same_page(bind(pattern, run.bound.values), run.page.url):
        return run.at
    for n in range(run.at, after):
        run.mark(n, status="skipped", reason="already signed in")
    forget(run)
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
    forget(run)
    yield from _mute(run)
    yield from observe(run, expected(step, values), None, None)


def _act(run: Run, step: WorkflowStep) -> Steps:
    """Find, ask for consent or a secret where needed, act once, see the effect."""
    found = yield from _ready(run, step, None)
    assert run.page is not None
    want, before = replace(expected(step, run.bound.values), known=frozenset(run.known)), run.page
    if (
        step.action == "click"
        and want.checked is not None
        and not want.of_page
        and found.element.state.checked == want.checked
    ):
        return  # a switch that is as wanted already
    yield from still_there(run, step, want)
    begun = (yield from _revision(run)) if want.was_so(before) else None
    panel = f"Step {run.at + 1} of {len(run.reports)}: {run.reports[run.at].title}"
    yield from run.ask(Outline(handles=(found.handle,), text=panel), min(PANEL_MS, run.left))
    answer, found = yield from _dispatch(run, step, found)
    note(run, step, want, found)
    if want.only_state:
        if answer.left:
            raise Stopped("the field's value could not be read afterwards")
        if step.slot is not None or state_holds(want, (yield from _state(run, step, answer))):
            yield from _settle(run, step)
            return
    yield from observe(run, want, found.handle, before, begun)


def _settle(run: Run, step: WorkflowStep) -> Steps:
    """A field that looks things up answers to what is typed: a person sees that before going on, and so does a run."""
    if step.action != "fill" or step.target is None or step.target.role not in LOOKING_UP:
        return
    since: str | None = None
    while run.left > 0 and run.spent < SETTLE_MS:
        ask = Observe(handle=None, texts=(), dialog=None, since=since, quiet_ms=LOOKUP_QUIET_MS)
        answer = yield from run.ask(ask, min(run.left, SETTLE_MS))
        if not isinstance(answer, Observed) or answer.quiet:
            return
        since = answer.revision


def _state(run: Run, step: WorkflowStep, answer: Acted) -> Generator[Move, Reply, State]:
    """What the control holds now: it is looked for again where the page has put another in its place."""
    return answer.state or (yield from _find(run, step, None)).element.state


def _ready(run: Run, step: WorkflowStep, since: str | None) -> Generator[Move, Reply, Candidate]:
    """The element, with the person's consent and the secret where the step needs them."""
    found = yield from _find(run, step, since)
    agreed = None
    gate = _gate(run, step, found)
    if gate is not None:
        agreed = yield from _consent(run, gate, found)
        found = yield from _find(run, step, None)
    if step.slot is not None and step.slot not in run.slots:
        yield from _secret(run, step)
        found = yield from _find(run, step, None)
    if agreed is not None and agreed != _shown(run, _gate(run, step, found) or "", found):
        raise Stopped("what was approved has changed since; it was not done")
    return found


def _gate(run: Run, step: WorkflowStep, found: Candidate) -> str | None:
    """Why the person must approve: what was recorded, or what a parameter has made of it, cannot be undone."""
    if run.at + 1 in run.bound.approvals:
        return None
    return step.gate or irreversible(step.action, found.element, tuple(bind(one, run.bound.values) for one in step.values))


def _revision(run: Run) -> Generator[Move, Reply, str | None]:
    """The page's revision before the act."""
    ask = Observe(handle=None, texts=(), dialog=None, since=None, quiet_ms=None)
    answer = yield from run.ask(ask)
    return answer.revision if isinstance(answer, Observed) else None


def _dispatch(run: Run, step: WorkflowStep, found: Candidate) -> Generator[Move, Reply, tuple[Acted, Candidate]]:
    """Act, once: again only if the page says that it was not done because the element had just been replaced."""
    refusal = "the time was over before it could be done"
    while True:
        if run.left == 0:
            raise Stopped(refusal)
        seen = run.revision
        answer = yield from run.ask(_request(run, step, found))
        if isinstance(answer, Acted):
            return answer, found
        if not (isinstance(answer, Failed) and answer.code in NOT_DONE and run.left):
            asking = isinstance(answer, Failed) and answer.code == "needs_person"
            raise Stopped(_refusal(answer), status="asking" if asking else "stopped")
        refusal = _refusal(answer)
        try:
            found = yield from _ready(run, step, seen)
        except Stopped as stop:
            raise Stopped(f"{refusal} ({stop.reason})", stop.nearest, stop.status) from stop


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


def _refusal(answer: Answer) -> str:
    if not isinstance(answer, Failed):
        return f"the browser answered “{answer.kind}” to another question"
    if answer.code == "unknown_outcome":
        return f"it was sent, but whether it happened is unknown: {answer.text.rstrip('.')}. Look before you run it again"
    return answer.text


def _find(run: Run, step: WorkflowStep, since: str | None) -> Generator[Move, Reply, Candidate]:
    """The step's element on the step's page, waiting for both until the step's time is over."""
    assert step.target is not None
    wanted, changed = _wanted(step, run.bound.values)
    url = bind(step.url, run.bound.values)
    words = tuple(getattr(wanted, name) for name in sorted(changed & {"name", "row"}))
    reason, nearest = "the page did not answer in time", tuple[str, ...]()
    while True:
        if run.tab is None:
            raise Stopped("the tab that this step belongs in was not opened")
        answer = yield from run.ask(Candidates(fingerprint=wanted, frame=step.frame, words=words, since=since))
        if isinstance(answer, Found):
            elsewhere = _elsewhere(run, url, answer.page)
            verdict = locate(wanted, () if elsewhere else answer.candidates, step.frame, changed)
            if verdict.found is not None:
                if is_anew(run, step, verdict.found):
                    raise Stopped("the page was loaded anew: what had been filled in is gone")
                run.mark(run.at, score=round(verdict.score, 3), margin=round(verdict.margin, 3))
                return verdict.found
            reason, nearest = elsewhere or _error(answer.page) or verdict.reason or "", verdict.nearest
            since = answer.revision
        elif not (isinstance(answer, Failed) and answer.code == "timeout"):
            raise Stopped(_refusal(answer))
        if run.left == 0 or isinstance(answer, Failed):
            raise Stopped(reason, nearest)


def _elsewhere(run: Run, url: str, page: Page) -> str | None:
    """Why this is not the step's page, or null."""
    misplacement = misplaced(run, page.url)
    if misplacement is not None or same_page(page.url, url):
        return misplacement
    return _wrong_page(url, page)


def _wrong_page(url: str, page: Page) -> str:
    name = page.heading or page.title
    return _error(page) or f"this is another page: {short(page.url)} (“{name}”) instead of {short(url)}"


def _error(page: Page) -> str | None:
    failed = page.status is not None and page.status >= 400
    return f"the site answered with the error {page.status} at {short(page.url)}" if failed else None


def _wanted(step: WorkflowStep, values: Mapping[str, str]) -> tuple[Element, frozenset[str]]:
    """The fingerprint with the parameters' new values in it, and which fields they changed."""
    assert step.target is not None
    updates: dict[str, str] = {follow.field: bind(follow.pattern, values) for follow in step.follows}
    changed = {name for name, text in updates.items() if getattr(step.target, name) != text}
    return step.target.model_copy(update=updates), frozenset(changed)


def _consent(run: Run, gate: str, found: Candidate) -> Generator[Move, Reply, str]:
    """Ask for this step and the text shown; anything else than a yes to exactly that text stops the run."""
    text = _shown(run, gate, found)
    question = _question(run, "consent", text, None, found.element.name)
    reply = yield Move(run.report(question), run.tab, 0, None)
    if not reply.approved or reply.shown != text:
        raise Stopped("it was not approved" if not reply.shown else "the text shown has changed; it was not approved")
    run.mark(run.at, status="running")
    return text


def _shown(run: Run, gate: str, found: Candidate) -> str:
    where = (run.page and origin(run.page.url)) or ""
    return shown(run.bound.workflow, run.at, found.element, gate, where, run.bound.values)


def _secret(run: Run, step: WorkflowStep) -> Steps:
    assert run.page is not None and step.slot is not None
    label = next((p.label for p in run.bound.workflow.parameters if p.name == step.slot), step.slot)
    question = _question(run, "secret", f"{label} for {site(run.page.url)}", step.slot, label)
    reply = yield Move(run.report(question), run.tab, 0, None)
    if not reply.approved:
        raise Stopped(f"the secret “{label}” was not given", status="asking")
    run.slots.add(step.slot)
    run.mark(run.at, status="running")


def _question(run: Run, kind: str, text: str, slot: str | None, label: str) -> Question:
    assert run.page is not None
    where = origin(run.page.url) or ""
    run.mark(run.at, status="asking")
    return Question.model_validate(dict(kind=kind, step=run.at + 1, shown=text, origin=where, slot=slot, label=label))
