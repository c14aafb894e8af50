"""The keyboard, choices, files and submits."""

from pathlib import Path

from page.harness import Open, acts, events


def test_a_form_filled_with_the_keyboard(open_page: Open) -> None:
    page = open_page(
        "<form onsubmit='event.preventDefault()'><label>Name <input name=n></label><label>Kind <select name=k><option>a"
        "<option>b</select></label><label><input type=checkbox name=c>Active</label><button>Save</button></form>",
        recording=True,
    )
    page.click("[name=n]")
    page.keyboard.type("Ada L")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert acts(page) == [
        ("click", "pointer", "textbox", "Name"),
        ("input", "Name", "Ada L"),
        ("key", "Tab", "Name"),
        ("change", "Name", "Ada L"),
        ("key", "ArrowDown", "Kind"),
        ("change", "Kind", "b"),
        ("key", "Tab", "Kind"),
        ("key", " ", "Active"),
        ("click", "key", "checkbox", "Active"),
        ("change", "Active", True),
        ("key", "Tab", "Active"),
        ("key", "Enter", "Save"),
        ("click", "key", "button", "Save"),
        ("submit", "Save"),
    ]
    focused = [event["target"]["name"] for event in events(page, "focus")]
    assert focused == ["Name", "Kind", "Active"]


def test_enter_submits_implicitly(open_page: Open) -> None:
    page = open_page(
        "<form onsubmit='event.preventDefault()'><input aria-label=Search><button>Go</button></form>", recording=True
    )
    page.focus("input")
    page.keyboard.type("lamp")
    page.keyboard.press("Enter")
    assert acts(page) == [
        ("input", "Search", "lamp"),
        ("key", "Enter", "Search"),
        ("change", "Search", "lamp"),
        ("click", "submit", "button", "Go"),
        ("submit", None),
    ]


def test_files_are_named(open_page: Open, tmp_path: Path) -> None:
    page = open_page("<label>File <input type=file multiple></label>", recording=True)
    with page.expect_file_chooser() as chooser:
        page.click("input")
    (tmp_path / "a.csv").write_text("1")
    chooser.value.set_files(tmp_path / "a.csv")
    assert events(page, "change")[0]["files"] == ["a.csv"]


def test_what_a_script_writes_by_command_is_not_the_persons(open_page: Open) -> None:
    """The events of an editing command are trusted, and so is the change that follows when the field is left."""
    page = open_page(
        "<label>Name <input id=n></label><div id=e contenteditable role=textbox aria-label=Body>x</div>", recording=True
    )
    write = """(id) => {
      const field = document.getElementById(id);
      field.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      field.focus();
      document.execCommand("insertText", false, "forged");
      field.blur();
    }"""
    for field in ("n", "e"):
        page.evaluate(write, field)
        page.wait_for_timeout(150)
    assert (acts(page), events(page, "focus")) == ([], [])
    page.click("#n")
    page.keyboard.insert_text(" by hand")
    page.click("#e")
    assert ("input", "Name", "forged by hand") in acts(page)
    assert ("change", "Name", "forged by hand") in acts(page)
