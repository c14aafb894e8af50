"""What a page does, says or draws is not taken for the person's act, and not for a message."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page

from e2e.attacking import (
    NOTES,
    again,
    ask,
    browsing,
    built,
    eventually,
    journal,
    pair,
    recording,
    seen,
    settled,
    worker_of,
    write,
)
from e2e.conftest import CONFIG
from e2e.likewise_home import LikewiseHome
from likewise.core.protocol import GetDemonstrations, GetStatus, GetWorkflows
from likewise.demo.person import Popup, open_popup
from likewise.extension_build import EXTENSION_ID, source
from likewise.extension_requests import STOPPED_BY_PERSON
from sites.server import SiteServer

PERSONS = {"pointer", "key", "input", "change", "submit", "focus"}
"""Kinds of events that say: the person did it."""
NAMES = sorted(
    {
        name
        for script in source().rglob("*.js")
        for name in re.findall(r"""["'`]([A-Za-z_:-]{2,40})["'`]""", script.read_text(encoding="utf-8"))
    }
)
"""Every word in the bundle that could be the name of a message."""

POSTED = """async ([names, id]) => {
  const targets = [window, document, document.documentElement, form, keep];
  const run = "r_imposter";
  const shapes = (name) => [
    { type: name }, { kind: name }, name, { type: name, run, tab: 1, document: "doc-1", events: [], code: "x", on: true },
    { likewise: "0".repeat(32), type: name }, { type: "ask", run, ask: { kind: name, handle: null }, phase: "whole" },
    { __proto__: { type: name } }, [name], JSON.stringify({ type: name }),
  ];
  const channel = new BroadcastChannel("likewise");
  let refused = 0;
  for (const name of names) {
    for (const shape of shapes(name)) {
      window.postMessage(shape, "*");
      channel.postMessage(shape);
    }
    const how = { bubbles: true, composed: true, detail: { type: name } };
    for (const target of targets) target.dispatchEvent(new CustomEvent(name, how));
    try { chrome.runtime.sendMessage(id, { type: name }); } catch { refused++; }
  }
  for (const way of ["sendMessage", "connect"]) {
    if (globalThis.chrome?.runtime?.[way]) return `chrome.runtime.${way} is there`;
  }
  for (let n = 0; n < 500; n++) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const word = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    window.postMessage({ likewise: word, known: n % 2 === 0 }, "*");
    window.postMessage(bytes.buffer, "*");
  }
  globalThis.__likewise = { record: 1 };
  return { names: names.length, refused };
}"""

PRETENDED = """async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const through = { bubbles: true, cancelable: true, composed: true };
  const mouse = { ...through, view: window, button: 0, detail: 1, clientX: 20, clientY: 20 };
  const fire = (target, kind, types, how) => {
    for (const type of types.split(" ")) target.dispatchEvent(new kind(type, how));
  };
  const click = (target) => {
    fire(target, PointerEvent, "pointerover pointerdown pointerup", { ...mouse, isPrimary: true, pointerId: 1 });
    fire(target, MouseEvent, "mousedown mouseup click dblclick auxclick contextmenu", mouse);
  };
  const key = (target, name) => fire(target, KeyboardEvent, "keydown keypress keyup", { ...through, key: name });
  for (const target of [keep, label, box, title, kind, editor, document.body]) {
    click(target);
    target.click();
    target.focus();
    for (const name of ["a", "Enter", "Tab", " "]) key(target, name);
    fire(target, Event, "beforeinput input change focus focusin focusout submit paste", through);
    target.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: "forged" }));
    await wait(10);
  }
  title.value = "forged by value";
  title.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: "d" }));
  kind.selectedIndex = 1;
  kind.dispatchEvent(new Event("change", { bubbles: true }));
  form.requestSubmit();
  form.requestSubmit(keep);
  form.dispatchEvent(new SubmitEvent("submit", { submitter: keep, bubbles: true, cancelable: true }));
  return { value: title.value, out: out.textContent, checked: box.checked };
}"""

BY_EDITING = """async () => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  for (const target of [title, editor]) {
    target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, isPrimary: true, pointerId: 1 }));
    target.focus();
    document.execCommand("selectAll");
    document.execCommand("insertText", false, "forged by a command");
    document.execCommand("insertHTML", false, "<b>forged</b>");
    await wait(150);
    document.execCommand("undo");
    document.execCommand("delete");
    document.execCommand("insertText", false, "forged again");
    target.blur();
    await wait(150);
  }
  return title.value;
}"""


FORGED = """async ([other, tab]) => {
  const target = __likewise.describe.whole(globalThis.document.getElementById("keep"));
  const what = { kind: "key", key: "Enter", modifiers: [], composing: false, target };
  const [task, shut] = [{ kind: "task", what: "stopped" }, { kind: "tab", what: "closed", opener: null }];
  const document = "doc-forged0001";
  const events = [{ n: 0, ms: 1, tab: 999, document: other, frame: [{ name: "x" }], arrival: 0, what }];
  const bank = { url: "https://bank.test/", origin: "https://bank.test" };
  const claims = { tab: 999, tabId: 999, frameId: 7, ...bank, sender: { id: "x", ...bank } };
  const messages = [
    { type: "page_events", document, events, ...claims },
    { type: "page_events", document, events: [{ n: 1, ms: 1, what: task }, { n: 2, ms: 1, what: shut }] },
    { type: "page_events", document, events: [{ n: 3, ms: 1, what: { kind: "key", key: {} } }] },
    { type: "popup_state", tab }, { type: "list", tab }, { type: "pair", code: "ABCDE-FGHIJ" },
    { type: "record", tab, on: false }, { type: "watch", tab, on: false, everywhere: true },
    { type: "start", tab, workflow: "w_abcdef", values: {} }, { type: "stop", run: "r_abcdef" },
    { type: "consent", run: "r_abcdef", step: 1, approved: true, shown: "" },
    { type: "secret", run: "r_abcdef", slot: "password", value: "x" }, { type: "stop_clicked", run: "r_abcdef" },
    { type: "__proto__" }, { type: "constructor" }, { type: "hello", document: "../x", top: true, nonce: "0" },
    null, 1, "x", [],
  ];
  const answers = [];
  for (const message of messages) answers.push(await chrome.runtime.sendMessage(message).catch((error) => String(error)));
  const step = { name: null, id: null, url: null, title: null, ordinal: 1 };
  const words = Array.from({ length: 1000 }, (_, n) => n.toString(16).padStart(32, "f"));
  await Promise.all(words.map((nonce) => chrome.runtime.sendMessage({ type: "child_frame", nonce, step })));
  const port = chrome.runtime.connect({ name: "popup" });
  const cut = await new Promise((done) => {
    port.onDisconnect.addListener(() => done(true));
    setTimeout(() => done(false), 1000);
  });
  const read = (area) => Promise.resolve().then(() => chrome.storage[area].get(null)).catch(() => null);
  const [stored, session] = [await read("local"), await read("session")];
  return { answers, cut, stored, session };
}"""
"""What a page could send that has taken over the process its content scripts run in."""

FROM_OUTSIDE = """async (id) => {
  const reached = [];
  for (const path of ["popup/popup.html", "manifest.json", "page/scripts.json", "content.js", "icons/16.png"]) {
    const url = `chrome-extension://${id}/${path}`;
    await fetch(url).then(() => reached.push("fetch " + path), () => {});
    await import(url).then(() => reached.push("import " + path), () => {});
    const frame = Object.assign(document.createElement("iframe"), { src: url });
    document.body.append(frame);
    await new Promise((done) => (frame.onload = done, setTimeout(done, 500)));
    try { if (frame.contentWindow[0] || frame.contentWindow.length) reached.push("frame " + path); } catch {}
    const image = new Image();
    await new Promise((done) => {
      image.onload = () => done(reached.push("image " + path));
      image.onerror = done;
      image.src = url;
    });
  }
  return reached;
}"""


FRAMES = """async (count) => {
  const frame = document.createElement("iframe");
  frame.srcdoc = `<script>for (let n = 0; n < ${count}; n++)
    parent.postMessage({ likewise: n.toString(16).padStart(32, "0") }, "*");
    parent.postMessage("over", "*");</` + "script>";
  const over = new Promise((done) => addEventListener("message", ({ data }) => data === "over" && done()));
  document.body.append(frame);
  await over;
}"""
"""One frame that introduces itself as thousands."""


@dataclass
class Recorder:
    """A page that is being recorded, and its popup."""

    home: LikewiseHome
    context: BrowserContext
    site: SiteServer
    page: Page
    popup: Popup
    before: int = 0

    async def begin(self, html: str = NOTES) -> None:
        await self.page.goto(self.site.page("/notes", html))
        if not await recording(self.home):
            await self.popup.record()
            await eventually(lambda: recording(self.home))
        self.before = len(journal(self.home))

    async def end(self) -> dict[str, Any]:
        """Stops recording; the newest workflow, if there is one."""
        count = len(await ask(self.home, GetDemonstrations()))
        if await recording(self.home):
            await self.popup.page.get_by_role("button", name="Stop recording").click()
            await eventually(lambda: more(self.home, count))
        return next(iter(await ask(self.home, GetWorkflows())), {})

    @property
    def tab(self) -> int:
        return int(self.popup.page.url.split("=")[-1])

    def new(self, kinds: Collection[str] = PERSONS) -> list[dict[str, Any]]:
        """The events of these kinds since `begin`."""
        return [event for event in journal(self.home)[self.before :] if event["what"]["kind"] in kinds]

    async def state(self) -> tuple[object, ...]:
        """What only the person or the daemon may change."""
        status = await ask(self.home, GetStatus())
        names = ("connected", "recording", "paused", "demonstrations", "workflows", "runs")
        popup = self.popup.page
        shown = await popup.evaluate(f"chrome.runtime.sendMessage({{type: 'popup_state', tab: {self.tab}}})")
        kept = await popup.evaluate("chrome.storage.local.get(['pairing', 'watch'])")
        return (*(status[name] for name in names), shown["recording"], shown["watched"], shown["link"], kept)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def recorder(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Recorder]:
    """One for all these tests: a browser takes long to start."""
    folder = tmp_path_factory.mktemp("recorder")
    async with contextlib.AsyncExitStack() as stack:
        site = stack.enter_context(SiteServer())
        home = LikewiseHome(folder / "h", CONFIG)
        stack.callback(home.kill)
        home.start()
        context = await stack.enter_async_context(browsing(folder / "person", built(folder / "ours")))
        await pair(home, context)
        page = context.pages[0]
        await page.goto(site.page("/notes", NOTES))
        yield Recorder(home, context, site, page, await open_popup(context, page, EXTENSION_ID))


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("attack", [PRETENDED, BY_EDITING], ids=["synthetic events", "editing commands"])
async def test_what_a_page_pretends_is_not_recorded(recorder: Recorder, attack: str) -> None:
    await recorder.begin()
    print(await recorder.page.evaluate(attack))
    await settled(recorder.home)
    assert recorder.new() == []
    await write(recorder.page, "by hand")
    await recorder.page.get_by_role("button", name="Keep").click()
    await settled(recorder.home)
    kinds = [event["what"]["kind"] for event in recorder.new()]
    print("by hand:", kinds)
    assert {"pointer", "input", "submit"} <= set(kinds)


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="module")
async def test_what_a_page_says_is_no_message(recorder: Recorder) -> None:
    await recorder.begin()
    page, before = recorder.page, await recorder.state()
    print(await page.evaluate(POSTED, [NAMES, EXTENSION_ID]))
    assert await page.evaluate(FROM_OUTSIDE, EXTENSION_ID) == []
    await page.evaluate(FRAMES, 20_000)
    await settled(recorder.home)
    assert recorder.new() == [] and await recorder.state() == before
    await little_is_kept(recorder)
    await write(page, "by hand")
    await eventually(lambda: seen(recorder.home, "by hand"))


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="module")
async def test_a_content_script_may_say_little(recorder: Recorder) -> None:
    await recorder.begin()
    await write(recorder.page, "by hand")
    await eventually(lambda: seen(recorder.home, "by hand"))
    known, before = len(journal(recorder.home)), await recorder.state()
    other, inject = (
        journal(recorder.home)[-1]["document"],
        f"""async ([tab, args]) => {{
      const how = {{ target: {{ tabId: tab }}, func: {FORGED}, args: [args] }};
      return (await chrome.scripting.executeScript(how))[0].result;
    }}""",
    )
    worker = await worker_of(recorder.context)
    said = await worker.evaluate(inject, [recorder.tab, [other, recorder.tab]])
    assert said["cut"] and said["stored"] is None and said["session"] is None, said
    assert [answer for answer in said["answers"] if answer] == [{"kept": [0]}, {"kept": [1, 2]}, {"kept": [3]}]
    await eventually(lambda: seen(recorder.home, "doc-forged0001"))
    recorder.before = known
    (new,) = [event for event in recorder.new() if event["document"] == "doc-forged0001"]
    assert (new["tab"], new["frame"]) == (recorder.tab, [])
    assert recorder.new({"task", "tab"}) == []
    await little_is_kept(recorder)
    assert await recorder.state() == before
    await write(recorder.page, "-afterwards-")
    await eventually(lambda: seen(recorder.home, "-afterwards-"))


async def little_is_kept(recorder: Recorder) -> None:
    kept = await recorder.popup.page.evaluate("async () => Object.keys(await chrome.storage.session.get(null)).length")
    print("kept for the session:", kept)
    assert kept < 500


# --- what we draw in the page ---

PRESSING = """<script>
const mouse = { bubbles: true, cancelable: true, composed: true, view: window, detail: 1, buttons: 1 };
const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click"];
let tries = 0;
setInterval(() => {
  const strangers = [...document.documentElement.children].filter((one) => one !== document.head && one !== document.body);
  for (const host of strangers) {
    for (const [right, bottom] of [[50, 38], [40, 30], [70, 40]]) {
      const [x, y] = [innerWidth - right, innerHeight - bottom];
      const how = { ...mouse, clientX: x, clientY: y, pointerId: 1 };
      for (const target of [host, document.elementFromPoint(x, y), host.shadowRoot]) {
        for (const type of types) target?.dispatchEvent(new PointerEvent(type, how));
      }
    }
    host.click();
    host.focus();
    host.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }));
    document.documentElement.dataset.tries = ++tries;
  }
}, 50);
</script>"""
COVERING = """<script>
setInterval(() => {
  const cover = document.getElementById("cover");
  if (cover.matches(":popover-open")) cover.hidePopover();
  cover.showPopover();
}, 200);
</script>
<div id=cover popover=manual style="position: fixed; inset: auto 0 0 auto; width: 420px; height: 120px; opacity: 0"></div>"""
"""What lies over the panel, and cannot be seen, takes the click."""
WITHOUT_BUTTON = NOTES.replace("<button id=keep>Keep</button>", "")


@pytest.mark.e2e
@pytest.mark.asyncio(loop_scope="module")
async def test_only_the_person_stops_a_run_in_the_page(recorder: Recorder) -> None:
    await recorder.end()
    await recorder.begin()
    page, home = recorder.page, recorder.home
    await write(page, "by hand")
    await page.get_by_role("button", name="Keep").click()
    workflow = await recorder.end()
    taken_before = await settled(home)

    for trick, by_hand in ((PRESSING, False), (COVERING, True), ("", True)):
        recorder.site.page("/notes", WITHOUT_BUTTON + trick)
        run = asyncio.create_task(ask(home, again(workflow["id"])))
        await page.wait_for_function("document.getElementById('title')?.value === 'by hand'")
        await page.wait_for_function("[...document.documentElement.children].length > 2")
        if by_hand:
            await asyncio.sleep(0.5)
            place = page.viewport_size or {"width": 1280, "height": 720}
            await page.mouse.click(place["width"] - 50, place["height"] - 38)
        report = await run
        name = {PRESSING: "pressed by the page", COVERING: "covered by the page"}.get(trick, "by hand")
        print(f"{name}: {report['status']}: {report['reason']}")
        assert report["status"] == "stopped"
        assert (STOPPED_BY_PERSON in report["reason"]) == (trick == ""), report
        if trick == PRESSING:
            assert await page.evaluate("Number(document.documentElement.dataset.tries)") > 5
    assert await settled(home) == taken_before


async def more(home: LikewiseHome, count: int) -> bool:
    return len(await ask(home, GetDemonstrations())) > count
