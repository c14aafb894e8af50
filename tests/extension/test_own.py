from extension.conftest import Module

SAY = """async (own, count) => {
  await Promise.all(Array.from({length: count}, (_, n) => own.say(n, {kind: "tab", what: "activated", opener: null})));
  const stored = Object.entries(await chrome.storage.session.get(null)).filter(([key]) => key.startsWith("q:"));
  return stored.map(([, text]) => JSON.parse(text)).sort((a, b) => a.arrival - b.arrival);
}"""


def test_its_events_are_numbered_over_the_life_of_many_workers(module: Module) -> None:
    first = module("own", SAY, 3)
    both = module("own", SAY, 2)
    assert both[: len(first)] == first
    assert len({event["document"] for event in both}) == 1
    assert [event["n"] for event in both] == list(range(len(both)))
    assert [event["tab"] for event in both][-5:] == [0, 1, 2, 0, 1]
    arrivals = [event["arrival"] for event in both]
    assert arrivals == sorted(set(arrivals))
    times = [event["ms"] for event in both]
    assert times == sorted(times) and times[0] >= 0
