"""Low-level page events -> a Demonstration: joins, folds, attributes effects.

Events are taken in the order of their arrival. Each act of the person becomes one Draft; what the browser or the page does
because of it (a label's second click, an implicit submit, a navigation, a message) is folded into the act that caused it.
Sources: the folding rules of Chrome Recorder and Playwright codegen, by cause instead of by event detail.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from .address import origin, template
from .demonstration import Action, Demonstration, Effect, Step
from .element import Element, FramePath, Page
from .event import (
    Change,
    Event,
    Focus,
    Gap,
    Input,
    Key,
    Left,
    Moved,
    Noted,
    Opened,
    Pointer,
    Ready,
    Shown,
    Submit,
    Tab,
    Task,
)
from .folding import ENTERING, Folded, click_action, key_action, same_element, typed_text

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
QUIET_ACTIONS = ("fill", "clear", "upload")
"""Acts that do not by themselves lead to another page."""
MAX_TEXTS = 5
"""Messages kept as the effect of one step."""


class NothingRecorded(Exception):
    """The task holds no act of the person."""


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
    submitted: bool = False
    tentative: bool = False
    """Kept only if something followed from it."""
    notes: set[int] = field(default_factory=set)

    def saw(self, **facts: object) -> None:
        self.effect = self.effect.model_copy(update=facts)


@dataclass
class _Document:
    tab: int
    page: Page


class _Recorder:
    """The state between two events."""

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self.documents: dict[str, _Document] = {}
        self.tops: dict[int, str] = {}
        self.ordinals: dict[int, int] = {}
        self.openers: dict[int, int | None] = {}
        self.warnings: list[str] = []
        self.start: str | None = None
        self.home: int | None = None

    # --- what happened ---

    def take(self, event: Event) -> None:
        what = event.what
        match what:
            case Opened():
                self._opened(event, what)
            case Ready():
                self._page(event, what.page)
            case Moved():
                self._moved(event, what)
            case Pointer():
                self._pointer(event, what)
            case Key():
                self._key(event, what)
            case Input():
                self._input(event, what)
            case Change():
                self._change(event, what)
            case Submit():
                self._submit(event)
            case Shown():
                self._shown(event, what)
            case Noted():
                self._noted(event, what)
            case Gap():
                self.warnings.append(what.text)
            case Tab():
                self._tab(event, what)
            case Task():
                self.home = event.tab if self.home is None else self.home
            case Focus() | Left():
                pass
            case _:
                assert_never(what)

    def _opened(self, event: Event, what: Opened) -> None:
        self.documents[event.document] = _Document(event.tab, _bare(what.url))
        if not what.top:
            return
        before = self.tops.get(event.tab)
        self.tops[event.tab] = event.document
        if self.start is None:
            self.start = what.url
        if what.cause in ("already_open", "reload") or (before is None and what.cause == "restored"):
            return
        if before is None and self.openers.get(event.tab) is not None:
            return
        cause = self._cause(event.tab)
        if cause is not None and (cause.led is None or what.referred or what.cause == "back_forward"):
            cause.led = event.document
            cause.saw(url=what.url, template=template(what.url), heading=None, texts=())
        elif what.cause in ("back_forward", "restored") and before is not None:
            self._went("back", event, what.url, self.documents[before].page)
        else:
            page = self.documents[before].page if before else _bare(what.url)
            self._went("navigate", event, what.url, page)

    def _went(self, action: Action, event: Event, url: str, page: Page) -> None:
        draft = Draft(event, action, None, self._ordinal(event.tab), page, values=(url,) if action == "navigate" else ())
        draft.led = event.document
        draft.saw(url=url, template=template(url))
        self.drafts.append(draft)

    def _page(self, event: Event, page: Page) -> None:
        known = self.documents.setdefault(event.document, _Document(event.tab, page))
        known.page = page
        if self.start is None and not event.frame:
            self.start = page.url
            self.tops[event.tab] = event.document
        for draft in self.drafts:
            if draft.led == event.document:
                old = set(draft.page.messages)
                texts = tuple(text for text in page.messages if text not in old)[:MAX_TEXTS]
                draft.saw(
                    url=page.url,
                    template=template(page.url),
                    heading=page.heading,
                    status=page.status,
                    texts=texts,
                )

    def _moved(self, event: Event, what: Moved) -> None:
        known = self.documents.setdefault(event.document, _Document(event.tab, what.page))
        before, known.page = known.page, what.page
        if event.frame or template(before.url) == template(what.page.url):
            return
        cause = self._cause(event.tab)
        if cause is not None and cause.led is None:
            cause.saw(url=what.page.url, template=template(what.page.url), heading=what.page.heading)
        elif what.cause == "traverse":
            self._went("back", event, what.page.url, before)

    def _cause(self, tab: int) -> Draft | None:
        """The last act in the tab, if it can have led to another page."""
        ordinal = self._ordinal(tab)
        last = next((draft for draft in reversed(self.drafts) if draft.tab == ordinal), None)
        return last if last is not None and last.action not in QUIET_ACTIONS else None

    def _pointer(self, event: Event, what: Pointer) -> None:
        last = self._last(event.document)
        if what.what == "double":
            while last and last.action == "click" and same_element(last.target, what.target):
                self.drafts.remove(last)
                last = self._last(event.document)
            self._add(event, "double_click", what.target)
            return
        if what.what == "context" or what.button not in (0,):
            self.warnings.append(f"A click with another button on “{what.target.name}” is not part of the task.")
            return
        folded = click_action(what, last.target if last else None)
        match folded:
            case Folded.IGNORE:
                return
            case Folded.REPLACE if last is not None and last.action in ("click", "press"):
                self.drafts.remove(last)
                self._add(event, _checked_action(what.target), what.target)
            case Folded.REPLACE | Folded.STATE:
                self._add(event, _checked_action(what.target), what.target)
            case Folded.CLICK:
                if what.by == "key" and last is not None and last.action == "press":
                    self.drafts.remove(last)
                self._add(event, "click", what.target)
            case Folded.TENTATIVE:
                self._add(event, "click", what.target).tentative = True

    def _key(self, event: Event, what: Key) -> None:
        key = key_action(what)
        if key is None:
            return
        draft = self._add(event, "press", what.target)
        draft.values = (key,)
        draft.tentative = True

    def _input(self, event: Event, what: Input) -> None:
        if what.target.tag == "select" or what.target.type in ("checkbox", "radio", "file"):
            return
        self._typed(event, what.target)

    def _typed(self, event: Event, target: Element) -> None:
        last = self._last(event.document)
        draft = last if last and last.action in ("fill", "clear") and same_element(last.target, target) else None
        if draft is None:
            draft = self._add(event, "fill", target)
        draft.notes.add(event.n)
        text, draft.slot = typed_text(target)
        draft.action = "clear" if text == "" and draft.slot is None else "fill"
        draft.values = (text,) if text is not None and draft.action == "fill" else ()
        if text is not None:
            draft.saw(value=text)
        assert draft.target is not None
        draft.target = draft.target.model_copy(update={"state": target.state, "sensitive": target.sensitive})

    def _change(self, event: Event, what: Change) -> None:
        target = what.target
        if what.files is not None:
            self._add(event, "upload", target).values = what.files
        elif target.tag == "select":
            labels = tuple(option.label for option in target.state.selected or ())
            last = self._last(event.document)
            draft = last if last and last.action == "select" and same_element(last.target, target) else None
            draft = draft or self._add(event, "select", target)
            draft.values = labels
            draft.saw(value="\n".join(labels))
        elif target.type in ("checkbox", "radio"):
            last = self._last(event.document)
            if not (last and same_element(last.target, target)):
                self._add(event, _checked_action(target), target)
        else:
            self._settled(event, target)

    def _settled(self, event: Event, target: Element) -> None:
        """A text field's change: its own fill has the value already, unless a mask or a picker made it."""
        for draft in reversed(self.drafts):
            if draft.event.document == event.document and same_element(draft.target, target):
                if draft.action in ("fill", "clear") and draft.slot is None and target.state.value is not None:
                    draft.saw(value=target.state.value)
                    return
                if draft.slot is not None:
                    return
        self._typed(event, target)

    def _submit(self, event: Event) -> None:
        last = self._last(event.document)
        if last is not None:
            last.submitted = True

    def _shown(self, event: Event, what: Shown) -> None:
        cause = self._last(event.document)
        if cause is None or cause.led not in (None, event.document):
            cause = next((draft for draft in reversed(self.drafts) if draft.led == event.document), None)
        if cause is None or cause.action in QUIET_ACTIONS:
            return
        match what.what:
            case "message" if what.text not in cause.page.messages and len(cause.effect.texts) < MAX_TEXTS:
                cause.saw(texts=tuple(dict.fromkeys((*cause.effect.texts, what.text))))
            case "dialog":
                cause.saw(dialog=cause.effect.dialog or what.text)
            case "heading":
                cause.saw(heading=what.text)
            case _:
                pass

    def _noted(self, event: Event, what: Noted) -> None:
        for draft in self.drafts:
            if draft.event.document == event.document and what.of in draft.notes and draft.target is not None:
                draft.snapshot = draft.snapshot or what.snapshot
                if draft.target.unique is None:
                    draft.target = draft.target.model_copy(update={"unique": what.unique, "rivals": what.rivals})

    def _tab(self, event: Event, what: Tab) -> None:
        if what.what != "opened":
            return
        self.openers[event.tab] = what.opener
        cause = self._cause(what.opener) if what.opener is not None else None
        if cause is not None:
            cause.saw(tab=True)

    # --- drafts ---

    def _add(self, event: Event, action: Action, target: Element) -> Draft:
        if event.frame and event.tab in self.tops:
            page = self.documents[self.tops[event.tab]].page
        else:
            page = self.documents.setdefault(event.document, _Document(event.tab, _bare(""))).page
        draft = Draft(event, action, target, self._ordinal(event.tab), page, notes={event.n})
        if action in ("check", "uncheck", "choose"):
            draft.saw(checked=target.state.checked)
        self.drafts.append(draft)
        return draft

    def _last(self, document: str) -> Draft | None:
        """The last draft, if it was done in this document."""
        return self.drafts[-1] if self.drafts and self.drafts[-1].event.document == document else None

    def _ordinal(self, tab: int) -> int:
        return self.ordinals.setdefault(tab, len(self.ordinals))


def _bare(url: str) -> Page:
    return Page(url=url, title="", heading=None, language=None, status=None, messages=())


def _checked_action(target: Element) -> Action:
    if target.type == "radio":
        return "choose"
    return "check" if target.state.checked else "uncheck"


def _kept(draft: Draft) -> bool:
    """Whether something followed from a tentative act."""
    if not draft.tentative:
        return True
    if draft.action == "press" and draft.values == (ENTERING,) and draft.submitted:
        return True
    if draft.action == "press" and draft.target is not None and draft.target.role in ("combobox", "listbox", "slider"):
        return True
    effect = draft.effect
    return bool(effect.url or effect.texts or effect.dialog or effect.tab or effect.heading)


def _step(draft: Draft, frame: FramePath) -> Step:
    return Step(
        action=draft.action,
        target=draft.target,
        frame=frame,
        tab=draft.tab,
        page=draft.page,
        values=draft.values,
        slot=draft.slot,
        effect=draft.effect,
        snapshot=draft.snapshot,
    )


def slice_task(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events of one task in order: from its start to its stop, or to the end of what is there."""
    ordered = sorted(events, key=lambda event: event.arrival)
    starts = [i for i, event in enumerate(ordered) if isinstance(event.what, Task) and event.what.what == "started"]
    return tuple(ordered[starts[-1] if starts else 0 :])


def demonstrate(events: Iterable[Event]) -> Demonstration:
    """The Demonstration of one task's events. NothingRecorded if the person did nothing that was seen."""
    recorder = _Recorder()
    for event in slice_task(tuple(events)):
        recorder.take(event)
    drafts = recorder.drafts
    kept = [draft for draft in drafts if _kept(draft)]
    if not kept or recorder.start is None:
        raise NothingRecorded
    return Demonstration(
        origin=origin(recorder.start) or "",
        start=recorder.start,
        steps=tuple(_step(draft, draft.event.frame) for draft in kept),
        warnings=tuple(dict.fromkeys(recorder.warnings)),
    )
