"""A CSV file -> the values of one run a row. The header names parameters."""

import csv
import io
from collections.abc import Collection
from pathlib import Path

from .failure import Misuse

MAX_FILE = 16 << 20
"""Bytes."""
MAX_ROWS = 10_000
MAX_CELL = 100_000
"""Characters."""


def read(path: Path, names: Collection[str]) -> list[dict[str, str]]:
    """The rows; a missing column is simply not there. Raises Misuse for whatever is not exactly such a file."""
    text = _text(path)
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = _header(path, next(reader, []), names)
        rows = []
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                raise Misuse(f"{path}, line {reader.line_num}: the row has {len(cells)} cells, the header {len(header)}.")
            rows.append(dict(zip(header, cells, strict=True)))
            if len(rows) > MAX_ROWS:
                raise Misuse(f"{path} has more than {MAX_ROWS} rows. Split it.")
    except csv.Error as error:
        raise Misuse(f"{path}, line {reader.line_num}: this is not CSV ({error}).") from error
    if not rows:
        raise Misuse(f"{path} has no rows below its header.")
    return rows


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_FILE + 1)
    except OSError as error:
        raise Misuse(f"{path} cannot be read ({error.strerror}).") from error
    if len(content) > MAX_FILE:
        raise Misuse(f"{path} is larger than {MAX_FILE >> 20} MB. Split it.")
    if b"\0" in content:
        raise Misuse(f"{path} holds NUL characters: it is not a CSV file in UTF-8.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Misuse(f"{path} is not UTF-8. Save it as CSV in UTF-8.") from error


def _header(path: Path, header: list[str], names: Collection[str]) -> list[str]:
    names_given = [name.strip() for name in header]
    unknown = [name for name in names_given if name not in names]
    if unknown:
        known = ", ".join(sorted(names)) or "none"
        raise Misuse(f"{path}: there is no parameter {unknown[0]!r}. The parameters are: {known}.")
    if len(set(names_given)) != len(names_given):
        raise Misuse(f"{path}: a column stands twice in the header.")
    if not names_given:
        raise Misuse(f"{path} is empty. Its first line must name parameters: {', '.join(sorted(names))}.")
    return names_given
