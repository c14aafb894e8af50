"""Typing as sessions of fields."""

from page.harness import Open, acts, events


def test_a_cleared_field_is_an_empty_value(open_page: Open) -> None:
    page = open_page("<input aria-label=Name value=Ada>", recording=True)
    page.click("input")
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    assert acts(page)[1:] == [("key", "Control+a", "Name"), ("input", "Name", "")]


def test_a_mask_that_cancels_keys_is_settled(open_page: Open) -> None:
    page = open_page(
        "<input aria-label=Phone id=i><script>let d='';i.onkeydown=(e)=>{e.preventDefault();if(/\\d/.test(e.key))d+=e.key;"
        "i.value=d.replace(/(\\d{2})(\\d+)/,'($1) $2')}</script>",
        recording=True,
    )
    page.click("input")
    page.keyboard.type("1234567")
    told = [event for event in events(page, "input")]
    assert told[-1]["target"]["state"]["value"] == "(12) 34567"
    assert told[-1]["how"] == "settled"


def test_an_editor_is_one_field(open_page: Open) -> None:
    page = open_page("<div contenteditable aria-label=Body role=textbox><p>Old <b>bold</b></p></div>", recording=True)
    page.click("b")
    page.keyboard.press("Control+End")
    page.keyboard.type(" new")
    assert acts(page)[-1] == ("input", "Body", "Old bold new")
