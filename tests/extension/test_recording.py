import time

from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, wait_for

PAUSE_MS = 200


def badge(browser: Browser) -> str:
    return str(browser.evaluate("() => chrome.action.getBadgeText({})"))


def keys(daemon: FakeDaemon) -> str:
    return "".join(what["key"] for what in daemon.what if what["kind"] == "key")


def test_a_task_lies_between_record_and_stop(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page, other = browser.open(site.url()), browser.open(site.url(host="b.test"))
    tab = browser.tab_of(page)
    popup = browser.popup(tab)
    page.keyboard.press("x")
    popup.get_by_role("button", name="Record").click()
    popup.get_by_role("button", name="Stop recording").wait_for()
    assert badge(browser) == "REC"
    page.keyboard.press("a")
    other.keyboard.press("b")
    popup.get_by_role("button", name="Stop recording").click()
    popup.get_by_role("button", name="Record", exact=True).wait_for()
    page.keyboard.press("x")
    wait_for(lambda: {"kind": "task", "what": "stopped"} in daemon.what)
    assert daemon.what[0] == {"kind": "task", "what": "started"}
    assert daemon.what[-1] == {"kind": "task", "what": "stopped"}
    assert [event["tab"] for event in daemon.events if event["what"]["kind"] == "task"] == [tab, tab]
    # What was done just before Stop is in it, in every watched tab.
    assert keys(daemon) == "ab"
    assert badge(browser) == ""


def test_a_second_record_and_a_second_stop_change_nothing(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    assert browser.tell(type="record", tab=tab, on=True) == {"error": None}
    assert browser.tell(type="record", tab=tab, on=True)["error"] == "A task is being recorded already."
    assert browser.tell(type="record", tab=tab, on=False) == {"error": None}
    assert browser.tell(type="record", tab=tab, on=False) == {"error": None}
    wait_for(lambda: {"kind": "task", "what": "stopped"} in daemon.what)
    assert daemon.kinds().count("task") == 2


def test_pause_takes_effect_at_once_and_leaves_a_gap(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    page.bring_to_front()
    browser.tell(type="record", tab=tab, on=True)
    page.keyboard.press("a")
    wait_for(lambda: keys(daemon) == "a")
    daemon.send(type="set_paused", paused=True)
    time.sleep(PAUSE_MS / 1000)
    page.keyboard.press("b")
    page.reload()
    page.keyboard.press("c")
    wait_for(lambda: badge(browser) == "II", 1)
    daemon.send(type="set_paused", paused=False)
    wait_for(lambda: badge(browser) == "REC", 1)
    page.keyboard.press("d")
    browser.tell(type="record", tab=tab, on=False)
    wait_for(lambda: {"kind": "task", "what": "stopped"} in daemon.what)
    assert keys(daemon) == "ad"
    assert {"kind": "gap", "text": "Recording was paused here."} in daemon.what


def test_a_daemon_that_is_paused_says_so_in_its_welcome(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    daemon.paused = True
    daemon.cut()
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["paused"])
    assert badge(browser) == "II"
    assert "paused" in browser.tell(type="record", tab=tab, on=True)["error"]
    assert daemon.events == []


def test_a_task_goes_on_over_the_death_of_the_worker(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    page.bring_to_front()
    browser.tell(type="record", tab=tab, on=True)
    browser.stop_worker()
    page.keyboard.press("a")
    wait_for(lambda: keys(daemon) == "a")
    assert badge(browser) == "REC"
    browser.tell(type="record", tab=tab, on=False)
    wait_for(lambda: {"kind": "task", "what": "stopped"} in daemon.what)
