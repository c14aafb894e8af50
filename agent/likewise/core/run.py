"""The state of one run, and how it asks: what the parts of a replay share."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field

from .address import origin
from .effects import Expected
from .element import Page
from .page import Acted, Answer, Arrived, Found, Handle, Observed, PageAsk
from .report import Question, RunReport, StepReport, StepStatus
from .workflow import Workflow


@dataclass(frozen=True)
class Bound:
    """A workflow with everything that a run of it needs. Values are complete; `slots` are the secrets already held."""

    run: str
    workflow_id: str
    workflow: Workflow
    values: Mapping[str, str]
    slots: frozenset[str]
    approvals: frozenset[int]
    tab: int | None
    start: str | None
    step_timeout_ms: int


@dataclass(frozen=True)
class Move:
    """What the run is at, and what it asks: of a page (`ask`), or of the person (the report's question)."""

    report: RunReport
    tab: int | None
    timeout_ms: int
    ask: PageAsk | None


@dataclass(frozen=True)
class Reply:
    """What came back, `ms` later: a page's answer, or (`answer` null) whether the person agreed and to which text."""

    ms: float
    answer: Answer | None
    approved: bool = False
    shown: str = ""


class Stopped(Exception):
    """The run cannot go on. `status` is "stopped" or "asking"."""

    def __init__(self, reason: str, nearest: tuple[str, ...] = (), status: StepStatus = "stopped") -> None:
        super().__init__(reason)
        self.reason, self.nearest, self.status = reason, nearest, status


Steps = Generator[Move, Reply, None]

LEAST_MS = 1.0
"""What a request counts at least: whatever a page answers, and however fast, a step ends."""


@dataclass(frozen=True)
class Entry:
    """A value in a field of a live document."""

    handle: Handle
    label: str
    want: Expected


@dataclass
class Run:
    """The state of one run. `spent`: milliseconds of the current step that the page took."""

    bound: Bound
    reports: list[StepReport]
    tabs: dict[int, int] = field(default_factory=dict)
    known: set[int] = field(default_factory=set)
    page: Page | None = None
    revision: str | None = None
    spent: float = 0.0
    at: int = 0
    slots: set[str] = field(default_factory=set)
    begun: bool = False
    """The start page has been reached."""
    documents: dict[int, str] = field(default_factory=dict)
    """Tab -> the document that holds what was filled in and is not sent yet."""
    entries: dict[int, list[Entry]] = field(default_factory=dict)
    """Tab -> what was filled in since the last other act."""
    muted: int | None = None
    """The tab that is mute while the run goes on."""

    def report(self, question: Question | None = None, status: str = "running", reason: str | None = None) -> RunReport:
        return RunReport.model_validate(
            dict(
                run=self.bound.run,
                workflow=self.bound.workflow_id,
                title=self.bound.workflow.title,
                status=status,
                steps=tuple(self.reports),
                reason=reason,
                question=question,
            )
        )

    def mark(self, n: int, **facts: object) -> None:
        self.reports[n] = self.reports[n].model_copy(update=facts)

    @property
    def left(self) -> int:
        return max(0, int(self.bound.step_timeout_ms - self.spent))

    @property
    def tab(self) -> int | None:
        return self.tabs.get(self.ordinal)

    @property
    def ordinal(self) -> int:
        """Which of the task's tabs it is in: the start page is in the first."""
        steps = self.bound.workflow.steps
        return steps[self.at].tab if self.begun and self.at < len(steps) else 0

    def ask(self, ask: PageAsk, timeout_ms: int | None = None) -> Generator[Move, Reply, Answer]:
        """One page request; its time counts for the step."""
        reply = yield Move(self.report(), self.tab, self.left if timeout_ms is None else timeout_ms, ask)
        self.spent += max(reply.ms, LEAST_MS)
        answer = reply.answer
        assert answer is not None
        if isinstance(answer, Found | Observed):
            self.page, self.revision = answer.page, answer.revision
        if isinstance(answer, Acted | Observed):
            self.opened(answer.opened)
        if isinstance(answer, Arrived):
            self.page, self.revision = answer.page, None
        return answer

    def opened(self, tabs: tuple[int, ...]) -> None:
        for tab in tabs:
            if tab not in self.known:
                self.known.add(tab)
                self.tabs[max(self.tabs, default=-1) + 1] = tab


def same_origin(run: Run, url: str) -> str:
    """The URL's origin, if it is one of the workflow's."""
    wrong = misplaced(run, url)
    if wrong is not None:
        raise Stopped(wrong)
    return origin(url) or ""


def misplaced(run: Run, url: str) -> str | None:
    """Both origins in words if the URL is on none of the workflow's, else null."""
    found, allowed = origin(url), run.bound.workflow.origins
    if found is not None and found in allowed:
        return None
    return f"the page is on {found or url}, and this task belongs on {' or '.join(allowed)}"
