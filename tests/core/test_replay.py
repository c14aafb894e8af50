"""Replay reads like a transcript: what the run asks on the left, what the page answers on the right."""

from collections.abc import Generator
from typing import Any

from core.builders import (
    SITE,
    acted,
    chooser,
    demonstration,
    effect,
    element,
    field,
    form,
    found,
    observed,
    page,
    password,
    state,
    step,
)
from likewise.core.demonstration import Demonstration
from likewise.core.induction.single import learn
from likewise.core.page import (
    Act,
    Answer,
    Arrived,
    Candidates,
    Did,
    Failed,
    Mute,
    Navigate,
    Observe,
    Outline,
    PageAsk,
    Unmute,
)
from likewise.core.replay import replay
from likewise.core.report import RunReport
from likewise.core.run import Bound, Move, Reply

ADD = f"{SITE}/product/add/"
LIST = f"{SITE}/product/"
SIGN_IN = f"{SITE}/login/"


def adding() -> Demonstration:
    """Sign in, open the form, fill it, save."""
    login = form(action=SIGN_IN, submits=("Log in",), secret=True)
    home = page(f"{SITE}/", "Home")
    return demonstration(
        step("fill", field("Username", "ada", form=login), "ada", page=page(SIGN_IN), effect=effect(value="ada")),
        step("fill", password(form=login), page=page(SIGN_IN), slot="Password"),
        step(
            "click",
            element("button", "Log in", form=login),
            page=page(SIGN_IN),
            effect=effect(url=f"{SITE}/", heading="Home"),
        ),
        step(
            "click", element("link", "Add", href=ADD), page=home, effect=effect(url=ADD, heading="Add product", status=200)
        ),
        step("fill", field("Name", "Blue mug"), "Blue mug", page=page(ADD, "Add product"), effect=effect(value="Blue mug")),
        step("select", chooser("Category", "Mugs", "Mugs", "Books"), "Mugs", page=page(ADD, "Add product")),
        step("check", element("checkbox", "In stock"), page=page(ADD, "Add product"), effect=effect(checked=True)),
        step(
            "click",
            element("button", "Save"),
            page=page(ADD, "Add product"),
            effect=effect(url=LIST, heading="Products", status=200, texts=("The product “Blue mug” was added.",)),
        ),
        start=SIGN_IN,
    )


class World:
    """A page in three lines: answers what a run asks, and keeps what was done to it."""

    def __init__(self, url: str, **pages: Any) -> None:
        self.url, self.done, self.asked = url, list[str](), list[PageAsk]()
        self.missing: set[str] = set()
        self.status, self.messages, self.after_save = 200, tuple[str, ...](), LIST
        login, kinds = form(secret=True), chooser("Category", "Mugs", "Mugs", "Books")
        self.live = {
            SIGN_IN: [field("Username", form=login), password(form=login), element("button", "Log in")],
            f"{SITE}/": [element("link", "Add", href=ADD)],
            ADD: [field("Name"), kinds, element("checkbox", "In stock"), element("button", "Save")],
            LIST: [],
        }  # fmt: skip
        self.heading = {SIGN_IN: "Log in", f"{SITE}/": "Home", ADD: "Add product", LIST: "Products"}

    def page(self) -> Any:
        return page(self.url, self.heading.get(self.url), status=self.status, messages=self.messages)

    def answer(self, ask: PageAsk) -> Answer:
        self.asked.append(ask)
        match ask:
            case Navigate():
                self.url = ask.url if ask.url != SIGN_IN or self.url == SIGN_IN else self.url
                return Arrived(tab=7, page=self.page())
            case Candidates():
                seen = [one for one in self.live.get(self.url, []) if one.name not in self.missing]
                return found(self.page(), *seen)
            case Act():
                return self.act(ask)
            case Observe():
                seen_texts = tuple(text in self.messages for text in ask.texts)
                return observed(self.page(), seen=seen_texts)
            case _:
                return Did()

    def act(self, ask: Act) -> Answer:
        name = ask.essentials.name
        self.done.append(f"{ask.action} {name} {' '.join(ask.values)}{ask.slot or ''}".strip())
        if name == "Log in":
            self.url = f"{SITE}/"
        elif name == "Add":
            self.url = ADD
        elif name == "Save":
            self.url = self.after_save
            if self.after_save == LIST:
                added = next(line.removeprefix("fill Name ") for line in self.done if line.startswith("fill Name"))
                self.messages = (f"The product “{added}” was added.",)
        if ask.action == "select":
            chosen = tuple(o for o in ask.essentials.options or () if o.label == ask.values[0])
            return acted(state(selected=chosen))
        if ask.action in ("check", "uncheck"):
            return acted(state(checked=ask.action == "check"))
        return acted(state(value=ask.values[0] if ask.values else None))


def bound(made: Demonstration, **facts: Any) -> Bound:
    base: dict[str, Any] = dict(
        run="r_000000", workflow_id="w_000000", workflow=learn(made), values={}, slots=frozenset({"password"}),
        approvals=frozenset(), tab=None, start=None, step_timeout_ms=1000,
    )  # fmt: skip
    return Bound(**(base | facts))


def run(world: World, given: Bound, answers: dict[str, Reply] | None = None) -> RunReport:
    generator: Generator[Move, Reply, RunReport] = replay(given)
    try:
        move = next(generator)
        for _ in range(500):
            if move.ask is None:
                assert move.report.question is not None
                reply = (answers or {})[move.report.question.kind]
                shown = reply.shown or move.report.question.shown
                move = generator.send(Reply(0, None, reply.approved, shown))
            else:
                move = generator.send(Reply(60, world.answer(move.ask)))
    except StopIteration as end:
        report: RunReport = end.value
        return report
    raise AssertionError("the run does not end")


def test_again_with_other_values() -> None:
    world = World(SIGN_IN)
    report = run(world, bound(adding(), values={"name": "Red mug", "category": "Books", "in_stock": "false"}))
    assert report.status == "done", report.reason
    assert world.done == [
        "fill Username ada",
        "fill Password password",
        "click Log in",
        "click Add",
        "fill Name Red mug",
        "select Category Books",
        "uncheck In stock",
        "click Save",
    ]
    assert [one.status for one in report.steps] == ["done"] * 8
    assert isinstance(world.asked[-1], Unmute)


def test_sign_in_is_skipped_when_already_signed_in() -> None:
    world = World(f"{SITE}/")
    report = run(world, bound(adding()))
    assert report.status == "done", report.reason
    assert [one.status for one in report.steps[:4]] == ["skipped", "skipped", "skipped", "done"]
    assert world.done[0] == "click Add"


def test_a_missing_secret_is_asked_for() -> None:
    world = World(SIGN_IN)
    given = bound(adding(), slots=frozenset())
    assert run(world, given, {"secret": Reply(0, None, True)}).status == "done"
    refused = run(World(SIGN_IN), given, {"secret": Reply(0, None, False)})
    assert refused.status == "asking" and "Password" in (refused.reason or "")


def test_a_field_that_is_gone_stops_the_run() -> None:
    world = World(SIGN_IN)
    world.missing = {"Name"}
    report = run(world, bound(adding()))
    assert report.status == "stopped" and report.reason is not None
    assert "Step 5" in report.reason and "“Name” is not here" in report.reason
    assert world.done[-1] == "click Add"
    assert report.steps[4].nearest and report.steps[4].ms <= 1100


def test_a_renamed_button_stops_the_run() -> None:
    world = World(SIGN_IN)
    world.live[ADD][-1] = world.live[ADD][-1].model_copy(update={"name": "Delete everything"})
    report = run(world, bound(adding()))
    assert report.status == "stopped" and "in its place is button “Delete everything”" in (report.reason or "")


def test_an_error_page_stops_the_run() -> None:
    world = World(SIGN_IN)
    world.after_save = ADD
    world.messages = ()
    before = world.act

    def broken(ask: Act) -> Answer:
        answer = before(ask)
        if ask.essentials.name == "Save":
            world.status = 500
        return answer

    world.act = broken  # type: ignore[method-assign]
    report = run(world, bound(adding()))
    assert report.status == "stopped" and "error 500" in (report.reason or "")


def test_the_applications_own_message_is_the_reason() -> None:
    world = World(SIGN_IN)
    world.after_save = ADD
    before = world.act

    def refuse(ask: Act) -> Answer:
        answer = before(ask)
        if ask.essentials.name == "Save":
            world.messages = ("Ensure that there are no more than 6 digits.",)
        return answer

    world.act = refuse  # type: ignore[method-assign]
    report = run(world, bound(adding()))
    assert report.status == "stopped" and "no more than 6 digits" in (report.reason or "")


def test_another_page_stops_the_run() -> None:
    world = World(SIGN_IN)
    world.live[f"{SITE}/"] = []
    before = world.act

    def ended(ask: Act) -> Answer:
        answer = before(ask)
        if ask.essentials.name == "Log in":
            world.url = SIGN_IN
        return answer

    world.act = ended  # type: ignore[method-assign]
    report = run(world, bound(adding()))
    assert report.status == "stopped" and "Step 3" in (report.reason or "")


def test_another_origin_is_never_acted_on() -> None:
    world = World("http://evil.test/")
    world.live["http://evil.test/"] = [field("Username")]
    report = run(world, bound(adding()))
    assert report.status == "stopped" and "http://evil.test" in (report.reason or "") and world.done == []


def paying() -> Demonstration:
    return demonstration(
        step("click", element("button", "Pay now"), page=page(f"{SITE}/"), effect=effect(url=LIST, heading="Products")),
    )


def test_consent_is_for_one_step_and_the_text_shown() -> None:
    given = bound(paying())
    world = World(f"{SITE}/")
    world.live[f"{SITE}/"] = [element("button", "Pay now")]
    refused = run(world, given, {"consent": Reply(0, None, False)})
    assert refused.status == "stopped" and world.done == []
    stale = run(world, given, {"consent": Reply(0, None, True, "another text")})
    assert stale.status == "stopped" and world.done == []
    run(world, given, {"consent": Reply(0, None, True)})
    assert world.done == ["click Pay now"]
    approved = World(f"{SITE}/")
    approved.live[f"{SITE}/"] = [element("button", "Pay now")]
    run(approved, bound(paying(), approvals=frozenset({1})))
    assert approved.done == ["click Pay now"]


def test_failures_of_the_page_are_the_reason() -> None:
    for code, status in (("covered", "stopped"), ("unknown_outcome", "stopped"), ("needs_person", "asking")):
        world = World(SIGN_IN)
        world.act = lambda ask, code=code: Failed.model_validate(dict(code=code, text="a reason"))  # type: ignore[method-assign]
        report = run(world, bound(adding()))
        assert report.status == status and "a reason" in (report.reason or "")


def test_what_is_asked_of_the_page_is_outlined_and_muted() -> None:
    world = World(SIGN_IN)
    run(world, bound(adding(), tab=7))
    assert isinstance(world.asked[0], Mute) and isinstance(world.asked[1], Navigate)
    outlined = [ask for ask in world.asked if isinstance(ask, Outline)]
    assert outlined[0].text.startswith("Step 1 of 8: Fill “Username”") and len(outlined[0].handles) == 1
