import pytest

from core.builders import SITE, demonstration, effect, element, field, form, page, password, step
from likewise.core.demonstration import Step
from likewise.core.induction.naming import description, step_title, title

ADD = page(f"{SITE}/add", "Add product")
LOGIN = form(secret=True)
NONE = frozenset[int]()


def test_a_step_is_titled_by_what_was_done() -> None:
    assert step_title(step("fill", field("Name"), "Blue mug")) == "Fill “Name” with Blue mug"
    assert step_title(step("fill", password(), slot="Password")) == "Fill “Password” with ••••••"


@pytest.mark.parametrize(
    ("steps", "called"),
    [
        ([step("fill", field("Name"), "Mug", page=ADD), step("click", element("button", "Save"), page=ADD)], "Add product"),
        ([step("fill", field("q"), "x", page=page(title="Search"))], "Search"),
        (
            [
                step("fill", field("q"), "x", page=page(f"{SITE}/", "Home")),
                step("fill", field("Summary"), "y", page=page(f"{SITE}/e", "Edit")),
                step("click", element("button", "Save")),
            ],
            "Edit",
        ),
        ([step("fill", field("q"), "x"), step("click", element("button", "Go"))], "Go on shop.test"),
        ([step("click", element("link", "Report"))], "Report on shop.test"),
        ([step("navigate", None, f"{SITE}/report?y=1")], "Go to /report?y=1"),
        ([step("back", None)], "A task on shop.test"),
        ([step("fill", field("q"), "x")], "A task on shop.test"),
        (
            [step("fill", field("a"), "x", page=ADD), step("fill", field("b"), "y", page=page(heading="B"))] * 2,
            "Add product",
        ),
    ],
)
def test_a_task_is_called_by_the_page_where_most_was_filled_in(steps: list[Step], called: str) -> None:
    assert title(demonstration(*steps), NONE) == called


def test_signing_in_does_not_name_the_task() -> None:
    signing_in = step("fill", field("Username", form=LOGIN), "ada", page=page(heading="Log in"))
    assert (
        title(demonstration(signing_in, step("click", element("link", "Report"))), frozenset({0})) == "Report on shop.test"
    )
    assert title(demonstration(signing_in), frozenset({0})) == "Log in"


def test_a_description_reads_as_a_sentence() -> None:
    made = demonstration(
        step("fill", password(form=LOGIN), slot="Password"),
        step("click", element("button", "Log in", form=LOGIN), effect=effect(url=f"{SITE}/")),
        step("click", element("link", "Add")),
        *(step("fill", field(name), "x") for name in ("Name:", "Price *", "Size", "Colour", "Weight")),
        step("choose", element("radio", "Express", fieldset="Shipping", field="ship")),
        step("press", field("Note"), "Enter"),
        step("double_click", element("row", "Ada")),
        step("navigate", None, f"{SITE}/list"),
        step("back", None),
        step("check", element("checkbox", "Gift")),
    )
    assert description(made, frozenset({0, 1})) == (
        "On shop.test: sign in, click “Add”, fill in Name, Price, Size, Colour and 2 more, press Enter in “Note”, "
        "double-click “Ada”, go to /list, go back, then fill in Gift."
    )
    assert description(demonstration(step("click", element("link", "Add"))), NONE) == "On shop.test: click “Add”."
