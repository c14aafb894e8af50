"""A recorded Element + candidates -> the same element, or "not here", with a score and a margin.

Two witnesses must agree. A witness is one of: id, test id or form-field name (together one); role and accessible name; href
path; row and column key; tag path with ordinals below the nearest ancestor with an id, landmark, dialog or form. It counts
when it is equal and was unique on the recorded page and is unique now (where uniqueness was not counted: unique now). A
button, a link, a menu entry or an option must also have the recorded accessible name, whatever else agrees; a renamed
button is therefore not found. Measured on public pairs: one exact locator acts on 20 % of the elements that are gone, two
witnesses on 0.7 %.

Where a parameter names the element or its row, its new value stands in the fingerprint, and what the old value made unique
is not asked of the old page; the tag path is then compared without its ordinals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .address import link, origin
from .element import Element, FramePath, Uniqueness
from .page import Candidate

NAMED_ROLES = frozenset(
    {"button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "tab", "treeitem", "switch"}
)
"""Roles whose accessible name says what they do."""
NEEDED = 2
"""Witnesses that must agree."""
NEAREST = 3
"""Candidates named when the element was not found."""


@dataclass(frozen=True)
class Verdict:
    """`found` is the element, or null with the `reason`. `score`: the agreeing witnesses' share of those the fingerprint
    has. `margin`: that minus the runner-up's. `nearest`: the best candidates in words."""

    found: Candidate | None
    score: float
    margin: float
    reason: str | None
    nearest: tuple[str, ...]


def locate(wanted: Element, candidates: Sequence[Candidate], frame: FramePath, changed: frozenset[str]) -> Verdict:
    """`changed`: the fields ("name", "row", "href", ...) whose text a parameter has changed since the recording."""
    fitting = [candidate for candidate in candidates if same_frame(frame, candidate.frame)]
    ranked = sorted(((len(witnesses(wanted, c.element, changed)), c) for c in fitting), key=lambda pair: -pair[0])
    possible = max(len(_possible(wanted)), NEEDED)
    best = ranked[0][0] if ranked else 0
    nearest = tuple(describe(c.element) for c in _nearest(wanted, ranked))
    able = [(n, c) for n, c in ranked if n >= NEEDED and _may_be(wanted, c.element)]
    if not able:
        return Verdict(None, best / possible, 0.0, _why_not(wanted, ranked), nearest)
    top, winner = able[0]
    others = [n for n, c in ranked if c is not winner and not equivalent(c.element, winner.element)]
    second = max(others, default=0)
    if second >= top:
        return Verdict(None, top / possible, 0.0, f"several elements fit “{wanted.name}” equally well", nearest)
    return Verdict(winner, top / possible, (top - second) / possible, None, ())


def witnesses(wanted: Element, seen: Element, changed: frozenset[str]) -> frozenset[str]:
    """The names of the witnesses that agree."""
    agree = set()
    for name, (equal, counted) in WITNESSES.items():
        if equal(wanted, seen, changed) and counted(wanted, seen, changed):
            agree.add(name)
    return frozenset(agree)


def _once(count: int | None) -> bool:
    return count == 1


def _was(unique: Uniqueness | None, field: str) -> bool:
    """Whether the attribute was unique on the recorded page, or nobody counted."""
    return unique is None or _once(getattr(unique, field))


def _both(wanted: Element, seen: Element, field: str) -> bool:
    now = seen.unique is not None and _once(getattr(seen.unique, field))
    return now and _was(wanted.unique, field)


def _key_equal(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    def same(attribute: str) -> bool:
        one, other = getattr(wanted, attribute), getattr(seen, attribute)
        return one is not None and one == other and _both(wanted, seen, attribute)

    field = same("field") and (wanted.type not in ("radio", "checkbox") or wanted.field_value == seen.field_value)
    return same("id") or same("test_id") or field


def _name_equal(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    return bool(wanted.name) and (wanted.role, wanted.name) == (seen.role, seen.name)


def _name_counts(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    if seen.unique is None or not _once(seen.unique.role_name):
        return False
    return "name" in changed or _was(wanted.unique, "role_name")


def _href_equal(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    if wanted.href is None or seen.href is None:
        return False
    return link(wanted.href) == link(seen.href) and origin(wanted.href) == origin(seen.href)


def _href_counts(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    now = seen.unique is not None and _once(seen.unique.href)
    return now and ("href" in changed or _was(wanted.unique, "href"))


def _cell_equal(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    return wanted.row is not None and (wanted.row, wanted.column) == (seen.row, seen.column)


def _cell_counts(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    now = seen.unique is not None and _once(seen.unique.cell)
    return now and ("row" in changed or _was(wanted.unique, "cell"))


def _path_equal(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    if changed & {"name", "row"}:
        return _shape(wanted) == _shape(seen)
    return wanted.path == seen.path


def _path_counts(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    return bool(changed & {"name", "row"}) or _both(wanted, seen, "path")


def _shape(element: Element) -> tuple[str, tuple[str, ...]]:
    return element.path.anchor, tuple(step.split(":")[0] for step in element.path.steps)


def _always(wanted: Element, seen: Element, changed: frozenset[str]) -> bool:
    return True


Test = Callable[[Element, Element, frozenset[str]], bool]
WITNESSES: dict[str, tuple[Test, Test]] = {
    "key": (_key_equal, _always),
    "name": (_name_equal, _name_counts),
    "href": (_href_equal, _href_counts),
    "cell": (_cell_equal, _cell_counts),
    "path": (_path_equal, _path_counts),
}
"""Witness -> (is it equal, was and is it unique)."""


def _possible(wanted: Element) -> list[str]:
    has = {
        "key": wanted.id or wanted.test_id or wanted.field,
        "name": wanted.name,
        "href": wanted.href,
        "cell": wanted.row,
        "path": wanted.path.steps,
    }
    return [name for name, value in has.items() if value]


def _may_be(wanted: Element, seen: Element) -> bool:
    """What no witness can outvote: the kind of control, the name of what is named by it, the row, the kind of secret."""
    if seen.tag != wanted.tag and seen.role != wanted.role:
        return False
    if wanted.type in ("checkbox", "radio", "file", "password") and seen.type != wanted.type:
        return False
    if wanted.role in NAMED_ROLES and seen.name != wanted.name:
        return False
    if wanted.row is not None and seen.row is not None and seen.row != wanted.row and wanted.role in NAMED_ROLES:
        return False
    return seen.sensitive == wanted.sensitive


def equivalent(one: Element, other: Element) -> bool:
    """Whether it makes no difference which of the two is acted on: links with one name and one href."""
    return one.href is not None and (one.role, one.name, one.href) == (other.role, other.name, other.href)


def same_frame(one: FramePath, other: FramePath) -> bool:
    """Whether two frame paths lead to the same frame: by name or id, else by URL path, else by position."""
    if len(one) != len(other):
        return False
    for a, b in zip(one, other, strict=True):
        if a.name or b.name or a.id or b.id:
            if (a.name, a.id) != (b.name, b.id):
                return False
        elif a.url and b.url:
            if a.url.split("?")[0] != b.url.split("?")[0]:
                return False
        elif a.ordinal != b.ordinal:
            return False
    return True


def describe(element: Element) -> str:
    """An element in words: button “Save”, in the row “Ada”."""
    name = element.name or element.field or element.id or element.text or ""
    row = f", in the row “{element.row}”" if element.row else ""
    return f"{element.role or element.tag} “{name}”{row}"


def _nearest(wanted: Element, ranked: Sequence[tuple[int, Candidate]]) -> list[Candidate]:
    def nearness(pair: tuple[int, Candidate]) -> tuple[int, int, int]:
        n, candidate = pair
        seen = candidate.element
        words = set(wanted.name.casefold().split()) & set(seen.name.casefold().split())
        return (-n, -int(seen.role == wanted.role), -len(words))

    return [candidate for _, candidate in sorted(ranked, key=nearness)[:NEAREST]]


def _why_not(wanted: Element, ranked: Sequence[tuple[int, Candidate]]) -> str:
    sought = describe(wanted)
    renamed = next(
        (c.element for n, c in ranked if n >= 1 and c.element.role == wanted.role and c.element.name != wanted.name),
        None,
    )
    if renamed is not None and wanted.role in NAMED_ROLES and _key_or_path(wanted, renamed):
        return f"{sought} is not here; in its place is {describe(renamed)}"
    return f"{sought} is not here"


def _key_or_path(wanted: Element, seen: Element) -> bool:
    return bool(witnesses(wanted, seen, frozenset()) & {"key", "path"})
