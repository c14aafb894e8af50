"""The daemon as a whole, in this process: a fake extension on a real socket, a real store."""

from likewise.core.protocol import (
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
from shells.daemons import FakePage, ask, daemon, recorded
from shells.fake_extension import paired


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
