import pytest

from core.builders import SITE, chooser, demonstration, effect, element, field, observed, page, state, step
from likewise.core.demonstration import Step
from likewise.core.effects import Expected, expected, fresh_messages, state_holds, told, unmet
from likewise.core.element import Option, Page
from likewise.core.induction.single import learn
from likewise.core.page import Observed

LIST, ADD = f"{SITE}/product/", f"{SITE}/product/add/"


def after(done: Step, values: dict[str, str] | None = None, *earlier: Step) -> Expected:
    made = learn(demonstration(*earlier, done))
    defaults = {p.name: p.default for p in made.parameters if p.default is not None}
    return expected(made.steps[-1], defaults | (values or {}))


def click(where: Page | None = None, **facts: object) -> Step:
    return step("click", element("button", "Save"), page=where or page(ADD, "Add product"), effect=effect(**facts))


def missing(want: Expected, seen: Observed, before: Page | None = None) -> tuple[str, ...]:
    return unmet(want, seen, before, told(want, seen, before))


def test_nothing_recorded_is_nothing_missing() -> None:
    want = after(click())
    assert want.nothing and not want.only_state and missing(want, observed(page(ADD))) == ()


def test_the_page_the_heading_and_the_message() -> None:
    want = after(click(url=LIST, heading="Products", texts=("Saved.",)))
    assert missing(want, observed(page(LIST, "products"), seen=(True,))) == ()
    assert missing(want, observed(page(ADD, None), seen=(False,))) == (
        "the page /product/, this is /product/add/",
        "the heading “Products”, it is “”",
        "the message “Saved.”",
    )
    assert missing(want, observed(page(LIST, "Products"), seen=(True,), busy=True)) == ("the page to be loaded",)


def test_an_answer_of_the_wrong_length_proves_nothing() -> None:
    want = after(click(texts=("Saved.",)))
    assert missing(want, observed(page(ADD), seen=())) == ("the message “Saved.”",)


def test_numbers_in_fixed_parts_are_open_and_parameters_are_not() -> None:
    typed = step("fill", field("Price"), "12.50")
    want = after(click(texts=("Order 1042 over 12.50 placed",)), {"price": "99.00"}, typed)
    seen = observed(page(ADD, messages=("Order 1043 over 99.00 placed",)), seen=(False,))
    assert missing(want, seen) == ()
    other = observed(page(ADD, messages=("Order 1043 over 12.50 placed",)), seen=(False,))
    assert missing(want, other) == ("the message “Order 1042 over 99.00 placed”",)


@pytest.mark.parametrize(
    ("recorded", "shown", "same"),
    [
        ("3 results", "12 results", True),
        ("0 errors", "3 errors", False),
        ("3 errors", "0 errors", False),
        ("3 errors", "00 errors", False),
        ("100% done", "50% done", False),
        ("Saved", "Saved!", False),
        ("Saved  at 10:42", "saved at 9:05", True),
    ],
)
def test_open_numbers(recorded: str, shown: str, same: bool) -> None:
    want = after(click(texts=(recorded,)))
    assert (missing(want, observed(page(ADD, messages=(shown,)), seen=(False,))) == ()) is same


def test_what_stood_there_before_is_no_news_on_the_same_page() -> None:
    want = after(click(texts=("Saved.",)))
    old, new = page(ADD, messages=("Saved.",)), page(LIST, messages=("Saved.",))
    assert missing(want, observed(old, seen=(True,)), old) == ("the message “Saved.”",)
    assert missing(want, observed(new, seen=(True,)), old) == ()
    assert fresh_messages(page(ADD, messages=("Saved.", "New")), old) == ("New",)


def test_a_text_that_has_gone_again_was_seen() -> None:
    want = after(click(texts=("Saved.",)))
    assert unmet(want, observed(page(ADD), seen=(False,)), None, frozenset({0})) == ()


def test_a_heading_with_another_number_must_be_a_new_one() -> None:
    want = after(click(heading="Step 2 of 3"))
    assert missing(want, observed(page(ADD, "Step 2 of 3")), page(ADD, "Step 1 of 3")) == ()
    assert missing(want, observed(page(ADD, "Step 3 of 3")), page(ADD, "Step 1 of 3")) == ()
    assert missing(want, observed(page(ADD, "Step 1 of 3")), page(ADD, "Step 1 of 3")) == (
        "the heading “Step 2 of 3”, it is “Step 1 of 3”",
    )


def test_an_address_that_changed_must_change_again() -> None:
    one, two = page(f"{SITE}/step-1", "Order"), page(f"{SITE}/step-2", "Order")
    want = after(click(one, url=two.url, heading="Order"))
    assert missing(want, observed(two), one) == ()
    assert missing(want, observed(one), one) == ("another page than /step-1",)
    assert not want.was_so(one) and not want.was_so(page(LIST, "Order"))


def test_what_was_so_before_proves_nothing() -> None:
    where = page(ADD, "Add product")
    assert after(click(url=ADD, heading="Add product")).was_so(where)
    assert not after(click(url=LIST)).was_so(where)
    assert not after(click(url=ADD, texts=("Saved.",))).was_so(where)
    assert not after(click()).was_so(where)


@pytest.mark.parametrize(
    ("recorded", "before", "now", "error"),
    [
        (200, 200, 500, True),
        (None, 200, 500, True),
        (404, 200, 404, False),
        (404, 200, 500, True),
        (None, 404, 404, False),
        (200, 200, None, False),
    ],
)
def test_an_error_is_one_unless_it_was_there(recorded: int | None, before: int, now: int | None, error: bool) -> None:
    want = after(click(url=ADD, status=recorded))
    seen = observed(page(ADD, status=now))
    expected_text = (f"a page without an error, the site answered {now}",) if error else ()
    assert missing(want, seen, page(ADD, status=before)) == expected_text


def test_dialogs_and_tabs() -> None:
    want = after(click(dialog="Order 17", tab=True))
    assert missing(want, observed(page(ADD), dialog="Order 18", opened=(8,))) == ()
    assert missing(want, observed(page(ADD))) == ("the dialog “Order 17”", "a new tab")
    assert want.of_page


def test_states_of_controls() -> None:
    chosen = tuple(Option(label=label, value=label.lower()) for label in ("Mugs", "Books"))
    one = after(step("select", chooser("Category", "Mugs", "Mugs", "Books"), "Mugs"), {"category": "books"})
    assert one.only_state and state_holds(one, state(selected=chosen[1:]))
    assert not state_holds(one, state(selected=chosen[:1])) and not state_holds(one, state(selected=chosen))
    many = after(step("select", chooser("Category", "", "Mugs", "Books", multiple=True), "Mugs", "Books"))
    assert state_holds(many, state(selected=chosen)) and not state_holds(many, state())
    none = after(step("select", chooser("Category", "", "Mugs", multiple=True)))
    assert state_holds(none, state(selected=()))
    box = after(step("check", element("checkbox", "Gift"), effect=effect(checked=True)), {"gift": "false"})
    assert state_holds(box, state(checked=False)) and not state_holds(box, state(checked=True))
    text = after(step("fill", field("Name"), "Mug", effect=effect(value="Mug")), {"name": "Cup"})
    assert state_holds(text, state(value="Cup")) and not state_holds(text, state(value="Mug"))


def test_a_state_that_is_not_so_is_missing_in_words() -> None:
    text = after(step("fill", field("Name"), "Mug", effect=effect(value="Mug")))
    assert missing(text, observed(page(ADD), state=state(value=""))) == ("the value “Mug”",)
    assert missing(text, observed(page(ADD))) == ("the control with the value “Mug”",)
    box = after(step("uncheck", element("checkbox", "Gift"), effect=effect(checked=False)))
    assert missing(box, observed(page(ADD), state=state(checked=True))) == ("the value “not checked”",)
    size = after(step("select", chooser("Size", "S", "S", "M"), "M"))
    assert missing(size, observed(page(ADD), state=state(selected=()))) == ("the value “M”",)
    switch = after(step("click", element("switch", "Dark"), effect=effect(checked=True)))
    assert missing(switch, observed(page(ADD), state=state(checked=False))) == ("the value “checked”",)
