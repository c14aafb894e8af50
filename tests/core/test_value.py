import pytest
from pydantic import ValidationError

from likewise.core.value import Value


class Point(Value):
    x: int


def test_values_are_frozen_strict_and_equal_by_content() -> None:
    assert Point(x=1) == Point(x=1) and len({Point(x=1), Point(x=1)}) == 1
    with pytest.raises(ValidationError, match="frozen"):
        Point(x=1).x = 2  # type: ignore[misc]
    with pytest.raises(ValidationError, match="extra"):
        Point(x=1, y=2)  # type: ignore[call-arg]
    with pytest.raises(ValidationError, match="required"):
        Point()  # type: ignore[call-arg]
