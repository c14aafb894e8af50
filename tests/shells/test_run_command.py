"""`likewise run`: everything is checked before anything starts."""

import asyncio
import contextlib
import json
import threading

import pytest
from click.testing import CliRunner

from likewise.cli import main
from likewise.core.protocol import Recorded
from shells.daemons import FakePage, desk, recorded


class Desk:
    """A daemon with a connected browser in a thread of its own, as the command line finds it."""

    def __init__(self, folder, button):
        self.folder, self.page, self.workflow = folder, FakePage(button), ""
        self._ready, self._button = threading.Event(), button
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))

    async def _serve(self):
        async with desk(self.folder, self.page) as (_, extension):
            await extension.tell(recorded(self._button))
            self.workflow = (await extension.next(Recorded)).workflow.id
            self._ready.set()
            await self._stop.wait()

    def run(self, *arguments, code=0, given=""):
        done = CliRunner().invoke(main, ["run", self.workflow, *arguments, "--home", str(self.folder)], input=given)
        assert done.exit_code == code, (done.stdout, done.stderr, done.exception)
        return done

    def __enter__(self):
        self._thread.start()
        assert self._ready.wait(10)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def plain(tmp_path):
    with Desk(tmp_path / "h", "Save") as made:
        yield made


@pytest.fixture
def gated(tmp_path):
    with Desk(tmp_path / "h", "Delete") as made:
        yield made


def test_one_run(plain):
    report = json.loads(plain.run("--set", "name=Cup=1", "--json").stdout)
    assert (report["status"], report["workflow"]) == ("done", plain.workflow)
    assert [(step["step"], step["status"]) for step in report["steps"]] == [(1, "done"), (2, "done")]
    assert plain.page.did == ["fill Name Cup=1", "click Save"]
    assert "Done" in plain.run().stdout


def test_rows_go_on_after_a_failed_one(plain, tmp_path):
    (tmp_path / "rows.csv").write_text("name\nRed\nBad\nBlue\n")
    page, usual = plain.page, plain.page.__call__

    class Failing(FakePage):
        def __call__(self, ask):
            if ask.kind == "act" and ask.values == ("Bad",):
                from likewise.core.page import Failed

                return Failed(code="covered", text="it is covered")
            return usual(ask)

    page.__class__ = Failing
    done = plain.run("--rows", str(tmp_path / "rows.csv"), "--json", code=1)
    document = json.loads(done.stdout)
    assert (document["done"], document["stopped"]) == (2, 1)
    assert [row["status"] for row in document["rows"]] == ["done", "stopped", "done"]
    assert "it is covered" in document["rows"][1]["reason"]
    assert "2 done, 1 stopped" in plain.run("--rows", str(tmp_path / "rows.csv"), code=1).stdout


@pytest.mark.parametrize(
    "arguments,says",
    [
        (["--set", "colour=red"], "colour"),
        (["--set", "name"], "NAME=VALUE"),
        (["--secret", "password"], "no secret"),
        (["--url", "http://evil.test/"], "--url must be on"),
        (["--approve", "9"], "no step 9"),
        (["--rows", "none.csv"], "cannot be read"),
    ],
)
def test_misuse(plain, arguments, says):
    assert says in plain.run(*arguments, code=2).stderr
    assert plain.page.asked == []


@pytest.mark.parametrize("content", [b"colour\nred\n", b"name\na,b\n", b"name\na\0\n", b"\xff\xfe", b"", b'name\n"x'])
def test_a_bad_csv_starts_nothing(plain, tmp_path, content):
    (tmp_path / "rows.csv").write_bytes(content)
    assert "rows.csv" in plain.run("--rows", str(tmp_path / "rows.csv"), code=2).stderr
    assert plain.page.asked == []


def test_a_dry_run_says_it_and_does_nothing(plain, tmp_path):
    assert "Fill “Name” with Cup" in plain.run("--set", "name=Cup", "--dry-run").stdout
    (tmp_path / "rows.csv").write_text("name\nRed\nBlue\n")
    planned = json.loads(plain.run("--rows", str(tmp_path / "rows.csv"), "--dry-run", "--json").stdout)
    assert [run["values"]["name"] for run in planned["runs"]] == ["Red", "Blue"]
    assert plain.page.asked == []


def test_consent_that_nobody_can_give(gated):
    report = json.loads(gated.run("--json", code=1).stdout)
    assert report["status"] == "asking" and "--approve 2" in report["reason"]
    assert gated.page.did == ["fill Name Mugs"]
    assert json.loads(gated.run("--json", "--approve", "2").stdout)["status"] == "done"


def test_something_that_is_no_workflow(plain):
    with contextlib.suppress(SystemExit):
        done = CliRunner().invoke(main, ["run", "d_unknown", "--home", str(plain.folder)])
        assert done.exit_code == 1
