"""What is recorded of real mouse and keyboard input, and what is not."""

from typing import Any

from page.harness import Open, events
from playwright.sync_api import Page


def acts(page: Page) -> list[tuple[Any, ...]]:
    """The recorded events in short, without the idle work."""
    told = []
    for event in events(page):
        target = event.get("target") or {}
        state = target.get("state") or {}
        match event["kind"]:
            case "pointer":
                told.append((event["what"], event["by"], target["role"], target["name"]))
            case "key":
                told.append(("key", "+".join([*event["modifiers"], event["key"]]), target["name"]))
            case "input":
                told.append(("input", target["name"], state["value"]))
            case "change":
                told.append(("change", target["name"], state["checked"] if state["checked"] is not None else state["value"]))
            case "submit":
                told.append(("submit", target.get("name")))
    return told


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


def test_files_are_named(open_page: Open) -> None:
    page = open_page("<label>File <input type=file multiple></label>", recording=True)
    with page.expect_file_chooser() as chooser:
        page.click("input")
    chooser.value.set_files([{"name": "a.csv", "mimeType": "text/csv", "buffer": b"1"}])
    assert events(page, "change")[0]["files"] == ["a.csv"]


def test_other_buttons(open_page: Open) -> None:
    page = open_page("<a href=#x>Menu</a>", recording=True)
    page.click("a", button="right")
    assert acts(page) == [("context", "pointer", "link", "Menu")]
    page.click("a", modifiers=["Shift"])
    assert events(page, "pointer")[-1]["modifiers"] == ["Shift"]


def test_idle_work_counts_and_pictures(open_page: Open) -> None:
    page = open_page("<button>Edit</button><button>Edit</button><button id=s>Save</button>", recording=True)
    page.click("#s")
    page.wait_for_function("__events.some((e) => e.kind === 'noted')")
    noted = events(page, "noted", flush=False)[0]
    assert events(page)[noted["of"]]["kind"] == "pointer"
    assert noted["unique"]["role_name"] == noted["unique"]["id"] == 1
    assert [rival["name"] for rival in noted["rivals"]] == ["Edit", "Edit"]
    assert page.evaluate("(hash) => __snapshots[hash].items.length", noted["snapshot"]) == 3


def test_the_way_of_a_document(open_page: Open) -> None:
    page = open_page(
        "<title>Shop</title><h1 id=h>Home</h1><button id=b>Go</button><p id=m role=status></p><dialog id=d aria-label=Sure><button>Yes</button></dialog>"
        "<script>b.onclick=()=>{history.pushState(null,'','/p/1');h.textContent='Product';m.textContent='Added';d.show()}</script>",
        recording=True,
    )
    page.click("#b")
    page.wait_for_function("__events.filter((e) => e.kind === 'shown').length === 3")
    page.evaluate("location.hash = 'part'")
    page.wait_for_function("__events.at(-1).kind === 'moved'")
    told = events(page, "opened", "ready", "moved", "shown")
    assert told[0] == {"kind": "opened", "url": "http://shop.test/", "top": True, "cause": "navigate", "referred": False}
    assert told[1]["page"] == {
        "url": "http://shop.test/",
        "title": "Shop",
        "heading": "Home",
        "language": None,
        "status": 200,
        "messages": [],
    }
    assert (told[2]["cause"], told[2]["page"]["url"], told[2]["page"]["heading"]) == (
        "push",
        "http://shop.test/p/1",
        "Product",
    )
    assert [(e["what"], e["text"]) for e in told[3:6]] == [("message", "Added"), ("dialog", "Sure"), ("heading", "Product")]
    assert (told[6]["cause"], told[6]["page"]["url"]) == ("fragment", "http://shop.test/p/1#part")


def test_document_open_does_not_end_it(open_page: Open) -> None:
    page = open_page("<p>", recording=True)
    page.evaluate("document.open();document.write('<button>New</button>');document.close()")
    page.click("button")
    assert acts(page) == [("click", "pointer", "button", "New")]


def test_a_flood_is_cut_off_and_said(open_page: Open) -> None:
    page = open_page("<button id=b>Go</button>", recording=True)
    page.click("#b")
    page.evaluate(
        "for (let i = 0; i < 500; i++) { history.pushState(null, '', '/p/' + i); __recording.moves.moved('push') }"
    )
    told = events(page)
    assert len(told) <= 205
    assert [e["text"] for e in told if e["kind"] == "gap"] == ["More events in a second than can be kept."]


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
    page.click("[name=action]")
    page.keyboard.type("x")
    page.click("button")
    form = events(page, "submit")[0]["target"]["form"]
    assert form == {
        "id": "f",
        "name": None,
        "action": "http://shop.test/go",
        "method": "post",
        "submits": ["Save"],
        "secret": False,
    }
