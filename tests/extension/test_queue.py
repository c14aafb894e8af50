import random
import time

from playwright.sync_api import Page

from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, wait_for

PAGE = "<title>Keys</title><h1>Keys</h1><button>Here</button><a href='/'>again</a>"
SEED = 7


def record(browser: Browser, page: Page) -> int:
    tab = browser.tab_of(page)
    assert browser.tell(type="record", tab=tab, on=True) == {"error": None}
    return tab


def stop(browser: Browser, tab: int) -> None:
    assert browser.tell(type="record", tab=tab, on=False) == {"error": None}


def typed(daemon: FakeDaemon) -> list[str]:
    """The keys, by arrival."""
    return [what["key"] for what in daemon.what if what["kind"] == "key"]


def assert_whole(daemon: FakeDaemon, text: str) -> None:
    assert "".join(typed(daemon)) == text
    events = {(event["document"], event["n"]): event["arrival"] for event in daemon.events}
    assert len(set(events.values())) == len(events)


def test_a_cut_socket_loses_nothing_and_doubles_nothing(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = PAGE
    page = browser.open(site.url())
    tab = record(browser, page)
    page.bring_to_front()
    page.get_by_role("button").focus()
    text = "thequickbrownfoxjumpsover"
    for position, letter in enumerate(text):
        if position % 3 == 2:
            daemon.cut()
        page.keyboard.type(letter)
        time.sleep(0.03)
    stop(browser, tab)
    wait_for(lambda: {"kind": "task", "what": "stopped"} in daemon.what)
    assert_whole(daemon, text)


def test_what_is_not_acknowledged_is_sent_again(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = PAGE
    daemon.acknowledging = False
    page = browser.open(site.url())
    tab = record(browser, page)
    page.get_by_role("button").press_sequentially("abc")
    wait_for(lambda: typed(daemon) == ["a", "b", "c"])
    first = daemon.events
    daemon.cut()
    wait_for(lambda: len(daemon.events) >= 2 * len(first))
    assert daemon.events[len(first) : 2 * len(first)] == first
    daemon.acknowledging = True
    daemon.acknowledge(daemon.events)
    stop(browser, tab)
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["queued"] == 0)
    seen = len(daemon.events)
    daemon.cut()
    wait_for(lambda: daemon.connections == 3)
    time.sleep(0.3)
    assert len(daemon.events) == seen


def test_a_worker_killed_at_any_moment_loses_nothing_and_doubles_nothing(
    browser: Browser, daemon: FakeDaemon, site: Site
) -> None:
    """SECURITY.md H2."""
    chance = random.Random(SEED)
    site.pages["/"] = PAGE
    page = browser.open(site.url())
    tab = record(browser, page)
    page.bring_to_front()
    page.get_by_role("button").focus()
    text = "nothingthatwaskeptislostwhentheworkerdies"
    for position, letter in enumerate(text):
        page.keyboard.type(letter)
        time.sleep(chance.uniform(0, 0.02))
        if position % 5 == 4:
            browser.stop_worker()
    killed = len(text) // 5
    # What a page tells as it leaves, in the very moment that the worker dies, has nobody left to tell it again: so what is
    # typed is in the queue before that.
    wait_for(lambda: "".join(typed(daemon)) == text)
    page.get_by_role("link", name="again").click()
    browser.stop_worker()
    stop(browser, tab)
    wait_for(lambda: {"kind": "task", "what": "stopped"} in daemon.what)
    assert daemon.connections > killed // 2
    assert_whole(daemon, text)
    assert daemon.kinds().count("task") == 2


def test_recording_goes_on_while_the_daemon_is_away(browser: Browser, daemon: FakeDaemon, site: Site) -> None:
    site.pages["/"] = PAGE
    page = browser.open(site.url())
    tab = record(browser, page)
    wait_for(lambda: daemon.kinds()[:1] == ["task"])
    daemon.stop()
    page.get_by_role("button").press_sequentially("away")
    stop(browser, tab)
    browser.stop_worker()
    assert browser.tell(type="popup_state", tab=tab)["queued"] > 4
    daemon.start()
    wait_for(lambda: {"kind": "task", "what": "stopped"} in daemon.what)
    assert_whole(daemon, "away")
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["queued"] == 0)


FILL = """async ({count, bytes, kind}) => {
  const queue = await import("/background/queue.js");
  const events = Array.from({length: count}, (_, n) => ({
    document: "document_x", n, ms: n, tab: 1, frame: [],
    what: {kind, of: n, text: "x".repeat(bytes), what: "message"},
  }));
  const kept = await queue.add(events);
  const all = Object.values(await chrome.storage.session.get(null));
  const stored = all.filter(value => typeof value === "string").map(value => JSON.parse(value));
  return {kept: kept.length, size: queue.size(), overflow: queue.overflow(), bytes: queue.byteCount(),
    gaps: stored.filter(event => event.what.kind === "gap").length, stored: stored.length,
    inUse: await chrome.storage.session.getBytesInUse()};
}"""


def test_it_is_bound_and_says_what_it_left_out(browser: Browser, daemon: FakeDaemon) -> None:
    found = browser.evaluate(FILL, {"count": 100, "bytes": 100_000, "kind": "shown"})
    assert found["kept"] == 100
    assert found["size"] == found["stored"] < 81
    assert found["overflow"] == 100 - found["size"] + 1
    assert found["gaps"] == 1
    assert found["inUse"] < 10_000_000


def test_idle_notes_go_before_what_the_person_did(browser: Browser, daemon: FakeDaemon) -> None:
    notes = browser.evaluate(FILL, {"count": 100, "bytes": 100_000, "kind": "noted"})
    assert notes["size"] < 66
    assert (notes["overflow"], notes["gaps"]) == (0, 0)
    acts = FILL.replace("document_x", "document_y")
    found = browser.evaluate(acts, {"count": 10, "bytes": 100_000, "kind": "shown"})
    assert found["overflow"] == 0
    assert found["size"] == notes["size"] + 10
