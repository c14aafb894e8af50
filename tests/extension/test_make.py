from extension.conftest import Module


def test_texts_stay_texts(module: Module) -> None:
    found = module(
        "popup/make",
        """m => {
          let pressed = 0;
          const attributes = {title: "<b>", disabled: false, hidden: true, lang: null, click: () => pressed++};
          const made = m.make("button", attributes, "<i>x</i>", m.make("span"));
          made.click();
          return [made.outerHTML, pressed];
        }""",
    )
    assert found == ['<button title="&lt;b&gt;" hidden="">&lt;i&gt;x&lt;/i&gt;<span></span></button>', 1]


def test_it_draws_only_what_differs(module: Module) -> None:
    found = module(
        "popup/make",
        """m => {
          const drawn = [];
          const draw = m.onDifference(value => drawn.push(value));
          [[1], [1], [2], null, null].forEach(value => draw(value));
          return drawn;
        }""",
    )
    assert found == [[1], [2], None]


def test_what_is_not_there_is_told(module: Module) -> None:
    assert "has no nothing" in module(
        "popup/make", "m => { try { m.byId('nothing', HTMLElement) } catch (e) { return e.message } }"
    )
