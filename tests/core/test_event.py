import pytest
from pydantic import ValidationError

from core.builders import Events
from likewise.core.event import Event, Left, Tab


def test_events_are_told_apart_by_document_and_number() -> None:
    events = Events()
    first, second = events.say(Left()), events.say(Left())
    other = events.on("two").say(Left())
    assert len({(e.document, e.n) for e in (first, second, other)}) == 3
    assert [e.arrival for e in (first, second, other)] == [1, 2, 3]


def test_what_happened_is_known_by_its_kind() -> None:
    said = Events().say(Tab(what="opened", opener=None))
    assert Event.model_validate_json(said.model_dump_json()).what == Tab(what="opened", opener=None)


@pytest.mark.parametrize(
    "wrong", [{"document": "../x"}, {"n": -1}, {"arrival": -1}, {"what": {"kind": "boo"}}, {"what": {}}]
)
def test_what_no_page_says_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Event.model_validate(Events().say(Left()).model_dump() | wrong)
