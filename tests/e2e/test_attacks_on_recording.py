"""Nothing is recorded that the person did not allow: not before, not elsewhere, not while paused, not afterwards."""

import asyncio
import re
import time
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, expect

from e2e.attacking import (
    NOTES,
    POPUP,
    ask,
    badge,
    browsing,
    built,
    connected,
    eventually,
    journal,
    pair,
    seen,
    settled,
    texts,
    worker_of,
    write,
)
from e2e.likewise_home import LikewiseHome
from likewise.core.protocol import GetStatus, Pause
from likewise.demo.person import Popup, open_popup
from likewise.extension_build import EXTENSION_ID
from sites.server import SiteServer

PAUSE_S = 0.2
SLACK_S = 0.3
"""For a machine that others use, too."""


@pytest.mark.e2e
async def test_a_fresh_install_sees_nothing(home: LikewiseHome, tmp_path: Path) -> None:
    """As it comes from the store: paired, but no site has been allowed."""
    with SiteServer() as site:
        async with browsing(tmp_path / "person", built(tmp_path / "ours", all_sites=False)) as context:
            await pair(home, context)
            page = context.pages[0]
            await page.goto(site.page("/notes", NOTES))
            await write(page, "never allowed")
            await page.get_by_role("button", name="Keep").click()
            popup = await context.new_page()
            worker = await worker_of(context)
            tab = await worker.evaluate("async () => (await chrome.tabs.query({})).find((tab) => tab.id && !tab.url)?.id")
            await popup.goto(f"{POPUP}?tab={tab}")
            await expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
            await expect(popup.get_by_role("button", name="Record")).to_be_disabled()
            told = await popup.evaluate(f"chrome.runtime.sendMessage({{type: 'record', tab: {tab}, on: true}})")
            assert told["error"], told
            await write(page, " nor asked")
            assert await settled(home) == 0
            assert await badge(popup) == ""
            assert await worker.evaluate("chrome.scripting.getRegisteredContentScripts()") == []


@pytest.mark.e2e
async def test_recording_ends_where_it_should(home: LikewiseHome, tmp_path: Path) -> None:
    ours = built(tmp_path / "ours")
    with SiteServer() as site:
        site.page("/notes", NOTES)
        async with browsing(tmp_path / "person", ours) as context:
            await pair(home, context)
            page = context.pages[0]
            await page.goto(site.url_at("allowed.test") + "/notes")
            await write(page, "before Record")
            popup = await open_popup(context, page, EXTENSION_ID)
            assert (await settled(home), await badge(popup.page)) == (0, "")

            await popup.watch()
            await popup.record()
            await write(page, "-kept-")
            await eventually(lambda: seen(home, "-kept-"))
            assert await badge(popup.page) == "REC"

            await another_site(home, context, site)
            await paused(home, page, popup)

        before = await settled(home)
        async with browsing(tmp_path / "person", ours) as context:
            page = context.pages[0]
            await page.goto(site.url_at("allowed.test") + "/notes")
            await eventually(lambda: connected(home))
            await write(page, "after a restart")
            popup = await open_popup(context, page, EXTENSION_ID)
            await popup.page.get_by_text("Connected", exact=True).wait_for()
            assert (await settled(home), await badge(popup.page)) == (before, "")
            await ask(home, Pause(paused=True))
            await eventually(lambda: badge_is(popup.page, "II"), 1)
        home.kill()
        home.start()
        assert (await ask(home, GetStatus()))["paused"] is True
        assert home.bytes_with("after a restart") == []


async def another_site(home: LikewiseHome, context: BrowserContext, site: SiteServer) -> None:
    """Switched off by the person, while a task is recorded; also as a frame of a site that is on."""
    page = await context.new_page()
    await page.goto(site.url_at("refused.test") + "/notes")
    popup = await open_popup(context, page, EXTENSION_ID)
    await popup.page.get_by_role("switch", name="Watch this site").click()
    await expect(popup.page.get_by_role("switch", name="Watch this site")).not_to_be_checked()
    await popup.page.close()
    await write(page, "-refused-")
    await page.reload()
    await write(page, "-refused-")
    site.page("/around", f'<title>Around</title><h1>Around</h1><iframe src="{site.url_at("refused.test")}/notes"></iframe>')
    await page.goto(site.url_at("allowed.test") + "/around")
    frame = page.frame_locator("iframe")
    await frame.get_by_label("Title").click()
    await page.keyboard.type("-refused-", delay=2)
    await page.goto(site.url_at("allowed.test") + "/notes")
    await write(page, "-allowed-")
    await eventually(lambda: seen(home, "-allowed-"))
    assert "-refused-" not in texts(home)
    await page.close()


async def paused(home: LikewiseHome, page: Page, popup: Popup) -> None:
    """By the command line, in the middle of typing."""
    await write(page, "")
    typed: list[float] = []

    async def type_on() -> None:
        while not typed or typed[-1] < said + 1.5:
            await page.keyboard.type("x")
            typed.append(time.monotonic())

    said = time.monotonic() + 60
    typing = asyncio.create_task(type_on())
    command = await asyncio.create_subprocess_exec(*home.command("pause"), stdout=asyncio.subprocess.PIPE)
    out, _ = await command.communicate()
    said = time.monotonic()
    assert b"Recording is off." in out, out
    await eventually(lambda: badge_is(popup.page, "II"), 1)
    await typing
    before = await settled(home)
    values = [event["what"]["target"]["state"]["value"] or "" for event in journal(home) if event["what"]["kind"] == "input"]
    last = max(len(run) for value in values for run in re.findall("x+", value))
    late = typed[last - 1] - said
    print(f"{len(typed)} keys, the last one recorded came {late * 1000:.0f} ms after the command had said so")
    assert 0 < last < len(typed) and late <= PAUSE_S + SLACK_S
    await write(page, "while paused")
    await page.reload()
    await write(page, "while paused")
    assert await settled(home) == before
    await page.reload()
    await ask(home, Pause(paused=False))
    await eventually(lambda: badge_is(popup.page, "REC"), 1)
    await write(page, "-again-")
    await eventually(lambda: seen(home, "-again-"))
    assert "while paused" not in texts(home)


async def badge_is(page: Page, text: str) -> bool:
    return await badge(page) == text
