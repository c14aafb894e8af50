"""The story on a real application: a person adds a product once, and Likewise adds others."""

import asyncio
import json
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from playwright.async_api import BrowserContext, Page
from rich.console import Console
from rich.table import Table

from .. import extension_build
from ..browser import Launch, launched
from ..failure import Failure
from .daemon_process import CommandFailed, DaemonDied, DaemonProcess
from .person import Popup, Product, add_product, open_popup, sign_in
from .shop_server import ShopServer

SHOWN = Product("Blue mug", "12.50", "Mugs", "2026-03-04", "Holds coffee.")
SIGNED_IN = {"Name": "Field guide", "Price": "31.00", "Category": "Books", "Available from": "2026-05-06"}
SIGNED_OUT = {"Name": "Desk lamp", "Price": "48.90", "Category": "Lamps", "Available from": "2026-07-08"}
PRIVATE = {"name": "Floor lamp", "price": "98.00", "category": "Lamps", "available_from": "2026-09-10"}
MARKS = {"done": "[green]done[/]", "skipped": "[dim]skipped[/]", "stopped": "[red]stopped[/]", "asking": "[yellow]asking[/]"}


@dataclass
class Chapter:
    """One run of the workflow, and how long it took as a person sees it."""

    title: str
    seconds: float
    report: dict[str, Any]


@dataclass
class Story:
    """All that is shown at the end."""

    workflow: dict[str, Any]
    chapters: list[Chapter]
    products: list[dict[str, Any]]

    def ended_well(self) -> bool:
        """Every run is done, and the database holds exactly what was asked for."""
        wanted = [asdict(SHOWN)["name"], SIGNED_IN["Name"], SIGNED_OUT["Name"], PRIVATE["name"]]
        runs = all(chapter.report["status"] == "done" for chapter in self.chapters)
        return runs and [product["name"] for product in self.products] == wanted


async def tell(folder: Path, say: Console) -> Story:
    """Records the task and does it again three times. Everything is kept in the folder."""
    say.print("A shop, a daemon and a browser start.")
    with ShopServer(folder / "shop") as shop, DaemonProcess(folder / "home") as daemon:
        extension_build.build(folder / "extension", all_sites=True, trusted_input=False)
        launch = Launch(profile=folder / "person", extension=folder / "extension", headless=True, trusted=False)
        async with launched(launch) as browser:
            await browser.pair(daemon.ask("pair")["code"])
            say.print(f"The shop is on {shop.url}; a browser with Likewise in it is open and paired.")
            page, popup = await _record(browser.context, shop)
            workflow = daemon.ask("workflows")[0]
            say.print(f"Recorded once: [bold]{workflow['title']}[/]. {workflow['description']}")
            first = await _again(popup, daemon, workflow, "in the popup, signed in", SIGNED_IN, {})
            show_run(first, say)
            await browser.context.clear_cookies()
            secrets = {"Password": shop.password}
            second = await _again(popup, daemon, workflow, "in the popup, signed out", SIGNED_OUT, secrets)
            show_run(second, say)
            await page.close()
        third = _privately(daemon, workflow, shop.password)
        show_run(third, say)
        return Story(workflow, [first, second, third], [dict(product) for product in shop.products()])


async def _record(context: BrowserContext, shop: ShopServer) -> tuple[Page, Popup]:
    page = context.pages[0] if context.pages else await context.new_page()
    await page.goto(f"{shop.url}/admin/")
    popup = await open_popup(context, page, extension_build.EXTENSION_ID)
    await popup.watch()
    await popup.record()
    await sign_in(page, shop.user, shop.password)
    await add_product(page, SHOWN)
    await popup.stop_recording()
    return page, popup


async def _again(
    popup: Popup,
    daemon: DaemonProcess,
    workflow: Mapping[str, Any],
    where: str,
    values: Mapping[str, str],
    secrets: Mapping[str, str],
) -> Chapter:
    start = time.monotonic()
    await popup.again(workflow["title"], values, secrets)
    seconds = time.monotonic() - start
    latest = (await asyncio.to_thread(daemon.ask, "runs"))[0]
    return Chapter(where, seconds, await asyncio.to_thread(daemon.ask, "show", latest["run"]))


def _privately(daemon: DaemonProcess, workflow: Mapping[str, Any], password: str) -> Chapter:
    start = time.monotonic()
    sets = [part for name, value in PRIVATE.items() for part in ("--set", f"{name}={value}")]
    given = ("--in", "browser", "--secret", "password")
    report = daemon.ask("run", workflow["id"], *sets, *given, given=f"{password}\n")
    return Chapter("in a private browser", time.monotonic() - start, report)


def show_run(chapter: Chapter, console: Console) -> None:
    """The steps of a run with their milliseconds."""
    table = Table(title=f"Do this again, {chapter.title}: {chapter.report['status']} in {chapter.seconds:.1f} s")
    table.add_column("", justify="right")
    table.add_column("step")
    table.add_column("")
    table.add_column("ms", justify="right")
    for step in chapter.report["steps"]:
        state = MARKS.get(step["status"], step["status"])
        table.add_row(str(step["step"]), step["title"], state, f"{step['ms']:.0f}")
    console.print(table)
    if chapter.report["reason"]:
        console.print(chapter.report["reason"])


def show_products(story: Story, console: Console) -> None:
    """What the application's database holds."""
    table = Table(title="What the shop's own database holds")
    for name in story.products[0] if story.products else ():
        table.add_column(name.replace("_", " "))
    for product in story.products:
        table.add_row(*(str(value) for value in product.values()))
    console.print(table)


@click.command("demo")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(as_json: bool) -> None:
    """The story on a real application, without a screen."""
    console = Console(stderr=as_json)
    with tempfile.TemporaryDirectory(prefix="likewise-", ignore_cleanup_errors=True) as folder:
        try:
            story = asyncio.run(tell(Path(folder), console))
        except (DaemonDied, CommandFailed) as error:
            raise Failure(str(error)) from error
    if as_json:
        click.echo(json.dumps(asdict(story)))
    else:
        show_products(story, console)
    if not story.ended_well():
        raise Failure("The story did not end as it should: a run is not done, or the database differs.")
