from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, Message, wait_for

OPENER = "<title>Opener</title><a href=/two target=_blank>Open</a> <a href=/two target=_blank rel=noopener>Apart</a>"


def tab_events(daemon: FakeDaemon) -> list[Message]:
    return [event | event["what"] for event in daemon.events if event["what"]["kind"] == "tab"]


def test_tabs_that_open_close_and_come_to_the_front(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": OPENER, "/two": "<title>Two</title>"}
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    page.bring_to_front()
    assert browser.tell(type="record", tab=tab, on=True) == {"error": None}
    new = []
    for name in ("Open", "Apart"):
        page.bring_to_front()
        with browser.context.expect_page() as opened:
            page.get_by_role("link", name=name).click()
        opened.value.wait_for_load_state()
        wait_for(lambda: len([one for one in tab_events(daemon) if one["what"] == "opened"]) == len(new) + 1)
        new.append([one for one in tab_events(daemon) if one["what"] == "opened"][-1])
    assert [one["opener"] for one in new] == [tab, tab]
    page.bring_to_front()
    opened.value.close()
    wait_for(lambda: [one["tab"] for one in tab_events(daemon) if one["what"] == "closed"] == [new[1]["tab"]])
    assert tab in [one["tab"] for one in tab_events(daemon) if one["what"] == "activated"]
    # A tab is told before anything that happens in it.
    for one in new:
        inside = [event for event in daemon.events if event["tab"] == one["tab"]]
        assert min(inside, key=lambda event: event["arrival"])["what"]["kind"] == "tab"


def test_a_tab_that_shows_no_watched_site_is_nobodys_business(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    assert browser.tell(type="record", tab=tab, on=True) == {"error": None}
    page.bring_to_front()
    new = browser.context.new_page()
    new.wait_for_timeout(300)
    assert {one["tab"] for one in tab_events(daemon)} <= {tab}
    new.goto(site.url())
    number = browser.tab_of(new)
    wait_for(lambda: [one for one in tab_events(daemon) if (one["tab"], one["what"]) == (number, "opened")])
    unwatched = browser.context.new_page()
    unwatched.close()
    new.close()
    wait_for(lambda: [one["tab"] for one in tab_events(daemon) if one["what"] == "closed"] == [number])
