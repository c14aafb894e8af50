"""The journal: events as they came, committed before they are acknowledged, kept until their task is closed."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence

from .core.event import Event
from .sealed import seal, unseal

REMEMBERED = 200_000
"""Identities of events that are kept after their rows are gone, against late resends."""

EventKey = tuple[str, int]


class Journal:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def append(self, batch: Iterable[tuple[str, Event]], now: float) -> list[bool]:
        """Commits a batch of (profile, event). True where the event is new; one that was there before stays as it was."""
        with transaction(self._connection) as connection:
            return [self._insert(connection, profile, event, now) for profile, event in batch]

    def _insert(self, connection: sqlite3.Connection, profile: str, event: Event, now: float) -> bool:
        done = connection.execute(
            "INSERT OR IGNORE INTO journal(document, n, profile, arrival, at, body)"
            " SELECT ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM taken WHERE document = ? AND n = ?)",
            (
                event.document,
                event.n,
                profile,
                event.arrival,
                now,
                seal(event.model_dump_json()),
                event.document,
                event.n,
            ),
        )
        return done.rowcount == 1

    def events(self) -> Iterator[tuple[str, Event]]:
        """All that is pending, each profile's in order of arrival."""
        rows = self._connection.execute(
            "SELECT profile, body FROM journal ORDER BY profile, arrival, document, n"
        ).fetchall()
        for profile, body in rows:
            yield profile, Event.model_validate_json(unseal(body, "The journal of what is being recorded"))

    def began(self, keys: Sequence[EventKey]) -> float | None:
        """When the first of these events came, in seconds since 1970."""
        times = [
            row[0]
            for key in keys
            if (row := self._connection.execute("SELECT at FROM journal WHERE document = ? AND n = ?", key).fetchone())
        ]
        return min(times, default=None)

    def take(self, keys: Sequence[EventKey]) -> None:
        """Drops the rows, remembering their identities. Part of the caller's transaction, if one is open."""
        self._connection.executemany("DELETE FROM journal WHERE document = ? AND n = ?", keys)
        self._connection.executemany("INSERT OR IGNORE INTO taken(document, n) VALUES (?, ?)", keys)
        self._connection.execute("DELETE FROM taken WHERE number <= (SELECT max(number) FROM taken) - ?", (REMEMBERED,))

    def clear(self) -> None:
        rows = self._connection.execute("SELECT document, n FROM journal").fetchall()
        with transaction(self._connection):
            self.take(rows)

    def is_empty(self) -> bool:
        return self._connection.execute("SELECT 1 FROM journal LIMIT 1").fetchone() is None


class transaction:
    """Whole or not at all; BEGIN IMMEDIATE, because the connection is in autocommit mode."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> sqlite3.Connection:
        self._connection.execute("BEGIN IMMEDIATE")
        return self._connection

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._connection.execute("COMMIT")
        elif self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
