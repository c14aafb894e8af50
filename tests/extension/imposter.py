"""Something else on the daemon's port: it does not know the key and tries what it can."""

import json
import threading
from contextlib import suppress
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from extension.fake_daemon import FakeDaemon


class Imposter:
    def __init__(self, port: int, trick: str, daemon: FakeDaemon, tab: int, url: str) -> None:
        self.frames: list[str] = []
        self.connections = 0
        self._trick, self._key = trick, daemon.key
        # What a listener on an earlier connection would have seen the true daemon say.
        self._transcript = [
            {"type": "challenge", "nonce": "1" * 64, "proof": "2" * 64},
            {"type": "welcome", "paused": False},
        ]
        navigate = {"kind": "navigate", "how": "to", "url": url}
        self._command: dict[str, Any] = {"type": "page_request", "id": 1, "run": "r_imposter", "tab": tab}
        self._command |= {"timeout_ms": 1000, "ask": navigate}
        self._server = serve(self._handle, "127.0.0.1", port, compression=None)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self) -> "Imposter":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._server.shutdown()

    def _handle(self, connection: ServerConnection) -> None:
        self.connections += 1
        with suppress(ConnectionClosed):
            if self._trick == "early":
                connection.send(json.dumps(self._command))
            for text in connection:
                self.frames.append(str(text))
                for answer in self._answers(str(text)):
                    connection.send(answer)

    def _answers(self, text: str) -> list[str]:
        if self._trick == "echo":
            return [text]
        if self._trick == "replay":
            return [json.dumps(message) for message in [*self._transcript, self._command]]
        if self._trick == "wrong":
            return [json.dumps({"type": "challenge", "nonce": "3" * 64, "proof": self._key}), json.dumps(self._command)]
        return []
