"""The recorder as a whole: trusted events only, in every root, over the life of a document."""
# ruff: noqa: E501

from page.harness import Open, acts, events


def test_what_scripts_do_is_not_the_persons(open_page: Open) -> None:
    page = open_page(
        "<form onsubmit='event.preventDefault()'><input id=i><input type=checkbox id=c><button id=b>Go</button></form>"
        "<button id=p type=button>Person</button>"
        "<script>p.onclick=()=>{b.click();c.click();i.value='x';i.dispatchEvent(new InputEvent('input',{bubbles:true}));"
        "i.dispatchEvent(new Event('change',{bubbles:true}));i.focus();"
        "b.dispatchEvent(new PointerEvent('pointerdown',{bubbles:true}));i.dispatchEvent(new KeyboardEvent('keydown',{key:'Enter',bubbles:true}))}</script>",
        recording=True,
    )
    page.click("#p")
    assert acts(page) == [("click", "pointer", "button", "Person")]


def test_shadow_roots_are_looked_into(open_page: Open) -> None:
    page = open_page(
        "<my-box id=o></my-box><script>const r=o.attachShadow({mode:'open'});r.innerHTML='<my-in></my-in>';"
        "const s=r.firstChild.attachShadow({mode:'open'});s.innerHTML='<label>Deep <input></label><select aria-label=Kind><option>a<option>b</select><button><span>Go</span></button>'</script>",
        recording=True,
    )
    page.click("input")
    page.keyboard.type("x")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.click("span")
    assert [act for act in acts(page) if act[0] != "key"] == [
        ("click", "pointer", "textbox", "Deep"),
        ("input", "Deep", "x"),
        ("change", "Deep", "x"),
        ("change", "Kind", "b"),
        ("click", "pointer", "button", "Go"),
    ]
    assert events(page, "input")[0]["target"]["path"]["steps"] == ["#shadow", "my-in:1", "#shadow", "label:1", "input:1"]


def test_document_open_does_not_end_it(open_page: Open) -> None:
    page = open_page("<p>", recording=True)
    page.evaluate("document.open();document.write('<button>New</button>');document.close()")
    page.click("button")
    assert acts(page) == [("click", "pointer", "button", "New")]


def test_a_flood_is_cut_off_and_said(open_page: Open) -> None:
    page = open_page("<p>", recording=True)
    page.evaluate("for (let i = 0; i < 500; i++) __recording.emit({ kind: 'shown', what: 'message', text: String(i) })")
    told = events(page)
    assert len(told) == 200
    assert told[-1] == {"kind": "gap", "text": "More events in a second than can be kept."}


def test_stop_leaves_nothing(open_page: Open) -> None:
    page = open_page("<input aria-label=Name>", recording=True)
    page.click("input")
    page.keyboard.type("A")
    page.evaluate("__recording.stop()")
    assert acts(page)[-1] == ("input", "Name", "A")
    count = len(events(page, flush=False))
    page.keyboard.type("B")
    page.click("input")
    assert len(events(page, flush=False)) == count


def test_forms_whose_fields_shadow_their_properties(open_page: Open) -> None:
    names = [
        "id",
        "name",
        "action",
        "method",
        "attributes",
        "parentNode",
        "getAttribute",
        "children",
        "elements",
        "submit",
        "tagName",
        "nodeType",
        "closest",
        "matches",
    ]
    fields = "".join(f"<input name={name} aria-label={name}>" for name in names)
    page = open_page(
        f"<img name=body><img name=title><img name=querySelectorAll><form id=f action=/go method=post onsubmit='event.preventDefault()'>{fields}<button>Save</button></form><a id=__likewise href=#>x</a>",
        recording=True,
    )
    # Playwright's own click stumbles over such a form.
    for tag in ["input", "button"]:
        x, y = page.evaluate(
            "(tag) => { const b = f.ownerDocument.getElementsByTagName(tag)[0].getBoundingClientRect(); return [b.x + 5, b.y + 5] }",
            tag,
        )
        page.mouse.click(x, y)
        page.keyboard.type("x")
    form = events(page, "submit")[0]["target"]["form"]
    assert form == {
        "id": "f",
        "name": None,
        "action": "http://shop.test/go",
        "method": "post",
        "submits": ["Save"],
        "secret": False,
    }


def test_a_frame_that_tells_nothing_is_a_gap(open_page: Open) -> None:
    page = open_page(
        "<iframe src='http://other.test/x'></iframe><iframe src='http://other.test/x'></iframe>", {"/x": "<input>"}
    )
    page.evaluate("void __start(null, (frame) => frame === document.querySelector('iframe'))")
    for frame in page.frames[1:]:
        frame.click("input")
        page.mouse.move(900, 600)
        page.wait_for_timeout(700)
    assert [event["text"] for event in events(page, "gap")] == ["Something was done in a frame that cannot be looked into."]
