"""Stop: all or nothing."""

import sqlite3

import pytest

from likewise.core.induction.single import learn
from likewise.core.session import Discard, Keep
from likewise.home import Home
from likewise.keeping import discard, keep, new_id
from likewise.store import opened
from shells.daemons import recorded
from shells.test_store import bytes_of, task


@pytest.fixture
def home(tmp_path):
    return Home.open(tmp_path / "h")


def journaled(store, profile="p_abcdef"):
    events = recorded()
    store.journal.append([(profile, event) for event in events], 7.0)
    return tuple((event.document, event.n) for event in events)


def test_the_events_become_a_demonstration_and_leave_the_journal_in_bytes(home):
    with opened(home) as store:
        keys = journaled(store)
        assert b"insertText" in bytes_of(home)
        demo, workflow = keep(store, Keep("p_abcdef", task("x"), learn(task("x")), None, keys), 9.0)
        assert store.shelf.demonstration(demo).row.started == "1970-01-01T00:00:07+00:00"
        assert store.shelf.demonstration(demo).row.title == store.shelf.workflow(workflow).row.title
        assert store.journal.is_empty() and b"insertText" not in bytes_of(home)


def test_nothing_learned_still_keeps_the_demonstration(home):
    with opened(home) as store:
        demo, workflow = keep(store, Keep("p_abcdef", task("x"), None, "why", ()), 9.0)
        assert workflow is None and store.shelf.demonstration(demo).row.title == "A task on http://shop.test"


def test_a_failure_keeps_the_journal(home, monkeypatch):
    with opened(home) as store:
        keys = journaled(store)

        def fail(*_):
            raise sqlite3.OperationalError("full")

        monkeypatch.setattr(store.shelf, "add_workflow", fail)
        with pytest.raises(sqlite3.OperationalError):
            keep(store, Keep("p_abcdef", task("x"), learn(task("x")), None, keys), 9.0)
        assert store.shelf.demonstrations() == [] and len(list(store.journal.events())) == len(keys)


def test_discard(home):
    with opened(home) as store:
        discard(store, Discard("p_abcdef", journaled(store)))
        assert store.journal.is_empty() and store.shelf.demonstrations() == []


def test_ids_fit_the_protocol():
    assert len({new_id("d") for _ in range(100)}) == 100 and new_id("w").startswith("w_")
