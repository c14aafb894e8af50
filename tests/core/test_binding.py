import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.builders import demonstration
from likewise.core.binding import bind, check, complete, follows, is_date, spell, truth
from likewise.core.element import Option
from likewise.core.workflow import Following, Literally, Parameter, ParameterType, Spelling, Workflow


def parameter(name: str, kind: ParameterType, default: str | None = None, *labels: str, required: bool = False) -> Parameter:
    options = tuple(Option(label=label, value=label.lower()) for label in labels) or None
    return Parameter(name=name, label=name, type=kind, default=default, options=options, required=required)


def workflow(*parameters: Parameter) -> Workflow:
    start = (Literally(text=demonstration().start),)
    return Workflow(title="", description="", origins=(), start=start, parameters=parameters, steps=(), notes=())


@pytest.mark.parametrize(
    ("spelling", "written"),
    [
        ("plain", "Blue mug & Co"),
        ("percent", "Blue%20mug%20%26%20Co"),
        ("plus", "Blue+mug+%26+Co"),
        ("underscore", "Blue_mug_%26_Co"),
        ("hyphen", "blue-mug-co"),
    ],
)
def test_a_value_is_spelled_as_its_place_wants_it(spelling: Spelling, written: str) -> None:
    assert spell("Blue mug & Co", spelling) == written


def test_patterns_are_bound() -> None:
    pattern = (Literally(text="/w/"), Following(parameter="title", spelling="underscore"))
    assert bind(pattern, {"title": "Blue mug"}) == "/w/Blue_mug" and bind(pattern, {}) == "/w/"
    assert follows(pattern) and not follows(pattern[:1])


@given(st.text())
def test_a_value_in_an_address_is_never_more_than_a_part_of_it(value: str) -> None:
    for spelling in ("percent", "plus", "underscore", "hyphen"):
        assert not set(spell(value.encode(errors="ignore").decode(), spelling)) & set("/?#&= ")  # type: ignore[arg-type]


def test_values_are_completed_without_secrets() -> None:
    made = workflow(
        parameter("name", "text", "Mug"),
        parameter("on", "bool", "true"),
        parameter("pin", "secret"),
        parameter("doc", "file"),
    )
    assert complete(made, {"on": "No", "pin": "1234"}) == {"name": "Mug", "on": "false"}


@pytest.mark.parametrize(("word", "meaning"), [(" YES ", "true"), ("0", "false"), ("maybe", "maybe"), ("", "")])
def test_truth_in_words(word: str, meaning: str) -> None:
    assert truth(word) == meaning


@pytest.mark.parametrize(
    ("given_parameter", "value", "problem"),
    [
        (parameter("p", "number", "1"), "12.50", None),
        (parameter("p", "number", "1"), "-1,234.5", None),
        (parameter("p", "number", "1"), "12x", "'12x' is not a number."),
        (parameter("p", "number", "1"), "", None),
        (parameter("p", "date", "2026-03-04"), "4.3.2026", None),
        (parameter("p", "date", "2026-03-04"), "soon", "'soon' is not a date; it was recorded as '2026-03-04'."),
        (parameter("p", "bool", "true"), "yes", None),
        (parameter("p", "bool", "true"), "", "'' is neither true nor false."),
        (parameter("p", "choice", "Mugs", "Mugs", "Books"), "Books", None),
        (parameter("p", "choice", "Mugs", "Mugs", "Books"), "books", None),
        (parameter("p", "choice", "Mugs", "Mugs", "Books"), "Mugs; Books", None),
        (parameter("p", "choice", "A", "A", "B"), "A; C", "'C' is not one of the recorded choices: A, B."),
        (parameter("p", "choice", "Mugs"), "Cups", None),
        (parameter("p", "choice", "Mugs", "Mugs"), "Mugs", None),
        (parameter("p", "text", "a"), "a\x00b", "holds a NUL character."),
        (parameter("p", "text", "a"), "", None),
        (parameter("p", "file", required=True), None, "is required and has no recorded value."),
        (parameter("p", "file", required=True), "", "needs the path of a file."),
        (parameter("p", "file", required=True), "/tmp/x", None),
        (parameter("p", "secret"), "1234", "is a secret: give it with --secret, never as a value."),
        (parameter("p", "secret"), None, None),
        (parameter("p", "text", "a"), None, None),
    ],
)  # fmt: skip
def test_values_are_checked_in_one_sentence(given_parameter: Parameter, value: str | None, problem: str | None) -> None:
    values = {} if value is None else {"p": value}
    assert check(workflow(given_parameter), values) == ([f"p: {problem}"] if problem else [])


def test_a_name_that_is_none_of_its_parameters_is_told_the_names() -> None:
    assert check(workflow(parameter("a", "text", "")), {"b": ""}) == ["There is no parameter 'b'. The parameters are: a."]
    assert check(workflow(), {"b": ""}) == ["There is no parameter 'b'. The parameters are: none."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-04", True),
        ("4.3.2026", True),
        ("March 4, 2026", True),
        ("2026-02-30", False),
        ("20260304", False),
        ("12.50", False),
    ],
)
def test_dates(text: str, expected: bool) -> None:
    assert is_date(text) is expected
