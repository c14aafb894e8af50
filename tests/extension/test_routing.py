from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon

GLANCE = {"kind": "observe", "handle": None, "texts": ["Start"], "dialog": None, "since": None, "quiet_ms": None}


def test_a_request_goes_to_its_tab(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    print(daemon.ask({"kind": "mute"}, tab))
    print(daemon.ask(GLANCE, tab))
    site.pages["/two"] = "<title>Two</title>"
    print(daemon.ask({"kind": "navigate", "how": "to", "url": site.url("/two")}, None))
    print(daemon.ask({"kind": "navigate", "how": "back", "url": ""}, tab))
    print(daemon.ask({"kind": "navigate", "how": "new", "url": site.url("/two")}, tab))
    print(daemon.ask({"kind": "navigate", "how": "to", "url": "http://127.0.0.1:1/"}, tab))
    print(daemon.ask({"kind": "navigate", "how": "to", "url": "http://b.test:1/"}, tab))
    print(daemon.ask({"kind": "navigate", "how": "to", "url": "file:///etc/passwd"}, tab))
    print(daemon.ask(GLANCE, tab, run="r_otherrun"))
    print(daemon.ask({"kind": "unmute"}, tab))
    print(daemon.ask(GLANCE, 4242))
