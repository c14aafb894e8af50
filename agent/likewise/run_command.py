"""`likewise run`: values in, checked before anything starts; one run, or one a row; reports out."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

from . import csv_rows, tables
from .client import Client, Hear, connected
from .command import At, at, run_to_end, with_json
from .core.binding import check
from .core.protocol import Answered, Asked, Progress, Run, Show
from .core.words import dry_run as in_words
from .core.workflow import Workflow
from .failure import Failure, Misuse

Values = dict[str, str]
SHOWN = 5
"""Problems that are printed."""


@dataclass(frozen=True)
class Wish:
    """What the command line asks for, but the values."""

    workflow: str
    secrets: dict[str, str]
    where: str
    tab: int | None
    url: str | None
    headed: bool
    approvals: tuple[int, ...]

    def request(self, values: Values, more: bool) -> Run:
        return Run.model_validate(
            {
                "workflow": self.workflow,
                "values": values,
                "secrets": self.secrets,
                "where": self.where,
                "tab": self.tab,
                "url": self.url,
                "headed": self.headed,
                "approvals": self.approvals,
                "interactive": sys.stdin.isatty(),
                "more": more,
            }
        )

    def __repr__(self) -> str:
        return f"Wish({self.workflow})"


@click.command()
@click.argument("workflow")
@click.option("--set", "given", metavar="NAME=VALUE", multiple=True, help="A parameter's value; may be given again.")
@click.option(
    "--secret",
    "secrets",
    metavar="NAME",
    multiple=True,
    help="Asks for it before the start, or reads a line of standard input.",
)
@click.option(
    "--rows", type=click.Path(path_type=Path), metavar="FILE.csv", help="One run a row; the first line names parameters."
)
@click.option(
    "--in",
    "where",
    type=click.Choice(["page", "browser"]),
    default="page",
    show_default=True,
    help="In your connected browser, or a private one.",
)
@click.option("--tab", type=click.IntRange(min=0), help="In this tab of the connected browser.")
@click.option("--url", help="Another start page, on the same origin.")
@click.option("--headed", is_flag=True, help="Show the private browser.")
@click.option("--approve", "approvals", type=int, multiple=True, metavar="STEP", help="Approves this step, once.")
@click.option("--dry-run", is_flag=True, help="Says what would be done; does nothing.")
@with_json
def run(
    workflow: str,
    given: tuple[str, ...],
    secrets: tuple[str, ...],
    rows: Path | None,
    where: str,
    tab: int | None,
    url: str | None,
    headed: bool,
    approvals: tuple[int, ...],
    dry_run: bool,
    as_json: bool,
    home: str | None,
) -> None:
    """Does a workflow again."""
    here = at(home, as_json)
    learned = _learned(here, workflow)
    base = _values(given)
    wanted = [base] if rows is None else [{**base, **row} for row in csv_rows.read(rows, _columns(learned))]
    _check(learned, wanted, rows is not None)
    if dry_run:
        _say(here, learned, wanted)
        return
    wish = Wish(workflow, _secrets(learned, secrets), where, tab, url, headed, approvals)
    if rows is None:
        _one(here, wish, wanted[0])
    else:
        _many(here, wish, wanted)


# --- what was given -------------------------------------------------------------------------------------------------


def _learned(here: At, id: str) -> Workflow:
    found = here.ask(Show(id=id))
    if "whole" not in found:
        raise Misuse(f"{id} is not a workflow. `likewise workflows` lists them.")
    return Workflow.model_validate(found["whole"])


def _values(given: tuple[str, ...]) -> Values:
    values: Values = {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not sign:
            raise Misuse(f"--set takes NAME=VALUE, not {pair!r}.")
        values[name.strip()] = value
    return values


def _columns(workflow: Workflow) -> list[str]:
    """A secret's column is refused later, with words that say where it belongs."""
    return [parameter.name for parameter in workflow.parameters]


def _check(workflow: Workflow, wanted: list[Values], numbered: bool) -> None:
    """Raises Misuse before anything starts."""
    problems = [
        f"Row {n}: {problem}" if numbered else problem
        for n, values in enumerate(wanted, 1)
        for problem in check(workflow, values)
    ]
    if problems:
        more = f" And {len(problems) - SHOWN} more." if len(problems) > SHOWN else ""
        raise Misuse(" ".join(problems[:SHOWN]) + more)


def _secrets(workflow: Workflow, names: tuple[str, ...]) -> dict[str, str]:
    known = [parameter.name for parameter in workflow.parameters if parameter.type == "secret"]
    secrets = {}
    for name in names:
        if name not in known:
            raise Misuse(f"There is no secret {name!r}. The secrets are: {', '.join(known) or 'none'}.")
        secrets[name] = _secret(name)
    return secrets


def _secret(name: str) -> str:
    if sys.stdin.isatty():
        return str(click.prompt(name, hide_input=True, err=True))
    line = sys.stdin.readline()
    if not line:
        raise Misuse(f"Standard input has no line for the secret {name}.")
    return line.rstrip("\r\n")


# --- doing it -------------------------------------------------------------------------------------------------------


def _say(here: At, workflow: Workflow, wanted: list[Values]) -> None:
    runs = [{"values": values, "steps": in_words(workflow, values)} for values in wanted]
    here.show({"title": workflow.title, "runs": runs}, tables.dry_run)


def _one(here: At, wish: Wish, values: Values) -> None:
    async def work() -> dict[str, Any]:
        request = wish.request(values, more=False)
        async with connected(here.settings, request) as client:
            return await _report(client, request, _teller())

    report = run_to_end(work())
    here.show(report, tables.report)
    if report["status"] != "done":
        sys.exit(1)


def _many(here: At, wish: Wish, wanted: list[Values]) -> None:
    reports = run_to_end(_each(here, wish, wanted))
    done = sum(report["status"] == "done" for report in reports)
    document = {"rows": reports, "done": done, "stopped": len(reports) - done}
    here.show(document, tables.row_reports)
    if done < len(reports):
        sys.exit(1)


async def _each(here: At, wish: Wish, wanted: list[Values]) -> list[dict[str, Any]]:
    """Goes on after a row that failed; only what fails before the first row ends it."""
    reports: list[dict[str, Any]] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    async with connected(here.settings, wish.request({}, more=True)) as client:
        with Bar(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task("Rows", total=len(wanted))
            for n, values in enumerate(wanted, 1):
                request = wish.request(values, more=n < len(wanted))
                try:
                    report = await _report(client, request, _ask_only)
                except Failure as failure:
                    if n == 1:
                        raise
                    report = {"run": None, "workflow": wish.workflow, "status": "stopped", "steps": []}
                    report["reason"] = str(failure)
                reports.append(report)
                failed = sum(one["status"] != "done" for one in reports)
                bar.update(task, advance=1, description=f"Rows ({failed} stopped)" if failed else "Rows")
    return reports


async def _report(client: Client, request: Run, hear: Hear) -> dict[str, Any]:
    report = await client.ask(request, hear)
    assert isinstance(report, dict)
    return report


def _teller() -> Hear:
    """Prints each line of progress once, and asks."""
    last = ""

    async def hear(message: Progress | Asked) -> Answered | None:
        nonlocal last
        if isinstance(message, Progress) and message.text != last:
            last = message.text
            click.echo(tables.line(last), err=True)
        return await _ask_only(message)

    return hear


async def _ask_only(message: Progress | Asked) -> Answered | None:
    return await asyncio.to_thread(_asked, message) if isinstance(message, Asked) else None


def _asked(message: Asked) -> Answered:
    """Consent and secrets, asked at the terminal."""
    question = message.report.question
    assert question is not None
    secret, approved = None, False
    if question.kind == "secret":
        secret = click.prompt(f"{tables.line(question.label)} for {question.origin}", hide_input=True, err=True)
        approved = True
    elif question.kind == "consent":
        approved = click.confirm(f"{tables.line(question.shown)}\nApprove this step?", err=True)
    return Answered(run=message.report.run, step=question.step, approved=approved, shown=question.shown, secret=secret)
