"""Parameters of one demonstration, and everything later that follows them.

A later name, text, href part, value or effect that equals a parameter's value, or contains it as whole tokens with at
least 3 characters, follows it; longest first; ambiguous means fixed, and the workflow's notes say so.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..binding import LIST_SEPARATOR, NUMBER, is_date, spell
from ..demonstration import Step
from ..element import Element, Option
from ..workflow import Following, Literally, Parameter, ParameterType, Pattern, Spelling

SHORTEST_CONTAINED = 3
"""Characters of a value that is looked for inside a longer text."""
URL_SPELLINGS: tuple[Spelling, ...] = ("percent", "plus", "underscore", "hyphen")
AS_TEXT = re.compile(
    r"\b(phones?|tel|telephone|mobile|fax|zip|postal|postcode|plz|code|ids?|sku|isbn|ean|iban|account|card|nr|no|reference|ref|"
    r"telefon|postleitzahl|konto|téléphone|teléfono)\b",
    re.IGNORECASE,
)
"""Labels of fields whose digits are no quantity."""
AS_TEXT_AUTOCOMPLETE = re.compile(r"tel|postal|cc-|address|username|one-time")
LONGEST_NUMBER = 12
"""Digits in a row; more of them are an identifier."""
MOST_RIVALS = 10
"""A list of fewer rivals is the whole list of an element's look-alikes."""
NAMED_BY_OPTION = frozenset({"option", "menuitemradio", "treeitem"})
"""Roles whose click is the choice of a value."""


def parameter_name(label: str, taken: Sequence[str]) -> str:
    """The label in lower case, words joined by _, numbered if it is taken."""
    base = "_".join(re.findall(r"\w+", label.lower())) or "value"
    name, n = base, 2
    while name in taken:
        name, n = f"{base}_{n}", n + 1
    return name


@dataclass
class Parameters:
    """The parameters found so far, in order, and the notes on what stayed fixed."""

    found: list[Parameter] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    secrets: dict[tuple[str, ...], Parameter] = field(default_factory=dict)
    urls: list[str] = field(default_factory=list)
    """Addresses seen so far."""
    older: set[tuple[str, Spelling]] = field(default_factory=set)
    """Parameters (in a spelling) whose value stood in an address before it was given: there it does not follow."""

    def visit(self, url: str) -> None:
        """The demonstration has come to this address."""
        self.urls.append(url)

    def add(
        self, label: str, kind: ParameterType, default: str | None, options: tuple[Option, ...] | None = None
    ) -> Parameter:
        name = parameter_name(label, [parameter.name for parameter in self.found])
        required = kind == "file" or (kind != "secret" and default is None)
        parameter = Parameter(name=name, label=label, type=kind, default=default, options=options, required=required)
        self.found.append(parameter)
        for spelling in URL_SPELLINGS:
            written = spell(default or "", spelling)
            if written and any(_token(written).search(_after_host(url)) for url in self.urls):
                self.older.add((name, spelling))
        return parameter

    def secret(self, label: str, *where: str) -> Parameter:
        """The parameter of a secret slot; the same label in the same place (origin, kind of field) is the same secret."""
        known = self.secrets.get((label, *where))
        if known is None:
            known = self.secrets[label, *where] = self.add(label, "secret", None)
        return known

    def _followable(self) -> list[Parameter]:
        usable = [p for p in self.found if p.type in ("text", "number", "date", "choice") and p.default]
        return sorted(usable, key=lambda p: -len(p.default or ""))

    def equal(self, text: str) -> Parameter | None:
        """The one parameter whose value is this text and no accident: long enough, and no number or date."""
        same = [p for p in self._followable() if p.default == text and len(text) >= SHORTEST_CONTAINED]
        return same[0] if len(same) == 1 and same[0].type in ("text", "choice") else None

    def follow(self, text: str) -> Pattern:
        """The text with every value of a parameter in it replaced by the parameter."""
        return self._follow(text, ("plain",))

    def follow_url(self, url: str) -> Pattern:
        """The same for a URL, where values are spelled in one of several ways; scheme and host never follow."""
        head = url.removesuffix(_after_host(url))
        rest = self._follow(_after_host(url), URL_SPELLINGS)
        return (Literally(text=head), *rest) if head else rest

    def _follow(self, text: str, spellings: tuple[Spelling, ...]) -> Pattern:
        parts: list[Literally | Following] = [Literally(text=text)] if text else []
        for parameter in self._followable():
            for spelling in spellings:
                written = spell(parameter.default or "", spelling)
                if not written or not self._applies(written, text) or (parameter.name, spelling) in self.older:
                    continue
                split = _split(parts, written, Following(parameter=parameter.name, spelling=spelling))
                if split != parts:
                    if self._ambiguous(parameter):
                        break
                    parts = split
                    break
        return tuple(parts)

    def _applies(self, written: str, text: str) -> bool:
        return written == text or len(written) >= SHORTEST_CONTAINED

    def _ambiguous(self, parameter: Parameter) -> bool:
        twins = [p.name for p in self.found if p.default == parameter.default and p.type not in ("secret", "bool", "file")]
        if len(twins) > 1:
            note = (
                f"“{parameter.default}” is the value of {' and '.join(twins)}: where it appears later it stays as recorded."
            )
            if note not in self.notes:
                self.notes.append(note)
        return len(twins) > 1


def _after_host(url: str) -> str:
    return re.sub(r"^[a-z]+://[^/]*", "", url)


def _token(written: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(written)}(?!\w)")


def _split(parts: Sequence[Literally | Following], written: str, following: Following) -> list[Literally | Following]:
    token = _token(written)
    result: list[Literally | Following] = []
    for part in parts:
        if isinstance(part, Following):
            result.append(part)
            continue
        pieces = token.split(part.text)
        for n, piece in enumerate(pieces):
            if n:
                result.append(following)
            if piece:
                result.append(Literally(text=piece))
    return result


def value_type(step: Step) -> ParameterType:
    """The type of a typed value: by the kind of field first, then by how the value looks."""
    assert step.target is not None
    value = step.values[0] if step.values else ""
    kind = step.target.type
    if kind in ("date", "datetime-local", "month", "week", "time"):
        return "date" if is_date(value) else "text"
    if kind in ("tel", "email", "url", "search", "color"):
        return "text"
    if kind in ("number", "range"):
        return "number"
    if is_date(value):
        return "date"
    return "number" if _is_quantity(value.strip(), step.target) else "text"


def _is_quantity(value: str, target: Element) -> bool:
    if not NUMBER.fullmatch(value) or re.match(r"0\d|\+", value) or re.search(rf"\d{{{LONGEST_NUMBER}}}", value):
        return False
    identifies = AS_TEXT.search(f"{target.name} {(target.field or '').replace('_', ' ')}")
    return not (identifies or AS_TEXT_AUTOCOMPLETE.search(target.autocomplete or ""))


def label_of(step: Step) -> str:
    """What the step's value is called: the field's label, else its placeholder, its name or its kind."""
    target = step.target
    assert target is not None
    if step.action == "choose":
        return target.fieldset or target.field or target.name
    label = target.name or target.placeholder or target.field or target.role or "value"
    return re.sub(r"[\s:*]+$", "", label)


def options_of(step: Step) -> tuple[Option, ...] | None:
    """The choices where all are known: of a select its options, of a radio button its group, of a listbox entry its
    siblings unless the list of rivals may have been cut."""
    target = step.target
    assert target is not None
    if target.tag == "select":
        return target.options
    rivals = target.rivals or ()
    group = target.type == "radio" and target.field is not None
    siblings = [one for one in rivals if one.role == target.role and one.name and (not group or one.field == target.field)]
    if not siblings or (not group and len(siblings) == len(rivals) >= MOST_RIVALS):
        return None
    return tuple(Option(label=name, value=name) for name in dict.fromkeys((target.name, *(one.name for one in siblings))))


def select_default(step: Step) -> str:
    """The recorded choice of a select as one text."""
    return LIST_SEPARATOR.join(step.values)
