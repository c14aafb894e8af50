"""The work that waits until the page is idle."""

from page.harness import Open, events


def test_idle_work_counts_and_pictures(open_page: Open) -> None:
    page = open_page("<button>Edit</button><button>Edit</button><button id=s>Save</button>", recording=True)
    page.click("#s")
    page.wait_for_function("__events.some((e) => e.kind === 'noted')")
    noted = events(page, "noted", flush=False)[0]
    assert events(page)[noted["of"]]["kind"] == "pointer"
    assert noted["unique"]["role_name"] == noted["unique"]["id"] == 1
    assert [rival["name"] for rival in noted["rivals"]] == ["Edit", "Edit"]
    assert page.evaluate("(hash) => __snapshots[hash].items.length", noted["snapshot"]) == 3
