"""Runs are in the store from their first moment."""

import pytest

from likewise.core.report import RunReport, StepReport
from likewise.history import ENDED_BY_CRASH
from likewise.home import Home
from likewise.store import opened
from shells.test_store import kept


@pytest.fixture
def store(tmp_path):
    with opened(Home.open(tmp_path / "h")) as made:
        yield made


def report(workflow, status="running", step="running"):
    steps = (StepReport(step=1, title="Save", status=step, reason=None, score=None, margin=None, ms=1.0, nearest=()),)
    return RunReport(run="r_abcdef", workflow=workflow, title="T", status=status, steps=steps, reason=None, question=None)


def test_a_run_that_is_done_verifies_its_workflow(store):
    _, workflow = kept(store, "x")
    store.history.begin(report(workflow), "page", 1.0)
    store.history.update(report(workflow, step="done"))
    assert store.history.run("r_abcdef")["ended"] is None
    store.history.end(report(workflow, "done", "done"), 2.0)
    [run] = store.history.runs()
    assert (run["status"], run["place"], run["ended"]) == ("done", "page", "1970-01-01T00:00:02+00:00")
    assert store.shelf.workflow(workflow).row.trust == "verified"


def test_a_crash_leaves_no_run_open(store):
    _, workflow = kept(store, "x")
    store.history.begin(report(workflow), "page", 1.0)
    store.history.mend(5.0)
    run = store.history.run("r_abcdef")
    assert (run["status"], run["reason"], run["steps"][0]["status"]) == ("stopped", ENDED_BY_CRASH, "stopped")
    assert store.shelf.workflow(workflow).row.trust == "draft"
    store.history.mend(9.0)
    assert store.history.run("r_none") is None
