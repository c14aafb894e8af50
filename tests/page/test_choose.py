"""Choices of a list, and files."""
# ruff: noqa: E501

import base64

from page.harness import Open, act


def test_missing_choice_names_the_nearest(open_page: Open) -> None:
    page = open_page("<label>Category <select id=s><option>Books, used<option>Toys</select></label>")
    answer = act(page, "#s", "select", "Books")
    assert (answer["kind"], answer["code"]) == ("failed", "changed")
    assert "“Books” in “Category”" in answer["text"] and "Nearest: Books, used, Toys" in answer["text"]


def test_several_choices(open_page: Open) -> None:
    page = open_page("<select multiple id=s><option selected>a<option>b<option value=3>c</select>")
    chosen = act(page, "#s", "select", "b", "3")["state"]["selected"]
    assert [option["label"] for option in chosen] == ["b", "c"]


def test_upload(open_page: Open) -> None:
    page = open_page(
        "<input type=file id=f style='display:none'><script>f.onchange=async()=>{window.got=[f.files[0].name,await f.files[0].text()]}</script>"
    )
    files = [{"name": "a.csv", "base64": base64.b64encode("ä,1".encode()).decode()}]
    assert act(page, "#f", "upload", "/tmp/a.csv", files=files)["did"] is True
    page.wait_for_function("window.got")
    assert page.evaluate("got") == ["a.csv", "ä,1"]
