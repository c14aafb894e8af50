"""The whole pipeline: what happened goes in, commands come out.

    page event -> recorder -> demonstration -> induction -> workflow -> replay -> page request

The daemon commits an event to the journal before it hands it in, carries out the commands in order, and hands results
back as further inputs. The same session runs live, over a stored journal and in tests.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, assert_never

from .demonstration import Demonstration
from .event import Event, Task
from .induction.single import NotLearnable, learn
from .page import Answer, PageAsk
from .recorder import NothingRecorded, demonstrate
from .replay import replay
from .report import RunReport
from .run import Bound, Move, Reply, Stopped
from .workflow import Workflow

EventKey = tuple[str, int]


# --- inputs ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Received:
    """An event of a browser profile, committed. The same event again changes nothing."""

    profile: str
    event: Event


@dataclass(frozen=True)
class Begin:
    """Run a workflow. `slots`: the secrets already held for it. `approvals`: numbers of steps that are approved.
    `tab`: Chrome's tab id, or null for "the last active tab of the site, else a new one". `start`: another start URL."""

    run: str
    workflow_id: str
    workflow: Workflow
    values: Mapping[str, str]
    slots: frozenset[str]
    approvals: frozenset[int]
    tab: int | None
    start: str | None


@dataclass(frozen=True)
class PageAnswered:
    """The answer to the run's last page request, `ms` milliseconds after it."""

    run: str
    ms: float
    answer: Answer


@dataclass(frozen=True)
class PersonAnswered:
    """A consent (for exactly the text shown), or that the secret asked for is now held (`approved` is then True)."""

    run: str
    step: int
    approved: bool
    shown: str


@dataclass(frozen=True)
class Halt:
    """The person stops the run (status "stopped"), or nobody is there to answer its question ("asking")."""

    run: str
    reason: str
    status: Literal["stopped", "asking"]


Happening = Received | Begin | PageAnswered | PersonAnswered | Halt


# --- commands -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Keep:
    """Store the demonstration and, if there is one, its workflow; then drop these journal rows."""

    profile: str
    demonstration: Demonstration
    workflow: Workflow | None
    reason: str | None
    events: tuple[EventKey, ...]


@dataclass(frozen=True)
class Discard:
    """Nothing came of these journal rows (no task was open)."""

    profile: str
    events: tuple[EventKey, ...]


@dataclass(frozen=True)
class ToPage:
    """Ask the page; the answer comes back as PageAnswered."""

    run: str
    tab: int | None
    timeout_ms: int
    ask: PageAsk


@dataclass(frozen=True)
class Changed:
    """The run's new state. With a `question`, a PersonAnswered or Halt is awaited; when its status is neither "running"
    nor a question is open, the run has ended."""

    run: str
    tab: int | None
    report: RunReport
    ended: bool


Command = Keep | Discard | ToPage | Changed


# --- the pipeline ---------------------------------------------------------------------------------------------------


@dataclass
class _Task:
    """The events of a browser profile that are not yet a demonstration."""

    events: dict[EventKey, Event] = field(default_factory=dict)

    @property
    def started(self) -> bool:
        return any(isinstance(event.what, Task) and event.what.what == "started" for event in self.events.values())


@dataclass
class _Running:
    generator: Generator[Move, Reply, RunReport]
    move: Move | None = None
    last: RunReport | None = None


class Session:
    """All open tasks and runs. `step_timeout_ms`: what a step of a replay may take."""

    def __init__(self, step_timeout_ms: int) -> None:
        self._step_timeout_ms = step_timeout_ms
        self._tasks: dict[str, _Task] = {}
        self._closed: dict[str, frozenset[EventKey]] = {}
        """The events of each profile's last closed task: sent again, they are nothing new."""
        self._runs: dict[str, _Running] = {}

    def handle(self, happening: Happening) -> Iterator[Command]:
        """What is to be done because of it, in order."""
        match happening:
            case Received():
                yield from self._received(happening.profile, happening.event)
            case Begin():
                yield from self._begin(happening)
            case PageAnswered():
                yield from self._page_answered(happening)
            case PersonAnswered():
                yield from self._answered(happening)
            case Halt():
                yield from self._halt(happening)
            case _:
                assert_never(happening)

    def recording(self, profile: str) -> bool:
        """Whether the profile has a task that was started and not stopped."""
        task = self._tasks.get(profile)
        return task is not None and task.started

    def open_tasks(self) -> dict[str, int]:
        """Profile -> number of events that wait for their task's end."""
        return {profile: len(task.events) for profile, task in self._tasks.items() if task.events}

    # --- recording and learning ---

    def _received(self, profile: str, event: Event) -> Iterator[Command]:
        if (event.document, event.n) in self._closed.get(profile, ()):
            yield Discard(profile, ((event.document, event.n),))
            return
        task = self._tasks.setdefault(profile, _Task())
        task.events.setdefault((event.document, event.n), event)
        if not (isinstance(event.what, Task) and event.what.what == "stopped"):
            return
        del self._tasks[profile]
        before = [key for key, other in task.events.items() if other.arrival <= event.arrival]
        self._closed[profile] = frozenset(before)
        later = {key: other for key, other in task.events.items() if other.arrival > event.arrival}
        if later:
            self._tasks[profile] = _Task(later)
        yield _learned(profile, [task.events[key] for key in before], tuple(before))

    # --- runs ---

    def _begin(self, begin: Begin) -> Iterator[Command]:
        bound = Bound(
            run=begin.run,
            workflow_id=begin.workflow_id,
            workflow=begin.workflow,
            values=begin.values,
            slots=begin.slots,
            approvals=begin.approvals,
            tab=begin.tab,
            start=begin.start,
            step_timeout_ms=self._step_timeout_ms,
        )
        running = self._runs[begin.run] = _Running(replay(bound))
        yield from self._advance(begin.run, running, None)

    def _advance(self, run: str, running: _Running, reply: Reply | None) -> Iterator[Command]:
        try:
            move = next(running.generator) if reply is None else running.generator.send(reply)
        except StopIteration as end:
            del self._runs[run]
            tab = running.move.tab if running.move else None
            yield Changed(run, tab, end.value, ended=True)
            return
        yield from self._moved(run, running, move)

    def _moved(self, run: str, running: _Running, move: Move) -> Iterator[Command]:
        running.move = move
        if move.report != running.last:
            running.last = move.report
            yield Changed(run, move.tab, move.report, ended=False)
        if move.ask is not None:
            yield ToPage(run, move.tab, move.timeout_ms, move.ask)

    def _page_answered(self, answered: PageAnswered) -> Iterator[Command]:
        """Only what was asked for is an answer."""
        running = self._runs.get(answered.run)
        if running is not None and running.move is not None and running.move.ask is not None:
            yield from self._advance(answered.run, running, Reply(answered.ms, answered.answer))

    def _answered(self, answer: PersonAnswered) -> Iterator[Command]:
        running = self._runs.get(answer.run)
        question = running.last.question if running and running.last else None
        if running is not None and question is not None and question.step == answer.step:
            yield from self._advance(answer.run, running, Reply(0.0, None, answer.approved, answer.shown))

    def _halt(self, halt: Halt) -> Iterator[Command]:
        running = self._runs.get(halt.run)
        if running is None:
            return
        try:
            move = running.generator.throw(Stopped(halt.reason, status=halt.status))
        except StopIteration as end:
            del self._runs[halt.run]
            yield Changed(halt.run, None, end.value, ended=True)
            return
        yield from self._moved(halt.run, running, move)


def _learned(profile: str, events: list[Event], keys: tuple[EventKey, ...]) -> Command:
    try:
        demonstration = demonstrate(events)
    except NothingRecorded:
        return Discard(profile, keys)
    try:
        return Keep(profile, demonstration, learn(demonstration), None, keys)
    except NotLearnable as error:
        return Keep(profile, demonstration, None, str(error), keys)
