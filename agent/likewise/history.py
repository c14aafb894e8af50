"""Runs as the store keeps them: from their first moment, so that none is forgotten by a crash."""

import sqlite3
from typing import Any

from .core.report import RunReport
from .ending import cut_off
from .journal import transaction
from .rows import iso
from .sealed import seal, unseal

ENDED_BY_CRASH = (
    "Likewise ended while this ran. Whether the step under way happened is not known: look before running again."
)


class History:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def begin(self, report: RunReport, place: str, now: float) -> None:
        self._connection.execute(
            "INSERT INTO runs VALUES (?, ?, ?, ?, NULL, ?)",
            (report.run, report.workflow, place, now, seal(report.model_dump_json())),
        )

    def update(self, report: RunReport) -> None:
        self._connection.execute("UPDATE runs SET report = ? WHERE id = ?", (seal(report.model_dump_json()), report.run))

    def end(self, report: RunReport, now: float) -> None:
        """A run that is done proves its workflow."""
        with transaction(self._connection) as connection:
            connection.execute(
                "UPDATE runs SET report = ?, ended = ? WHERE id = ?",
                (seal(report.model_dump_json()), now, report.run),
            )
            column = "done" if report.status == "done" else "stopped"
            connection.execute(f"UPDATE workflows SET {column} = {column} + 1 WHERE id = ?", (report.workflow,))
            if report.status == "done":
                connection.execute(
                    "UPDATE workflows SET trust = 'verified' WHERE id = ? AND trust = 'draft'",
                    (report.workflow,),
                )

    def mend(self, now: float) -> None:
        """Ends the runs that a crash left open."""
        rows = self._connection.execute("SELECT id, report FROM runs WHERE ended IS NULL").fetchall()
        for id, body in rows:
            self.end(cut_off(RunReport.model_validate_json(unseal(body, f"The run {id}")), ENDED_BY_CRASH), now)

    def runs(self) -> list[dict[str, Any]]:
        """Newest first."""
        ids = self._connection.execute("SELECT id FROM runs ORDER BY started DESC, rowid DESC").fetchall()
        found = (self.run(id) for (id,) in ids)
        return [one for one in found if one is not None]

    def run(self, id: str) -> dict[str, Any] | None:
        row = self._connection.execute("SELECT report, place, started, ended FROM runs WHERE id = ?", (id,)).fetchone()
        if row is None:
            return None
        report = RunReport.model_validate_json(unseal(row[0], f"The run {id}")).model_dump(mode="json")
        times = {"started": iso(row[2]), "ended": None if row[3] is None else iso(row[3])}
        return {**report, "place": row[1], **times}
