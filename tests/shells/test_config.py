"""Default < file < environment < flag; whatever is not exactly right is refused with words."""

import pytest

from likewise.config import DEFAULT_PORT, read
from likewise.failure import Misuse

WILDCARDS = ["0.0.0.0", "", "::", "0", "0x0", "::ffff:0.0.0.0", "192.168.0.7", "localhost", "127.0.0.1 ", "127.1", "*"]


@pytest.fixture
def home(tmp_path):
    def write(text, mode=0o600):
        path = tmp_path / "config.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        path.chmod(mode)
        return tmp_path

    return write


def test_each_source_overrides_the_one_before(home):
    folder = home("port = 1111\nstep_timeout_s = 3\n")
    assert read(folder, {}, {}).port == 1111
    assert read(folder, {"LIKEWISE_PORT": "2222"}, {}).port == 2222
    settings = read(folder, {"LIKEWISE_PORT": "2222"}, {"port": 3333})
    assert (settings.port, settings.step_timeout_ms) == (3333, 3000)


def test_without_a_file_the_defaults_hold(tmp_path):
    settings = read(None, {"LIKEWISE_HOME": str(tmp_path / "none")}, {"port": None})
    assert (settings.home, settings.port, settings.host) == (tmp_path / "none", DEFAULT_PORT, "127.0.0.1")


@pytest.mark.parametrize("host", WILDCARDS)
def test_no_other_host(home, host):
    with pytest.raises(Misuse, match=r"127\.0\.0\.1"):
        read(home(f'host = "{host}"\n'), {}, {})
    if host:
        with pytest.raises(Misuse):
            read(home(""), {"LIKEWISE_HOST": host}, {})


@pytest.mark.parametrize(
    "text",
    [
        "prot = 1",
        "port = '8797'",
        "port = true",
        "port = 8797.0",
        "port = 70000",
        "port = -1",
        "step_timeout_s = 0",
        "step_timeout_s = nan",
        "step_timeout_s = inf",
        "[port]\nx = 1",
        "port = 1\nport = 2",
        "port = ",
        "__import__('os')",
        "x = " + "[" * 5000,
        b"\xff\xfe",
        b"port = 1\0",
        "#" * (9 << 10),
        "port = " + "9" * 5000,
    ],
)
def test_a_damaged_or_wrong_file_is_refused_and_says_which(home, text):
    folder = home(text)
    with pytest.raises(Misuse, match=r"config\.toml"):
        read(folder, {}, {})


def test_a_file_that_others_can_write_or_a_link_is_refused(home, tmp_path):
    with pytest.raises(Misuse, match="chmod 600"):
        read(home("port = 1", 0o666), {}, {})
    (tmp_path / "config.toml").unlink()
    (tmp_path / "elsewhere").write_text("port = 1")
    (tmp_path / "config.toml").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(Misuse, match="plain file"):
        read(tmp_path, {}, {})
    (tmp_path / "config.toml").unlink()
    (tmp_path / "config.toml").mkdir()
    with pytest.raises(Misuse, match="plain file"):
        read(tmp_path, {}, {})


@pytest.mark.parametrize("port", ["x", "1.5", "99999", "0x10"])
def test_the_environment_is_checked_too(tmp_path, port):
    with pytest.raises(Misuse, match="port"):
        read(tmp_path, {"LIKEWISE_PORT": port}, {})
