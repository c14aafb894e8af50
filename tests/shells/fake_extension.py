"""An extension without a browser: it greets, sends events and answers page requests over a real socket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from likewise.core.event import Event
from likewise.core.page import Answer, PageAsk
from likewise.core.protocol import (
    VERSION,
    Ack,
    Challenge,
    Events,
    FromExtension,
    Hello,
    PageReply,
    PageRequest,
    Paired,
    PairHello,
    Prove,
    ToExtension,
    Welcome,
    to_extension,
)
from likewise.extension_build import EXTENSION_ID
from likewise.pairing import new_nonce, proof
from likewise.wire import decode, encode

ORIGIN = f"chrome-extension://{EXTENSION_ID}"
REPLY_S = 5.0


class FakeExtension:
    """`answer` is the page: what it says to a request, or None for silence."""

    def __init__(self, port: int, answer: Callable[[PageAsk], Answer | None] | None = None) -> None:
        self.port = port
        self.profile = ""
        self.key = ""
        self.heard: list[ToExtension] = []
        self._answer = answer
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    async def pair(self, code: str) -> None:
        """With a code as `likewise pair` shows it."""
        secret = code.upper().rpartition("-")
        letters = secret[0].rpartition("-")[2] + secret[2]
        await self._open()
        await self._greet(letters.encode(), None)

    async def connect(self) -> None:
        await self._open()
        await self._greet(bytes.fromhex(self.key), self.profile)

    async def close(self) -> None:
        assert self._socket is not None and self._reading is not None
        await self._socket.close()
        await self._reading

    async def send(self, message: FromExtension) -> None:
        await self.send_text(encode(message))

    async def send_text(self, text: str | bytes) -> None:
        assert self._socket is not None
        await self._socket.send(text)

    async def tell(self, events: Iterable[Event]) -> None:
        """Sends the events and waits until all are acknowledged."""
        events = tuple(events)
        await self.send(Events(events=events))
        wanted = {(event.document, event.n) for event in events}
        await self.until(lambda: wanted <= self.acknowledged())

    def acknowledged(self) -> set[tuple[str, int]]:
        return {key for ack in self.all(Ack) for key in ack.events}

    def all(self, kind: type[Any]) -> list[Any]:
        return [message for message in self.heard if isinstance(message, kind)]

    async def next(self, kind: type[Any], before: int = 0) -> Any:
        """The first message of the kind after the first `before` ones."""
        await self.until(lambda: len(self.all(kind)) > before)
        return self.all(kind)[before]

    async def until(self, holds: Callable[[], bool], seconds: float = REPLY_S) -> None:
        async with asyncio.timeout(seconds):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def gone(self, seconds: float = REPLY_S) -> int | None:
        """The close code, once the daemon has closed the connection."""
        assert self._socket is not None
        await asyncio.wait_for(self._socket.wait_closed(), seconds)
        return self._socket.close_code

    async def _open(self) -> None:
        url = f"ws://127.0.0.1:{self.port}/extension"
        self._socket = await connect(url, origin=ORIGIN, compression=None, max_size=None)  # type: ignore[arg-type]

    async def _greet(self, key: bytes, profile: str | None) -> None:
        nonce = new_nonce()
        hello = (
            PairHello(version=VERSION, nonce=nonce)
            if profile is None
            else Hello(version=VERSION, nonce=nonce, profile=profile)
        )
        await self.send(hello)
        challenge = await self._receive()
        assert isinstance(challenge, Challenge), challenge
        assert challenge.proof == proof(key, "daemon", nonce, challenge.nonce), "the daemon did not prove itself"
        await self.send(Prove(proof=proof(key, "extension", nonce, challenge.nonce)))
        if profile is None:
            paired = await self._receive()
            assert isinstance(paired, Paired), paired
            self.profile, self.key = paired.profile, paired.key
        welcome = await self._receive()
        assert isinstance(welcome, Welcome), welcome
        self.heard.append(welcome)
        self._reading = asyncio.create_task(self._read())

    async def _receive(self) -> ToExtension:
        assert self._socket is not None
        async with asyncio.timeout(REPLY_S):
            return decode(to_extension, await self._socket.recv(decode=True))

    async def _read(self) -> None:
        assert self._socket is not None
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                message = decode(to_extension, text)
                self.heard.append(message)
                if isinstance(message, PageRequest) and self._answer is not None:
                    answer = self._answer(message.ask)
                    if answer is not None:
                        await self.send(PageReply(id=message.id, answer=answer))
                self._news.set()


@contextlib.asynccontextmanager
async def paired(
    port: int, code: str, answer: Callable[[PageAsk], Answer | None] | None = None
) -> AsyncIterator[FakeExtension]:
    extension = FakeExtension(port, answer)
    await extension.pair(code)
    try:
        yield extension
    finally:
        await extension.close()
