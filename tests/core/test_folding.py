import pytest

from core.builders import element, field, form, password, path, state
from core.happenings import click, key
from likewise.core.folding import (
    Folded,
    click_action,
    is_the_browsers,
    key_action,
    same_control,
    same_element,
    typed_text,
    without_secret,
)

LABEL = element("", "Name", tag="label")
BOX = element("checkbox", "Gift")


@pytest.mark.parametrize(
    ("said", "before", "folded"),
    [
        (click(element("button", "Save")), None, Folded.CLICK),
        (click(element("button", "Save"), by="submit"), None, Folded.IGNORE),
        (click(element("document", "", tag="body")), None, Folded.IGNORE),
        (click(BOX), None, Folded.STATE),
        (click(BOX, by="key"), None, Folded.REPLACE),
        (click(BOX, by="label"), LABEL, Folded.REPLACE),
        (click(BOX, by="label"), None, Folded.STATE),
        (click(field("Name"), by="label"), LABEL, Folded.IGNORE),
        (click(element("option", "Mugs", tag="option")), None, Folded.IGNORE),
        (click(element("option", "Mugs", tag="li")), None, Folded.CLICK),
        (click(element("button", "Choose file", tag="input", type="file")), None, Folded.IGNORE),
        (click(LABEL), None, Folded.TENTATIVE),
        (click(field("Name")), None, Folded.TENTATIVE),
        (click(element("generic", "")), None, Folded.TENTATIVE),
        (click(element("generic", "", tag="a")), None, Folded.CLICK),
        (click(element("generic", "Mugs")), None, Folded.CLICK),
    ],
)
def test_clicks(said, before, folded) -> None:  # type: ignore[no-untyped-def]
    assert click_action(said, before) is folded


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (key("Enter", field("Name")), "Enter"),
        (key("Enter", field("Name"), composing=True), None),
        (key("Enter", field("Note", tag="textarea"), "Control"), "Control+Enter"),
        (key("Tab", field("Name")), None),
        (key("a", field("Name"), "Shift"), None),
        (key("e", element("button", "Save")), "e"),
        (key("Delete", element("row", "Ada")), "Delete"),
        (key("ArrowDown", element("row", "Ada")), None),
        (key("ArrowDown", element("listbox", "Size"), "Shift"), "Shift+ArrowDown"),
        (key("ArrowDown", element("radio", "Express")), None),
        (key("Enter", BOX), "Enter"),
        (key(" ", BOX), " "),
        (key(" ", element("combobox", "Size", tag="select")), None),
        (key("v", field("Name"), "Meta"), None),
        (key("k", field("Name"), "Control"), "Control+k"),
    ],
)
def test_keys(said, name) -> None:  # type: ignore[no-untyped-def]
    assert key_action(said) == name


@pytest.mark.parametrize(("press", "browsers"), [("Control+c", True), ("F5", True), ("c", False), ("Control+k", False)])
def test_keys_of_the_browser(press: str, browsers: bool) -> None:
    assert is_the_browsers(press) is browsers


def test_the_same_element_is_at_the_same_place_or_has_the_same_id() -> None:
    name = field("Name", path=path("body", "input:1"))
    assert same_element(name, name.model_copy(update={"type": "password"}))
    assert same_element(name, name.model_copy(update={"path": path("body", "input:2")}))
    assert not same_element(name, name.model_copy(update={"path": path("body", "input:2"), "id": None}))
    assert not same_element(name, name.model_copy(update={"field": "other"}))
    assert not same_element(None, name)


def test_a_group_of_radio_buttons_is_one_control() -> None:
    one, two = (element("radio", name, field="shipping") for name in ("Standard", "Express"))
    assert same_control(one, two) and same_control(one, one)
    assert not same_control(one, two.model_copy(update={"form": form(id="other")}))
    assert not same_control(one, element("radio", "Card")) and not same_control(None, one)


def test_a_secret_has_a_slot_and_no_text() -> None:
    leaky = password("PIN", state=state(value="1234"))
    assert typed_text(leaky) == (None, "PIN") and typed_text(field("Name", "x")) == ("x", None)
    assert without_secret(leaky).state.value is None and without_secret(field("Name", "x")).state.value == "x"
