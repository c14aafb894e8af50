"""An extension with the real content scripts and a worker that only notes what they say."""

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route

from page.harness import EXTENSION, SCRIPTS

MANIFEST = {
    "manifest_version": 3,
    "name": "Stub",
    "version": "1",
    "background": {"service_worker": "stub_worker.js"},
    "permissions": ["scripting", "tabs"],
    "host_permissions": ["<all_urls>"],
    "content_scripts": [
        {
            "matches": ["<all_urls>"],
            "js": [*SCRIPTS, "content.js"],
            "run_at": "document_start",
            "all_frames": True,
            "match_origin_as_fallback": True,
        }
    ],
}
PATIENCE_S = 5


def write_extension(place: Path) -> None:
    shutil.copytree(EXTENSION / "page", place / "page")
    shutil.copy(EXTENSION / "content.js", place)
    shutil.copy(Path(__file__).parent / "stub_worker.js", place)
    (place / "manifest.json").write_text(json.dumps(MANIFEST))


class Stub:
    """One page, and the worker that its content scripts speak to."""

    def __init__(self, context: BrowserContext) -> None:
        self.worker = context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")
        self.page = context.pages[0]
        self.paths: dict[str, str] = {}
        context.route("http://**/*", self.serve)

    def serve(self, route: Route) -> None:
        body = self.paths.get(urlsplit(route.request.url).path)
        route.fulfill(status=404 if body is None else 200, body=body or "", content_type="text/html; charset=utf-8")

    def open(self, html: str, recording: bool = True, run: str | None = None, **paths: str) -> Page:
        self.paths = {"/": "<!doctype html>" + html, **{f"/{name}": body for name, body in paths.items()}}
        self.worker.evaluate("(state) => stub.start(state)", {"recording": recording, "run": run})
        self.page.goto("http://shop.test/")
        self.until(lambda: self.said("document_ready"))
        return self.page

    def said(self, kind: str, frame: int | None = 0) -> list[dict[str, Any]]:
        """Messages of one type, of the top frame unless another is named."""
        log = self.worker.evaluate("stub.log")
        return [one["message"] for one in log if one["message"]["type"] == kind and (frame is None or one["frame"] == frame)]

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """What the top frame has told, in the order of its numbers."""
        told = {event["n"]: event["what"] for message in self.said("page_events") for event in message["events"]}
        return [told[n] for n in sorted(told) if not kinds or told[n]["kind"] in kinds]

    def tell(self, message: dict[str, Any]) -> Any:
        return self.worker.evaluate("async (message) => stub.tell(await stub.tab(), message)", message)

    def ask(self, ask: dict[str, Any], timeout_ms: int = 2000, secret: str | None = None, phase: str = "whole") -> Any:
        return self.tell(
            {"type": "ask", "run": "r_test01", "timeout_ms": timeout_ms, "ask": ask, "secret": secret, "phase": phase}
        )

    def until(self, holds: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < end, "it did not happen in time"
            self.page.wait_for_timeout(20)
