"""Demonstrations and workflows come back as the values they were."""

import pytest

from likewise.core.induction.single import learn
from likewise.home import Home
from likewise.store import opened
from shells.test_store import kept, task


@pytest.fixture
def store(tmp_path):
    with opened(Home.open(tmp_path / "h")) as made:
        yield made


def test_values_survive(store):
    demo, workflow = kept(store, "Blue mug")
    assert store.shelf.demonstration(demo).demonstration == task("Blue mug")
    assert store.shelf.workflow(workflow).workflow == learn(task("Blue mug"))
    row = store.shelf.workflow(workflow).row
    assert (row.id, row.site, row.trust, row.version, row.support, row.sources) == (
        workflow,
        "shop.test",
        "draft",
        1,
        1,
        (demo,),
    )
    assert store.shelf.demonstration(demo).row.workflow == workflow
    assert store.shelf.demonstration("d_none") is None and store.shelf.workflow("w_none") is None


def test_newest_first_and_last_values(store):
    kept(store, "one")
    _, second = kept(store, "two")
    assert store.shelf.workflows()[0].row.id == second
    store.shelf.keep_last(second, {"name": "x"})
    store.shelf.keep_last(second, {"name": "y"})
    assert store.shelf.workflow(second).row.parameters[0].last == "y"
    store.shelf.set_trust(second, "retired")
    assert store.shelf.workflow(second).row.trust == "retired"


def test_a_site_is_a_host_with_or_without_port(store):
    kept(store, "one", "http://shop.test:8000")
    assert store.shelf.forget((), "other.test", False)["demonstrations"] == []
    assert store.shelf.forget((), "op.test", False)["demonstrations"] == []
    assert len(store.shelf.forget((), "SHOP.test", False)["demonstrations"]) == 1
    kept(store, "two", "http://shop.test:8000")
    assert len(store.shelf.forget((), "shop.test:8000", False)["workflows"]) == 1


def test_forgetting_a_workflow_keeps_its_demonstration(store):
    demo, workflow = kept(store, "one")
    assert store.shelf.forget((workflow,), None, False)["workflows"] == [workflow]
    assert store.shelf.demonstration(demo).row.workflow is None
