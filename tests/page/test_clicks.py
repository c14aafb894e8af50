"""Clicks of the real pointer, of keys, labels and forms."""

from page.harness import Open, acts, events


def test_a_label_makes_a_second_click_and_a_real_one_is_told_apart(open_page: Open) -> None:
    page = open_page("<label id=l for=c>I agree</label><input type=checkbox id=c>", recording=True)
    page.click("#l")
    page.click("#c")
    assert acts(page) == [
        ("click", "pointer", "label", "I agree"),
        ("click", "label", "checkbox", "I agree"),
        ("change", "I agree", True),
        ("click", "pointer", "checkbox", "I agree"),
        ("change", "I agree", False),
    ]


def test_an_icon_is_raised_to_its_button(open_page: Open) -> None:
    page = open_page(
        "<button aria-label=Delete><svg width=20 height=20><path id=p d='M0 0h20v20H0z'/></svg></button>"
        "<div style='cursor:pointer' id=card><b>Card</b><br><i id=i>inside</i></div>",
        recording=True,
    )
    page.click("#p")
    page.click("#i")
    page.dblclick("#i")
    assert acts(page) == [
        ("click", "pointer", "button", "Delete"),
        ("click", "pointer", "generic", "Card inside"),
        ("click", "pointer", "generic", "Card inside"),
        ("click", "pointer", "generic", "Card inside"),
        ("double", "pointer", "generic", "Card inside"),
    ]


def test_a_choice_that_goes_at_mousedown_is_still_clicked(open_page: Open) -> None:
    page = open_page(
        "<input id=i aria-label=City><ul id=u><li role=option>London</li><li role=option>Lima</li></ul>"
        "<script>u.onmousedown=(e)=>{i.value=e.target.textContent;u.innerHTML=''}</script>",
        recording=True,
    )
    page.click("#i")
    page.keyboard.type("Lo")
    page.click("text=London")
    assert ("click", "pointer", "option", "London") in acts(page)
    assert [act for act in acts(page) if act[0] == "input"] == [("input", "City", "Lo")]


def test_a_page_that_leaves_at_pointerdown_has_been_clicked(open_page: Open) -> None:
    page = open_page(
        "<a href=/next id=a onpointerdown=\"location='/next'\">Next</a>"
        "<script>addEventListener('pagehide',()=>sessionStorage.left=JSON.stringify(__events))</script>",
        {"/next": "<h1>There</h1>"},
        recording=True,
    )
    box = page.locator("#a").bounding_box()
    assert box
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    page.mouse.down()
    page.wait_for_url("**/next")
    page.mouse.up()
    kinds = [(e["kind"], (e.get("target") or {}).get("name")) for e in page.evaluate("JSON.parse(sessionStorage.left)")]
    assert ("pointer", "Next") in kinds
    assert kinds[-1] == ("left", None)


def test_other_buttons(open_page: Open) -> None:
    page = open_page("<a href=#x>Menu</a>", recording=True)
    page.click("a", button="right")
    assert acts(page) == [("context", "pointer", "link", "Menu")]
    page.click("a", modifiers=["Shift"])
    assert events(page, "pointer")[-1]["modifiers"] == ["Shift"]
