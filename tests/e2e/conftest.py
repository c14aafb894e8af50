"""A daemon, a browser with the extension in it, and a person who uses both."""

import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import BrowserContext, Page

from e2e.likewise_home import LikewiseHome
from likewise import extension_build
from likewise.browser import Launch, launched
from likewise.demo.person import Popup, Product, add_product, open_popup, sign_in
from likewise.demo.shop_server import ShopServer

STEP_TIMEOUT_S = 4
CONFIG = f"step_timeout_s = {STEP_TIMEOUT_S}\n"


@dataclass
class Desk:
    """The person's browser, connected to the daemon of `home`."""

    home: LikewiseHome
    context: BrowserContext

    async def open(self, url: str) -> Page:
        page = self.context.pages[0] if self.context.pages else await self.context.new_page()
        page.set_default_timeout(10_000)
        await page.goto(url)
        return page

    async def popup(self, page: Page) -> Popup:
        return await open_popup(self.context, page, extension_build.EXTENSION_ID)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[LikewiseHome]:
    """A daemon that has been started."""
    made = LikewiseHome(tmp_path / "h", CONFIG)
    made.start()
    yield made
    made.kill()


Desks = Callable[..., contextlib.AbstractAsyncContextManager[Desk]]


@pytest.fixture
def desks(tmp_path: Path) -> Desks:
    """Opens browsers: `async with desks(home) as desk`."""

    @contextlib.asynccontextmanager
    async def open_desk(home: LikewiseHome, name: str = "person") -> AsyncIterator[Desk]:
        extension = tmp_path / "extension"
        if not extension.exists():
            extension_build.build(extension, all_sites=True, trusted_input=False)
        launch = Launch(profile=tmp_path / name, extension=extension, headless=True, trusted=False)
        async with launched(launch) as browser:
            await browser.pair(home.json("pair")["code"])
            yield Desk(home, browser.context)

    return open_desk


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ShopServer]:
    with ShopServer(tmp_path / "shop") as server:
        yield server


async def recorded_product(desk: Desk, shop: ShopServer) -> dict[str, Any]:
    """The workflow of adding a product, recorded with its sign-in."""
    page = await desk.open(f"{shop.url}/admin/")
    popup = await desk.popup(page)
    await popup.watch()
    await popup.record()
    await sign_in(page, shop.user, shop.password)
    await add_product(page, Product("Blue mug", "12.50", "Mugs", "2026-03-04", "Holds coffee."))
    await popup.stop_recording()
    await popup.page.close()
    (workflow,) = desk.home.json("workflows")
    return dict(workflow)
