from core.builders import demonstration, element, step
from likewise.core.demonstration import Demonstration


def test_a_demonstration_holds_neither_ids_nor_times() -> None:
    made = demonstration(step("click", element()), step("navigate", None, "http://shop.test/x"))
    assert Demonstration.model_validate_json(made.model_dump_json()) == made
    assert set(Demonstration.model_fields) == {"origin", "start", "steps", "warnings"}
