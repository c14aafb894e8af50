"""Events are kept once, in order, and known after their rows are gone."""

import pytest

from likewise.home import Home
from likewise.store import opened
from shells.daemons import recorded


@pytest.fixture
def store(tmp_path):
    with opened(Home.open(tmp_path / "h")) as made:
        yield made


def test_appending_twice_changes_nothing(store):
    events = recorded()
    batch = [("p_abcdef", event) for event in events]
    assert store.journal.append(batch, 5.0) == [True] * len(events)
    assert store.journal.append(batch, 9.0) == [False] * len(events)
    assert [event for _, event in store.journal.events()] == events
    assert store.journal.began([(event.document, event.n) for event in events]) == 5.0


def test_they_come_back_in_order_of_arrival(store):
    events = recorded()
    store.journal.append([("p_abcdef", event) for event in reversed(events)], 5.0)
    assert [event for _, event in store.journal.events()] == events


def test_a_late_resend_of_a_closed_task_is_known(store):
    events = recorded()
    store.journal.append([("p_abcdef", event) for event in events], 5.0)
    store.journal.clear()
    assert store.journal.is_empty()
    assert store.journal.append([("p_abcdef", events[0])], 6.0) == [False]
    assert store.journal.is_empty()


def test_a_batch_is_whole_or_not_at_all(store):
    def breaking():
        yield "p_abcdef", recorded()[0]
        raise RuntimeError

    with pytest.raises(RuntimeError):
        store.journal.append(breaking(), 5.0)
    assert store.journal.is_empty() and not store.connection.in_transaction
