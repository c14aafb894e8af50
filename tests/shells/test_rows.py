"""Rows as INTERFACE.md fixes them."""

from likewise.core.induction.single import learn
from likewise.rows import demonstration_row, iso, start_of, workflow_row
from shells.test_store import task


def test_a_workflow():
    row = workflow_row("w_abcdef", learn(task("Mug")), "draft", 2, ("d_abcdef",), {"name": "Cup"})
    assert (row.site, row.support, row.version) == ("shop.test", 1, 2)
    [parameter] = row.parameters
    assert (parameter.name, parameter.default, parameter.last, parameter.secret) == ("name", "Mug", "Cup", False)
    assert [(step.n, step.action, step.kind) for step in row.steps] == [(1, "fill", "step"), (2, "click", "step")]


def test_a_demonstration():
    row = demonstration_row("d_abcdef", task("Mug"), "T", 0.0, None)
    assert (row.site, row.steps, row.started, row.workflow) == ("shop.test", 2, iso(0), None)


def test_the_start_page():
    assert start_of(learn(task("Mug"))) == "http://shop.test/"
