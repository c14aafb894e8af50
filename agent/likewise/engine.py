"""The heart of the daemon: hands what happens to the session, one thing after the other, and carries out its commands."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Iterable
from typing import assert_never

from .core.event import Event, Task
from .core.page import Act, Answer, Failed
from .core.protocol import (
    Ack,
    Error,
    PageRequest,
    Recorded,
    ReleaseSecret,
    RunUpdate,
    ToExtension,
)
from .core.report import RunReport
from .core.session import (
    Begin,
    Changed,
    Command,
    Discard,
    Halt,
    Happening,
    Keep,
    PageAnswered,
    PersonAnswered,
    Received,
    Session,
    ToPage,
)
from .keeping import discard, keep
from .log import trouble
from .pages import Pages, Sender
from .runs import LiveRun, Runs
from .uploads import with_files
from .writer import Writer

BROKEN = "Likewise itself failed here; HOME/log/ says where. Look at the page before running it again."
NO_ROOM = "The program could not store this (is the disk full?). It will be sent again."


class Engine:
    def __init__(self, session: Session, writer: Writer, log: logging.Logger) -> None:
        self.session = session
        self.writer = writer
        self.pages = Pages()
        self.runs = Runs()
        self.clients: dict[str, Sender] = {}
        self.log = log
        self._happenings: asyncio.Queue[tuple[Happening, int | None]] = asyncio.Queue()
        """With the number of the page request that a PageAnswered belongs to."""

    # --- in ---------------------------------------------------------------------------------------------------------

    def happen(self, happening: Happening, request: int | None = None) -> None:
        self._happenings.put_nowait((happening, request))

    async def settled(self) -> None:
        """Waits until everything that has happened is dealt with."""
        await self._happenings.join()

    async def work_forever(self) -> None:
        """One of the two top loops: a failure is logged and does not end the daemon."""
        while True:
            happening, request = await self._happenings.get()
            try:
                if self._is_stale(happening, request):
                    continue
                for command in await self._commands(happening):
                    await self._carry_out(command)
            except Exception as error:
                trouble(self.log, f"handling {type(happening).__name__}", error)
                await self._break(happening)
            finally:
                self._happenings.task_done()

    async def take(self, client: Sender, profile: str, events: tuple[Event, ...]) -> None:
        """Commits the events, then acknowledges them, then lets the session see the new ones."""

        async def committed(fresh: list[bool] | None) -> None:
            if fresh is None:
                client.send(Error(request=None, code="failed", text=NO_ROOM))
                return
            client.send(Ack(events=tuple((event.document, event.n) for event in events)))
            for event, new in zip(events, fresh, strict=True):
                if new:
                    self.happen(Received(profile, event))

        await self.writer.append(profile, events, committed)

    def begin(self, run: LiveRun, begin: Begin) -> None:
        self.runs.add(run)
        self.happen(begin)

    def halt(self, run: LiveRun, reason: str, *, asking: bool = False) -> None:
        self.happen(Halt(run.id, reason, "asking" if asking else "stopped"))

    def answer(self, run: LiveRun, step: int, approved: bool, shown: str) -> None:
        self.happen(PersonAnswered(run.id, step, approved, shown))

    def _is_stale(self, happening: Happening, request: int | None) -> bool:
        """An answer to a page request that has been given up is not for the session any more; a halt gives it up."""
        if isinstance(happening, Halt):
            self.pages.drop(happening.run)
            if run := self.runs.get(happening.run):
                run.requests += 1
            return False
        if not isinstance(happening, PageAnswered):
            return False
        run = self.runs.get(happening.run)
        return run is None or run.requests != request

    async def _commands(self, happening: Happening) -> Iterable[Command]:
        """Learning may take long; it does not hold up acknowledgements. Nothing else uses the session meanwhile."""
        commands = self.session.handle(happening)
        learning = isinstance(happening, Received) and isinstance(happening.event.what, Task)
        return await asyncio.to_thread(list, commands) if learning else commands

    # --- out --------------------------------------------------------------------------------------------------------

    async def _carry_out(self, command: Command) -> None:
        match command:
            case Keep():
                await self._keep(command)
            case Discard():
                await self.writer.call(discard, self.writer.store, command)
            case ToPage():
                await self._to_page(command)
            case Changed():
                await self._changed(command)
            case _:
                assert_never(command)

    async def _keep(self, command: Keep) -> None:
        store = self.writer.store
        demonstration, workflow = await self.writer.call(keep, store, command, time.time())
        stored = await self.writer.call(store.shelf.workflow, workflow) if workflow else None
        self._send(
            command.profile,
            Recorded(demonstration=demonstration, workflow=stored.row if stored else None, reason=command.reason),
        )

    async def _to_page(self, command: ToPage) -> None:
        run = self.runs.get(command.run)
        if run is None:
            return
        run.requests += 1
        ask, this = command.ask, run.requests
        if isinstance(ask, Act) and ask.action == "upload":
            loaded = await asyncio.to_thread(with_files, ask)
            if isinstance(loaded, Failed):
                self.happen(PageAnswered(command.run, 0.0, loaded), this)
                return
            ask = loaded
        before: tuple[ToExtension, ...] = ()
        if isinstance(ask, Act) and ask.slot in run.secrets:
            before = (ReleaseSecret(run=run.id, slot=ask.slot, value=run.secrets[ask.slot]),)

        def request(number: int) -> PageRequest:
            return PageRequest(id=number, run=run.id, tab=command.tab, timeout_ms=command.timeout_ms, ask=ask)

        def then(ms: float, answer: Answer) -> None:
            self.happen(PageAnswered(run.id, ms, answer), this)

        self.pages.ask(self.clients.get(run.profile), run.profile, request, then, before)

    async def _changed(self, command: Changed) -> None:
        run = self.runs.get(command.run)
        if run is None:
            return
        first = run.report is None
        await self._write_down(run, command.report, first, command.ended)
        self.runs.tell(run, command.report, command.tab, command.ended)
        self._send(
            run.profile,
            RunUpdate(request=run.request if first else None, tab=run.tab, report=command.report),
        )

    async def _write_down(self, run: LiveRun, report: RunReport, first: bool, ended: bool) -> None:
        """Before it is told: who hears of the end finds it stored. A run goes on, and ends, even where the store fails."""
        history = self.writer.store.history
        if not first and not ended:
            self.writer.later(self._not_written, history.update, report)
            return
        try:
            if first:
                await self.writer.call(history.begin, report, run.place, time.time())
            if ended:
                await self.writer.call(history.end, report, time.time())
        except sqlite3.Error as error:
            self._not_written(error)

    def _not_written(self, error: BaseException) -> None:
        trouble(self.log, "writing a run down", error)

    async def cut_off(self, run: LiveRun, reason: str) -> None:
        """Ends a run that cannot end by itself any more."""
        self.pages.drop(run.id)
        await self._changed(Changed(run.id, None, run.broken(reason), ended=True))

    async def _break(self, happening: Happening) -> None:
        run = None if isinstance(happening, Received) else self.runs.get(happening.run)
        if run is not None:
            await self.cut_off(run, BROKEN)

    def _send(self, profile: str, message: ToExtension) -> None:
        client = self.clients.get(profile)
        if client is not None:
            client.send(message)
