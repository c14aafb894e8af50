"""A1, A2, A5 and the limits, against a real socket. What is switched off must fail the same test (negative control)."""

import asyncio
import contextlib
import itertools
import time

import psutil
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from likewise import server as server_module
from likewise.core.protocol import (
    MAX_GREETING,
    Alive,
    Error,
    Hello,
    PairHello,
    Prove,
    Refused,
    SetPaused,
    Welcome,
    to_extension,
)
from likewise.extension_build import EXTENSION_ID
from likewise.failure import Failure
from likewise.greeting import Greeting
from likewise.home import Home
from likewise.pairing import Pairings, new_nonce, proof
from likewise.server import ExtensionServer
from likewise.wire import decode, encode
from shells.fake_extension import ORIGIN, FakeExtension

KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nUpgrade: websocket\r\nConnection: Upgrade"


class Listener:
    """A receiver that keeps what it hears."""

    def __init__(self):
        self.messages, self.clients = [], []

    def paused(self):
        return True

    def joined(self, client):
        self.clients.append(client)

    def parted(self, client):
        self.clients.remove(client)

    async def heard(self, client, message):
        self.messages.append(message)
        client.send(Alive())


@pytest.fixture
async def running(tmp_path):
    pairings = Pairings(Home.open(tmp_path / "h"))
    listener = Listener()
    server = ExtensionServer(Greeting(pairings), listener, EXTENSION_ID)
    async with server.listening(0):
        yield server, pairings, listener


async def raw(port, text):
    """The status line and everything else that comes back for a raw request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text.encode("latin-1"))
    await writer.drain()
    try:
        answer = await asyncio.wait_for(reader.read(2000), 5)
    finally:
        writer.close()
    return answer.decode("latin-1")


def origins(port):
    good = ORIGIN
    yield from ([], ["null"], [f"http://127.0.0.1:{port}"], ["http://evil.test"], [good.upper()], [good + "x"])
    yield from (["chrome-extension://" + "b" * 32], ["moz-extension://" + EXTENSION_ID], [good + "/"], [good + ":80"])
    yield from ([good, good], [good, "http://evil.test"], ["http://evil.test", good], [f"{good}, {good}"], [good])


def hosts(port):
    good = f"127.0.0.1:{port}"
    yield from (["evil.test"], ["127.0.0.1"], [f"0.0.0.0:{port}"], [f"[::1]:{port}"], [f"127.1:{port}"])
    yield from ([good + ".evil.test"], [good, good], [good, "evil.test"], [f"localhost:{port}"], [], [good])


def paths(port):
    return ["/", "/extension/", "/extension?x=1", f"http://127.0.0.1:{port}/extension", "/extension"]


def attempts(port):
    for origin, host, path in itertools.product(origins(port), hosts(port), paths(port)):
        lines = [f"GET {path} HTTP/1.1", *(f"Host: {h}" for h in host), *(f"Origin: {o}" for o in origin), KEY]
        yield "\r\n".join(lines) + "\r\n\r\n"


async def upgraded(server, allowed=("101", "403", "404")):
    """The attempts that were upgraded, after all were tried."""
    answers = [(attempt, await raw(server.port, attempt)) for attempt in attempts(server.port)]
    for _, answer in answers:
        status = answer.split(" ", 2)[1]
        assert status in allowed, answer
        assert "Server:" not in answer and "Access-Control" not in answer and "Python" not in answer
        assert status == "101" or answer.endswith("\r\n\r\n")
    return [attempt for attempt, answer in answers if " 101 " in answer]


async def test_exactly_one_combination_upgrades(running):
    server, _, listener = running
    good = f"GET /extension HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {ORIGIN}\r\n{KEY}\r\n\r\n"
    assert await upgraded(server) == [good]
    assert listener.messages == []


async def test_without_the_check_many_would(tmp_path, monkeypatch):
    monkeypatch.setattr(ExtensionServer, "admit", lambda self, connection, request: None)
    server = ExtensionServer(Greeting(Pairings(Home.open(tmp_path / "h"))), Listener(), EXTENSION_ID)
    async with server.listening(0):
        assert len(await upgraded(server, ("101", "400", "403", "404"))) > 400


@pytest.mark.parametrize("request_text", ["POST /extension HTTP/1.1", "GET /", "\x00\xff\r\n", "GET /extension HTTP/0.9"])
async def test_other_requests_get_nothing(running, request_text):
    server, _, _ = running
    answer = await raw(server.port, f"{request_text}\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {ORIGIN}\r\n\r\n")
    assert not answer.startswith("HTTP/1.1 2") and "Python" not in answer


async def test_only_loopback_listens(running):
    _server, _, _ = running
    listening = [c.laddr for c in psutil.Process().net_connections("tcp") if c.status == psutil.CONN_LISTEN]
    assert (listening and {place.ip for place in listening}) == {"127.0.0.1"}


async def test_a_taken_port_is_said(running, tmp_path):
    server, _, _ = running
    other = ExtensionServer(Greeting(Pairings(Home.open(tmp_path / "o"))), Listener(), EXTENSION_ID)
    with pytest.raises(Failure, match=f"Port {server.port} is taken"):
        async with other.listening(server.port):
            pass


async def test_pairing_then_reconnecting(running):
    server, pairings, listener = running
    extension = FakeExtension(server.port)
    await extension.pair(pairings.new_code(server.port))
    assert extension.heard[0].paused is True
    await extension.send(Alive())
    await extension.next(Alive)
    await extension.close()
    await extension.connect()
    assert [client.profile for client in listener.clients] == [extension.profile]
    listener.clients[0].send(SetPaused(paused=False))
    await extension.next(SetPaused)
    await extension.close()
    await asyncio.sleep(0.05)
    assert listener.clients == []


async def test_a_second_connection_of_a_profile_replaces_the_first(running):
    server, pairings, listener = running
    first = FakeExtension(server.port)
    await first.pair(pairings.new_code(server.port))
    second = FakeExtension(server.port)
    second.profile, second.key = first.profile, first.key
    await second.connect()
    assert await first.gone() == 4001
    await second.send(Alive())
    await second.next(Alive)
    assert len(listener.clients) == 1
    await second.close()


async def test_wrong_proofs_get_nowhere_while_a_right_one_connects(running):
    server, pairings, listener = running
    good = FakeExtension(server.port)
    await good.pair(pairings.new_code(server.port))
    await good.close()

    async def wrong():
        bad = FakeExtension(server.port)
        bad.profile, bad.key = good.profile, "00" * 32
        with pytest.raises((AssertionError, ConnectionClosed)):
            await bad.connect()
        return bad

    attempts = [asyncio.create_task(wrong()) for _ in range(100)]
    begun = time.monotonic()
    await good.connect()
    assert time.monotonic() - begun < 1
    for bad in await asyncio.gather(*attempts):
        assert bad.heard == []
    assert len(listener.clients) == 1 and listener.messages == []
    await good.close()
    await asyncio.gather(*(bad._socket.close() for bad in await asyncio.gather(*attempts)))


async def stranger(server):
    return await connect(f"ws://127.0.0.1:{server.port}/extension", origin=ORIGIN, compression=None)


async def test_six_wrong_codes(running):
    server, pairings, _ = running
    pairings.new_code(server.port)
    reasons = []
    for _ in range(6):
        async with await stranger(server) as socket:
            await socket.send(encode(PairHello(version=1, nonce=new_nonce())))
            answer = decode(to_extension, await socket.recv())
            if not isinstance(answer, Refused):
                await socket.send(encode(Prove(proof=new_nonce())))
                answer = decode(to_extension, await socket.recv())
            reasons.append(answer.reason)
    assert reasons[0] == "wrong_proof" and reasons[-1] == "too_many_tries"


@pytest.mark.parametrize(
    "text", ["", "nonsense", '{"type":"alive"}', '{"type":"events","events":[]}', "x" * (MAX_GREETING + 1), b"\0"]
)
async def test_nothing_before_the_greeting(running, text):
    server, _, listener = running
    async with await stranger(server) as socket:
        await socket.send(text)
        with pytest.raises(ConnectionClosed):
            await socket.recv()
    assert listener.messages == []


async def test_a_silent_stranger_is_closed(running, monkeypatch):
    monkeypatch.setattr(server_module, "GREETING_S", 0.2)
    async with await stranger(running[0]) as socket:
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), 2)


async def test_many_silent_strangers_do_not_keep_the_person_out(running):
    server, pairings, _ = running
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(300):
            await stack.enter_async_context(await stranger(server))
        assert len(server._pending) <= server_module.MAX_PENDING
        extension = FakeExtension(server.port)
        await extension.pair(pairings.new_code(server.port))
        await extension.close()


async def test_bad_messages_are_answered_and_do_not_end_it(running):
    server, pairings, listener = running
    extension = FakeExtension(server.port)
    await extension.pair(pairings.new_code(server.port))
    for text in ('{"type":"list_workflows","request":5}', '{"type":"pause","paused":true}', '{"type":"hello"}', b"\xff\xfe"):
        await extension.send_text(text)
    await extension.send(Alive())
    await extension.next(Alive)
    assert [error.code for error in extension.all(Error)] == ["bad_message"] * 4
    assert extension.all(Error)[0].request == 5
    assert len(listener.messages) == 1
    await extension.close()


async def test_too_large_and_too_fast_close_it(running, monkeypatch):
    server, pairings, _ = running
    extension = FakeExtension(server.port)
    await extension.pair(pairings.new_code(server.port))
    await extension.send_text(" " * ((1 << 20) + 1))
    assert await extension.gone() == 1009
    monkeypatch.setattr("likewise.budget.MESSAGES_AT_ONCE", 20)
    await extension.connect()
    with contextlib.suppress(ConnectionClosed):
        for _ in range(200):
            await extension.send(Alive())
    assert await extension.gone() == 1008
    assert extension.all(Error)[-1].code == "too_fast"


async def test_a_client_that_does_not_read_is_dropped(running, monkeypatch):
    server, pairings, listener = running
    monkeypatch.setattr(server_module, "OUTGOING", 5)
    extension = FakeExtension(server.port)
    await extension.pair(pairings.new_code(server.port))
    for _ in range(20):
        listener.clients[0].send(Alive())
    assert await extension.gone() == 1006


async def test_deflate_is_not_negotiated(running):
    server, _, _ = running
    async with await connect(f"ws://127.0.0.1:{server.port}/extension", origin=ORIGIN) as socket:
        assert socket.protocol.extensions == []


async def test_a_captured_greeting_cannot_be_sent_again(running):
    """A6: nonces are new every time, so what was true once proves nothing later."""
    server, pairings, listener = running
    good = FakeExtension(server.port)
    await good.pair(pairings.new_code(server.port))
    await good.close()
    hello = Hello(version=1, nonce="a" * 64, profile=good.profile)
    async with await stranger(server) as socket:
        await socket.send(encode(hello))
        challenge = decode(to_extension, await socket.recv())
        captured = Prove(proof=proof(bytes.fromhex(good.key), "extension", hello.nonce, challenge.nonce))
        await socket.send(encode(captured))
        assert isinstance(decode(to_extension, await socket.recv()), Welcome)
    async with await stranger(server) as socket:
        await socket.send(encode(hello))
        assert decode(to_extension, await socket.recv()).nonce != challenge.nonce
        await socket.send(encode(captured))
        assert decode(to_extension, await socket.recv()).reason == "wrong_proof"
    assert listener.messages == []
