"""Each test has its own Chromium, its own fake daemon and its own small site."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon
from likewise import chromium, extension_build
from playwright.sync_api import Playwright, sync_playwright

Browsers = Callable[..., Browser]


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    if chromium.find() is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture
def browsers(playwright: Playwright, tmp_path: Path) -> Iterator[Browsers]:
    """Starts browsers: browsers(all_sites=False, trusted_input=True)."""
    open_ones: list[Browser] = []

    def start(all_sites: bool = True, trusted_input: bool = False) -> Browser:
        place = tmp_path / f"extension-{len(open_ones)}"
        extension_build.build(place, all_sites=all_sites, trusted_input=trusted_input)
        browser = Browser(playwright, place, tmp_path / f"profile-{len(open_ones)}")
        open_ones.append(browser)
        return browser

    yield start
    for browser in open_ones:
        browser.close()


@pytest.fixture
def daemon() -> Iterator[FakeDaemon]:
    made = FakeDaemon()
    yield made
    made.stop()


@pytest.fixture
def browser(browsers: Browsers, daemon: FakeDaemon) -> Browser:
    """The all-sites build, paired with `daemon`."""
    made = browsers()
    made.pair(daemon.typed_code)
    return made


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site({"/": "<title>Start</title><h1>Start</h1>"})
    yield made
    made.close()
