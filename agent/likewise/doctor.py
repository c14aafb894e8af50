"""What is installed, what is missing, how to mend it."""

import platform
import socket
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from typing import Any

from . import chromium, extension_build
from .client import connected
from .config import LOOPBACK, Settings
from .core.protocol import GetStatus
from .failure import Failure
from .home import Home
from .local import connect
from .store import opened

OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class Finding:
    name: str
    ok: bool
    says: str
    mend: str = ""


async def examine(settings: Settings) -> list[dict[str, Any]]:
    examinations: list[tuple[str, Callable[[Settings], Awaitable[Finding]]]] = [
        ("Python", _python),
        ("Chromium", _chromium),
        ("Extension", _extension),
        ("Home", _home),
        ("Store", _store),
        ("Daemon", _daemon),
        ("Port", _port),
    ]
    findings = []
    for name, examination in examinations:
        try:
            findings.append(await examination(settings))
        except Failure as failure:
            findings.append(Finding(name, False, "cannot be used", str(failure)))
    return [{**asdict(finding), "mend": "" if finding.ok else finding.mend} for finding in findings]


async def _python(_: Settings) -> Finding:
    return Finding("Python", sys.version_info >= OLDEST_PYTHON, platform.python_version(), "Install Python 3.11 or newer.")


async def _chromium(_: Settings) -> Finding:
    found = chromium.find()
    if found is None:
        return Finding("Chromium", False, "not found", chromium.how_to_install())
    return Finding("Chromium", True, str(found))


async def _extension(_: Settings) -> Finding:
    return Finding("Extension", True, f"id {extension_build.EXTENSION_ID}")


async def _home(settings: Settings) -> Finding:
    Home.open(settings.home)
    return Finding("Home", True, str(settings.home))


async def _store(settings: Settings) -> Finding:
    """Looked at only while no daemon has it; a running daemon has looked when it started."""
    home = Home.open(settings.home)
    if await _answers(home):
        return Finding("Store", True, "in use by the daemon")
    with home.locked(), opened(home) as store:
        sizes = store.sizes()
        return Finding("Store", True, f"sound, {sizes.bytes} bytes, {sizes.demonstrations} demonstrations")


async def _daemon(settings: Settings) -> Finding:
    if not await _answers(Home.open(settings.home)):
        return Finding("Daemon", True, "does not run; `likewise up` starts it")
    async with connected(settings, GetStatus()) as client:
        status = await client.ask(GetStatus())
    assert isinstance(status, dict)
    return Finding("Daemon", True, f"runs on port {status['port']}, {status['connected']} browser(s) connected")


async def _port(settings: Settings) -> Finding:
    if await _answers(Home.open(settings.home)):
        return Finding("Port", True, "in use by the daemon")
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, settings.port))
        except OSError:
            return Finding("Port", False, f"{settings.port} is taken by another program", "Choose another with `port = N`.")
    return Finding("Port", True, f"{settings.port} is free")


async def _answers(home: Home) -> bool:
    remote = await connect(home)
    if remote is not None:
        await remote.close()
    return remote is not None
