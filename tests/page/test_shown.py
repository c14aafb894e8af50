"""What newly appears."""

from page.harness import Open, events


def test_only_what_is_new_is_told(open_page: Open) -> None:
    page = open_page(
        "<p role=alert>Old</p><p id=m role=alert></p><div class=toast style='display:none' id=t>Toast</div>", recording=True
    )
    page.evaluate("m.textContent = 'New'")
    page.wait_for_timeout(200)
    page.evaluate("t.style.display = 'block'")
    page.wait_for_timeout(400)
    page.evaluate("m.textContent = 'New'; t.className = 'toast show'")
    page.wait_for_timeout(400)
    assert [event["text"] for event in events(page, "shown")] == ["New", "Toast"]


def test_a_flood_of_messages_is_cut(open_page: Open) -> None:
    page = open_page("<div id=root></div>", recording=True)
    for i in range(3):
        page.evaluate(
            "(n) => { root.innerHTML = ''; for (let i = 0; i < 20; i++) root.innerHTML += `<p role=alert>${n}-${i}</p>` }", i
        )
        page.evaluate("__recording.flush()")
    assert len(events(page, "shown")) <= 20
