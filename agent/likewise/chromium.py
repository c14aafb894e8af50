"""Finds a Chromium that can load an unpacked extension. Standard library only: set-up uses it too.

Branded Chrome is passed over: since version 137 it ignores `--load-extension`. Chromium and Chrome for
Testing honour it.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "LIKEWISE_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "chrome")
STUB_BYTES = 4096

LINUX = ("/usr/lib/chromium/chromium", "/opt/chromium/chrome", "~/.local/bin/chromium")
MAC = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
    "~/Applications/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing",
)
WINDOWS = (
    r"%LOCALAPPDATA%\Chromium\Application\chrome.exe",
    r"%ProgramFiles%\Chromium\Application\chrome.exe",
    r"%ProgramFiles(x86)%\Chromium\Application\chrome.exe",
)

PLAYWRIGHT_CACHE = {"linux": "~/.cache", "darwin": "~/Library/Caches", "win32": r"%LOCALAPPDATA%"}
DOWNLOADED = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)


def find() -> Path | None:
    """The browser to use: the one LIKEWISE_CHROMIUM names, else the first one found; None if there is none.

    A LIKEWISE_CHROMIUM that is not a file gives None: another browser than the one asked for is never used.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named) if Path(named).is_file() else None
    for candidates in (_on_path(), _usual_places(), _playwright_cache()):
        for candidate in candidates:
            if _loads_extensions(candidate):
                return candidate
    return None


def how_to_install(python: str = sys.executable) -> str:
    """What a person can do when `find` gives None. `python` is the one that has Playwright."""
    named = os.environ.get(VARIABLE)
    if named:
        return f"{VARIABLE} is {named!r}, and there is no such file. Correct it or unset it."
    ways = {
        "linux": "On Debian: apt install chromium. Elsewhere: ",
        "darwin": "With Homebrew: brew install --cask chromium. Or: ",
    }
    return (
        "No Chromium was found (Chrome itself does not load extensions from the command line). "
        f"{ways.get(sys.platform, '')}"
        f"{python} -m playwright install chromium. "
        f"Or set {VARIABLE} to the path of a Chromium or a Chrome for Testing."
    )


def _on_path() -> Iterator[Path]:
    for name in NAMES:
        if found := shutil.which(name):
            yield Path(found)


def _usual_places() -> Iterator[Path]:
    for place in {"linux": LINUX, "darwin": MAC, "win32": WINDOWS}.get(sys.platform, ()):
        yield Path(os.path.expandvars(os.path.expanduser(place)))


def _playwright_cache() -> Iterator[Path]:
    """What `playwright install chromium` has downloaded, newest first."""
    override = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    # "0" is Playwright's word for "inside its own package", where `find` does not look.
    if override and override != "0":
        root = Path(override)
    else:
        base = PLAYWRIGHT_CACHE.get(sys.platform, "~/.cache")
        root = Path(os.path.expandvars(os.path.expanduser(base))) / "ms-playwright"
    for pattern in DOWNLOADED:
        yield from sorted(root.glob(pattern), key=_revision, reverse=True)


def _revision(path: Path) -> int:
    """The number in `chromium-1234`, a part of every path in Playwright's cache."""
    numbers = [part.removeprefix("chromium-") for part in path.parts if part.startswith("chromium-")]
    return int(numbers[-1]) if numbers and numbers[-1].isdigit() else 0


def _loads_extensions(candidate: Path) -> bool:
    if not (candidate.is_file() and os.access(candidate, os.X_OK)):
        return False
    real = candidate.resolve()
    # A snap cannot read a profile or an extension in hidden folders; Ubuntu's own command only starts it.
    if "snap" in real.parts or _starts_a_snap(real):
        return False
    if candidate.stem == "chrome":
        return _is_unbranded(real)
    return True


def _starts_a_snap(path: Path) -> bool:
    with path.open("rb") as file:
        start = file.read(STUB_BYTES)
    return start.startswith(b"#!") and b"/snap/" in start


def _is_unbranded(path: Path) -> bool:
    """Branded Chrome lives in `.../google/chrome` or `Google\\Chrome\\Application`; archives of Chrome for
    Testing and of Chromium unpack into a folder named after the platform."""
    place = path.parent.name.lower()
    return place.startswith(("chrome-linux", "chrome-win", "chrome-mac")) or "chromium" in str(path).lower()
