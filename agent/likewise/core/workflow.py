"""What was learned: a Workflow with its Parameters and WorkflowSteps. Frozen values."""

from typing import Literal

from .demonstration import Action, Effect
from .element import Element, FramePath, Option
from .value import Value

ParameterType = Literal["text", "number", "date", "choice", "bool", "file", "secret"]
Spelling = Literal["plain", "percent", "plus", "underscore", "hyphen"]
"""How a value is written where it follows: as it is, percent-encoded, with + for spaces, with _ for spaces (and percent-
encoded), lower case with - for every run of other characters. In URLs never as it is."""

Field = Literal["name", "text", "href", "row"]


class Literally(Value):
    """A fixed part of a text."""

    kind: Literal["text"] = "text"
    text: str


class Following(Value):
    """A part of a text that is a parameter's value. `recorded` is what stood there in the demonstration."""

    kind: Literal["parameter"] = "parameter"
    parameter: str
    spelling: Spelling


Pattern = tuple[Literally | Following, ...]
"""A text with parameters in it. Data, never a string to be expanded: a value "{{x}}" stays those five characters."""


class Parameter(Value):
    """A value that may differ from run to run. `name`: the label in lower case, words joined by _, numbered if repeated."""

    name: str
    label: str
    type: ParameterType
    default: str | None
    """The recorded value; null for a secret. A bool is "true" or "false"; a choice is an option's label."""
    options: tuple[Option, ...] | None
    required: bool


class Follow(Value):
    """A field of the target element that follows parameters."""

    field: Field
    pattern: Pattern


class ExpectedEffect(Value):
    """An Effect with parameters in it; null or empty where nothing is expected. The template that is expected is that of
    the bound `url`."""

    url: Pattern | None
    heading: Pattern | None
    status: int | None
    texts: tuple[Pattern, ...]
    dialog: str | None
    tab: bool
    value: Pattern | None
    checked: bool | None


class WorkflowStep(Value):
    """One step. `values` as in Step. `toggle`: the bool parameter that decides between check and uncheck. `block`: steps
    with the same block name belong together; the block "sign_in" is skipped whole when the page reached already matches
    the template after it. `gate`: why the step is irreversible, or null."""

    title: str
    action: Action
    target: Element | None
    frame: FramePath
    tab: int
    url: Pattern
    """Of the page that the step is done on; compared by its template."""
    values: tuple[Pattern, ...]
    slot: str | None
    toggle: str | None
    follows: tuple[Follow, ...]
    effect: ExpectedEffect
    recorded: Effect
    block: str | None
    gate: str | None
    snapshot: str | None


class Workflow(Value):
    """A description plus steps. It acts only on its `origins`."""

    title: str
    description: str
    origins: tuple[str, ...]
    start: Pattern
    parameters: tuple[Parameter, ...]
    steps: tuple[WorkflowStep, ...]
    notes: tuple[str, ...]
    """What induction could not decide, in words (an ambiguous value that stays fixed)."""
