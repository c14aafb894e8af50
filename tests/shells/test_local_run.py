"""A run from the command line: checked first, its questions answered, refused, or left open."""

import asyncio

import pytest

from likewise.core.protocol import (
    Answered,
    Asked,
    Error,
    NewCode,
    Progress,
    Recorded,
    Result,
    Run,
    StopRun,
)
from shells.daemons import FakePage, Terminal, ask, daemon, recorded, until
from shells.daemons import desk as open_desk
from shells.fake_extension import paired

GATED = "Delete"


class Person(Terminal):
    """Answers a question with what `reply` makes of it; None hangs up."""

    def __init__(self, reply):
        super().__init__()
        self._reply, self._out = reply, asyncio.Queue()

    async def send(self, message):
        await super().send(message)
        if isinstance(message, Asked):
            self._out.put_nowait(self._reply(message.report))

    async def receive(self):
        return await self._out.get()


@pytest.fixture
async def desk(tmp_path):
    page = FakePage(GATED)
    async with open_desk(tmp_path / "h", page) as (made, extension):
        await extension.tell(recorded(GATED))
        workflow = (await extension.next(Recorded)).workflow.id

        def run(**facts):
            base = dict(
                workflow=workflow, values={}, secrets={}, where="page", tab=None, url=None, headed=False,
                approvals=(), interactive=False, more=False,
            )  # fmt: skip
            return Run(**(base | facts))

        yield made, run, page


def approve(report, **facts):
    base = dict(run=report.run, step=report.question.step, approved=True, shown=report.question.shown, secret=None)
    return Answered(**(base | facts))


async def result(made, request, terminal):
    await made.requests.answer(request, terminal)
    assert isinstance(terminal.told[-1], Result), terminal.told[-1]
    return terminal.told[-1].json_


async def test_approved_beforehand(desk):
    made, run, page = desk
    terminal = Terminal()
    report = await result(made, run(values={"name": "Cup"}, approvals=(2,)), terminal)
    assert report["status"] == "done" and page.did == ["fill Name Cup", "click Delete"]
    assert {"run", "workflow", "status", "steps", "reason"} <= set(report)
    assert all(isinstance(message, Progress) for message in terminal.told[:-1])


async def test_approved_at_the_terminal(desk):
    made, run, page = desk
    report = await result(made, run(interactive=True), Person(approve))
    assert report["status"] == "done" and page.did[-1] == "click Delete"


@pytest.mark.parametrize("change", [{"approved": False}, {"shown": "another text"}])
async def test_refused_at_the_terminal(desk, change):
    made, run, page = desk
    report = await result(made, run(interactive=True), Person(lambda asked: approve(asked, **change)))
    assert report["status"] == "stopped" and page.did == ["fill Name Mugs"]


async def test_nobody_to_ask(desk):
    made, run, page = desk
    report = await result(made, run(), Terminal())
    assert report["status"] == "asking" and "--approve 2" in report["reason"]
    assert report["steps"][1]["status"] == "asking" and page.did == ["fill Name Mugs"]


async def test_hanging_up_or_stopping_ends_the_run(desk):
    made, run, page = desk
    for reply in (None, StopRun(run=None)):
        report = await result(made, run(interactive=True), Person(lambda _, reply=reply: reply))
        assert report["status"] == "stopped"
    assert "click Delete" not in page.did


@pytest.mark.parametrize(
    "facts,says",
    [
        ({"values": {"colour": "red"}}, "no parameter 'colour'"),
        ({"secrets": {"password": "canary"}}, "no secret 'password'"),
        ({"url": "http://shop.test.evil.test/"}, "--url must be on http://shop.test"),
        ({"url": "https://shop.test/"}, "--url must be"),
        ({"approvals": (3,)}, "no step 3"),
    ],
)
async def test_misuse_before_anything_starts(desk, facts, says):
    made, run, page = desk
    error = await ask(made, run(**facts))
    assert isinstance(error, Error) and error.code == "misuse" and says in error.text and "canary" not in error.text
    assert page.asked == []


async def test_unknown_workflow_and_no_browser(desk, tmp_path):
    made, run, _ = desk
    assert "no workflow" in (await ask(made, run(workflow="w_unknown"))).text


async def test_with_no_browser_it_names_the_private_one(tmp_path):
    async with daemon(tmp_path / "h") as made:
        async with paired(made.port, (await ask(made, NewCode()))["code"]) as extension:
            await extension.tell(recorded())
            workflow = (await extension.next(Recorded)).workflow.id
        await until(lambda: not made.requests._extensions.active)
        error = await ask(
            made,
            Run(
                workflow=workflow, values={}, secrets={}, where="page", tab=None, url=None, headed=False,
                approvals=(), interactive=False, more=False,
            ),
        )  # fmt: skip
        assert error.code == "failed" and "--in browser" in error.text
