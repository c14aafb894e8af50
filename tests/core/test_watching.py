"""What a page shows after an act, look by look, and what the run makes of it."""

from collections.abc import Iterable

import pytest

from core.builders import SITE, demonstration, effect, element, observed, page, step
from core.test_run import run
from likewise.core.effects import Expected, expected
from likewise.core.induction.single import learn
from likewise.core.page import Answer, Failed, Observe
from likewise.core.run import Reply, Stopped
from likewise.core.watching import ERROR_PATIENCE_MS, QUIET_MS, observe

ADD, LIST = f"{SITE}/add", f"{SITE}/list"
BEFORE = page(ADD, "Add")
LATE = Failed(code="timeout", text="late")


def want(**facts: object) -> Expected:
    made = learn(demonstration(step("click", element("button", "Save"), page=BEFORE, effect=effect(**facts))))
    return expected(made.steps[0], {})


def watch(what: Expected, *looks: Answer | tuple[float, Answer], begun: str | None = None) -> list[Observe]:
    """Plays the looks, the last one again and again; returns what was asked."""
    asked: list[Observe] = []
    watching = observe(run(0), what, None, BEFORE, begun)
    left: Iterable[Answer | tuple[float, Answer]] = iter((*looks, *[looks[-1]] * 3000))
    try:
        move = next(watching)
        for look in left:
            assert isinstance(move.ask, Observe) and move.timeout_ms <= 1000
            asked.append(move.ask)
            ms, answer = look if isinstance(look, tuple) else (60.0, look)
            move = watching.send(Reply(ms, answer))
    except StopIteration:
        return asked
    raise AssertionError("it does not end")


def stops(what: Expected, *looks: Answer | tuple[float, Answer], begun: str | None = None) -> str:
    with pytest.raises(Stopped) as stop:
        watch(what, *looks, begun=begun)
    return stop.value.reason


def test_nothing_recorded_is_a_quiet_page() -> None:
    asked = watch(want(), observed(BEFORE, quiet=False), observed(BEFORE, quiet=True))
    assert [ask.quiet_ms for ask in asked] == [QUIET_MS, QUIET_MS]
    assert stops(want(), observed(BEFORE, quiet=False)) == "the page did not become quiet"
    assert "to be loaded" in stops(want(), observed(BEFORE, busy=True))


def test_a_page_that_leaves_where_none_did_is_not_done() -> None:
    assert "the page to stay, this is /list" in stops(want(), observed(page(LIST)))


def test_the_effect_may_take_its_time() -> None:
    looks = [observed(BEFORE, revision=f"d:{n}") for n in range(5)]
    asked = watch(want(url=LIST), *looks, LATE, observed(page(LIST)))
    assert len(asked) == 7 and asked[0].quiet_ms is None and asked[2].since == "d:1"


def test_what_was_not_seen_is_the_reason() -> None:
    assert stops(want(url=LIST), LATE) == "what followed when it was recorded was not seen: the page did not answer"
    assert stops(want(url=LIST), observed(BEFORE)) == (
        "what followed when it was recorded was not seen: the page /list, this is /add"
    )
    assert stops(want(texts=("Saved",)), observed(page(ADD, messages=("Out of stock",)), seen=(False,))).endswith(
        "the message “Saved”. The page says: Out of stock"
    )
    assert stops(want(), Failed(code="no_tab", text="The tab is closed.")) == (
        "the effect could not be seen: The tab is closed."
    )


def test_an_error_ends_the_wait_when_the_page_stays() -> None:
    broken = observed(page(ADD, "Error", status=500))
    assert stops(want(url=LIST), broken, broken) == "the site answered with the error 500 at /add"
    assert watch(want(url=LIST), broken, observed(page(LIST), revision="d:9"))


def test_the_pages_own_message_is_the_reason() -> None:
    refused = observed(page(ADD, messages=("Too many digits.",)))
    assert stops(want(url=LIST), refused, refused) == "the page says: Too many digits."


def test_what_is_under_way_or_expected_is_no_complaint() -> None:
    saving = observed(page(ADD, messages=("Saving…",)))
    assert len(watch(want(url=LIST), saving, saving, observed(page(LIST), revision="d:9"))) == 3
    half = observed(page(ADD, messages=("Saved 3",)), seen=(False,))
    asked = watch(want(url=LIST, texts=("Saved 2",)), half, half, observed(page(LIST), seen=(False,), revision="d:9"))
    assert len(asked) == 3  # the message had been seen when the page left
    busy = observed(page(ADD, messages=("Too many digits.",)), busy=True)
    assert len(watch(want(url=LIST), busy, busy, observed(page(LIST), revision="d:9"))) == 3


def test_patience_has_an_end() -> None:
    made = want(url=LIST)
    watching = observe(run(0), made, None, BEFORE)
    next(watching)
    move = watching.send(Reply(1.0, observed(page(ADD, messages=("No.",)))))
    assert move.timeout_ms == min(999, ERROR_PATIENCE_MS)


def test_an_error_message_where_none_was_recorded_is_not_done() -> None:
    failed = observed(page(ADD, messages=("Could not save.",)))
    assert stops(want(), failed, failed) == "the page says: Could not save."
    assert watch(want(), observed(page(ADD, messages=("You have mail.",))))


def test_a_refused_request_where_nothing_was_recorded_is_not_done() -> None:
    refused = observed(BEFORE, failed=500)
    assert stops(want(), refused) == "the site answered with the error 500 to what the page sent"
    assert watch(want(dialog="Done"), observed(BEFORE, failed=404, dialog="Done"))  # what was recorded is there


def test_what_was_so_before_needs_a_change() -> None:
    same = want(url=ADD, heading="Add")
    assert same.was_so(BEFORE)
    assert "a change of the page" in stops(same, observed(BEFORE, revision="d:1"), begun="d:1")
    assert watch(same, observed(BEFORE, revision="d:1"), observed(BEFORE, revision="e:1"), begun="d:1")
    asked = watch(same, observed(BEFORE, revision="d:1"), observed(BEFORE, revision="e:1", quiet=False), observed(BEFORE, revision="e:2"), begun="d:1")  # fmt: skip # noqa: E501
    assert [ask.quiet_ms for ask in asked] == [QUIET_MS, None, QUIET_MS]


def test_another_origin_on_the_way_is_waited_for_and_never_done() -> None:
    away = observed(page("http://sso.test/"))
    assert watch(want(url=LIST), away, observed(page(LIST)))
    reason = stops(want(url=LIST), away)
    assert "http://sso.test" in reason and SITE in reason


def test_a_page_that_answers_at_once_and_never_changes_ends_too() -> None:
    assert stops(want(url=LIST), (0.0, observed(BEFORE)))
