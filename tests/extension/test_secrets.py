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


def test_what_was_typed_on_a_site_is_for_its_next_documents_only(module: Module) -> None:
    found = module(
        "secrets",
        """m => {
          m.remember("http://a.test", ["one", 2, "x".repeat(20_000)]);
          m.remember("http://a.test", ["two", "one"]);
          m.remember("http://b.test", "three");
          const before = [m.typed("http://a.test"), m.typed("http://b.test")];
          m.forget();
          return [...before, m.typed("http://a.test")];
        }""",
    )
    assert found == [["one", "two"], [], []]
