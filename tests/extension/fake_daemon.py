"""A daemon of a few lines on a real socket: it greets as core/protocol.py says, acknowledges, and does as it is told."""

import hashlib
import hmac
import json
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import Server, ServerConnection, serve

from likewise.core import protocol

CODE = "ABCDE-FGHIJ"
WAIT_S = 10
Seen = TypeVar("Seen")
Message = dict[str, Any]


def proof(key: bytes, role: str, theirs: str, mine: str) -> str:
    return hmac.new(key, f"likewise|{role}|{theirs}|{mine}".encode(), hashlib.sha256).hexdigest()


def wait_for(look: Callable[[], Seen], seconds: float = WAIT_S, every: float = 0.02) -> Seen:
    """What `look` gives as soon as that is true. Fails when the time is out."""
    end = time.monotonic() + seconds
    while not (seen := look()):
        assert time.monotonic() < end, f"waited {seconds} s in vain; last seen: {seen!r}"
        time.sleep(every)
    return seen


class FakeDaemon:
    """`received` holds every message after the greeting, `frames` every frame of every connection, greeting included."""

    def __init__(self, port: int = 0) -> None:
        self.paused = False
        self.acknowledging = True
        self.tolerant = False
        self.profile, self.key = "p_" + secrets.token_hex(8), secrets.token_hex(32)
        self.received: list[Message] = []
        self.frames: list[str] = []
        self.connections = 0
        self.refusal: str | None = None
        self.workflows: list[Message] = []
        self.connection: ServerConnection | None = None
        self._ids = iter(range(1, 1 << 30))
        self._server: Server | None = None
        self.port = port
        self.start()

    # --- the server ---

    def start(self) -> None:
        self._server = serve(self._handle, "127.0.0.1", self.port, compression=None, max_size=1 << 20)
        self.port = self._server.socket.getsockname()[1]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self._server:
            self._server.shutdown()
            self.cut()
            self._server = None

    def cut(self) -> None:
        """Ends the connection without a closing handshake."""
        if connection := self.connection:
            with suppress(OSError):
                connection.socket.shutdown(2)

    def _handle(self, connection: ServerConnection) -> None:
        with suppress(ConnectionClosed, StopIteration):
            if self._greet(connection):
                self.connection = connection
                self.connections += 1
                for text in connection:
                    self._take(connection, text)
        if self.connection is connection:
            self.connection = None

    def _receive(self, connection: ServerConnection) -> Any:
        text = connection.recv(timeout=WAIT_S)
        self.frames.append(str(text))
        return protocol.from_extension.validate_json(text, strict=True)

    def _greet(self, connection: ServerConnection) -> bool:
        hello, mine = self._receive(connection), secrets.token_hex(32)
        pairing = hello.type == "pair_hello"
        if self.refusal:
            self._say(connection, type="refused", reason=self.refusal, text=f"Refused: {self.refusal}.")
            return False
        if not pairing and hello.profile != self.profile:
            self._say(connection, type="refused", reason="unknown_profile", text="Pair again.")
            return False
        key = CODE.replace("-", "").encode() if pairing else bytes.fromhex(self.key)
        self._say(connection, type="challenge", nonce=mine, proof=proof(key, "daemon", hello.nonce, mine))
        if self._receive(connection).proof != proof(key, "extension", hello.nonce, mine):
            self._say(connection, type="refused", reason="wrong_proof", text="Wrong proof.")
            return False
        if pairing:
            self._say(connection, type="paired", profile=self.profile, key=self.key)
        self._say(connection, type="welcome", paused=self.paused)
        return True

    def _take(self, connection: ServerConnection, text: str | bytes) -> None:
        self.frames.append(str(text))
        try:
            protocol.from_extension.validate_json(text, strict=True)
        except ValidationError:
            assert self.tolerant, f"not of the protocol: {text!r}"
            return self._say(connection, type="error", request=None, code="bad_message", text="No.")
        message = json.loads(text)
        self.received.append(message)
        if message["type"] == "events" and self.acknowledging:
            keys = [[event["document"], event["n"]] for event in message["events"]]
            self._say(connection, type="ack", events=keys)
        if message["type"] == "alive":
            self._say(connection, type="alive")
        if message["type"] == "list_workflows":
            self._say(connection, type="workflows", request=message["request"], items=self.workflows)

    def _say(self, connection: ServerConnection, **message: Any) -> None:
        text = json.dumps(message)
        protocol.to_extension.validate_json(text, strict=True)
        connection.send(text)

    # --- what tests use ---

    @property
    def typed_code(self) -> str:
        return f"{self.port}-{CODE}"

    def send(self, **message: Any) -> None:
        connection = wait_for(lambda: self.connection)
        self._say(connection, **message)

    def send_text(self, text: str) -> None:
        wait_for(lambda: self.connection).send(text)

    def of(self, kind: str) -> list[Message]:
        return [message for message in self.received if message["type"] == kind]

    @property
    def events(self) -> list[Message]:
        """Every event, as often as it came."""
        return [event for message in self.of("events") for event in message["events"]]

    @property
    def what(self) -> list[Message]:
        """What happened, each event once, by arrival."""
        once = {(event["document"], event["n"]): event for event in self.events}
        return [event["what"] for event in sorted(once.values(), key=lambda event: event["arrival"])]

    def kinds(self) -> list[str]:
        return [what["kind"] for what in self.what]

    def replies(self, number: int) -> list[Message]:
        return [message["answer"] for message in self.of("page_reply") if message["id"] == number]

    def request(self, ask: Message, tab: int | None = None, run: str = "r_abcdef01", timeout_ms: int = 4000) -> int:
        number = next(self._ids)
        self.send(type="page_request", id=number, run=run, tab=tab, timeout_ms=timeout_ms, ask=ask)
        return number

    def ask(self, ask: Message, tab: int | None = None, run: str = "r_abcdef01", timeout_ms: int = 4000) -> Message:
        number = self.request(ask, tab, run, timeout_ms)
        wait_for(lambda: self.replies(number), timeout_ms / 1000 + 2)
        return self.replies(number)[0]

    def acknowledge(self, events: list[Message]) -> None:
        self.send(type="ack", events=[[event["document"], event["n"]] for event in events])
