"""Step and Demonstration: what a person did. Frozen values without ids or times."""

from typing import Literal

from .element import Element, FramePath, Page
from .value import Value

Action = Literal[
    "click",
    "double_click",
    "fill",
    "clear",
    "select",
    "check",
    "uncheck",
    "choose",
    "press",
    "upload",
    "navigate",
    "back",
]
"""What a step does: `choose` sets a radio button, `select` picks options by their labels, `fill` sets the text of a field,
`press` sends one key (with modifiers, "Control+k"), `upload` sets files by name."""


class Effect(Value):
    """What was seen to follow from a step; null or empty where nothing of the kind happened.

    `template`, `heading`: of the page that a navigation (also a pushState) led to. `texts`: messages newly shown.
    `status`: HTTP status of that page. `dialog`: name of a dialog that opened. `tab`: True if a new tab opened. `value`,
    `checked`: the target's state afterwards.
    """

    url: str | None
    template: str | None
    heading: str | None
    status: int | None
    texts: tuple[str, ...]
    dialog: str | None
    tab: bool
    value: str | None
    checked: bool | None


class Step(Value):
    """One act of the person. `values` is the text filled, the labels picked, the key pressed, the names of files or the
    URL gone to; empty for a secret, which has a `slot`. `tab` counts the task's tabs from 0 in order of appearance."""

    action: Action
    target: Element | None
    frame: FramePath
    tab: int
    page: Page
    values: tuple[str, ...]
    slot: str | None
    effect: Effect
    snapshot: str | None
    """Hash of the page's snapshot when the step was done."""


class Demonstration(Value):
    """What lies between Record and Stop."""

    origin: str
    """Of the first page: scheme://host[:port]."""
    start: str
    """URL of the page that Record was pressed on."""
    steps: tuple[Step, ...]
    warnings: tuple[str, ...]
    """What could not be recorded faithfully, in words."""
