"""What the attacks share: a browser in which strangers have pages and extensions of their own."""

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page, Worker, async_playwright

from e2e.likewise_home import LikewiseHome
from likewise import chromium, client
from likewise.browser import Launch, arguments
from likewise.config import Settings
from likewise.core.protocol import FromLocal, GetStatus, NewCode, Run
from likewise.extension_build import EXTENSION_ID, build
from likewise.sealed import unseal

LOCAL = ("127.0.0.1", "localhost", "0.0.0.0")
HOSTS = " , ".join(
    ["MAP *.test 127.0.0.1", "MAP *.test. 127.0.0.1", "MAP * ~NOTFOUND", *(f"EXCLUDE {name}" for name in LOCAL)]
)
POPUP = f"chrome-extension://{EXTENSION_ID}/popup/popup.html"
WAIT_S = 15.0
NOTES = """<!doctype html><title>Notes</title><h1>Notes</h1>
<form id=form onsubmit="event.preventDefault(); out.textContent = 'Kept'">
<label id=label>Title <input id=title name=title></label>
<label>Sure <input id=box type=checkbox></label><label>Kind <select id=kind><option>One<option>Two</select></label>
<div id=editor contenteditable aria-label=Body role=textbox>Text</div>
<button id=keep>Keep</button><output id=out role=status></output></form>"""


def built(folder: Path, *, all_sites: bool = True) -> Path:
    build(folder, all_sites=all_sites, trusted_input=False)
    return folder


def stranger(folder: Path, files: dict[str, str], **manifest: Any) -> Path:
    """Another extension, with all the permissions that help it."""
    base = {"manifest_version": 3, "name": "Stranger", "version": "1"}
    for name, content in {"manifest.json": json.dumps(base | manifest), **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


@contextlib.asynccontextmanager
async def browsing(profile: Path, *extensions: Path, flags: tuple[str, ...] = ()) -> AsyncIterator[BrowserContext]:
    """A browser with these extensions, in which every name below .test is this machine."""
    loaded = ",".join(map(str, extensions))
    launch = Launch(profile=profile, extension=Path(loaded), headless=True, trusted=False)
    async with async_playwright() as playwright:
        context = await playwright.chromium.launch_persistent_context(
            profile,
            executable_path=chromium.find(),
            headless=True,
            args=[*arguments(launch), f"--host-resolver-rules={HOSTS}", *flags],
        )
        context.set_default_timeout(WAIT_S * 1000)
        try:
            yield context
        finally:
            await context.close()


async def worker_of(context: BrowserContext, other_than: str = "") -> Worker:
    """The worker of our extension, or of the one that is not `other_than`."""

    def fits(worker: Worker) -> bool:
        return other_than not in worker.url if other_than else EXTENSION_ID in worker.url

    async def look() -> Worker | None:
        return next(filter(fits, context.service_workers), None)

    return await eventually(look)


async def paired(context: BrowserContext, code: str) -> None:
    """As a person does it."""
    page = await context.new_page()
    await page.goto(POPUP)
    await page.get_by_role("textbox", name="Pairing code").fill(code)
    await page.get_by_role("button", name="Pair", exact=True).click()
    await page.get_by_text("Connected", exact=True).wait_for()
    await page.close()


async def pair(home: LikewiseHome, context: BrowserContext) -> None:
    await paired(context, (await ask(home, NewCode()))["code"])


async def write(page: Page, text: str) -> None:
    """Into the title of the notes."""
    await page.bring_to_front()
    await page.get_by_label("Title").click()
    await page.keyboard.type(text, delay=2)


async def ask(home: LikewiseHome, request: FromLocal) -> Any:
    """What the command line would ask of the daemon, without a process of its own."""
    async with client.connected(Settings(home=home.folder, port=home.port), request) as line:
        return await line.ask(request)


async def eventually(look: Callable[[], Any], seconds: float = WAIT_S) -> Any:
    """What `look` gives, as soon as that is true."""
    end = time.monotonic() + seconds
    while True:
        seen = await look()
        if seen:
            return seen
        assert time.monotonic() < end, f"waited {seconds} s in vain"
        await asyncio.sleep(0.05)


async def badge(page: Page) -> str:
    """The text on our icon; `page` is one of the extension."""
    return str(await page.evaluate("chrome.action.getBadgeText({})"))


def journal(home: LikewiseHome) -> list[dict[str, Any]]:
    """The events of the task that is being recorded, as they are in the daemon's file, by arrival."""
    rows = _read(home, "SELECT body FROM journal ORDER BY arrival")
    return [json.loads(unseal(body, "an event")) for (body,) in rows]


def taken(home: LikewiseHome) -> int:
    """How many events the daemon has ever taken."""
    ((count,),) = _read(home, "SELECT (SELECT count(*) FROM journal) + (SELECT count(*) FROM taken)")
    return int(count)


def _read(home: LikewiseHome, query: str) -> list[tuple[Any, ...]]:
    with contextlib.closing(sqlite3.connect(f"file:{home.folder / 'likewise.sqlite3'}?mode=ro", uri=True)) as store:
        return store.execute(query).fetchall()


def texts(home: LikewiseHome) -> str:
    return json.dumps(journal(home))


async def seen(home: LikewiseHome, text: str) -> bool:
    return text in texts(home)


async def settled(home: LikewiseHome) -> int:
    """The count of events, once the pages and the worker have had the time to send them."""
    await asyncio.sleep(0.7)
    return taken(home)


async def recording(home: LikewiseHome) -> bool:
    return bool((await ask(home, GetStatus()))["recording"])


async def connected(home: LikewiseHome) -> int:
    return int((await ask(home, GetStatus()))["connected"])


def again(workflow: str, **more: Any) -> Run:
    """A request to do the workflow again in the connected browser, with the recorded values."""
    given = dict(values={}, secrets={}, where="page", tab=None, url=None, headed=False, approvals=(), interactive=False)
    return Run.model_validate({**given, "more": False, "workflow": workflow, **more})
