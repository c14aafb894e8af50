"""The way of the command line to the daemon, or to the same handlers in its own process where no daemon runs."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Protocol

from .config import Settings
from .core.protocol import Answered, Asked, Error, FromLocal, OpenBrowser, Progress, Result, Run, ToLocal
from .daemon import Daemon, running
from .failure import Failure, Locked, Misuse
from .home import Home
from .local import Talk, connect

STARTS_S = 5.0
"""A daemon that has the lock is waited for this long until it answers."""
POLL_S = 0.05

Hear = Callable[[Progress | Asked], Awaitable[Answered | None]]
"""Told of progress and of questions; what it returns is sent as the answer."""


class Line(Protocol):
    """A way to a daemon, for one request."""

    async def send(self, message: FromLocal) -> None: ...
    async def receive(self) -> ToLocal | None: ...
    async def close(self) -> None: ...


class Client:
    """`daemon`: the one in this process; None where another process has it."""

    def __init__(self, home: Home, daemon: Daemon | None) -> None:
        self._home = home
        self._daemon = daemon

    async def ask(self, request: FromLocal, hear: Hear | None = None) -> object:
        """The JSON document that answers the request. Raises Failure or Misuse with the daemon's words."""
        line = await self._line()
        try:
            await line.send(request)
            while (message := await line.receive()) is not None:
                match message:
                    case Result():
                        return message.json_
                    case Error():
                        raise (Misuse if message.code in ("misuse", "bad_message") else Failure)(message.text)
                    case Progress() | Asked():
                        answer = await hear(message) if hear else None
                        if answer is not None:
                            await line.send(answer)
        finally:
            await line.close()
        raise Failure("The daemon ended before it had answered. HOME/log/daemon.log may say why.")

    async def _line(self) -> Line:
        if self._daemon is not None:
            return _Inside(self._daemon)
        remote = await connect(self._home)
        if remote is None:
            raise Failure("The daemon has ended. Start it with `likewise up`.")
        return remote


@contextlib.asynccontextmanager
async def connected(settings: Settings, first: FromLocal) -> AsyncIterator[Client]:
    """A client for requests like `first`: to the home's daemon, else to the same handlers in this process."""
    home = Home.open(settings.home)
    with contextlib.ExitStack() as held:
        if not await _takes_home(home, held):
            yield Client(home, None)
            return
        async with running(settings, home, listens=_needs_browser(first)) as daemon:
            yield Client(home, daemon)


async def _takes_home(home: Home, held: contextlib.ExitStack) -> bool:
    """True with the home's lock held; False where a daemon answers. One that has the lock but is only starting, or another
    command that has it for a moment, is waited for."""
    for _ in range(round(STARTS_S / POLL_S)):
        if await _answers(home):
            return False
        try:
            held.enter_context(home.locked())
            return True
        except Locked:
            await asyncio.sleep(POLL_S)
    raise Locked(f"Another process holds {home.path}, but does not answer. End it, or choose another --home.")


def _needs_browser(request: FromLocal) -> bool:
    return isinstance(request, OpenBrowser) or (isinstance(request, Run) and request.where == "browser")


async def _answers(home: Home) -> bool:
    remote = await connect(home)
    if remote is not None:
        await remote.close()
    return remote is not None


class _Inside:
    """A line to the daemon in this process; both of its ends."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._to_client: asyncio.Queue[ToLocal] = asyncio.Queue()
        self._to_daemon: asyncio.Queue[FromLocal | None] = asyncio.Queue()
        self._answering: asyncio.Task[None] | None = None

    async def send(self, message: FromLocal) -> None:
        if self._answering is None:
            self._answering = asyncio.create_task(self._daemon.requests.answer(message, self._far_end()))
        else:
            self._to_daemon.put_nowait(message)

    async def receive(self) -> ToLocal | None:
        return await self._to_client.get()

    async def close(self) -> None:
        """Hanging up: a run or a browser that it was about ends."""
        self._to_daemon.put_nowait(None)
        if self._answering is not None:
            await asyncio.wait({self._answering})

    def _far_end(self) -> Talk:
        return _FarEnd(self._to_client, self._to_daemon)


class _FarEnd:
    def __init__(self, to_client: asyncio.Queue[ToLocal], to_daemon: asyncio.Queue[FromLocal | None]) -> None:
        self._to_client = to_client
        self._to_daemon = to_daemon

    async def send(self, message: ToLocal) -> None:
        self._to_client.put_nowait(message)

    async def receive(self) -> FromLocal | None:
        return await self._to_daemon.get()
