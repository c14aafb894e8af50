"""What an extension that has proved itself may ask for, and what comes of it."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from typing import assert_never

from .core.address import origin
from .core.binding import check
from .core.protocol import (
    Alive,
    Consent,
    Error,
    Events,
    FromExtension,
    Hello,
    ListWorkflows,
    PageReply,
    PairHello,
    Prove,
    SecretReady,
    SetPaused,
    SnapshotTaken,
    StartRun,
    StopRun,
    Workflows,
)
from .core.report import WorkflowRow
from .core.session import Begin
from .engine import NO_ROOM, Engine
from .keeping import new_id
from .runs import LiveRun
from .server import Client
from .shelf import StoredWorkflow
from .writer import Writer

STOPPED_BY_PERSON = "You stopped it."
TRUST = ("verified", "draft", "retired")
"""Best first."""


class ExtensionRequests:
    """The server's Receiver. `active`: connected clients, the most recently active last."""

    def __init__(self, engine: Engine, writer: Writer, paused: bool) -> None:
        self._engine = engine
        self._writer = writer
        self._paused = paused
        self.active: dict[str, Client] = {}
        self._news = asyncio.Event()

    async def until_active(self, profile: Callable[[], str | None], seconds: float) -> str | None:
        """The profile as soon as it is connected; None if it is not in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while profile() not in self.active:
                    self._news.clear()
                    await self._news.wait()
        found = profile()
        return found if found in self.active else None

    def paused(self) -> bool:
        return self._paused

    async def set_paused(self, paused: bool) -> None:
        """Kept before it is told, so that it holds over a restart."""
        await self._writer.call(self._writer.store.set_paused, paused)
        self._paused = paused
        for client in self.active.values():
            client.send(SetPaused(paused=paused))

    def joined(self, client: Client) -> None:
        self.active[client.profile] = client
        self._engine.clients[client.profile] = client
        self._engine.pages.came_back(client, client.profile)
        self._news.set()

    def parted(self, client: Client) -> None:
        if self.active.get(client.profile) is client:
            del self.active[client.profile]
            del self._engine.clients[client.profile]

    async def heard(self, client: Client, message: FromExtension) -> None:
        if not isinstance(message, Alive) and self.active.get(client.profile) is client:
            self.active[client.profile] = self.active.pop(client.profile)
        try:
            await self._answer(client, message)
        except sqlite3.Error:
            client.send(Error(request=getattr(message, "request", None), code="failed", text=NO_ROOM))

    async def _answer(self, client: Client, message: FromExtension) -> None:
        match message:
            case Events():
                await self._engine.take(client, client.profile, message.events)
            case SnapshotTaken():
                await self._writer.call(self._writer.store.shelf.add_snapshot, message.hash, message.snapshot)
            case Alive():
                client.send(Alive())
            case PageReply():
                self._engine.pages.answered(client.profile, message)
            case ListWorkflows():
                await self._list(client, message)
            case StartRun():
                await self._start(client, message)
            case StopRun():
                self._stop(client, message)
            case Consent():
                self._consent(client, message)
            case SecretReady():
                self._secret_ready(client, message)
            case Hello() | PairHello() | Prove():
                client.send(Error(request=None, code="not_allowed", text="The greeting is over."))
            case _:
                assert_never(message)

    async def _list(self, client: Client, message: ListWorkflows) -> None:
        where = origin(message.url)
        stored = await self._writer.call(self._writer.store.shelf.workflows)
        fitting = [one.row for one in stored if where in one.workflow.origins]
        client.send(Workflows(request=message.request, items=tuple(sorted(fitting, key=_worth))))

    async def _start(self, client: Client, message: StartRun) -> None:
        stored = await self._writer.call(self._writer.store.shelf.workflow, message.workflow)
        if stored is None:
            text = "This task is not stored any more."
            client.send(Error(request=message.request, code="unknown", text=text))
        elif problems := check(stored.workflow, message.values):
            client.send(Error(request=message.request, code="misuse", text=" ".join(problems)))
        else:
            await self._begin(client, message, stored)

    async def _begin(self, client: Client, message: StartRun, stored: StoredWorkflow) -> None:
        await self._writer.call(self._writer.store.shelf.keep_last, message.workflow, message.values)
        run = LiveRun(
            id=new_id("r"),
            workflow=message.workflow,
            title=stored.workflow.title,
            profile=client.profile,
            place="page",
            request=message.request,
            tab=message.tab,
        )
        begin = Begin(
            run=run.id,
            workflow_id=message.workflow,
            workflow=stored.workflow,
            values=message.values,
            slots=frozenset(),
            approvals=frozenset(),
            tab=message.tab,
            start=None,
        )
        self._engine.begin(run, begin)

    def _stop(self, client: Client, message: StopRun) -> None:
        """Only the runs that this browser carries out."""
        for run in self._engine.runs.of(client.profile):
            if message.run in (None, run.id):
                self._engine.halt(run, STOPPED_BY_PERSON)

    def _consent(self, client: Client, message: Consent) -> None:
        run = self._engine.runs.get(message.run)
        question = run.question if run and run.profile == client.profile else None
        if run is None or question is None or question.kind != "consent":
            text = "Nothing waits for this approval."
            client.send(Error(request=None, code="not_allowed", text=text))
        else:
            self._engine.answer(run, message.step, message.approved, message.shown)

    def _secret_ready(self, client: Client, message: SecretReady) -> None:
        run = self._engine.runs.get(message.run)
        question = run.question if run and run.profile == client.profile else None
        if run is None or question is None or question.kind != "secret" or question.slot != message.slot:
            client.send(Error(request=None, code="not_allowed", text="Nothing waits for this secret."))
        else:
            self._engine.answer(run, question.step, True, question.shown)


def _worth(row: WorkflowRow) -> int:
    """Newest first among equals: the store gives them in that order and sorting keeps it."""
    return TRUST.index(row.trust)
