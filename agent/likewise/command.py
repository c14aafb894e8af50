"""What the commands share: the settings they work with, the way to the daemon, how they print."""

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from . import config
from .client import connected
from .core.protocol import Answered, Asked, FromLocal, Progress
from .failure import Failure

T = TypeVar("T")
JSON = "likewise.json"
"""In the click context: failures are printed as JSON, too."""


@dataclass(frozen=True)
class At:
    """Where and how a command works."""

    settings: config.Settings
    json: bool

    def ask(self, request: FromLocal) -> Any:
        """The answer of the daemon, or of the same handlers here."""
        return run_to_end(self._ask(request))

    async def _ask(self, request: FromLocal) -> object:
        async with connected(self.settings, request) as client:
            return await client.ask(request, _print_progress)

    def show(self, document: Any, table: Callable[[Any], None]) -> None:
        if self.json:
            click.echo(json.dumps(document, ensure_ascii=False, indent=2))
        else:
            table(document)


def run_to_end(work: Coroutine[Any, Any, T]) -> T:
    """Runs it; SIGTERM and SIGHUP end it in order, as Ctrl-C does."""

    async def guarded() -> T:
        task = asyncio.ensure_future(work)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(_unheard)
        for name in ("SIGTERM", "SIGHUP"):
            if number := getattr(signal, name, None):
                with contextlib.suppress(NotImplementedError):
                    loop.add_signal_handler(number, task.cancel)
        return await task

    try:
        return asyncio.run(guarded())
    except asyncio.CancelledError:
        raise Failure("It was ended from outside.") from None


def _unheard(_: asyncio.AbstractEventLoop, __: dict[str, Any]) -> None:
    """What the browser's driver leaves behind when Ctrl-C has ended it first. The daemon's own troubles are logged."""


async def _print_progress(message: Progress | Asked) -> Answered | None:
    click.echo(message.text if isinstance(message, Progress) else message.report.title, err=True)
    return None


def with_home(function: Callable[..., Any]) -> Callable[..., Any]:
    option = click.option(
        "--home", metavar="DIR", help="Where everything is kept (else LIKEWISE_HOME, else the usual place)."
    )
    return option(function)


def with_json(function: Callable[..., Any]) -> Callable[..., Any]:
    option = click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
    return with_home(option(function))


def at(home: str | None, as_json: bool = False, **flags: Any) -> At:
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta[JSON] = as_json
    return At(config.read(home, os.environ, flags), as_json)
