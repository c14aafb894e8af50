"""Acting by script: once, on what it was meant for, and never on what is so already."""
# ruff: noqa: E501

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


SIGN_IN = "<form><label>Password <input type=password id=p></label></form>"


def test_a_secret_is_filled_and_not_told(open_loopback: Open) -> None:
    page = open_loopback(SIGN_IN)
    answer = act(page, "#p", "fill", slot="password", secret="hunter2!x")
    assert answer["did"] is True and answer["state"]["value"] is None
    assert page.input_value("#p") == "hunter2!x"
    assert page.evaluate("__likewise.scrub.text('it is hunter2!x')") == "it is ••••••"


def test_pages_write_card_numbers_in_groups(open_loopback: Open) -> None:
    page = open_loopback("<label>Card <input id=cc name=cardnumber></label>")
    page.evaluate("cc.oninput = () => { cc.value = cc.value.replace(/\\D/g, '').replace(/(.{4})(?=.)/g, '$1 ') }")
    answer = act(page, "#cc", "fill", slot="card", secret="5555555555554444")
    assert answer["kind"] == "acted", answer
    assert page.input_value("#cc") == "5555 5555 5555 4444"


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
