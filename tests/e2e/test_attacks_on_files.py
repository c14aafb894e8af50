"""Files that a stranger could have written: each is refused with words and exit code 2, or is nothing but text."""

import asyncio
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from likewise.cli import main
from likewise.core.protocol import Recorded
from shells.daemons import desk, recorded

SENTINEL = "nobody may touch this"
LONGEST_S = 1.0
SLACK_S = 2.0
"""For a machine that others use, too."""
WATCHED = {"socket.connect", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "pickle.find_class"}


@dataclass
class Watch:
    """What the process does that reading a file should not make it do."""

    home: Path
    on: bool = False
    seen: list[str] = field(default_factory=list)

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if self.on and event in WATCHED and not self.own_socket(event, arguments):
            self.seen.append(f"{event} {arguments!r:.200}")

    def own_socket(self, event: str, arguments: tuple[object, ...]) -> bool:
        return event == "socket.connect" and str(arguments[1]).startswith(str(self.home))


@dataclass
class Desk:
    folder: Path
    workflow: str
    watch: Watch

    @property
    def home(self) -> Path:
        return self.folder / "h"

    @property
    def sentinel(self) -> Path:
        return self.folder / "sentinel"

    def likewise(self, *arguments: str) -> Result:
        """The command, in this process: quick, and watched."""
        self.watch.on = True
        began = time.monotonic()
        done = CliRunner().invoke(main, [arguments[0], "--home", str(self.home), *arguments[1:]])
        took = time.monotonic() - began
        self.watch.on = False
        assert took < LONGEST_S + SLACK_S, f"{took:.1f} s"
        assert self.watch.seen == [], self.watch.seen
        assert self.sentinel.read_text() == SENTINEL
        assert sorted(path.name for path in self.folder.iterdir()) == ["h", "sentinel", "strange"]
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done

    def strange(self, name: str, content: bytes) -> Path:
        path = self.folder / "strange" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        return path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A home with one workflow, and no daemon."""
    folder, umask = tmp_path_factory.mktemp("files"), os.umask(0o077)

    async def learn() -> str:
        async with desk(folder / "h") as (_, extension):
            await extension.tell(recorded())
            told = await extension.next(Recorded)
            assert told.workflow is not None
            return str(told.workflow.id)

    watch = Watch(folder / "h")
    sys.addaudithook(watch)
    made = Desk(folder, asyncio.run(learn()), watch)
    made.sentinel.write_text(SENTINEL)
    (folder / "strange").mkdir()
    yield made
    watch.on = False
    os.umask(umask)


def csv(*lines: str, ends: str = "\n") -> bytes:
    return (ends.join(lines) + ends).encode("utf-8", "surrogatepass")


REFUSED = {
    "nothing": b"",
    "only a header": csv("name"),
    "only ends of lines": b"\n" * 1000,
    "NUL in a cell": b"name\na\0b\n",
    "NUL for every letter": b"\0" * 100_000,
    "UTF-16": "name\nMug\n".encode("utf-16"),
    "Latin-1": "name\nBecher für Müsli\n".encode("latin-1"),
    "a lone surrogate": csv("name", "\ud800"),
    "overlong UTF-8": b"name\n\xc0\xaf\xc0\xae\n",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 50,
    "a ZIP": b"PK\x03\x04../../evil\x00" + b"x" * 1000,
    "a spreadsheet": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x01" * 1000,
    "a pickle": b"cos\nsystem\n(S'touch sentinel'\ntR.",
    "ragged, too many": csv("name", "a,b"),
    "ragged, too few": csv("name,name2", "a"),
    "a column that is not there": csv("name,colour", "a,b"),
    "a column twice": csv("name,name", "a,b"),
    "a column twice, with a space": csv("name, name", "a,b"),
    "a name of Python": csv("__class__", "x"),
    "a name of JavaScript": csv("__proto__", "x"),
    "a path for a name": csv("../../sentinel", "x"),
    "a formula for a name": csv("=cmd|'/C calc'!A0", "x"),
    "a template for a name": csv("{{name}}", "x"),
    "a name in other letters": csv("n\u0430me", "x"),
    "a name written backwards": csv("\u202ename", "x"),
    "a name with an escape": csv("\x1b[31mname", "x"),
    "an empty name": csv(",name", "x,y"),
    "a million columns": b",".join([b"name"] * 1_000_000) + b"\nx\n",
    "a million strange columns": b",".join(b"c%d" % n for n in range(1_000_000)) + b"\nx\n",
    "too many rows": b"name\n" + b"x\n" * 10_001,
    "a million rows": b"name\n" + b"x\n" * 1_000_000,
    "a huge cell": b"name\n" + b"x" * 200_000 + b"\n",
    "a huge file": b"name\n" + b"x,\n" * (6 << 20),
    "an open quote": b'name\n"' + b"x\n" * 50_000,
    "a quote in the middle": csv("name", '"a"b'),
    "semicolons": csv("name;price", "a;1"),
    "JSON": b'{"name": "x"}\n',
    "YAML": b"!!python/object/apply:os.system ['touch sentinel']\n",
    "HTML": b"<table><tr><td>name</td></tr></table>\n",
}
INERT = {
    "a mark of the byte order": (b"\xef\xbb\xbfname\nMug\n", "Mug"),
    "a formula": (csv("name", '=HYPERLINK("http://evil.test")'.replace('"', "'")), "=HYPERLINK('http://evil.test')"),
    "a command": (csv("name", "=cmd|' /C calc'!A0"), "=cmd|' /C calc'!A0"),
    "a path": (csv("name", "../../../etc/passwd"), "../../../etc/passwd"),
    "a template": (csv("name", "{{7*7}} ${7*7} {0.__class__} %s"), "{{7*7}} ${7*7} {0.__class__} %s"),
    "a secret's name": (csv("name", "{{secret:password}}"), "{{secret:password}}"),
    "a shell": (csv("name", "$(touch sentinel) `touch sentinel`; touch sentinel"), "$(touch sentinel)"),
    "markup": (csv("name", "<img src=x onerror=alert(1)>"), "<img src=x onerror=alert(1)>"),
    "rich text": (csv("name", "[bold]x[/nothing]"), "[bold]x[/nothing]"),
    "old ends of lines": (csv("name", "Mug", ends="\r\n"), "Mug"),
    "a quoted end of line": (csv("name", '"two\nlines"'), "two lines"),
    "other letters": (csv("name", "Müsli \u8c46 \U0001f375"), "Müsli \u8c46 \U0001f375"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_hostile_rows_are_refused(files: Desk, name: str) -> None:
    path = files.strange("rows.csv", REFUSED[name])
    done = files.likewise("run", files.workflow, "--rows", str(path), "--dry-run")
    assert done.exit_code == 2, (done.output, done.exception)
    assert str(path) in done.output and "Traceback" not in done.output
    assert len(done.output) < 1500 and not set(done.output) & {"\x1b", "\0"}


@pytest.mark.parametrize("name", INERT)
def test_strange_rows_are_text(files: Desk, name: str) -> None:
    content, shown = INERT[name]
    path = files.strange("rows.csv", content)
    done = files.likewise("run", files.workflow, "--rows", str(path), "--dry-run", "--json")
    assert done.exit_code == 0, done.output
    (run,) = json.loads(done.stdout)["runs"]
    assert shown in run["steps"][0] or shown in run["values"]["name"].replace("\n", " "), run


def test_rows_that_are_no_file(files: Desk) -> None:
    folder = files.folder / "strange"
    (folder / "loop").symlink_to("loop")
    (folder / "dangling").symlink_to("nowhere")
    for place in (folder, folder / "loop", folder / "dangling", folder / "none", Path("/dev/null"), Path("/dev/zero")):
        done = files.likewise("run", files.workflow, "--rows", str(place), "--dry-run")
        assert done.exit_code == 2 and "Traceback" not in done.output, (place, done.output)


DEEP = 100_000
CONFIGS = {
    "NUL": b"port = 1\0",
    "not UTF-8": b'host = "\xff\xfe"',
    "UTF-16": "port = 8797".encode("utf-16"),
    "a lone surrogate": "host = '\ud800'".encode("utf-8", "surrogatepass"),
    "huge": b"#" * (1 << 20),
    "a huge number": b"port = " + b"9" * 8_000,
    "a huge power": b"step_timeout_s = 1e400",
    "deep lists": b"x = " + b"[" * DEEP,
    "lists as deep as fit": b"x = " + b"[" * 4_000 + b"]" * 4_000,
    "deep tables": b"x = " + b"{a=" * 2_000 + b"1" + b"}" * 2_000,
    "a deep name": b".".join([b"a"] * 4_000) + b" = 1",
    "a deep table's name": b"[" + b".".join([b"a"] * 4_000) + b"]\n",
    "a key twice": b"port = 1\nport = 2",
    "a table twice": b"[port]\n[port]\n",
    "a table for a port": b"[port]\nx = 1",
    "a list for a port": b"port = [8797]",
    "text for a port": b'port = "8797"',
    "a switch for a port": b"port = true",
    "a fraction for a port": b"port = 8797.5",
    "a date for a port": b"port = 1979-05-27",
    "a port below": b"port = -1",
    "a port above": b"port = 65536",
    "no number": b"step_timeout_s = nan",
    "no end": b"step_timeout_s = inf",
    "no time": b"step_timeout_s = 0",
    "below no time": b"step_timeout_s = -0.0",
    "for ever": b"step_timeout_s = 1e300",
    "an unknown name": b"prot = 8797",
    "an unknown name with an escape": b'"\\u001b[31mx" = 1',
    "a name of Python": b"__class__ = 1",
    "another home": b'home = "/etc"',
    "every address": b'host = "0.0.0.0"',
    "no address": b'host = ""',
    "every address of version 6": b'host = "::"',
    "every address in hex": b'host = "0x0"',
    "zero": b'host = "0"',
    "a star": b'host = "*"',
    "an address in another": b'host = "::ffff:0.0.0.0"',
    "an address in another, loopback": b'host = "::ffff:127.0.0.1"',
    "a short address": b'host = "127.1"',
    "an address and a port": b'host = "127.0.0.1:80"',
    "an address and a line": b'host = "127.0.0.1\\n"',
    "an address and a space": b'host = "127.0.0.1 "',
    "an address and NUL": b'host = "127.0.0.1\\u0000"',
    "a number for an address": b"host = 2130706433",
    "a list of addresses": b'host = ["127.0.0.1", "0.0.0.0"]',
    "a name": b'host = "localhost"',
    "a host elsewhere": b'host = "evil.test"',
    "Python": b"__import__('os').system('touch sentinel')",
    "YAML": b"!!python/object/apply:os.system ['touch sentinel']",
    "JSON": b'{"port": 8797}',
    "a template": b'host = "{{7*7}}"',
    "an open string": b'host = """127.0.0.1',
    "a bad escape": b'host = "\\q"',
    "old ends of lines alone": b"port = 8797\rhost = 1\r",
}


@pytest.mark.parametrize("name", CONFIGS)
def test_hostile_settings_are_refused(files: Desk, name: str) -> None:
    path = files.home / "config.toml"
    path.write_bytes(CONFIGS[name])
    path.chmod(0o600)
    try:
        done = files.likewise("status")
    finally:
        path.unlink()
    assert done.exit_code == 2, (done.output, done.exception)
    assert str(path) in done.output and "Traceback" not in done.output
    assert len(done.output) < 1500 and not set(done.output) & {"\x1b", "\0"}


def test_settings_that_are_no_file_of_ones_own(files: Desk) -> None:
    path, elsewhere = files.home / "config.toml", files.strange("elsewhere.toml", b"port = 8797\n")
    elsewhere.chmod(0o600)
    makes = {
        "a link": lambda: path.symlink_to(elsewhere),
        "a link to the sentinel": lambda: path.symlink_to(files.sentinel),
        "a link to itself": lambda: path.symlink_to(path),
        "a dangling link": lambda: path.symlink_to(files.folder / "none"),
        "a device": lambda: path.symlink_to("/dev/zero"),
        "a folder": path.mkdir,
        "a pipe": lambda: os.mkfifo(path, 0o600),
        "open to others": lambda: (path.write_bytes(b""), path.chmod(0o666)),
    }
    for name, make in makes.items():
        make()
        done = files.likewise("status")
        assert done.exit_code == 2 and str(path) in done.output, (name, done.output)
        path.rmdir() if path.is_dir() else path.unlink()
    path.write_bytes(b"\xef\xbb\xbf# mine\nport = 8797\nstep_timeout_s = 3\n")
    path.chmod(0o600)
    assert files.likewise("status").exit_code == 0
    path.unlink()


def test_the_watch_sees(files: Desk) -> None:
    """The control: what none of the files may lead to is noticed."""
    files.watch.on = True
    sys.audit("socket.connect", None, ("192.0.2.1", 80))
    sys.audit("os.system", b"true")
    files.watch.on = False
    assert len(files.watch.seen) == 2
    files.watch.seen.clear()
    print("peak memory:", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10, "MB")
