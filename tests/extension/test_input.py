import pytest

from extension.browsing import Browser, Site
from extension.conftest import Browsers
from extension.elements import act, find, observe
from extension.fake_daemon import FakeDaemon

PAGE = """<title>Trust</title>
<button onclick="say('click', event)" ondblclick="say('double', event)">Press</button>
<label>Name <input id=name oninput="say('input', event)" onkeydown="say(event.key, event)"></label>
<label>Password <input id=pw type=password></label>
<label>Agree <input type=checkbox id=agree onchange="say('change', event)"></label>
<iframe src="/frame" name=inner style="margin: 70px"></iframe>
<script>window.seen = []; function say(what, {isTrusted}) { seen.push([what, isTrusted]) }</script>"""
FRAME = "<title>Frame</title><button onclick='window.clicked = (window.clicked ?? 0) + 1'>Inside</button>"


@pytest.fixture
def trusted(browsers: Browsers, daemon: FakeDaemon, site: Site) -> Browser:
    made = browsers(trusted_input=True)
    made.pair(daemon.typed_code)
    site.pages |= {"/": PAGE, "/frame": FRAME}
    return made


def test_the_build_acts_with_trusted_input(trusted: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = trusted.open(site.url())
    tab = trusted.tab_of(page)
    daemon.ask({"kind": "mute"}, tab)
    origin = site.url("")
    for role, name, action, values in [
        ("button", "Press", "click", []),
        ("button", "Press", "double_click", []),
        ("textbox", "Name", "fill", ["Ünïcode 12"]),
        ("textbox", "Name", "press", ["Control+a"]),
        ("textbox", "Name", "press", ["Enter"]),
        ("checkbox", "Agree", "check", []),
        ("checkbox", "Agree", "check", []),
    ]:
        answer = daemon.ask(act(find(daemon, tab, role, name), origin, action, *values), tab)
        assert answer["kind"] == "acted", (name, action, answer)
    assert page.evaluate("name.value, document.getElementById('name').value") == "Ünïcode 12"
    assert page.evaluate("document.getElementById('agree').checked")
    seen = page.evaluate("seen")
    assert {trust for _, trust in seen} == {True}
    assert [what for what, _ in seen if what in {"click", "double", "Enter", "a", "change"}] == [
        "click",
        "click",
        "click",
        "double",
        "a",
        "Enter",
        "change",
    ]
    assert daemon.ask(observe(), tab)["page"]["title"] == "Trust"
    daemon.ask({"kind": "unmute"}, tab)
    # Nothing of it stays attached.
    attach = "async tab => { await chrome.debugger.attach({tabId: tab}, '1.3'); await chrome.debugger.detach({tabId: tab}) }"
    trusted.evaluate(attach, tab)


def test_a_secret_is_typed_and_never_told(trusted: Browser, daemon: FakeDaemon, site: Site) -> None:
    # Without encryption a secret is typed on loopback only.
    origin = site.url("", "127.0.0.1")
    page = trusted.open(f"{origin}/")
    tab = trusted.tab_of(page)
    daemon.ask({"kind": "mute"}, tab)
    daemon.send(type="release_secret", run="r_abcdef01", slot="password", value="hunter2canary")
    answer = daemon.ask(act(find(daemon, tab, "textbox", "Password"), origin, "fill", slot="password"), tab)
    assert answer["kind"] == "acted", answer
    assert page.evaluate("document.getElementById('pw').value") == "hunter2canary"
    assert not any("hunter2canary" in frame for frame in daemon.frames)
    daemon.ask({"kind": "unmute"}, tab)
    page.reload()
    again = daemon.ask(act(find(daemon, tab, "textbox", "Password"), origin, "fill", slot="password"), tab)
    assert again["code"] == "no_secret"


def test_in_a_frame(trusted: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = trusted.open(site.url())
    tab = trusted.tab_of(page)
    daemon.ask({"kind": "mute"}, tab)
    step = {"name": "inner", "id": None, "url": None, "title": None, "ordinal": 1}
    inside = find(daemon, tab, "button", "Inside", frame=(step,))
    assert inside["frame"][0]["name"] == "inner"
    assert daemon.ask(act(inside, site.url("")), tab)["kind"] == "acted"
    assert page.frame("inner").evaluate("window.clicked") == 1
