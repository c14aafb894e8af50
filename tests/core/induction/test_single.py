import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.builders import SITE, chooser, demonstration, effect, element, field, form, frame, page, password, rival, step
from likewise.core.binding import bind, complete
from likewise.core.demonstration import Demonstration, Step
from likewise.core.induction.single import NotLearnable, learn, sign_in_block
from likewise.core.workflow import Workflow

LOGIN = form(id="login", secret=True)
SIGN_IN = [
    step("fill", field("Username", form=LOGIN), "ada"),
    step("fill", password(form=LOGIN), slot="Password"),
    step("click", element("button", "Log in", form=LOGIN), effect=effect(url=f"{SITE}/home")),
]


def defaults(made: Workflow) -> dict[str, str | None]:
    return {p.name: p.default for p in made.parameters}


def texts(made: Workflow, values: dict[str, str]) -> list[str]:
    full = complete(made, values)
    return [bind(pattern, full) for one in made.steps for pattern in (*one.values, *(f.pattern for f in one.follows))]


def test_typed_and_chosen_values_are_parameters() -> None:
    made = learn(
        demonstration(
            step("fill", field("Name"), "Blue mug"),
            step("select", chooser("Category", "Mugs", "Mugs", "Books"), "Mugs"),
            step("choose", element("radio", "Express", fieldset="Shipping", field="ship")),
            step("uncheck", element("checkbox", "In stock")),
            step("upload", field("Picture"), "cat.png"),
            step("fill", field("Name"), "Other"),
            step("clear", field("Note")),
            step("press", field("Note"), "Enter"),
        )
    )
    assert [(p.name, p.type, p.default, p.required) for p in made.parameters] == [
        ("name", "text", "Blue mug", False),
        ("category", "choice", "Mugs", False),
        ("shipping", "choice", "Express", False),
        ("in_stock", "bool", "false", False),
        ("picture", "file", None, True),
        ("name_2", "text", "Other", False),
    ]
    assert made.steps[3].toggle == "in_stock" and made.steps[6].values == ()


def test_later_texts_follow() -> None:
    made = learn(
        demonstration(
            step("fill", field("Name"), "Blue mug", effect=effect(value="Blue mug")),
            step(
                "click",
                element("button", "Save"),
                effect=effect(url=f"{SITE}/p/Blue_mug", heading="Blue mug", texts=("“Blue mug” was added.",)),
            ),
            step("click", element("link", "Blue mug", href=f"{SITE}/p/Blue_mug", row="Blue mug")),
        )
    )
    values = {"name": "Red cup"}
    want = made.steps[1].effect
    assert want.url and want.heading and made.steps[0].effect.value
    assert [bind(p, values) for p in (made.steps[0].effect.value, want.url, want.heading, *want.texts)] == [
        "Red cup",
        f"{SITE}/p/Red_cup",
        "Red cup",
        "“Red cup” was added.",
    ]
    assert {f.field: bind(f.pattern, values) for f in made.steps[2].follows} == {
        "name": "Red cup",
        "text": "Red cup",
        "row": "Red cup",
        "href": f"{SITE}/p/Red_cup",
    }


def test_a_completed_text_and_its_completion_are_one_parameter() -> None:
    options = (rival("option", "London, CA"), rival("button", "Save"))
    made = learn(
        demonstration(
            step("fill", element("combobox", "City", tag="input"), "Lon"),
            step("click", element("option", "London, UK", rivals=options)),
        )
    )
    assert defaults(made) == {"city": "London, UK"}
    assert set(texts(made, {"city": "Paris, FR"})) == {"Paris, FR"}


def test_a_picked_entry_is_a_choice_named_by_what_opened_the_list() -> None:
    opener = step("click", element("button", "Category"))
    options = (rival("option", "Books"), rival("button", "Save"))
    made = learn(demonstration(opener, step("click", element("option", "Mugs", rivals=options))))
    assert [(p.name, p.default, [o.label for o in p.options or ()]) for p in made.parameters] == [
        ("category", "Mugs", ["Mugs", "Books"])
    ]
    assert set(texts(made, {"category": "Books"})) == {"Books"}
    alone = (element("option", "Mugs", heading="Kinds"), element("option", "A"))
    assert list(defaults(learn(demonstration(*(step("click", one) for one in alone))))) == ["kinds", "choice"]
    again = learn(demonstration(step("fill", field("Kind"), "Mugs"), step("click", element("option", "Mugs"))))
    assert defaults(again) == {"kind": "Mugs"}


def test_what_is_typed_twice_is_one_parameter() -> None:
    twice = [step("fill", field("Mail"), "a@b.test"), step("fill", field("Mail again"), "a@b.test")]
    assert defaults(learn(demonstration(*twice))) == {"mail": "a@b.test"}


def test_the_secret_of_another_site_is_another_secret() -> None:
    framed = (frame(url="http://pay.test/f"),)
    made = learn(
        demonstration(
            *SIGN_IN,
            step("fill", password(), slot="Password", frame=framed),
            step("select", chooser("Expires", "", sensitive="card"), slot="Expires"),
        )
    )
    assert [one.slot for one in made.steps] == [None, "password", None, "password_2", "expires"]
    assert made.origins == (SITE, "http://pay.test")
    assert all(p.default is None for p in made.parameters if p.type == "secret")


def test_signing_in_is_one_block() -> None:
    made = learn(demonstration(*SIGN_IN, step("click", element("link", "Add"))))
    assert [one.block for one in made.steps] == ["sign_in"] * 3 + [None]
    assert made.title == "Add on shop.test"


@pytest.mark.parametrize(
    ("steps", "block"),
    [
        (SIGN_IN, {0, 1, 2}),
        (SIGN_IN[:2], set()),
        ([step("click", element("link", "Start")), *SIGN_IN], {1, 2, 3}),
        ([step("fill", password(), slot="Password"), SIGN_IN[2]], set()),
        ([step("click", element("link", "Start"))], set()),
        ([*SIGN_IN, *SIGN_IN], {0, 1, 2}),
        ([step("fill", field("Q"), "x", page=page(f"{SITE}/q")), *SIGN_IN], {1, 2, 3}),
    ],
)
def test_the_block_ends_with_the_submit(steps: list[Step], block: set[int]) -> None:
    assert sign_in_block(steps) == block


def test_irreversible_steps_are_gated_and_notes_say_what_stays() -> None:
    made = learn(
        demonstration(
            step("fill", field("From"), "London"),
            step("fill", field("To", type="tel"), "London"),
            step("click", element("button", "Delete")),
        )
    )
    assert [one.gate for one in made.steps] == [None, None, "delete: it says “Delete”"]
    assert list(defaults(made)) == ["from"]


def test_a_title_says_no_values() -> None:
    heading = page(f"{SITE}/e", "Creating Blue mug")
    made = learn(demonstration(step("fill", field("Search"), "Blue mug"), step("fill", field("Text"), "x", page=heading)))
    assert made.title == "Creating …"


def test_a_page_that_is_none_gives_no_workflow() -> None:
    with pytest.raises(NotLearnable, match="chrome://newtab"):
        learn(Demonstration(origin="", start="chrome://newtab", steps=(), warnings=()))


VALUES = st.text(min_size=1, max_size=10)


@given(st.lists(st.tuples(st.sampled_from(["Name", "Price", "City"]), VALUES), min_size=1, max_size=4), VALUES)
def test_binding_the_recorded_values_reproduces_the_demonstration(typed: list[tuple[str, str]], text: str) -> None:
    after = f"{text} {' '.join(value for _, value in typed)}"
    link = element("link", after, row=after, href=f"{SITE}/{text}")
    shown = step("click", link, effect=effect(url=f"{SITE}/{text}", heading=after))
    going = step("navigate", None, f"{SITE}/?q={text}")
    fills = [step("fill", field(label), value, effect=effect(value=value)) for label, value in typed]
    done = demonstration(*fills, shown, going)
    made = learn(done)
    values = complete(made, {})
    for recorded, learned in zip(done.steps, made.steps, strict=True):
        assert bind(learned.url, values) == recorded.page.url
        assert tuple(bind(pattern, values) for pattern in learned.values) == recorded.values
        assert all(bind(f.pattern, values) == getattr(recorded.target, f.field) for f in learned.follows)
        assert (bind(learned.effect.url, values) if learned.effect.url else None) == recorded.effect.url
        assert (bind(learned.effect.heading, values) if learned.effect.heading else None) == recorded.effect.heading
        assert (bind(learned.effect.value, values) if learned.effect.value else None) == recorded.effect.value
