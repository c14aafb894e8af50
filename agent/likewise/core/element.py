"""Element: what a page says of one of its elements, and of itself."""

from typing import Literal

from pydantic import Field

from .value import Value

Sensitive = Literal["password", "code", "card", "key"]
"""Why a field is secret: a password, a one-time code, a card field, an API key or seed."""

NameSource = Literal["label", "aria", "text", "alt", "title", "placeholder", "value", "none"]


class Option(Value):
    """One choice of a select: what is shown and what is sent."""

    label: str
    value: str


class TagPath(Value):
    """A way down to the element: the nearest ancestor with an id, landmark, dialog or form, then one
    "tag:ordinal" a level, the ordinal counted from 1 among siblings of the same tag. Shadow roots appear as "#shadow".
    """

    anchor: str
    """"#id", "form#id", "form", "dialog", a landmark role ("main", "navigation", ...) or "body"."""
    steps: tuple[str, ...]


class Place(Value):
    """Box in CSS pixels, relative to the nearest landmark (else the document)."""

    x: float
    y: float
    width: float
    height: float


class Uniqueness(Value):
    """For each attribute that can be a witness: how many actionable elements of the page share it (1 = unique); null
    where the element has none. Links with the same name and href count as one."""

    id: int | None
    test_id: int | None
    field: int | None
    """Form-field name within the page; of a radio button or checkbox, name and value together."""
    role_name: int | None
    href: int | None
    cell: int | None
    """Row key and column header together."""
    path: int | None


class Rival(Value):
    """An element that could be mistaken for this one: what tells them apart."""

    role: str
    name: str
    id: str | None
    field: str | None
    href: str | None
    row: str | None
    path: TagPath


class Form(Value):
    """The form that an element belongs to."""

    id: str | None
    name: str | None
    action: str | None
    method: str
    submits: tuple[str, ...]
    """Names of its submit buttons, default first, at most 5."""
    secret: bool
    """True if the form holds a sensitive field."""


class State(Value):
    """What a control holds now. A sensitive field's value is always null."""

    value: str | None
    checked: bool | None
    selected: tuple[Option, ...] | None
    expanded: bool | None
    disabled: bool


class Element(Value):
    """A fingerprint: everything by which an element can be found again. Texts are normalised (white space folded, trimmed)
    and at most 200 characters; none of them holds a secret."""

    role: str
    name: str
    name_from: NameSource
    tag: str
    type: str | None
    id: str | None
    test_id: str | None
    field: str | None
    """The `name` attribute of a form field."""
    field_value: str | None
    """The `value` attribute of a radio button, checkbox or submit button."""
    autocomplete: str | None
    placeholder: str | None
    href: str | None
    """Absolute, scrubbed."""
    classes: tuple[str, ...]
    hashed_classes: tuple[str, ...]
    text: str | None
    icon: str | None
    """Hash of the picture of a control without text."""
    path: TagPath
    ancestors: tuple[str, ...]
    """Ids of ancestors, nearest first, at most 6."""
    landmark: str | None
    heading: str | None
    fieldset: str | None
    dialog: str | None
    row: str | None
    """What identifies the element's row in a table, grid or list: the first header cell's or first link's text."""
    column: str | None
    ordinal: int
    """Position from 1 among elements with the same role and name."""
    place: Place
    neighbours: tuple[str, ...]
    options: tuple[Option, ...] | None
    multiple: bool
    sensitive: Sensitive | None
    form: Form | None
    state: State
    unique: Uniqueness | None
    """Null until counted, or if the page had left before it was."""
    rivals: tuple[Rival, ...] | None


class FrameStep(Value):
    """One frame on the way from the top document down."""

    name: str | None
    id: str | None
    url: str | None
    title: str | None
    ordinal: int


FramePath = tuple[FrameStep, ...]


class Page(Value):
    """What a document says of itself."""

    url: str
    title: str
    heading: str | None
    """The main heading: the first visible h1, else the first visible heading."""
    language: str | None
    status: int | None
    """HTTP status of the response the document came with, where the browser tells."""
    messages: tuple[str, ...]
    """Visible texts of alerts, status lines, flash and error messages, in document order, at most 20."""


class SnapshotItem(Value):
    """A line of a pruned snapshot: `parent` is the index of another item, -1 for the root."""

    parent: int
    role: str
    name: str
    text: str


class Snapshot(Value):
    """The visible part of a page, pruned: at most 300 items and 16 kB. Stored once by its hash."""

    items: tuple[SnapshotItem, ...] = Field(max_length=300)
    truncated: bool
