"""What is checked right before acting."""

import pytest

from page.harness import Open, act

SIGN_IN = "<form><label>Password <input type=password id=p></label></form>"


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
