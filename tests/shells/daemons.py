"""Daemons in the test's own process, and what a person would have recorded for them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from core.builders import SITE, Events, acted, element, field, found, observed, page, state
from likewise.config import Settings
from likewise.core.event import Event, Input, Opened, Pointer, Ready, Task
from likewise.core.page import Act, Answer, Arrived, Candidates, Did, Navigate, Observe, PageAsk
from likewise.core.protocol import Answered, FromLocal, NewCode, ToLocal
from likewise.daemon import Daemon, running
from likewise.home import Home
from shells.fake_extension import FakeExtension, paired

STEP_TIMEOUT_S = 2.0


@contextlib.asynccontextmanager
async def daemon(folder: Path, port: int = 0) -> AsyncIterator[Daemon]:
    home = Home.open(folder)
    settings = Settings(home=folder, port=port, step_timeout_s=STEP_TIMEOUT_S)
    with home.locked():
        async with running(settings, home, listens=True) as made:
            yield made


@contextlib.asynccontextmanager
async def desk(
    folder: Path, page: Callable[[PageAsk], Answer | None] | None = None
) -> AsyncIterator[tuple[Daemon, FakeExtension]]:
    """A daemon with a browser that is paired and connected."""
    async with daemon(folder) as made:
        code = (await ask(made, NewCode()))["code"]
        async with paired(made.port or 0, code, page) as extension:
            yield made, extension


class Terminal:
    """A local client: keeps what it is told, and answers what it is asked with what it was given."""

    def __init__(self, *answers: Answered) -> None:
        self.told: list[ToLocal] = []
        self.answers = list(answers)

    async def send(self, message: ToLocal) -> None:
        self.told.append(message)

    async def receive(self) -> FromLocal | None:
        await asyncio.Event().wait()
        return None


async def until(holds: Callable[[], Any], seconds: float = 5.0) -> None:
    """Looks every 10 ms; the test fails when it does not come true."""
    for _ in range(round(seconds * 100)):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("not in time")


async def ask(made: Daemon, request: FromLocal) -> Any:
    """The result's JSON, or the error message."""
    terminal = Terminal()
    await made.requests.answer(request, terminal)
    last = terminal.told[-1]
    return getattr(last, "json_", last)


def recorded(button: str = "Save", document: str = "one") -> list[Event]:
    """A name typed and a button clicked, between Record and Stop."""
    events = Events().on(f"{document}-worker")
    events.say(Task(what="started"))
    events.on(document)
    events.say(Opened(url=f"{SITE}/", top=True, cause="already_open", referred=False))
    events.say(Ready(page=page(f"{SITE}/", "Home")))
    for n in range(1, 5):
        events.say(Input(how="insertText", target=field("Name", "Mugs"[:n])))
    target = element("button", button)
    events.say(Pointer(what="click", by="pointer", target=target, button=0, modifiers=(), x=0.5, y=0.5))
    events.on(f"{document}-worker")
    events.say(Task(what="stopped"))
    return events.events


class FakePage:
    """The page of `recorded`; `did` is what was done to it. `silent`: kinds of request that it never answers."""

    def __init__(self, button: str = "Save", silent: tuple[str, ...] = ()) -> None:
        self.button, self.silent = button, silent
        self.did: list[str] = []
        self.asked: list[PageAsk] = []

    def __call__(self, ask: PageAsk) -> Answer | None:
        self.asked.append(ask)
        here = page(f"{SITE}/", "Home")
        if ask.kind in self.silent:
            return None
        match ask:
            case Navigate():
                return Arrived(tab=7, page=here)
            case Candidates():
                return found(here, field("Name"), element("button", self.button))
            case Act():
                self.did.append(f"{ask.action} {ask.essentials.name} {' '.join(ask.values)}".strip())
                return acted(state(value=ask.values[0] if ask.values else None))
            case Observe():
                return observed(here, seen=tuple(False for _ in ask.texts))
            case _:
                return Did()
