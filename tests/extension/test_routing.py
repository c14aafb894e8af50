import time

from extension.browsing import Browser, Site
from extension.elements import RUN, act, candidates, find, observe
from extension.fake_daemon import FakeDaemon, wait_for

BUTTON = "<title>Pay</title><h1>Pay</h1><button onclick='n.textContent = +n.textContent + 1'>Add</button><p id=n>0</p>"


def test_a_run_goes_through_a_page(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = BUTTON
    origin = site.url("")
    arrived = daemon.ask({"kind": "navigate", "how": "to", "url": site.url("/")})
    tab = arrived["tab"]
    assert (arrived["kind"], arrived["page"]["title"]) == ("arrived", "Pay")
    assert daemon.ask({"kind": "mute"}, tab) == {"kind": "did"}
    add = find(daemon, tab, "button", "Add")
    assert add["frame"] == []
    assert daemon.ask({"kind": "outline", "handles": [add["handle"]], "text": "Step 1"}, tab) == {"kind": "did"}
    acted = daemon.ask(act(add, origin), tab)
    assert (acted["kind"], acted["did"], acted["left"], acted["opened"]) == ("acted", True, False, [])
    seen = daemon.ask(observe("1", quiet_ms=150), tab)
    assert (seen["seen"], seen["quiet"], seen["busy"], seen["tab"]) == ([True], True, False, tab)
    assert daemon.ask({"kind": "snapshot"}, tab)["kind"] == "taken"
    assert daemon.ask({"kind": "unmute"}, tab) == {"kind": "did"}


def test_a_request_is_answered_once_and_in_time(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = BUTTON
    tab = browser.tab_of(browser.open(site.url()))
    now = daemon.ask(candidates("button", "Add"), tab)
    began = time.monotonic()
    later = daemon.ask(candidates("button", "Add", since=now["revision"]), tab, timeout_ms=700)
    assert 0.5 < time.monotonic() - began < 0.9
    assert (later["kind"], later["revision"]) == ("found", now["revision"])
    number = daemon.request(observe(since=now["revision"]), tab, timeout_ms=800)
    # The daemon asks again after a reconnect what it may ask twice, under the same number.
    daemon.send(type="page_request", id=number, run=RUN, tab=tab, timeout_ms=800, ask=observe(since=now["revision"]))
    wait_for(lambda: daemon.replies(number))
    time.sleep(0.3)
    assert len(daemon.replies(number)) == 1


def test_an_answer_survives_a_cut_socket(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = BUTTON
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    now = daemon.ask(candidates("button", "Add"), tab)
    number = daemon.request(candidates("button", "Add", since=now["revision"]), tab)
    time.sleep(0.2)
    daemon.cut()
    page.get_by_role("button").click()
    wait_for(lambda: daemon.replies(number))
    assert daemon.connections == 2


def test_an_act_is_never_done_twice(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = BUTTON
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    add = find(daemon, tab, "button", "Add")
    ask = act(add, site.url(""))
    number = daemon.request(ask, tab)
    wait_for(lambda: daemon.replies(number))
    daemon.send(type="page_request", id=number, run=RUN, tab=tab, timeout_ms=1000, ask=ask)
    wait_for(lambda: len(daemon.replies(number)) == 2)
    browser.stop_worker()
    browser.tell(type="popup_state", tab=tab)
    daemon.send(type="page_request", id=number, run=RUN, tab=tab, timeout_ms=1000, ask=ask)
    wait_for(lambda: len(daemon.replies(number)) == 3)
    assert [answer["kind"] for answer in daemon.replies(number)] == ["acted", "acted", "failed"]
    assert daemon.replies(number)[2]["code"] == "unknown_outcome"
    assert page.locator("#n").inner_text() == "1"


def test_what_cannot_be_done_has_a_code(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = BUTTON
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    add = find(daemon, tab, "button", "Add")
    gone = add | {"handle": {"document": "doc-never", "number": 1}}
    other = browser.tab_of(browser.open(site.url(host="b.test")))
    stranger = find(daemon, other, "button", "Add") if daemon.ask({"kind": "unmute"}, tab) else add
    daemon.ask({"kind": "unmute"}, other)
    for ask, where, code in [
        (act(add, "http://evil.test"), tab, "origin"),
        (act(gone, site.url("")), tab, "gone"),
        (act(stranger, site.url("", "b.test")), tab, "refused"),
        (act(add, site.url(""), "fill", slot="password"), tab, "no_secret"),
        (observe(), 987654321, "no_tab"),
        ({"kind": "snapshot"}, None, None),
    ]:
        answer = daemon.ask(ask, where, timeout_ms=1500)
        assert answer.get("code") == code, answer
    assert daemon.ask(observe(), tab, run="r_another1")["code"] == "busy"
    assert page.locator("#n").inner_text() == "0"
    daemon.ask({"kind": "unmute"}, tab)
    assert daemon.ask(observe(), tab, run="r_another1")["kind"] == "observed"
