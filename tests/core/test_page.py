import pytest
from pydantic import TypeAdapter, ValidationError

from core.builders import acted, element, found, observed, page
from likewise.core.page import Answer, Failed, Navigate, PageAsk

answers: TypeAdapter[Answer] = TypeAdapter(Answer)
asks: TypeAdapter[PageAsk] = TypeAdapter(PageAsk)


@pytest.mark.parametrize("one", [found(page(), element()), acted(), observed(page()), Failed(code="gone", text="")])
def test_answers_are_known_by_their_kind(one: Answer) -> None:
    assert answers.validate_json(answers.dump_json(one)) == one


def test_nothing_else_can_be_asked_of_a_page() -> None:
    assert asks.validate_python({"kind": "navigate", "how": "back", "url": ""}) == Navigate(how="back", url="")
    for wrong in ({"kind": "evaluate", "script": "1"}, {"kind": "navigate", "how": "to", "url": "", "script": "1"}):
        with pytest.raises(ValidationError):
            asks.validate_python(wrong)
