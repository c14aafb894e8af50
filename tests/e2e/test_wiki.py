"""The same on a second application: search a title, create the page, save; again with other values."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Page

from e2e.conftest import Desks
from e2e.likewise_home import LikewiseHome
from sites.mediawiki import MediaWiki, missing

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(missing() is not None, reason=str(missing()))]


@pytest.fixture
def wiki(tmp_path: Path) -> Iterator[MediaWiki]:
    with MediaWiki(tmp_path / "wiki") as server:
        yield server


async def write_page(page: Page, title: str, text: str, summary: str) -> None:
    """With mouse and keyboard, from any page of the wiki. Its search box takes one of its buttons away when it is first
    used, and Enter then does another thing: a person is slower than that."""
    await page.get_by_role("searchbox").first.click()
    await page.keyboard.type(title, delay=5)
    await page.locator("#mw-searchButton").wait_for(state="detached")
    await page.keyboard.press("Enter")
    await page.get_by_role("link", name=title, exact=True).click()
    await page.locator("#wpTextbox1").click()
    await page.keyboard.type(text, delay=2)
    await page.get_by_label("Summary").click()
    await page.keyboard.type(summary, delay=2)
    await page.get_by_role("button", name="Save page").click()
    await page.get_by_role("heading", name=title, exact=True).wait_for()
    await page.wait_for_load_state()


async def test_a_page_again_with_other_values(home: LikewiseHome, desks: Desks, wiki: MediaWiki) -> None:
    async with desks(home) as desk:
        page = await desk.open(f"{wiki.url}/index.php?title=Special:UserLogin")
        await page.get_by_label("Username").click()
        await page.keyboard.type(wiki.user)
        await page.get_by_label("Password", exact=True).click()
        await page.keyboard.type(wiki.password)
        await page.get_by_role("button", name="Log in").click()
        await page.get_by_role("link", name="Log out").first.wait_for(state="attached")
        await page.goto(wiki.url)
        popup = await desk.popup(page)
        await popup.watch()
        await popup.record()
        await write_page(page, "Tea kettle", "It boils water.", "First words")
        await popup.stop_recording()
        assert wiki.page("Tea kettle") == ("It boils water.", "First words")
        (workflow,) = home.json("workflows")
        names = [parameter["name"] for parameter in workflow["parameters"]]
        assert len(names) == 3, workflow
        title, text, summary = names
        for n, (new, words) in enumerate((("Coffee mill", "It grinds. Für Kaffee: 豆."), ("Water jug", "It pours."))):
            values = {title: new, text: words, summary: f"Again {n}"}
            sets = [part for name, value in values.items() for part in ("--set", f"{name}={value}")]
            report = home.json("run", workflow["id"], *sets, check=None)
            assert report["status"] == "done", json.dumps(report, indent=1)
            assert wiki.page(new) == (words, f"Again {n}")
        assert wiki.page("Tea kettle") == ("It boils water.", "First words")
        ended = await popup.again(workflow["title"], {workflow["parameters"][0]["label"]: "Milk pan"}, {})
        assert ended.startswith("Done"), ended
        assert wiki.page("Milk pan") == ("It pours.", "Again 1")
