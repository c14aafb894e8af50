"""The store's schema, one migration a version, in order. A migration that has been released is never changed."""

import sqlite3

from .failure import Failure

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        # `taken` keeps the identity of events whose journal row is gone, so that a late resend is known.
        "CREATE TABLE journal(document TEXT NOT NULL, n INTEGER NOT NULL, profile TEXT NOT NULL,"
        " arrival INTEGER NOT NULL, at REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY(document, n)) WITHOUT ROWID",
        "CREATE INDEX journal_order ON journal(profile, arrival, document, n)",
        "CREATE TABLE taken(number INTEGER PRIMARY KEY, document TEXT NOT NULL, n INTEGER NOT NULL, UNIQUE(document, n))",
        "CREATE TABLE demonstrations(id TEXT PRIMARY KEY, profile TEXT NOT NULL, site TEXT NOT NULL,"
        " title TEXT NOT NULL, started REAL NOT NULL, body TEXT NOT NULL)",
        "CREATE TABLE workflows(id TEXT PRIMARY KEY, site TEXT NOT NULL, trust TEXT NOT NULL, version INTEGER NOT NULL,"
        " made REAL NOT NULL, done INTEGER NOT NULL, stopped INTEGER NOT NULL)",
        "CREATE TABLE workflow_versions(workflow TEXT NOT NULL REFERENCES workflows(id) ON DELETE CASCADE,"
        " version INTEGER NOT NULL, made REAL NOT NULL, body TEXT NOT NULL, PRIMARY KEY(workflow, version))",
        "CREATE TABLE workflow_sources(workflow TEXT NOT NULL REFERENCES workflows(id) ON DELETE CASCADE,"
        " demonstration TEXT NOT NULL REFERENCES demonstrations(id) ON DELETE CASCADE,"
        " PRIMARY KEY(workflow, demonstration))",
        "CREATE INDEX sources_of ON workflow_sources(demonstration)",
        "CREATE TABLE last_values(workflow TEXT NOT NULL REFERENCES workflows(id) ON DELETE CASCADE,"
        " name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY(workflow, name))",
        "CREATE TABLE runs(id TEXT PRIMARY KEY, workflow TEXT NOT NULL REFERENCES workflows(id) ON DELETE CASCADE,"
        " place TEXT NOT NULL, started REAL NOT NULL, ended REAL, report TEXT NOT NULL)",
        "CREATE INDEX runs_of ON runs(workflow)",
        "CREATE TABLE snapshots(hash TEXT PRIMARY KEY, body TEXT NOT NULL)",
        "CREATE TABLE snapshot_uses(hash TEXT NOT NULL, user TEXT NOT NULL, PRIMARY KEY(hash, user))",
        "CREATE TABLE settings(name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
)
NEWEST = len(MIGRATIONS)


def version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check_not_newer(connection: sqlite3.Connection) -> None:
    """Raises Failure, having changed nothing, if a newer Likewise wrote this store."""
    found = version(connection)
    if found > NEWEST:
        raise Failure(
            f"The store was written by a newer Likewise (schema {found}, this one knows {NEWEST}). Update Likewise."
        )


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the store to the newest schema; each step whole or not at all. The connection is in autocommit mode."""
    for number in range(version(connection) + 1, NEWEST + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in MIGRATIONS[number - 1]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number:d}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
