"""What real sites do to a run: switches, popups, redirects, pages that are drawn again, answers that make no sense."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.builders import (
    SITE,
    acted,
    chooser,
    demonstration,
    effect,
    element,
    field,
    form,
    found,
    frame,
    observed,
    page,
    password,
    path,
    state,
    step,
    unique,
)
from likewise.core.demonstration import Demonstration
from likewise.core.element import Element, Option
from likewise.core.induction.single import learn
from likewise.core.page import Act, Answer, Arrived, Candidates, Did, Failed, Mute, Navigate, Observe, Outline, PageAsk
from likewise.core.replay import replay
from likewise.core.report import RunReport
from likewise.core.run import Bound, Reply

HOME, LIST = page(f"{SITE}/", "Home"), page(f"{SITE}/list", "List")
SAVE = element("button", "Save")
TIMEOUT = 1000


class Site:
    """Answers by the kind of what is asked; lists are played to their last entry, which stays."""

    def __init__(self, **answers: object) -> None:
        self.answers = dict(navigate=Arrived(tab=7, page=HOME), act=acted(), observe=observed(HOME)) | answers
        self.asked: list[tuple[int | None, PageAsk]] = []

    def answer(self, tab: int | None, ask: PageAsk) -> Answer:
        self.asked.append((tab, ask))
        known = self.answers.get(ask.kind, Did())
        if callable(known):
            return known(ask)  # type: ignore[no-any-return]
        if isinstance(known, list):
            return known.pop(0) if len(known) > 1 else known[0]  # type: ignore[no-any-return]
        return known  # type: ignore[return-value]

    def of(self, kind: type) -> list[PageAsk]:
        return [ask for _, ask in self.asked if isinstance(ask, kind)]


def run(made: Demonstration, site: Site, person: Callable[[str], Reply] | None = None, ms: float = 20, **facts) -> RunReport:  # type: ignore[no-untyped-def]
    base = dict(values={}, slots=frozenset({"password"}), approvals=frozenset(), tab=None, start=None)
    going = replay(Bound("r_000000", "w_000000", learn(made), step_timeout_ms=TIMEOUT, **(base | facts)))  # type: ignore[arg-type]
    try:
        move = next(going)
        for _ in range(20_000):
            if move.ask is None:
                assert person is not None and move.report.question is not None
                move = going.send(person(move.report.question.shown))
            else:
                move = going.send(Reply(ms, site.answer(move.tab, move.ask)))
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]
    raise AssertionError("it does not end")


def clicks(target: Element = SAVE, **facts) -> Demonstration:  # type: ignore[no-untyped-def]
    return demonstration(step("click", target, page=HOME, effect=effect(**facts)))


def yes(shown: str) -> Reply:
    return Reply(0, None, True, shown)


# --- finding ---


def test_an_element_that_comes_late_is_waited_for() -> None:
    site = Site(candidates=[found(HOME, revision="d:1"), found(HOME, SAVE, revision="d:2")])
    assert run(clicks(), site).status == "done"
    first, second = site.of(Candidates)
    assert isinstance(first, Candidates) and isinstance(second, Candidates)
    assert (first.since, second.since) == (None, "d:1")


def test_an_element_of_another_page_or_site_is_not_it() -> None:
    report = run(clicks(), Site(candidates=found(LIST, SAVE)))
    assert report.status == "stopped" and "another page: /list (“List”) instead of /" in (report.reason or "")
    report = run(clicks(), Site(candidates=found(page("http://evil.test/"), SAVE)))
    assert "http://evil.test" in (report.reason or "") and SITE in (report.reason or "")


def test_a_redirect_through_another_site_is_waited_for() -> None:
    away = page("http://sso.test/")
    site = Site(navigate=Arrived(tab=7, page=away), candidates=[found(away), found(HOME, SAVE, revision="d:2")])
    assert run(clicks(), site).status == "done"


def test_an_error_page_is_named() -> None:
    report = run(clicks(), Site(candidates=found(page(f"{SITE}/", status=503))))
    assert (report.reason or "").endswith("the site answered with the error 503 at /")


def test_a_page_that_does_not_answer() -> None:
    late = Failed(code="timeout", text="late")
    assert "did not answer in time" in (run(clicks(), Site(candidates=late)).reason or "")
    closed = Failed(code="no_tab", text="The tab is closed.")
    assert (run(clicks(), Site(candidates=closed)).reason or "").endswith("The tab is closed.")


def test_the_new_row_is_a_word_to_look_for() -> None:
    edit = element("button", "Edit", row="Ada", column="Do", unique=unique(role_name=2, cell=1))
    made = demonstration(step("fill", field("Name"), "Ada", page=HOME), step("click", edit, page=HOME))
    rows = [edit, edit.model_copy(update={"row": "Bob", "path": path("body", "button:1", "Edit:2")})]
    site = Site(candidates=found(HOME, field("Name"), *rows), act=acted(state(value="Bob")))
    assert run(made, site, values={"name": "Bob"}).status == "done"
    acts = [ask for ask in site.of(Act) if isinstance(ask, Act)]
    assert [(one.action, one.essentials.row) for one in acts] == [("fill", None), ("click", "Bob")]
    last = site.of(Candidates)[-1]
    assert isinstance(last, Candidates) and last.words == ("Bob",)


# --- acting ---


def test_an_element_that_was_drawn_again_is_found_again() -> None:
    gone = Failed(code="gone", text="The element has gone.")
    site = Site(candidates=found(HOME, SAVE), act=[gone, acted()])
    assert run(clicks(), site).status == "done"
    again = site.of(Candidates)[-1]
    assert len(site.of(Act)) == 2 and isinstance(again, Candidates) and again.since == "doc-live:1"


def test_an_element_that_stays_away_stops_with_both_reasons() -> None:
    gone = Failed(code="gone", text="The element has gone.")
    site = Site(candidates=[found(HOME, SAVE), found(HOME)], act=gone)
    assert (run(clicks(), site).reason or "").endswith("The element has gone. (button “Save” is not here)")
    site = Site(candidates=found(HOME, SAVE), act=gone)
    assert "The element has gone." in (run(clicks(), site).reason or "")


@pytest.mark.parametrize("code", ["unknown_outcome", "covered", "refused", "timeout", "origin"])
def test_what_may_have_been_done_is_never_done_again(code: str) -> None:
    site = Site(candidates=found(HOME, SAVE), act=Failed.model_validate({"code": code, "text": "no"}))
    assert run(clicks(), site).status == "stopped" and len(site.of(Act)) == 1


def test_no_act_without_time_left_to_see_what_follows() -> None:
    site = Site(candidates=found(HOME, SAVE))
    report = run(clicks(), site, ms=500)
    assert report.status == "stopped" and site.of(Act) == []
    assert (report.reason or "").endswith("the time was over before it could be done")


def test_answers_to_another_question_stop_the_run() -> None:
    assert "answered “did”" in (run(clicks(), Site(navigate=Did())).reason or "")
    assert "answered “did”" in (run(clicks(), Site(candidates=Did())).reason or "")
    assert "answered “did”" in (run(clicks(), Site(candidates=found(HOME, SAVE), act=Did())).reason or "")
    assert run(clicks(), Site(candidates=found(HOME, SAVE), observe=Did())).status == "stopped"


def test_a_switch_that_is_as_wanted_is_left_alone() -> None:
    on, off = (element("switch", "Dark", state=state(checked=checked)) for checked in (True, False))
    site = Site(candidates=found(HOME, on))
    assert run(clicks(off, checked=True), site).status == "done" and site.of(Act) == []
    site = Site(candidates=found(HOME, off), observe=observed(HOME, state=state(checked=True)))
    assert run(clicks(off, checked=True), site).status == "done" and len(site.of(Act)) == 1
    site = Site(candidates=found(HOME, off), observe=observed(HOME, state=state(checked=False)))
    assert run(clicks(off, checked=True), site).status == "stopped"


def test_a_field_that_does_not_keep_its_value_is_not_filled() -> None:
    made = demonstration(step("fill", field("Name"), "Mug", page=HOME, effect=effect(value="Mug")))
    kept, cut = state(value="Mug"), state(value="Mu")
    there = found(HOME, field("Name"))
    assert run(made, Site(candidates=there, act=acted(kept))).status == "done"
    assert run(made, Site(candidates=there, act=acted(cut), observe=observed(HOME, state=kept))).status == "done"
    report = run(made, Site(candidates=there, act=acted(cut), observe=observed(HOME, state=cut)))
    assert "the value “Mug”" in (report.reason or "")
    assert "could not be read" in (run(made, Site(candidates=there, act=acted(kept, left=True))).reason or "")


def test_a_field_that_was_replaced_is_looked_at_again() -> None:
    made = demonstration(step("fill", field("Name"), "Mug", page=HOME, effect=effect(value="Mug")))
    held = found(HOME, field("Name", "Mug"))
    assert run(made, Site(candidates=held, act=acted(None))).status == "done"
    lost = Site(candidates=found(HOME, field("Name")), act=acted(None), observe=observed(HOME, state=None))
    assert "the control with the value “Mug”" in (run(made, lost).reason or "")


def test_clearing_and_choosing_several() -> None:
    sizes = chooser("Size", "", "S", "M", "L", multiple=True)
    made = demonstration(step("fill", field("Name"), "Mug", page=HOME), step("select", sizes, "S", page=HOME))
    chosen = state(value="", selected=(Option(label="M", value="m"), Option(label="L", value="l")))
    site = Site(candidates=found(HOME, field("Name"), sizes), act=acted(chosen))
    assert run(made, site, values={"name": "", "size": "M; L"}).status == "done"
    assert [(ask.action, ask.values) for ask in site.of(Act) if isinstance(ask, Act)] == [
        ("clear", ()),
        ("select", ("M", "L")),
    ]
    none = Site(candidates=found(HOME, field("Name"), sizes), act=acted(state(value="", selected=())))
    run(made, none, values={"name": "", "size": ""})
    assert [ask.values for ask in none.of(Act) if isinstance(ask, Act)] == [(), ()]


def test_an_element_in_a_frame_is_acted_on_for_the_frames_origin() -> None:
    inner = (frame(url="http://pay.test/f"),)
    made = demonstration(step("click", SAVE, page=HOME, frame=inner))
    there = found(HOME, SAVE)
    framed = there.model_copy(update={"candidates": tuple(c.model_copy(update={"frame": inner}) for c in there.candidates)})
    site = Site(candidates=framed)
    assert run(made, site).status == "done"
    [act] = site.of(Act)
    assert isinstance(act, Act) and act.origin == "http://pay.test"


# --- seeing ---


def test_saving_to_the_same_address_needs_a_change() -> None:
    made = clicks(url=f"{SITE}/", heading="Home")
    before, after = observed(HOME, revision="d:1"), observed(HOME, revision="e:0")
    assert run(made, Site(candidates=found(HOME, SAVE), observe=[before, before, after])).status == "done"
    report = run(made, Site(candidates=found(HOME, SAVE), observe=before))
    assert report.status == "stopped" and "a change of the page" in (report.reason or "")
    silent = Site(candidates=found(HOME, SAVE), observe=Failed(code="timeout", text="late"))
    assert run(made, silent).status == "stopped"


def test_a_popup_is_the_next_tab() -> None:
    made = demonstration(
        step("click", element("link", "Open", href=f"{SITE}/list"), page=HOME, effect=effect(tab=True)),
        step("click", SAVE, page=LIST, tab=1),
    )
    pages = [found(HOME, element("link", "Open", href=f"{SITE}/list")), found(LIST, SAVE, tab=8)]
    site = Site(candidates=list(pages), observe=[observed(HOME, opened=(8,)), observed(LIST, opened=(8,))])
    assert run(made, site).status == "done"
    assert [tab for tab, ask in site.asked if isinstance(ask, Act)] == [7, 8]
    none = Site(candidates=pages[:1], observe=observed(HOME))
    assert "a new tab" in (run(made, none).reason or "")


def test_a_step_in_a_tab_that_nothing_opened_stops() -> None:
    made = demonstration(step("click", SAVE, page=HOME, tab=1))
    assert "was not opened" in (run(made, Site(candidates=found(HOME, SAVE)), tab=7).reason or "")


def test_a_tab_that_the_person_opened_is_opened() -> None:
    made = demonstration(step("navigate", None, f"{SITE}/list", page=LIST, tab=1, effect=effect(url=f"{SITE}/list")))
    went = [Arrived(tab=7, page=HOME), Arrived(tab=8, page=LIST)]
    site = Site(navigate=went, observe=observed(LIST))
    assert run(made, site).status == "done"
    assert [ask.how for ask in site.of(Navigate) if isinstance(ask, Navigate)] == ["to", "new"]


def test_going_back() -> None:
    made = demonstration(step("back", None, page=LIST, effect=effect(url=f"{SITE}/", heading="Home")))
    site = Site()
    assert run(made, site).status == "done"
    assert [ask.how for ask in site.of(Navigate) if isinstance(ask, Navigate)] == ["to", "back"]
    broken = Site(navigate=[Arrived(tab=7, page=HOME), Failed(code="network", text="There is no page to go back to.")])
    assert (run(made, broken).reason or "").endswith(": There is no page to go back to.")


# --- asking ---


def test_a_tab_that_another_run_has_is_left_alone() -> None:
    site = Site(mute=Failed(code="busy", text="Another run has the tab."))
    assert "Another run" in (run(clicks(), site, tab=7).reason or "")
    assert [ask.kind for _, ask in site.asked] == ["mute"]


def test_what_changes_after_the_consent_is_not_done() -> None:
    recorded = field("Amount", form=form(submits=("Pay",)))
    made = demonstration(step("press", recorded, "Enter", page=HOME))
    renamed = recorded.model_copy(update={"name": "Tip"})
    site = Site(candidates=[found(HOME, recorded), found(HOME, renamed)])
    report = run(made, site, yes)
    assert report.status == "stopped" and "has changed since" in (report.reason or "") and site.of(Act) == []


def test_what_a_parameter_makes_irreversible_is_asked() -> None:
    made = demonstration(
        step("fill", field("Search"), "Reports", page=HOME),
        step("click", element("link", "Reports", href=f"{SITE}/x"), page=HOME),
    )
    link = element("link", "Delete all", href=f"{SITE}/x", path=path("body", "link:1", "Reports:1"))
    shown: list[str] = []

    def no(text: str) -> Reply:
        shown.append(text)
        return Reply(0, None, False)

    site = Site(candidates=found(HOME, field("Search"), link), act=acted(state(value="Delete all")))
    assert run(made, site, no, values={"search": "Delete all"}).status == "stopped"
    assert len(shown) == 1 and "click “Delete all” (delete: it says “Delete all”)" in shown[0]


LOGIN = form(secret=True)


def signing_in(at: str, after: str) -> Demonstration:
    return demonstration(
        step("fill", password(form=LOGIN), page=page(at), slot="Password"),
        step("click", element("button", "Log in", form=LOGIN), page=page(at), effect=effect(url=after)),
        step("click", SAVE, page=page(after)),
        start=at,
    )


def test_signing_in_is_not_skipped_where_the_address_says_nothing() -> None:
    there = found(HOME, SAVE)
    report = run(signing_in(f"{SITE}/", f"{SITE}/"), Site(candidates=there))
    assert report.status == "stopped" and report.steps[0].status == "stopped"
    report = run(signing_in(f"{SITE}/login", f"{SITE}/"), Site(candidates=there))
    assert [one.status for one in report.steps] == ["skipped", "skipped", "done"]


def test_a_page_that_goes_on_to_the_sign_in_is_not_signed_in() -> None:
    login = page(f"{SITE}/login")
    there = found(login, password(form=LOGIN), element("button", "Log in", form=LOGIN))
    site = Site(observe=[observed(login), observed(HOME)], candidates=[there, there, found(HOME, SAVE)])
    assert [one.status for one in run(signing_in(login.url, HOME.url), site).steps] == ["done"] * 3


def test_a_task_that_only_signs_in() -> None:
    made = demonstration(*signing_in(f"{SITE}/login", f"{SITE}/").steps[:2], start=f"{SITE}/login")
    assert [one.status for one in run(made, Site()).steps] == ["skipped"] * 2


# --- time ---

ODD: list[Answer] = [Did(), acted(), observed(HOME), observed(LIST, quiet=False), found(HOME, SAVE), found(LIST)]
ODD += [Arrived(tab=7, page=HOME), Failed(code="timeout", text=""), Failed(code="gone", text=""), acted(opened=(8, 9))]


@given(st.lists(st.sampled_from(ODD), min_size=1, max_size=12), st.sampled_from([0.0, 1.0, 0.5]))
def test_whatever_a_page_answers_every_step_ends_in_time(said: list[Answer], share: float) -> None:
    """`share`: how much of each request's own time-out the page takes."""
    recorded = [
        step("click", SAVE, page=HOME, effect=effect(url=f"{SITE}/list")),
        step("fill", field("Name"), "x", page=HOME),
    ]
    going = replay(Bound("r_0", "w_0", learn(demonstration(*recorded)), {}, frozenset(), frozenset(), None, None, TIMEOUT))
    spent: dict[int, float] = {}
    answers = [Arrived(tab=7, page=HOME), Did(), *said]
    try:
        move = next(going)
        for n in range(50_000):
            assert move.ask is not None
            at = sum(one.status in ("done", "skipped") for one in move.report.steps)
            spent[at] = spent.get(at, 0) + share * move.timeout_ms
            usual = Did() if isinstance(move.ask, (Mute, Outline)) else answers[n % len(answers)]
            move = going.send(Reply(share * move.timeout_ms, answers[n] if n < 2 else usual))
    except StopIteration:
        assert max(spent.values()) <= 2 * TIMEOUT + 500  # of the first step: the start page has its own time
        return
    raise AssertionError("it does not end")


def test_looks_are_no_storm_of_requests() -> None:
    site = Site(candidates=found(HOME, SAVE), observe=observed(HOME, quiet=True, busy=True))
    run(clicks(), site, ms=20)
    waits = [ask.quiet_ms for ask in site.of(Observe) if isinstance(ask, Observe)]
    assert waits[:3] == [1000, None, None]  # of the last step, after which nothing could show that it failed


def test_a_field_that_looks_things_up_is_given_time_to_answer() -> None:
    made = demonstration(step("fill", field("Find", role="searchbox"), "Mug", page=HOME, effect=effect(value="Mug")))
    there, kept = found(HOME, field("Find", role="searchbox")), acted(state(value="Mug"))
    busy, quiet = observed(HOME, quiet=False, revision="doc-live:8"), observed(HOME, quiet=True)
    for answers, looks in (([busy, quiet], 2), ([Failed(code="timeout", text="late")], 1)):
        site = Site(candidates=there, act=kept, observe=list(answers))
        assert run(made, site).status == "done" and len(site.of(Observe)) == looks
    restless = Site(candidates=there, act=kept, observe=busy)
    assert run(made, restless, ms=400).status == "done"
    assert len(restless.of(Observe)) < 10
