"""HOME/log/daemon.log: what went wrong and where in the program; never content."""

import logging
import os
import traceback
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler

from .home import NOFOLLOW, Home

MAX_FILE = 1 << 20
"""Bytes; then a new file is begun."""
KEPT = 3


class _PrivateFile(RotatingFileHandler):
    def _open(self) -> TextIOWrapper:
        return open(
            self.baseFilename, "a", encoding="utf-8", opener=lambda path, flags: os.open(path, flags | NOFOLLOW, 0o600)
        )


def open_log(home: Home) -> logging.Logger:
    path = home.folder("log") / "daemon.log"
    logger = logging.Logger("likewise", logging.INFO)
    handler = _PrivateFile(path, maxBytes=MAX_FILE, backupCount=KEPT)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)
    return logger


def close_log(logger: logging.Logger) -> None:
    for handler in logger.handlers:
        handler.close()


def trouble(logger: logging.Logger, doing: str, error: BaseException) -> None:
    """The kind of error and the way to it. Its text may hold what a page said, so it is left out."""
    way = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(traceback.extract_tb(error.__traceback__)))
    logger.error("%s failed: %s at %s", doing, type(error).__name__, way)
