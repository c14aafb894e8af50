"""Event: one low-level, already redacted thing that a page or the browser said while a task was recorded."""

from typing import Annotated, Literal

from pydantic import Field

from .element import Element, FramePath, Page, Rival, State, Uniqueness
from .value import Value

Modifier = Literal["Alt", "Control", "Meta", "Shift"]


class Opened(Value):
    """A document began. `cause` is the browser's navigation type. `referred`: it names a referring page."""

    kind: Literal["opened"] = "opened"
    url: str
    top: bool
    cause: Literal["navigate", "reload", "back_forward", "restored", "already_open"]
    referred: bool


class Ready(Value):
    """The document has been parsed (or was, when recording began): what it says of itself."""

    kind: Literal["ready"] = "ready"
    page: Page


class Moved(Value):
    """The URL changed within the document (pushState, replaceState, fragment, back)."""

    kind: Literal["moved"] = "moved"
    page: Page
    cause: Literal["push", "replace", "traverse", "fragment"]


class Left(Value):
    """The document is being left (pagehide)."""

    kind: Literal["left"] = "left"


class Pointer(Value):
    """A trusted pointer event. `target` is the element under the pointer at pointerdown, raised to the nearest actionable
    ancestor. A click made by the keyboard has `by` "key"; one that a label or a form made of another act has "label" or
    "submit". `state` is the target's state after the event's default action (a checkbox is then already toggled)."""

    kind: Literal["pointer"] = "pointer"
    what: Literal["click", "double", "context"]
    by: Literal["pointer", "key", "label", "submit"]
    target: Element
    button: int
    modifiers: tuple[Modifier, ...]
    x: float
    y: float
    """Place in the target's box, 0 to 1."""


class Key(Value):
    """A trusted keydown. Printable keys in text fields are not sent: `input` says what they made. In a sensitive field
    only Enter, Tab and Escape are sent."""

    kind: Literal["key"] = "key"
    key: str
    modifiers: tuple[Modifier, ...]
    composing: bool
    target: Element


class Input(Value):
    """The value of a field changed; `target.state` is the new state. `how` is the browser's inputType."""

    kind: Literal["input"] = "input"
    how: str
    target: Element


class Change(Value):
    """A field's change was committed. `files`: names of the chosen files of a file input."""

    kind: Literal["change"] = "change"
    target: Element
    files: tuple[str, ...] | None


class Submit(Value):
    """A form was submitted by the person. `target` is the submitter, or null for an implicit submit."""

    kind: Literal["submit"] = "submit"
    target: Element | None


class Focus(Value):
    """The focus came to a field by the person's act."""

    kind: Literal["focus"] = "focus"
    target: Element


class Shown(Value):
    """Something appeared after the page was ready: an alert or message, a dialog, a main heading."""

    kind: Literal["shown"] = "shown"
    what: Literal["message", "dialog", "heading"]
    text: str


class Noted(Value):
    """Idle work for event number `of` of the same document: uniqueness and rivals of its target, hash of the snapshot."""

    kind: Literal["noted"] = "noted"
    of: int
    unique: Uniqueness | None
    rivals: tuple[Rival, ...] | None
    snapshot: str | None
    state: State | None
    """State of the target when the idle task ran."""


class Gap(Value):
    """Something that the person did could not be seen."""

    kind: Literal["gap"] = "gap"
    text: str


class Tab(Value):
    """From the worker: a tab was opened (by `opener`, if one is known), closed or brought to the front."""

    kind: Literal["tab"] = "tab"
    what: Literal["opened", "closed", "activated"]
    opener: int | None


class Task(Value):
    """From the worker: Record or Stop was pressed, in this tab."""

    kind: Literal["task"] = "task"
    what: Literal["started", "stopped"]


What = Annotated[
    Opened | Ready | Moved | Left | Pointer | Key | Input | Change | Submit | Focus | Shown | Noted | Gap | Tab | Task,
    Field(discriminator="kind"),
]


class Event(Value):
    """(document, n) is an event's identity. `ms` counts from the start of its document. `arrival` orders the events of one
    browser profile; the worker gives it. The worker has a document id of its own for Tab and Task events."""

    document: str = Field(pattern=r"^[a-z0-9_-]{6,40}$")
    n: int = Field(ge=0)
    ms: float
    arrival: int = Field(ge=0)
    tab: int
    frame: FramePath
    what: What
