from typing import Any

import pytest

from core.builders import candidate, chooser, element, field, frame, password, path, rival, unique
from likewise.core.element import Element, FramePath
from likewise.core.locating import Verdict, describe, equivalent, locate, same_frame

NONE = frozenset[str]()


def find(wanted: Element, *seen: Element, changed: frozenset[str] = NONE, where: FramePath = ()) -> Verdict:
    return locate(wanted, [candidate(one, n, frames=where) for n, one in enumerate(seen)], where, changed)


def number(verdict: Verdict) -> int | None:
    return verdict.found.handle.number if verdict.found else None


def test_two_witnesses_find_it_among_others() -> None:
    save = element("button", "Save", id="save")
    verdict = find(save, element("button", "Cancel"), save.model_copy(update={"path": path("body", "other:1")}))
    assert number(verdict) == 1 and (verdict.score, verdict.margin, verdict.nearest) == (2 / 3, 2 / 3, ())


def test_one_witness_is_not_enough() -> None:
    verdict = find(element("button", "Save"), element("button", "Save", path=path("body", "other:1")))
    assert number(verdict) is None and verdict.reason == "button “Save” is not here"
    assert verdict.nearest == ("button “Save”",)


def test_a_renamed_button_is_another_button() -> None:
    verdict = find(
        element("button", "Save", id="b"), element("button", "Delete", id="b", path=path("body", "button:1", "Save:1"))
    )
    assert verdict.found is None
    assert verdict.reason == "button “Save” is not here; in its place is button “Delete”"


def test_a_renamed_field_is_the_same_field() -> None:
    name = field("Name")
    assert number(find(name, name.model_copy(update={"name": "Title"}))) == 0


@pytest.mark.parametrize("facts", [{"id": 2, "field": 2}, {"path": 2, "role_name": 0}])
def test_what_is_not_unique_is_no_witness(facts: dict[str, int]) -> None:
    name = field("Name", unique=unique(**facts))
    gone = name.model_copy(update={"unique": unique(), "name": "Other"})
    assert find(name, gone).found is None


def test_where_nobody_had_counted_what_is_unique_now_counts() -> None:
    name = field("Name", unique=None)
    assert number(find(name, field("Name"))) == 0
    assert find(name, name).found is None


def test_two_that_fit_equally_well_are_none() -> None:
    save = element("button", "Save")
    verdict = find(save, save, save)
    assert verdict.found is None and verdict.reason == "several elements fit “Save” equally well"


def test_links_with_one_name_and_one_target_are_one() -> None:
    link = element("link", "Products", href="http://a.test/p")
    assert number(find(link, link, link)) == 0 and equivalent(link, link)
    assert not equivalent(link, link.model_copy(update={"href": "http://a.test/q"}))


def test_a_links_target_is_a_witness_on_its_own_site_only() -> None:
    link = element("link", "Next", href="http://a.test/p?b=1&a=2", path=path("body"))
    moved = {"path": path("nav")}
    assert number(find(link, link.model_copy(update=moved | {"href": "http://a.test/p?a=2&b=1"}))) == 0
    assert find(link, link.model_copy(update=moved | {"href": "http://b.test/p?b=1&a=2"})).found is None
    assert find(link, link.model_copy(update=moved | {"href": None})).found is None


@pytest.mark.parametrize(
    ("wanted", "seen"),
    [
        (field("Name"), element("switch", "Name", tag="span", id="id_name")),
        (element("checkbox", "Gift", id="g"), element("checkbox", "Gift", id="g", type="radio")),
        (field("Code"), field("Code", sensitive="code")),
        (password(), field("Password")),
    ],
)
def test_another_kind_of_control_is_never_it(wanted: Element, seen: Element) -> None:
    same_place = seen.model_copy(update={"path": wanted.path})
    assert find(wanted, same_place).found is None


def test_a_path_may_begin_at_a_renamed_id_if_the_old_one_has_gone_and_all_around_is_as_it_was() -> None:
    def bergen(anchor: str, **facts: Any) -> Element:
        return element("option", "Bergen", path=path(anchor, "li:1"), unique=unique(id=None, field=None), **facts)

    recorded = bergen("#harbours", heading="Cabins")
    assert number(find(recorded, bergen("#x-f10", heading="Cabins"))) == 0
    assert find(recorded, bergen("#x-f10", heading="Countries")).found is None
    assert find(recorded, bergen("form#x", heading="Cabins")).found is None
    assert find(recorded, bergen("main", heading="Cabins")).found is None
    still = element("textbox", "Other", ancestors=("harbours",))
    assert find(recorded, bergen("#x-f10", heading="Cabins"), still).found is None
    other = recorded.model_copy(update={"name": "Bodø"})
    bodo = bergen("#x-f10", heading="Cabins").model_copy(update={"name": "Bodø", "path": path("#x-f10", "li:2")})
    assert number(find(other, bodo, changed=frozenset({"name"}))) == 0


# --- rows ---


def in_row(row: str, name: str = "Edit", n: int = 1, **facts: Any) -> Element:
    counts = unique(role_name=2, cell=2, href=None, id=None, field=None)
    base: dict[str, Any] = dict(row=row, column="Actions", path=path("main", f"tr:{n}", f"{name}:1"), unique=counts)
    return element("button", name, **(base | facts))


def test_edit_in_another_row_is_never_it() -> None:
    ada = in_row("Ada", rivals=(rival("button", "Edit", row="Bob"), rival("button", "Delete", row="Ada")))
    moved = (in_row("Bob", n=1), in_row("Ada", n=2), in_row("Ada", "Delete", n=2))
    assert number(find(ada, *moved)) == 1  # Bob's is where Ada's was
    assert find(ada, *(one.model_copy(update={"heading": "Archive"}) for one in moved)).found is None
    stayed = (in_row("Ada", n=1), in_row("Ada", "Delete", n=1), in_row("Bob", n=2))
    assert number(find(ada, *stayed)) == 0


def test_two_buttons_in_one_cell_are_told_apart_by_name() -> None:
    ada = in_row("Ada", rivals=(rival("button", "Delete", row="Ada"),))
    bob = ada.model_copy(update={"row": "Bob"})
    here = (in_row("Ada"), in_row("Ada", "Delete"), in_row("Bob", n=2), in_row("Bob", "Delete", n=2))
    assert number(find(bob, *here, changed=frozenset({"row"}))) == 2
    assert find(bob, *here[:2], changed=frozenset({"row"})).found is None
    assert find(bob, *here, in_row("Bob", n=3), changed=frozenset({"row"})).found is None


def test_a_key_that_counts_is_none_where_no_row_tells_the_twins_apart() -> None:
    def delete(n: int, **facts: Any) -> Element:
        counts = unique(role_name=2, field=None)
        return element(
            "button", "Delete", id=f"delete-{n}", path=path("main", f"div:{n}", "button:1"), unique=counts, **facts
        )

    twins = (rival("button", "Delete", id="delete-2"),)
    assert find(delete(1, rivals=twins), delete(1), delete(2)).found is None
    assert number(find(delete(1, row="Ada", rivals=twins), delete(1, row="Ada"), delete(2, row="Bob"))) == 0
    assert find(delete(1, row="Ada", rivals=twins), delete(1, row="Bob")).found is None


def test_fields_whose_labels_changed_places_are_not_taken_for_one_another() -> None:
    def numbered(name: str, n: int, **facts: Any) -> Element:
        return field(name, id=f"f{n}", field=f"f{n}", path=path("form", f"input:{n}"), **facts)

    first = numbered("First name", 1, rivals=(rival("textbox", "Last name"),))
    assert number(find(first, numbered("First name", 1), numbered("Last name", 2))) == 0
    assert find(first, numbered("Last name", 1), numbered("First name", 2)).found is None
    assert find(first, numbered("Last name", 1)).found is None
    assert find(first, numbered("Email", 1), numbered("First name", 2), numbered("Last name", 3)).found is None
    assert number(find(first, numbered("Given name", 1), numbered("Last name", 2))) == 0


def test_a_cell_that_was_not_alone_or_that_nobody_counted() -> None:
    twins = in_row("Ada", rivals=(rival("button", "Edit", row="Ada"),))
    assert find(twins, in_row("Ada")).found is None
    assert find(in_row("Ada", rivals=None), in_row("Ada")).found is None
    assert number(find(in_row("Ada", rivals=None, unique=None), in_row("Ada"))) == 0


def test_a_unique_cell_is_a_witness() -> None:
    price = field("", row="Mug", column="Price", id="form-0-price", field="form-0-price", unique=unique(cell=1, role_name=2))
    assert number(find(price, price)) == 0
    other = price.model_copy(update={"row": "Cup"})
    assert find(price, other).found is None  # the same id and place, in the row of something else
    assert find(price.model_copy(update={"row": "Cup"}), price, changed=frozenset({"row"})).found is None


def test_the_new_name_is_a_must_for_whatever_is_named_by_a_parameter() -> None:
    def radio(name: str, n: int) -> Element:
        return element(
            "radio", name, field="ship", field_value=name, id=f"ship_{n}", path=path("form", f"label:{n}", "input:1")
        )

    wanted = radio("Express", 1).model_copy(update={"name": "Standard"})
    assert number(find(wanted, radio("Express", 1), radio("Standard", 2), changed=frozenset({"name"}))) == 1
    assert find(wanted, radio("Express", 1), changed=frozenset({"name"})).found is None


def test_a_link_that_a_parameter_leads_elsewhere() -> None:
    link = element("link", "Red mug", href="http://a.test/red-mug")
    counts = unique(href=2, role_name=2)
    recorded = link.model_copy(update={"unique": counts})
    assert number(find(recorded, link, changed=frozenset({"href", "name"}))) == 0
    assert find(recorded, link, changed=NONE).found is None


# --- frames and words ---


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ((), (), True),
        ((frame(),), (), False),
        ((frame(name="pay"),), (frame(name="pay"),), True),
        ((frame(name="stripe17"),), (frame(name="stripe204"),), True),
        ((frame(name="pay"),), (frame(name="chat"),), False),
        ((frame(id="a"),), (frame(),), False),
        ((frame(url="http://a.test/f/17?x=1"),), (frame(url="http://a.test/f/18?y=1"),), True),
        ((frame(url="http://a.test/f"),), (frame(url="http://a.test/g"),), False),
        ((frame(ordinal=1),), (frame(ordinal=1),), True),
        ((frame(ordinal=1),), (frame(ordinal=2),), False),
    ],
)
def test_frames(one: FramePath, other: FramePath, same: bool) -> None:
    assert same_frame(one, other) is same


def test_elements_of_other_frames_are_no_candidates() -> None:
    save = element("button", "Save")
    assert locate(save, [candidate(save)], (frame(name="pay"),), NONE).found is None


def test_elements_in_words() -> None:
    assert describe(in_row("Ada")) == "button “Edit”, in the row “Ada”"
    assert describe(element("", "", tag="div", text=None)) == "div “”"
    assert find(chooser("Size", "S", "S")).reason == "combobox “Size” is not here"
