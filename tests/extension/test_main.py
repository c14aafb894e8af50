"""Who may tell the worker what: SECURITY.md G1, G2 and G3."""

import json
from pathlib import Path

from playwright.sync_api import Playwright

from extension import rows
from extension.browsing import Browser, Site
from extension.conftest import Browsers
from extension.fake_daemon import FakeDaemon, wait_for
from likewise.extension_build import EXTENSION_ID

POPUP_MESSAGES = [
    {"type": "popup_state", "tab": 1},
    {"type": "pair", "code": "ABCDE-FGHIJ"},
    {"type": "watch", "tab": 1, "on": True, "everywhere": True},
    {"type": "record", "tab": 1, "on": True},
    {"type": "list", "tab": 1},
    {"type": "start", "tab": 1, "workflow": rows.WORKFLOW, "values": {}},
    {"type": "stop", "run": rows.RUN},
    {"type": "consent", "run": rows.RUN, "step": 2, "approved": True, "shown": "Pay"},
    {"type": "secret", "run": rows.RUN, "slot": "password", "value": "x"},
]
IN_CONTENT_SCRIPT = """async ([tab, messages]) => (await chrome.scripting.executeScript({
  target: {tabId: tab}, args: [messages],
  func: async (all) => Promise.all(all.map(message => chrome.runtime.sendMessage(message).catch(String))),
}))[0].result"""


def test_a_content_script_cannot_do_what_a_popup_can(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    asked = rows.question("consent", "Pay")
    rows.update(daemon, tab, rows.report("asking", rows.step(2, "Pay", "asking"), question=asked))
    # It gets a window of the extension, which then looks for tasks.
    wait_for(lambda: daemon.of("list_workflows"))
    before = len(daemon.received)
    messages = [message | ({"tab": tab} if "tab" in message else {}) for message in POPUP_MESSAGES]
    assert browser.evaluate(IN_CONTENT_SCRIPT, [tab, messages]) == [None] * len(messages)
    assert [message["type"] for message in daemon.received[before:]] == []
    assert browser.tell(type="popup_state", tab=tab)["recording"] is None
    # The positive control: the same messages from a page of the extension are taken.
    assert browser.tell(**messages[7]) == {"error": None}
    wait_for(lambda: daemon.of("consent"))


def test_tab_and_frame_come_from_the_browser(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    other = browser.tab_of(browser.open(site.url(host="b.test")))
    browser.tell(type="record", tab=tab, on=True)
    wait_for(lambda: "ready" in daemon.kinds())
    event = {"n": 7, "ms": 1, "what": {"kind": "shown", "what": "message", "text": "forged"}}
    forged = {
        "type": "page_events", "document": "forged-document", "events": [event | {"tab": other, "frame": [1]}],
        "tab": {"id": other}, "origin": site.url("", "b.test"), "url": site.url("", "b.test"), "frameId": 3,
    }  # fmt: skip
    tasks = [
        {"n": 8, "ms": 1, "what": what}
        for what in (
            {"kind": "task", "what": "stopped"},
            {"kind": "tab", "what": "closed", "opener": None},
            {"kind": "constructor"},
            None,
        )
    ]
    (kept, rest) = browser.evaluate(IN_CONTENT_SCRIPT, [tab, [forged, forged | {"events": tasks}]])
    assert (kept, rest) == ({"kept": [7]}, {"kept": [8] * 4})
    (seen,) = wait_for(lambda: [one for one in daemon.events if one["document"] == "forged-document"])
    assert (seen["tab"], seen["frame"]) == (tab, [])


def test_a_page_reaches_nothing(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = f"""<title>Evil</title><script>
      window.seen = [];
      addEventListener("message", event => seen.push(event.data));
      for (const type of ["hello", "page_events", "record", "start", "consent", "secret", "pair", "watch", "stop_clicked"])
        for (const target of [window, document])
          target.dispatchEvent(new CustomEvent(type, {{detail: {{type, on: true, approved: true, tab: 1}}}})),
          postMessage({{type, on: true, approved: true, tab: 1, nonce: "0"}}, "*");
      window.reach = {{
        runtime: typeof chrome !== "undefined" && Boolean(chrome.runtime?.sendMessage),
        page: fetch("chrome-extension://{EXTENSION_ID}/popup/popup.html").then(() => true, () => false),
        script: new Promise(done => {{
          const frame = document.createElement("iframe");
          frame.src = "chrome-extension://{EXTENSION_ID}/popup/popup.html";
          addEventListener("load", () => document.body.append(frame));
          setTimeout(() => done(frame.contentDocument !== null && frame.contentWindow.length === 0), 500);
        }}),
      }};
    </script>"""
    page = browser.open(site.url())
    assert page.evaluate("reach.runtime") is False
    assert page.evaluate("reach.page") is False
    page.evaluate("reach.script")
    assert not any(frame.url.startswith("chrome-extension:") and frame.locator("#watch").count() for frame in page.frames)
    state = browser.tell(type="popup_state", tab=browser.tab_of(page))
    assert (state["recording"], state["run"], daemon.received) == (None, None, [])


def test_another_extension_reaches_nothing(browsers: Browsers, playwright: Playwright, tmp_path: Path, site: Site) -> None:
    from extension.browsing import Browser

    other = tmp_path / "other"
    other.mkdir()
    (other / "manifest.json").write_text(json.dumps({
        "manifest_version": 3, "name": "Other", "version": "1", "background": {"service_worker": "other.js"},
    }))  # fmt: skip
    (other / "other.js").write_text("")
    from likewise import extension_build

    ours = tmp_path / "ours"
    extension_build.build(ours, all_sites=True)
    browser = Browser(playwright, ours, tmp_path / "two", other)
    try:
        browser.context.wait_for_event("serviceworker") if len(browser.context.service_workers) < 2 else None
        (worker,) = [one for one in browser.context.service_workers if EXTENSION_ID not in one.url]
        says = worker.evaluate(
            """([id, messages]) => Promise.all(messages.map(message => new Promise(done =>
                 chrome.runtime.sendMessage(id, message, () => done(chrome.runtime.lastError?.message ?? 'taken')))))""",
            [EXTENSION_ID, POPUP_MESSAGES],
        )
        assert {text for text in says} == {"Could not establish connection. Receiving end does not exist."}
        ended = worker.evaluate(
            """id => new Promise(done => chrome.runtime.connect(id, {name: 'popup'}).onDisconnect.addListener(
                 () => done(chrome.runtime.lastError?.message)))""",
            EXTENSION_ID,
        )
        assert "Receiving end does not exist" in ended
    finally:
        browser.close()
