from extension.browsing import Browser, Site
from extension.elements import observe
from extension.fake_daemon import FakeDaemon


def test_why_a_page_will_never_answer(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    assert daemon.ask(observe(), tab)["kind"] == "observed"
    page.goto("about:blank")
    assert daemon.ask(observe(), tab)["code"] == "origin"
    page.goto(site.url())
    browser.tell(type="watch", tab=tab, on=False, everywhere=False)
    refused = daemon.ask(observe(), tab)
    assert (refused["code"], refused["text"]) == ("origin", f"The page is on {site.url('')}, which is not watched.")
    browser.tell(type="watch", tab=tab, on=True, everywhere=False)
    # The page is there and silent: it is given the page scripts.
    assert daemon.ask(observe(), tab)["kind"] == "observed"
    browser.evaluate("tab => chrome.tabs.update(tab, {url: 'http://a.test:1/'})", tab)
    page.wait_for_timeout(500)
    assert daemon.ask(observe(), tab)["code"] == "network"
    page.close()
    assert daemon.ask(observe(), tab)["code"] == "no_tab"
