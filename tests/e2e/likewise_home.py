"""A daemon of its own for a test, used as a person uses it: by its command line."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from likewise.demo.daemon_process import free_port

START_TIMEOUT_S = 20
COMMAND_TIMEOUT_S = 240


class LikewiseHome:
    """A HOME folder with a daemon that can be started, killed and started again."""

    def __init__(self, folder: Path, config: str = "") -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[str] | None = None
        if config:
            folder.mkdir(mode=0o700)
            path = folder / "config.toml"
            path.write_text(config, encoding="utf-8")
            path.chmod(0o600)

    def start(self) -> None:
        self._process = subprocess.Popen(
            [*self.command("up"), "--port", str(self.port), "--no-tray"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert str(self.port) in line, line + self._process.stdout.read()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(START_TIMEOUT_S)
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None

    def run(self, *arguments: str, given: str | None = None, check: int | None = 0) -> subprocess.CompletedProcess[str]:
        """The command's outcome; `check` is the exit code that it must have."""
        done = subprocess.run(
            self.command(*arguments),
            input=given,
            stdin=subprocess.DEVNULL if given is None else None,
            capture_output=True,
            text=True,
            timeout=COMMAND_TIMEOUT_S,
        )
        assert check is None or done.returncode == check, (arguments, done.returncode, done.stdout, done.stderr)
        return done

    def json(self, *arguments: str, given: str | None = None, check: int | None = 0) -> Any:
        return json.loads(self.run(*arguments, "--json", given=given, check=check).stdout)

    def until(self, what: str, holds: Any, timeout_s: float = START_TIMEOUT_S) -> Any:
        """The status, as soon as `holds(status)` is true."""
        end = time.monotonic() + timeout_s
        while time.monotonic() < end:
            status = self.json("status")
            if holds(status):
                return status
            time.sleep(0.1)
        raise AssertionError(f"not in time: {what}; {status}")

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "likewise", arguments[0], "--home", str(self.folder), *arguments[1:]]

    def bytes_with(self, text: str) -> list[Path]:
        """The files below HOME that hold the text in plain, URL- or base64-form; the browser's own profile left out."""
        import base64
        from urllib.parse import quote

        needles = {text.encode(), quote(text).encode(), base64.b64encode(text.encode()).rstrip(b"=")}
        hits = []
        for path in self.folder.rglob("*"):
            if path.is_file() and not path.is_symlink() and os.access(path, os.R_OK):
                if path.relative_to(self.folder).parts[0] == "browser":
                    continue
                data = path.read_bytes()
                if any(needle in data for needle in needles):
                    hits.append(path)
        return hits
