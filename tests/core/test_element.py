import pytest
from pydantic import ValidationError

from core.builders import chooser, element, field, password, rival
from likewise.core.element import Element, Snapshot, SnapshotItem


@pytest.mark.parametrize(
    "one", [field("Name", "x"), password(), chooser("Size", "S", "S", "M"), element(rivals=(rival("a", "b"),))]
)
def test_an_element_survives_the_wire(one: Element) -> None:
    assert Element.model_validate_json(one.model_dump_json()) == one


def test_a_snapshot_is_pruned() -> None:
    line = SnapshotItem(parent=-1, role="main", name="", text="")
    assert len(Snapshot(items=(line,) * 300, truncated=True).items) == 300
    with pytest.raises(ValidationError):
        Snapshot(items=(line,) * 301, truncated=True)
