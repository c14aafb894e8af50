"""What a person does in a page, as events."""

from typing import Any

from core.builders import SITE, Events, field, page
from likewise.core.element import Element
from likewise.core.event import Input, Key, Opened, Pointer, Ready, Task
from likewise.core.recorder import demonstrate


def click(target: Element, **facts: Any) -> Pointer:
    base: dict[str, Any] = dict(what="click", by="pointer", button=0, modifiers=(), x=0.5, y=0.5)
    return Pointer(target=target, **(base | facts))


def key(name: str, target: Element, *modifiers: str, composing: bool = False) -> Key:
    return Key(key=name, modifiers=modifiers, composing=composing, target=target)  # type: ignore[arg-type]


def opened(url: str, cause: str = "navigate", top: bool = True, referred: bool = True) -> Opened:
    return Opened(url=url, top=top, cause=cause, referred=referred)  # type: ignore[arg-type]


def started(url: str = f"{SITE}/", heading: str | None = "Home") -> Events:
    events = Events().on("worker")
    events.say(Task(what="started"))
    events.on("one")
    events.say(opened(url, "already_open"))
    events.say(Ready(page=page(url, heading)))
    return events


def steps(events: Events) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(s.action, s.target.name if s.target else "", s.values) for s in demonstrate(events.events).steps]


def type_into(events: Events, name: str, text: str, **facts: Any) -> None:
    for n in range(1, len(text) + 1):
        events.say(Input(how="insertText", target=field(name, text[:n], **facts)))
