"""A person at the browser: real mouse and keyboard, the extension's own popup, nothing else."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from playwright.async_api import BrowserContext, Locator, Page, expect

ENDED = re.compile(r"^(Done|Stopped|Needs you)")
RUN_TIMEOUT_MS = 60_000
OPEN_POPUP = "(url) => chrome.windows.create({url, type: 'popup', width: 420, height: 640, focused: false})"
ACTIVE_TAB = "async (url) => (await chrome.tabs.query({active: true})).find((tab) => tab.url === url)?.id ?? null"


class CannotFindTab(Exception):
    """The browser's extension does not see the tab."""


@dataclass
class Popup:
    """The extension's popup, opened as a window that speaks of one tab."""

    page: Page

    async def watch(self) -> None:
        """Turn "Watch this site" on, where it is off."""
        await expect(self.page.get_by_text("Connected", exact=True)).to_be_visible(timeout=20_000)
        switch = self.page.get_by_role("switch", name="Watch this site")
        if not await switch.is_checked():
            await switch.click()

    async def record(self) -> None:
        """Press Record and see that it records."""
        await self.page.get_by_role("button", name="Record", exact=True).click()
        await expect(self.page.get_by_role("button", name="Stop recording")).to_be_visible()

    async def stop_recording(self) -> None:
        """Press Stop and wait until the task is in the list."""
        await self.page.get_by_role("button", name="Stop recording").click()
        await expect(self.tasks().first).to_be_visible(timeout=15_000)

    def tasks(self) -> Locator:
        """The items of "Do this again", best first."""
        return self.page.get_by_role("list", name="Do this again").get_by_role("listitem")

    async def again(self, title: str, values: Mapping[str, str], secrets: Mapping[str, str], approve: bool = False) -> str:
        """Do the task again with these values by label; a secret or a consent is given when asked. The end's text."""
        item = self.tasks().filter(has_text=title).first
        await item.get_by_role("button", name="Do this again").click()
        await self._fill(values)
        await expect(self._ended()).to_be_hidden()
        return await self._until_the_end(secrets, approve)

    async def _fill(self, values: Mapping[str, str]) -> None:
        run = self.page.get_by_role("button", name="Run", exact=True)
        if not values and not await run.is_visible():
            return
        for label, value in values.items():
            box = self.page.get_by_label(label, exact=True)
            await box.wait_for()
            if await box.get_attribute("type") == "checkbox":
                await box.set_checked(value == "true")
            elif await box.evaluate("(box) => box.localName") == "select":
                await box.select_option(label=value)
            else:
                await box.fill(value)
        await run.click()

    def _ended(self) -> Locator:
        return self.page.get_by_role("status").filter(has_text=ENDED)

    async def _until_the_end(self, secrets: Mapping[str, str], approve: bool) -> str:
        status = self._ended()
        box = self.page.locator("input[type=password]")
        consent = self.page.get_by_role("button", name="Approve", exact=True)
        for _ in range(20):
            await expect(status.or_(box).or_(consent).first).to_be_visible(timeout=RUN_TIMEOUT_MS)
            if await status.count() and await status.first.is_visible():
                return (await status.first.inner_text()).strip()
            if await consent.is_visible():
                await self.page.get_by_role("button", name="Approve" if approve else "Refuse", exact=True).click()
                await expect(consent).to_be_hidden()
                continue
            label = await box.evaluate("(box) => box.labels[0]?.textContent.trim() ?? ''")
            await box.fill(secrets[label])
            await self.page.get_by_role("button", name="Continue").click()
            await expect(box).to_be_hidden()
        raise AssertionError("the run asks without end")


async def open_popup(context: BrowserContext, page: Page, extension: str) -> Popup:
    """The popup for the page's tab, in a window of its own, so that the page stays in front."""
    worker = context.service_workers[0] if context.service_workers else await context.wait_for_event("serviceworker")
    await page.bring_to_front()
    tab = await worker.evaluate(ACTIVE_TAB, page.url)
    if tab is None:
        raise CannotFindTab(page.url)
    async with context.expect_page() as opened:
        await worker.evaluate(OPEN_POPUP, f"chrome-extension://{extension}/popup/popup.html?tab={tab}")
    return Popup(await opened.value)


async def click(page: Page, role: str, name: str) -> None:
    """A click of the mouse on what a person sees under that name."""
    await page.get_by_role(role, name=name, exact=True).first.click()  # type: ignore[arg-type]


async def write(page: Page, label: str, text: str) -> None:
    """A click into the field, then one key after the other."""
    box = page.get_by_label(label, exact=True)
    await box.click()
    await page.keyboard.type(text, delay=5)


@dataclass(frozen=True)
class Product:
    """What the person enters, as it is typed."""

    name: str
    price: str
    category: str
    date: str
    description: str
    in_stock: bool = True


async def sign_in(page: Page, user: str, password: str) -> None:
    """On the shop's sign-in page."""
    await write(page, "Username:", user)
    await write(page, "Password:", password)
    await click(page, "button", "Log in")
    await page.get_by_role("link", name="Products", exact=True).first.wait_for()


async def add_product(page: Page, product: Product) -> None:
    """From the shop's first page: open Products, add one, save."""
    await click(page, "link", "Products")
    await click(page, "link", "Add product")
    await write(page, "Name:", product.name)
    await write(page, "Price:", product.price)
    await page.keyboard.press("Tab")
    await page.keyboard.type(product.category, delay=5)
    box = page.get_by_label("In stock", exact=True)
    if product.in_stock != await box.is_checked():
        await box.click()
    await write(page, "Available from:", product.date)
    await write(page, "Description:", product.description)
    await click(page, "button", "Save")
    await page.locator(".messagelist").wait_for()
