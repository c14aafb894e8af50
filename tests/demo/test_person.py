"""The person's hands: what is typed and clicked arrives as real input."""

import re
from pathlib import Path

import pytest
from playwright.async_api import async_playwright

from likewise import chromium
from likewise.demo.person import CannotFindTab, click, open_popup, write

PAGE = """<label>Name: <input></label><button onclick="this.textContent = event.isTrusted">Go</button>"""


@pytest.mark.e2e
async def test_writes_and_clicks(tmp_path: Path) -> None:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        page = await browser.new_page()
        await page.set_content(PAGE)
        await write(page, "Name:", "Ada")
        await click(page, "button", "Go")
        assert await page.get_by_label("Name:").input_value() == "Ada"
        assert await page.get_by_role("button").inner_text() == "true"
        await browser.close()


@pytest.mark.e2e
async def test_a_tab_that_is_not_there(tmp_path: Path) -> None:
    class Worker:
        async def evaluate(self, script: str, url: str) -> None:
            assert "chrome.tabs.query" in script

    class Context:
        service_workers = (Worker(),)

    class Tab:
        url = "http://nowhere.test/"

        async def bring_to_front(self) -> None: ...

    with pytest.raises(CannotFindTab, match=re.escape("http://nowhere.test/")):
        await open_popup(Context(), Tab(), "x" * 32)  # type: ignore[arg-type]
