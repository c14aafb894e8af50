from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, wait_for


def badge(browser: Browser) -> str:
    return str(browser.evaluate("() => chrome.action.getBadgeText({})"))


def test_a_task_lies_between_record_and_stop(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    popup = browser.popup(tab)
    popup.get_by_role("button", name="Record").click()
    popup.get_by_role("button", name="Stop recording").wait_for()
    assert badge(browser) == "REC"
    page.keyboard.press("a")
    wait_for(lambda: "shown" in daemon.kinds() or "key" in daemon.kinds())
    popup.get_by_role("button", name="Stop recording").click()
    popup.get_by_role("button", name="Record", exact=True).wait_for()
    wait_for(lambda: {"kind": "task", "what": "stopped"} in daemon.what)
    assert daemon.what[0] == {"kind": "task", "what": "started"}
    assert daemon.what[-1] == {"kind": "task", "what": "stopped"}
    assert badge(browser) == ""
    print(daemon.what)
