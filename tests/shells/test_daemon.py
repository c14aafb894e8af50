"""The daemon as a whole: a fake extension on a real socket, a real store, real kills."""

import asyncio
import contextlib
import json
import random
import sqlite3
import sys
import time

import pytest
from websockets.exceptions import ConnectionClosed

from core.builders import Events, field
from likewise.core.event import Input
from likewise.core.protocol import (
    Ack,
    GetDemonstrations,
    GetRuns,
    GetStatus,
    GetWorkflows,
    ListWorkflows,
    NewCode,
    Recorded,
    RunUpdate,
    StartRun,
    Workflows,
)
from likewise.core.protocol import Events as SendEvents
from likewise.history import ENDED_BY_CRASH
from likewise.home import DATABASE
from shells.daemons import FakePage, ask, daemon, recorded, until
from shells.fake_extension import FakeExtension, paired

KILLS = 20
SEED = 7


async def code(made):
    return (await ask(made, NewCode()))["code"]


async def test_a_task_is_recorded_learned_listed_and_done_again(tmp_path):
    page = FakePage()
    async with daemon(tmp_path / "h") as made, paired(made.port, await code(made), page) as extension:
        await extension.tell(recorded())
        news = await extension.next(Recorded)
        assert news.workflow is not None, news.reason
        await extension.send(ListWorkflows(request=1, url="http://shop.test/anything"))
        listed = await extension.next(Workflows)
        assert [row.id for row in listed.items] == [news.workflow.id]
        await extension.send(StartRun(request=2, workflow=news.workflow.id, values={"name": "Cup"}, tab=7))
        await extension.until(lambda: any(u.report.status == "done" for u in extension.all(RunUpdate)))
        assert page.did == ["fill Name Cup", "click Save"]
        updates = extension.all(RunUpdate)
        assert [update.request for update in updates] == [2] + [None] * (len(updates) - 1)
        [workflow] = await ask(made, GetWorkflows())
        assert workflow["trust"] == "verified" and workflow["parameters"][0]["last"] == "Cup"
        [run] = await ask(made, GetRuns())
        assert run["status"] == "done" and run["ended"] is not None
        [demo] = await ask(made, GetDemonstrations())
        assert demo["workflow"] == workflow["id"] and demo["steps"] == 2
        status = await ask(made, GetStatus())
        assert (status["pending"], status["connected"], status["recording"]) == (0, 1, False)


async def test_a_task_goes_on_over_a_restart(tmp_path):
    events = recorded()
    async with daemon(tmp_path / "h") as made:
        extension = FakeExtension(made.port)
        await extension.pair(await code(made))
        await extension.tell(events[:5])
        port = made.port
    await extension.close()
    async with daemon(tmp_path / "h", port) as made:
        await extension.connect()
        assert (await ask(made, GetStatus()))["recording"] is True
        await extension.tell(events[3:])
        assert (await extension.next(Recorded)).workflow is not None
        await extension.tell(events)
        [demo] = await ask(made, GetDemonstrations())
        assert demo["steps"] == 2
        await extension.close()


async def test_ending_the_daemon_stops_a_run_with_a_reason(tmp_path):
    page = FakePage(silent=("candidates",))
    async with daemon(tmp_path / "h") as made:
        extension = FakeExtension(made.port, page)
        await extension.pair(await code(made))
        await extension.tell(recorded())
        workflow = (await extension.next(Recorded)).workflow.id
        await extension.send(StartRun(request=1, workflow=workflow, values={}, tab=7))
        await extension.next(RunUpdate)
    await extension.close()
    async with daemon(tmp_path / "h") as made:
        [run] = await ask(made, GetRuns())
        assert run["status"] == "stopped" and "Likewise was ended" in run["reason"]


class Killed:
    """`likewise up` in a process of its own, to be killed."""

    def __init__(self, folder):
        self.folder, self.port, self._process = folder, 0, None

    async def start(self):
        command = [sys.executable, "-m", "likewise", "up", "--port", str(self.port), "--home", str(self.folder)]
        self._process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        line = (await self._process.stdout.readline()).decode()
        self.port = int(line.split("127.0.0.1:")[1].split(",")[0])

    async def kill(self):
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.communicate()
            self._process = None

    async def say(self, *arguments):
        command = [sys.executable, "-m", "likewise", *arguments, "--json", "--home", str(self.folder)]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        return json.loads((await process.communicate())[0])


@pytest.fixture
async def killed(tmp_path):
    made = Killed(tmp_path / "h")
    await made.start()
    yield made
    await made.kill()


def typing(letters):
    """A task in which a text grows letter by letter, its start and its end."""
    whole = recorded()
    events = Events().on("long")
    text = ""
    for letter in letters:
        text += letter
        events.say(Input(how="insertText", target=field("Name", text)))
    later = [event.model_copy(update={"arrival": event.arrival + 10}) for event in events.events]
    end = [event.model_copy(update={"arrival": 10_000 + n}) for n, event in enumerate(whole[-2:])]
    return whole[:3], later, end


def journal(folder):
    connection = sqlite3.connect(f"file:{folder / DATABASE}?mode=ro", uri=True)
    try:
        return {tuple(row) for row in connection.execute("SELECT document, n FROM journal")}
    finally:
        connection.close()


@pytest.mark.slow
@pytest.mark.timeout(170)
async def test_kill_9_while_typing_loses_nothing_acknowledged_and_doubles_nothing(killed):
    """H, H1 quick: after each kill the extension sends again what was not acknowledged."""
    chance = random.Random(SEED)
    start, letters, end = typing("x" * (KILLS * 9))
    extension = FakeExtension(killed.port)
    await extension.pair((await killed.say("pair"))["code"])
    await extension.tell(start)
    acknowledged, recoveries = set(extension.acknowledged()), []
    for _ in range(KILLS):
        waiting = [event for event in letters if (event.document, event.n) not in acknowledged]
        sending = asyncio.create_task(send_slowly(extension, waiting))
        await asyncio.sleep(chance.uniform(0.0, 0.15))
        await killed.kill()
        await sending
        await extension.close()
        acknowledged |= extension.acknowledged()
        assert acknowledged <= journal(killed.folder)
        begun = time.monotonic()
        await killed.start()
        await extension.connect()
        recoveries.append(time.monotonic() - begun)
    await extension.tell(letters)
    await extension.tell(end)
    await extension.next(Recorded)
    await extension.close()
    [demo] = await killed.say("demos")
    shown = await killed.say("show", demo["id"])
    steps = [(step["action"], step["values"]) for step in shown["demonstration"]["steps"]]
    assert steps == [("fill", ["x" * len(letters)]), ("click", [])]
    print(f"{KILLS} kills, seed {SEED}: {len(acknowledged)} acknowledged early, slowest recovery {max(recoveries):.2f} s")


async def send_slowly(extension, events):
    with contextlib.suppress(ConnectionClosed):
        for event in events:
            await extension.send(SendEvents(events=(event,)))
            await asyncio.sleep(0.005)


async def test_kill_9_in_a_run_says_that_the_outcome_is_unknown(killed):
    page = FakePage(silent=("act",))
    extension = FakeExtension(killed.port, page)
    await extension.pair((await killed.say("pair"))["code"])
    await extension.tell(recorded())
    workflow = (await extension.next(Recorded)).workflow.id
    await extension.send(StartRun(request=1, workflow=workflow, values={}, tab=7))
    await until(lambda: any(asked.kind == "act" for asked in page.asked))
    await killed.kill()
    await extension.close()
    acts = sum(asked.kind == "act" for asked in page.asked)
    await killed.start()
    await extension.connect()
    [run] = await killed.say("runs")
    assert (run["status"], run["reason"]) == ("stopped", ENDED_BY_CRASH)
    assert [step["status"] for step in run["steps"]] == ["stopped", "waiting"]
    await asyncio.sleep(0.3)
    assert sum(asked.kind == "act" for asked in page.asked) == acts == 1
    await extension.close()


async def test_acknowledgements_come_within_50_ms_of_idle(tmp_path):
    async with daemon(tmp_path / "h") as made, paired(made.port, await code(made)) as extension:
        waits = []
        for event in recorded()[:6]:
            begun = time.monotonic()
            await extension.tell([event])
            waits.append(time.monotonic() - begun)
        assert sorted(waits)[len(waits) // 2] < 0.1, waits
        assert len(extension.all(Ack)) == 6
