"""Acting by script: what the page's own code sees, what is refused, and that nothing is done twice."""

import base64

import pytest
from page.harness import Open, act

CONTROLLED = """
<input id=name><select id=kind><option value="">-<option value=1>Books<option value=2>Toys</select><output id=out></output>
<script>
// As React does it: an instance property tracks the value, and an input event with an unchanged one is ignored.
for (const el of [document.getElementById("name"), kind]) {
  const own = Object.getOwnPropertyDescriptor(el.constructor.prototype, "value");
  let tracked = el.value;
  Object.defineProperty(el, "value", { configurable: true, get() { return own.get.call(this) },
    set(v) { tracked = String(v); own.set.call(this, v) } });
  const seen = () => { const v = own.get.call(el); if (v === tracked) return; tracked = v; out.textContent += el.id + "=" + v + ";" };
  el.addEventListener("input", seen); el.addEventListener("change", seen);
}
</script>"""


def test_fill_reaches_a_controlled_input(open_page: Open) -> None:
    page = open_page(CONTROLLED)
    assert act(page, "#name", "fill", "Ada")["did"] is True
    assert act(page, "#kind", "select", "Toys")["state"]["selected"] == [{"label": "Toys", "value": "2"}]
    assert page.inner_text("#out") == "name=Ada;kind=2;"


def test_what_is_already_so_is_left_alone(open_page: Open) -> None:
    page = open_page(
        "<input id=a value=x><input id=b type=checkbox checked><select id=c><option>1<option selected>2</select>"
        "<script>window.n=0; for (const t of ['input','change','click']) addEventListener(t, () => n++, true)</script>"
    )
    for selector, action, values in [("#a", "fill", ["x"]), ("#b", "check", []), ("#c", "select", ["2"])]:
        assert act(page, selector, action, *values)["did"] is False
    assert page.evaluate("n") == 0


def test_click_makes_the_whole_sequence_once(open_page: Open) -> None:
    page = open_page(
        "<button id=b><span>Save</span></button><script>window.seen=[];"
        "for (const t of ['pointerover','pointerdown','mousedown','focus','pointerup','mouseup','click'])"
        "b.addEventListener(t, (e) => seen.push(e.type))</script>"
    )
    assert act(page, "#b", "click")["did"] is True
    expected = ["pointerover", "pointerdown", "mousedown", "focus", "pointerup", "mouseup", "click"]
    assert page.evaluate("seen") == expected


def test_label_hides_its_box(open_page: Open) -> None:
    page = open_page(
        "<style>input{position:absolute;opacity:0;width:1px;height:1px;clip-path:inset(50%)}</style>"
        "<input type=checkbox id=c><label for=c>I agree</label>"
        "<script>window.n=0; c.addEventListener('change', () => n++)</script>"
    )
    assert act(page, "#c", "check")["state"]["checked"] is True
    assert act(page, "#c", "check")["did"] is False
    assert page.evaluate("n") == 1
    assert act(page, "#c", "uncheck")["state"]["checked"] is False


def test_radio_is_chosen(open_page: Open) -> None:
    page = open_page(
        "<label><input type=radio name=r value=1 checked>One</label><label><input type=radio name=r value=2 id=two>Two</label>"
    )
    assert act(page, "#two", "choose")["state"]["checked"] is True


def test_missing_choice_names_the_nearest(open_page: Open) -> None:
    page = open_page("<label>Category <select id=s><option>Books, used<option>Toys</select></label>")
    answer = act(page, "#s", "select", "Books")
    assert (answer["kind"], answer["code"]) == ("failed", "changed")
    assert "“Books” in “Category”" in answer["text"] and "Nearest: Books, used, Toys" in answer["text"]


def test_several_choices(open_page: Open) -> None:
    page = open_page("<select multiple id=s><option selected>a<option>b<option value=3>c</select>")
    chosen = act(page, "#s", "select", "b", "3")["state"]["selected"]
    assert [option["label"] for option in chosen] == ["b", "c"]


@pytest.mark.parametrize(
    "kind,value",
    [("date", "2026-03-04"), ("number", "12.50"), ("email", "a@b.example"), ("color", "#ff0000"), ("range", "7")],
)
def test_kinds_of_input(open_page: Open, kind: str, value: str) -> None:
    page = open_page(f"<input type={kind} id=i min=0 max=100 step=any>")
    assert act(page, "#i", "fill", value)["state"]["value"] == value


def test_a_value_that_the_field_cannot_hold_is_refused(open_page: Open) -> None:
    page = open_page("<input type=number id=i>")
    answer = act(page, "#i", "fill", "many")
    assert (answer["code"], answer["text"]) == ("refused", "The field holds “” instead of “many”.")


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


FORM = """<form id=f onsubmit="event.preventDefault();n++"><input id=i name=q>{}</form><textarea id=t></textarea>
<script>window.n=0;window.clicks=0</script>"""


@pytest.mark.parametrize(
    "button,submits",
    [("", 1), ("<button onclick=clicks++>Go</button>", 1), ("<button disabled>Go</button>", 0), ("<input name=second>", 0)],
)
def test_enter_submits_like_a_browser(open_page: Open, button: str, submits: int) -> None:
    page = open_page(FORM.format(button))
    act(page, "#i", "press", "Enter")
    assert page.evaluate("n") == submits
    assert page.evaluate("clicks") == button.count("clicks")


def test_enter_is_a_new_line_in_a_textarea(open_page: Open) -> None:
    page = open_page(FORM.format(""))
    act(page, "#t", "press", "Enter")
    assert page.input_value("#t") == "\n"
    assert page.evaluate("n") == 0


def test_a_shortcut_has_its_modifiers(open_page: Open) -> None:
    page = open_page("<script>addEventListener('keydown',(e)=>window.k=[e.key,e.ctrlKey,e.shiftKey])</script><input id=i>")
    act(page, "#i", "press", "Control+k")
    assert page.evaluate("k") == ["k", True, False]
    act(page, "#i", "press", "+")
    assert page.evaluate("k") == ["+", False, False]


def test_upload(open_page: Open) -> None:
    page = open_page(
        "<input type=file id=f style='display:none'><script>f.onchange=async()=>{window.got=[f.files[0].name,await f.files[0].text()]}</script>"
    )
    files = [{"name": "a.csv", "base64": base64.b64encode("ä,1".encode()).decode()}]
    assert act(page, "#f", "upload", "/tmp/a.csv", files=files)["did"] is True
    page.wait_for_function("window.got")
    assert page.evaluate("got") == ["a.csv", "ä,1"]


@pytest.mark.parametrize(
    "html,code",
    [
        ("<button id=b disabled>Go</button>", "refused"),
        ("<button id=b style='visibility:hidden'>Go</button>", "covered"),
        ("<button id=b>Go</button><div style='position:fixed;inset:0;background:#0008'></div>", "covered"),
    ],
)
def test_an_obstacle_stops_it(open_page: Open, html: str, code: str) -> None:
    page = open_page(html + "<script>window.n=0;b.onclick=()=>n++</script>")
    assert act(page, "#b", "click")["code"] == code
    assert page.evaluate("n") == 0


def test_an_obstacle_may_pass(open_page: Open) -> None:
    page = open_page(
        "<button id=b disabled>Go</button><script>window.n=0;b.onclick=()=>n++;setTimeout(()=>b.disabled=false,200)</script>"
    )
    assert act(page, "#b", "click", timeout=2000)["did"] is True
    assert page.evaluate("n") == 1


def test_what_is_below_is_scrolled_to(open_page: Open) -> None:
    page = open_page("<div style='height:4000px'></div><button id=b onclick='window.hit=1'>Go</button>")
    assert act(page, "#b", "click")["did"] is True
    assert page.evaluate("hit") == 1


@pytest.mark.parametrize(
    "part,value", [("name", "Delete"), ("role", "link"), ("id", "other"), ("field", "x"), ("type", "submit")]
)
def test_another_element_is_not_acted_on(open_page: Open, part: str, value: str) -> None:
    page = open_page("<button id=b type=button onclick='window.hit=1'>Save</button>")
    answer = act(page, "#b", "click", essentials={part: value})
    assert answer["code"] == "changed"
    assert page.evaluate("window.hit") is None


def test_another_origin_is_refused_and_both_are_named(open_page: Open) -> None:
    page = open_page("<button id=b onclick='window.hit=1'>Save</button>")
    answer = act(page, "#b", "click", origin="https://bank.test")
    assert answer["code"] == "origin"
    assert "http://shop.test" in answer["text"] and "https://bank.test" in answer["text"]
    assert page.evaluate("window.hit") is None


def test_an_element_that_went_is_gone(open_page: Open) -> None:
    page = open_page("<button id=b disabled>Save</button><script>setTimeout(() => b.remove(), 300)</script>")
    assert act(page, "#b", "click", timeout=1000)["code"] == "gone"


SIGN_IN = "<form><label>Password <input type=password id=p></label></form>"


def test_a_secret_needs_the_same_kind_of_field_and_encryption(open_page: Open) -> None:
    page = open_page(SIGN_IN + "<label>City <input id=c></label>")
    kind = {"sensitive": "password"}
    assert act(page, "#p", "fill", slot="password", secret="hunter2!x")["text"] == "The page is not encrypted."
    assert act(page, "#c", "fill", slot="password", secret="hunter2!x", essentials=kind)["code"] == "refused"
    assert act(page, "#p", "fill", slot="password")["code"] == "no_secret"
    assert act(page, "#p", "fill", "typed")["code"] == "refused"
    assert page.input_value("#p") == page.input_value("#c") == ""


@pytest.mark.parametrize("style", ["opacity:0", "position:absolute;left:-999px", "width:1px;height:1px;padding:0;border:0"])
def test_a_secret_needs_a_field_that_can_be_seen(open_loopback: Open, style: str) -> None:
    page = open_loopback(SIGN_IN.replace("<input", f"<input style='{style}'"))
    assert act(page, "#p", "fill", slot="password", secret="hunter2!x")["kind"] == "failed"
    assert page.input_value("#p") == ""


def test_a_secret_is_filled_and_not_told(open_loopback: Open) -> None:
    page = open_loopback(SIGN_IN)
    answer = act(page, "#p", "fill", slot="password", secret="hunter2!x")
    assert answer["did"] is True and answer["state"]["value"] is None
    assert page.input_value("#p") == "hunter2!x"
    assert page.evaluate("__likewise.scrub.text('it is hunter2!x')") == "it is ••••••"


def test_trusted_input_is_prepared_and_finished(open_page: Open) -> None:
    page = open_page("<label>Name <input id=i value=old></label><button id=b>Go</button><input type=date id=d>")
    prepared = act(page, "#i", "fill", "new", phase="prepare")
    assert (prepared["kind"], prepared["input"], prepared["text"]) == ("prepared", "type", "new")
    page.keyboard.insert_text(prepared["text"])
    assert act(page, "#i", "fill", "new", phase="finish")["state"]["value"] == "new"
    assert act(page, "#i", "fill", "new", phase="prepare")["did"] is False
    assert act(page, "#i", "clear", phase="prepare")["key"] == "Delete"
    click = act(page, "#b", "click", phase="prepare")
    assert page.evaluate("({x, y}) => document.elementFromPoint(x, y).id", click) == "b"
    assert act(page, "#d", "fill", "2026-01-02", phase="prepare")["did"] is True
