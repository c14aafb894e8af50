"""The commands as INTERFACE.md fixes them, run as a person runs them."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import zipfile

import pytest
from click.testing import CliRunner

from likewise.cli import main
from likewise.home import Home

COMMANDS = {"up", "browser", "pair", "extension", "status", "pause", "resume", "demos", "show", "forget"}
COMMANDS |= {"workflows", "run", "stop", "runs", "doctor"}


@pytest.fixture
def likewise(tmp_path):
    def run(*arguments, code=0, given=None):
        done = CliRunner().invoke(main, [*arguments, "--home", str(tmp_path / "h")], input=given)
        assert done.exit_code == code, (done.stdout, done.stderr, done.exception)
        return done

    return run


def process(folder, *arguments, **facts):
    command = [sys.executable, "-m", "likewise", *arguments, "--home", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **facts)


def test_every_command_has_help():
    for command in sorted(COMMANDS):
        done = CliRunner().invoke(main, [command, "--help"])
        assert done.exit_code == 0 and "--home" in done.stdout
    assert set(CliRunner().invoke(main, ["--help"]).stdout.split()) >= COMMANDS


@pytest.mark.parametrize("command", ["status", "demos", "workflows", "runs", "pause", "resume", "stop", "forget --all"])
def test_json_is_one_document_and_nothing_else(likewise, command):
    json.loads(likewise(*command.split(), "--json").stdout)
    assert likewise(*command.split()).stdout


def test_status_without_a_daemon(likewise):
    status = json.loads(likewise("status", "--json").stdout)
    assert (status["daemon"], status["port"], status["connected"], status["model"]) == (False, None, 0, None)


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["status", "--nonsense"],
        ["show"],
        ["forget"],
        ["forget", "d_abcdef", "--all"],
        ["up", "--port", "x"],
        ["up", "--port", "99999"],
        ["run", "w_abcdef", "--in", "moon"],
        ["run", "w_abcdef", "--tab", "x"],
        ["run", "w_abcdef", "--tab", "-1"],
    ],
)
def test_misuse_exits_2(likewise, arguments):
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2 and done.stderr and not done.stdout


@pytest.mark.parametrize(
    "arguments", [["show", "d_unknown"], ["run", "w_unknown"], ["stop", "r_unknown"], ["stop", "7"], ["pair"]]
)
def test_what_cannot_be_done_exits_1_and_says_what_to_do(likewise, arguments):
    done = likewise(*arguments, code=1)
    assert "likewise" in done.stderr and "Traceback" not in done.stderr and not done.stdout
    assert "error" in json.loads(likewise(*arguments, "--json", code=1).stdout)


def test_a_wrong_host_stops_everything_with_exit_2(likewise, tmp_path):
    Home.open(tmp_path / "h").write("config.toml", b'host = "0.0.0.0"')
    assert "127.0.0.1" in likewise("status", code=2).stderr
    assert "127.0.0.1" in likewise("up", code=2).stderr


def test_an_unsafe_home_is_refused(likewise, tmp_path):
    (tmp_path / "h").mkdir()
    (tmp_path / "h").chmod(0o777)
    assert "chmod 700" in likewise("status", code=1).stderr


def test_the_extension_is_written(likewise, tmp_path):
    likewise("extension", str(tmp_path / "out"))
    assert (tmp_path / "out" / "manifest.json").exists()
    document = json.loads(likewise("extension", str(tmp_path / "out.zip"), "--all-sites", "--json").stdout)
    assert "manifest.json" in zipfile.ZipFile(document["out"]).namelist()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "file").touch()
    assert "not empty" in likewise("extension", str(tmp_path / "mine"), code=1).stderr


def test_doctor_says_what_is_missing(likewise, tmp_path, monkeypatch):
    monkeypatch.setenv("LIKEWISE_CHROMIUM", str(tmp_path / "none"))
    found = {one["name"]: one for one in json.loads(likewise("doctor", "--json", code=1).stdout)}
    assert not found["Chromium"]["ok"] and found["Store"]["ok"]
    assert "MISSING" in likewise("doctor", code=1).stdout


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_up_says_one_line_and_a_signal_ends_it_in_order(tmp_path, how):
    old = os.umask(0)
    try:
        daemon = process(tmp_path / "h", "up", "--port", "0", "--no-tray")
    finally:
        os.umask(old)
    assert "listens on 127.0.0.1:" in daemon.stdout.readline()
    modes = {(path.is_dir(), stat.S_IMODE(path.lstat().st_mode)) for path in (tmp_path / "h").rglob("*")}
    assert modes == {(True, 0o700), (False, 0o600)}
    begun = time.monotonic()
    second = process(tmp_path / "h", "up", "--port", "0")
    assert second.wait(10) == 1 and "already runs" in second.communicate()[1]
    assert time.monotonic() - begun < 5, "1 s on an idle machine"
    daemon.send_signal(how)
    begun = time.monotonic()
    out, err = daemon.communicate(timeout=10)
    assert daemon.returncode == 0 and time.monotonic() - begun < 5 and (out, err) == ("", "")
    assert not (tmp_path / "h" / "daemon.sock").exists()


def test_a_taken_port_is_said_and_not_moved(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as other:
        daemon = process(tmp_path / "h", "up", "--port", str(other.getsockname()[1]))
        out, err = daemon.communicate(timeout=20)
    assert daemon.returncode == 1 and "taken by another program" in err and out == ""


def test_pause_is_kept_over_a_kill(tmp_path):
    def status():
        return json.loads(said("status", "--json"))

    def said(*arguments):
        with process(tmp_path / "h", *arguments) as running:
            return running.communicate(timeout=20)[0]

    daemon = process(tmp_path / "h", "up", "--port", "0")
    daemon.stdout.readline()
    assert "off" in said("pause")
    daemon.kill()
    daemon.communicate()
    daemon = process(tmp_path / "h", "up", "--port", "0")
    daemon.stdout.readline()
    assert (status()["daemon"], status()["paused"]) == (True, True)
    daemon.terminate()
    daemon.communicate(timeout=10)
