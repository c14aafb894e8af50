"""What is told of demonstrations, workflows and runs: the rows of the CLI's --json and of the popup."""

from typing import Literal

from .element import Option
from .value import Value
from .workflow import ParameterType

RunStatus = Literal["running", "done", "stopped", "asking"]
StepStatus = Literal["waiting", "running", "done", "skipped", "stopped", "asking"]


class StepReport(Value):
    """`score` is the share of possible witnesses that agreed, `margin` its lead over the runner-up. `nearest`: the best
    candidates in words, when the target was not found."""

    step: int
    title: str
    status: StepStatus
    reason: str | None
    score: float | None
    margin: float | None
    ms: float
    nearest: tuple[str, ...]


class Question(Value):
    """What only the person can answer. `shown` is the exact text that an approval covers; `slot` names the secret."""

    kind: Literal["consent", "secret", "choice"]
    step: int
    shown: str
    origin: str
    slot: str | None
    label: str


class RunReport(Value):
    """The state of a run. `reason` says why it stopped or what it asks."""

    run: str
    workflow: str
    title: str
    status: RunStatus
    steps: tuple[StepReport, ...]
    reason: str | None
    question: Question | None


class ParameterRow(Value):
    name: str
    label: str
    type: ParameterType
    default: str | None
    last: str | None
    """The value of the last run, if there was one."""
    options: tuple[Option, ...] | None
    required: bool
    secret: bool


class StepRow(Value):
    n: int
    title: str
    action: str
    kind: Literal["step", "optional", "repeat", "call"]
    gate: str | None


class WorkflowRow(Value):
    id: str
    title: str
    description: str
    site: str
    trust: Literal["draft", "verified", "retired"]
    parameters: tuple[ParameterRow, ...]
    steps: tuple[StepRow, ...]
    support: int
    version: int
    sources: tuple[str, ...]


class DemonstrationRow(Value):
    id: str
    title: str
    site: str
    started: str
    """ISO 8601, UTC."""
    steps: int
    workflow: str | None
    warnings: tuple[str, ...]


class Status(Value):
    daemon: bool
    port: int | None
    connected: int
    recording: bool
    paused: bool
    demonstrations: int
    workflows: int
    runs: int
    pending: int
    """Events of tasks that are still being recorded."""
    model: str | None
    embedding: str | None
    store_bytes: int
    home: str
