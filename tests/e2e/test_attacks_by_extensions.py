"""Other extensions cannot speak to ours, and ours gives itself no more than it needs."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page

from e2e.attacking import POPUP, browsing, built, eventually, stranger, worker_of
from likewise.extension_build import EXTENSION_ID, build, identity
from sites.server import SiteServer

# --- what is in the package ---

CSP = {"extension_pages": "script-src 'self'; object-src 'none'; connect-src ws://127.0.0.1:*"}
PERMISSIONS = ["activeTab", "alarms", "scripting", "storage"]
ALL_SITES = {"host_permissions": ["<all_urls>"], "optional_host_permissions": None}
ASKED = {"host_permissions": None, "optional_host_permissions": ["<all_urls>"]}
BUILDS: dict[str, tuple[bool, bool, dict[str, Any]]] = {
    "store": (False, False, {"permissions": PERMISSIONS, **ASKED}),
    "all sites": (True, False, {"permissions": PERMISSIONS, **ALL_SITES}),
    "trusted input": (False, True, {"permissions": sorted([*PERMISSIONS, "debugger"]), **ASKED}),
    "private": (True, True, {"permissions": sorted([*PERMISSIONS, "debugger"]), **ALL_SITES}),
}
"""What each build may do; all else is the same in all of them."""
ABSENT = (
    "content_security_policy.sandbox",
    "devtools_page",
    "oauth2",
    "optional_permissions",
    "sandbox",
    "update_url",
    "web_accessible_resources",
    "chrome_url_overrides",
    "declarative_net_request",
    "user_scripts",
)
DANGEROUS = {
    r"\beval\s*\(": "eval('1')",
    r"\bFunction\s*\(": "new Function('1')",
    r"\bset(?:Timeout|Interval)\s*\(\s*[\"'`]": "setTimeout('x()', 1)",
    r"\bimport\s*\(": "import (name)",
    r"\bimportScripts\b": "importScripts('x.js')",
    r"\b(?:inner|outer)HTML\b": "el.innerHTML = text",
    r"\binsertAdjacentHTML\b": "el.insertAdjacentHTML('x', text)",
    r"\bdocument\.write": "document.write(text)",
    r"\bcreateContextualFragment\b|\bDOMParser\b|\bsetHTMLUnsafe\b": "new DOMParser()",
    r"\bexternally?Message|onMessageExternal|onConnectExternal|onUserScriptMessage\b": "onMessageExternal.addListener(f)",
    r"\b(?:https?|wss?|ftp)://(?!127\.0\.0\.1)[a-z0-9]": "fetch('https://cdn.test/x.js')",
    r"\bXMLHttpRequest\b|\bEventSource\b|\bsendBeacon\b|\bWebTransport\b|\bRTCPeerConnection\b": "new XMLHttpRequest()",
    r"\bWebAssembly\b": "WebAssembly.compile(x)",
}
"""Pattern -> text that it must find."""
IN_MARKUP = {
    r"<script(?![^>]*\bsrc=)[^>]*>": "<script>x()</script>",
    r"\son\w+\s*=": "<a onclick=x()>",
    r"(?:src|href|action)=[\"']?(?:[a-z]+:|//)": '<script src="//cdn.test/x.js">',
    r"javascript:": "<a href=javascript:x()>",
    r"<(?:iframe|object|embed|base)\b": "<iframe>",
}


@pytest.mark.parametrize("name", BUILDS)
def test_each_build_has_what_it_needs_and_no_more(tmp_path: Path, name: str) -> None:
    all_sites, trusted_input, differs = BUILDS[name]
    build(tmp_path / "out", all_sites=all_sites, trusted_input=trusted_input)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert {key: manifest.get(key) for key in differs} == differs
    assert manifest["manifest_version"] == 3 and int(manifest["minimum_chrome_version"]) >= 116
    assert identity(manifest["key"]) == EXTENSION_ID
    assert manifest["externally_connectable"] == {"ids": []}
    assert manifest["incognito"] == "not_allowed"
    assert manifest["content_security_policy"] == CSP
    assert [key for key in ABSENT if key in manifest] == []
    assert ("content_scripts" in manifest) is all_sites
    for script in manifest.get("content_scripts", []):
        assert script.get("world", "ISOLATED") == "ISOLATED"


def test_no_code_from_text_and_none_from_elsewhere(tmp_path: Path) -> None:
    for patterns in (DANGEROUS, IN_MARKUP):
        assert [pattern for pattern, bad in patterns.items() if not re.search(pattern, bad)] == [], "negative control"
    build(tmp_path / "out", all_sites=True, trusted_input=True)
    found = []
    kinds = {".js": DANGEROUS, ".html": IN_MARKUP, ".css": {r"@import|url\(": ""}}
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    for path in files:
        for pattern in kinds.get(path.suffix, {}):
            text = re.sub(r"/\*.*?\*/|^\s*//.*$|\s// .*$", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
            found += [f"{path.name}: {match.group()}" for match in re.finditer(pattern, text)]
    assert found == []
    assert {path.suffix for path in files} == {".js", ".html", ".css", ".json", ".png"}


# --- another extension in the same browser ---

MESSAGES = """[
  { type: "popup_state", tab: 1 }, { type: "record", tab: 1, on: true },
  { type: "watch", tab: 1, on: true, everywhere: true },
  { type: "pair", code: "ABCDE-FGHIJ" }, { type: "start", tab: 1, workflow: "w_abcdef", values: {} },
  { type: "consent", run: "r_abcdef", step: 1, approved: true, shown: "" },
  { type: "page_events", document: "doc-forged1", events: [] },
  { type: "hello", document: "doc-forged1", top: true, nonce: "0" },
]"""
SPEAK = """
const speak = async (id) => {
  const messages = MESSAGES;
  const answers = [];
  const attempt = (what, promise) => promise.then((answer) => answers.push([what, answer ?? null]), () => {});
  for (const message of messages) {
    await attempt("sendMessage " + message.type, chrome.runtime.sendMessage(id, message));
    await attempt("sendMessage with options " + message.type, chrome.runtime.sendMessage(id, message, {}));
  }
  for (const name of ["popup", "x"]) {
    await attempt("connect " + name, new Promise((done, fail) => {
      const port = chrome.runtime.connect(id, { name });
      port.onMessage.addListener(done);
      port.onDisconnect.addListener(() => fail(chrome.runtime.lastError));
      for (const message of messages) port.postMessage(message);
      setTimeout(() => done("open"), 300);
    }));
  }
  return answers;
};
""".replace("MESSAGES", MESSAGES)
INTRUDE = """async ([id, tab]) => {
  const got = [];
  const attempt = (what, promise) => promise.then((answer) => got.push([what, String(answer)]), () => {});
  await attempt("inject", chrome.scripting.executeScript({ target: { tabId: tab }, func: () => document.title }));
  await attempt("css", chrome.scripting.insertCSS({ target: { tabId: tab }, css: "* { opacity: 0 }" }));
  await attempt("tabs.sendMessage", chrome.tabs.sendMessage(tab, { type: "ask", ask: { kind: "unmute" } }));
  await attempt("debug the popup", chrome.debugger.attach({ tabId: tab }, "1.3"));
  await attempt("debug the worker", chrome.debugger.attach({ extensionId: id }, "1.3"));
  for (const target of await chrome.debugger.getTargets()) {
    if (!target.url.includes(id)) continue;
    await attempt("debug " + target.type, chrome.debugger.attach({ targetId: target.id }, "1.3"));
  }
  for (const path of ["popup/popup.html", "manifest.json", "background/main.js", "page/scripts.json"]) {
    await attempt("fetch " + path, fetch(`chrome-extension://${id}/${path}`).then((answer) => answer.text()));
  }
  return got;
}"""
HEARD = """() => {
  globalThis.heard = [];
  const keep = (way) => (what, sender) => void heard.push([way, sender?.id ?? what?.sender?.id]);
  chrome.runtime.onMessage.addListener(keep("message"));
  chrome.runtime.onConnect.addListener(keep("connect"));
  chrome.runtime.onMessageExternal.addListener(keep("external message"));
  chrome.runtime.onConnectExternal.addListener(keep("external connect"));
}"""
"""Listeners of the test beside our own: they would hear what Chrome lets through."""
OTHER = dict(
    background={"service_worker": "worker.js"},
    permissions=["debugger", "scripting", "tabs"],
    host_permissions=["<all_urls>"],
    externally_connectable={"ids": ["*"]},
    content_scripts=[{"matches": ["<all_urls>"], "js": ["content.js"]}],
)


async def from_everywhere(context: BrowserContext, page: Page) -> dict[str, list[Any]]:
    """What another extension's worker, page and content script are answered."""
    worker = await worker_of(context, other_than=EXTENSION_ID)
    own_page = await context.new_page()
    await own_page.goto(f"chrome-extension://{worker.url.split('/')[2]}/page.html")
    said = {
        "worker": await worker.evaluate("(id) => speak(id)", EXTENSION_ID),
        "page": await own_page.evaluate("(id) => speak(id)", EXTENSION_ID),
    }
    await own_page.close()
    done = "document.documentElement.dataset.said"
    said["content script"] = json.loads(await (await page.wait_for_function(done)).json_value())
    return said


def other_extension(folder: Path) -> Path:
    say = "speak(%s).then((said) => { document.documentElement.dataset.said = JSON.stringify(said); });"
    files = {
        "worker.js": SPEAK,
        "page.js": SPEAK,
        "page.html": "<script src=page.js></script>",
        "content.js": f"(() => {{ {SPEAK} {say % json.dumps(EXTENSION_ID)} }})();",
    }
    return stranger(folder, files, **OTHER)


@pytest.mark.e2e
@pytest.mark.parametrize("closed", [True, False], ids=["as shipped", "without externally_connectable"])
async def test_another_extension_is_not_heard(tmp_path: Path, closed: bool) -> None:
    """Without `externally_connectable` Chrome lets every other extension in: the negative control."""
    ours = built(tmp_path / "ours")
    if not closed:
        manifest = json.loads((ours / "manifest.json").read_text(encoding="utf-8"))
        del manifest["externally_connectable"]
        (ours / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    with SiteServer() as site:
        async with browsing(tmp_path / "person", ours, other_extension(tmp_path / "other")) as context:
            worker = await worker_of(context)
            await worker.evaluate(HEARD)
            page = context.pages[0]
            await page.goto(site.page("/", "<title>Start</title>"))
            said = await from_everywhere(context, page)
            other = (await worker_of(context, other_than=EXTENSION_ID)).url.split("/")[2]
            heard = [way for way, sender in await worker.evaluate("heard") if sender == other]
            print("answered:", said, "heard:", set(heard))
            if not closed:
                assert {"external message", "external connect"} <= set(heard)
                return
            assert heard == [] and said == {"worker": [], "page": [], "content script": []}
            await nor_let_in(context)


async def nor_let_in(context: BrowserContext) -> None:
    """Into our popup, our worker or our files; our own popup is answered."""
    popup = await context.new_page()
    await popup.goto(POPUP)
    await popup.get_by_text("Not connected").wait_for()
    tab = await popup.evaluate("async () => (await chrome.tabs.getCurrent()).id")
    intruder = await worker_of(context, other_than=EXTENSION_ID)
    page = await intruder.evaluate("async () => (await chrome.tabs.query({ title: 'Start' }))[0].id")
    assert {"inject", "css", "debug the popup"} <= {way for way, _ in await intruder.evaluate(INTRUDE, ["none", page])}
    assert await intruder.evaluate(INTRUDE, [EXTENSION_ID, tab]) == []
    state = await popup.evaluate("chrome.runtime.sendMessage({type: 'popup_state', tab: 1})")
    assert state["recording"] is None and state["link"] == "unpaired"

    async def opacity() -> bool:
        return str(await popup.evaluate("getComputedStyle(document.body).opacity")) == "1"

    await eventually(opacity)
