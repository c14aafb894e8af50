"""What was filled in is still there when the run goes on."""

from typing import Any

from core.builders import (
    acted,
    candidate,
    chooser,
    demonstration,
    effect,
    element,
    field,
    found,
    observed,
    page,
    state,
    step,
)
from core.test_replay_on_sites import HOME, SAVE, Site, run
from likewise.core.element import Option
from likewise.core.page import Act, Answer, Candidates, Handle, Observe, PageAsk
from likewise.core.report import RunReport

THANKS = page("http://shop.test/thanks", "Thanks")
NAME, SIZE = field("Name", "Mug"), chooser("Size", "Large", "Small", "Large")
SMALL, LARGE = (state(selected=(Option(label=label, value=label.lower()),)) for label in ("Small", "Large"))


def filled_in_and_saved(documents: str = "aaa", name: object = NAME.state, size: object = LARGE) -> tuple[RunReport, Site]:
    """Name, Size and Save, found in these documents; before the saving the fields hold `name` and `size`."""
    made = demonstration(
        step("fill", NAME, "Mug", page=HOME, effect=effect(value="Mug")),
        step("select", SIZE, "Large", page=HOME, effect=effect(value="Large")),
        step("click", SAVE, page=HOME, effect=effect(url=THANKS.url, heading="Thanks")),
    )
    elements = dict(zip(("Name", "Size", "Save"), zip(documents, (NAME, SIZE, SAVE), strict=True), strict=True))

    def find(ask: PageAsk) -> Answer:
        assert isinstance(ask, Candidates)
        document, one = elements[ask.fingerprint.name]
        handle = Handle(document=f"doc-{document}", number=len(ask.fingerprint.name + ask.fingerprint.role))
        return found(HOME).model_copy(update={"candidates": (candidate(one, 0).model_copy(update={"handle": handle}),)})

    def act(ask: PageAsk) -> Answer:
        assert isinstance(ask, Act)
        return acted({"fill": NAME.state, "select": LARGE}.get(ask.action))

    def look(ask: PageAsk) -> Answer:
        assert isinstance(ask, Observe)
        if ask.handle is None or ask.handle.number == len("Savebutton"):
            return observed(THANKS)
        held: Any = name if ask.handle.number == len("Nametextbox") else size
        return observed(HOME, state=held)

    site = Site(candidates=find, act=act, observe=look)
    return run(made, site), site


def test_what_is_there_is_sent() -> None:
    report, site = filled_in_and_saved()
    assert report.status == "done", report.reason
    assert len(site.of(Act)) == 3


def test_a_field_that_was_emptied_or_chosen_anew_meanwhile_stops_the_run() -> None:
    report, site = filled_in_and_saved(name=state(value=""))
    assert "“Name” does not hold any more what was filled in" in (report.reason or "")
    assert len(site.of(Act)) == 2
    report, _ = filled_in_and_saved(size=SMALL)
    assert "“Size” does not hold any more" in (report.reason or "")


def test_what_a_page_makes_of_a_text_is_its_own_affair() -> None:
    for unknown in (state(value="MUG"), None):
        assert filled_in_and_saved(name=unknown)[0].status == "done"


def test_a_page_that_was_loaded_anew_stops_the_run() -> None:
    report, site = filled_in_and_saved(documents="aab")
    assert "loaded anew" in (report.reason or "") and len(site.of(Act)) == 2


def test_after_an_act_that_leads_to_another_page_it_is_another_document() -> None:
    made = demonstration(
        step("fill", NAME, "Mug", page=HOME, effect=effect(value="Mug")),
        step("click", SAVE, page=HOME, effect=effect(url=HOME.url, heading="Home")),
        step("click", element("button", "Close"), page=HOME),
    )
    looks = [observed(HOME, state=NAME.state), *[observed(HOME, revision=f"doc-new:{n}") for n in range(3)]]
    both = [found(HOME, NAME, SAVE)] * 2
    other = candidate(element("button", "Close"), 0).model_copy(update={"handle": Handle(document="doc-new", number=1)})
    last = found(HOME).model_copy(update={"candidates": (other,)})
    site = Site(candidates=[*both, last], act=[acted(NAME.state), acted()], observe=looks)
    assert run(made, site).status == "done"
