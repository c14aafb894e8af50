"""Builds the shells and joins them around the session; starts and ends in order."""

import asyncio
import contextlib
import logging
import os
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Any

from .config import Settings
from .core.session import Received, Session
from .engine import Engine
from .extension_build import EXTENSION_ID
from .extension_requests import ExtensionRequests
from .failure import Failure
from .greeting import Greeting
from .home import Home
from .local import serving
from .local_requests import LocalRequests
from .log import close_log, open_log, trouble
from .pairing import Pairings
from .private import PrivateBrowsers
from .server import ExtensionServer
from .store import Store, opened
from .writer import Writer

ENDING = "Likewise was ended."
RUNS_END_S = 1.5
BROWSER_CLOSES_S = 2.0
SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")


@dataclass(frozen=True)
class Daemon:
    """`port` is None where it does not listen for browsers."""

    requests: LocalRequests
    port: int | None


async def up(settings: Settings, announce: Callable[[int], None]) -> None:
    """The daemon in the foreground, until a signal ends it. Raises Failure where it cannot start."""
    home = Home.open(settings.home)
    with home.locked():
        stop = asyncio.Event()
        _on_signals(stop.set)
        async with running(settings, home, listens=True) as daemon:
            assert daemon.port is not None
            announce(daemon.port)
            await stop.wait()


@contextlib.asynccontextmanager
async def running(settings: Settings, home: Home, *, listens: bool) -> AsyncIterator[Daemon]:
    """Everything but the lock. With `listens`, extensions and local clients can connect."""
    os.umask(0o077)
    async with contextlib.AsyncExitStack() as stack:
        log = stack.enter_context(_logging(home))
        store = stack.enter_context(opened(home))
        store.history.mend(time.time())
        store.shelf.drop_unused_snapshots()
        writer = Writer(store)
        stack.callback(writer.close)
        engine = Engine(Session(settings.step_timeout_ms), writer, log)
        await stack.enter_async_context(_working(engine))
        await _read_again(engine, store, listens)
        pairings = Pairings(home)
        extensions = ExtensionRequests(engine, writer, store.paused())
        browsers = PrivateBrowsers(home, writer, pairings, extensions)
        requests = LocalRequests(engine, extensions, pairings, browsers, str(home.path))
        if listens:
            server = ExtensionServer(Greeting(pairings), extensions, EXTENSION_ID)
            await stack.enter_async_context(server.listening(settings.port))
            requests.port = browsers.port = server.port
            await stack.enter_async_context(serving(home, requests.answer))
            stack.push_async_callback(_let_go, engine, browsers)
        yield Daemon(requests, requests.port)


@contextlib.contextmanager
def _logging(home: Home) -> Iterator[logging.Logger]:
    """HOME/log/, also for what fails where nobody waits for it."""
    log, loop = open_log(home), asyncio.get_running_loop()

    def unheard(_: asyncio.AbstractEventLoop, facts: dict[str, Any]) -> None:
        trouble(log, "something in the background", facts.get("exception") or RuntimeError())

    before = loop.get_exception_handler()
    loop.set_exception_handler(unheard)
    try:
        yield log
    finally:
        loop.set_exception_handler(before)
        close_log(log)


@contextlib.asynccontextmanager
async def _working(engine: Engine) -> AsyncIterator[None]:
    """The two workers; before they end, what has been taken is committed and dealt with."""
    tasks = [
        asyncio.create_task(engine.writer.commit_forever()),
        asyncio.create_task(engine.work_forever()),
    ]
    try:
        yield
    finally:
        await engine.writer.flushed()
        await engine.settled()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _read_again(engine: Engine, store: Store, listens: bool) -> None:
    """The stored journal, as if it had just come. A damaged one hinders the daemon, but not `likewise forget`."""
    try:
        events = await engine.writer.call(lambda: list(store.journal.events()))
    except Failure:
        if listens:
            raise
        return
    for profile, event in events:
        engine.happen(Received(profile, event))
    await engine.settled()


async def _let_go(engine: Engine, browsers: PrivateBrowsers) -> None:
    """Runs end with a reason while their browser is still there."""
    for run in engine.runs.all():
        engine.halt(run, ENDING)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(RUNS_END_S):
            for run in engine.runs.all():
                await run.ended.wait()
    for run in engine.runs.all():
        await engine.cut_off(run, ENDING)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(browsers.close(), BROWSER_CLOSES_S)


def _on_signals(stop: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for name in SIGNALS:
        number = getattr(signal, name, None)
        if number is None:
            continue
        try:
            loop.add_signal_handler(number, stop)
        except NotImplementedError:
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop))
