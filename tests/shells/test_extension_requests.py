"""What an extension may ask for, over a real socket, and what it may not."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from likewise.core.element import Snapshot
from likewise.core.protocol import (
    Alive,
    Consent,
    Error,
    ListWorkflows,
    NewCode,
    Pause,
    Recorded,
    RunUpdate,
    SecretReady,
    SetPaused,
    SnapshotTaken,
    StartRun,
    StopRun,
    Workflows,
    from_extension,
)
from shells.daemons import FakePage, ask, daemon, recorded
from shells.fake_extension import FakeExtension, paired


async def code(made):
    return (await ask(made, NewCode()))["code"]


@pytest.fixture
async def desk(tmp_path):
    """A daemon, an extension with a gated task stored, and the page it acts on."""
    page = FakePage("Delete")
    async with daemon(tmp_path / "h") as made, paired(made.port, await code(made), page) as extension:
        await extension.tell(recorded("Delete"))
        news = await extension.next(Recorded)
        yield made, extension, page, news.workflow.id


async def asking(extension):
    await extension.until(lambda: any(update.report.question for update in extension.all(RunUpdate)))
    return next(update.report for update in extension.all(RunUpdate) if update.report.question)


async def ended(extension):
    await extension.until(lambda: any(u.report.status in ("done", "stopped") for u in extension.all(RunUpdate)))
    return extension.all(RunUpdate)[-1].report


async def test_a_gated_step_waits_for_exactly_its_approval(desk):
    made, extension, page, workflow = desk
    await extension.send(StartRun(request=1, workflow=workflow, values={}, tab=7))
    report = await asking(extension)
    assert page.did == ["fill Name Mugs"]
    async with paired(made.port, await code(made)) as other:
        await other.send(Consent(run=report.run, step=2, approved=True, shown=report.question.shown))
        assert (await other.next(Error)).code == "not_allowed"
        await other.send(StopRun(run=None))
        await other.send(Alive())
        await other.next(Alive)
    assert page.did == ["fill Name Mugs"]
    await extension.send(Consent(run=report.run, step=2, approved=True, shown=report.question.shown))
    assert (await ended(extension)).status == "done"
    assert page.did == ["fill Name Mugs", "click Delete"]
    await extension.send(Consent(run=report.run, step=2, approved=True, shown=report.question.shown))
    assert (await extension.next(Error)).code == "not_allowed"


@pytest.mark.parametrize("change", [{"approved": False}, {"shown": "something else"}])
async def test_a_refusal_or_another_text_stops_it(desk, change):
    _, extension, page, workflow = desk
    await extension.send(StartRun(request=1, workflow=workflow, values={}, tab=7))
    report = await asking(extension)
    consent = Consent(run=report.run, step=2, approved=True, shown=report.question.shown)
    await extension.send(consent.model_copy(update=change))
    assert (await ended(extension)).status == "stopped"
    assert page.did == ["fill Name Mugs"]


async def test_stop_ends_the_run_at_once(desk):
    _, extension, page, workflow = desk
    page.silent = ("candidates",)
    await extension.send(StartRun(request=1, workflow=workflow, values={}, tab=7))
    await extension.next(RunUpdate)
    await extension.send(StopRun(run=None))
    await extension.until(lambda: any(u.report.status == "stopped" for u in extension.all(RunUpdate)), 0.5)
    assert page.did == []


@pytest.mark.parametrize(
    "change,problem",
    [
        ({"workflow": "w_unknown"}, "unknown"),
        ({"values": {"colour": "red"}}, "misuse"),
        ({"values": {"name": "\0"}}, "misuse"),
    ],
)
async def test_a_run_that_cannot_be_is_refused(desk, change, problem):
    _, extension, page, workflow = desk
    await extension.send(StartRun(request=9, workflow=workflow, values={}, tab=7).model_copy(update=change))
    error = await extension.next(Error)
    assert (error.request, error.code) == (9, problem)
    assert page.asked == []


async def test_other_sites_see_no_workflows(desk):
    _, extension, _, _ = desk
    for n, url in enumerate(
        ["http://shop.test.evil.test/", "https://shop.test/", "nonsense", "http://shop.test@evil.test/"]
    ):
        await extension.send(ListWorkflows(request=n, url=url))
        assert (await extension.next(Workflows, before=n)).items == ()


async def test_pause_is_told_and_kept(desk):
    made, extension, _, _ = desk
    await ask(made, Pause(paused=True))
    assert (await extension.next(SetPaused)).paused is True
    again = FakeExtension(made.port)
    again.profile, again.key = extension.profile, extension.key
    await again.connect()
    assert again.heard[0].paused is True
    await again.close()


async def test_snapshots_are_kept_and_secrets_nobody_asked_for_refused(desk):
    _made, extension, _, _ = desk
    await extension.send(SnapshotTaken(hash="a" * 64, snapshot=Snapshot(items=(), truncated=True)))
    await extension.send(SecretReady(run="r_abcdef", slot="password"))
    assert (await extension.next(Error)).code == "not_allowed"


messages = st.deferred(lambda: st.from_type(dict[str, str])) | st.dictionaries(
    st.sampled_from(
        ["type", "events", "request", "url", "run", "step", "id", "answer", "hash", "snapshot", "values", "tab"]
    ),
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text()
        | st.sampled_from(["events", "page_reply", "start_run"]),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    ),
)


async def test_whatever_an_extension_sends_is_answered_or_refused(tmp_path):
    """B1, quick: no unhandled exception, no end of the connection, a sound store."""
    import json

    async with daemon(tmp_path / "h") as made, paired(made.port, await code(made)) as extension:
        sent = []

        @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(messages | st.sampled_from(list(from_extension.json_schema()["$defs"])).map(lambda name: {"type": name}))
        def collect(message):
            sent.append(json.dumps(message))

        collect()
        whole = recorded()[2].model_dump(mode="json")
        for key in ("n", "arrival", "tab", "ms", "document"):
            for value in (2**53, -1, 1e400, "x" * 50, None, [], {"__proto__": 1}, "\ud800", "a\0b"):
                sent.append(json.dumps({"type": "events", "events": [{**whole, key: value}]}))
        for text in sent:
            await extension.send_text(text)
        await extension.send(Alive())
        await extension.next(Alive)
        assert len(extension.all(Error)) >= len(sent) * 0.9
        assert made.requests._engine.writer.store.problems() == []
    assert (tmp_path / "h" / "log" / "daemon.log").read_text() == ""
