"""Low-level page events -> a Demonstration: joins, folds, attributes effects.

Events are taken in the order of their arrival. Each act of the person becomes one Draft; what the browser or the page does
because of it (a label's second click, an implicit submit, a navigation, a message) is folded into the act that caused it.
Of several entries into one control, with nothing but entries between them, only the last is a step.
Sources: the folding rules of Chrome Recorder and Playwright codegen, by cause instead of by event detail.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from .address import origin, template
from .demonstration import Action, Demonstration
from .draft import ENTRIES, Draft, bare, is_told
from .element import Element, Page
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
from .folding import (
    ENTERING,
    LINE_BREAKS,
    TOGGLES,
    Folded,
    checked_action,
    click_action,
    key_action,
    same_control,
    same_element,
    typed_text,
)

QUIET_ACTIONS = ("fill", "clear", "upload")
"""Acts that do not by themselves lead to another page."""
MAX_TEXTS = 5
"""Messages kept as the effect of one step."""


class NothingRecorded(Exception):
    """The task holds no act of the person."""


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
        self.popups: set[int] = set()
        """Tabs whose opening is the effect of a step."""
        self.touched: set[str] = set()
        """Documents that the person has gone on with: what they show now is no effect of what led to them."""
        self.warnings: list[str] = []
        self.start: str | None = None
        self.home: int | None = None
        """The tab that Record was pressed in."""

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
                self._submit(event, what)
            case Shown():
                self._shown(event, what)
            case Noted():
                self._noted(event, what)
            case Gap():
                self.warnings.append(what.text)
            case Tab():
                self._tab(event, what)
            case Task():
                self.home = event.tab
            case Focus():
                self.touched.add(event.document)
            case Left():
                pass
            case _:
                assert_never(what)

    def _opened(self, event: Event, what: Opened) -> None:
        if event.document not in self.documents or what.cause != "restored":
            self.documents[event.document] = _Document(event.tab, bare(what.url))
        if not what.top:
            return
        before = self.tops.get(event.tab)
        self.tops[event.tab] = event.document
        if self._begins(event.tab, what.url):
            return
        if what.cause in ("already_open", "reload") or (before is None and what.cause == "restored"):
            return
        if before is None and event.tab in self.popups:
            return
        returning = what.cause in ("back_forward", "restored")
        cause = self._cause(event.tab)
        if cause is not None and (cause.led is None or (what.referred and not returning)):
            cause.led = event.document
            cause.reached(what.url, heading=None, texts=())
        elif returning and before is not None:
            self._went("back", event, what.url, self.documents[before].page)
        else:
            page = self.documents[before].page if before else bare(what.url)
            self._went("navigate", event, what.url, page)

    def _turned(self, event: Event, page: Page) -> None:
        """The person turned to a tab that was open before the task: a replay opens it."""
        if event.tab not in self.ordinals and self._ordinal(event.tab) > 0:
            self._went("navigate", event, page.url, page)
            self.drafts[-1].reached(page.url, heading=page.heading, status=page.status)

    def _begins(self, tab: int, url: str) -> bool:
        """The first page of the tab that Record was pressed in is where the task starts: going there is no step."""
        if self.start is not None or tab != (self.home if self.home is not None else tab):
            return False
        self.start = url
        return True

    def _went(self, action: Action, event: Event, url: str, page: Page) -> None:
        draft = Draft(event, action, None, self._ordinal(event.tab), page, values=(url,) if action == "navigate" else ())
        draft.led = event.document
        draft.reached(url)
        self.drafts.append(draft)

    def _page(self, event: Event, page: Page) -> None:
        known = self.documents.setdefault(event.document, _Document(event.tab, bare(page.url)))
        before, known.page = known.page, page
        if not event.frame and event.tab not in self.tops:
            self.tops[event.tab] = event.document
            self._begins(event.tab, page.url)
        for draft in self.drafts:
            if draft.page is before:
                draft.page = page
            if draft.led == event.document:
                fresh = [text for text in page.messages if is_told(text, draft)]
                draft.reached(page.url, heading=page.heading, status=page.status, texts=tuple(fresh[:MAX_TEXTS]))

    def _moved(self, event: Event, what: Moved) -> None:
        known = self.documents.setdefault(event.document, _Document(event.tab, what.page))
        before, known.page = known.page, what.page
        if event.frame or template(before.url) == template(what.page.url):
            return
        cause = self._cause(event.tab)
        back = what.cause == "traverse" and cause is not None and cause.effect.url is not None
        if cause is not None and cause.led is None and not back:
            fresh = what.page.heading if what.page.heading != before.heading else None
            cause.reached(what.page.url, heading=fresh or cause.effect.heading)
        elif what.cause == "traverse":
            self._went("back", event, what.page.url, before)

    def _cause(self, tab: int) -> Draft | None:
        """The last act in the tab, if it can have led to another page."""
        last = self._latest(tab)
        return last if last is not None and last.action not in QUIET_ACTIONS else None

    def _latest(self, tab: int) -> Draft | None:
        """The last act in the tab, in whichever of its documents."""
        return next((draft for draft in reversed(self.drafts) if draft.event.tab == tab), None)

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
                self._enter(event, checked_action(what.target), what.target)
            case Folded.REPLACE | Folded.STATE:
                self._enter(event, checked_action(what.target), what.target)
            case Folded.CLICK:
                if what.by == "key" and last is not None and last.action == "press":
                    self.drafts.remove(last)
                self._add(event, "click", what.target)
            case Folded.TENTATIVE:
                self._add(event, "click", what.target).tentative = True
            case _:
                assert_never(folded)

    def _key(self, event: Event, what: Key) -> None:
        key = key_action(what)
        if key is None:
            return
        draft = self._add(event, "press", what.target)
        draft.values = (key,)
        draft.tentative = what.target.tag in ("html", "body") or what.key not in (ENTERING, "Escape")
        if what.target.role in ("combobox", "listbox", "slider"):
            draft.tentative = False

    def _input(self, event: Event, what: Input) -> None:
        if what.target.tag == "select" or what.target.type in ("checkbox", "radio", "file"):
            return
        last = self._last(event.document)
        if last and last.action == "press" and what.how in LINE_BREAKS and same_element(last.target, what.target):
            self.drafts.remove(last)
        self._typed(event, what.target)

    def _typed(self, event: Event, target: Element) -> None:
        secret = next((d for d in self.drafts if d.slot is not None and self._is_of(d, event, target)), None)
        last = self._last(event.document)
        draft = last if last and last.action in ("fill", "clear") and same_element(last.target, target) else None
        if last and last.action == "click" and same_element(last.target, target):
            last.tentative = True  # it only brought the focus
        if draft is None:
            draft = self._enter(event, "fill", target)
        draft.notes.add(event.n)
        kind = target.sensitive or (secret and secret.target and secret.target.sensitive)
        target = target.model_copy(update={"sensitive": kind})
        text, slot = typed_text(target)
        draft.slot = secret.slot if secret else slot
        draft.action = "clear" if text == "" else "fill"
        draft.values = (text,) if text else ()
        draft.saw(value=text)
        assert draft.target is not None
        draft.target = draft.target.model_copy(update={"state": target.state, "sensitive": kind})

    def _is_of(self, draft: Draft, event: Event, target: Element) -> bool:
        return draft.event.document == event.document and same_element(draft.target, target)

    def _change(self, event: Event, what: Change) -> None:
        target = what.target
        if what.files is not None:
            self._enter(event, "upload", target).values = what.files
        elif target.tag == "select":
            draft = self._enter(event, "select", target)
            if target.sensitive is not None:
                draft.slot = typed_text(target)[1]
                return
            draft.values = tuple(option.label for option in target.state.selected or ())
            draft.saw(value="\n".join(draft.values))
        elif target.type in ("checkbox", "radio"):
            last = self._last(event.document)
            if not (last and same_element(last.target, target)):
                self._enter(event, checked_action(target), target)
        else:
            self._settled(event, target)

    def _settled(self, event: Event, target: Element) -> None:
        """A text field's change: its own fill has the value already; what a mask or a picker made of it counts."""
        fills = ("fill", "clear")
        known = next((d for d in reversed(self.drafts) if d.action in fills and self._is_of(d, event, target)), None)
        if known is None:
            self._typed(event, target)
        elif known.slot is None and target.sensitive is None and known.values and target.state.value:
            known.values = (target.state.value,)
            known.saw(value=target.state.value)

    def _submit(self, event: Event, what: Submit) -> None:
        """A submit is the effect of a click or a key that is kept anyway; of a tentative act it is the proof."""
        last = self._last(event.document)
        if last is not None and last.action in ("click", "press"):
            last.tentative = False

    def _shown(self, event: Event, what: Shown) -> None:
        cause = self._cause(event.tab)
        if cause is None or cause.led not in (None, event.document):
            return
        if cause.led and event.document in self.touched:
            return
        match what.what:
            case "message" if is_told(what.text, cause) and len(cause.effect.texts) < MAX_TEXTS:
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
                if draft.action == "click" and draft.target.role in TOGGLES and what.state is not None:
                    draft.saw(checked=what.state.checked)

    def _tab(self, event: Event, what: Tab) -> None:
        if what.what != "opened" or what.opener is None:
            return
        cause = self._cause(what.opener)
        if cause is not None:
            cause.saw(tab=True)
            self.popups.add(event.tab)
            self._ordinal(event.tab)

    # --- drafts ---

    def _add(self, event: Event, action: Action, target: Element) -> Draft:
        known = self.documents.setdefault(event.document, _Document(event.tab, bare("")))
        if event.frame and event.tab in self.tops:
            known = self.documents[self.tops[event.tab]]
        self._turned(event, known.page)
        draft = Draft(event, action, target, self._ordinal(event.tab), known.page, notes={event.n})
        if action in ("check", "uncheck", "choose"):
            draft.saw(checked=target.state.checked)
        self.drafts.append(draft)
        return draft

    def _enter(self, event: Event, action: Action, target: Element) -> Draft:
        """An entry into a control takes the place of the one before it, unless something else was done in between."""
        for draft in reversed(self.drafts):
            entry = draft.action in ENTRIES
            if draft.event.document != event.document or draft.effect.url or (draft.kept and not entry):
                break
            if entry and same_control(draft.target, target):
                self.drafts.remove(draft)
                break
        return self._add(event, action, target)

    def _last(self, document: str) -> Draft | None:
        """The last draft, if it was done in this document."""
        return self.drafts[-1] if self.drafts and self.drafts[-1].event.document == document else None

    def _ordinal(self, tab: int) -> int:
        if not self.ordinals and self.home is not None and any(doc.tab == self.home for doc in self.documents.values()):
            self.ordinals[self.home] = 0
        return self.ordinals.setdefault(tab, len(self.ordinals))


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
    kept = [draft for draft in recorder.drafts if draft.kept]
    if not kept:
        raise NothingRecorded
    start = recorder.start or next((draft.page.url for draft in kept if origin(draft.page.url)), kept[0].page.url)
    doubts = [draft.doubt for draft in recorder.drafts if draft.doubt]
    return Demonstration(
        origin=origin(start) or "",
        start=start,
        steps=tuple(draft.step() for draft in kept),
        warnings=tuple(dict.fromkeys((*recorder.warnings, *doubts))),
    )
