"""The store as a file: private, sound or refused, and without what was forgotten."""

import sqlite3

import pytest

from core.builders import demonstration, element, field, page, step
from likewise.core.element import Snapshot, SnapshotItem
from likewise.core.induction.single import learn
from likewise.core.session import Keep
from likewise.failure import Failure
from likewise.home import DATABASE, Home
from likewise.keeping import keep
from likewise.store import opened


@pytest.fixture
def home(tmp_path):
    return Home.open(tmp_path / "h")


def task(text, site="http://shop.test"):
    made = demonstration(
        step("fill", field("Name", text), text, page=page(f"{site}/", text), snapshot="a" * 64),
        step("click", element("button", "Save"), page=page(f"{site}/", text)),
        start=f"{site}/",
    )
    return made.model_copy(update={"origin": site})


def kept(store, text, site="http://shop.test"):
    made = task(text, site)
    return keep(store, Keep("p_abcdef", made, learn(made), None, ()), 1000.0)


def bytes_of(home):
    return b"".join(path.read_bytes() for path in home.path.rglob("*") if path.is_file())


def test_settings_and_pause_are_kept(home):
    with opened(home) as store:
        assert store.paused() is False and store.setting("x") is None
        store.set_paused(True)
        store.set_setting("x", "1")
    with opened(home) as store:
        assert store.paused() is True and store.setting("x") == "1"
        assert store.problems() == []


def test_pragmas(home):
    with opened(home) as store:

        def pragma(name):
            return store.connection.execute(f"PRAGMA {name}").fetchone()[0]

        names = ("journal_mode", "synchronous", "secure_delete", "foreign_keys", "temp_store")
        assert [pragma(name) for name in names] == ["wal", 2, 1, 1, 2]


@pytest.mark.parametrize("how", ["ids", "site", "all"])
def test_forgotten_is_gone_in_bytes_and_the_rest_is_whole(home, how):
    with opened(home) as store:
        demo, workflow = kept(store, "canary-one")
        store.shelf.add_snapshot(
            "a" * 64, Snapshot(items=(SnapshotItem(parent=-1, role="x", name="canary-pic", text=""),), truncated=False)
        )
        other, _ = kept(store, "other-one", "http://other.test:81")
        store.shelf.keep_last(workflow, {"name": "canary-last"})
        assert b"canary-one" in bytes_of(home)
        gone = store.forget((demo,) if how == "ids" else (), "shop.test" if how == "site" else None, how == "all")
        assert demo in gone["demonstrations"] and workflow in gone["workflows"]
        left = bytes_of(home)
        assert b"canary-one" not in left and b"canary-last" not in left
        assert (store.shelf.demonstration(other) is None) == (how == "all")
        assert (b"canary-pic" in left) == (how != "all")
        assert store.problems() == []


def test_sizes(home):
    with opened(home) as store:
        kept(store, "x")
        sizes = store.sizes()
        assert (sizes.demonstrations, sizes.workflows, sizes.runs, sizes.pending) == (1, 1, 0, 0)
        assert sizes.bytes > 10_000


def test_a_newer_store_is_refused_without_change(home):
    with opened(home):
        pass
    connection = sqlite3.connect(home.path / DATABASE)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (home.path / DATABASE).read_bytes()
    with pytest.raises(Failure, match="newer"), opened(home):
        pass
    assert (home.path / DATABASE).read_bytes() == before


def test_twenty_flipped_pages_are_refused_or_harmless(home):
    with opened(home) as store:
        for n in range(10):
            kept(store, f"task {n}")
        originals = [one.demonstration for one in store.shelf.demonstrations()]
    whole = (home.path / DATABASE).read_bytes()
    for n in range(20):
        offset = len(whole) * n // 20
        flipped = whole[:offset] + bytes(255 - byte for byte in whole[offset : offset + 64]) + whole[offset + 64 :]
        (home.path / DATABASE).write_bytes(flipped)
        try:
            with opened(home) as store:
                served = [one.demonstration for one in store.shelf.demonstrations()]
                assert all(one in originals for one in served)
                store.shelf.workflows()
        except Failure as error:
            assert "damaged" in str(error) or "newer" in str(error)


def test_no_database_at_all(home):
    (home.path / DATABASE).write_bytes(b"this is not a database, but a text that is long enough" * 100)
    (home.path / DATABASE).chmod(0o600)
    with pytest.raises(Failure, match="damaged"), opened(home):
        pass
