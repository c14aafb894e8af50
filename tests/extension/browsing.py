"""A real Chromium with a build of the extension in it, and a small site."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page, Playwright, Worker

from likewise import chromium
from likewise.extension_build import EXTENSION_ID

HOSTS = "MAP *.test 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"
POPUP = f"chrome-extension://{EXTENSION_ID}/popup/popup.html"
Answer = str | tuple[int, dict[str, str], str] | Callable[[], str | tuple[int, dict[str, str], str]]


class Site:
    """Pages by path, on every host. What is posted is kept in `posts`. A path that ends in "*" takes what begins so."""

    def __init__(self, pages: dict[str, Answer]) -> None:
        self.pages = pages
        self.posts: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                found = site.pages.get(self.path.split("?")[0], (404, {}, "not here"))
                answer = found() if callable(found) else found
                status, headers, body = (200, {}, answer) if isinstance(answer, str) else answer
                self.send_response(status)
                for name, value in {"Content-Type": "text/html; charset=utf-8", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body.encode())

            def do_POST(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                site.posts.append(self.path + " " + self.rfile.read(length).decode())
                self.do_GET()

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: object) -> None:
                pass  # a browser that leaves while we write

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def url(self, path: str = "/", host: str = "a.test") -> str:
        return f"http://{host}:{self.port}{path}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """Chromium with the extension at `extension` (and perhaps others), in the profile `profile`."""

    def __init__(self, playwright: Playwright, extension: Path, profile: Path, *others: Path) -> None:
        loaded = ",".join(map(str, [extension, *others]))
        self.context: BrowserContext = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=str(chromium.find()),
            headless=True,
            ignore_default_args=["--disable-extensions"],
            args=[
                "--no-sandbox",
                f"--disable-extensions-except={loaded}",
                f"--load-extension={loaded}",
                f"--host-resolver-rules={HOSTS}",
                "--silent-debugger-extension-api",
            ],
        )
        self.context.set_default_timeout(8_000)
        self._tool: Page | None = None

    def close(self) -> None:
        self.context.close()

    @property
    def worker(self) -> Worker:
        workers = [one for one in self.context.service_workers if EXTENSION_ID in one.url]
        return workers[0] if workers else self.context.wait_for_event("serviceworker")

    def open(self, url: str) -> Page:
        page = self.context.new_page()
        page.goto(url)
        return page

    def popup(self, tab: int | None = None) -> Page:
        """The popup, opened as a page."""
        page = self.context.new_page()
        page.goto(POPUP if tab is None else f"{POPUP}?tab={tab}")
        return page

    @property
    def tool(self) -> Page:
        """A page of the extension that is no popup: for looking and for stopping the worker."""
        if self._tool is None:
            self._tool = self.context.new_page()
            self._tool.goto(f"chrome-extension://{EXTENSION_ID}/manifest.json")
        return self._tool

    def tab_of(self, page: Page) -> int:
        """Chrome's number of the page's tab."""
        page.evaluate("document.__t = document.title, document.title = 'looking for the tab'")
        found = self.tool.evaluate(
            "async () => (await chrome.tabs.query({})).filter(t => t.title === 'looking for the tab')[0]?.id"
        )
        page.evaluate("document.title = document.__t")
        assert isinstance(found, int)
        return found

    def stop_worker(self) -> None:
        """As Chrome does it, at any moment: the next event starts it again."""
        session = self.context.new_cdp_session(self.tool)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")
        session.detach()
        time.sleep(0.05)

    def reset(self) -> None:
        """As after an install: no pages, nothing stored, a new worker."""
        for page in self.context.pages:
            if page is not self.tool:
                page.close()
        self.tool.reload()
        for _ in range(2):  # what the worker still had to write comes after the first time
            self.stop_worker()
            self.evaluate("() => Promise.all([chrome.storage.session.clear(), chrome.storage.local.clear()])")
        self.evaluate("() => chrome.action.setBadgeText({text: ''})")

    def evaluate(self, expression: str, argument: Any = None) -> Any:
        """In a page of the extension."""
        return self.tool.evaluate(expression, argument)

    def tell(self, **message: Any) -> Any:
        """Sends the worker what a popup would; again while it is being stopped."""
        for _ in range(50):
            with suppress(Error):
                return self.evaluate("message => chrome.runtime.sendMessage(message)", message)
            time.sleep(0.05)
        raise AssertionError("the worker does not answer")

    def pair(self, code: str) -> None:
        """As a person does it."""
        popup = self.popup()
        popup.get_by_role("textbox", name="Pairing code").fill(code)
        popup.get_by_role("button", name="Pair").click()
        popup.get_by_text("Connected", exact=True).wait_for()
        popup.close()
