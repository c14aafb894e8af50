"""The store's one thread: calls in order, and the group commit of events."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from .core.event import Event
from .store import Store

GATHER_S = 0.01
"""How long an event waits for others before the commit that acknowledges it."""
WAITING = 64
"""Messages of events that wait for a commit; then senders are held up."""

P = ParamSpec("P")
R = TypeVar("R")
Batch = tuple[str, tuple[Event, ...], Callable[[list[bool] | None], Awaitable[None]]]
"""Profile, events, and what is told after the commit: which events are new, or None if the store could not take them."""


class Writer:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._batches: asyncio.Queue[Batch] = asyncio.Queue(WAITING)

    async def call(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs in the store's thread, after everything asked for before."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: function(*args, **kwargs))

    def later(
        self, failed: Callable[[BaseException], None], function: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """As `call`, without waiting; `failed` is told if it fails."""

        def done(future: asyncio.Future[R]) -> None:
            if not future.cancelled() and (error := future.exception()):
                failed(error)

        loop = asyncio.get_running_loop()
        loop.run_in_executor(self._thread, lambda: function(*args, **kwargs)).add_done_callback(done)

    async def append(
        self, profile: str, events: tuple[Event, ...], then: Callable[[list[bool] | None], Awaitable[None]]
    ) -> None:
        """Takes the events; `then` is called after their commit, in order."""
        await self._batches.put((profile, events, then))

    async def commit_forever(self) -> None:
        while True:
            batches = [await self._batches.get()]
            await asyncio.sleep(GATHER_S)
            while not self._batches.empty():
                batches.append(self._batches.get_nowait())
            await self._commit(batches)
            for _ in batches:
                self._batches.task_done()

    async def flushed(self) -> None:
        """Waits until everything taken is committed and told."""
        await self._batches.join()

    async def _commit(self, batches: list[Batch]) -> None:
        flat = [(profile, event) for profile, events, _ in batches for event in events]
        try:
            fresh = await self.call(self.store.journal.append, flat, time.time())
        except sqlite3.Error:
            for _, _, then in batches:
                await then(None)
            return
        start = 0
        for _, events, then in batches:
            await then(fresh[start : start + len(events)])
            start += len(events)

    def close(self) -> None:
        self._thread.shutdown()
