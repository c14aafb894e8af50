import time

from extension.browsing import Browser, Site
from extension.elements import act, find, observe
from extension.fake_daemon import FakeDaemon, wait_for

PAGE = """<title>Act</title><a href=/slow>Leave</a><form method=post action=/posted><button>Send</button></form>
<button onclick="location.href = '/two'">Jump</button><button onclick="document.title = 'Done'">Stay</button>"""


def slow() -> str:
    time.sleep(1)
    return "<title>Slow</title>"


def test_a_page_that_leaves_while_acting(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": PAGE, "/slow": slow, "/two": "<title>Two</title>", "/posted": slow}
    tab = browser.tab_of(browser.open(site.url()))
    for role, name, title in [("link", "Leave", "Slow"), ("button", "Send", "Slow"), ("button", "Jump", "Two")]:
        daemon.ask({"kind": "navigate", "how": "to", "url": site.url()}, tab)
        now = daemon.ask(observe(), tab)
        acted = daemon.ask(act(find(daemon, tab, role, name), site.url("")), tab)
        assert (acted["kind"], acted["did"]) == ("acted", True)
        # Asked while the next page is on its way: it is busy, and then it is there.
        seen = daemon.ask(observe(since=now["revision"], quiet_ms=150), tab)
        if seen["page"]["title"] != title:
            assert seen["busy"], (name, seen)
            wait_for(lambda title=title: daemon.ask(observe(), tab)["page"]["title"] == title)
    assert site.posts == ["/posted "]


def test_a_handle_of_a_page_that_has_left_is_gone(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": PAGE, "/two": PAGE}
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    stay = find(daemon, tab, "button", "Stay")
    page.goto(site.url("/two"))
    assert daemon.ask(act(stay, site.url("")), tab)["code"] == "gone"
    page.goto(site.url("/two", "b.test"))
    fresh = find(daemon, tab, "button", "Stay")
    # The same page on another origin.
    assert daemon.ask(act(fresh, site.url("")), tab)["code"] == "origin"
    assert page.title() == "Act"


def test_the_person_is_asked_on_the_page(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = PAGE
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    jump, stay = (find(daemon, tab, "button", name) for name in ("Jump", "Stay"))
    number = daemon.request({"kind": "ask", "handles": [jump["handle"], stay["handle"]], "text": "Which?"}, tab)
    page.bring_to_front()
    page.wait_for_timeout(300)
    place = page.get_by_role("button", name="Stay").bounding_box()
    assert place
    page.mouse.click(place["x"] + 5, place["y"] + 5)
    wait_for(lambda: daemon.replies(number))
    assert daemon.replies(number) == [{"kind": "picked", "handle": stay["handle"]}]
    late = daemon.ask({"kind": "ask", "handles": [stay["handle"]], "text": "Which?"}, tab, timeout_ms=600)
    assert late["code"] == "timeout"
