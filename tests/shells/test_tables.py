"""Tables show every document, and nothing of a page's text acts on the terminal."""

import pytest

from likewise import tables
from shells.test_history import report
from shells.test_rows import learn, task, workflow_row

ROW = workflow_row("w_abcdef", learn(task("Mug")), "draft", 1, ("d_abcdef",), {}).model_dump(mode="json")
RUN = {**report("w_abcdef", "stopped", "stopped").model_dump(mode="json"), "reason": "the page says \x1b[31mno[/]"}


@pytest.mark.parametrize(
    "show,document,says",
    [
        (tables.code, {"code": "ABCDE-FGHIJ", "expires_s": 120}, "ABCDE-FGHIJ"),
        (tables.status, {"daemon": True, "store_bytes": 5}, "store bytes"),
        (tables.demonstrations, [], "Nothing has been recorded"),
        (tables.workflows, [ROW], "w_abcdef"),
        (tables.runs, [{**RUN, "place": "page", "started": "now"}], "r_abcdef"),
        (tables.one, ROW, "Mug"),
        (tables.one, RUN, "Stopped: T"),
        (tables.report, RUN, "the page says"),
        (tables.row_reports, {"rows": [RUN], "done": 0, "stopped": 1}, "0 done, 1 stopped"),
        (tables.dry_run, {"title": "T", "runs": [{"steps": ["Click “Save”"]}]}, "Click “Save”"),
        (tables.forgotten, {"runs": [], "workflows": ["w_abcdef"]}, "Forgotten: 1 workflow\n"),
        (tables.stopped, {"stopped": []}, "nothing was running"),
        (tables.findings, [{"name": "Python", "ok": False, "says": "2", "mend": "x"}], "MISSING"),
    ],
)
def test_each(capsys, show, document, says):
    show(document)
    printed = capsys.readouterr().out
    assert says in printed and "\x1b" not in printed


def test_a_terminal_gets_no_control_characters_of_a_page(capsys, monkeypatch):
    """Click takes colours out only where the output is no terminal."""
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    tables.report(RUN)
    tables.dry_run({"title": "T\x1b[2J", "runs": [{"steps": ["Click “\x1b[2JSave”"]}]})
    assert "\x1b" not in capsys.readouterr().out


def test_a_step_that_was_not_reached_is_said_to_be_not_done(capsys):
    steps = [*RUN["steps"], {**RUN["steps"][0], "step": 2, "status": "waiting"}]
    tables.report({**RUN, "steps": steps})
    printed = capsys.readouterr().out
    assert "not done" in printed and "waiting" not in printed
