"""A recorded Element + candidates -> the same element, or "not here", with a score and a margin.

Two witnesses must agree. A witness is one of: id, test id or form-field name (together one); role and accessible name; href
path; row and column key; tag path with ordinals below the nearest ancestor with an id, landmark, dialog or form. It counts
when it is equal and was unique on the recorded page and is unique now (where uniqueness was not counted: unique now); role
and name also where they are unique within the row, in the same surroundings. What only counts an element among others of its
name is no key, and what bears another name is not the element while the recorded name is somebody else's. A
button, a link, a menu entry or an option must also have the recorded accessible name, whatever else agrees; a renamed
button is therefore not found. Measured on public pairs: one exact locator acts on 20 % of the elements that are gone, two
witnesses on 0.7 %.

Where a parameter names the element or its row, its new value stands in the fingerprint and is a must; what the old value
made unique is not asked of the old page, the old element's id and field name are no witnesses, and the tag path is compared
without its ordinals. Where the id that a tag path begins at has gone from the page, another id in the same surroundings
(landmark, heading, fieldset, dialog) may stand for it.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .address import link, origin, same_page
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


@dataclass(frozen=True)
class Sought:
    """The fingerprint with the run's values in it, which of its fields ("name", "row", "href", ...) a parameter has changed
    since the recording, and all that could be it."""

    wanted: Element
    changed: frozenset[str]
    fitting: tuple[Candidate, ...]

    @property
    def moved(self) -> bool:
        """Another element than the recorded one is meant: what identified that one tells nothing."""
        return bool(self.changed & {"name", "row"})


def locate(wanted: Element, candidates: Sequence[Candidate], frame: FramePath, changed: frozenset[str]) -> Verdict:
    """`changed`: the fields ("name", "row", "href", ...) whose text a parameter has changed since the recording."""
    fitting = tuple(candidate for candidate in candidates if same_frame(frame, candidate.frame))
    sought = Sought(wanted, changed, fitting)
    ranked = sorted(((len(witnesses(sought, c.element)), c) for c in fitting), key=lambda pair: -pair[0])
    possible = max(len(_possible(wanted)), NEEDED)
    best = ranked[0][0] if ranked else 0
    nearest = tuple(describe(c.element) for c in _nearest(wanted, ranked))
    able = [(n, c) for n, c in ranked if n >= NEEDED and _may_be(sought, c.element)]
    if not able:
        return Verdict(None, best / possible, 0.0, _why_not(sought, ranked), nearest)
    top, winner = able[0]
    others = [n for n, c in ranked if c is not winner and not equivalent(c.element, winner.element)]
    second = max(others, default=0)
    if second >= top:
        return Verdict(None, top / possible, 0.0, f"several elements fit “{wanted.name}” equally well", nearest)
    return Verdict(winner, top / possible, (top - second) / possible, None, ())


def witnesses(sought: Sought, seen: Element) -> frozenset[str]:
    """The names of the witnesses that agree."""
    return frozenset(name for name, agrees in WITNESSES.items() if agrees(sought, seen))


def _once(unique: Uniqueness | None, field: str) -> bool:
    return unique is not None and getattr(unique, field) == 1


def _was(wanted: Element, field: str) -> bool:
    """Whether the attribute was unique on the recorded page, or nobody counted."""
    return wanted.unique is None or _once(wanted.unique, field)


def _both(sought: Sought, seen: Element, field: str) -> bool:
    return _once(seen.unique, field) and _was(sought.wanted, field)


def _key(sought: Sought, seen: Element) -> bool:
    wanted = sought.wanted

    def same(attribute: str) -> bool:
        one = getattr(wanted, attribute)
        return one is not None and one == getattr(seen, attribute) and _both(sought, seen, attribute)

    field = same("field") and (wanted.type not in ("radio", "checkbox") or wanted.field_value == seen.field_value)
    return not sought.moved and not _is_serial(wanted) and (same("id") or same("test_id") or field)


def _is_serial(wanted: Element) -> bool:
    """Whether its keys only count it among others of its name ("delete-0", "delete-1"), with no row to tell them apart: the
    next one has the same key when one is taken out."""
    if wanted.role not in NAMED_ROLES or wanted.row is not None:
        return False
    twins = [rival for rival in wanted.rivals or () if (rival.role, rival.name) == (wanted.role, wanted.name)]
    keys = [key for key in (wanted.id, wanted.test_id, wanted.field) if key]
    return bool(twins) and all(re.search(r"\d", key) for key in keys)


def _name(sought: Sought, seen: Element) -> bool:
    wanted = sought.wanted
    if not wanted.name or (wanted.role, wanted.name) != (seen.role, seen.name):
        return False
    if _in_its_row(sought, seen) and _surroundings(seen) == _surroundings(wanted):
        return True
    return _once(seen.unique, "role_name") and ("name" in sought.changed or _was(wanted, "role_name"))


def _href(sought: Sought, seen: Element) -> bool:
    one, other = sought.wanted.href, seen.href
    if one is None or other is None or link(one) != link(other) or origin(one) != origin(other):
        return False
    return _once(seen.unique, "href") and ("href" in sought.changed or _was(sought.wanted, "href"))


def _cell(sought: Sought, seen: Element) -> bool:
    """Row and column; where a cell holds several controls ("Edit | Delete"), with role and name the only one of its row."""
    wanted = sought.wanted
    if wanted.row is None or (wanted.row, wanted.column) != (seen.row, seen.column):
        return False
    if _once(seen.unique, "cell") and ("row" in sought.changed or _was(wanted, "cell")):
        return True
    return _in_its_row(sought, seen)


def _in_its_row(sought: Sought, seen: Element) -> bool:
    """Whether it is the only one of its role and name in the row, then and now."""
    wanted = sought.wanted
    if wanted.row is None or not wanted.name or (wanted.row, wanted.column) != (seen.row, seen.column):
        return False
    return _alone(sought, seen) and ("row" in sought.changed or _was_alone(wanted))


def _alone(sought: Sought, seen: Element) -> bool:
    twins = [c for c in sought.fitting if _named_cell(c.element) == _named_cell(seen)]
    return _named_cell(seen)[1:3] == _named_cell(sought.wanted)[1:3] and len(twins) == 1


def _named_cell(element: Element) -> tuple[str | None, str, str, str | None]:
    return element.row, element.role, element.name, element.column


def _was_alone(wanted: Element) -> bool:
    if wanted.rivals is None:
        return wanted.unique is None
    return all((rival.row, rival.role, rival.name) != _named_cell(wanted)[:3] for rival in wanted.rivals)


def _path(sought: Sought, seen: Element) -> bool:
    """Where another element is meant, a path of the same shape, without its ordinals."""
    if not _same_anchor(sought, seen):
        return False
    if sought.moved:
        return _shape(sought.wanted) == _shape(seen)
    return sought.wanted.path.steps == seen.path.steps and _both(sought, seen, "path")


def _same_anchor(sought: Sought, seen: Element) -> bool:
    """Whether the path begins at the same ancestor: of the same name, or where the recorded id has gone from the page, at
    one of another id in the same surroundings."""
    one, other = sought.wanted.path.anchor, seen.path.anchor
    if one == other:
        return True
    kind, _, old = one.partition("#")
    if not old or "#" not in other or kind != other.partition("#")[0] or _surroundings(seen) != _surroundings(sought.wanted):
        return False
    there = [candidate.element for candidate in sought.fitting]
    return not any(element.path.anchor == one or old in element.ancestors for element in there)


def _surroundings(element: Element) -> tuple[str | None, ...]:
    return element.landmark, element.heading, element.fieldset, element.dialog


def _shape(element: Element) -> tuple[str, ...]:
    return tuple(step.split(":")[0] for step in element.path.steps)


WITNESSES: dict[str, Callable[[Sought, Element], bool]] = {
    "key": _key,
    "name": _name,
    "href": _href,
    "cell": _cell,
    "path": _path,
}
"""Witness -> is it equal, was it unique and is it."""


def _possible(wanted: Element) -> list[str]:
    has = {
        "key": wanted.id or wanted.test_id or wanted.field,
        "name": wanted.name,
        "href": wanted.href,
        "cell": wanted.row,
        "path": wanted.path.steps,
    }
    return [name for name, value in has.items() if value]


def _may_be(sought: Sought, seen: Element) -> bool:
    """What no witness can outvote: the kind of control, the name of what is named by it, the row, the kind of secret."""
    wanted = sought.wanted
    if seen.tag != wanted.tag and seen.role != wanted.role:
        return False
    if wanted.type in ("checkbox", "radio", "file", "password") and seen.type != wanted.type:
        return False
    if (wanted.role in NAMED_ROLES or "name" in sought.changed) and seen.name != wanted.name:
        return False
    if _is_another(sought, seen):
        return False
    if wanted.row is not None and seen.row != wanted.row and (seen.row is not None or "row" in sought.changed):
        return False
    return seen.sensitive == wanted.sensitive


def _is_another(sought: Sought, seen: Element) -> bool:
    """Whether it is called otherwise, and another element bears the wanted name now, or bore this one's name then: keys and
    places were dealt anew."""
    wanted = sought.wanted
    if not wanted.name or seen.name == wanted.name:
        return False
    now = any((c.element.role, c.element.name) == (wanted.role, wanted.name) for c in sought.fitting)
    then = any((rival.role, rival.name) == (seen.role, seen.name) for rival in wanted.rivals or ())
    return now or then


def equivalent(one: Element, other: Element) -> bool:
    """Whether it makes no difference which of the two is acted on: links with one name and one href."""
    return one.href is not None and (one.role, one.name, one.href) == (other.role, other.name, other.href)


def same_frame(one: FramePath, other: FramePath) -> bool:
    """Whether two frame paths lead to the same frame: by name or id (numbers aside), else by URL, else by position."""
    if len(one) != len(other):
        return False
    for a, b in zip(one, other, strict=True):
        if a.name or b.name or a.id or b.id:
            if (_masked(a.name), _masked(a.id)) != (_masked(b.name), _masked(b.id)):
                return False
        elif a.url and b.url:
            if not same_page(a.url.split("?")[0], b.url.split("?")[0]):
                return False
        elif a.ordinal != b.ordinal:
            return False
    return True


def _masked(text: str | None) -> str:
    return re.sub(r"\d+", "#", text or "")


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


def _why_not(sought: Sought, ranked: Sequence[tuple[int, Candidate]]) -> str:
    wanted = sought.wanted
    renamed = next(
        (c.element for n, c in ranked if n >= 1 and c.element.role == wanted.role and c.element.name != wanted.name),
        None,
    )
    if renamed is not None and wanted.role in NAMED_ROLES and witnesses(sought, renamed) & {"key", "path"}:
        return f"{describe(wanted)} is not here; in its place is {describe(renamed)}"
    return f"{describe(wanted)} is not here"
