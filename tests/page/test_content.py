"""content.js in a real extension: what it tells the worker and does at its word."""
# ruff: noqa: E501

import contextlib
import re
from typing import Any

from playwright.sync_api import Error

from page.stub import Stub

FORM = "<title>Add</title><h1>Add</h1><label>Name <input id=n></label><button id=b>Save</button><p id=p role=status></p>"


def test_a_document_says_hello_and_tells_its_events(stub: Stub) -> None:
    page = stub.open(FORM)
    page.click("#n")
    page.keyboard.type("Ada")
    page.click("#b")
    assert stub.tell({"type": "flush"}) == {"flushed": True}
    [hello] = stub.said("hello")
    assert re.fullmatch(r"[a-z0-9_-]{6,40}", hello["document"]) and hello["top"] is True
    kinds = [event["kind"] for event in stub.events() if event["kind"] != "noted"]
    kinds = [kind for kind, before in zip(kinds, ["", *kinds], strict=False) if kind != before]
    assert kinds == ["opened", "ready", "focus", "pointer", "input", "change", "pointer"]
    assert stub.events("opened")[0]["cause"] == "navigate"
    numbers = [event["n"] for message in stub.said("page_events") for event in message["events"]]
    assert numbers == list(range(len(numbers)))
    hashes = {event["snapshot"] for event in stub.events("noted")} - {None}
    assert hashes == {message["hash"] for message in stub.said("page_snapshot")}


def test_where_nobody_records_nothing_is_told(stub: Stub) -> None:
    page = stub.open(FORM, recording=False)
    page.click("#n")
    page.keyboard.type("Ada")
    page.wait_for_timeout(300)
    assert stub.said("page_events") == stub.said("page_snapshot") == []


def test_recording_begins_and_ends_in_an_open_document(stub: Stub) -> None:
    page = stub.open(FORM, recording=False)
    stub.tell({"type": "recording", "on": True})
    page.click("#b")
    stub.tell({"type": "recording", "on": False})
    page.click("#b")
    page.wait_for_timeout(200)
    told = [event for event in stub.events() if event["kind"] != "noted"]
    assert [event["kind"] for event in told] == ["opened", "ready", "pointer"]
    assert told[0]["cause"] == "already_open"


def test_what_the_worker_did_not_take_is_sent_again(stub: Stub) -> None:
    page = stub.open(FORM)
    stub.worker.evaluate("stub.deaf(true)")
    page.click("#b")
    page.click("#n")
    page.wait_for_timeout(400)
    assert stub.events("pointer") == []
    stub.worker.evaluate("stub.deaf(false)")
    stub.until(lambda: len(stub.events("pointer")) == 2)
    assert [event["target"]["name"] for event in stub.events("pointer")] == ["Save", "Name"]


def test_a_click_that_leaves_arrives(stub: Stub) -> None:
    page = stub.open("<a href=/next>Next</a>", next="<h1>There</h1>")
    page.click("a")
    page.wait_for_url("**/next")
    stub.until(lambda: len(stub.said("hello")) == 2)
    first = stub.said("hello")[0]["document"]
    told = [e["what"]["kind"] for m in stub.said("page_events") if m["document"] == first for e in m["events"]]
    assert "pointer" in told and told[-1] == "left"


def test_a_second_injection_is_harmless(stub: Stub) -> None:
    page = stub.open(FORM)
    stub.worker.evaluate(
        """async () => chrome.scripting.executeScript({ target: { tabId: await stub.tab() },
          files: chrome.runtime.getManifest().content_scripts[0].js })"""
    )
    page.click("#b")
    stub.until(lambda: stub.events("pointer"))
    page.wait_for_timeout(100)
    assert len(stub.events("pointer")) == 1
    assert len({message["document"] for message in stub.said("hello")}) == 1 < len(stub.said("hello"))


def test_a_closed_root_is_opened(stub: Stub) -> None:
    page = stub.open(
        "<div id=h></div><script>h.attachShadow({ mode: 'closed' }).innerHTML = '<label>Deep <input></label>'</script>"
    )
    box: Any = page.evaluate("h.getBoundingClientRect().toJSON()")
    page.mouse.click(box["x"] + 80, box["y"] + 10)
    page.keyboard.type("x")
    stub.tell({"type": "flush"})
    assert stub.events("input")[0]["target"]["name"] == "Deep"


def test_a_frame_is_named_by_its_parent(stub: Stub) -> None:
    page = stub.open("<iframe name=inner src='http://other.test/in'></iframe>", **{"in": "<input aria-label=Inner>"})
    stub.until(lambda: stub.said("child_frame"))
    [child] = [message for message in stub.said("hello", frame=None) if not message["top"]]
    told = stub.said("child_frame")[0]
    assert told["nonce"] == child["nonce"] and told["step"]["name"] == "inner"
    page.frame_locator("iframe").locator("input").click()
    stub.until(lambda: any("pointer" in str(message) for message in stub.said("page_events", frame=None)))


def test_the_page_sees_nothing_of_it(stub: Stub) -> None:
    look = """JSON.stringify([Object.getOwnPropertyNames(window).filter((name) => /likewise/i.test(name)),
      document.documentElement.outerHTML.replace(/<script.*/s, ''), window.heard])"""
    listen = "<script>window.heard = []; addEventListener('message', (e) => heard.push(e.data))</script>"
    page = stub.open("<body><p id=p>x</p><iframe src=/in></iframe>" + listen, **{"in": "<input>"})
    page.click("#p")
    page.wait_for_timeout(400)
    seen = page.evaluate(look)
    assert "likewise" not in seen.lower() and seen.endswith("[]]")
    assert page.evaluate("'__likewise' in window") is False


def found(stub: Stub, fingerprint: dict[str, Any]) -> dict[str, Any]:
    ask = {"kind": "candidates", "fingerprint": fingerprint, "frame": [], "words": [], "since": None}
    answer = stub.ask(ask)
    assert answer["kind"] == "found"
    best: dict[str, Any] = answer["candidates"][0]
    return best


def act(best: dict[str, Any], action: str, *values: str) -> dict[str, Any]:
    more = {"files": [], "slot": None, "origin": "http://shop.test"}
    return {
        "kind": "act",
        "handle": best["handle"],
        "essentials": best["element"],
        "action": action,
        "values": list(values),
        **more,
    }


def test_a_run_finds_acts_and_looks_while_nothing_is_recorded(stub: Stub) -> None:
    page = stub.open(FORM)
    page.click("#n")
    stub.until(lambda: stub.events("pointer"))
    field = stub.events("pointer")[0]["target"]
    assert stub.ask({"kind": "mute"}) == {"kind": "did"}
    before = len(stub.events())
    best = found(stub, field)
    assert stub.ask({"kind": "outline", "handles": [best["handle"]], "text": "Step 1"}) == {"kind": "did"}
    assert stub.ask(act(best, "fill", "Ada"))["state"]["value"] == "Ada"
    page.click("#b")
    page.evaluate("p.textContent = 'Saved'")
    look = {"kind": "observe", "handle": best["handle"], "texts": ["Saved"], "dialog": None, "since": None, "quiet_ms": 100}
    seen = stub.ask(look)
    assert (seen["seen"], seen["quiet"], seen["state"]["value"]) == ([True], True, "Ada")
    assert stub.ask({"kind": "snapshot"})["snapshot"]["items"]
    assert len(stub.events()) == before
    stub.ask({"kind": "unmute"})
    page.click("#b")
    stub.until(lambda: len(stub.events("pointer")) == 2)
    assert stub.events("opened")[-1]["cause"] == "already_open"


def test_a_document_of_a_run_is_mute_from_its_start(stub: Stub) -> None:
    page = stub.open(FORM, run="r_test01")
    page.click("#b")
    page.wait_for_timeout(200)
    assert stub.said("page_events") == []
    assert stub.said("document_ready")[0]["page"]["heading"] == "Add"


def test_stop_in_the_panel_is_told(stub: Stub) -> None:
    page = stub.open("<body style='margin:0'>" + FORM, run="r_test01")
    stub.ask({"kind": "outline", "handles": [], "text": "Step 1 of 2"})
    size = page.evaluate("({ w: innerWidth, h: innerHeight })")
    page.mouse.click(size["w"] - 50, size["h"] - 38)
    stub.until(lambda: stub.said("stop_clicked"))
    assert stub.said("stop_clicked")[0]["run"] == "r_test01"


def test_a_question_is_answered_by_a_click(stub: Stub) -> None:
    page = stub.open(FORM)
    page.click("#b")
    stub.until(lambda: stub.events("pointer"))
    best = found(stub, stub.events("pointer")[0]["target"])
    box = page.locator("#b").bounding_box()
    assert box
    ask = {"kind": "ask", "handles": [best["handle"]], "text": "This one?"}
    stub.worker.evaluate(
        """async (ask) => { const tab = await stub.tab(); stub.tell(tab, { type: 'ask', run: 'r_test01', timeout_ms: 4000, ask,
          secret: null, phase: 'whole' }).then((answer) => (globalThis.answer = answer)) }""",
        ask,
    )
    page.wait_for_timeout(200)
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    stub.until(lambda: stub.worker.evaluate("globalThis.answer"))
    assert stub.worker.evaluate("answer") == {"kind": "picked", "handle": best["handle"]}


def test_what_is_not_asked_of_a_page_is_refused(stub: Stub) -> None:
    stub.open(FORM)
    assert stub.ask({"kind": "navigate", "how": "to", "url": "/"})["code"] == "refused"
    assert stub.ask({"kind": "candidates", "fingerprint": None, "frame": [], "words": [], "since": None})["kind"] == "failed"


def test_scripts_of_an_extension_that_has_gone_leave_nothing(stub: Stub) -> None:
    """The last test of this file: the stub is gone after it."""
    page = stub.open(FORM, run="r_test01")
    stub.ask({"kind": "outline", "handles": [], "text": "Step 1 of 2"})
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(error))
    assert page.evaluate("document.documentElement.children.length") == 3
    with contextlib.suppress(Error):
        stub.worker.evaluate("chrome.runtime.reload()")
    page.wait_for_function("document.documentElement.children.length === 2")
    page.click("#b")
    page.wait_for_timeout(200)
    assert errors == []
