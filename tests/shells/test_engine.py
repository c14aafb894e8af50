"""One thing after the other; a failure inside ends what it was about and nothing else."""

import asyncio
import contextlib
import sqlite3

import pytest

from likewise.core.page import Did
from likewise.core.protocol import Ack, Error, PageRequest, Recorded, RunUpdate
from likewise.core.session import Begin, PageAnswered, Session
from likewise.engine import Engine
from likewise.home import Home
from likewise.log import close_log, open_log
from likewise.runs import LiveRun
from likewise.store import opened
from likewise.writer import Writer
from shells.daemons import FakePage, recorded, until

PROFILE = "p_abcdef"


class Browser:
    """A client in the place of a connection: answers page requests at once."""

    def __init__(self, engine, page):
        self.engine, self.page, self.heard = engine, page, []

    def send(self, message):
        self.heard.append(message)
        if isinstance(message, PageRequest) and (answer := self.page(message.ask)):
            self.engine.pages.answered(PROFILE, type("Reply", (), {"id": message.id, "answer": answer}))

    def all(self, kind):
        return [message for message in self.heard if isinstance(message, kind)]


@pytest.fixture
async def engine(tmp_path):
    home = Home.open(tmp_path / "h")
    log = open_log(home)
    with opened(home) as store:
        made = Engine(Session(500), Writer(store), log)
        tasks = [asyncio.create_task(made.writer.commit_forever()), asyncio.create_task(made.work_forever())]
        yield made
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        made.writer.close()
    close_log(log)


@pytest.fixture
def browser(engine):
    made = Browser(engine, FakePage())
    engine.clients[PROFILE] = made
    return made


async def learned(engine, browser):
    await engine.take(browser, PROFILE, tuple(recorded()))
    await engine.writer.flushed()
    await engine.settled()
    return engine.writer.store.shelf.workflows()[0]


def start(engine, stored):
    run = LiveRun("r_abcdef", stored.row.id, stored.row.title, PROFILE, "page")
    engine.begin(run, Begin(run.id, stored.row.id, stored.workflow, {}, frozenset(), frozenset(), 7, None))
    return run


async def test_events_are_committed_acknowledged_and_then_seen(engine, browser):
    await learned(engine, browser)
    assert [type(message) for message in browser.heard] == [Ack, Recorded]
    await engine.take(browser, PROFILE, tuple(recorded()))
    await engine.writer.flushed()
    await engine.settled()
    assert len(browser.all(Ack)) == 2 and len(browser.all(Recorded)) == 1
    assert len(engine.writer.store.shelf.demonstrations()) == 1


async def test_a_store_that_fails_acknowledges_nothing(engine, browser, monkeypatch):
    def full(*_):
        raise sqlite3.OperationalError("full")

    monkeypatch.setattr(engine.writer.store.journal, "append", full)
    await engine.take(browser, PROFILE, tuple(recorded()))
    await engine.writer.flushed()
    assert [type(message) for message in browser.heard] == [Error]
    assert engine.session.open_tasks() == {}


async def test_a_halt_within_a_run_ends_it_and_stale_answers_change_nothing(engine, browser):
    stored = await learned(engine, browser)
    browser.page = FakePage(silent=("candidates",))
    run = start(engine, stored)
    await until(lambda: any(request.ask.kind == "candidates" for request in browser.all(PageRequest)))
    engine.halt(run, "enough")
    engine.happen(PageAnswered(run.id, 1.0, Did()), run.requests)
    await asyncio.wait_for(run.ended.wait(), 0.5)
    assert run.report.status == "stopped" and "enough" in run.report.reason
    assert engine.writer.store.history.run(run.id)["status"] == "stopped"
    assert browser.page.did == []


async def test_a_failure_inside_ends_the_run_and_the_next_one_works(engine, browser, monkeypatch):
    stored = await learned(engine, browser)

    def broken(happening):
        raise ZeroDivisionError("canary")

    with monkeypatch.context() as patch:
        patch.setattr(engine.session, "handle", broken)
        run = start(engine, stored)
        await asyncio.wait_for(run.ended.wait(), 2)
    assert run.report.status == "stopped" and "Likewise itself failed" in run.report.reason
    assert browser.all(RunUpdate)[-1].report == run.report
    run = start(engine, stored)
    await asyncio.wait_for(run.ended.wait(), 5)
    assert run.report.status == "done", run.report


async def test_a_run_ends_even_where_it_cannot_be_written_down(engine, browser, monkeypatch):
    stored = await learned(engine, browser)

    def full(*_):
        raise sqlite3.OperationalError("full")

    for name in ("begin", "update", "end"):
        monkeypatch.setattr(engine.writer.store.history, name, full)
    run = start(engine, stored)
    await asyncio.wait_for(run.ended.wait(), 5)
    assert run.report.status == "done"
