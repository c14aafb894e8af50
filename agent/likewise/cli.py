"""Arguments -> one call; prints a table or --json; nothing else."""

import contextlib
import importlib.util
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from pydantic import ValidationError

from . import config, tables
from .command import JSON, At, at, run_to_end, with_home, with_json
from .core.protocol import (
    Forget,
    GetDemonstrations,
    GetRuns,
    GetStatus,
    GetWorkflows,
    NewCode,
    OpenBrowser,
    Pause,
    Show,
    StopRun,
)
from .daemon import up as daemon_up
from .doctor import examine
from .extension_build import build
from .failure import Failure, Misuse
from .run_command import run

LATER = {"demo": "likewise.demo.story"}
"""Commands whose module is imported when they are called; each has a `command`."""


class Commands(click.Group):
    """Failures are printed, not thrown; commands of other packages appear where these are installed."""

    def list_commands(self, context: click.Context) -> list[str]:
        later = [name for name, module in LATER.items() if _is_there(module)]
        return sorted([*super().list_commands(context), *later])

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name in LATER and _is_there(LATER[name]):
            found: click.Command = import_module(LATER[name]).command
            return found
        return super().get_command(context, name)

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except Failure as failure:
            if context.meta.get(JSON):
                click.echo(json.dumps({"error": str(failure)}))
            click.echo(f"{failure}", err=True)
            context.exit(failure.exit_code)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="likewise")
def main() -> None:
    """Learns a web task by watching you do it once, and does it again with other values."""


@main.command()
@click.option("--port", type=int, help=f"Where the extension connects (default {config.DEFAULT_PORT}).")
@click.option("--no-tray", is_flag=True, help="Without the icon.")
@with_home
def up(port: int | None, no_tray: bool, home: str | None) -> None:
    """The daemon in the foreground."""
    settings = at(home, port=port).settings

    def announce(port: int) -> None:
        click.echo(f"Likewise listens on {config.LOOPBACK}:{port}, home {settings.home}")
        sys.stdout.flush()

    run_to_end(daemon_up(settings, announce))


@main.command()
@click.argument("url", required=False)
@click.option("--headless", is_flag=True, help="Without a window.")
@click.option("--profile", metavar="DIR", help="The browser's own folder (default: in HOME).")
@with_home
def browser(url: str | None, headless: bool, profile: str | None, home: str | None) -> None:
    """Chromium with the extension loaded, all sites allowed, paired. Ends when it is closed."""
    with contextlib.suppress(KeyboardInterrupt):
        at(home).ask(OpenBrowser(url=url, headless=headless, profile=profile and str(Path(profile).absolute())))


@main.command()
@with_json
def pair(home: str | None, as_json: bool) -> None:
    """A new pairing code for the extension's popup."""
    here = at(home, as_json)
    here.show(here.ask(NewCode()), tables.code)


@main.command()
@click.option("--all-sites", is_flag=True, help="With the permission for all sites granted.")
@click.option("--trusted-input", is_flag=True, help="With the debugger permission, for trusted input.")
@click.argument("out", type=click.Path(path_type=Path))
@with_json
def extension(all_sites: bool, trusted_input: bool, out: Path, home: str | None, as_json: bool) -> None:
    """Writes the extension to a folder (for "Load unpacked") or to a .zip."""
    try:
        build(out, all_sites=all_sites, trusted_input=trusted_input)
    except OSError as error:
        raise Failure(f"{out} cannot be written ({error.strerror}). Name another place.") from error
    at(home, as_json).show({"out": str(out)}, lambda done: click.echo(f"The extension is in {done['out']}"))


@main.command()
@with_json
def status(home: str | None, as_json: bool) -> None:
    """Daemon, connections, recording, counts, store size."""
    here = at(home, as_json)
    here.show(here.ask(GetStatus()), tables.status)


@main.command()
@with_json
def pause(home: str | None, as_json: bool) -> None:
    """Recording off, also over restarts."""
    _pause(at(home, as_json), True)


@main.command()
@with_json
def resume(home: str | None, as_json: bool) -> None:
    """Recording on again."""
    _pause(at(home, as_json), False)


def _pause(here: At, paused: bool) -> None:
    words = "Recording is off." if paused else "Recording is on."
    here.show(here.ask(Pause(paused=paused)), lambda _: click.echo(words))


@main.command()
@with_json
def demos(home: str | None, as_json: bool) -> None:
    """The demonstrations, newest first."""
    here = at(home, as_json)
    here.show(here.ask(GetDemonstrations()), tables.demonstrations)


@main.command()
@with_json
def workflows(home: str | None, as_json: bool) -> None:
    """The workflows, newest first."""
    here = at(home, as_json)
    here.show(here.ask(GetWorkflows()), tables.workflows)


@main.command()
@with_json
def runs(home: str | None, as_json: bool) -> None:
    """Past runs, newest first."""
    here = at(home, as_json)
    here.show(here.ask(GetRuns()), tables.runs)


@main.command()
@click.argument("id")
@with_json
def show(id: str, home: str | None, as_json: bool) -> None:
    """One demonstration, workflow or run, whole."""
    here = at(home, as_json)
    here.show(here.ask(Show(id=id)), tables.one)


@main.command()
@click.argument("ids", nargs=-1)
@click.option("--site", metavar="HOST", help="Everything of this site.")
@click.option("--all", "everything", is_flag=True, help="Everything.")
@with_json
def forget(ids: tuple[str, ...], site: str | None, everything: bool, home: str | None, as_json: bool) -> None:
    """Removes demonstrations and what was learned from them alone, in bytes.

    The id of a workflow removes the workflow and its runs; what it was learned from stays.
    """
    if sum([bool(ids), site is not None, everything]) != 1:
        raise Misuse("Name either ids, or --site HOST, or --all.")
    here = at(home, as_json)
    here.show(here.ask(Forget(ids=ids, site=site, all=everything)), tables.forgotten)


main.add_command(run)


@main.command()
@click.argument("run", required=False)
@with_json
def stop(run: str | None, home: str | None, as_json: bool) -> None:
    """Ends a run, or all of them."""
    here = at(home, as_json)
    try:
        request = StopRun(run=run)
    except ValidationError:
        raise Failure(f"{run!r} is not the id of a run. `likewise runs` lists them.") from None
    here.show(here.ask(request), tables.stopped)


@main.command()
@with_json
def doctor(home: str | None, as_json: bool) -> None:
    """What is installed, what is missing, how to mend it."""
    here = at(home, as_json)
    findings = run_to_end(examine(here.settings))
    here.show(findings, tables.findings)
    if not all(one["ok"] for one in findings):
        sys.exit(1)


def _is_there(module: str) -> bool:
    with contextlib.suppress(ModuleNotFoundError):
        return importlib.util.find_spec(module) is not None
    return False
