"""The demo's daemon: it answers by the command line, and is gone afterwards."""

from pathlib import Path

import pytest

from likewise.demo.daemon_process import CommandFailed, DaemonDied, DaemonProcess


def test_it_answers_and_ends(tmp_path: Path) -> None:
    with DaemonProcess(tmp_path / "h") as daemon:
        assert daemon.ask("status")["port"] == daemon.port
        with pytest.raises(CommandFailed, match="likewise show"):
            daemon.ask("show", "w_nothing0")
    assert daemon.ask("status")["daemon"] is False


def test_a_daemon_that_cannot_start_says_why(tmp_path: Path) -> None:
    folder = tmp_path / "h"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(DaemonDied, match="h"), DaemonProcess(folder):
        pass
