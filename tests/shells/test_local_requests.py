"""The JSON documents of INTERFACE.md, asked of a daemon in this process."""

import pytest

from likewise.core.protocol import (
    Answered,
    Error,
    Forget,
    GetDemonstrations,
    GetRuns,
    GetStatus,
    GetWorkflows,
    Pause,
    Recorded,
    Show,
    StopRun,
)
from shells.daemons import FakePage, ask, recorded
from shells.daemons import desk as open_desk


@pytest.fixture
async def desk(tmp_path):
    async with open_desk(tmp_path / "h", FakePage()) as made_and_extension:
        yield made_and_extension


async def task(extension, document="one"):
    before = len(extension.all(Recorded))
    await extension.tell(recorded(document=document))
    return await extension.next(Recorded, before)


async def test_status(desk):
    made, extension = desk
    events = recorded()
    await extension.tell(events[:-1])
    status = await ask(made, GetStatus())
    assert status | {"store_bytes": 0, "home": ""} == {
        "daemon": True,
        "port": made.port,
        "connected": 1,
        "recording": True,
        "paused": False,
        "demonstrations": 0,
        "workflows": 0,
        "runs": 0,
        "pending": len(events) - 1,
        "model": None,
        "embedding": None,
        "store_bytes": 0,
        "home": "",
    }


async def test_lists_and_one_whole(desk):
    made, extension = desk
    first, second = await task(extension), await task(extension, "two")
    assert [row["id"] for row in await ask(made, GetDemonstrations())] == [second.demonstration, first.demonstration]
    assert [row["id"] for row in await ask(made, GetWorkflows())] == [second.workflow.id, first.workflow.id]
    assert await ask(made, GetRuns()) == []
    shown = await ask(made, Show(id=first.demonstration))
    assert shown["demonstration"]["start"] == "http://shop.test/" and shown["workflow"] == first.workflow.id
    shown = await ask(made, Show(id=first.workflow.id))
    assert shown["whole"]["title"] == shown["title"] and shown["trust"] == "draft"
    assert "Nothing is stored" in (await ask(made, Show(id="d_unknown"))).text


async def test_forget(desk):
    made, extension = desk
    first, second = await task(extension), await task(extension, "two")
    assert (await ask(made, Forget(ids=(first.demonstration,), site=None, all=False)))["workflows"] == [first.workflow.id]
    assert (await ask(made, Forget(ids=("d_none",), site=None, all=False))).code == "failed"
    assert (await ask(made, Forget(ids=(), site=None, all=False))).code == "misuse"
    await ask(made, Forget(ids=(), site="shop.test", all=False))
    assert await ask(made, GetDemonstrations()) == await ask(made, GetWorkflows()) == []
    await task(extension, "three")
    assert len((await ask(made, Forget(ids=(), site=None, all=True)))["demonstrations"]) == 1
    assert second.demonstration


async def test_pause_and_stop(desk):
    made, _ = desk
    assert await ask(made, Pause(paused=True)) == {"paused": True}
    assert (await ask(made, GetStatus()))["paused"] is True
    assert await ask(made, StopRun(run=None)) == {"stopped": []}
    assert "not under way" in (await ask(made, StopRun(run="r_unknown"))).text


async def test_what_nobody_asked_is_misuse(desk):
    made, _ = desk
    answered = Answered(run="r_abcdef", step=1, approved=True, shown="", secret="canary")
    assert (await ask(made, answered)).code == "misuse"


async def test_a_failure_inside_is_said_and_logged(desk, monkeypatch, tmp_path):
    made, _ = desk

    def broken():
        raise ZeroDivisionError("canary")

    monkeypatch.setattr(made.requests._engine.writer.store.history, "runs", broken)
    answer = await ask(made, GetRuns())
    assert isinstance(answer, Error) and answer.code == "failed"
    text = (tmp_path / "h" / "log" / "daemon.log").read_text()
    assert "ZeroDivisionError" in text and "canary" not in text
