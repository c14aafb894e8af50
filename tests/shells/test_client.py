"""The same answers from a daemon and from this process."""

import asyncio

import pytest

from likewise.client import connected
from likewise.config import Settings
from likewise.core.protocol import GetStatus, NewCode, OpenBrowser, Pause, Show
from likewise.failure import Failure, Locked
from likewise.home import Home
from shells.daemons import daemon


async def ask(folder, request):
    async with connected(Settings(home=folder), request) as client:
        return await client.ask(request)


async def test_without_a_daemon_the_handlers_run_here(tmp_path):
    status = await ask(tmp_path / "h", GetStatus())
    assert (status["daemon"], status["port"]) == (False, None)
    await ask(tmp_path / "h", Pause(paused=True))
    assert (await ask(tmp_path / "h", GetStatus()))["paused"] is True
    with pytest.raises(Failure, match="likewise up"):
        await ask(tmp_path / "h", NewCode())


async def test_with_a_daemon_it_answers(tmp_path):
    async with daemon(tmp_path / "h") as made:
        status = await ask(tmp_path / "h", GetStatus())
        assert (status["daemon"], status["port"]) == (True, made.port)
        with pytest.raises(Failure, match="Nothing is stored"):
            await ask(tmp_path / "h", Show(id="d_unknown"))


async def test_a_daemon_that_is_starting_is_waited_for(tmp_path):
    home = Home.open(tmp_path / "h")
    held = home.locked()
    held.__enter__()
    asking = asyncio.create_task(ask(tmp_path / "h", GetStatus()))
    await asyncio.sleep(0.3)
    held.__exit__(None, None, None)
    async with daemon(tmp_path / "h"):
        assert (await asking)["daemon"] is True


async def test_a_home_that_is_held_but_silent(tmp_path, monkeypatch):
    monkeypatch.setattr("likewise.client.STARTS_S", 0.2)
    home = Home.open(tmp_path / "h")
    with home.locked(), pytest.raises(Locked, match="does not answer"):
        await ask(tmp_path / "h", GetStatus())


async def test_hanging_up_ends_what_it_was_about(tmp_path, monkeypatch):
    monkeypatch.setenv("LIKEWISE_CHROMIUM", str(tmp_path / "none"))
    request = OpenBrowser(url=None, headless=True, profile=None)
    async with connected(Settings(home=tmp_path / "h", port=0), request) as client:
        with pytest.raises(Failure, match="LIKEWISE_CHROMIUM"):
            await client.ask(request)
