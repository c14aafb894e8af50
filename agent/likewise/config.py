"""Settings: default < HOME/config.toml < environment < flag. Read once, passed down."""

import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import platformdirs

from .failure import Misuse

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8797
DEFAULT_STEP_TIMEOUT_S = 10.0
FILE = "config.toml"
MAX_FILE = 8 << 10
"""Bytes. A name of many parts takes tomllib time in the square of its length."""
RANGES: Mapping[str, tuple[float, float]] = {"port": (0, 65_535), "step_timeout_s": (0.1, 600)}
"""Port 0 is any free one."""


@dataclass(frozen=True)
class Settings:
    home: Path
    host: str = LOOPBACK
    port: int = DEFAULT_PORT
    step_timeout_s: float = DEFAULT_STEP_TIMEOUT_S

    @property
    def step_timeout_ms(self) -> int:
        return round(self.step_timeout_s * 1000)


NAMES = tuple(field.name for field in fields(Settings) if field.name != "home")


def read(home: str | Path | None, environment: Mapping[str, str], flags: Mapping[str, Any]) -> Settings:
    """The settings in force. `flags` that are None were not given. Raises Misuse."""
    place = home_of(home, environment)
    merged: dict[str, Any] = {}
    merged |= _checked(_from_file(place / FILE), str(place / FILE))
    merged |= _checked(_from_environment(environment), "the environment (LIKEWISE_...)")
    merged |= _checked({name: flag for name, flag in flags.items() if flag is not None}, "the command line")
    return Settings(home=place, **merged)


def home_of(home: str | Path | None, environment: Mapping[str, str]) -> Path:
    """The folder that holds everything; absolute, its last part not resolved (a symbolic link is refused later)."""
    given = home or environment.get("LIKEWISE_HOME") or platformdirs.user_data_dir("likewise", appauthor=False)
    path = Path(given).expanduser()
    if "\0" in str(path):
        raise Misuse("The home's name holds a NUL character. Choose another --home.")
    return Path(os.path.abspath(path))


def _from_file(path: Path) -> dict[str, Any]:
    text = _text_of(path)
    if text is None:
        return {}
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number may be too long to be one
        raise Misuse(f"{path} is damaged ({error}). Mend it, or move it away to use the defaults.") from error


def _text_of(path: Path) -> str | None:
    """The file's text, or None where there is none; a link or another person's file is refused."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Misuse(f"{path} cannot be read ({error.strerror}). It must be a plain file of yours.") from error
    try:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode):
            raise Misuse(f"{path} is not a plain file. Remove it or make it one.")
        if hasattr(os, "geteuid") and (facts.st_uid != os.geteuid() or facts.st_mode & 0o022):
            raise Misuse(f"{path} can be changed by others. Own it and chmod 600 it.")
        with os.fdopen(handle, "rb", closefd=False) as file:
            content = file.read(MAX_FILE + 1)
    finally:
        os.close(handle)
    if len(content) > MAX_FILE:
        raise Misuse(f"{path} is larger than {MAX_FILE} bytes. Mend it, or move it away.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Misuse(f"{path} is damaged (not UTF-8). Mend it, or move it away to use the defaults.") from error


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Numbers come as text and are read as numbers; what is no number is left for the check to name."""
    found: dict[str, Any] = {}
    for name in NAMES:
        text = environment.get(f"LIKEWISE_{name.upper()}")
        if text:
            found[name] = _number(text) if name in RANGES else text
    return found


def _number(text: str) -> int | float | str:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _checked(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    return {name: _value(name, value, where) for name, value in given.items()}


def _value(name: str, value: Any, where: str) -> str | int | float:
    if name not in NAMES:
        raise Misuse(f"{where}: there is no setting {name!r}. The settings are {', '.join(NAMES)}.")
    if name == "host":
        if value != LOOPBACK:
            raise Misuse(f'{where}: host must be "{LOOPBACK}": nothing else may reach Likewise.')
        return LOOPBACK
    whole = name == "port"
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
        raise Misuse(f"{where}: {name} must be a {'whole ' if whole else ''}number.")
    low, high = RANGES[name]
    if not low <= value <= high:
        raise Misuse(f"{where}: {name} must lie between {low:g} and {high:g}.")
    return int(value) if whole else float(value)
