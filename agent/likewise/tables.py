"""JSON documents -> tables for people."""

from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

Row = dict[str, Any]


def code(document: Row) -> None:
    click.echo(f"Pairing code: {document['code']}   (valid {document['expires_s']} s, for one use)")


def status(document: Row) -> None:
    _pairs([(name.replace("_", " "), "none" if value is None else value) for name, value in document.items()])


def demonstrations(rows: list[Row]) -> None:
    _table(("id", "title", "site", "started", "steps", "workflow"), rows, "Nothing has been recorded yet.")


def workflows(rows: list[Row]) -> None:
    told = [
        {
            **row,
            "steps": len(row["steps"]),
            "parameters": ", ".join(parameter["name"] for parameter in row["parameters"]),
        }
        for row in rows
    ]
    _table(("id", "title", "site", "trust", "steps", "parameters"), told, "Nothing has been learned yet.")


def runs(rows: list[Row]) -> None:
    _table(("run", "title", "status", "place", "started", "reason"), rows, "Nothing has been run yet.")


def one(document: Row) -> None:
    """A demonstration, a workflow or a run."""
    if "run" in document:
        report(document)
    elif "parameters" in document:
        _pairs([(name, document[name]) for name in ("id", "title", "description", "site", "trust", "version")])
        _table(("name", "type", "default", "last", "required"), document["parameters"], "It has no parameters.")
        _table(("n", "title", "kind", "gate"), document["steps"], "It has no steps.")
    else:
        _pairs([(name, document[name]) for name in ("id", "title", "site", "started", "workflow")])
        _table(("action", "values"), document["demonstration"]["steps"], "It has no steps.")
        for warning in document["warnings"]:
            click.echo(f"Warning: {line(warning)}")


def report(document: Row) -> None:
    steps = [
        {**step, "ms": round(step["ms"])} if step["status"] != "waiting" else {**step, "status": "not done", "ms": None}
        for step in document["steps"]
    ]
    _table(("step", "title", "status", "ms", "reason"), steps, "It has no steps.")
    end = {"done": "Done", "stopped": "Stopped", "asking": "Needs you"}.get(document["status"], document["status"])
    click.echo(f"{end}: {line(document['title'])}" + (f". {line(document['reason'])}" if document["reason"] else ""))


def row_reports(document: Row) -> None:
    failed = [
        {"row": n, "status": row["status"], "reason": row["reason"]}
        for n, row in enumerate(document["rows"], 1)
        if row["status"] != "done"
    ]
    if failed:
        _table(("row", "status", "reason"), failed, "")
    click.echo(f"{document['done']} done, {document['stopped']} stopped")


def dry_run(document: Row) -> None:
    for n, planned in enumerate(document["runs"], 1):
        click.echo(line(document["title"]) + (f", row {n}" if len(document["runs"]) > 1 else ""))
        for step in planned["steps"]:
            click.echo(f"  {line(step)}")


def forgotten(document: Row) -> None:
    counts = [f"{len(ids)} {kind if len(ids) > 1 else kind.removesuffix('s')}" for kind, ids in document.items() if ids]
    click.echo(f"Forgotten: {', '.join(counts) or 'nothing'}")


def stopped(document: Row) -> None:
    click.echo(f"Stopped: {', '.join(document['stopped']) or 'nothing was running'}")


def findings(rows: list[Row]) -> None:
    told = [{**row, "ok": "ok" if row["ok"] else "MISSING"} for row in rows]
    _table(("name", "ok", "says", "mend"), told, "")


def _pairs(pairs: list[tuple[str, Any]]) -> None:
    table = Table(show_header=False, box=None)
    for name, value in pairs:
        table.add_row(name, _cell(value))
    Console().print(table)


def _table(columns: tuple[str, ...], rows: list[Row], empty: str) -> None:
    if not rows:
        click.echo(empty)
        return
    table = Table(box=None, header_style="bold")
    for column in columns:
        table.add_column(column, no_wrap=column in ("id", "run", "workflow"))
    for row in rows:
        table.add_row(*(_cell(row.get(column)) for column in columns))
    Console().print(table)


def line(text: str) -> str:
    """Text of pages without control characters."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _cell(value: Any) -> Text:
    """Text of pages is shown as it is: no markup, no control characters."""
    if isinstance(value, list):
        value = ", ".join(str(part) for part in value)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    text = "" if value is None else str(value)
    return Text(line(text))
