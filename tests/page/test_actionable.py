"""What is visible and what can be acted on."""
# ruff: noqa: E501

from page.harness import Open

PAGE = """
<a href=/ class=yes>link</a><a>no link</a><button class=yes>b</button><input class=yes><input type=hidden><select class=yes></select>
<div tabindex=0 class=yes>focusable</div><div tabindex=-1>not by Tab</div><div role=menuitem class=yes>item</div>
<div onclick='1' class=yes>handler</div><div style='cursor:pointer' class=yes>hand <b>inner</b></div>
<div contenteditable class=yes>editor</div><details><summary class=yes>more</summary></details>
<p>text</p><label for=c style='cursor:pointer'>label</label><input id=c type=checkbox class=yes style='position:absolute;opacity:0;width:0;height:0'>
<button style='display:none'>gone</button><button style='visibility:hidden'>hidden</button><div style='display:none'><button>in it</button></div>
<div style='visibility:hidden'><button style='visibility:visible' class=yes>shown again</button></div>
<input type=file style='display:none' class=yes><div style='display:contents'><button class=yes>contents</button></div>
<div style='height:3000px'></div><button class=yes>far below</button>
<div style='height:0;overflow:hidden'><p>nothing</p></div><div style='opacity:0'><button class=yes>transparent</button></div>
"""


def test_visible_actionable_elements(open_page: Open) -> None:
    page = open_page(PAGE)
    assert (
        page.evaluate("__likewise.survey.take(null).elements.filter((el) => !el.matches('.yes')).map((el) => el.outerHTML)")
        == []
    )
    missing = "[...document.querySelectorAll('.yes')].filter((el) => !__likewise.survey.take(null).elements.includes(el)).map((el) => el.outerHTML)"
    assert page.evaluate(missing) == []


def test_an_inner_node_is_raised(open_page: Open) -> None:
    page = open_page(
        "<button id=a><span><b id=a1>x</b></span></button><a href=/ id=b><svg><g><path id=b1 /></g></svg></a>"
        "<label id=c for=f><i id=c1>x</i></label><input id=f><label><p id=d>no control</p></label>"
        "<div id=e style='cursor:pointer'><p><b id=e1>x</b></p></div><svg id=g><path id=g1 /></svg>"
        "<section tabindex=0 id=h><div style='cursor:pointer' id=h1><b id=h2>x</b></div><p id=h3>y</p></section>"
    )
    raised = page.evaluate(
        "['a1','b1','c1','d','e1','g1','h2','h3'].map((id) => __likewise.dom.raise(document.getElementById(id)).id)"
    )
    assert raised == ["a", "b", "c", "d", "e", "g", "h1", "h"]
