"""One flow of nine interactions on six variants of a page: what can be told apart is done, what cannot is stopped."""

import json

import pytest
from playwright.async_api import Page

from e2e.conftest import Desks
from e2e.likewise_home import LikewiseHome
from sites.server import SiteServer

STAY = {
    "guest": "Ada Lovelace",
    "email": "ada@example.com",
    "country": "no",
    "breakfast": "included",
    "harbour": "Bergen",
    "rules": True,
}
DONE, STOPPED = (1, 2, 3, 5), (4, 6)


async def book(page: Page) -> None:
    """With mouse and keyboard."""
    await page.get_by_label("Guest name").click()
    await page.keyboard.type("Ada Lovelace", delay=5)
    await page.get_by_label("Email").click()
    await page.keyboard.type("ada@example.com", delay=5)
    await page.keyboard.press("Tab")
    await page.keyboard.type("Norw", delay=5)
    await page.get_by_label("Included").click()
    await page.get_by_label("Harbour", exact=True).click()
    await page.keyboard.type("Be", delay=5)
    await page.get_by_role("option", name="Bergen").click()
    await page.get_by_label("I have read the house rules").click()
    await page.get_by_role("button", name="Review").click()
    await page.get_by_role("dialog").get_by_role("button", name="Reserve cabin").click()


async def logged(page: Page) -> list[dict[str, object]]:
    return list(json.loads(await page.locator("#log").inner_text()))


@pytest.mark.e2e
async def test_six_variants(home: LikewiseHome, desks: Desks) -> None:
    with SiteServer() as site:
        async with desks(home) as desk:
            page = await desk.open(f"{site.url}/booking.html?v=1")
            popup = await desk.popup(page)
            await popup.watch()
            await popup.record()
            await book(page)
            await popup.stop_recording()
            assert await logged(page) == [STAY]
            (workflow,) = home.json("workflows")
            assert len(workflow["steps"]) == 9, workflow["steps"]
            (gated,) = [str(step["n"]) for step in workflow["steps"] if step["gate"]]
            asked = home.json("run", workflow["id"], "--url", f"{site.url}/booking.html?v=1", check=1)
            assert asked["status"] == "asking" and await logged(page) == []
            for variant in range(1, 7):
                url = f"{site.url}/booking.html?v={variant}"
                report = home.json("run", workflow["id"], "--url", url, "--approve", gated, check=None)
                if variant in DONE:
                    assert report["status"] == "done", (variant, report)
                    assert await logged(page) == [STAY], variant
                else:
                    assert report["status"] == "stopped" and report["reason"], (variant, report)
                    assert await logged(page) == [], variant
            other = ("--set", "harbour=Bilbao", "--set", "guest_name=Grace Hopper", "--approve", gated)
            report = home.json("run", workflow["id"], *other, check=None)
            assert report["status"] == "done", report
            (stay,) = await logged(page)
            assert stay == STAY | {"harbour": "Bilbao", "guest": "Grace Hopper"}
