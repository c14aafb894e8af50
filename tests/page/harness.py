"""What the tests of the page scripts share: pages with the scripts in them, and short ways to ask."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Route

EXTENSION = Path(__file__).parents[2] / "extension"
SHOP = "http://shop.test/"
LOOPBACK = "http://127.0.0.1:9/"
SCRIPTS = json.loads((EXTENSION / "page" / "scripts.json").read_text())
CODE = "\n".join((EXTENSION / script).read_text() for script in SCRIPTS)
RECORD = """
globalThis.__events = [];
globalThis.__start = (cause = null, sees = undefined) => globalThis.__recording = __likewise.record({
  emit: (what) => __events.push(JSON.parse(JSON.stringify(what))) - 1,
  keep: (hash, snapshot) => (globalThis.__snapshots ??= {})[hash] = snapshot,
  cause,
  sees,
});
"""

Open = Callable[..., Page]


class Browsing:
    """One page that all tests use, one after the other."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.paths: dict[str, str] = {}
        context.add_init_script(CODE + RECORD)
        context.route("**/*", self.serve)

    def serve(self, route: Route) -> None:
        path = urlsplit(route.request.url).path
        body = self.paths.get(path)
        route.fulfill(status=200 if body is not None else 404, body=body or "", content_type="text/html; charset=utf-8")

    def open(self, html: str, routes: dict[str, str] | None = None, recording: bool = False, url: str = SHOP) -> Page:
        """Serves `html` at every host under / and goes to `url`. `routes` are further paths. With `recording` the
        recorder runs from the start of the document."""
        start = "<!doctype html>" + ("<script>__start()</script>" if recording else "")
        self.paths = {"/": start + html, **{path: start + body for path, body in (routes or {}).items()}}
        self.page.goto(url)
        return self.page


def events(page: Page, *kinds: str, flush: bool = True) -> list[dict[str, Any]]:
    """What was recorded in the page's present document, of the given kinds."""
    if flush:
        page.evaluate("__recording.flush()")
    told: list[dict[str, Any]] = page.evaluate("__events")
    return [event for event in told if not kinds or event["kind"] in kinds]


def describe(page: Page, selector: str) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(
        "(selector) => __likewise.describe.whole(document.querySelector(selector))", selector
    )
    return found


def act(page: Page, selector: str, action: str, *values: str, **more: Any) -> dict[str, Any]:
    """What acting on the element answers. `more`: slot, secret, files, origin, essentials (replaces parts of them),
    phase, timeout."""
    answer: dict[str, Any] = page.evaluate(
        """([selector, action, values, more]) => {
          const L = __likewise;
          const el = document.querySelector(selector);
          const essentials = { ...L.describe.whole(el), ...more.essentials };
          const handle = { document: "doc-test", number: L.candidates.handleOf(el) };
          const ask = { kind: "act", handle, essentials, origin: more.origin ?? location.origin, action, values,
            files: more.files ?? [], slot: more.slot ?? null };
          const how = { documentId: "doc-test", secret: more.secret ?? null, phase: more.phase ?? "whole",
            timeout: more.timeout ?? 300 };
          return L.act(ask, how);
        }""",
        [selector, action, list(values), more],
    )
    return answer


def acts(page: Page) -> list[tuple[Any, ...]]:
    """The recorded events in short, without the idle work; of inputs in one field that follow each other the last one."""
    told: list[tuple[Any, ...]] = []
    for event in events(page):
        target = event.get("target") or {}
        state = target.get("state") or {}
        match event["kind"]:
            case "pointer":
                told.append((event["what"], event["by"], target["role"], target["name"]))
            case "key":
                told.append(("key", "+".join([*event["modifiers"], event["key"]]), target["name"]))
            case "input":
                if told and told[-1][:2] == ("input", target["name"]):
                    told.pop()
                told.append(("input", target["name"], state["value"]))
            case "change":
                told.append(("change", target["name"], state["checked"] if state["checked"] is not None else state["value"]))
            case "submit":
                told.append(("submit", target.get("name")))
    return told
