"""Events and answers in, commands out."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from core.builders import SITE, Events, demonstration, element, found, observed, page, step
from core.happenings import click, started
from likewise.core.event import Event, Gap, Left, Task
from likewise.core.induction.single import learn
from likewise.core.page import Acted, Arrived, Did, Failed, Mute, Navigate, Outline, Unmute
from likewise.core.session import (
    Begin,
    Changed,
    Command,
    Discard,
    Halt,
    Happening,
    Keep,
    PageAnswered,
    PersonAnswered,
    Received,
    Session,
    ToPage,
)


def play(session: Session, *happenings: Happening) -> list[Command]:
    return [command for happening in happenings for command in session.handle(happening)]


def received(events: Iterable[Event], profile: str = "p_000001") -> list[Happening]:
    return [Received(profile, event) for event in events]


def recorded() -> Events:
    events = started()
    events.say(click(element("button", "Save")))
    events.on("worker").say(Task(what="stopped"))
    return events


# --- recording ---


def test_a_task_is_kept_at_its_stop_with_what_was_learned() -> None:
    session, events = Session(1000), recorded()
    assert play(session, *received(events.events[:-1])) == []
    assert session.recording("p_000001") and session.open_tasks() == {"p_000001": 4}
    [kept] = play(session, *received(events.events[-1:]))
    assert isinstance(kept, Keep) and kept.workflow is not None and kept.reason is None
    assert kept.workflow.title == "Save on shop.test" and len(kept.events) == 5
    assert not session.recording("p_000001") and session.open_tasks() == {}


def test_profiles_do_not_mix() -> None:
    session, events = Session(1000), recorded()
    play(session, *received(events.events[:-1], "p_000001"))
    assert play(session, *received(events.events[-1:], "p_000002")) == [Discard("p_000002", (("doc-worker", 1),))]
    assert session.recording("p_000001") and not session.recording("p_000002")


def test_a_task_without_an_act_is_discarded() -> None:
    events = started()
    events.on("worker").say(Task(what="stopped"))
    [command] = play(Session(1000), *received(events.events))
    assert isinstance(command, Discard) and len(command.events) == 4


def test_a_task_that_gives_no_workflow_is_kept_with_the_reason() -> None:
    events = Events().on("one")
    events.say(click(element("button", "Save")))
    events.on("worker").say(Task(what="stopped"))
    [kept] = play(Session(1000), *received(events.events))
    assert isinstance(kept, Keep) and kept.workflow is None and "is not a web page" in (kept.reason or "")


def test_what_comes_after_the_stop_belongs_to_the_next_task() -> None:
    events = recorded()
    events.on("one").say(Gap(text="later"))
    stop, later = events.events[-2:]
    session = Session(1000)
    [kept] = play(session, *received([*events.events[:-2], later, stop]))
    assert isinstance(kept, Keep) and kept.demonstration.warnings == () and ("doc-one", later.n) not in kept.events
    assert session.open_tasks() == {"p_000001": 1} and not session.recording("p_000001")


def test_events_sent_again_after_the_stop_are_nothing_new() -> None:
    session, events = Session(1000), recorded()
    play(session, *received(events.events))
    again = play(session, *received(events.events))
    assert again == [Discard("p_000001", ((event.document, event.n),)) for event in events.events]
    assert session.open_tasks() == {}


@given(st.lists(st.integers(0, 4), max_size=12))
def test_the_same_event_again_changes_nothing(doubled: list[int]) -> None:
    events = recorded().events
    order = [*events[:-1], *(events[n] for n in doubled if n < 4), events[-1]]
    assert play(Session(1000), *received(order)) == play(Session(1000), *received(events))


# --- runs ---

R = "r_000001"
HOME = page(f"{SITE}/", "Home")


def begin(label: str = "Save", **facts) -> Begin:  # type: ignore[no-untyped-def]
    made = learn(demonstration(step("click", element("button", label))))
    base = dict(values={}, slots=frozenset(), approvals=frozenset(), tab=None, start=None)
    return Begin(R, "w_000001", made, **(base | facts))  # type: ignore[arg-type]


def asked(commands: list[Command]) -> list[str]:
    return [command.ask.kind for command in commands if isinstance(command, ToPage)]


def answered(answer, ms: float = 10.0) -> PageAnswered:  # type: ignore[no-untyped-def]
    return PageAnswered(R, ms, answer)


def to_the_button(session: Session, label: str = "Save") -> list[Command]:
    return play(
        session,
        begin(label),
        answered(Arrived(tab=7, page=HOME)),
        answered(Did()),
        answered(found(HOME, element("button", label))),
    )


def test_a_run_from_its_begin_to_its_end() -> None:
    session = Session(1000)
    commands = to_the_button(session)
    assert asked(commands) == ["navigate", "mute", "candidates", "outline"]
    assert commands[0] == Changed(R, None, commands[0].report, ended=False)  # type: ignore[union-attr]
    act = Acted(did=True, left=False, state=None, opened=())
    rest = play(session, answered(Did()), answered(act), answered(observed(HOME)), answered(Did()), answered(Did()))
    assert asked(rest) == ["act", "observe", "outline", "unmute"]
    ended = rest[-1]
    assert isinstance(ended, Changed) and ended.ended and ended.report.status == "done" and ended.tab == 7
    assert play(session, answered(Did()), Halt(R, "late", "stopped"), PersonAnswered(R, 1, True, "")) == []


def test_the_report_is_told_when_it_changes() -> None:
    commands = to_the_button(Session(1000))
    reports = [command.report for command in commands if isinstance(command, Changed)]
    assert len(reports) == len(set(map(str, reports)))


def test_a_question_waits_for_the_person_and_for_nobody_else() -> None:
    session = Session(1000)
    [*_, question] = to_the_button(session, "Delete")
    assert isinstance(question, Changed) and question.report.question is not None
    shown = question.report.question.shown
    assert play(session, answered(Did()), PersonAnswered(R, 2, True, shown)) == []
    assert asked(play(session, PersonAnswered(R, 1, True, shown))) == ["candidates"]
    assert play(session, PersonAnswered(R, 1, True, shown)) == []


def test_a_halt_stops_at_once_and_tidies_up() -> None:
    session = Session(1000)
    to_the_button(session, "Delete")
    told, tidy = play(session, Halt(R, "You stopped it.", "asking"))
    assert isinstance(told, Changed) and told.report.status == "asking" and not told.ended
    assert isinstance(tidy, ToPage) and isinstance(tidy.ask, Outline)
    *_, ended = play(session, answered(Did()), answered(Did()))
    assert isinstance(ended, Changed) and ended.ended
    assert ended.report.reason == "Step 1 (Click “Delete”): You stopped it."


def test_a_halt_before_anything_was_done_or_while_tidying_up() -> None:
    session = Session(1000)
    play(session, begin())
    [ended] = play(session, Halt(R, "Stop.", "stopped"))
    assert isinstance(ended, Changed) and ended.ended
    to_the_button(session)
    play(session, Halt(R, "Stop.", "stopped"))
    [ended] = play(session, Halt(R, "Again.", "stopped"))
    assert isinstance(ended, Changed) and ended.ended and (ended.report.reason or "").endswith("Stop.")


def test_a_run_that_cannot_begin_ends() -> None:
    [*_, ended] = play(Session(1000), begin(start="http://evil.test/"))
    assert isinstance(ended, Changed) and ended.ended and ended.report.status == "stopped"


def test_requests_go_to_the_tab_of_the_run() -> None:
    [_, mute] = play(session := Session(1000), begin(tab=3))
    assert isinstance(mute, ToPage) and (mute.tab, mute.ask, mute.timeout_ms) == (3, Mute(), 1000)
    [go] = play(session, answered(Did(), ms=100))
    assert isinstance(go, ToPage) and isinstance(go.ask, Navigate) and (go.tab, go.timeout_ms) == (3, 900)
    [*_, outline] = play(session, answered(Failed(code="network", text="offline")))
    assert isinstance(outline, ToPage) and outline.tab == 3
    [unmute] = play(session, answered(Did()))
    assert isinstance(unmute, ToPage) and unmute.ask == Unmute()


def test_events_of_no_task_wait() -> None:
    session = Session(1000)
    assert play(session, *received([Events().say(Left())])) == [] and session.open_tasks() == {"p_000001": 1}
