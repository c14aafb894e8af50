from extension.conftest import Module


def test_what_is_left_shrinks_to_nothing(module: Module) -> None:
    found = module(
        "deadline",
        """async m => {
          const end = new m.Deadline(80);
          const first = [end.left() <= 80, end.left() > 40, end.passed()];
          await m.sleep(100);
          return [...first, end.left(), end.passed()];
        }""",
    )
    assert found == [True, True, False, 0, True]
