"""Page requests under way: sent once, timed, answered once, guarded against a page side that never answers."""

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from .core.page import Answer, Failed, PageAsk
from .core.protocol import PageReply, PageRequest, ToExtension

GUARD_MS = 1000
"""More than the page side's own time-out."""
ONCE = ("act", "navigate")
"""Kinds of request that are never sent a second time."""

Then = Callable[[float, Answer], None]
"""Told the milliseconds that passed and the answer."""


class Sender(Protocol):
    def send(self, message: ToExtension) -> None: ...


@dataclass
class _Asked:
    profile: str
    message: PageRequest
    before: tuple[ToExtension, ...]
    then: Then
    started: float
    guard: asyncio.TimerHandle
    sent: bool = False


class Pages:
    def __init__(self) -> None:
        self._asked: dict[int, _Asked] = {}
        self._next = secrets.randbelow(1 << 30)

    def ask(
        self,
        client: Sender | None,
        profile: str,
        request: Callable[[int], PageRequest],
        then: Then,
        before: tuple[ToExtension, ...] = (),
    ) -> None:
        """Sends the request (with `before` in front of it) or, with no client, when the profile comes back in time."""
        self._next += 1
        message = request(self._next)
        late = (message.timeout_ms + GUARD_MS) / 1000
        guard = asyncio.get_running_loop().call_later(late, self._late, message.id)
        asked = _Asked(profile, message, before, then, time.monotonic(), guard)
        self._asked[message.id] = asked
        if client is not None:
            self._send(client, asked)

    def came_back(self, client: Sender, profile: str) -> None:
        """The profile has a new connection: what was not sent is, and what may be asked twice is asked again."""
        for asked in self._asked.values():
            if asked.profile == profile and not (asked.sent and asked.message.ask.kind in ONCE):
                self._send(client, asked)

    def answered(self, profile: str, reply: PageReply) -> None:
        """An answer that nobody waits for any more changes nothing."""
        asked = self._asked.get(reply.id)
        if asked is not None and asked.profile == profile:
            self._finish(reply.id, reply.answer)

    def drop(self, run: str) -> None:
        """Nobody waits for this run's answers any more."""
        for number in [number for number, asked in self._asked.items() if asked.message.run == run]:
            self._asked.pop(number).guard.cancel()

    def _send(self, client: Sender, asked: _Asked) -> None:
        for message in (*asked.before, asked.message):
            client.send(message)
        asked.sent = True

    def _late(self, number: int) -> None:
        asked = self._asked[number]
        self._finish(number, _silence(asked.message.ask, asked.sent))

    def _finish(self, number: int, answer: Answer) -> None:
        asked = self._asked.pop(number)
        asked.guard.cancel()
        asked.then((time.monotonic() - asked.started) * 1000, answer)


def _silence(ask: PageAsk, sent: bool) -> Failed:
    """What it means that no answer came."""
    if not sent:
        return Failed(kind="failed", code="no_tab", text="the browser is not connected any more")
    if ask.kind == "act":
        return Failed(kind="failed", code="unknown_outcome", text="the browser did not answer")
    return Failed(kind="failed", code="timeout", text="the browser did not answer in time")
