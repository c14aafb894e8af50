"""A real browser, without the extension, for trying the sites that other tests rely on."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from likewise import chromium

STEP_TIMEOUT_MS = 10_000


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    executable = chromium.find()
    assert executable, chromium.how_to_install()
    # Chromium refuses to sandbox itself for root.
    sandbox = not (hasattr(os, "geteuid") and os.geteuid() == 0)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, chromium_sandbox=sandbox)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.set_default_timeout(STEP_TIMEOUT_MS)
    yield page
    page.close()
