import json
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

from extension.browsing import Browser, Site
from extension.elements import observe
from extension.fake_daemon import FakeDaemon, wait_for
from likewise import extension_build


@pytest.fixture
def browser(playwright: Playwright, daemon: FakeDaemon, tmp_path: Path):
    """The default build, with Chrome's permission for a.test granted as if the person had been asked."""
    place = tmp_path / "extension"
    extension_build.build(place)
    manifest = json.loads((place / "manifest.json").read_text())
    (place / "manifest.json").write_text(json.dumps(manifest | {"host_permissions": ["http://a.test/*"]}))
    made = Browser(playwright, place, tmp_path / "profile")
    made.pair(daemon.typed_code)
    yield made
    made.close()


def registered(browser: Browser) -> list[str]:
    scripts = browser.evaluate("() => chrome.scripting.getRegisteredContentScripts()")
    return [match for script in scripts for match in script["matches"]]


def is_there(browser: Browser, tab: int) -> bool:
    """Whether the page scripts run in the tab."""
    ask = "tab => chrome.tabs.sendMessage(tab, {type: 'probe'}).then(() => true, () => false)"
    return bool(browser.evaluate(ask, tab))


def test_nothing_runs_where_nothing_is_watched(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    """SECURITY.md C6."""
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    assert (registered(browser), is_there(browser, tab)) == ([], False)
    popup = browser.popup(tab)
    expect(popup.get_by_role("switch", name="Watch this site")).not_to_be_checked()
    expect(popup.get_by_role("button", name="Record")).to_be_disabled()
    assert browser.tell(type="record", tab=tab, on=True)["error"] == "Turn on “Watch this site” first."
    assert daemon.ask({"kind": "navigate", "how": "to", "url": site.url()}, tab)["code"] == "refused"
    assert daemon.ask(observe(), tab)["kind"] == "failed"
    assert daemon.events == []


def test_a_site_is_switched_on_and_off_in_the_popup(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    browser.open(site.url(host="b.test"))
    stranger = max(browser.evaluate("async () => (await chrome.tabs.query({})).map(tab => tab.id)"))
    popup = browser.popup(tab)
    switch = popup.get_by_role("switch", name="Watch this site")
    switch.check()
    expect(popup.get_by_role("button", name="Record")).to_be_enabled()
    assert registered(browser) == [site.url("/*")]
    # Tabs that were open already have the page scripts, other sites have not.
    assert is_there(browser, tab)
    assert not is_there(browser, stranger)
    popup.get_by_role("button", name="Record").click()
    wait_for(lambda: "ready" in daemon.kinds())
    page.reload()
    page.keyboard.press("a")
    wait_for(lambda: any(what.get("key") == "a" for what in daemon.what))
    switch.uncheck()
    expect(switch).not_to_be_checked()
    assert registered(browser) == []
    count = len(daemon.events)
    page.keyboard.press("b")
    page.reload()
    page.keyboard.press("c")
    page.wait_for_timeout(300)
    assert [event["what"]["kind"] for event in daemon.events[count:] if event["what"]["kind"] != "tab"] == []
    assert not is_there(browser, tab)


def test_the_watch_list_outlives_the_worker(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    tab = browser.tab_of(browser.open(site.url()))
    assert browser.tell(type="watch", tab=tab, on=True, everywhere=False) == {"error": None}
    browser.stop_worker()
    assert browser.tell(type="popup_state", tab=tab)["watched"] is True
    assert registered(browser) == [site.url("/*")]


def test_in_the_all_sites_build_a_site_can_be_switched_off(
    playwright: Playwright, daemon: FakeDaemon, site: Site, tmp_path: Path
) -> None:
    extension_build.build(tmp_path / "all", all_sites=True)
    browser = Browser(playwright, tmp_path / "all", tmp_path / "other")
    browser.pair(daemon.typed_code)
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    popup = browser.popup(tab)
    popup.get_by_role("button", name="Record").click()
    wait_for(lambda: "ready" in daemon.kinds())
    popup.get_by_role("switch", name="Watch this site").uncheck()
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["watched"] is False)
    count = len(daemon.events)
    page.keyboard.press("b")
    page.wait_for_timeout(300)
    assert len(daemon.events) == count
    popup.get_by_role("switch", name="Watch this site").check()
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["watched"] is True)
    page.reload()
    page.keyboard.press("c")
    wait_for(lambda: any(what.get("key") == "c" for what in daemon.what))
    browser.close()
