"""A run that ended from outside: its report says so, and which step was under way."""

from .core.report import RunReport, StepReport

UNDER_WAY = ("running", "asking")


def cut_off(report: RunReport, reason: str) -> RunReport:
    """The report as stopped for this reason."""
    steps = tuple(_cut_off(step, reason) for step in report.steps)
    return report.model_copy(update={"status": "stopped", "reason": reason, "question": None, "steps": steps})


def _cut_off(step: StepReport, reason: str) -> StepReport:
    return step.model_copy(update={"status": "stopped", "reason": reason}) if step.status in UNDER_WAY else step
