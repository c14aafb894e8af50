"""Files to upload: named by the person as a parameter's value, read when the request leaves."""

import base64
from pathlib import Path
from typing import BinaryIO

from .core.page import Act, Failed, File

MAX_FILE = 24 << 20
"""Bytes of all files of one step."""


def with_files(act: Act) -> Act | Failed:
    """The act with its files' bytes in place of their paths."""
    files, left = [], MAX_FILE
    for value in act.values:
        path = Path(value)
        try:
            with _opened(value) as file:
                content = file.read(left + 1)
        except (OSError, ValueError):
            return _refused(f"the file {path.name} cannot be read")
        if len(content) > left:
            return _refused(f"{path.name} is too large: at most {MAX_FILE >> 20} MB can be uploaded")
        left -= len(content)
        files.append(File(name=path.name, base64=base64.b64encode(content).decode()))
    return act.model_copy(update={"files": tuple(files), "values": tuple(file.name for file in files)})


def missing(value: str) -> bool:
    """Whether a value does not name a file that can be read."""
    try:
        with _opened(value):
            return False
    except (OSError, ValueError):
        return True


def _opened(value: str) -> BinaryIO:
    """Raises OSError or ValueError where the value names no plain file; a pipe would wait for whoever writes into it."""
    try:
        path = Path(value).expanduser()
    except RuntimeError as error:
        raise OSError(f"no such user: {value}") from error
    if not path.is_file():
        raise FileNotFoundError(value)
    return path.open("rb")


def _refused(text: str) -> Failed:
    return Failed(kind="failed", code="refused", text=text)
