"""What is missing, and how to mend it."""

import socket

import pytest

from likewise import doctor
from likewise.config import Settings
from likewise.home import DATABASE, Home
from shells.daemons import daemon


async def findings(folder, port=0):
    return {one["name"]: one for one in await doctor.examine(Settings(home=folder, port=port))}


async def test_all_is_well(tmp_path):
    found = await findings(tmp_path / "h")
    assert set(found) == {"Python", "Chromium", "Extension", "Home", "Store", "Daemon", "Port"}
    assert all(one["ok"] for name, one in found.items() if name != "Chromium")


async def test_with_a_daemon(tmp_path):
    async with daemon(tmp_path / "h") as made:
        found = await findings(tmp_path / "h")
        assert str(made.port) in found["Daemon"]["says"] and found["Store"]["ok"]


async def test_what_is_broken_is_named_with_its_mend(tmp_path, monkeypatch):
    monkeypatch.setenv("LIKEWISE_CHROMIUM", str(tmp_path / "none"))
    home = Home.open(tmp_path / "h")
    home.write(DATABASE, b"nonsense" * 1000)
    with socket.create_server(("127.0.0.1", 0)) as other:
        found = await findings(tmp_path / "h", other.getsockname()[1])
    broken = {name for name, one in found.items() if not one["ok"]}
    assert broken == {"Chromium", "Store", "Port"}
    assert all(found[name]["mend"] for name in broken)


@pytest.mark.parametrize("mode", [0o755])
async def test_an_open_home(tmp_path, mode):
    (tmp_path / "h").mkdir()
    (tmp_path / "h").chmod(mode)
    found = await findings(tmp_path / "h")
    assert not found["Home"]["ok"] and "chmod 700" in found["Home"]["mend"]
