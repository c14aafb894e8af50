"""Makes a checkout ready to run: `.venv`, node packages, Chromium, and what tests need of the system.

Only the standard library: this runs before anything is installed. Each function does nothing, quickly,
when its work is already done. What cannot be done raises `Failure`, whose text says what to do.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NoReturn

if sys.version_info < (3, 11):  # noqa: UP036 - a newcomer may start this with an older Python
    sys.exit(f"Likewise needs Python 3.11 or newer; this is {sys.version.split()[0]}.")

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "likewise-installed.json"
NODE_STAMP = ROOT / "node_modules" / ".likewise-installed"
SYSTEM_PYTHON = "/usr/bin/python3"
HAS_GTK = "import sys, gi; sys.exit(sys.version_info < (3, 11))"

sys.path.insert(0, str(ROOT / "agent"))
import tomllib  # noqa: E402 - older Pythons, which are told off above, have none

from likewise import chromium  # noqa: E402 - the package is found only after the path is set


class Failure(Exception):
    """Something could not be made ready; the text is for the person."""


def venv_python() -> Path:
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def venv_tool(name: str) -> str:
    """The path of a console script that a dependency installed."""
    return str(venv_python().parent / (f"{name}.exe" if os.name == "nt" else name))


def ensure_python(*extras: str) -> None:
    """`.venv` with the package in it, editable, and the dependencies of `extras`.

    Calls pip only when pyproject.toml or the wanted extras are not those of the stamp.
    """
    wanted = {"pyproject": _installable(), "root": str(ROOT)}
    found = _read_stamp()
    installed = set(found.pop("extras", []))
    if found == wanted and installed >= set(extras) and venv_python().exists():
        return
    if found.get("root") != str(ROOT) or not venv_python().exists():
        installed = set()
        _make_venv()
    STAMP.unlink(missing_ok=True)
    both = sorted(installed | set(extras))
    target = f".[{','.join(both)}]" if both else "."
    say(f"Installing Likewise into {VENV} ...")
    pip = [str(venv_python()), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--editable", target], "pip could not install the dependencies; see its message above.")
    STAMP.write_text(json.dumps({**wanted, "extras": both}))


def ensure_node() -> None:
    """`node_modules` as package-lock.json has it."""
    lock = _digest(ROOT / "package-lock.json")
    if NODE_STAMP.exists() and NODE_STAMP.read_text() == lock:
        return
    npm = shutil.which("npm")
    if npm is None:
        raise Failure("Node.js 20 or newer with npm is needed for the JavaScript checks: https://nodejs.org")
    say("Installing the JavaScript checker ...")
    run([npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"], "npm ci failed; see its message above.")
    NODE_STAMP.write_text(lock)


def ensure_chromium() -> Path:
    """A Chromium that loads extensions, installed if there is none. The virtual environment must exist."""
    found = chromium.find()
    if found is None and not os.environ.get(chromium.VARIABLE):
        _install_chromium()
        found = chromium.find()
    if found is None:
        raise Failure(chromium.how_to_install(str(venv_python())))
    return found


def ensure_debian(packages: Iterable[str]) -> bool:
    """Installs what is missing of `packages` with apt-get; False where that cannot be done here."""
    if not (_is_debian() and hasattr(os, "geteuid") and os.geteuid() == 0):
        return False
    missing = [package for package in packages if not _has_debian(package)]
    if not missing:
        return True
    say(f"Installing {' '.join(missing)} ...")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
        done = subprocess.run(
            ["apt-get", "-q", *command],
            env=quiet,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode != 0:
            say(f"apt-get {' '.join(command)} failed:\n{done.stdout[-2000:]}")
    return all(_has_debian(package) for package in missing)


def become(argv: Sequence[str]) -> NoReturn:
    """Ends this program by running another in its place, with its exit code."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(argv[0], list(argv))
    try:
        sys.exit(subprocess.call(list(argv)))
    except KeyboardInterrupt:
        sys.exit(130)


def run(argv: Sequence[str], problem: str) -> None:
    """Runs a command at the root of the checkout; its output goes to standard error."""
    done = subprocess.run(list(argv), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=sys.stderr.fileno())
    if done.returncode != 0:
        raise Failure(problem)


def say(text: str) -> None:
    """Progress goes to standard error: standard output belongs to what is started."""
    print(text, file=sys.stderr, flush=True)


def _make_venv() -> None:
    python, flags = _base_python()
    say(f"Making {VENV} with {python} ...")
    make = [python, "-m", "venv", "--clear", *flags, str(VENV)]
    if subprocess.run(make, cwd=ROOT, stdout=subprocess.DEVNULL).returncode == 0:
        return
    # Debian's bare python3 has the venv module but not the pip that goes into it.
    ensure_debian(["python3-venv"])
    run(make, f"{python} cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv")


def _base_python() -> tuple[str, list[str]]:
    """The Python to build from, and flags for its venv module.

    The tray's GTK is only in the system's own Python; a venv reaches it through its site-packages.
    """
    if sys.platform == "linux" and os.path.exists(SYSTEM_PYTHON):
        asked = subprocess.run([SYSTEM_PYTHON, "-c", HAS_GTK], stderr=subprocess.DEVNULL)
        if asked.returncode == 0:
            return SYSTEM_PYTHON, ["--system-site-packages"]
    return sys.executable, []


def _install_chromium() -> None:
    if ensure_debian(["chromium"]):
        return
    say("Installing Chromium with Playwright ...")
    subprocess.run(
        [str(venv_python()), "-m", "playwright", "install", "chromium"],
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr.fileno(),
    )


def _is_debian() -> bool:
    """Debian itself: Ubuntu's chromium package is a snap, whose sandbox hides the profile from us."""
    release = Path("/etc/os-release")
    return release.exists() and "ID=debian" in release.read_text().splitlines() and bool(shutil.which("apt-get"))


def _has_debian(package: str) -> bool:
    asked = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${db:Status-Status}", package],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    return asked.stdout == "installed"


def _installable() -> str:
    """A digest of what pip reads in pyproject.toml; the settings of other tools install nothing."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text())
    read = {"project": tables["project"], "build": tables["build-system"], "hatch": tables["tool"]["hatch"]}
    return hashlib.sha256(json.dumps(read, sort_keys=True).encode()).hexdigest()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _read_stamp() -> dict[str, object]:
    try:
        return dict(json.loads(STAMP.read_text()))
    except (OSError, ValueError):
        return {}
