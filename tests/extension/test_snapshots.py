from extension.browsing import Browser
from extension.conftest import Module
from extension.fake_daemon import FakeDaemon

ADD = """async (m, [hashes, size]) => {
  await m.ready;
  for (const hash of hashes) await m.add(hash, {items: [{text: "x".repeat(size)}], truncated: false});
  return m.unsent().map(one => one.hash);
}"""


def test_it_keeps_the_newest_that_there_is_room_for(module: Module) -> None:
    assert module("snapshots", ADD, [["a", "b", "c", "d"], 500_000]) == ["c", "d"]
    # They are there for the next worker, and the same one is kept once.
    assert module("snapshots", ADD, [["d"], 500_000]) == ["c", "d"]
    dropped = """async m => {
      await m.ready;
      const [c, d] = m.unsent();
      [c.sent, d.sent] = [3, 5];
      m.answered(5);
      m.forgetSent();
      return m.unsent().map(one => one.hash);
    }"""
    assert module("snapshots", dropped) == ["d"]
    assert (
        module("snapshots", "async m => { await m.ready; m.unsent()[0].sent = 1; m.answered(2); return m.unsent() }") == []
    )


def test_there_is_none_where_the_queue_is_full(browser: Browser, daemon: FakeDaemon) -> None:
    full = """async () => {
      const queue = await import("/background/queue.js"), snapshots = await import("/background/snapshots.js");
      await queue.add(Array.from({length: 70}, (_, n) => ({document: "document", n, ms: 0, tab: 1, frame: [],
        what: {kind: "shown", what: "message", text: "x".repeat(100_000)}})));
      await snapshots.add("a", {items: [], truncated: false});
      return snapshots.unsent().length;
    }"""
    assert browser.evaluate(full) == 0
