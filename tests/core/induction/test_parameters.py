import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.builders import chooser, element, field, rival, step
from likewise.core.binding import bind
from likewise.core.induction.parameters import Parameters, label_of, options_of, parameter_name, select_default, value_type


def learned(**values: str) -> Parameters:
    found = Parameters()
    for name, value in values.items():
        found.add(name, "text", value)
    return found


@pytest.mark.parametrize(
    ("label", "taken", "name"),
    [
        ("Unit price (€)", [], "unit_price"),
        ("Name", ["name"], "name_2"),
        ("Name", ["name", "name_2"], "name_3"),
        ("***", [], "value"),
        ("Größe", [], "größe"),
    ],
)
def test_a_parameter_is_named_by_its_label(label: str, taken: list[str], name: str) -> None:
    assert parameter_name(label, taken) == name


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("The product “Blue mug” was added.", "The product “Red cup” was added."),
        ("Blue mugs", "Blue mugs"),
        ("Blue mug", "Red cup"),
        ("blue mug", "blue mug"),
        ("", ""),
    ],
)
def test_a_text_follows_the_value_in_it(text: str, new: str) -> None:
    assert bind(learned(name="Blue mug").follow(text), {"name": "Red cup"}) == new


@pytest.mark.parametrize(
    ("url", "new"),
    [
        ("http://a.test/w/Blue_mug?x=1", "http://a.test/w/Red_cup?x=1"),
        ("http://a.test/?q=Blue+mug", "http://a.test/?q=Red+cup"),
        ("http://a.test/blue-mug-17/", "http://a.test/red-cup-17/"),
        ("/Blue%20mug", "/Red%20cup"),
        ("", ""),
    ],
)
def test_an_address_follows_the_value_in_it(url: str, new: str) -> None:
    assert bind(learned(name="Blue mug").follow_url(url), {"name": "Red cup"}) == new


def test_the_host_never_follows_and_neither_does_what_stood_there_before() -> None:
    found = Parameters(urls=["http://shop.test/admin/login/"])
    found.add("Username", "text", "admin")
    found.add("Name", "text", "shop")
    assert (
        bind(found.follow_url("http://shop.test/admin/shop/"), {"username": "x", "name": "y"}) == "http://shop.test/admin/y/"
    )
    found.visit("http://shop.test/mugs/")
    found.add("Kind", "text", "mugs")
    assert bind(found.follow_url("http://shop.test/mugs/"), {"kind": "cups"}) == "http://shop.test/mugs/"


def test_the_longest_value_follows_first() -> None:
    found = learned(kind="mug", name="Blue mug")
    assert bind(found.follow("Blue mug (mug)"), {"kind": "cup", "name": "Red thing"}) == "Red thing (cup)"


def test_short_values_follow_only_where_they_are_the_whole() -> None:
    found = learned(n="17")
    assert bind(found.follow("17"), {"n": "18"}) == "18" and bind(found.follow("Item 17"), {"n": "18"}) == "Item 17"


def test_what_is_ambiguous_stays_and_is_said_once() -> None:
    found = learned(start="London", end="London")
    for _ in range(2):
        assert bind(found.follow("London, UK"), {"start": "Paris", "end": "Rome"}) == "London, UK"
    assert found.notes == ["“London” is the value of start and end: where it appears later it stays as recorded."]
    assert found.equal("London") is None


def test_the_same_text_typed_again_is_the_same_parameter_but_a_number_may_be_another() -> None:
    found = learned(mail="a@b.test", city="Rome", x="ab")
    found.add("Price", "number", "100")
    assert found.equal("a@b.test") == found.found[0]
    assert found.equal("100") is None and found.equal("ab") is None and found.equal("other") is None


def test_a_secret_belongs_to_its_site_and_kind() -> None:
    found = Parameters()
    one = found.secret("Password", "http://a.test", "password")
    assert found.secret("Password", "http://a.test", "password") == one
    assert found.secret("Password", "http://b.test", "password").name == "password_2"
    assert one.default is None and not one.required


@given(st.dictionaries(st.sampled_from("abcd"), st.text(min_size=1, max_size=8), max_size=4), st.text(max_size=30))
def test_binding_the_recorded_values_gives_the_recorded_text(values: dict[str, str], text: str) -> None:
    found = learned(**values)
    around = text + "".join(f" {value} /{value}" for value in values.values())
    assert bind(found.follow(around), values) == around
    assert bind(found.follow_url("http://a.test/" + around), values) == "http://a.test/" + around


def typed(value: str, label: str = "Value", **facts):  # type: ignore[no-untyped-def]
    return step("fill", field(label, value, **facts), value)


@pytest.mark.parametrize(
    ("done", "kind"),
    [
        (typed("Blue mug"), "text"),
        (typed("12.50"), "number"),
        (typed("-3"), "number"),
        (typed("1,234.5"), "number"),
        (typed("0.5"), "number"),
        (typed("2026-03-04"), "date"),
        (typed("2026-03-04", type="date"), "date"),
        (typed("2026-03", type="month"), "text"),
        (typed("7", type="number"), "number"),
        (typed("5551234", type="tel"), "text"),
        (typed("5551234", "Phone number"), "text"),
        (typed("+49 170 1234567"), "text"),
        (typed("01234"), "text"),
        (typed("12345", "ZIP code"), "text"),
        (typed("12345", autocomplete="postal-code"), "text"),
        (typed("1234567890123"), "text"),
        (typed("1.2.3"), "text"),
        (step("clear", field("Value")), "text"),
    ],
)
def test_the_type_of_a_typed_value(done, kind: str) -> None:  # type: ignore[no-untyped-def]
    assert value_type(done) == kind


def test_labels() -> None:
    assert label_of(typed("x", "Name: *")) == "Name"
    assert label_of(step("fill", field("", placeholder="Search…"))) == "Search…"
    assert label_of(step("choose", element("radio", "Express", fieldset="Shipping"))) == "Shipping"
    assert label_of(step("choose", element("radio", "Express"))) == "Express"


def test_choices_are_given_where_all_are_known() -> None:
    assert [o.label for o in options_of(step("select", chooser("Size", "S", "S", "M"))) or ()] == ["S", "M"]
    group = tuple(rival("radio", name, field="ship") for name in ("Standard", "Express"))
    radio = element("radio", "Express", field="ship", rivals=(*group, rival("radio", "Card", field="pay")))
    assert [o.label for o in options_of(step("choose", radio)) or ()] == ["Express", "Standard"]
    few = element("option", "Mugs", rivals=(rival("option", "Books"), rival("button", "Save")))
    assert [o.label for o in options_of(step("click", few)) or ()] == ["Mugs", "Books"]
    many = element("option", "Mugs", rivals=tuple(rival("option", str(n)) for n in range(10)))
    assert options_of(step("click", many)) is None and options_of(step("click", element("option", "Mugs"))) is None


def test_several_choices_are_one_text() -> None:
    assert select_default(step("select", chooser("Size", ""), "S", "M")) == "S; M"
