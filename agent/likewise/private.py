"""The browsers that Likewise opens: for a person (`browser`), or to carry out runs (`run --in browser`)."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from dataclasses import dataclass
from pathlib import Path

from .browser import Browser, Launch, extension_folder, launched
from .core.protocol import OpenBrowser, Progress
from .extension_requests import ExtensionRequests
from .failure import Failure
from .home import Home
from .local import Talk
from .pairing import Pairings
from .writer import Writer

COMES_BACK_S = 6.0
"""A paired extension connects again within this; else it is paired anew."""
CONNECTS_S = 10.0
STAYS_S = 60.0
"""A browser kept for another run is closed when none comes."""
FOR_PERSON, FOR_RUNS = "own", "runs"
"""Their profiles' folders in HOME/browser."""


@dataclass
class Opened:
    """A browser with the extension in it, connected as `profile`."""

    browser: Browser
    profile: str
    headed: bool

    async def until_closed_or(self, other: Awaitable[object]) -> None:
        """Returns when the browser is closed or `other` is done."""
        closed = asyncio.ensure_future(self.browser.until_closed())
        done = asyncio.ensure_future(other)
        try:
            await asyncio.wait({closed, done}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            closed.cancel()
            done.cancel()


class PrivateBrowsers:
    """`port` is None where this process does not listen for browsers."""

    def __init__(self, home: Home, writer: Writer, pairings: Pairings, extensions: ExtensionRequests) -> None:
        self._home = home
        self._writer = writer
        self._pairings = pairings
        self._extensions = extensions
        self._turn = asyncio.Lock()
        self._kept: tuple[contextlib.AsyncExitStack, Opened] | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.port: int | None = None

    @contextlib.asynccontextmanager
    async def opened(self, request: OpenBrowser, talk: Talk) -> AsyncIterator[Opened]:
        """For a person, at a URL, until left."""
        folder = self._folder_for(request.profile)
        async with self._open(folder, headless=request.headless, trusted=False) as opened:
            await opened.browser.show(request.url)
            await talk.send(Progress(text="The browser is open and paired.", report=None))
            yield opened

    @contextlib.asynccontextmanager
    async def lent(self, headed: bool, more: bool) -> AsyncIterator[str]:
        """The profile of the private browser for one run; with `more` it stays open for the next."""
        async with self._turn:
            opened = await self._for_runs(headed)
            try:
                yield opened.profile
            finally:
                if more:
                    self._close_later()
                else:
                    await self.close()

    async def close(self) -> None:
        """Closes the browser that is kept for runs."""
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
        kept, self._kept = self._kept, None
        if kept is not None:
            await kept[0].aclose()

    async def _for_runs(self, headed: bool) -> Opened:
        if self._closing is not None:
            self._closing.cancel()
            self._closing = None
        if self._kept is not None:
            opened = self._kept[1]
            alive = not opened.browser.is_closed() and opened.profile in self._extensions.active
            if alive and opened.headed == headed:
                return opened
            await self.close()
        stack = contextlib.AsyncExitStack()
        opening = self._open(self._folder(FOR_RUNS), headless=not headed, trusted=True)
        opened = await stack.enter_async_context(opening)
        self._kept = (stack, opened)
        return opened

    def _close_later(self) -> None:
        def close() -> None:
            task = asyncio.ensure_future(self.close())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        self._closing = asyncio.get_running_loop().call_later(STAYS_S, close)

    def _folder_for(self, given: str | None) -> Path:
        return Path(given).expanduser().absolute() if given else self._folder(FOR_PERSON)

    def _folder(self, name: str) -> Path:
        self._home.folder("browser")
        return self._home.folder(f"browser/{name}")

    @contextlib.asynccontextmanager
    async def _open(self, folder: Path, *, headless: bool, trusted: bool) -> AsyncIterator[Opened]:
        if self.port is None:
            raise Failure("This process does not listen for browsers.")
        extension = await asyncio.to_thread(extension_folder, self._home, trusted)
        async with launched(Launch(folder, extension, headless, trusted)) as browser:
            profile = await self._connected(browser, folder)
            yield Opened(browser, profile, not headless)

    async def _connected(self, browser: Browser, folder: Path) -> str:
        """The profile as which the browser's extension is connected; pairs it where it does not come by itself."""
        name = f"browser:{folder}:{self.port}"
        store, call = self._writer.store, self._writer.call
        known = await call(store.setting, name)
        if known and self._pairings.key(known) and await self._extensions.until_active(lambda: known, COMES_BACK_S):
            return known
        assert self.port is not None
        before = self._pairings.newest
        await browser.pair(self._pairings.new_code(self.port))
        newest = await self._extensions.until_active(
            lambda: None if self._pairings.newest == before else self._pairings.newest, CONNECTS_S
        )
        if newest is None:
            raise Failure("The extension in the private browser did not connect.")
        await call(store.set_setting, name, newest)
        return newest
