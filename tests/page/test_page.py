"""What a document says of itself."""
# ruff: noqa: E501

from likewise.core.element import Page as PageValue
from page.harness import Open

MESSAGES = {
    "<ul class=messagelist><li class=success>The product “Lamp” was added.</li><li class=warning>Look</li></ul>": [
        "The product “Lamp” was added.",
        "Look",
    ],
    "<p class=errornote>Please correct the error below.</p>": ["Please correct the error below."],
    "<div class='form-row errors'><ul class=errorlist id=e><li>Enter a number.</li></ul><label>Price <input></label></div>": [
        "Enter a number."
    ],
    "<div class='alert alert-success'>Saved <button>x</button></div>": ["Saved x"],
    "<div role=alert>Wrong</div><div role=status></div><div role=status hidden>no</div>": ["Wrong"],
    "<div class=toast-container><div class='toast show'>Hi</div></div>": ["Hi"],
    "<div class=mw-message-box>Edit saved</div>": ["Edit saved"],
    "<div class=invalid-feedback>Too long</div>": ["Too long"],
    "<div class=messages><div class='message success'>Done</div></div>": ["Done"],
    "<table class=error-table><tr><td>x</table><p class=noticeable>y</p><body class=error>": [],
}


def test_messages(open_page: Open) -> None:
    page = open_page("<div id=root></div>")
    look = "(html) => { root.innerHTML = html; return __likewise.page.messages() }"
    wrong = [(html, found) for html, texts in MESSAGES.items() if (found := page.evaluate(look, html)) != texts]
    assert wrong == []


def test_page(open_page: Open) -> None:
    page = open_page(
        "<html lang=de><title>Laden</title><h2>Zwei</h2><h1 hidden>Eins</h1><p role=alert>Achtung</p>",
        url="http://shop.test/?token=abc",
    )
    told = page.evaluate("__likewise.page.describe()")
    PageValue.model_validate(told)
    assert told == {
        "url": "http://shop.test/?token={secret}",
        "title": "Laden",
        "heading": "Zwei",
        "language": "de",
        "status": 200,
        "messages": ["Achtung"],
    }


def test_the_dialog_on_top(open_page: Open) -> None:
    page = open_page(
        "<dialog id=a aria-label=First>x</dialog><div role=dialog hidden>no</div><div role=dialog id=b><h2>Second</h2></div>"
    )
    assert page.evaluate("__likewise.page.topDialog()") == "Second"
    page.evaluate("a.showModal()")
    assert page.evaluate("__likewise.page.topDialog()") == "First"
    page.evaluate("a.close(); b.remove()")
    assert page.evaluate("__likewise.page.topDialog()") is None


def test_at_most_twenty_messages(open_page: Open) -> None:
    page = open_page("".join(f"<p role=alert>{i}</p>" for i in range(50)))
    assert page.evaluate("__likewise.page.messages()") == [str(i) for i in range(20)]
