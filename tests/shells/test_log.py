"""The log says where, never what."""

import os
import stat

from likewise.home import Home
from likewise.log import close_log, open_log, trouble


def test_no_content_and_private(tmp_path):
    old = os.umask(0)
    try:
        home = Home.open(tmp_path / "h")
        logger = open_log(home)
        try:
            raise ValueError("canary")
        except ValueError as error:
            trouble(logger, "trying", error)
        close_log(logger)
    finally:
        os.umask(old)
    path = home.path / "log" / "daemon.log"
    text = path.read_text()
    assert "trying failed: ValueError at test_no_content_and_private" in text and "canary" not in text
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
