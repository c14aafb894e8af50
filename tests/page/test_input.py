"""The events that a mouse and a keyboard would make."""

from page.harness import Open, act


def test_click_makes_the_whole_sequence_once(open_page: Open) -> None:
    page = open_page(
        "<button id=b><span>Save</span></button><script>window.seen=[];"
        "for (const t of ['pointerover','pointerdown','mousedown','focus','pointerup','mouseup','click'])"
        "b.addEventListener(t, (e) => seen.push(e.type))</script>"
    )
    assert act(page, "#b", "click")["did"] is True
    expected = ["pointerover", "pointerdown", "mousedown", "focus", "pointerup", "mouseup", "click"]
    assert page.evaluate("seen") == expected


def test_a_mask_is_typed_key_by_key(open_page: Open) -> None:
    page = open_page(
        "<input id=i><script>let d='';i.addEventListener('keydown',(e)=>{e.preventDefault();if(/\\d/.test(e.key))d+=e.key;"
        "i.value=d.replace(/(\\d{2})(\\d{1,4})?/,(m,a,b)=>'('+a+')'+(b?' '+b:''))});"
        "i.addEventListener('input',()=>{if(i.value==='')d='';else i.value=''})</script>"
    )
    assert act(page, "#i", "fill", "(12) 3456")["state"]["value"] == "(12) 3456"


def test_editor_and_textarea(open_page: Open) -> None:
    page = open_page(
        "<div id=e contenteditable role=textbox aria-label=Body>old <b>text</b></div><textarea id=t>old</textarea>"
    )
    assert act(page, "#e", "fill", "new words")["did"] is True
    assert page.inner_text("#e") == "new words"
    assert act(page, "#t", "fill", "one\ntwo")["state"]["value"] == "one\ntwo"
    assert act(page, "#t", "clear")["state"]["value"] == ""
