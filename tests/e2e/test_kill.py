"""Killed in the middle of typing: the demonstration is whole afterwards, and nothing is in it twice."""

import asyncio

import pytest

from e2e.conftest import Desk, Desks
from e2e.likewise_home import LikewiseHome
from sites.server import SiteServer

FORM = """<!doctype html><title>Notes</title><h1>Notes</h1><form onsubmit="event.preventDefault(); out.textContent = 'Kept'">
<label>Title <input name=title></label><label>Body <textarea name=body></textarea></label>
<button>Keep</button><output id=out role=status></output></form>"""
TITLE, BODY = "A note about nothing", "Typed while things were killed."


async def stop_worker(desk: Desk) -> None:
    """As Chrome does when the worker has been idle."""
    page = await desk.context.new_page()
    session = await desk.context.new_cdp_session(page)
    await session.send("ServiceWorker.enable")
    await session.send("ServiceWorker.stopAllWorkers")
    await page.close()


@pytest.mark.e2e
@pytest.mark.parametrize("victim", ["daemon", "worker", "both"])
async def test_a_kill_while_typing(home: LikewiseHome, desks: Desks, victim: str) -> None:
    with SiteServer() as site:
        async with desks(home) as desk:
            page = await desk.open(site.page("/notes", FORM))
            popup = await desk.popup(page)
            await popup.watch()
            await popup.record()
            await page.bring_to_front()
            await page.get_by_label("Title").click()
            await page.keyboard.type(TITLE[:8], delay=10)
            if victim in ("daemon", "both"):
                home.kill()
            if victim in ("worker", "both"):
                await stop_worker(desk)
                await page.bring_to_front()
            await page.keyboard.type(TITLE[8:], delay=10)
            await page.get_by_label("Body").click()
            await page.keyboard.type(BODY[:10], delay=10)
            if victim in ("daemon", "both"):
                await asyncio.sleep(0.5)
                home.start()
            await page.keyboard.type(BODY[10:], delay=10)
            await page.get_by_role("button", name="Keep").click()
            home.until("connected", lambda status: status["connected"] == 1)
            await popup.page.reload()
            await popup.stop_recording()
            (demo,) = home.json("demos")
            shown = home.json("show", demo["id"])
            steps = [(step["action"], step["values"]) for step in shown["demonstration"]["steps"]]
            assert steps == [("fill", [TITLE]), ("fill", [BODY]), ("click", [])]
            assert home.json("status")["pending"] == 0
