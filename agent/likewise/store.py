"""SQLite: the only truth. One connection, used by one thread at a time; an append is committed when it returns.

WAL with synchronous=FULL: what was committed survives a killed process and a power cut. secure_delete and a truncated
WAL: what was deleted is gone in bytes.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .failure import Failure
from .history import History
from .home import Home, check_file
from .journal import Journal
from .migrations import check_not_newer, migrate
from .shelf import Shelf

BUSY_S = 2.0
PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA trusted_schema = OFF",
)
PAUSED = "paused"


@dataclass(frozen=True)
class Sizes:
    demonstrations: int
    workflows: int
    runs: int
    pending: int
    bytes: int


class Store:
    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.connection = connection
        self._path = path
        self.journal = Journal(connection)
        self.shelf = Shelf(connection)
        self.history = History(connection)

    def close(self) -> None:
        self.connection.close()

    def paused(self) -> bool:
        return self.setting(PAUSED) == "1"

    def set_paused(self, paused: bool) -> None:
        self.set_setting(PAUSED, "1" if paused else "0")

    def setting(self, name: str) -> str | None:
        row = self.connection.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_setting(self, name: str, value: str) -> None:
        self.connection.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def forget(self, ids: tuple[str, ...], site: str | None, everything: bool) -> dict[str, list[str]]:
        """Removes demonstrations (also the journal's, where everything goes), the workflows learned from nothing else,
        their runs and snapshots, in bytes. Returns the ids of what was removed."""
        gone = self.shelf.forget(ids, site, everything)
        if everything:
            self.journal.clear()
        self.shelf.drop_unused_snapshots()
        self.rewrite()
        return gone

    def rewrite(self) -> None:
        self.connection.execute("VACUUM")
        self.truncate_log()

    def truncate_log(self) -> None:
        """Deleted rows leave the WAL, too."""
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def problems(self) -> list[str]:
        """What SQLite's own check finds; empty if the store is sound."""
        try:
            rows = self.connection.execute("PRAGMA integrity_check").fetchall()
        except sqlite3.DatabaseError as error:
            return [str(error)]
        return [str(row[0]) for row in rows if row[0] != "ok"]

    def sizes(self) -> Sizes:
        def count(table: str) -> int:
            return int(self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

        size = sum(
            path.stat().st_size for path in (self._path, self._path.with_name(self._path.name + "-wal")) if path.exists()
        )
        return Sizes(count("demonstrations"), count("workflows"), count("runs"), count("journal"), size)


@contextlib.contextmanager
def opened(home: Home) -> Iterator[Store]:
    """The home's store, migrated. Raises Failure where it is unsafe, newer, or damaged."""
    path = home.database()
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    # What is no UTF-8 is damaged; the checksums say so, not the driver.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    store = Store(connection, path)
    try:
        try:
            check_not_newer(connection)
            for pragma in PRAGMAS:
                connection.execute(pragma)
            if problems := store.problems():
                raise sqlite3.DatabaseError(problems[0])
            migrate(connection)
            _check_files(path)
        except sqlite3.OperationalError as error:
            raise Failure(f"The store {path} cannot be used now: {error}.") from error
        except sqlite3.DatabaseError as error:
            raise Failure(
                f"The store {path} is damaged ({error}). Nothing was changed. Move it away, with its -wal and -shm,"
                " to begin a new one, or put a backup in its place."
            ) from error
        yield store
        store.truncate_log()
    finally:
        store.close()


def _check_files(path: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        file = path.with_name(path.name + suffix)
        if file.exists():
            check_file(file)
