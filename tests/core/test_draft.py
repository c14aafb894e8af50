from core.builders import Events, element, field, page, password, state
from likewise.core.draft import Draft, bare
from likewise.core.event import Left


def draft(action="click", target=None, **facts) -> Draft:  # type: ignore[no-untyped-def]
    return Draft(Events().say(Left()), action, target or element("paragraph", "Text"), 0, page(), **facts)


def test_a_tentative_act_is_kept_if_something_followed() -> None:
    assert draft().kept and not draft(tentative=True).kept
    for fact in ({"url": "http://a.test/"}, {"texts": ("Saved",)}, {"dialog": ""}, {"tab": True}, {"heading": "Done"}):
        acted = draft(tentative=True)
        acted.saw(**fact)
        assert acted.kept is bool(next(iter(fact.values())))


def test_what_is_left_out_is_said_where_it_may_matter() -> None:
    assert draft().doubt is None
    assert draft(tentative=True).doubt == "A click on “Text” is left out: nothing was seen to follow from it."
    assert draft(target=field("Name"), tentative=True).doubt is None
    assert draft(target=element("generic", "", text=None), tentative=True).doubt is None
    assert draft("press", values=("e",), tentative=True).doubt == (
        "The key e is left out: nothing was seen to follow from it."
    )
    assert draft("press", values=("Control+c",), tentative=True).doubt is None


def test_a_step_never_holds_a_secrets_value() -> None:
    step = draft("fill", password(state=state(value="hunter2")), slot="Password").step()
    assert "hunter2" not in step.model_dump_json() and step.slot == "Password"


def test_where_it_led_has_its_template() -> None:
    acted = draft()
    acted.reached("http://a.test/product/17/", heading="Mug")
    assert (acted.effect.template, acted.effect.heading) == ("http://a.test/product/{}/", "Mug")
    assert bare("http://a.test/").status is None
