"""HOME/daemon.sock: the way of the command line and the tray to the daemon. One JSON object a line.

Only the same user gets in: the socket is 0600 in a 0700 folder, and on Linux the kernel says who connects. Where there are
no such sockets (Windows) it is a loopback port, and HOME/daemon.json (0600) holds its number and a key.
"""

import asyncio
import contextlib
import json
import os
import secrets
import socket
import struct
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Protocol

from .config import LOOPBACK
from .core.protocol import Error, FromLocal, ToLocal, from_local, to_local
from .failure import BadMessage, Failure
from .home import Home
from .wire import decode, encode

SOCKET = "daemon.sock"
PORT_FILE = "daemon.json"
MAX_LINE = 64 << 20
"""Bytes; a whole demonstration is one line."""
MAX_REQUEST = 1 << 20
MAX_PATH = 100
"""Bytes that a socket's address can hold, on every system."""
KEY_S = 2.0
ENDS_S = 3.5
"""What answering may take when the daemon ends: a browser is closed in it."""
UNIX = hasattr(socket, "AF_UNIX") and sys.platform != "win32"


class Talk(Protocol):
    """One local client, as the handlers see it."""

    async def send(self, message: ToLocal) -> None: ...
    async def receive(self) -> FromLocal | None:
        """The client's next message; None when it has gone."""


Answer = Callable[[FromLocal, Talk], Awaitable[None]]


class _Served:
    """A client on a socket, seen from the daemon."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, message: ToLocal) -> None:
        with contextlib.suppress(ConnectionError):
            self._writer.write(encode(message).encode() + b"\n")
            await self._writer.drain()

    async def receive(self) -> FromLocal | None:
        """Raises BadMessage."""
        line = await _line(self._reader)
        return decode(from_local, line) if line else None


class Remote:
    """The daemon, seen from a client on its socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, message: FromLocal) -> None:
        self._writer.write(encode(message).encode() + b"\n")
        await self._writer.drain()

    async def receive(self) -> ToLocal | None:
        line = await _line(self._reader)
        return decode(to_local, line) if line else None

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


@contextlib.asynccontextmanager
async def serving(home: Home, answer: Answer, unix: bool = UNIX) -> AsyncIterator[None]:
    """Answers local clients until left. The home's lock is held, so what is there of an older daemon is stale."""
    key = None if unix else secrets.token_hex(32)
    attending: set[asyncio.Task[None]] = set()

    async def attend(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        attending.add(task)
        try:
            if await _may_enter(reader, writer, key):
                await _attend(_Served(reader, writer), answer)
        except asyncio.CancelledError:
            if server.is_serving():
                raise
        finally:
            attending.discard(task)
            writer.close()

    server = await (_unix_server(home, attend) if unix else _port_server(home, attend, key))
    try:
        yield
    finally:
        server.close()
        for task in attending:
            task.cancel()
        if attending:
            await asyncio.wait(attending, timeout=ENDS_S)
        (home.path / (SOCKET if unix else PORT_FILE)).unlink(missing_ok=True)


async def connect(home: Home, unix: bool = UNIX) -> Remote | None:
    """The daemon of this home, or None if none answers."""
    try:
        if unix:
            with _short(home) as address:
                reader, writer = await asyncio.open_unix_connection(address, limit=MAX_LINE)
            return Remote(reader, writer)
        content = home.read(PORT_FILE, 4096)
        if content is None:
            return None
        found = json.loads(content)
        reader, writer = await asyncio.open_connection(LOOPBACK, int(found["port"]), limit=MAX_LINE)
        writer.write(str(found["key"]).encode() + b"\n")
        return Remote(reader, writer)
    except (FileNotFoundError, ConnectionError):
        return None


async def _attend(talk: _Served, answer: Answer) -> None:
    try:
        request = await talk.receive()
    except BadMessage as error:
        await talk.send(Error(request=None, code="bad_message", text=str(error)))
        return
    if request is not None:
        await answer(request, talk)


async def _line(reader: asyncio.StreamReader) -> bytes:
    """One line, or nothing when the other side has gone."""
    try:
        line = await reader.readline()
    except ConnectionError:
        return b""
    except ValueError:
        raise BadMessage("The line is too long.") from None
    return line if line.endswith(b"\n") else b""


async def _may_enter(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, key: str | None) -> bool:
    if key is None:
        return _is_same_user(writer.get_extra_info("socket"))
    try:
        async with asyncio.timeout(KEY_S):
            given = await _line(reader)
    except (TimeoutError, BadMessage):
        return False
    return secrets.compare_digest(given.strip(), key.encode())


def _is_same_user(connection: socket.socket) -> bool:
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    size = struct.calcsize("3i")
    _, user, _ = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return bool(user == os.geteuid())


Attend = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


async def _unix_server(home: Home, attend: Attend) -> asyncio.Server:
    path = home.path / SOCKET
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with _short(home) as address:
        listener.bind(address)
    os.chmod(path, 0o600)
    return await asyncio.start_unix_server(attend, sock=listener, limit=MAX_REQUEST)


async def _port_server(home: Home, attend: Attend, key: str | None) -> asyncio.Server:
    server = await asyncio.start_server(attend, LOOPBACK, 0, limit=MAX_REQUEST)
    port = server.sockets[0].getsockname()[1]
    home.write(PORT_FILE, json.dumps({"port": port, "key": key}).encode())
    return server


@contextlib.contextmanager
def _short(home: Home) -> Iterator[str]:
    """An address of the socket that is short enough: a long one goes through the folder's handle."""
    path = home.path / SOCKET
    if len(os.fsencode(path)) <= MAX_PATH:
        yield str(path)
        return
    handle = os.open(home.path, os.O_RDONLY)
    try:
        by_handle = Path(f"/proc/self/fd/{handle}/{SOCKET}")
        if not by_handle.parent.exists():
            raise Failure(f"The name of the home {home.path} is too long for a socket. Choose a shorter --home.")
        yield str(by_handle)
    finally:
        os.close(handle)
