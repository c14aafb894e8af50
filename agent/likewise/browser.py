"""A Chromium of our own with the extension in it, launched by Playwright. Nothing else here touches pages."""

import asyncio
import contextlib
import hashlib
import json
import os
import shutil
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import BrowserContext, Error, Playwright, async_playwright
from playwright.async_api import TimeoutError as TooLate

from . import chromium, extension_build
from .failure import Failure
from .home import Home

NOBODY = "http://127.0.0.1:9"
"""Where Chromium's own updates and its question for a Google account go, which no other argument stops."""
ARGUMENTS = (
    f"--component-updater=url-source={NOBODY}/",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    f"--gaia-url={NOBODY}",
    "--hide-crash-restore-bubble",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
)
WORKER_S = 5.0
"""After a launch, until the extension's worker must answer."""
WORKERS = Path("Default") / "Service Worker"
PREFERENCES = Path("Default") / "Preferences"
PREFERRED = {
    "extensions": {"pinned_extensions": [extension_build.EXTENSION_ID]},
    # Chromium would ask Google what the fields of every form mean.
    "autofill": {"profile_enabled": False, "credit_card_enabled": False},
    "credentials_enable_service": False,
}
PAIR_MS = 10_000
CLOSE_S = 3.0


@dataclass(frozen=True)
class Launch:
    """`trusted`: the build whose acting uses trusted input, without its infobar."""

    profile: Path
    extension: Path
    headless: bool
    trusted: bool


class Browser:
    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self._closed = asyncio.Event()
        context.on("close", lambda _: self._closed.set())

    async def pair(self, code: str) -> None:
        """Types the code into the extension's own popup page. The connection that follows says whether it was taken."""
        try:
            page = await self.context.new_page()
            await page.goto(f"chrome-extension://{extension_build.EXTENSION_ID}/popup/popup.html")
            box = page.get_by_role("textbox", name="Pairing code")
            await box.fill(code, timeout=PAIR_MS)
            await page.get_by_role("button", name="Pair", exact=True).click(timeout=PAIR_MS)
            await page.get_by_text("Connected", exact=True).wait_for(timeout=PAIR_MS)
            await page.close()
        except TooLate as error:
            raise Failure("The extension in the browser did not take the pairing code.") from error
        except Error as error:
            raise Failure("The browser was closed before it was paired.") from error

    async def show(self, url: str | None) -> None:
        """Opens the URL in the first tab. A page that does not load is the person's to see."""
        if url is not None:
            page = self.context.pages[0] if self.context.pages else await self.context.new_page()
            with contextlib.suppress(Error):
                await page.goto(url, wait_until="commit")

    def is_closed(self) -> bool:
        return self._closed.is_set()

    async def until_closed(self) -> None:
        await self._closed.wait()


@contextlib.asynccontextmanager
async def launched(launch: Launch) -> AsyncIterator[Browser]:
    """The browser, until left. Raises Failure where there is no Chromium or the extension does not start."""
    executable = chromium.find()
    if executable is None:
        raise Failure(chromium.how_to_install())
    _prefer(launch.profile)
    async with async_playwright() as playwright:
        context = await _start(playwright, executable, launch)
        try:
            yield Browser(context)
        finally:
            await _close(context)


def _prefer(profile: Path) -> None:
    """In a new profile the icon, and with it the badge of a recording, stands in the toolbar, not in its menu; and no form
    is told to anybody."""
    preferences = profile / PREFERENCES
    if not preferences.exists():
        preferences.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        preferences.write_text(json.dumps(PREFERRED))


async def _start(playwright: Playwright, executable: Path, launch: Launch) -> BrowserContext:
    """A browser whose extension works. Chromium can leave a worker in a profile that never starts again (seen when it was
    closed right after its first start); what it keeps of workers is a cache and is then thrown away, once."""
    for again in (False, True):
        context = await _launch(playwright, executable, launch)
        if await _is_awake(context):
            return context
        await _close(context)
        if again or not (launch.profile / WORKERS).exists():
            break
        await asyncio.to_thread(shutil.rmtree, launch.profile / WORKERS, ignore_errors=True)
    raise Failure(
        "Chromium started, but the extension did not: its manifest or its worker is broken. Load it by hand"
        " (chrome://extensions, Load unpacked) to see why."
    )


async def _launch(playwright: Playwright, executable: Path, launch: Launch) -> BrowserContext:
    try:
        return await playwright.chromium.launch_persistent_context(
            launch.profile,
            executable_path=executable,
            headless=launch.headless,
            args=arguments(launch),
            no_viewport=not launch.headless,
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
    except Error as error:
        raise Failure(_why(error, executable, launch)) from error


async def _is_awake(context: BrowserContext) -> bool:
    try:
        async with asyncio.timeout(WORKER_S):
            if not context.service_workers:
                await context.wait_for_event("serviceworker")
            await context.service_workers[0].evaluate("1")
            return True
    except (Error, TimeoutError):
        return False


async def _close(context: BrowserContext) -> None:
    with contextlib.suppress(Error, TimeoutError):
        await asyncio.wait_for(context.close(), CLOSE_S)


def arguments(launch: Launch) -> list[str]:
    extra = [f"--load-extension={launch.extension}", f"--disable-extensions-except={launch.extension}"]
    if launch.trusted:
        extra.append("--silent-debugger-extension-api")
    if sys.platform == "linux" and os.geteuid() == 0:
        extra.append("--no-sandbox")
    if not launch.headless:
        extra.append("--test-type")
    return [*ARGUMENTS, *extra]


def extension_folder(home: Home, trusted: bool) -> Path:
    """The build for our own browsers, written to HOME/extension-HASH once; older ones are removed."""
    new = home.path / f"extension-{'trusted' if trusted else 'plain'}.new"
    shutil.rmtree(new, ignore_errors=True)
    extension_build.build(new, all_sites=True, trusted_input=trusted)
    kind = "trusted" if trusted else "plain"
    target = home.path / f"extension-{kind}-{_hash(new)}"
    if target.exists():
        shutil.rmtree(new)
    else:
        for older in home.path.glob(f"extension-{kind}-*"):
            shutil.rmtree(older, ignore_errors=True)
        new.rename(target)
    _close_to_others(target)
    return target


def _hash(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _close_to_others(folder: Path) -> None:
    folder.chmod(0o700)
    for path in folder.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)


def _why(error: Error, executable: Path, launch: Launch) -> str:
    text = str(error)
    if "ProcessSingleton" in text or "SingletonLock" in text or "already in use" in text:
        return f"The profile {launch.profile} is in use by another browser. Close it, or choose another --profile."
    if "DISPLAY" in text or "Missing X server" in text:
        return "There is no screen here. Use --headless (for `run`: leave --headed out)."
    return f"{executable} did not start. Try it by hand; another one can be named in {chromium.VARIABLE}."
