"""Group commit: told after the commit, in order; many senders share one."""

import asyncio
import contextlib
import sqlite3
import time

import pytest

from likewise.home import Home
from likewise.store import opened
from likewise.writer import Writer
from shells.daemons import recorded


@pytest.fixture
async def writer(tmp_path):
    with opened(Home.open(tmp_path / "h")) as store:
        made = Writer(store)
        task = asyncio.create_task(made.commit_forever())
        yield made
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        made.close()


async def test_told_after_the_commit_within_50_ms(writer):
    told = asyncio.Event()

    async def then(fresh):
        assert fresh == [True]
        assert not await writer.call(writer.store.journal.is_empty)
        told.set()

    begun = time.monotonic()
    await writer.append("p_abcdef", tuple(recorded()[:1]), then)
    await told.wait()
    assert time.monotonic() - begun < 0.2


async def test_many_share_a_commit_and_keep_their_order(writer, monkeypatch):
    commits, order = [], []
    append = writer.store.journal.append
    monkeypatch.setattr(writer.store.journal, "append", lambda batch, now: commits.append(len(batch)) or append(batch, now))
    for n, event in enumerate(recorded()):

        async def then(fresh, n=n):
            order.append((n, fresh))

        await writer.append("p_abcdef", (event,), then)
    await writer.flushed()
    assert order == [(n, [True]) for n in range(len(order))]
    assert len(commits) == 1 and commits[0] == len(order)


async def test_a_store_that_fails_is_told_and_tried_again(writer, monkeypatch):
    answers = []

    async def then(fresh):
        answers.append(fresh)

    def full(batch, now):
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(writer.store.journal, "append", full)
        await writer.append("p_abcdef", tuple(recorded()), then)
        await writer.flushed()
    await writer.append("p_abcdef", tuple(recorded()), then)
    await writer.flushed()
    assert answers[0] is None and all(answers[1])
