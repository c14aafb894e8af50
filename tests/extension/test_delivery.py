import pytest

from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon, Message, wait_for

SAY = """async ([tab, count, size, first]) => (await chrome.scripting.executeScript({
  target: {tabId: tab}, args: [count, size, first],
  func: async (count, size, first) => {
    const events = Array.from({length: count}, (_, n) => ({n: first + n, ms: n,
      what: {kind: "shown", what: "message", text: "x".repeat(size)}}));
    return (await chrome.runtime.sendMessage({type: "page_events", document: "document-of-test", events})).kept.length;
  },
}))[0].result"""
SNAPSHOT = """async ([tab, hash]) => (await chrome.scripting.executeScript({
  target: {tabId: tab}, args: [hash],
  func: hash => chrome.runtime.sendMessage({type: "page_snapshot", hash, snapshot: {items: [], truncated: false}}),
}))[0].result"""


@pytest.fixture
def tab(browser: Browser, site: Site) -> int:
    """A tab in which a task is being recorded."""
    found = browser.tab_of(browser.open(site.url()))
    assert browser.tell(type="record", tab=found, on=True) == {"error": None}
    return found


def said(daemon: FakeDaemon) -> list[Message]:
    return [event for event in daemon.events if event["document"] == "document-of-test"]


def test_many_events_go_out_in_batches_in_order(browser: Browser, daemon: FakeDaemon, tab: int) -> None:
    daemon.stop()
    assert browser.evaluate(SAY, [tab, 450, 10, 0]) == 450
    daemon.start()
    wait_for(lambda: len(said(daemon)) == 450)
    assert [event["n"] for event in said(daemon)] == list(range(450))
    assert max(len(message["events"]) for message in daemon.of("events")) == 200
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["queued"] == 0)


def test_large_events_stay_below_the_limit_of_a_frame(browser: Browser, daemon: FakeDaemon, tab: int) -> None:
    daemon.stop()
    for first in range(0, 60, 20):
        assert browser.evaluate(SAY, [tab, 20, 100_000, first]) == 20
    # No frame could carry it: it is counted, and a gap stands in its place.
    assert browser.evaluate(SAY, [tab, 1, 1_100_000, 99]) == 1
    daemon.start()
    wait_for(lambda: len(said(daemon)) == 61)
    assert daemon.connections == 2
    assert max(map(len, daemon.frames)) < 1 << 20
    assert [event["what"]["kind"] for event in said(daemon) if event["n"] == 99] == ["gap"]
    assert browser.tell(type="popup_state", tab=tab)["overflow"] == 1


def test_a_daemon_that_asks_for_less_gets_it_again(browser: Browser, daemon: FakeDaemon, tab: int) -> None:
    wait_for(lambda: "ready" in daemon.kinds())
    daemon.acknowledging = False
    browser.evaluate(SAY, [tab, 3, 10, 0])
    wait_for(lambda: len(said(daemon)) == 3)
    daemon.acknowledging = True
    daemon.send(type="error", request=None, code="too_fast", text="Slower.")
    wait_for(lambda: len(said(daemon)) == 6)
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["queued"] == 0)
    assert daemon.connections == 1


def test_a_snapshot_goes_before_the_events_that_name_it(browser: Browser, daemon: FakeDaemon, tab: int) -> None:
    ours = "ab" * 32
    daemon.stop()
    browser.evaluate(SNAPSHOT, [tab, ours])
    browser.evaluate(SAY, [tab, 1, 10, 0])
    browser.stop_worker()
    browser.tell(type="popup_state", tab=tab)
    daemon.start()
    wait_for(lambda: said(daemon))
    kinds = [(message["type"], message.get("hash")) for message in daemon.received]
    last = max(index for index, (kind, _) in enumerate(kinds) if kind == "events")
    assert kinds.index(("snapshot_taken", ours)) < last
    stored = "async hash => (await chrome.storage.session.get(null))[`s:${hash}`] === undefined"
    wait_for(lambda: browser.evaluate(stored, ours))


def test_an_event_that_the_daemon_refuses_keeps_no_other_back(browser: Browser, daemon: FakeDaemon, tab: int) -> None:
    daemon.stop()
    daemon.tolerant = True
    browser.evaluate(SAY, [tab, 5, 10, 0])
    browser.evaluate(SAY.replace('"x".repeat(size)', "size"), [tab, 1, 10, 5])
    browser.evaluate(SAY, [tab, 5, 10, 6])
    daemon.start()
    wait_for(lambda: browser.tell(type="popup_state", tab=tab)["queued"] == 0)
    told = {event["n"]: event["what"]["kind"] for event in sorted(said(daemon), key=lambda event: int(event["arrival"]))}
    assert list(told) == list(range(11))
    assert {n for n, kind in told.items() if kind == "gap"} == {5}
    assert browser.tell(type="popup_state", tab=tab)["overflow"] == 1
    # After it everything goes in batches again.
    browser.evaluate(SAY, [tab, 5, 10, 20])
    wait_for(lambda: len(said(daemon)[-1:]) and said(daemon)[-1]["n"] == 24)
    assert len(daemon.of("events")[-1]["events"]) == 5
