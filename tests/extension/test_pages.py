from extension.browsing import Browser, Site
from extension.conftest import Browsers
from extension.fake_daemon import FakeDaemon, wait_for
from extension.test_main import IN_CONTENT_SCRIPT

EVENT = {"n": 0, "ms": 1.5, "what": {"kind": "shown", "what": "message", "text": "x"}}


def say(browser: Browser, tab: int, *messages: object) -> list[object]:
    return list(browser.evaluate(IN_CONTENT_SCRIPT, [tab, list(messages)]))


def events(*given: object, document: str = "document-of-test") -> dict[str, object]:
    return {"type": "page_events", "document": document, "events": list(given)}


def test_nothing_is_kept_unless_a_task_is_recorded(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    # Answered as kept, so that the page forgets it too.
    assert say(browser, tab, events(EVENT)) == [{"kept": [0]}]
    hello = {"type": "hello", "document": "document-of-test", "top": True, "nonce": "n"}
    assert say(browser, tab, hello) == [{"recording": False, "run": None, "secrets": []}]
    browser.tell(type="record", tab=tab, on=True)
    assert say(browser, tab, hello, events(EVENT)) == [{"recording": True, "run": None, "secrets": []}, {"kept": [0]}]
    wait_for(lambda: [event for event in daemon.events if event["document"] == "document-of-test"])
    daemon.send(type="set_paused", paused=True)
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["paused"])
    assert say(browser, tab, hello, events(EVENT | {"n": 1})) == [
        {"recording": False, "run": None, "secrets": []},
        {"kept": [1]},
    ]
    assert browser.tell(type="popup_state", tab=tab)["queued"] == 0
    assert len([event for event in daemon.events if event["document"] == "document-of-test"]) == 1


def test_what_is_said_twice_is_kept_once(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    browser.tell(type="record", tab=tab, on=True)
    daemon.stop()
    twice = events(EVENT, EVENT | {"n": 1}, EVENT)
    assert say(browser, tab, twice, twice) == [{"kept": [0, 1, 0]}] * 2
    browser.stop_worker()
    browser.tell(type="popup_state", tab=tab)
    assert say(browser, tab, twice) == [{"kept": [0, 1, 0]}]
    daemon.start()
    wait_for(lambda: [event for event in daemon.events if event["document"] == "document-of-test"])
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["queued"] == 0)
    # Also when it was acknowledged long since.
    browser.stop_worker()
    browser.tell(type="popup_state", tab=tab)
    say(browser, tab, twice, events(EVENT | {"n": 2}))
    wait_for(lambda: [event for event in daemon.events if event["n"] == 2 and event["document"] == "document-of-test"])
    numbers = [event["n"] for event in daemon.events if event["document"] == "document-of-test"]
    assert numbers == [0, 1, 2]


def test_messages_that_no_page_script_sends_are_not_taken(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    browser.tell(type="record", tab=tab, on=True)
    assert say(
        browser, tab,
        {"type": "toString"}, {"type": None}, {}, events(EVENT, document="Not An Id!"),
        {"type": "hello", "document": 7, "nonce": "n"},
        {"type": "child_frame", "nonce": "n", "step": {"name": 1}},
        {"type": "child_frame", "nonce": "n", "step": None},
        {"type": "page_snapshot", "hash": "no hash", "snapshot": {}},
    ) == [None] * 8  # fmt: skip
    wait_for(lambda: "ready" in daemon.kinds())
    assert daemon.of("snapshot_taken") == [] or all(len(one["hash"]) == 64 for one in daemon.of("snapshot_taken"))


def test_a_fresh_install_keeps_nothing(browsers: Browsers, site: Site) -> None:
    """SECURITY.md C6: never connected counts as paused."""
    browser = browsers()
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    assert "paused" in browser.tell(type="record", tab=tab, on=True)["error"]
    page.keyboard.press("a")
    assert say(browser, tab, events(EVENT)) == [{"kept": [0]}]
    assert browser.tell(type="popup_state", tab=tab)["queued"] == 0
    assert browser.evaluate("() => chrome.action.getBadgeText({})") == ""
