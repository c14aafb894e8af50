"""The websocket shell: who may connect, the greeting, limits; text <-> protocol messages.

Every web page and every program of the machine can reach a loopback port. So: 127.0.0.1 only; one exact Host, Origin and
path before the upgrade; then a proof of the pairing key by both sides before the first message; then a budget.
"""

import asyncio
import contextlib
import errno
import logging
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Protocol, assert_never

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from .budget import Budget
from .config import LOOPBACK
from .core.protocol import (
    MAX_FRAME,
    MAX_GREETING,
    Error,
    FromExtension,
    Hello,
    PairHello,
    Prove,
    Refused,
    ToExtension,
    Welcome,
    from_extension,
)
from .failure import BadMessage, Failure
from .greeting import Greeting, Peer
from .wire import decode, encode, request_of

PATH = "/extension"
GREETING_S = 10.0
MAX_PENDING = 256
"""Connections that have not proved themselves; the oldest makes room for a new one."""
OUTGOING = 1000
"""Messages that may wait for one client; one that does not read is dropped."""
QUEUE = 4
"""Incoming frames that are read ahead."""
CLOSE_S = 1.0
POLICY, TOO_MUCH, REPLACED = 1008, 1009, 4001


class Receiver(Protocol):
    """Whom the server tells of its clients. None of these may take long: they hold up that client's next message."""

    def paused(self) -> bool: ...
    def joined(self, client: "Client") -> None: ...
    def parted(self, client: "Client") -> None: ...
    async def heard(self, client: "Client", message: FromExtension) -> None: ...


class Client:
    """An extension that has proved itself."""

    def __init__(self, connection: ServerConnection, profile: str) -> None:
        self.profile = profile
        self._connection = connection
        self._outgoing: asyncio.Queue[str] = asyncio.Queue(OUTGOING)

    def send(self, message: ToExtension) -> None:
        """Never waits. A client that does not read loses its connection: what it had not acknowledged comes again."""
        try:
            self._outgoing.put_nowait(encode(message))
        except asyncio.QueueFull:
            self._connection.transport.abort()

    async def close(self, code: int, reason: str) -> None:
        await self._connection.close(code, reason)

    async def pump(self) -> None:
        """Sends what waits, until the connection ends."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                await self._connection.send(await self._outgoing.get())


class ExtensionServer:
    def __init__(self, greeting: Greeting, receiver: Receiver, extension_id: str) -> None:
        self._greeting = greeting
        self._receiver = receiver
        self._origin = f"chrome-extension://{extension_id}"
        self._clients: dict[str, Client] = {}
        self._pending: dict[ServerConnection, None] = {}
        self.port = 0

    @contextlib.asynccontextmanager
    async def listening(self, port: int) -> AsyncIterator[None]:
        """Serves on 127.0.0.1 until left. Raises Failure if the port is taken."""
        async with self._started(port) as server:
            self.port = next(iter(server.sockets)).getsockname()[1]
            try:
                yield
            finally:
                server.close()

    def _started(self, port: int) -> "_Started":
        return _Started(self, port)

    # --- before the upgrade -----------------------------------------------------------------------------------------

    def admit(self, _: ServerConnection, request: Request) -> Response | None:
        """None for exactly one combination of Host, Origin and path; total, because a raise would be a 500."""
        if request.headers.get_all("Host") != [f"{LOOPBACK}:{self.port}"]:
            return _empty(HTTPStatus.FORBIDDEN)
        if request.headers.get_all("Origin") != [self._origin]:
            return _empty(HTTPStatus.FORBIDDEN)
        if request.path != PATH:
            return _empty(HTTPStatus.NOT_FOUND)
        return None

    def answer(self, _: ServerConnection, __: Request, response: Response) -> Response | None:
        """What the library would explain is nobody's business."""
        upgrade = response.status_code == HTTPStatus.SWITCHING_PROTOCOLS
        return None if upgrade or not response.body else _empty(HTTPStatus(response.status_code))

    # --- a connection -----------------------------------------------------------------------------------------------

    async def attend(self, connection: ServerConnection) -> None:
        """One connection from its first message to its end."""
        with contextlib.suppress(ConnectionClosed):
            profile = await self._greeted(connection)
            if profile is not None:
                await self._serve(connection, Client(connection, profile))

    async def _greeted(self, connection: ServerConnection) -> str | None:
        """The profile that has proved itself, or None. The connection is then closed."""
        self._make_room(connection)
        try:
            async with asyncio.timeout(GREETING_S):
                profile = await self._greet(connection)
        except (TimeoutError, BadMessage):
            profile = None
        finally:
            self._pending.pop(connection, None)
        if profile is None:
            await connection.close(POLICY, "not greeted")
        return profile

    def _make_room(self, connection: ServerConnection) -> None:
        if len(self._pending) >= MAX_PENDING:
            oldest = next(iter(self._pending))
            del self._pending[oldest]
            oldest.transport.abort()
        self._pending[connection] = None

    async def _greet(self, connection: ServerConnection) -> str | None:
        connection.protocol.max_message_size = MAX_GREETING
        hello = decode(from_extension, await connection.recv(decode=True))
        if not isinstance(hello, Hello | PairHello):
            return None
        challenge = self._greeting.challenge(hello)
        if isinstance(challenge, Refused):
            await connection.send(encode(challenge))
            return None
        await connection.send(encode(challenge.message))
        prove = decode(from_extension, await connection.recv(decode=True))
        if not isinstance(prove, Prove):
            return None
        return await self._judge(connection, self._greeting.judge(challenge, prove))

    async def _judge(self, connection: ServerConnection, peer: "Peer | Refused") -> str | None:
        match peer:
            case Refused():
                await connection.send(encode(peer))
                return None
            case Peer():
                if peer.paired is not None:
                    await connection.send(encode(peer.paired))
                connection.protocol.max_message_size = MAX_FRAME
                return peer.profile
            case _:
                assert_never(peer)

    async def _serve(self, connection: ServerConnection, client: Client) -> None:
        older = self._clients.get(client.profile)
        self._clients[client.profile] = client
        client.send(Welcome(paused=self._receiver.paused()))
        self._receiver.joined(client)
        pump = asyncio.create_task(client.pump())
        try:
            if older is not None:
                await older.close(REPLACED, "replaced")
            await self._listen(connection, client)
        finally:
            pump.cancel()
            if self._clients.get(client.profile) is client:
                del self._clients[client.profile]
            self._receiver.parted(client)

    async def _listen(self, connection: ServerConnection, client: Client) -> None:
        budget = Budget()
        async for text in connection:
            if not budget.covers(len(text)):
                await connection.send(encode(Error(request=None, code="too_fast", text="Too many messages.")))
                await connection.close(POLICY, "too fast")
                return
            try:
                message = decode(from_extension, text)
                if isinstance(message, Hello | PairHello | Prove):
                    raise BadMessage("The greeting is over.")
            except BadMessage as error:
                client.send(Error(request=request_of(text), code="bad_message", text=str(error)))
                continue
            await self._receiver.heard(client, message)


class _Started:
    """The listening socket and what it says when it cannot have its port."""

    def __init__(self, owner: ExtensionServer, port: int) -> None:
        self._port = port
        self._serving = serve(
            owner.attend,
            LOOPBACK,
            port,
            process_request=owner.admit,
            process_response=owner.answer,
            server_header=None,
            compression=None,
            max_size=MAX_GREETING,
            max_queue=QUEUE,
            open_timeout=GREETING_S,
            close_timeout=CLOSE_S,
            logger=_silent(),
        )

    async def __aenter__(self) -> Server:
        try:
            return await self._serving.__aenter__()
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            raise Failure(
                f"Port {self._port} is taken by another program. End it, or choose another with --port or"
                " `port = N` in config.toml, and pair again."
            ) from error

    async def __aexit__(self, *error: object) -> None:
        await self._serving.__aexit__(None, None, None)


def _empty(status: HTTPStatus) -> Response:
    return Response(status.value, status.phrase, Headers([("Connection", "close"), ("Content-Length", "0")]), b"")


def _silent() -> logging.Logger:
    """The library logs what strangers send."""
    logger = logging.getLogger("likewise.websockets")
    logger.addHandler(logging.NullHandler())
    logger.propagate = False
    logger.setLevel(logging.CRITICAL)
    return logger
