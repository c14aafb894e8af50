"""A small web site on loopback: the files of a folder, and pages that a test writes itself.

    with SiteServer(FOLDER) as site:
        url = site.page("/late", "<button>Go</button>", headers={"Content-Security-Policy": "..."})

Every request is kept in `site.requests`, so that a test can say what must never have been sent.
"""

import mimetypes
import threading
from collections import deque
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import unquote, urlsplit

HERE = Path(__file__).parent
BODY_BYTES = 1 << 20
KEPT_REQUESTS = 1000
SOCKET_TIMEOUT_S = 10


@dataclass(frozen=True)
class Request:
    """`path` has the query; `body` is at most BODY_BYTES long."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True)
class Page:
    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


class SiteServer:
    """Serves `folder` (without listing it) and the pages added by `page`, which come first."""

    def __init__(self, folder: Path = HERE) -> None:
        self.folder = folder.resolve()
        self.requests: deque[Request] = deque(maxlen=KEPT_REQUESTS)
        self._pages: dict[str, Page] = {}

    def __enter__(self) -> Self:
        handler = type("Handler", (_Handler,), {"site": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def port(self) -> int:
        return self._server.server_port

    @property
    def url(self) -> str:
        """Without a slash at its end."""
        return self.url_at("127.0.0.1")

    def url_at(self, host: str) -> str:
        """The same site under another name, for browsers that map it to loopback."""
        return f"http://{host}:{self.port}"

    def page(self, path: str, html: str, *, status: int = 200, headers: dict[str, str] | None = None) -> str:
        """Answers GET and POST of `path` with this page from now on; returns its URL."""
        kind = {"Content-Type": "text/html; charset=utf-8"}
        self._pages[path] = Page(html.encode(), status, kind | (headers or {}))
        return self.url + path

    def answer(self, path: str) -> Page:
        """What is served at a path without its query."""
        if path in self._pages:
            return self._pages[path]
        file = (self.folder / path.lstrip("/")).resolve()
        if not (file.is_relative_to(self.folder) and file.is_file()):
            return Page(b"Not found", 404, {"Content-Type": "text/plain"})
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return Page(file.read_bytes(), 200, {"Content-Type": kind})


class _Handler(BaseHTTPRequestHandler):
    site: SiteServer
    timeout = SOCKET_TIMEOUT_S

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def _answer(self) -> None:
        length = min(int(self.headers.get("Content-Length") or 0), BODY_BYTES)
        body = self.rfile.read(length)
        self.site.requests.append(Request(self.command, self.path, dict(self.headers.items()), body))
        page = self.site.answer(unquote(urlsplit(self.path).path))
        self.send_response(page.status)
        for name, value in page.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(page.body)))
        self.end_headers()
        self.wfile.write(page.body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: the requests are kept instead."""
