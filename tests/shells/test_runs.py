"""Runs under way."""

import asyncio

from likewise.core.report import Question
from likewise.runs import LiveRun, Runs, line
from shells.test_history import report


def live(**facts):
    base = dict(id="r_abcdef", workflow="w_abcdef", title="T", profile="p_abcdef", place="page")
    return LiveRun(**(base | facts))


async def test_the_end_removes_it_with_its_secrets():
    runs, run = Runs(), live(secrets={"password": "canary"}, reports=asyncio.Queue())
    runs.add(run)
    assert runs.of("p_abcdef") == runs.all() == [run] and runs.of("p_other1") == []
    assert "canary" not in repr(run)
    runs.tell(run, report("w_abcdef"), 7, ended=False)
    runs.tell(run, report("w_abcdef", "done", "done"), None, ended=True)
    assert runs.get("r_abcdef") is None and run.secrets == {} and run.tab == 7 and run.ended.is_set()
    assert run.reports.qsize() == 2


def test_a_question_is_open_until_the_end():
    question = Question(kind="consent", step=1, shown="Pay", origin="http://shop.test", slot=None, label="Pay")
    run = live(report=report("w_abcdef").model_copy(update={"question": question}))
    assert run.question == question
    run.ended.set()
    assert run.question is None


def test_broken_runs_name_the_step():
    assert live().broken("why").status == "stopped"
    broken = live(report=report("w_abcdef")).broken("why")
    assert (broken.status, broken.steps[0].status, broken.steps[0].reason) == ("stopped", "stopped", "why")


def test_one_line():
    assert line(report("w_abcdef")) == "Step 1 of 1: Save"
    assert line(report("w_abcdef", "done", "done")) == "T: done"
