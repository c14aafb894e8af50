"""What was under way is named; what was done stays done."""

import pytest

from likewise.ending import cut_off
from shells.test_history import report


@pytest.mark.parametrize(
    "before,after", [("running", "stopped"), ("asking", "stopped"), ("done", "done"), ("waiting", "waiting")]
)
def test_cut_off(before, after):
    cut = cut_off(report("w_abcdef", step=before), "why")
    assert (cut.status, cut.reason, cut.question, cut.steps[0].status) == ("stopped", "why", None, after)
