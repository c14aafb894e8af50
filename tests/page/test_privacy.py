"""Which fields are secret, and that nothing of them gets out."""
# ruff: noqa: E501

import json

import pytest

from page.harness import Open, describe, events

SECRET = {
    "password": [
        "<input type=password>",
        "<input autocomplete='section-a current-password'>",
        "<input name=userPassword>",
        "<label>Passwort <input></label>",
        "<label>Mot de passe <input></label>",
        "<label>Contraseña <input></label>",
        "<label>密码 <input></label>",
        "<label>Пароль <input></label>",
        "<input style='-webkit-text-security:disc'>",
        "<input placeholder='Your password'>",
        "<input name=pwd>",
    ],
    "code": [
        "<input autocomplete=one-time-code>",
        "<input name=otp>",
        "<label>Verification code <input></label>",
        "<label>Bestätigungscode <input></label>",
        "<label>验证码 <input></label>",
        "<div><input maxlength=1><input maxlength=1><input maxlength=1><input maxlength=1></div>",
    ],
    "card": [
        "<input autocomplete=cc-number>",
        "<label>Card number <input></label>",
        "<input name=cvv>",
        "<select autocomplete=cc-exp-month><option>1</select>",
        "<label>Expiry <input></label><input autocomplete=cc-number>",
    ],
    "key": [
        "<label>API key <textarea></textarea></label>",
        "<input name=client_secret>",
        "<label>Recovery phrase <div contenteditable role=textbox aria-label='Recovery phrase'></div></label>",
        "<input value=sk_live_4eC39HqLyjWDarjtT1zdp7dc>",
        "<input value='4242 4242 4242 4242'>",
    ],
}
ORDINARY = [
    "<label>Name <input name=name></label>",
    "<label>Price <input name=price type=number></label>",
    "<label>Product code <input name=code></label>",
    "<label>Discount code <input></label>",
    "<label>Postal code <input></label>",
    "<label>Keywords <input name=keywords></label>",
    "<label>Author <input name=author></label>",
    "<label>Shipping address <input name=shipping></label>",
    "<label>Expiry date <input type=date></label>",
    "<label>Passport number <input></label>",
    "<label>Password hint <input></label>",
    "<label>Show password <input type=checkbox></label>",
    "<label>Card type <select><option>Visa</select></label>",
    "<label>Search <input type=search name=q></label>",
    "<label>Description <textarea></textarea></label>",
    "<label>Username <input autocomplete=username name=login_token></label>",
    "<label>Compass heading <input></label>",
    "<label>Secretary <input></label>",
    "<label>Initials <input maxlength=1></label>",
]
LOOK = """(html) => {
  root.innerHTML = html;
  return __likewise.privacy.sensitive(root.querySelector("input,textarea,select,[contenteditable]"));
}"""


def test_secret_fields(open_page: Open) -> None:
    page = open_page("<div id=root></div>")
    cases = [(kind, html) for kind, htmls in SECRET.items() for html in htmls]
    wrong = [(html, found) for kind, html in cases if (found := page.evaluate(LOOK, html)) != kind]
    assert wrong == []


def test_ordinary_fields(open_page: Open) -> None:
    page = open_page("<div id=root></div>")
    assert [(html, found) for html in ORDINARY if (found := page.evaluate(LOOK, html))] == []


def test_once_secret_always_secret(open_page: Open) -> None:
    page = open_page("<input type=password id=p name=x><div id=root></div>", recording=True)
    page.evaluate("p.type = 'text'")
    assert describe(page, "#p")["sensitive"] == "password"
    page.evaluate("{ const q = document.createElement('input'); q.name = 'x'; q.id = 'p'; p.replaceWith(q) }")
    assert describe(page, "#p")["sensitive"] == "password"


CANARY = "Zq7-canary"
SINKS = [
    "document.title = v",
    "history.pushState(null, '', '/x?a=' + encodeURIComponent(v) + '#' + v)",
    "out.textContent = 'It is ' + v",
    "out.setAttribute('role', 'alert'); out.textContent = v.toUpperCase()",
    "b.setAttribute('aria-label', 'Go ' + v)",
    "b.title = v; b.id = v; b.name = v; b.value = v; b.className = v; b.dataset.testid = v",
    "h.textContent = v",
    "a.href = '/y/' + v; a.textContent = btoa(v)",
    "other.value = v",
    "other.placeholder = v; other.name = v",
    "sel.innerHTML = '<option value=' + v + '>' + v",
    "d.setAttribute('aria-label', v); d.show()",
    "p.type = 'text'",
    "p.type = 'text'; p.value = v",
    "p.setAttribute('autocomplete', 'off'); p.type = 'text'; p.name = 'q'",
    "let q = document.createElement('input'); q.name = 'pw'; q.value = v; q.id = p.id; p.replaceWith(q)",
    "cell.textContent = v",
    "f.action = '/' + v",
]
PAGE = """<h1 id=h>Sign in</h1><form id=f onsubmit='event.preventDefault()'><label>Password <input type=password id=p name=pw></label>
<input id=other aria-label=Other><select id=sel aria-label=Kind><option>a</select><button id=b>Go</button></form>
<p id=out></p><a id=a href=/ onclick='event.preventDefault()'>Link</a><table><tr><td id=cell>x<td><button id=row>Edit</button></table>
<dialog id=d>hello</dialog>
<script>p.addEventListener('input', () => { const v = p.value; SINK })</script>"""


@pytest.mark.parametrize("sink", SINKS)
def test_a_canary_never_comes_out(open_page: Open, sink: str) -> None:
    page = open_page(PAGE.replace("SINK", sink), recording=True)
    page.click("#p")
    page.keyboard.type(CANARY, delay=2)
    for selector in ["[aria-label=Other],#other", "a", "#row", "form button"]:
        page.click(selector, timeout=2000)
    page.wait_for_timeout(120)
    told = json.dumps([events(page), page.evaluate("globalThis.__snapshots ?? null")], ensure_ascii=False)
    fp = describe(page, "a")
    told += json.dumps(page.evaluate("(fp) => __likewise.candidates.find(fp, [])", fp), ensure_ascii=False)
    told += json.dumps(page.evaluate("__likewise.page.describe()"), ensure_ascii=False)
    assert "pointer" in told
    for form in [CANARY, CANARY.swapcase(), "WnE3LWNhbmFyeQ", CANARY[:7], CANARY[3:]]:
        assert form.lower() not in told.lower(), form


@pytest.mark.parametrize("boxes", [4, 6])
def test_boxes_of_a_code_are_one_secret(open_page: Open, boxes: int) -> None:
    page = open_page(
        "".join(f"<input maxlength=1 aria-label='Digit {i}'>" for i in range(boxes)) + "<p role=status id=s></p>",
        recording=True,
    )
    code = "739184"[:boxes]
    for i, digit in enumerate(code):
        page.click(f"[aria-label='Digit {i}']")
        page.keyboard.type(digit)
    page.evaluate("(code) => { s.textContent = 'You typed ' + code }", code)
    page.wait_for_timeout(150)
    told = events(page)
    assert all(
        e["target"]["state"]["value"] is None and e["target"]["sensitive"] == "code" for e in told if e["kind"] == "input"
    )
    assert code not in json.dumps(told)


def test_keys_in_a_secret_field_are_not_told(open_page: Open) -> None:
    page = open_page("<input type=password aria-label=Password>", recording=True)
    page.click("input")
    page.keyboard.type("abc")
    for key in ["ArrowLeft", "Control+a", "Backspace", "Tab"]:
        page.keyboard.press(key)
    assert [event["key"] for event in events(page, "key")] == ["Tab"]


def test_a_pasted_key_makes_an_ordinary_field_secret(open_page: Open) -> None:
    page = open_page("<input aria-label=Note>", recording=True)
    page.click("input")
    page.keyboard.insert_text("sk_live_4eC39HqLyjWDarjtT1zdp7dc")
    last = events(page, "input")[-1]["target"]
    assert (last["sensitive"], last["state"]["value"]) == ("key", None)
    assert "4eC39" not in json.dumps(events(page))
