"""What the store keeps of tasks: demonstrations, the workflows learned from them, their last values, snapshots."""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .core.address import site
from .core.demonstration import Demonstration
from .core.element import Snapshot
from .core.report import DemonstrationRow, WorkflowRow
from .core.workflow import Workflow
from .journal import transaction
from .rows import Trust, demonstration_row, site_of, workflow_row
from .sealed import seal, unseal


@dataclass(frozen=True)
class StoredWorkflow:
    workflow: Workflow
    row: WorkflowRow


@dataclass(frozen=True)
class StoredDemonstration:
    demonstration: Demonstration
    row: DemonstrationRow


class Shelf:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    # --- demonstrations ---------------------------------------------------------------------------------------------

    def add_demonstration(self, id: str, profile: str, demonstration: Demonstration, title: str, started: float) -> None:
        """Part of the caller's transaction."""
        self._connection.execute(
            "INSERT INTO demonstrations VALUES (?, ?, ?, ?, ?, ?)",
            (id, profile, site(demonstration.origin), title, started, seal(demonstration.model_dump_json())),
        )
        self._use_snapshots(id, (step.snapshot for step in demonstration.steps))

    def demonstrations(self) -> list[StoredDemonstration]:
        """Newest first."""
        ids = self._connection.execute("SELECT id FROM demonstrations ORDER BY started DESC, rowid DESC").fetchall()
        found = (self.demonstration(id) for (id,) in ids)
        return [one for one in found if one is not None]

    def demonstration(self, id: str) -> StoredDemonstration | None:
        row = self._connection.execute("SELECT body, title, started FROM demonstrations WHERE id = ?", (id,)).fetchone()
        if row is None:
            return None
        learned = self._connection.execute(
            "SELECT workflow FROM workflow_sources WHERE demonstration = ? ORDER BY rowid DESC", (id,)
        ).fetchone()
        demonstration = Demonstration.model_validate_json(unseal(row[0], f"The demonstration {id}"))
        return StoredDemonstration(
            demonstration,
            demonstration_row(id, demonstration, row[1], row[2], learned[0] if learned else None),
        )

    # --- workflows --------------------------------------------------------------------------------------------------

    def add_workflow(self, id: str, workflow: Workflow, sources: tuple[str, ...], now: float) -> None:
        """Version 1 of a workflow. Part of the caller's transaction."""
        self._connection.execute("INSERT INTO workflows VALUES (?, ?, 'draft', 1, ?, 0, 0)", (id, site_of(workflow), now))
        self._connection.execute(
            "INSERT INTO workflow_versions VALUES (?, 1, ?, ?)", (id, now, seal(workflow.model_dump_json()))
        )
        self._connection.executemany("INSERT INTO workflow_sources VALUES (?, ?)", [(id, source) for source in sources])
        self._use_snapshots(id, (step.snapshot for step in workflow.steps))

    def workflows(self) -> list[StoredWorkflow]:
        """Newest first."""
        ids = self._connection.execute("SELECT id FROM workflows ORDER BY made DESC, rowid DESC").fetchall()
        found = (self.workflow(id) for (id,) in ids)
        return [one for one in found if one is not None]

    def workflow(self, id: str) -> StoredWorkflow | None:
        """Its newest version."""
        row = self._connection.execute(
            "SELECT body, trust, w.version FROM workflows w JOIN workflow_versions v"
            " ON v.workflow = w.id AND v.version = w.version WHERE w.id = ?",
            (id,),
        ).fetchone()
        if row is None:
            return None
        sources = self._connection.execute(
            "SELECT demonstration FROM workflow_sources WHERE workflow = ? ORDER BY rowid", (id,)
        ).fetchall()
        last = self._connection.execute("SELECT name, value FROM last_values WHERE workflow = ?", (id,)).fetchall()
        workflow = Workflow.model_validate_json(unseal(row[0], f"The workflow {id}"))
        return StoredWorkflow(
            workflow,
            workflow_row(id, workflow, row[1], row[2], tuple(source for (source,) in sources), dict(last)),
        )

    def set_trust(self, id: str, trust: Trust) -> None:
        self._connection.execute("UPDATE workflows SET trust = ? WHERE id = ?", (trust, id))

    def keep_last(self, id: str, values: Mapping[str, str]) -> None:
        """The values of the last run. Never a secret: the caller has taken them out."""
        with transaction(self._connection) as connection:
            connection.execute("DELETE FROM last_values WHERE workflow = ?", (id,))
            connection.executemany(
                "INSERT INTO last_values VALUES (?, ?, ?)",
                [(id, name, value) for name, value in values.items()],
            )

    # --- snapshots --------------------------------------------------------------------------------------------------

    def add_snapshot(self, hash: str, snapshot: Snapshot) -> None:
        self._connection.execute("INSERT OR IGNORE INTO snapshots VALUES (?, ?)", (hash, seal(snapshot.model_dump_json())))

    def snapshot(self, hash: str) -> Snapshot | None:
        row = self._connection.execute("SELECT body FROM snapshots WHERE hash = ?", (hash,)).fetchone()
        return None if row is None else Snapshot.model_validate_json(unseal(row[0], "A snapshot"))

    def drop_unused_snapshots(self) -> None:
        """Those that nothing kept names, unless a task is still being recorded."""
        self._connection.execute(
            "DELETE FROM snapshots WHERE hash NOT IN (SELECT hash FROM snapshot_uses) AND NOT EXISTS (SELECT 1 FROM journal)"
        )

    def _use_snapshots(self, user: str, hashes: Iterator[str | None]) -> None:
        self._connection.executemany(
            "INSERT OR IGNORE INTO snapshot_uses VALUES (?, ?)", [(hash, user) for hash in hashes if hash]
        )

    # --- forgetting -------------------------------------------------------------------------------------------------

    def forget(self, ids: tuple[str, ...], site: str | None, everything: bool) -> dict[str, list[str]]:
        """Ids of demonstrations, workflows or runs; a site is a host, with or without its port."""
        with transaction(self._connection) as connection:
            if everything:
                ids = self._ids("SELECT id FROM demonstrations UNION SELECT id FROM workflows")
            elif site is not None:
                query = "SELECT id, site FROM demonstrations UNION SELECT id, site FROM workflows"
                ids = tuple(id for id, place in connection.execute(query) if _is_at(place, site))
            gone: dict[str, list[str]] = {}
            gone["runs"] = self._remove("runs", ids)
            gone["demonstrations"] = self._remove("demonstrations", ids)
            orphans = self._ids("SELECT id FROM workflows WHERE id NOT IN (SELECT workflow FROM workflow_sources)")
            gone["workflows"] = self._remove("workflows", (*ids, *orphans))
            connection.execute(
                "DELETE FROM snapshot_uses WHERE user NOT IN (SELECT id FROM demonstrations)"
                " AND user NOT IN (SELECT id FROM workflows)"
            )
        return gone

    def _remove(self, table: str, ids: tuple[str, ...]) -> list[str]:
        return [
            id for id in dict.fromkeys(ids) if self._connection.execute(f"DELETE FROM {table} WHERE id = ?", (id,)).rowcount
        ]

    def _ids(self, query: str) -> tuple[str, ...]:
        return tuple(id for (id,) in self._connection.execute(query).fetchall())


def _is_at(place: str, wanted: str) -> bool:
    wanted = wanted.lower()
    return place == wanted or place.rpartition(":")[0] == wanted
