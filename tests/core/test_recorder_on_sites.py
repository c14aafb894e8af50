"""What real sites make of a person's acts: corrections, dialogs, tabs, redirects, frames and scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.builders import SITE, Events, chooser, element, field, form, frame, page, password, state
from core.happenings import click, key, opened, started, steps, type_into
from likewise.core.element import Option
from likewise.core.event import Change, Gap, Input, Moved, Noted, Opened, Ready, Shown, Submit, Tab, Task
from likewise.core.recorder import demonstrate


def last_effect(events: Events):  # type: ignore[no-untyped-def]
    return demonstrate(events.events).steps[-1].effect


def test_a_field_that_is_corrected_later_is_one_fill() -> None:
    events = started()
    type_into(events, "Name", "Blu")
    type_into(events, "Price", "9")
    events.say(click(field("Name", "Blu")))
    type_into(events, "Name", "Blue")
    assert steps(events) == [("fill", "Price", ("9",)), ("fill", "Name", ("Blue",))]


def test_the_click_into_a_field_that_is_typed_in_is_no_step() -> None:
    events = started()
    harbour = element("combobox", "Harbour", tag="input", field="harbour")
    events.say(click(harbour))
    events.say(Input(how="insertText", target=harbour.model_copy(update={"state": state(value="Be")})))
    assert steps(events) == [("fill", "Harbour", ("Be",))]
    events.say(click(element("combobox", "Size", tag="div")))
    assert steps(events)[1:] == [("click", "Size", ())]


def test_the_same_field_filled_again_after_an_act_is_two_fills() -> None:
    events = started()
    type_into(events, "Tag", "red")
    events.say(key("Enter", field("Tag", "red")))
    type_into(events, "Tag", "blue")
    assert [s[0] for s in steps(events)] == ["fill", "press", "fill"]


def test_of_a_group_of_radio_buttons_only_the_last_choice_counts() -> None:
    events = started()
    for name in ("Standard", "Express"):
        chosen = element("radio", name, field="shipping", field_value=name, state=state(checked=True))
        events.say(click(chosen))
        events.say(Change(target=chosen, files=None))
    other = element("radio", "Card", field="payment", field_value="card", state=state(checked=True))
    events.say(click(other))
    assert steps(events) == [("choose", "Express", ()), ("choose", "Card", ())]


def test_enter_in_a_text_area_is_typing_unless_it_makes_no_line() -> None:
    def note(text: str):  # type: ignore[no-untyped-def]
        return field("Message", text, tag="textarea", type=None)

    events = started()
    events.say(Input(how="insertText", target=note("hello")))
    events.say(key("Enter", note("hello")))
    events.say(Input(how="insertLineBreak", target=note("hello\n")))
    events.say(Input(how="insertText", target=note("hello\nyou")))
    assert steps(events) == [("fill", "Message", ("hello\nyou",))]
    events.say(key("Enter", note("hello\nyou"), "Shift"))
    assert steps(events)[1:] == [("press", "Message", ("Shift+Enter",))]


def test_a_div_with_a_name_is_a_button_and_one_without_is_nothing() -> None:
    events = started()
    events.say(click(element("generic", "Mugs")))
    events.say(click(element("generic", "", text=None)))
    events.say(click(element("main", "A long text")))
    made = demonstrate(events.events)
    assert [s.target.name for s in made.steps if s.target] == ["Mugs"]
    assert made.warnings == ("A click on “A long text” is left out: nothing was seen to follow from it.",)


def test_a_key_that_is_left_out_is_said_but_for_the_browsers_own() -> None:
    events = started()
    body = element("document", "", tag="body")
    events.say(click(element("button", "Save")))
    events.say(key("e", body))
    events.say(key("c", body, "Control"))
    events.say(key("F5", body))
    events.say(key(" ", body))
    made = demonstrate(events.events)
    assert len(made.steps) == 1
    assert made.warnings == (
        "The key e is left out: nothing was seen to follow from it.",
        "The key Space is left out: nothing was seen to follow from it.",
    )


def test_a_submit_proves_the_click_that_made_it() -> None:
    events = started()
    events.say(click(element("paragraph", "Go")))
    events.say(Submit(target=None))
    assert steps(events) == [("click", "Go", ())]


def test_a_submit_of_nothing_and_keys_that_only_type_are_no_steps() -> None:
    events = started()
    events.say(Submit(target=None))
    type_into(events, "Name", "a")
    events.say(Submit(target=None))
    assert steps(events) == [("fill", "Name", ("a",))]


def test_keys_on_a_native_select_are_seen_as_its_change() -> None:
    events = started()
    events.say(key("ArrowDown", chooser("Category", "Mugs", "Mugs", "Books")))
    events.say(Change(target=chooser("Category", "Books", "Mugs", "Books"), files=None))
    assert steps(events) == [("select", "Category", ("Books",))]


def test_a_toggle_that_a_script_draws_has_the_state_it_settled_in() -> None:
    events = started()
    said = events.say(click(element("switch", "Dark", state=state(checked=False))))
    events.say(Noted(of=said.n, unique=None, rivals=None, snapshot=None, state=state(checked=True)))
    assert last_effect(events).checked is True
    events.say(Noted(of=99, unique=None, rivals=None, snapshot=None, state=None))
    said = events.say(click(element("button", "Save")))
    events.say(Noted(of=said.n, unique=None, rivals=None, snapshot="0" * 64, state=state(checked=True)))
    assert last_effect(events).checked is None


def test_back_after_a_click_is_back_and_not_where_the_click_led() -> None:
    events = started()
    events.say(click(element("link", "Next")))
    events.on("two").say(opened(f"{SITE}/next"))
    events.say(Ready(page=page(f"{SITE}/next", "Next")))
    events.on("three").say(opened(f"{SITE}/", "back_forward"))
    made = demonstrate(events.events)
    assert [s.action for s in made.steps] == ["click", "back"]
    assert made.steps[0].effect.url == f"{SITE}/next"


def test_a_page_restored_from_the_cache_is_still_known() -> None:
    events = started()
    events.say(click(element("link", "Next")))
    events.on("two").say(opened(f"{SITE}/next"))
    events.on("one").say(opened(f"{SITE}/", "restored"))
    events.say(click(element("button", "Save")))
    made = demonstrate(events.events)
    assert [s.action for s in made.steps] == ["click", "back", "click"] and made.steps[2].page.heading == "Home"


def test_what_is_shown_in_the_old_page_is_not_the_effect_of_an_older_act() -> None:
    events = started()
    events.say(click(element("link", "Next")))
    events.on("two").say(opened(f"{SITE}/next"))
    events.say(click(element("button", "Save")))
    events.on("three").say(opened(f"{SITE}/done"))
    events.on("two").say(Shown(what="message", text="late"))
    assert [s.effect.texts for s in demonstrate(events.events).steps] == [(), ()]


def test_what_a_frame_does_is_shown_outside_of_it() -> None:
    events = started()
    events.say(click(element("link", "Open")))
    events.on("inner", frame=(frame(name="pay"),)).say(click(element("button", "Inside")))
    events.on("one").say(Shown(what="message", text="Thanks"))
    assert [s.effect.texts for s in demonstrate(events.events).steps] == [(), ("Thanks",)]


def test_progress_and_old_messages_are_no_effects() -> None:
    events = started()
    events.say(Ready(page=page(f"{SITE}/", "Home", messages=("Welcome",))))
    events.say(click(element("button", "Save")))
    for text in ("Saving…", "Loading...", "Welcome", "Saved", *map(str, range(9))):
        events.say(Shown(what="message", text=text))
    assert last_effect(events).texts == ("Saved", "0", "1", "2", "3")


def test_the_heading_of_the_old_view_is_not_that_of_the_new() -> None:
    events = started()
    events.say(click(element("link", "Inbox")))
    events.say(Moved(page=page(f"{SITE}/inbox", "Home"), cause="push"))
    assert (last_effect(events).url, last_effect(events).heading) == (f"{SITE}/inbox", None)
    events.say(Shown(what="heading", text="Inbox"))
    assert last_effect(events).heading == "Inbox"


def test_a_push_that_nobody_caused_is_no_step() -> None:
    events = started()
    type_into(events, "Search", "a")
    events.say(Moved(page=page(f"{SITE}/?q=a", "Home"), cause="replace"))
    events.on("inner", frame=(frame(),)).say(Moved(page=page(f"{SITE}/x"), cause="push"))
    assert [s[0] for s in steps(events)] == ["fill"]


def test_the_task_starts_in_the_tab_of_record() -> None:
    events = Events().on("worker")
    events.say(Task(what="started"))
    events.on("other", tab=3).say(opened(f"{SITE}/other", "already_open"))
    events.say(Ready(page=page(f"{SITE}/other", "Other")))
    events.on("one", tab=7).say(opened(f"{SITE}/", "navigate", referred=False))
    events.on("other", tab=3).say(click(element("button", "Save")))
    events.on("one", tab=7).say(click(element("button", "Also")))
    made = demonstrate(events.events)
    assert made.start == f"{SITE}/"
    assert [(s.action, s.tab) for s in made.steps] == [("navigate", 1), ("click", 1), ("click", 0)]
    assert made.steps[0].values == (f"{SITE}/other",) and made.steps[0].effect.heading == "Other"


def test_a_start_that_only_ready_tells() -> None:
    events = Events().on("one")
    events.say(Ready(page=page(f"{SITE}/late", "Late")))
    events.say(click(element("button", "Save")))
    assert demonstrate(events.events).start == f"{SITE}/late"


def test_a_restored_tab_is_no_step() -> None:
    events = started()
    events.say(click(element("button", "Save")))
    events.on("old", tab=9).say(opened(f"{SITE}/old", "restored"))
    assert [s[0] for s in steps(events)] == ["click"]


def test_a_tab_that_nothing_opened_was_opened_by_the_person() -> None:
    events = started()
    type_into(events, "Name", "a")
    events.on("worker", tab=8).say(Tab(what="opened", opener=7))
    events.on("two", tab=8).say(opened(f"{SITE}/typed", referred=False))
    made = demonstrate(events.events)
    assert [(s.action, s.tab) for s in made.steps] == [("fill", 0), ("navigate", 1)]


def test_a_secret_stays_one_whatever_the_page_says_later() -> None:
    events = started()
    events.say(Input(how="insertText", target=field("Password", "hun", id="p")))
    events.say(Input(how="insertText", target=password(id="p", state=state(value="hunter2"))))
    events.say(Input(how="insertText", target=field("Password", "hunter22", id="p")))
    events.say(Change(target=field("Password", "hunter22", id="p"), files=None))
    events.say(Change(target=password(id="p", state=state(value="hunter22")), files=None))
    events.say(click(element("button", "Show")))
    events.say(Input(how="insertText", target=field("Password", "hunter222", id="p")))
    made = demonstrate(events.events)
    assert "hun" not in made.model_dump_json()
    assert [(s.action, s.slot, s.target and s.target.sensitive) for s in made.steps] == [
        ("fill", "Password", "password"),
        ("click", None, None),
        ("fill", "Password", "password"),
    ]


def test_a_secret_choice_is_a_slot() -> None:
    events = started()
    month = state(value="07", selected=(Option(label="July", value="07"),))
    events.say(Change(target=chooser("Expires", "", "June", sensitive="card", state=month), files=None))
    made = demonstrate(events.events)
    assert (made.steps[0].slot, made.steps[0].values) == ("Expires", ()) and "July" not in made.model_dump_json()


@given(st.lists(st.sampled_from(["a", "Name", "Price"]), min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_the_order_that_events_come_in_changes_nothing(acts: list[str], chance) -> None:  # type: ignore[no-untyped-def]
    events = started()
    for act in acts:
        events.say(click(element("button", act)) if act == "a" else Input(how="", target=field(act, act)))
    shuffled = [*events.events, *events.events[:2]]
    chance.shuffle(shuffled)
    unique = list({(event.document, event.n): event for event in shuffled}.values())
    assert demonstrate(unique) == demonstrate(events.events)


def test_what_needs_no_step() -> None:
    events = started()
    events.say(click(element("button", "Save", form=form())))
    events.on("worker", tab=9).say(Tab(what="opened", opener=None))
    events.on("worker").say(Tab(what="activated", opener=None))
    events.say(Gap(text="A gap."))
    events.say(Gap(text="A gap."))
    assert steps(events) == [("click", "Save", ())] and demonstrate(events.events).warnings == ("A gap.",)


@pytest.mark.parametrize("cause", ["navigate", "reload"])
def test_frames_that_load_are_no_steps(cause: str) -> None:
    events = started()
    events.say(click(element("button", "Save")))
    events.on("inner", frame=(frame(),)).say(Opened(url=f"{SITE}/f", top=False, cause=cause, referred=True))  # type: ignore[arg-type]
    events.say(Ready(page=page(f"{SITE}/f")))
    assert last_effect(events).url is None
