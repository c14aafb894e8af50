"""A real headless Chromium with the page scripts loaded. Input is Playwright's mouse and keyboard, which pages trust."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, sync_playwright

from likewise import chromium
from page.harness import LOOPBACK, Browsing, Open


@pytest.fixture(scope="session")
def browsing() -> Iterator[Browsing]:
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(path), args=["--no-sandbox"])
        yield Browsing(browser.new_context(viewport={"width": 1000, "height": 700}))
        browser.close()


@pytest.fixture
def open_page(browsing: Browsing) -> Open:
    """open_page(html): see Browsing.open."""
    return browsing.open


@pytest.fixture
def open_loopback(browsing: Browsing) -> Open:
    """The same at an address that counts as safe for secrets."""

    def open_loopback(html: str, **more: Any) -> Page:
        return browsing.open(html, url=LOOPBACK, **more)

    return open_loopback
