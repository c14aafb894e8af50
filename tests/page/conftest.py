"""A real headless Chromium with the page scripts loaded. Input is Playwright's mouse and keyboard, which pages trust.

The browsers end with the package: Playwright's synchronous way and asyncio do not go together in one process.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, sync_playwright

from likewise import chromium
from page.harness import LOOPBACK, Browsing, Open
from page.stub import Stub, write_extension


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    if chromium.find() is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browsing(playwright: Playwright) -> Iterator[Browsing]:
    browser = playwright.chromium.launch(executable_path=str(chromium.find()), args=["--no-sandbox"])
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


@pytest.fixture(scope="module")
def stub(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stub]:
    """The page scripts and content.js in an extension whose worker is a stub."""
    place: Path = tmp_path_factory.mktemp("stub")
    write_extension(place / "extension")
    load = [f"--disable-extensions-except={place / 'extension'}", f"--load-extension={place / 'extension'}"]
    context = playwright.chromium.launch_persistent_context(
        place / "profile", executable_path=str(chromium.find()), headless=True, args=["--no-sandbox", *load]
    )
    yield Stub(context)
    context.close()
