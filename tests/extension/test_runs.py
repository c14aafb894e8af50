import time

from extension.browsing import Browser, Site
from extension.elements import act, candidates, find, observe
from extension.fake_daemon import FakeDaemon, wait_for

OTHER = "r_another1"
OPENER = "<title>Opener</title><a href=/two target=_blank>Open</a><button onclick=\"window.open('/two')\">Call</button>"


def record(browser: Browser, tab: int) -> None:
    assert browser.tell(type="record", tab=tab, on=True) == {"error": None}


def test_a_runs_tab_is_mute(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    record(browser, tab)
    wait_for(lambda: "ready" in daemon.kinds())
    assert daemon.ask({"kind": "mute"}, tab) == {"kind": "did"}
    page.keyboard.press("a")
    page.goto(site.url("/?again"))
    page.keyboard.press("b")
    assert daemon.ask(observe("Start"), tab)["seen"] == [True]
    assert daemon.ask({"kind": "unmute"}, tab) == {"kind": "did"}
    page.keyboard.press("c")
    wait_for(lambda: any(what.get("key") == "c" for what in daemon.what))
    assert [what["key"] for what in daemon.what if what["kind"] == "key"] == ["c"]
    opened = [what["cause"] for what in daemon.what if what["kind"] == "opened" and "?again" in what["url"]]
    assert opened == ["already_open"]


def test_tabs_that_a_run_opens_are_listed_and_mute(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"], site.pages["/two"] = OPENER, "<title>Two</title><h1>Two</h1>"
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    record(browser, tab)
    page.bring_to_front()
    assert daemon.ask({"kind": "mute"}, tab) == {"kind": "did"}
    with browser.context.expect_page() as opened:
        daemon.ask(act(find(daemon, tab, "link", "Open"), site.url("")), tab)
    two = opened.value
    two.wait_for_load_state()
    new = browser.tab_of(two)
    seen = daemon.ask(observe(), tab)
    assert seen["opened"] == [new]
    two.keyboard.press("x")
    assert daemon.ask(observe("Two"), new)["seen"] == [True]
    assert daemon.ask(observe(), new, run=OTHER)["code"] == "busy"
    two.close()
    assert daemon.ask(observe(), new)["code"] == "no_tab"
    assert not any(what["kind"] == "key" for what in daemon.what)
    assert new not in {event["tab"] for event in daemon.events}


def test_one_run_a_tab(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    first = browser.tab_of(browser.open(site.url()))
    second = browser.tab_of(browser.open(site.url()))
    assert daemon.ask({"kind": "mute"}, first)["kind"] == "did"
    assert daemon.ask({"kind": "mute"}, first, run=OTHER)["code"] == "busy"
    assert daemon.ask({"kind": "mute"}, second, run=OTHER)["kind"] == "did"
    # An end is told by the report too, should the unmute not come.
    from extension import rows

    rows.update(daemon, first, rows.report("done"))
    wait_for(lambda: daemon.ask({"kind": "mute"}, first, run=OTHER)["kind"] == "did")


def test_a_run_goes_on_after_a_cut_socket_and_a_dead_worker(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    record(browser, tab)
    wait_for(lambda: "ready" in daemon.kinds())
    daemon.ask({"kind": "mute"}, tab)
    for interrupt in (daemon.cut, browser.stop_worker):
        before = daemon.connections
        interrupt()
        browser.tell(type="popup_state", tab=tab)
        wait_for(lambda before=before: daemon.connections > before)
        page.keyboard.press("a")
        assert daemon.ask(observe(), tab)["kind"] == "observed"
        assert daemon.ask(observe(), tab, run=OTHER)["code"] == "busy"
    assert not any(what["kind"] == "key" for what in daemon.what)


def test_stop_in_the_page_stops_the_run_of_that_tab(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    daemon.ask({"kind": "mute"}, tab)
    forged = "run => chrome.runtime.sendMessage({type: 'stop_clicked', run})"
    page_says = (
        "async ([tab, run]) => chrome.scripting.executeScript({target: {tabId: tab}, args: [run], func: " + forged + "})"
    )
    browser.evaluate(page_says, [tab, OTHER])
    browser.evaluate(page_says, [tab, "r_abcdef01"])
    wait_for(lambda: daemon.of("stop_run"))
    time.sleep(0.2)
    assert [message["run"] for message in daemon.of("stop_run")] == ["r_abcdef01"]


def test_a_candidate_is_still_found_after_the_page_has_moved_on(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/two"] = "<button>Later</button>"
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    now = daemon.ask(candidates("button", "Later"), tab)
    number = daemon.request(candidates("button", "Later", since=now["revision"]), tab)
    page.goto(site.url("/two"))
    wait_for(lambda: daemon.replies(number))
    assert [one["element"]["name"] for one in daemon.replies(number)[0]["candidates"]] == ["Later"]
