from core.builders import demonstration, field, step
from likewise.core.binding import bind
from likewise.core.induction.single import learn
from likewise.core.workflow import Following, Literally, Workflow


def test_a_workflow_survives_its_file() -> None:
    made = learn(demonstration(step("fill", field("Name"), "Blue mug")))
    assert Workflow.model_validate_json(made.model_dump_json()) == made


def test_a_pattern_is_data_and_never_expanded() -> None:
    pattern = (Literally(text="{{a}} "), Following(parameter="a", spelling="plain"))
    assert bind(pattern, {"a": "{{7*7}} {0.__class__} ${a}"}) == "{{a}} {{7*7}} {0.__class__} ${a}"
