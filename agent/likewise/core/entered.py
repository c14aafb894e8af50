"""What a run has filled in and not sent yet: the page has kept it when the run goes on, or the run stops."""

from .effects import Expected
from .element import State
from .page import Candidate, Observe, Observed
from .run import Entry, Run, Steps, Stopped
from .workflow import WorkflowStep


def note(run: Run, step: WorkflowStep, want: Expected, found: Candidate) -> None:
    """The step was done: which document holds what was filled in, and which of it was filled in since the last other act."""
    if run.tab is None or step.frame:
        return
    if want.url is not None:
        run.documents.pop(run.tab, None)
    elif want.stateful:
        run.documents[run.tab] = found.handle.document
    if want.url is not None or not want.stateful:
        run.entries.pop(run.tab, None)
    elif step.slot is None:
        run.entries.setdefault(run.tab, []).append(Entry(found.handle, found.element.name, want))


def forget(run: Run) -> None:
    """The task has gone to another page."""
    run.documents.clear()
    run.entries.clear()


def is_anew(run: Run, step: WorkflowStep, found: Candidate) -> bool:
    """Whether the page has been loaded again since something was filled in."""
    held = run.documents.get(run.tab) if run.tab is not None and not step.frame else None
    return held is not None and held != found.handle.document


def still_there(run: Run, step: WorkflowStep, want: Expected) -> Steps:
    """Before an act that is no entry itself: whether the page holds what was filled in."""
    if want.stateful or step.frame or run.tab is None:
        return
    for entry in run.entries.get(run.tab, ()):
        ask = Observe(handle=entry.handle, texts=(), dialog=None, since=None, quiet_ms=None)
        answer = yield from run.ask(ask)
        if isinstance(answer, Observed) and answer.state is not None and _is_lost(entry.want, answer.state):
            raise Stopped(f"“{entry.label}” does not hold any more what was filled in")


def _is_lost(want: Expected, state: State) -> bool:
    """Emptied, or another choice. What a page makes of a text ("12.5" -> "12.50") is its own affair."""
    if want.value and state.value == "":
        return True
    chosen = {text for option in state.selected or () for text in (option.label, option.value)}
    return bool(want.selected) and state.selected is not None and not set(want.selected or ()) <= chosen
