from extension.conftest import Module

STORED = "await chrome.storage.session.get(null)"


def test_writes_of_one_task_are_stored_together_and_in_order(module: Module) -> None:
    found = module(
        "kept",
        """async kept => {
          await kept.ready;
          const sets = [];
          const set = chrome.storage.session.set.bind(chrome.storage.session);
          chrome.storage.session.set = (values) => (sets.push(Object.keys(values).sort()), set(values));
          const first = kept.write({"x:1": 1, "x:2": 2});
          const second = kept.write({"x:2": undefined, "x:3": 3});
          const before = kept.get("x:3");
          await Promise.all([first, second]);
          kept.write({"x:3": 4});
          await kept.written();
          const stored = await chrome.storage.session.get(["x:1", "x:2", "x:3"]);
          return {sets, before, stored, entries: kept.entries("x:")};
        }""",
    )
    assert found == {
        "sets": [["x:1", "x:3"], ["x:3"]],
        "before": 3,
        "stored": {"x:1": 1, "x:3": 4},
        "entries": [["1", 1], ["3", 4]],
    }


def test_it_is_there_again_for_the_next_worker(module: Module) -> None:
    module("kept", "async kept => { await kept.ready; await kept.write({'y:1': {deep: [1]}}) }")
    assert module("kept", "async kept => { await kept.ready; return kept.get('y:1') }") == {"deep": [1]}


def test_a_write_that_fails_is_told_and_the_next_one_works(module: Module) -> None:
    found = module(
        "kept",
        """async kept => {
          await kept.ready;
          const failed = await kept.write({big: "x".repeat(11_000_000)}).then(() => false, () => true);
          await kept.write({big: undefined, small: 1});
          return [failed, (await chrome.storage.session.get("small")).small];
        }""",
    )
    assert found == [True, 1]
