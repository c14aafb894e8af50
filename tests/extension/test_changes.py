from extension.conftest import Module


def test_listeners_hear_until_they_stop(module: Module) -> None:
    found = module(
        "changes",
        """m => {
          let heard = 0;
          const stop = m.onChange(() => heard++);
          m.changed(); m.changed(); stop(); m.changed();
          return heard;
        }""",
    )
    assert found == 2
