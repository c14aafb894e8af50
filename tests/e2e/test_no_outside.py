"""A whole session reaches nobody outside this machine, and leaves nothing that another user could read."""

import asyncio
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.conftest import CONFIG, Desks
from e2e.likewise_home import LikewiseHome
from likewise import browser
from sites.server import SiteServer

FORM = """<!doctype html><title>Notes</title><h1>Notes</h1><form onsubmit="event.preventDefault(); out.textContent = 'Kept'">
<label>Title <input name=title></label><button>Keep</button><output id=out role=status></output></form>"""
BROWSER_S = 4.0
"""Chromium's own requests come some seconds after its start."""
OUTSIDE = "192.0.2.1"
"""An address of TEST-NET: nobody's."""
HOOK = """
import os, sys

def told(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        address = arguments[1]
        local = isinstance(address, (str, bytes)) or address[0] in ("127.0.0.1", "::1")
    elif event in ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"):
        address = arguments[0]
        local = address in (None, "127.0.0.1", "localhost", "::1")
    elif event in ("socket.bind", "urllib.Request"):
        address, local = arguments[1 if event == "socket.bind" else 0], event == "socket.bind"
    else:
        return
    line = "%d %s %s %s\\n" % (os.getpid(), "local" if local else "OUTSIDE", event, ascii(address))
    handle = os.open(os.environ["LIKEWISE_TEST_AUDIT"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(handle, line.encode())
    os.close(handle)
    if not local:
        raise PermissionError("outside: %r" % (address,))

sys.addaudithook(told)
"""
"""In every Python process, from its start: writes down whom it connects to, and lets it go to nobody outside."""


@pytest.fixture
def audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "hook").mkdir()
    (tmp_path / "hook" / "sitecustomize.py").write_text(HOOK, encoding="utf-8")
    path = os.pathsep.join(filter(None, [str(tmp_path / "hook"), os.environ.get("PYTHONPATH")]))
    monkeypatch.setenv("PYTHONPATH", path)
    monkeypatch.setenv("LIKEWISE_TEST_AUDIT", str(tmp_path / "audit"))
    return tmp_path / "audit"


@pytest.fixture
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.e2e
async def test_a_session_stays_on_the_machine_and_in_its_home(
    tmp_path: Path, audit: Path, no_umask: None, desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    net_log = tmp_path / "net.json"
    monkeypatch.setattr(browser, "ARGUMENTS", (*browser.ARGUMENTS, f"--log-net-log={net_log}"))
    home = LikewiseHome(tmp_path / "h", CONFIG)
    home.start()
    try:
        with SiteServer() as site:
            url = site.page("/notes", FORM)
            async with desks(home) as desk:
                page = await desk.open(url)
                popup = await desk.popup(page)
                await popup.watch()
                await popup.record()
                await page.bring_to_front()
                await page.get_by_label("Title").click()
                await page.keyboard.type("Tea", delay=5)
                await page.get_by_role("button", name="Keep").click()
                await popup.stop_recording()
                (workflow,) = home.json("workflows")
                assert home.json("run", workflow["id"], "--set", "title=Milk")["status"] == "done"
                await asyncio.sleep(BROWSER_S)
            report = home.json("run", workflow["id"], "--set", "title=Bread", "--in", "browser")
            assert report["status"] == "done", report
            home.json("show", workflow["id"])
        kept = [path for path in home.folder.rglob("*") if not path.is_symlink()]
        wrong = [f"{mode(path):04o} {path.relative_to(home.folder)}" for path in kept if not is_private(home.folder, path)]
        assert wrong == [] and mode(home.folder) == 0o700
        names = {path.name for path in home.folder.iterdir()}
        assert {"likewise.sqlite3", "pairing.json", "daemon.sock", "log", "browser", "lock"} <= names, names
        print(len(kept), "files and folders in", sorted(names))
    finally:
        home.kill()

    nothing_leaves(audit, home)
    hosts = set(re.findall(r'"url":"(?:https?|wss?)://([^/":]+)', net_log.read_text(errors="replace")))
    print("the browser asked", hosts)
    assert hosts == {"127.0.0.1"}


def nothing_leaves(audit: Path, home: LikewiseHome) -> None:
    lines = audit.read_text().splitlines()
    print(len(lines), "connections and look-ups by", len({line.split()[0] for line in lines}), "processes")
    assert [line for line in lines if " local " not in line] == []
    assert any(f"socket.bind ('127.0.0.1', {home.port})" in line for line in lines), "the hook is in the daemon"
    assert any("socket.connect" in line and "daemon.sock" in line for line in lines), "and in the commands"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


def is_private(home: Path, path: Path) -> bool:
    """Inside browser/, which is closed itself, Chromium does as it likes."""
    inside = path.relative_to(home).parts
    if inside[0] == "browser" and len(inside) > 1:
        return True
    return mode(path) == (0o700 if path.is_dir() else 0o600)


@pytest.mark.parametrize(
    "attempt",
    [
        f"import socket; socket.create_connection(('{OUTSIDE}', 80), 1)",
        f"import urllib.request; urllib.request.urlopen('http://{OUTSIDE}/', timeout=1)",
        "import socket; socket.getaddrinfo('likewise.test', 443)",
        f"import asyncio; asyncio.run(asyncio.open_connection('{OUTSIDE}', 80))",
        f"import socket; socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('{OUTSIDE}', 53))",
    ],
)
def test_the_hook_notices(audit: Path, attempt: str) -> None:
    """The control: what the session must not do is written down, and stopped before it is done."""
    done = subprocess.run([sys.executable, "-c", attempt], capture_output=True, text=True, timeout=20)
    assert "PermissionError: outside" in done.stderr
    assert "OUTSIDE" in audit.read_text()
