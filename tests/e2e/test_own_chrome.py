"""The shipped build, as in a person's own browser: Chrome itself asks before a site is watched, and only that site is."""

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from e2e.conftest import Desk
from e2e.likewise_home import LikewiseHome
from likewise import extension_build
from likewise.browser import Launch, launched
from sites.server import SiteServer

TOOLS = ("Xvfb", "openbox", "xdotool")
MISSING = [tool for tool in TOOLS if not shutil.which(tool)]
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(bool(MISSING) or sys.platform != "linux", reason=f"no virtual screen here: {', '.join(MISSING)}"),
]
FORM = """<!doctype html><title>Notes</title><h1>Notes</h1><form onsubmit="event.preventDefault();
kept.append(Object.assign(document.createElement('li'), {textContent: title.value}));
out.textContent = 'Kept ' + title.value">
<label>Title <input id=title name=title></label><button>Keep</button></form><ul id=kept></ul><p id=out role=status></p>"""
ASK_S = 10


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A screen of its own with a window manager on it."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as told:
        display = f":{told.readline().strip()}"
    monkeypatch.setenv("DISPLAY", display)
    manager = subprocess.Popen(["openbox"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield display
    for process in (manager, server):
        process.terminate()
        process.wait(5)


def press(*keys: str) -> None:
    subprocess.run(["xdotool", "key", *keys], check=True)


async def accept(granted: object) -> None:
    """The keys Tab and Return, as a person answers Chrome's question, until it has been answered."""
    for _ in range(ASK_S * 2):
        await asyncio.sleep(0.5)
        press("Tab", "Return")
        if await granted():  # type: ignore[operator]
            return
    raise AssertionError("Chrome's question was not answered")


async def test_chrome_asks_for_the_one_site(home: LikewiseHome, screen: str, tmp_path: Path) -> None:
    extension = tmp_path / "extension"
    extension_build.build(extension, all_sites=False, trusted_input=False)
    launch = Launch(profile=tmp_path / "own", extension=extension, headless=False, trusted=False)
    with SiteServer() as site:
        async with launched(launch) as browser:
            await browser.pair(home.json("pair")["code"])
            desk = Desk(home, browser.context)
            page = await desk.open(site.page("/notes", FORM))
            worker = browser.context.service_workers[0]
            tab = await worker.evaluate("async () => (await chrome.tabs.query({active: true}))[0].id")
            await page.bring_to_front()
            press("alt+shift+l")  # the popup itself: from now on it may see this tab's address
            await asyncio.sleep(1)
            press("Escape")
            popup = await browser.context.new_page()
            await popup.goto(f"chrome-extension://{extension_build.EXTENSION_ID}/popup/popup.html?tab={tab}")
            await expect(popup.get_by_text("Connected", exact=True)).to_be_visible()
            record = popup.get_by_role("button", name="Record", exact=True)
            await expect(record).to_be_disabled()
            await popup.get_by_role("switch", name="Watch this site").click()
            granted = "(origin) => chrome.permissions.contains({origins: [origin + '/*']})"
            await accept(lambda: worker.evaluate(granted, site.url))
            await expect(record).to_be_enabled()
            await record.click()
            await expect(popup.get_by_role("button", name="Stop recording")).to_be_visible()
            await page.bring_to_front()
            await page.get_by_label("Title").click()
            await page.keyboard.type("First note", delay=5)
            await page.get_by_role("button", name="Keep").click()
            await expect(page.get_by_role("status")).to_have_text("Kept First note")
            await popup.bring_to_front()
            await popup.get_by_role("button", name="Stop recording").click()
            await expect(popup.get_by_role("list", name="Do this again").get_by_role("listitem").first).to_be_visible()
            (workflow,) = home.json("workflows")
            report = home.json("run", workflow["id"], "--set", "title=Second note", check=None)
            assert report["status"] == "done", report
            await expect(page.locator("#kept li")).to_have_text(["Second note"])
            everywhere = await worker.evaluate("() => chrome.permissions.contains({origins: ['<all_urls>']})")
            assert everywhere is False
