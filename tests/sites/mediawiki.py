"""MediaWiki from Debian's packages, with SQLite; all that it writes is in a folder of its own."""

import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
import zlib
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

CODE = Path("/usr/share/mediawiki")
PACKAGES = "php-cli php-cgi php-sqlite3 php-xml php-mbstring php-intl mediawiki"
USER = "Editor"
PASSWORD = "harbour-kettle-58"
WORKERS = 4
INSTALL_TIMEOUT_S = 120
START_TIMEOUT_S = 60
LIFE_S = 1800
"""The longest that a server lives if the tests that started it were killed."""

# They ask questions or refuse pages for reasons of their own; Math needs the network, and VisualEditor puts
# its own editor in the place of the form with text and summary.
LEFT_OUT = ("AbuseFilter", "ConfirmEdit", "Math", "SpamBlacklist", "TitleBlacklist", "VisualEditor")
SETTINGS = """
$wgServer = 'http://' . ( $_SERVER['HTTP_HOST'] ?? '127.0.0.1' );
$wgCacheDirectory = __DIR__ . '/cache';
$wgJobRunRate = 0;
$wgEnableEmail = false;
"""

RAW_DEFLATE = -15
PAGE = """
    SELECT t.old_text, t.old_flags, (SELECT comment_text FROM comment WHERE comment_id = {comment_id})
    FROM page p JOIN revision r ON r.rev_id = p.page_latest
    JOIN slots s ON s.slot_revision_id = r.rev_id JOIN content c ON c.content_id = s.slot_content_id
    JOIN text t ON 'tt:' || t.old_id = c.content_address
    WHERE p.page_namespace = 0 AND p.page_title = ?
"""
# Until 1.39 the summary of an edit hangs on a table of its own.
OLD_COMMENT_ID = "(SELECT revcomment_comment_id FROM revision_comment_temp WHERE revcomment_rev = r.rev_id)"


def missing() -> str | None:
    """Why MediaWiki cannot be served here, for `pytest.skip`; None if it can."""
    if os.name != "posix" or not shutil.which("php") or not (CODE / "index.php").exists():
        return f"MediaWiki is not installed (Debian packages: {PACKAGES})"
    return None


class MediaWiki:
    """A context manager: inside it, a wiki with one user and a main page answers at `url`.

    `useskin=` in a query shows another design: vector, vector-2022, monobook, timeless, minerva.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = USER
        self.password = PASSWORD
        self.port = 0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        if reason := missing():
            raise RuntimeError(reason)
        if not self._settings.exists():
            self._install()
        self._start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        process, self._process = self._process, None
        if process and process.poll() is None:
            # The workers are children of the server and do not end with it.
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(10)

    @property
    def url(self) -> str:
        """Without a slash at its end."""
        return f"http://127.0.0.1:{self.port}"

    def page(self, title: str) -> tuple[str, str] | None:
        """The text of an article and the summary of its last edit; None if the database has no such page."""
        name = title[:1].upper() + title[1:].replace(" ", "_")
        uri = f"{(self._data / 'wiki.sqlite').as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            old = connection.execute("PRAGMA table_info(revision_comment_temp)").fetchone()
            comment_id = OLD_COMMENT_ID if old else "r.rev_comment_id"
            row = connection.execute(PAGE.format(comment_id=comment_id), (name,)).fetchone()
            if row is None:
                return None
        text, flags, summary = (_bytes(column) for column in row)
        return (zlib.decompress(text, RAW_DEFLATE) if b"gzip" in flags else text).decode(), summary.decode()

    def reset(self) -> None:
        """The databases as they were at first: only the main page, nobody signed in."""
        shutil.copytree(self.folder / "seed", self._data, dirs_exist_ok=True)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def _settings(self) -> Path:
        return self.folder / "LocalSettings.php"

    def _install(self) -> None:
        for name in ("data", "cache"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        script = [str(CODE / "maintenance" / "install.php"), "--with-extensions", "--scriptpath", ""]
        database = ["--dbtype", "sqlite", "--dbpath", str(self._data), "--dbname", "wiki"]
        place = ["--confpath", str(self.folder), "--server", "http://127.0.0.1"]
        done = subprocess.run(
            ["php", *script, *database, *place, "--pass", self.password, "Test wiki", self.user],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=INSTALL_TIMEOUT_S,
        )
        if done.returncode != 0:
            raise RuntimeError(f"MediaWiki's installer failed:\n{done.stdout[-2000:]}")
        lines = self._settings.read_text().splitlines()
        kept = [line for line in lines if not any(f"'{name}'" in line for name in LEFT_OUT)]
        self._settings.write_text("\n".join(kept) + SETTINGS)
        shutil.copytree(self._data, self.folder / "seed")

    def _start(self) -> None:
        self.port = _free_port()
        options = ["-d", "display_errors=0", "-d", "opcache.enable_cli=1"]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                ["timeout", str(LIFE_S), "php", *options, "-S", f"127.0.0.1:{self.port}", "-t", str(CODE)],
                env={
                    **os.environ,
                    "MW_CONFIG_FILE": str(self._settings),
                    "PHP_CLI_SERVER_WORKERS": str(WORKERS),
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        end = time.monotonic() + START_TIMEOUT_S
        while not self._answers():
            if time.monotonic() > end or self._process.poll() is not None:
                log_end = (self.folder / "server.log").read_text()[-2000:]
                self.__exit__(None, None, None)
                raise RuntimeError(f"MediaWiki did not start:\n{log_end}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/index.php?title=Main_Page", timeout=START_TIMEOUT_S):
                return True
        except urllib.error.HTTPError as error:
            error.close()
            raise RuntimeError(f"MediaWiki answers {error.code}; see {self.folder / 'server.log'}") from error
        except OSError:
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _bytes(column: bytes | str) -> bytes:
    """MediaWiki's text columns come as either."""
    return column.encode() if isinstance(column, str) else column
