"""Low-level events become steps: each test reads like the transcript of what a browser says."""

import pytest

from core.builders import SITE, Events, chooser, element, field, form, frame, page, password, state, unique
from core.happenings import click, key, opened, started, steps, type_into
from likewise.core.event import (
    Change,
    Focus,
    Gap,
    Input,
    Left,
    Moved,
    Noted,
    Ready,
    Shown,
    Submit,
    Tab,
    Task,
)
from likewise.core.recorder import NothingRecorded, demonstrate


def test_typing_is_one_fill_and_enter_its_submit() -> None:
    events = started()
    box = field("Search", form=form(method="get"))
    events.say(click(box))
    events.say(Focus(target=box))
    type_into(events, "Search", "hello")
    events.say(key("Enter", field("Search", "hello")))
    events.say(Change(target=field("Search", "hello"), files=None))
    events.say(click(element("button", "Go"), by="submit"))
    events.say(Submit(target=element("button", "Go")))
    events.say(Left())
    events.on("two").say(opened(f"{SITE}/search?q=hello"))
    events.say(Ready(page=page(f"{SITE}/search?q=hello", "Results", messages=("3 results",))))
    made = demonstrate(events.events)
    assert steps(events) == [("fill", "Search", ("hello",)), ("press", "Search", ("Enter",))]
    assert made.steps[0].effect.value == "hello"
    after = made.steps[1].effect
    assert (after.url, after.heading, after.texts) == (f"{SITE}/search?q=hello", "Results", ("3 results",))
    assert made.start == f"{SITE}/" and made.origin == SITE


def test_enter_is_kept_even_if_nothing_was_seen_to_follow() -> None:
    events = started()
    type_into(events, "New todo", "milk")
    events.say(key("Enter", field("New todo", "milk")))
    assert steps(events) == [("fill", "New todo", ("milk",)), ("press", "New todo", ("Enter",))]


def test_a_label_makes_one_check_with_the_final_state() -> None:
    events = started()
    on = element("checkbox", "I agree", state=state(checked=True))
    events.say(click(element("", "I agree", tag="label")))
    events.say(click(on, by="label"))
    events.say(Change(target=on, files=None))
    off = element("checkbox", "I agree", state=state(checked=False))
    events.say(click(off))
    assert steps(events) == [("uncheck", "I agree", ())]


def test_space_on_a_checkbox_and_a_radio() -> None:
    events = started()
    box = element("checkbox", "Gift", state=state(checked=True))
    events.say(key(" ", box))
    events.say(click(box, by="key"))
    express = element("radio", "Express", state=state(checked=True))
    events.say(click(express))
    events.say(Change(target=express, files=None))
    assert steps(events) == [("check", "Gift", ()), ("choose", "Express", ())]


def test_a_checkbox_changed_without_a_click_is_kept() -> None:
    events = started()
    events.say(Change(target=element("checkbox", "Gift", state=state(checked=True)), files=None))
    assert steps(events) == [("check", "Gift", ())]


def test_keyboard_click_replaces_its_key() -> None:
    events = started()
    events.say(key("Enter", element("button", "Save")))
    events.say(click(element("button", "Save"), by="key"))
    assert steps(events) == [("click", "Save", ())]


def test_select_upload_and_clear() -> None:
    events = started()
    events.say(click(chooser("Category", "Mugs", "Mugs", "Books")))
    events.say(Input(how="", target=chooser("Category", "Books", "Mugs", "Books")))
    events.say(Change(target=chooser("Category", "Books", "Mugs", "Books"), files=None))
    events.say(Change(target=chooser("Category", "Mugs", "Mugs", "Books"), files=None))
    events.say(Change(target=element("button", "Picture", tag="input", type="file"), files=("cat.png",)))
    events.say(Input(how="deleteContentBackward", target=field("Note", "")))
    assert steps(events) == [
        ("select", "Category", ("Mugs",)),
        ("upload", "Picture", ("cat.png",)),
        ("clear", "Note", ()),
    ]


def test_secrets_are_slots() -> None:
    events = started()
    for _ in range(3):
        events.say(Input(how="insertText", target=password()))
    events.say(Change(target=password(), files=None))
    made = demonstrate(events.events)
    assert [(s.action, s.slot, s.values, s.effect.value) for s in made.steps] == [("fill", "Password", (), None)]


def test_a_mask_settles_the_value() -> None:
    events = started()
    type_into(events, "Phone", "1234")
    events.say(Change(target=field("Phone", "(12) 34"), files=None))
    made = demonstrate(events.events)
    assert made.steps[0].values == ("(12) 34",) and made.steps[0].effect.value == "(12) 34"


def test_a_change_without_input_is_a_fill() -> None:
    events = started()
    events.say(Change(target=field("Date", "2026-01-02"), files=None))
    assert steps(events) == [("fill", "Date", ("2026-01-02",))]


def test_a_double_click_takes_its_two_clicks() -> None:
    events = started()
    item = element("button", "Item")
    events.say(click(item))
    events.say(click(item))
    events.say(click(item, what="double"))
    assert steps(events) == [("double_click", "Item", ())]


def test_other_buttons_are_said_not_dropped_in_silence() -> None:
    events = started()
    events.say(click(element("button", "Row"), what="context", button=2))
    events.say(Gap(text="1 step inside a closed frame could not be seen"))
    events.say(click(element("button", "Save")))
    made = demonstrate(events.events)
    assert len(made.warnings) == 2 and "Row" in made.warnings[0]


def test_navigation_without_a_cause_was_typed() -> None:
    events = started()
    events.on("two").say(opened(f"{SITE}/other", referred=False))
    events.say(Ready(page=page(f"{SITE}/other", "Other")))
    events.say(click(element("link", "Next")))
    events.on("three").say(opened(f"{SITE}/next"))
    events.on("four").say(opened(f"{SITE}/landed"))
    made = demonstrate(events.events)
    assert steps(events) == [("navigate", "", (f"{SITE}/other",)), ("click", "Next", ())]
    assert made.steps[1].effect.url == f"{SITE}/landed"
    assert made.steps[0].effect.heading == "Other"


def test_going_back_is_a_step_and_a_reload_is_not() -> None:
    events = started()
    events.say(click(element("link", "Next")))
    events.on("two").say(opened(f"{SITE}/next"))
    events.say(Ready(page=page(f"{SITE}/next", "Next")))
    events.say(Input(how="insertText", target=field("Note", "x")))
    events.on("three").say(opened(f"{SITE}/", "back_forward", referred=False))
    events.on("four").say(opened(f"{SITE}/", "reload"))
    assert [s[0] for s in steps(events)] == ["click", "fill", "back"]


def test_pushed_urls_are_effects_and_traversals_are_back() -> None:
    events = started()
    events.say(click(element("link", "Inbox")))
    events.say(Moved(page=page(f"{SITE}/inbox", "Inbox"), cause="push"))
    events.say(Moved(page=page(f"{SITE}/inbox", "Inbox"), cause="replace"))
    events.say(Input(how="insertText", target=field("Note", "x")))
    events.say(Moved(page=page(f"{SITE}/", "Home"), cause="traverse"))
    made = demonstrate(events.events)
    assert [s.action for s in made.steps] == ["click", "fill", "back"]
    assert made.steps[0].effect.url == f"{SITE}/inbox"


def test_a_traversal_after_an_act_that_has_led_on_is_back() -> None:
    events = started()
    events.say(click(element("link", "Inbox")))
    events.say(Moved(page=page(f"{SITE}/inbox", "Inbox"), cause="push"))
    events.say(Moved(page=page(f"{SITE}/", "Home"), cause="traverse"))
    events.say(click(element("button", "Up")))
    events.say(Moved(page=page(f"{SITE}/inbox", "Inbox"), cause="traverse"))
    made = demonstrate(events.events)
    assert [s.action for s in made.steps] == ["click", "back", "click"]
    assert [s.effect.url for s in made.steps] == [f"{SITE}/inbox", f"{SITE}/", f"{SITE}/inbox"]


def test_what_is_shown_belongs_to_the_act_before_it() -> None:
    events = started()
    events.say(Shown(what="message", text="Welcome"))
    events.say(Input(how="insertText", target=field("Name", "x")))
    events.say(Shown(what="message", text="1 letter"))
    events.say(click(element("button", "Save")))
    events.say(Shown(what="message", text="Saved"))
    events.say(Shown(what="message", text="Saved"))
    events.say(Shown(what="dialog", text="Details"))
    events.say(Shown(what="heading", text="All saved"))
    made = demonstrate(events.events)
    assert made.steps[0].effect.texts == ()
    after = made.steps[1].effect
    assert (after.texts, after.dialog, after.heading) == (("Saved",), "Details", "All saved")


def test_what_is_shown_on_the_page_that_an_act_led_to_belongs_to_it() -> None:
    events = started()
    events.say(click(element("button", "Save")))
    events.on("two").say(opened(f"{SITE}/list"))
    events.say(Ready(page=page(f"{SITE}/list", "List")))
    events.say(Shown(what="message", text="Saved"))
    assert demonstrate(events.events).steps[0].effect.texts == ("Saved",)


def test_idle_notes_join_their_event() -> None:
    events = started()
    said = events.say(click(element("button", "Save", unique=None)))
    events.say(Noted(of=said.n, unique=unique(role_name=2), rivals=(), snapshot="0" * 64, state=None))
    step = demonstrate(events.events).steps[0]
    assert step.target is not None and step.target.unique == unique(role_name=2)
    assert step.snapshot == "0" * 64


def test_new_tabs_count_from_zero() -> None:
    events = started()
    events.say(click(element("link", "Open")))
    events.on("worker", tab=8).say(Tab(what="opened", opener=7))
    events.on("two", tab=8).say(opened(f"{SITE}/window"))
    events.say(Ready(page=page(f"{SITE}/window", "Window")))
    events.say(click(element("button", "Inside")))
    events.on("worker", tab=9).say(Tab(what="opened", opener=None))
    events.on("three", tab=9).say(opened(f"{SITE}/typed", referred=False))
    events.on("worker", tab=9).say(Tab(what="closed", opener=None))
    made = demonstrate(events.events)
    assert [(s.action, s.tab) for s in made.steps] == [("click", 0), ("click", 1), ("navigate", 2)]
    assert made.steps[0].effect.tab


def test_steps_in_frames_know_their_frame_and_the_top_page() -> None:
    events = started()
    inner = (frame(name="pay"),)
    events.on("inner", frame=inner).say(opened(f"{SITE}/frame", top=False))
    events.say(click(element("button", "Inside")))
    step = demonstrate(events.events).steps[0]
    assert step.frame == inner and step.page.url == f"{SITE}/"


@pytest.mark.parametrize(
    ("name", "role", "modifiers", "kept"),
    [
        ("ArrowDown", "combobox", (), True),
        ("ArrowDown", "textbox", (), False),
        ("Escape", "combobox", (), True),
        ("Tab", "combobox", (), False),
        ("a", "textbox", ("Control",), False),
        (" ", "textbox", (), False),
        ("x", "textbox", (), False),
    ],
)
def test_keys_that_matter(name: str, role: str, modifiers: tuple[str, ...], kept: bool) -> None:
    events = started()
    events.say(click(element("button", "First")))
    events.say(key(name, element(role, "Field", tag="input"), *modifiers))
    assert len(steps(events)) == (2 if kept else 1)


def test_shortcuts_with_an_effect_are_kept() -> None:
    events = started()
    events.say(key("k", element("document", "", tag="body"), "Control"))
    events.say(Shown(what="dialog", text="Palette"))
    assert steps(events) == [("press", "", ("Control+k",))]


def test_order_is_by_arrival_and_only_the_last_task_counts() -> None:
    events = started()
    events.say(click(element("button", "Old")))
    events.on("worker").say(Task(what="started"))
    events.on("one").say(click(element("button", "One")))
    events.say(click(element("button", "Two")))
    events.say(Ready(page=page(f"{SITE}/", "Home")))
    made = demonstrate([*events.events[3:][::-1], *events.events[:3]])
    assert [s.target.name for s in made.steps if s.target] == ["One", "Two"]
    assert {s.page.heading for s in made.steps} == {"Home"}


def test_acts_without_a_page_are_not_lost() -> None:
    events = Events().on("one")
    events.say(click(element("button", "Save")))
    made = demonstrate(events.events)
    assert (made.start, made.origin, len(made.steps)) == ("", "", 1)


def test_nothing_done_is_nothing_recorded() -> None:
    with pytest.raises(NothingRecorded):
        demonstrate(started().events)


def test_what_is_shown_after_the_person_went_on_is_no_effect_of_what_led_there() -> None:
    events = started()
    events.say(click(element("button", "Create")))
    events.on("two").say(opened(f"{SITE}/new"))
    events.say(Ready(page=page(f"{SITE}/new", "New book")))
    events.say(Focus(target=field("Author")))
    events.say(Shown(what="message", text="5 results are available"))
    assert demonstrate(events.events).steps[0].effect.texts == ()
