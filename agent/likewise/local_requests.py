"""What a local client (command line, tray) may ask for, and the JSON document that answers it."""

import contextlib
from typing import Any, assert_never

from .core.protocol import (
    Answered,
    Error,
    Forget,
    FromLocal,
    GetDemonstrations,
    GetRuns,
    GetStatus,
    GetWorkflows,
    NewCode,
    OpenBrowser,
    Pause,
    Result,
    Run,
    Show,
    StopRun,
)
from .core.report import Status
from .engine import Engine
from .extension_requests import STOPPED_BY_PERSON, ExtensionRequests
from .failure import Failure, Misuse
from .local import Talk
from .local_run import carry_out
from .log import trouble
from .pairing import CODE_S, Pairings
from .private import PrivateBrowsers
from .store import Sizes

NOT_LISTENING = "No daemon runs, so nothing can be paired. Start it with `likewise up`."
BROKEN = "Likewise itself failed here; HOME/log/daemon.log says where."


class LocalRequests:
    """`port` is None where this process does not listen for browsers."""

    def __init__(
        self,
        engine: Engine,
        extensions: ExtensionRequests,
        pairings: Pairings,
        browsers: PrivateBrowsers,
        home: str,
    ) -> None:
        self._engine = engine
        self._extensions = extensions
        self._pairings = pairings
        self._browsers = browsers
        self._home = home
        self.port: int | None = None

    async def answer(self, request: FromLocal, talk: Talk) -> None:
        """One of the two top loops: whatever goes wrong is told to the client, and logged where it is our fault."""
        try:
            await talk.send(Result(json=await self._document(request, talk)))
        except Misuse as error:
            await talk.send(Error(request=None, code="misuse", text=str(error)))
        except Failure as error:
            await talk.send(Error(request=None, code="failed", text=str(error)))
        except Exception as error:
            trouble(self._engine.log, f"answering {type(request).__name__}", error)
            with contextlib.suppress(ConnectionError):
                await talk.send(Error(request=None, code="failed", text=BROKEN))

    async def _document(self, request: FromLocal, talk: Talk) -> object:
        store, call = self._engine.writer.store, self._engine.writer.call
        match request:
            case GetStatus():
                return self._status(await call(store.sizes)).model_dump(mode="json")
            case NewCode():
                return self._new_code()
            case Pause():
                await self._extensions.set_paused(request.paused)
                return {"paused": request.paused}
            case GetDemonstrations():
                return [one.row.model_dump(mode="json") for one in await call(store.shelf.demonstrations)]
            case GetWorkflows():
                return [one.row.model_dump(mode="json") for one in await call(store.shelf.workflows)]
            case GetRuns():
                return await call(store.history.runs)
            case Show():
                return await self._show(request.id)
            case Forget():
                return await self._forget(request)
            case Run():
                return await carry_out(self._engine, self._extensions, self._browsers, request, talk)
            case StopRun():
                return self._stop(request.run)
            case OpenBrowser():
                return await self._open_browser(request, talk)
            case Answered():
                raise Misuse("Nothing has been asked on this connection.")
            case _:
                assert_never(request)

    def _status(self, sizes: Sizes) -> Status:
        active = self._extensions.active
        return Status(
            daemon=self.port is not None,
            port=self.port,
            connected=len(active),
            recording=any(self._engine.session.recording(profile) for profile in active),
            paused=self._extensions.paused(),
            demonstrations=sizes.demonstrations,
            workflows=sizes.workflows,
            runs=sizes.runs,
            pending=sizes.pending,
            model=None,
            embedding=None,
            store_bytes=sizes.bytes,
            home=self._home,
        )

    def _new_code(self) -> dict[str, Any]:
        if self.port is None:
            raise Failure(NOT_LISTENING)
        return {"code": self._pairings.new_code(self.port), "expires_s": CODE_S}

    async def _show(self, id: str) -> dict[str, Any]:
        """A row, and under the name of its kind the whole value."""
        store, call = self._engine.writer.store, self._engine.writer.call
        if demonstration := await call(store.shelf.demonstration, id):
            whole = demonstration.demonstration.model_dump(mode="json")
            return {**demonstration.row.model_dump(mode="json"), "demonstration": whole}
        if workflow := await call(store.shelf.workflow, id):
            return {
                **workflow.row.model_dump(mode="json"),
                "whole": workflow.workflow.model_dump(mode="json"),
            }
        if run := await call(store.history.run, id):
            return run
        raise Failure(f"Nothing is stored under {id!r}. `likewise demos`, `workflows` and `runs` list what is.")

    async def _forget(self, request: Forget) -> dict[str, list[str]]:
        if sum([bool(request.ids), request.site is not None, request.all]) != 1:
            raise Misuse("Name either ids, or a site, or everything.")
        for run in self._engine.runs.all():
            if request.all or run.workflow in request.ids:
                raise Failure("A run is under way. `likewise stop` ends it; then forget.")
        gone = await self._engine.writer.call(self._engine.writer.store.forget, request.ids, request.site, request.all)
        if request.ids and (missing := set(request.ids).difference(*gone.values())):
            rest = " What else was named is forgotten." if len(missing) < len(set(request.ids)) else ""
            raise Failure(f"Nothing is stored under {', '.join(map(repr, sorted(missing)))}.{rest}")
        return gone

    def _stop(self, id: str | None) -> dict[str, list[str]]:
        runs = [run for run in self._engine.runs.all() if id in (None, run.id)]
        if id is not None and not runs:
            raise Failure(f"The run {id!r} is not under way. `likewise runs` lists the past ones.")
        for run in runs:
            self._engine.halt(run, STOPPED_BY_PERSON)
        return {"stopped": [run.id for run in runs]}

    async def _open_browser(self, request: OpenBrowser, talk: Talk) -> dict[str, str]:
        async with self._browsers.opened(request, talk) as open_browser:
            await open_browser.until_closed_or(talk.receive())
        return {"closed": open_browser.profile}
