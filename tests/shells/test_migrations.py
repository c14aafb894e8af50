"""Versions in order, each whole or not at all; a newer store stays as it is."""

import sqlite3

import pytest

from likewise import migrations
from likewise.failure import Failure
from likewise.migrations import NEWEST, check_not_newer, migrate, version


def fresh():
    return sqlite3.connect(":memory:", isolation_level=None)


def test_a_new_store_is_brought_to_the_newest():
    connection = fresh()
    migrate(connection)
    migrate(connection)
    assert version(connection) == NEWEST


def test_a_failing_step_leaves_the_version_before(monkeypatch):
    bad = (*migrations.MIGRATIONS, ("CREATE TABLE extra(x)", "CREATE TABLE extra(x)"))
    monkeypatch.setattr(migrations, "MIGRATIONS", bad)
    monkeypatch.setattr(migrations, "NEWEST", len(bad))
    connection = fresh()
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection)
    assert version(connection) == NEWEST
    assert connection.execute("SELECT * FROM sqlite_master WHERE name = 'extra'").fetchall() == []


def test_newer_is_refused():
    connection = fresh()
    connection.execute(f"PRAGMA user_version = {NEWEST + 1}")
    with pytest.raises(Failure, match="newer Likewise"):
        check_not_newer(connection)
