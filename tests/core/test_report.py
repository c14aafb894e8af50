import pytest
from pydantic import ValidationError

from likewise.core.report import StepReport


def test_a_step_has_one_of_six_states() -> None:
    facts = dict(step=1, title="Click “Save”", reason=None, score=None, margin=None, ms=0.0, nearest=())
    assert StepReport(status="done", **facts).status == "done"  # type: ignore[arg-type]
    with pytest.raises(ValidationError):
        StepReport(status="perhaps", **facts)  # type: ignore[arg-type]
