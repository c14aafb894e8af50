"""What we draw in the page while a run acts."""
# ruff: noqa: E501

from playwright.sync_api import Page

from page.harness import Open

PAGE = "<style>div{display:none!important;opacity:0!important}</style><button id=a>One</button><button id=b>Two</button><script>window.clicks=[];addEventListener('click',(e)=>clicks.push(e.target.id||e.target.localName))</script>"
SHOW = """{ const attach = Element.prototype.attachShadow; }
__likewise.overlay.setStop(() => (globalThis.stopped = true));
__likewise.overlay.show([a], "Step 2 of 5: click “One”")"""


def panel(page: Page) -> dict[str, float]:
    """The panel's place, found by what lies at the corner of the window."""
    box: dict[str, float] = page.evaluate(
        "{ let y = 690; while (y > 0 && !__likewise.dom.own.has(document.elementFromPoint(960, y))) y--; ({ y }) }"
    )
    return box


def test_the_page_cannot_look_into_it(open_page: Open) -> None:
    page = open_page(PAGE)
    page.evaluate(SHOW)
    assert page.evaluate("document.documentElement.lastElementChild.shadowRoot") is None
    assert page.evaluate("document.body.innerText.includes('Step 2')") is False
    page.evaluate("__likewise.overlay.show([], '')")
    assert page.evaluate("document.documentElement.lastElementChild.localName") == "body"


def test_it_takes_no_part_in_the_page(open_page: Open) -> None:
    page = open_page(PAGE)
    before = page.evaluate("JSON.stringify(__likewise.snapshot.take())")
    page.evaluate(SHOW)
    assert page.evaluate("JSON.stringify(__likewise.snapshot.take())") == before
    assert page.evaluate("__likewise.survey.take('div').elements.length") == 2
    page.click("#a")
    assert page.evaluate("clicks") == ["a"]


def test_stop_wants_the_persons_click(open_page: Open) -> None:
    page = open_page(PAGE)
    page.evaluate(SHOW)
    y = panel(page)["y"]
    assert y > 600
    page.mouse.click(950, y - 20)
    assert page.evaluate("globalThis.stopped") is True


def test_a_click_by_script_does_not_stop(open_page: Open) -> None:
    page = open_page(
        "<script>const attach = Element.prototype.attachShadow; Element.prototype.attachShadow = function (o) { return (globalThis.root = attach.call(this, { ...o, mode: 'open' })) }</script>"
        + PAGE
    )
    page.evaluate("void (__likewise.native.attachShadow = (el, o) => el.attachShadow(o))")
    page.evaluate(SHOW)
    page.evaluate("root.querySelector('button').click()")
    assert page.evaluate("globalThis.stopped") is None
    assert page.evaluate("root.querySelector('.text').textContent") == "Step 2 of 5: click “One”"


def test_asking_swallows_the_answer(open_page: Open) -> None:
    page = open_page(PAGE)
    page.evaluate(
        "void __likewise.overlay.ask([a, b], 'Which of these two?', 5000).then((el) => (globalThis.picked = el.id))"
    )
    page.wait_for_timeout(50)
    box = page.locator("#b").bounding_box()
    assert box
    page.mouse.click(box["x"] + 5, box["y"] + 5)
    page.wait_for_function("globalThis.picked")
    assert page.evaluate("picked") == "b"
    assert "b" not in page.evaluate("clicks")
    page.click("#b")
    assert "b" in page.evaluate("clicks")


def test_nobody_answers(open_page: Open) -> None:
    page = open_page(PAGE)
    assert page.evaluate("__likewise.overlay.ask([a], 'Which?', 100)") is None
