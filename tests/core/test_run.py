import pytest

from core.builders import acted, demonstration, element, found, observed, page, step
from likewise.core.induction.single import learn
from likewise.core.page import Arrived, Did, Mute
from likewise.core.run import LEAST_MS, Bound, Reply, Run, Stopped, misplaced, same_origin


def run(*tabs: int) -> Run:
    made = learn(demonstration(*(step("click", element(), tab=tab) for tab in tabs)))
    bound = Bound("r_000000", "w_000000", made, {}, frozenset(), frozenset(), None, None, step_timeout_ms=1000)
    return Run(bound, [])


def answer(one: Run, said, ms: float = 100.0) -> None:  # type: ignore[no-untyped-def]
    asking = one.ask(Mute())
    move = next(asking)
    assert move.timeout_ms == one.left
    with pytest.raises(StopIteration) as end:
        asking.send(Reply(ms, said))
    assert end.value.value == said


def test_every_request_takes_of_the_steps_time() -> None:
    one = run(0)
    for _ in range(3):
        answer(one, Did(), 400)
    assert one.left == 0
    one.spent = 0
    answer(one, Did(), 0)
    assert one.spent == LEAST_MS


def test_the_page_is_the_last_one_seen() -> None:
    one = run(0)
    answer(one, found(page("http://shop.test/a"), revision="d:1"))
    assert one.page == page("http://shop.test/a") and one.revision == "d:1"
    answer(one, Arrived(tab=7, page=page("http://shop.test/b")))
    assert one.page == page("http://shop.test/b") and one.revision is None


def test_tabs_are_numbered_as_they_open() -> None:
    one = run(0, 1, 2)
    one.tabs, one.known = {0: 7}, {7}
    answer(one, acted(opened=(8,)))
    answer(one, observed(page(), opened=(8, 9)))
    assert one.tabs == {0: 7, 1: 8, 2: 9}
    assert one.tab == 7
    one.begun, one.at = True, 2
    assert one.tab == 9
    one.at = 3
    assert one.tab == 7


def test_a_run_belongs_on_its_origins() -> None:
    assert same_origin(run(0), "http://shop.test/x") == "http://shop.test"
    assert misplaced(run(0), "http://shop.test/x") is None
    for wrong in ("http://evil.test/", "http://shop.test.evil.test/", "https://shop.test/", "about:blank"):
        with pytest.raises(Stopped, match=r"this task belongs on http://shop\.test"):
            same_origin(run(0), wrong)
