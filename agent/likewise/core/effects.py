"""What is expected to be seen after a step, and whether it was."""

from collections.abc import Mapping
from dataclasses import dataclass

from .address import same_page, short
from .binding import LIST_SEPARATOR, bind
from .element import State
from .page import Observed
from .workflow import WorkflowStep

STATE_ACTIONS = frozenset({"fill", "clear", "select", "check", "uncheck", "choose", "upload"})


@dataclass(frozen=True)
class Expected:
    """A step's effect with the run's values in it."""

    url: str | None
    heading: str | None
    status: int | None
    texts: tuple[str, ...]
    dialog: str | None
    tab: bool
    value: str | None
    checked: bool | None
    selected: tuple[str, ...] | None
    tabs_before: int = 0

    @property
    def nothing(self) -> bool:
        """Nothing was recorded to follow."""
        return not (
            self.url or self.heading or self.texts or self.dialog or self.tab
            or self.value is not None or self.checked is not None or self.selected is not None
        )  # fmt: skip

    @property
    def only_state(self) -> bool:
        """The effect is the target's own state (or, for a secret, nothing that could be told)."""
        return not (self.url or self.heading or self.texts or self.dialog or self.tab) and self._stateful

    _stateful: bool = False


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
    return Expected(
        url=bind(effect.url, values) if effect.url else None,
        heading=bind(effect.heading, values) if effect.heading else None,
        status=effect.status,
        texts=tuple(bind(text, values) for text in effect.texts),
        dialog=effect.dialog,
        tab=effect.tab,
        value=value,
        checked=checked,
        selected=selected,
        _stateful=step.action in STATE_ACTIONS,
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


def unmet(want: Expected, seen: Observed) -> tuple[str, ...]:
    """What is missing, in words; empty if all of it was seen."""
    missing = []
    if want.url is not None and not same_page(want.url, seen.page.url):
        missing.append(f"the page {short(want.url)}, this is {short(seen.page.url)}")
    if want.heading is not None and _folded(want.heading) != _folded(seen.page.heading or ""):
        missing.append(f"the heading “{want.heading}”, it is “{seen.page.heading or ''}”")
    if seen.page.status is not None and seen.page.status >= 400 and (want.status is None or want.status < 400):
        missing.append(f"a page without an error, the site answered {seen.page.status}")
    missing += [f"the message “{text}”" for text, there in zip(want.texts, seen.seen, strict=True) if not there]
    if want.dialog is not None and _folded(want.dialog) != _folded(seen.dialog or ""):
        missing.append(f"the dialog “{want.dialog}”")
    if want.tab and len(seen.opened) <= want.tabs_before:
        missing.append("a new tab")
    if seen.state is not None and not state_holds(want, seen.state):
        missing.append(f"the value {want.value or want.selected or want.checked!r}")
    if seen.state is None and want._stateful and not want.url and want.value is not None:
        missing.append("the field with its value")
    if seen.busy and (want.url or want.heading):
        missing.append("the page to be loaded")
    return tuple(missing)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
