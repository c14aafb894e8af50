"""Builders of core values: every field has an unremarkable default here, and only here."""

from typing import Any

from likewise.core.demonstration import Demonstration, Effect, Step
from likewise.core.element import Element, Form, FrameStep, Option, Page, Place, Rival, State, TagPath, Uniqueness
from likewise.core.event import Event, What
from likewise.core.page import Acted, Candidate, Found, Handle, Observed

SITE = "http://shop.test"
IMPLICIT = {"text": "textbox", "submit": "button", "checkbox": "checkbox", "radio": "radio", "password": "textbox"}


def state(**facts: Any) -> State:
    base: dict[str, Any] = dict(value=None, checked=None, selected=None, expanded=None, disabled=False)
    return State(**(base | facts))


def unique(**counts: int | None) -> Uniqueness:
    base: dict[str, int | None] = dict(id=1, test_id=None, field=1, role_name=1, href=1, cell=None, path=1)
    return Uniqueness(**(base | counts))


def path(anchor: str = "body", *steps: str) -> TagPath:
    return TagPath(anchor=anchor, steps=steps)


def form(**facts: Any) -> Form:
    base: dict[str, Any] = dict(id=None, name=None, action=f"{SITE}/", method="post", submits=("Save",), secret=False)
    return Form(**(base | facts))


def element(role: str = "button", name: str = "Save", **facts: Any) -> Element:
    base: dict[str, Any] = dict(
        role=role,
        name=name,
        name_from="text",
        tag={"link": "a", "button": "button", "textbox": "input", "checkbox": "input", "radio": "input"}.get(role, "div"),
        type={"textbox": "text", "checkbox": "checkbox", "radio": "radio"}.get(role),
        id=None,
        test_id=None,
        field=None,
        field_value=None,
        autocomplete=None,
        placeholder=None,
        href=None,
        classes=(),
        hashed_classes=(),
        text=name,
        icon=None,
        path=path("body", f"{role}:1", f"{name}:1"),
        ancestors=(),
        landmark=None,
        heading=None,
        fieldset=None,
        dialog=None,
        row=None,
        column=None,
        ordinal=1,
        place=Place(x=0, y=0, width=10, height=10),
        neighbours=(),
        options=None,
        multiple=False,
        sensitive=None,
        form=None,
        state=state(),
        unique=unique(),
        rivals=None,
    )
    return Element(**(base | facts))


def field(name: str, value: str = "", **facts: Any) -> Element:
    """A text field labelled `name`, holding `value`."""
    key = name.lower().replace(" ", "_")
    base: dict[str, Any] = dict(name_from="label", id=f"id_{key}", field=key, state=state(value=value), text=None)
    return element(str(facts.pop("role", "textbox")), name, **(dict(tag="input", type="text") | base | facts))


def password(name: str = "Password", **facts: Any) -> Element:
    return field(name, type="password", sensitive="password", **({"state": state()} | facts))


def chooser(name: str, chosen: str, *labels: str, **facts: Any) -> Element:
    """A select with these options, one chosen."""
    options = tuple(Option(label=label, value=label.lower()) for label in labels)
    selected = tuple(option for option in options if option.label == chosen)
    key = name.lower()
    base: dict[str, Any] = dict(tag="select", id=f"id_{key}", field=key, options=options, state=state(selected=selected))
    return element("combobox", name, **(base | facts))


def rival(role: str, name: str, **facts: Any) -> Rival:
    base: dict[str, Any] = dict(role=role, name=name, id=None, field=None, href=None, row=None, path=path())
    return Rival(**(base | facts))


def frame(**facts: Any) -> FrameStep:
    base: dict[str, Any] = dict(name=None, id=None, url=None, title=None, ordinal=0)
    return FrameStep(**(base | facts))


def page(url: str = f"{SITE}/", heading: str | None = None, **facts: Any) -> Page:
    base: dict[str, Any] = dict(url=url, title=heading or "", heading=heading, language="en", status=200, messages=())
    return Page(**(base | facts))


class Events:
    """Writes events as a browser would number them; `on` switches to another document."""

    def __init__(self, tab: int = 7) -> None:
        self.events: list[Event] = []
        self.document, self.tab, self.frame = "doc-000", tab, ()
        self._n: dict[str, int] = {}

    def on(self, document: str, tab: int | None = None, frame: tuple[FrameStep, ...] = ()) -> "Events":
        self.document, self.frame = f"doc-{document}", frame
        self.tab = self.tab if tab is None else tab
        return self

    def say(self, what: What) -> Event:
        n = self._n[self.document] = self._n.get(self.document, -1) + 1
        event = Event(
            document=self.document,
            n=n,
            ms=float(n),
            arrival=len(self.events) + 1,
            tab=self.tab,
            frame=self.frame,
            what=what,
        )
        self.events.append(event)
        return event


def effect(**facts: Any) -> Effect:
    base: dict[str, Any] = dict(
        url=None, template=None, heading=None, status=None, texts=(), dialog=None, tab=False, value=None, checked=None
    )
    return Effect(**(base | facts))


def step(action: str, target: Element | None, *values: str, **facts: Any) -> Step:
    base: dict[str, Any] = dict(frame=(), tab=0, page=page(), slot=None, effect=effect(), snapshot=None)
    return Step(action=action, target=target, values=values, **(base | facts))  # type: ignore[arg-type]


def demonstration(*steps: Step, start: str = f"{SITE}/") -> Demonstration:
    return Demonstration(origin=SITE, start=start, steps=steps, warnings=())


def candidate(seen: Element, number: int = 1, document: str = "doc-live", frames: tuple[FrameStep, ...] = ()) -> Candidate:
    return Candidate(handle=Handle(document=document, number=number), frame=frames, element=seen)


def found(where: Page, *seen: Element, revision: str = "doc-live:1", tab: int = 7) -> Found:
    candidates = tuple(candidate(one, n) for n, one in enumerate(seen))
    return Found(tab=tab, page=where, candidates=candidates, revision=revision)


def acted(after: State | None = None, **facts: Any) -> Acted:
    base: dict[str, Any] = dict(did=True, left=False, state=after, opened=())
    return Acted(**(base | facts))


def observed(where: Page, **facts: Any) -> Observed:
    base: dict[str, Any] = dict(
        tab=7,
        page=where,
        seen=(),
        dialog=None,
        state=None,
        quiet=True,
        busy=False,
        opened=(),
        failed=None,
        revision="doc-live:2",
    )
    return Observed(**(base | facts))
