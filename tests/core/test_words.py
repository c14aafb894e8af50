import pytest

from core.builders import chooser, demonstration, effect, element, field, form, password, step
from likewise.core.demonstration import Step
from likewise.core.induction.single import learn
from likewise.core.words import clip, dry_run, object_of, phrase, sentence

NAME = field("Name")


@pytest.mark.parametrize(
    ("done", "words"),
    [
        (step("click", element("button", "Save")), "Click “Save”"),
        (step("double_click", element("row", "Ada")), "Double-click “Ada”"),
        (step("fill", NAME, "Blue\nmug"), "Fill “Name” with Blue mug"),
        (step("clear", NAME), "Clear “Name”"),
        (step("select", chooser("Size", "S", "S"), "S", "M"), "Choose S, M in “Size”"),
        (step("select", chooser("Size", "", "S")), "Choose nothing in “Size”"),
        (step("check", element("checkbox", "Gift")), "Check “Gift”"),
        (step("uncheck", element("checkbox", "Gift")), "Uncheck “Gift”"),
        (step("choose", element("radio", "Express")), "Choose “Express”"),
        (step("press", NAME, "Control+ "), "Press Control+Space in “Name”"),
        (step("upload", NAME, "cat.png"), "Upload cat.png to “Name”"),
        (step("upload", NAME), "Upload a file to “Name”"),
        (step("navigate", None, "http://a.test/x?y=1"), "Go to /x?y=1"),
        (step("back", None), "Go back"),
    ],
)
def test_every_act_in_words(done: Step, words: str) -> None:
    assert phrase(done.action, done.target, done.values) == words


def test_a_secret_is_masked_and_long_values_are_clipped() -> None:
    assert phrase("fill", password(), ("hunter2",), secret=True) == "Fill “Password” with ••••••"
    assert len(clip("x" * 100)) == 60 and clip("x" * 100).endswith("…")


def test_an_object_has_some_name() -> None:
    bare = element("", "", text=None, tag="div")
    assert [object_of(one) for one in (None, bare, bare.model_copy(update={"field": "q"}))] == ["the page", "div", "q"]


def test_a_dry_run_says_what_would_be_done() -> None:
    login = form(secret=True)
    made = learn(
        demonstration(
            step("fill", password(form=login), slot="Password"),
            step("click", element("button", "Log in", form=login), effect=effect(url="http://shop.test/home")),
            step("fill", NAME, "Blue mug"),
            step("check", element("checkbox", "In stock"), effect=effect(checked=True)),
            step("click", element("link", "Blue mug")),
            step("click", element("button", "Delete")),
        )
    )
    assert dry_run(made, {"name": "Red mug", "in_stock": "no"}) == [
        "Go to http://shop.test/",
        "Fill “Password” with •••••• (skipped if already signed in)",
        "Click “Log in” (skipped if already signed in)",
        "Fill “Name” with Red mug",
        "Uncheck “In stock”",
        "Click “Red mug”",
        "Click “Delete” (asks first: delete: it says “Delete”)",
    ]
    assert sentence(made.steps[2], {"name": ""}) == "Clear “Name”"
    assert sentence(made.steps[3], {"in_stock": "true"}) == "Check “In stock”"
