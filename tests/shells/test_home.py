"""D1: private whatever the umask; what was unsafe before is refused, not repaired."""

import os
import stat

import pytest

from likewise.failure import Failure, Locked
from likewise.home import DATABASE, Home


def mode(path):
    return stat.S_IMODE(os.lstat(path).st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct)
def umask(request):
    old = os.umask(request.param)
    yield
    os.umask(old)


def test_folders_0700_files_0600_whatever_the_umask(tmp_path, umask):
    home = Home.open(tmp_path / "a" / "h")
    home.folder("log")
    home.database()
    home.write("pairing.json", b"{}")
    with home.locked():
        pass
    assert mode(tmp_path / "a") == mode(home.path) == mode(home.path / "log") == 0o700
    assert {mode(path) for path in home.path.iterdir() if path.is_file()} == {0o600}


def test_an_unsafe_home_is_refused_and_left_as_it_is(tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(Failure, match="chmod 700"):
        Home.open(tmp_path / "open")
    assert mode(tmp_path / "open") == 0o777
    (tmp_path / "good").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "good")
    with pytest.raises(Failure, match="not a folder"):
        Home.open(tmp_path / "link")
    (tmp_path / "file").touch()
    with pytest.raises(Failure, match="not a folder"):
        Home.open(tmp_path / "file")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_foreign_home_is_refused(tmp_path):
    (tmp_path / "h").mkdir(mode=0o700)
    os.chown(tmp_path / "h", 65534, 65534)
    with pytest.raises(Failure, match="another user"):
        Home.open(tmp_path / "h")


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_linked_or_open_database_is_refused(tmp_path, suffix):
    home = Home.open(tmp_path / "h")
    name = home.path / (DATABASE + suffix)
    (tmp_path / "other").touch(mode=0o600)
    name.hardlink_to(tmp_path / "other")
    with pytest.raises(Failure, match="second name"):
        home.database()
    name.unlink()
    name.symlink_to(tmp_path / "other")
    with pytest.raises(Failure, match="not a plain file"):
        home.database()
    name.unlink()
    name.touch()
    name.chmod(0o644)
    with pytest.raises(Failure, match="chmod 600"):
        home.database()
    assert mode(name) == 0o644


def test_files_are_read_and_written_whole(tmp_path):
    home = Home.open(tmp_path / "h")
    assert home.read("x", 10) is None
    home.write("x", b"one")
    home.write("x", b"two")
    assert home.read("x", 10) == b"two"
    assert [path.name for path in home.path.iterdir()] == ["x"]
    with pytest.raises(Failure, match="larger"):
        home.read("x", 2)


def test_one_at_a_time_has_the_home(tmp_path):
    home = Home.open(tmp_path / "h")
    with home.locked(), pytest.raises(Locked, match="already runs"), home.locked():
        pass
    with home.locked():
        pass
