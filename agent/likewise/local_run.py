"""A run that was asked for on the command line: checked, carried out in a browser, its questions answered or refused."""

import asyncio
import contextlib
from typing import Any

from .core.address import origin
from .core.binding import check
from .core.protocol import Answered, Asked, Progress, Run, StopRun
from .core.report import Question, RunReport
from .core.session import Begin
from .core.workflow import Workflow
from .engine import Engine
from .extension_requests import STOPPED_BY_PERSON, ExtensionRequests
from .failure import BadMessage, Failure, Misuse
from .keeping import new_id
from .local import Talk
from .private import PrivateBrowsers
from .runs import LiveRun, line
from .uploads import missing

NO_BROWSER = (
    "No browser is connected. Open one with `likewise browser`, pair your own with `likewise pair`, or run the task in a"
    " private browser with `--in browser`."
)
CLIENT_GONE = "The command that started it has ended."


async def carry_out(
    engine: Engine, extensions: ExtensionRequests, browsers: PrivateBrowsers, request: Run, talk: Talk
) -> dict[str, Any]:
    """The report of the run, as JSON."""
    stored = await engine.writer.call(engine.writer.store.shelf.workflow, request.workflow)
    if stored is None:
        raise Failure(f"There is no workflow {request.workflow!r}. `likewise workflows` lists them.")
    if problems := problems_of(stored.workflow, request):
        raise Misuse(" ".join(problems))
    async with contextlib.AsyncExitStack() as stack:
        if request.where == "browser":
            await talk.send(Progress(text="Opening a private browser", report=None))
            profile = await stack.enter_async_context(browsers.lent(request.headed, request.more))
        elif extensions.active:
            profile = next(reversed(extensions.active))
        else:
            raise Failure(NO_BROWSER)
        await engine.writer.call(engine.writer.store.shelf.keep_last, request.workflow, request.values)
        report = await _run(engine, _live(request, stored.workflow, profile), request, stored.workflow, talk)
    return report.model_dump(mode="json")


def problems_of(workflow: Workflow, request: Run) -> list[str]:
    """What speaks against the request, each in one sentence."""
    problems = check(workflow, request.values)
    slots = {parameter.name for parameter in workflow.parameters if parameter.type == "secret"}
    problems += [f"There is no secret {name!r} in this task." for name in request.secrets if name not in slots]
    if request.url is not None and origin(request.url) not in workflow.origins:
        problems.append(f"--url must be on {' or '.join(workflow.origins)}, where the task was recorded.")
    for n in request.approvals:
        if not 1 <= n <= len(workflow.steps):
            problems.append(f"There is no step {n} to approve; the steps are 1 to {len(workflow.steps)}.")
    files = [parameter.name for parameter in workflow.parameters if parameter.type == "file"]
    for name in files:
        if name in request.values and missing(request.values[name]):
            problems.append(f"{name}: {request.values[name]!r} cannot be read.")
    return problems


def _live(request: Run, workflow: Workflow, profile: str) -> LiveRun:
    return LiveRun(
        id=new_id("r"),
        workflow=request.workflow,
        title=workflow.title,
        profile=profile,
        place=request.where,
        secrets=dict(request.secrets),
        reports=asyncio.Queue(),
    )


async def _run(engine: Engine, run: LiveRun, request: Run, workflow: Workflow, talk: Talk) -> RunReport:
    engine.begin(
        run,
        Begin(
            run=run.id,
            workflow_id=request.workflow,
            workflow=workflow,
            values=request.values,
            slots=frozenset(request.secrets),
            approvals=frozenset(request.approvals),
            tab=request.tab,
            start=request.url,
        ),
    )
    listening = asyncio.create_task(_listen(engine, run, talk))
    try:
        return await _tell(engine, run, request.interactive, talk)
    finally:
        listening.cancel()
        if not run.ended.is_set():
            engine.halt(run, CLIENT_GONE)


async def _tell(engine: Engine, run: LiveRun, interactive: bool, talk: Talk) -> RunReport:
    """Tells the client of every change; the last one is the result."""
    assert run.reports is not None
    while True:
        report = await run.reports.get()
        if report.question is None:
            if run.ended.is_set() and run.reports.empty():
                return report
            await talk.send(Progress(text=line(report), report=report))
        elif interactive:
            await talk.send(Asked(report=report))
        else:
            engine.halt(run, _unanswered(report.question), asking=True)


def _unanswered(question: Question) -> str:
    """Why a run ends where nobody can be asked, and how it can go on next time."""
    match question.kind:
        case "consent":
            return f"it needs your approval: {question.shown} Give it with --approve {question.step}"
        case "secret":
            return f"it needs the secret {question.slot}. Give it with --secret {question.slot}"
        case "choice":
            return f"it needs your choice: {question.shown}"


async def _listen(engine: Engine, run: LiveRun, talk: Talk) -> None:
    """What the client says while it runs; a client that goes away ends its run."""
    while True:
        try:
            message = await talk.receive()
        except BadMessage:
            message = None
        match message:
            case None:
                engine.halt(run, CLIENT_GONE)
                return
            case StopRun():
                engine.halt(run, STOPPED_BY_PERSON)
            case Answered():
                _answered(engine, run, message)
            case _:
                continue


def _answered(engine: Engine, run: LiveRun, message: Answered) -> None:
    question = run.question
    if question is None or message.run != run.id or message.step != question.step:
        return
    if question.kind == "secret" and question.slot and message.secret is not None:
        run.secrets[question.slot] = message.secret
        engine.answer(run, question.step, True, question.shown)
    else:
        engine.answer(run, message.step, message.approved, message.shown)
