"""Parameters and their values: checking what a person gave, and putting it where it follows."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import assert_never
from urllib.parse import quote, quote_plus

from .element import Option
from .workflow import Following, Parameter, Pattern, Spelling, Workflow

NUMBER = re.compile(r"[+-]?(\d{1,3}([ ,.'\u00a0]\d{3})+|\d+)([.,]\d+)?")
DATE_FORMATS = (
    "%Y-%m-%d",
    "%d.%m.%Y",
    "%m/%d/%Y",
    "%d/%m/%Y",
    "%Y/%m/%d",
    "%d-%m-%Y",
    "%d %b %Y",
    "%d %B %Y",
    "%b %d, %Y",
    "%B %d, %Y",
)
TRUE = frozenset({"true", "yes", "1", "on"})
FALSE = frozenset({"false", "no", "0", "off"})
MOST_SHOWN = 20
"""Choices named in a sentence."""
LIST_SEPARATOR = "; "
"""Between the labels of a select with several choices."""


def spell(value: str, spelling: Spelling) -> str:
    """The value as it is written in such a place."""
    match spelling:
        case "plain":
            return value
        case "percent":
            return quote(value, safe="")
        case "plus":
            return quote_plus(value)
        case "underscore":
            return quote(re.sub(r"\s", "_", value), safe="_")
        case "hyphen":
            return re.sub(r"[^0-9a-z]+", "-", value.lower()).strip("-")
        case _:
            assert_never(spelling)


def bind(pattern: Pattern, values: Mapping[str, str]) -> str:
    """The pattern's text with the values in it. Values are put in as they are and never looked at again."""
    return "".join(
        spell(values.get(part.parameter, ""), part.spelling) if isinstance(part, Following) else part.text
        for part in pattern
    )


def follows(pattern: Pattern) -> bool:
    """Whether a parameter is in the pattern."""
    return any(isinstance(part, Following) for part in pattern)


def complete(workflow: Workflow, values: Mapping[str, str]) -> dict[str, str]:
    """The given values with the defaults of the rest. Secrets are not among them."""
    full = {}
    for parameter in workflow.parameters:
        value = values.get(parameter.name, parameter.default)
        if parameter.type != "secret" and value is not None:
            full[parameter.name] = truth(value) if parameter.type == "bool" else value
    return full


def truth(value: str) -> str:
    """ "true" or "false" for the words people write for it; other text is returned as it is."""
    word = value.strip().lower()
    return "true" if word in TRUE else "false" if word in FALSE else value


def check(workflow: Workflow, values: Mapping[str, str]) -> list[str]:
    """What is wrong with the values, each in one sentence; empty if they can be used."""
    known = {parameter.name: parameter for parameter in workflow.parameters}
    problems = [
        f"There is no parameter {name!r}. The parameters are: {', '.join(known) or 'none'}."
        for name in values
        if name not in known
    ]
    for name, parameter in known.items():
        problem = _problem(parameter, values.get(name))
        if problem:
            problems.append(f"{name}: {problem}")
    return problems


def _problem(parameter: Parameter, value: str | None) -> str | None:
    if parameter.type == "secret":
        return "is a secret: give it with --secret, never as a value." if value is not None else None
    if value is None:
        missing = parameter.required and parameter.default is None
        return "is required and has no recorded value." if missing else None
    if "\x00" in value:
        return "holds a NUL character."
    if value == "" and parameter.type not in ("choice", "bool", "file"):
        return None
    match parameter.type:
        case "file" if value == "":
            return "needs the path of a file."
        case "number" if not NUMBER.fullmatch(value.strip()):
            return f"{value!r} is not a number."
        case "date" if not is_date(value):
            return f"{value!r} is not a date; it was recorded as {parameter.default!r}."
        case "bool" if truth(value) not in ("true", "false"):
            return f"{value!r} is neither true nor false."
        case "choice" if parameter.options is not None:
            return _choice_problem(value, parameter.options)
    return None


def _choice_problem(value: str, options: tuple[Option, ...]) -> str | None:
    labels = {option.label for option in options} | {option.value for option in options}
    wrong = [] if value in labels else [part for part in value.split(LIST_SEPARATOR) if part not in labels]
    shown = ", ".join(option.label for option in options[:MOST_SHOWN])
    return f"{wrong[0]!r} is not one of the recorded choices: {shown}." if wrong else None


def is_date(text: str) -> bool:
    """Whether the text is a calendar date in one of the usual written forms."""
    for form in DATE_FORMATS:
        try:
            datetime.strptime(text.strip(), form)
        except ValueError:
            continue
        return True
    return False
