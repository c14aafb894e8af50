"""Which low-level events are one act: the rules, each a function of the event and the act before it."""

from enum import Enum, auto

from .element import Element
from .event import Key, Pointer

ENTERING = "Enter"
TEXT_ROLES = frozenset({"textbox", "searchbox", "spinbutton"})
PICKED_BY_CHANGE = frozenset({"select", "option"})
PLAIN_TEXT_TYPES = frozenset(
    {
        None,
        "text",
        "search",
        "email",
        "url",
        "tel",
        "number",
        "password",
        "date",
        "time",
        "month",
        "week",
        "datetime-local",
    }
)
CHOOSING_ROLES = frozenset(
    {"combobox", "listbox", "menu", "menubar", "slider", "grid", "tree", "tablist", "menuitem", "option"}
)
MOVING_KEYS = frozenset({"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"})
EDITING_KEYS = frozenset("acvxyz")
"""With Control or Meta in a text field: what they do is seen as input."""
BACKGROUND_ROLES = frozenset({"", "generic", "none", "presentation", "document", "main", "paragraph"})


class Folded(Enum):
    """What becomes of a click: nothing; a click; a click only if something follows from it; a control's new state; that
    state in place of the act that caused it."""

    IGNORE = auto()
    CLICK = auto()
    TENTATIVE = auto()
    STATE = auto()
    REPLACE = auto()


def click_action(click: Pointer, before: Element | None) -> Folded:
    """How a click is folded, given the target of the act before it in the same document."""
    target = click.target
    if click.by == "submit" or target.tag in ("html", "body"):
        return Folded.IGNORE
    if target.type in ("checkbox", "radio") and target.tag == "input":
        caused = click.by == "key" or (click.by == "label" and before is not None and before.tag == "label")
        return Folded.REPLACE if caused else Folded.STATE
    if click.by == "label":
        return Folded.IGNORE
    if target.tag in PICKED_BY_CHANGE or target.type == "file":
        return Folded.IGNORE
    if target.tag == "label" or target.role in TEXT_ROLES or (target.role in BACKGROUND_ROLES and target.tag != "a"):
        return Folded.TENTATIVE
    return Folded.CLICK


def key_action(event: Key) -> str | None:
    """The key's name with its modifiers ("Control+k") if it may matter, else null."""
    key, target = event.key, event.target
    if event.composing or key in ("Tab", "Shift", "Control", "Alt", "Meta", "CapsLock", "Dead", "Process"):
        return None
    strong = [name for name in event.modifiers if name != "Shift"]
    in_text = target.role in TEXT_ROLES or target.tag == "textarea" or target.role == "combobox"
    if strong:
        if in_text and key.lower() in EDITING_KEYS:
            return None
        return "+".join((*event.modifiers, key))
    if key == ENTERING:
        return None if target.tag == "textarea" else key
    if key == "Escape" or (key in MOVING_KEYS and target.role in CHOOSING_ROLES):
        return key
    if key == " " and not in_text:
        return key
    return None


def same_element(one: Element | None, other: Element | None) -> bool:
    """Whether two descriptions from one document are of the same element."""
    if one is None or other is None:
        return False
    return (one.tag, one.type, one.field, one.path) == (other.tag, other.type, other.field, other.path) or (
        one.tag == other.tag and one.field == other.field and one.id == other.id and one.id is not None
    )


def typed_text(target: Element) -> tuple[str | None, str | None]:
    """(text, None) of an ordinary field, (None, slot) of a sensitive one. The slot is named by the field's label."""
    if target.sensitive is not None:
        return None, target.name or target.field or target.sensitive
    return target.state.value or "", None
