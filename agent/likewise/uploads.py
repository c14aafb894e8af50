"""Files to upload: named by the person as a parameter's value, read when the request leaves."""

import base64
from pathlib import Path

from .core.page import Act, Failed, File

MAX_FILE = 24 << 20
"""Bytes of all files of one step."""


def with_files(act: Act) -> Act | Failed:
    """The act with its files' bytes in place of their paths."""
    files, left = [], MAX_FILE
    for value in act.values:
        path = Path(value).expanduser()
        try:
            with path.open("rb") as file:
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
        with Path(value).expanduser().open("rb"):
            return False
    except (OSError, ValueError):
        return True


def _refused(text: str) -> Failed:
    return Failed(kind="failed", code="refused", text=text)
