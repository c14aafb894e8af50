"""A daemon in a process of its own, spoken to by the command line, as a person would."""

import json
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

STOP_TIMEOUT_S = 5
COMMAND_TIMEOUT_S = 120


class DaemonDied(Exception):
    """The daemon did not start; the text is what it said."""


class CommandFailed(Exception):
    """A command ended with another exit code than 0; the text is what it said."""


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class DaemonProcess:
    """A context manager: inside it, `likewise up` runs on the home folder."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.port = free_port()

    def __enter__(self) -> Self:
        command = self._command("up", "--port", str(self.port), "--no-tray")
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if str(self.port) not in line:
            line += self._process.communicate()[0]
            raise DaemonDied(line)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._process.terminate()
        try:
            self._process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def ask(self, command: str, *arguments: str, given: str = "") -> Any:
        """The JSON that the command prints."""
        line = self._command(command, *arguments, "--json")
        done = subprocess.run(line, input=given, capture_output=True, text=True, timeout=COMMAND_TIMEOUT_S)
        if done.returncode != 0:
            raise CommandFailed(f"likewise {command}: {done.stderr or done.stdout}")
        return json.loads(done.stdout)

    def _command(self, command: str, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "likewise", command, "--home", str(self.home), *arguments]
