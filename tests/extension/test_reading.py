import time

from extension.browsing import Browser, Site
from extension.elements import act, candidates, find, observe
from extension.fake_daemon import FakeDaemon, wait_for

STEP = {"name": "inner", "id": None, "url": None, "title": None, "ordinal": 1}
OUTER = "<title>Outer</title><h1>Outer</h1><iframe name=inner src=/inner></iframe><iframe name=other src=/other></iframe>"
INNER = "<button onclick=\"setTimeout(() => p.textContent = 'Saved', 400)\">Save</button><p id=p></p>"


def test_candidates_come_from_the_frame_that_fits(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": OUTER, "/inner": INNER, "/other": INNER}
    tab = browser.tab_of(browser.open(site.url()))
    daemon.ask({"kind": "mute"}, tab)
    wait_for(lambda: daemon.ask(candidates("button", "Save", frame=(STEP,)), tab)["candidates"])
    found = daemon.ask(candidates("button", "Save", frame=(STEP,)), tab)
    assert [one["frame"][0]["name"] for one in found["candidates"]] == ["inner"]
    assert found["page"]["title"] == "Outer"
    # In the top document there is none, and a deeper frame does not exist.
    assert daemon.ask(candidates("button", "Save"), tab)["candidates"] == []
    assert daemon.ask(candidates("button", "Save", frame=(STEP, STEP)), tab)["candidates"] == []


def test_it_waits_for_a_change_in_the_frame(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": OUTER, "/inner": INNER, "/other": ""}
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    save = find(daemon, tab, "button", "Save", frame=(STEP,))
    now = daemon.ask(candidates("button", "Save", frame=(STEP,)), tab)
    number = daemon.request(candidates("button", "Save", frame=(STEP,), since=now["revision"]), tab)
    time.sleep(0.3)
    assert daemon.replies(number) == []
    assert daemon.ask(act(save, site.url("")), tab)["kind"] == "acted"
    wait_for(lambda: daemon.replies(number), 2)
    assert daemon.replies(number)[0]["revision"] != now["revision"]


def test_an_effect_in_a_frame_is_seen(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages |= {"/": OUTER, "/inner": INNER, "/other": ""}
    tab = browser.tab_of(browser.open(site.url()))
    save = find(daemon, tab, "button", "Save", frame=(STEP,))
    assert daemon.ask(act(save, site.url("")), tab)["kind"] == "acted"
    since = None
    for _ in range(20):
        seen = daemon.ask(observe("Saved", handle=save["handle"], since=since), tab)
        assert (seen["kind"], seen["page"]["title"]) == ("observed", "Outer")
        assert seen["state"] is not None
        if seen["seen"] == [True]:
            break
        since = seen["revision"]
    assert seen["seen"] == [True]
    quiet = daemon.ask(observe("Saved", "Outer", "Nowhere", handle=save["handle"], quiet_ms=150), tab)
    assert (quiet["seen"], quiet["quiet"]) == ([True, True, False], True)


def test_a_question_follows_the_page_to_the_next_one(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/two"] = "<title>Two</title>"
    page = browser.open(site.url())
    tab = browser.tab_of(page)
    now = daemon.ask(observe(), tab)
    number = daemon.request(observe(since=now["revision"]), tab)
    page.goto(site.url("/two"))
    wait_for(lambda: daemon.replies(number), 2)
    assert daemon.replies(number)[0]["page"]["title"] == "Two"
    page.goto("about:blank")
    assert daemon.ask(observe(), tab)["code"] == "origin"
