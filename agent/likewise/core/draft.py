"""Draft: a step in the making, and whether it becomes one."""

from dataclasses import dataclass, field

from .address import template
from .demonstration import Action, Effect, Step
from .element import Element, Page
from .event import Event
from .folding import PROGRESS, is_text, is_the_browsers, key_in_words, without_secret

NO_EFFECT = Effect(
    url=None,
    template=None,
    heading=None,
    status=None,
    texts=(),
    dialog=None,
    tab=False,
    value=None,
    checked=None,
)
ENTRIES = frozenset({"fill", "clear", "select", "check", "uncheck", "choose", "upload"})
"""Acts that give a control its value; of several on one control only the last counts."""
LONGEST_OBJECT = 60


@dataclass
class Draft:
    """A step in the making. `led` is the document that it led to."""

    event: Event
    action: Action
    target: Element | None
    tab: int
    page: Page
    values: tuple[str, ...] = ()
    slot: str | None = None
    effect: Effect = NO_EFFECT
    snapshot: str | None = None
    led: str | None = None
    tentative: bool = False
    """Kept only if something followed from it."""
    notes: set[int] = field(default_factory=set)
    """Numbers of the events that idle notes may be about."""

    def saw(self, **facts: object) -> None:
        self.effect = self.effect.model_copy(update=facts)

    def reached(self, url: str, **facts: object) -> None:
        self.saw(url=url, template=template(url), **facts)

    @property
    def kept(self) -> bool:
        """Whether it is a step: something followed from it, or it is no accident."""
        effect = self.effect
        return not self.tentative or bool(effect.url or effect.texts or effect.dialog or effect.tab or effect.heading)

    @property
    def doubt(self) -> str | None:
        """What the person should know of an act that is not kept; null where it was none (a click into a text field)."""
        target = self.target
        if self.kept or target is None or is_text(target) or target.tag == "label":
            return None
        if self.action == "press":
            key = key_in_words(self.values[0])
            return None if is_the_browsers(key) else f"The key {key} is left out: nothing was seen to follow from it."
        what = (target.name or target.text or "")[:LONGEST_OBJECT]
        return f"A click on “{what}” is left out: nothing was seen to follow from it." if what else None

    def step(self) -> Step:
        return Step(
            action=self.action,
            target=self.target and without_secret(self.target),
            frame=self.event.frame,
            tab=self.tab,
            page=self.page,
            values=self.values,
            slot=self.slot,
            effect=self.effect,
            snapshot=self.snapshot,
        )


def bare(url: str) -> Page:
    """All that is known of a page before it is parsed."""
    return Page(url=url, title="", heading=None, language=None, status=None, messages=())


def is_told(text: str, draft: Draft) -> bool:
    """Whether a message is news that will be seen again when the act is done again."""
    return text not in draft.page.messages and not PROGRESS.search(text)
