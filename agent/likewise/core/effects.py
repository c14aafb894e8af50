"""What is expected to be seen after a step, and whether it was."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from .address import link, same_page, short
from .binding import LIST_SEPARATOR, bind
from .element import Page, State
from .page import Observed
from .workflow import Following, Pattern, WorkflowStep

STATE_ACTIONS = frozenset({"fill", "clear", "select", "check", "uncheck", "choose", "upload"})
NUMBER = re.compile(r"(\d+(?:\.\d+)?%|\d+)")


@dataclass(frozen=True)
class Text:
    """A text that is expected: with the run's values in it, and also with the numbers in its fixed parts left open ("Order
    1043 placed"), but for nought and percentages."""

    exact: str
    open: re.Pattern[str]


@dataclass(frozen=True)
class Expected:
    """A step's effect with the run's values in it. `moves`: the address changed, if only in what its template leaves out.
    `known`: tabs that were there before. `stateful`: the step gives its target a state."""

    url: str | None
    moves: bool
    heading: Text | None
    status: int | None
    texts: tuple[Text, ...]
    dialog: Text | None
    tab: bool
    value: str | None
    checked: bool | None
    selected: tuple[str, ...] | None
    stateful: bool
    known: frozenset[int] = frozenset()

    @property
    def of_page(self) -> bool:
        """Something was recorded to follow that is more than the target's own state."""
        return bool(self.url or self.heading or self.texts or self.dialog or self.tab)

    @property
    def nothing(self) -> bool:
        """Nothing was recorded to follow."""
        return not (
            self.of_page or self.value is not None or self.checked is not None or self.selected is not None
        )  # fmt: skip

    @property
    def only_state(self) -> bool:
        """The effect is the target's own state (or, for a secret, nothing that could be told)."""
        return self.stateful and not self.of_page

    def was_so(self, before: Page) -> bool:
        """Whether all that is expected was already so on the page before the act: seeing it then proves nothing."""
        if self.texts or self.dialog or self.tab or not (self.url or self.heading):
            return False
        return not _page_unmet(self, before, before)


def expected(step: WorkflowStep, values: Mapping[str, str]) -> Expected:
    """The step's expected effect with these values."""
    effect = step.effect
    checked = values.get(step.toggle) == "true" if step.toggle is not None else effect.checked
    selected = None
    if step.action == "select":
        text = bind(step.values[0], values) if step.values else ""
        multiple = step.target is not None and step.target.multiple
        selected = tuple(text.split(LIST_SEPARATOR)) if multiple and text else ((text,) if text else ())
    value = bind(effect.value, values) if effect.value is not None and step.action in ("fill", "clear") else None
    url = bind(effect.url, values) if effect.url else None
    return Expected(
        url=url,
        moves=url is not None and link(url) != link(bind(step.url, values)),
        heading=_text(effect.heading, values) if effect.heading else None,
        status=effect.status,
        texts=tuple(_text(text, values) for text in effect.texts),
        dialog=None if effect.dialog is None else _text(effect.dialog, values),
        tab=effect.tab,
        value=value,
        checked=checked,
        selected=selected,
        stateful=step.action in STATE_ACTIONS,
    )


def state_holds(want: Expected, state: State) -> bool:
    """Whether the control's state is the expected one."""
    if want.checked is not None and state.checked != want.checked:
        return False
    if want.selected is not None:
        chosen = {text for option in state.selected or () for text in (option.label, option.value)}
        if not set(want.selected) <= chosen or len(state.selected or ()) != len(want.selected):
            return False
    return want.value is None or state.value == want.value


def told(want: Expected, seen: Observed, before: Page | None) -> frozenset[int]:
    """Which of the expected texts are there now, by index; what stood on the page before the act is no news."""
    fresh = fresh_messages(seen.page, before)
    old = set(seen.page.messages) - set(fresh)
    return frozenset(
        n
        for n, (text, there) in enumerate(zip(want.texts, seen.seen, strict=False))
        if (there and text.exact not in old) or any(is_like(text, message) for message in fresh)
    )


def fresh_messages(page: Page, before: Page | None) -> tuple[str, ...]:
    """The messages that were not there before the act: on another page all of them."""
    old = before.messages if before is not None and same_page(before.url, page.url) else ()
    return tuple(text for text in page.messages if text not in old)


def unmet(want: Expected, seen: Observed, before: Page | None, ever: frozenset[int]) -> tuple[str, ...]:
    """What is missing, in words; empty if all of it was seen. `ever`: the texts that have been there since the act."""
    missing = _page_unmet(want, seen.page, before)
    missing += [f"the message “{text.exact}”" for n, text in enumerate(want.texts) if n not in ever]
    if want.dialog is not None and (seen.dialog is None or not is_like(want.dialog, seen.dialog)):
        missing.append(f"the dialog “{want.dialog.exact}”")
    if want.tab and want.known.issuperset(seen.opened):
        missing.append("a new tab")
    if seen.state is not None and not state_holds(want, seen.state):
        missing.append(f"the value “{_state_in_words(want)}”")
    if seen.state is None and not want.url and (want.value is not None or want.checked is not None):
        missing.append(f"the control with the value “{_state_in_words(want)}”")
    if seen.busy and (want.url or want.heading):
        missing.append("the page to be loaded")
    return tuple(missing)


def is_error(want: Expected, page: Page, before: Page | None) -> bool:
    """Whether the site answers with an error that was not there before and not when it was recorded."""
    if page.status is None or page.status < 400 or page.status == want.status:
        return False
    return want.status is not None or before is None or (before.status, before.url) != (page.status, page.url)


def _page_unmet(want: Expected, page: Page, before: Page | None) -> list[str]:
    missing = []
    if want.url is not None and not same_page(want.url, page.url):
        missing.append(f"the page {short(want.url)}, this is {short(page.url)}")
    elif want.moves and before is not None and link(before.url) == link(page.url):
        missing.append(f"another page than {short(page.url)}")
    heading = page.heading or ""
    if want.heading is not None and _folded(heading) != _folded(want.heading.exact):
        stayed = before is not None and heading == before.heading
        if stayed or not is_like(want.heading, heading):
            missing.append(f"the heading “{want.heading.exact}”, it is “{heading}”")
    if is_error(want, page, before):
        missing.append(f"a page without an error, the site answered {page.status}")
    return missing


def _state_in_words(want: Expected) -> str:
    if want.selected is not None:
        return ", ".join(want.selected)
    return want.value if want.value is not None else "checked" if want.checked else "not checked"


def _text(pattern: Pattern | str, values: Mapping[str, str]) -> Text:
    if isinstance(pattern, str):
        return Text(pattern, re.compile(_open(pattern), re.IGNORECASE))
    parts = [
        re.escape(_spaced(bind((part,), values))) if isinstance(part, Following) else _open(part.text) for part in pattern
    ]
    return Text(bind(pattern, values), re.compile("".join(parts).strip(), re.IGNORECASE))


def _open(text: str) -> str:
    return "".join(_open_number(piece) for piece in NUMBER.split(_spaced(text)))


def _open_number(piece: str) -> str:
    return r"(?!0+(?!\d))\d+" if piece.isdecimal() and int(piece) else re.escape(piece)


def is_like(text: Text, shown: str) -> bool:
    """Whether that is shown, but for white space, case and open numbers."""
    return _folded(text.exact) == _folded(shown) or bool(text.open.fullmatch(" ".join(shown.split())))


def _spaced(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
