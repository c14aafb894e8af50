from extension.conftest import Module


def test_a_secret_is_held_for_its_run_and_slot_only(module: Module) -> None:
    found = module(
        "secrets",
        """m => {
          m.hold("r_1", "password", "a"); m.hold("r_1", "code", "b"); m.hold("r_2", "password", "c");
          const held = [m.get("r_1", "password"), m.get("r_1", "code"), m.get("r_2", "code"), m.get("r_3", "password")];
          m.drop("r_1");
          return [...held, m.get("r_1", "password"), m.get("r_2", "password")];
        }""",
    )
    assert found == ["a", "b", None, None, None, "c"]


def test_what_was_typed_in_the_task_is_remembered_for_the_next_documents(module: Module) -> None:
    found = module(
        "secrets",
        """async m => {
          await (await import("/background/kept.js")).ready;
          m.hold("r_1", "password", "a");
          m.remember(["one", 2, "x".repeat(20_000)]);
          m.remember(["two", "one"]);
          m.remember("three");
          return [m.typed(), m.all("r_1"), m.all("r_2")];
        }""",
    )
    assert found == [["one", "two"], ["a"], []]
