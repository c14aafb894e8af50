"""Which low-level events are one act: the rules, each a function of the event and the act before it."""

import re
from enum import Enum, auto

from .demonstration import Action
from .element import Element
from .event import Key, Pointer

PROGRESS = re.compile(r"(…|\.\.\.)$")
"""A message that something goes on is no outcome."""
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
BROWSER_KEYS = frozenset("acdfhjlnoprtuvwxyz0-=")
"""With Control or Meta: what the browser itself makes of them is no part of a task."""
FUNCTION_KEY = re.compile(r"F\d{1,2}")
LINE_BREAKS = frozenset({"insertLineBreak", "insertParagraph"})
"""Input types by which an Enter turns out to have been typing."""
TOGGLES = frozenset({"checkbox", "switch", "menuitemcheckbox"})
"""Roles whose click changes a state that can be checked before and after."""
BACKGROUND_ROLES = frozenset({"none", "presentation", "document", "main", "paragraph"})
NAMELESS_BACKGROUND = frozenset({"", "generic"})
"""Many a button is a div: a click on one with a name is an act, a click on one without is a click on nothing."""


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
    if target.tag == "label" or target.role in TEXT_ROLES:
        return Folded.TENTATIVE
    background = target.role in BACKGROUND_ROLES or (target.role in NAMELESS_BACKGROUND and not target.name)
    return Folded.TENTATIVE if background and target.tag != "a" else Folded.CLICK


def key_action(event: Key) -> str | None:
    """The key's name with its modifiers ("Control+k") if it may matter, else null."""
    key, target = event.key, event.target
    if event.composing or key in ("Tab", "Shift", "Control", "Alt", "Meta", "CapsLock", "Dead", "Process"):
        return None
    full = "+".join((*event.modifiers, key))
    in_text = is_text(target)
    if set(event.modifiers) - {"Shift"}:
        return None if in_text and key.lower() in EDITING_KEYS else full
    if target.tag == "select" or target.type in ("radio", "range", "checkbox"):
        return key if key in (" ", ENTERING) and target.tag != "select" else None  # the rest is seen as its change
    if key in (ENTERING, "Escape"):
        return full
    if key in MOVING_KEYS:
        return full if target.role in CHOOSING_ROLES else None
    return None if in_text else full


def is_text(target: Element) -> bool:
    """Whether printable keys are typed into it."""
    return target.role in TEXT_ROLES or target.tag == "textarea" or target.role == "combobox"


def key_in_words(press: str) -> str:
    """A key's name for people: the space bar's is a blank."""
    return press.replace(" ", "Space")


def is_the_browsers(press: str) -> bool:
    """Whether a key means something to the browser itself, such as Control+c or F5."""
    *modifiers, key = press.split("+")
    return bool(FUNCTION_KEY.fullmatch(press)) or (
        not {"Control", "Meta"}.isdisjoint(modifiers) and key.lower() in BROWSER_KEYS
    )


def same_element(one: Element | None, other: Element | None) -> bool:
    """Whether two descriptions from one document are of the same element."""
    if one is None or other is None:
        return False
    if (one.tag, one.field) != (other.tag, other.field):
        return False
    return one.path == other.path or (one.id == other.id and one.id is not None)


def same_control(one: Element | None, other: Element | None) -> bool:
    """Whether two descriptions from one document are of one control: the same element, or radio buttons of one group."""
    if one is None or other is None or same_element(one, other):
        return one is not None and other is not None
    radios = one.type == other.type == "radio" and one.field is not None
    return radios and (one.field, one.form) == (other.field, other.form)


def without_secret(target: Element) -> Element:
    """The element, its value blanked if it is a secret's: the page does so already; what is kept never rests on that."""
    if target.sensitive is None:
        return target
    return target.model_copy(update={"state": target.state.model_copy(update={"value": None, "selected": None})})


def typed_text(target: Element) -> tuple[str | None, str | None]:
    """(text, None) of an ordinary field, (None, slot) of a sensitive one. The slot is named by the field's label."""
    if target.sensitive is not None:
        return None, target.name or target.field or target.sensitive
    return target.state.value or "", None


def checked_action(target: Element) -> Action:
    """What a click on a checkbox, switch or radio button comes to, by the state it left."""
    if target.type == "radio":
        return "choose"
    return "check" if target.state.checked else "uncheck"
