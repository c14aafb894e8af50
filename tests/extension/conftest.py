"""Each test has its own fake daemon and small site, and a Chromium that knows nothing yet."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, sync_playwright

from extension.browsing import Browser, Site
from extension.fake_daemon import FakeDaemon
from likewise import chromium, extension_build

Browsers = Callable[..., Browser]
Module = Callable[..., Any]


@pytest.fixture(scope="package")
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


@pytest.fixture(scope="package")
def shared(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One Chromium for all tests that leave it as it was."""
    place = tmp_path_factory.mktemp("shared")
    extension_build.build(place / "extension", all_sites=True)
    made = Browser(playwright, place / "extension", place / "profile")
    yield made
    made.close()


@pytest.fixture
def browser(shared: Browser, daemon: FakeDaemon) -> Browser:
    """The all-sites build, as after an install, paired with `daemon`."""
    shared.reset()
    shared.pair(daemon.typed_code)
    return shared


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site({"/": "<title>Start</title><h1>Start</h1>"})
    yield made
    made.close()


@pytest.fixture(scope="package")
def module(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Module]:
    """module("proof", "m => m.nonce()") evaluates in a page of the extension, with background/proof.js as `m`. The browser
    is not paired; its worker has the same storage and a memory of its own."""
    place = tmp_path_factory.mktemp("module")
    extension_build.build(place / "extension", all_sites=True)
    browser = Browser(playwright, place / "extension", place / "profile")

    def evaluate(name: str, function: str, argument: object = None, fresh: bool = True) -> Any:
        if fresh:
            browser.tool.reload()
        path = name if "/" in name else f"background/{name}"
        expression = f"async argument => ({function})(await import('/{path}.js'), argument)"
        return browser.evaluate(expression, argument)

    yield evaluate
    browser.close()
