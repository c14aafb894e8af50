"""Stored things -> the rows that the CLI and the popup show."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

from .core.address import site
from .core.binding import bind
from .core.demonstration import Demonstration
from .core.report import DemonstrationRow, ParameterRow, StepRow, WorkflowRow
from .core.workflow import Parameter, Workflow, WorkflowStep

Trust = Literal["draft", "verified", "retired"]


def iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def site_of(workflow: Workflow) -> str:
    return site(workflow.origins[0]) if workflow.origins else ""


def start_of(workflow: Workflow) -> str:
    """The recorded start page."""
    return bind(workflow.start, {p.name: p.default for p in workflow.parameters if p.default is not None})


def workflow_row(
    id: str, workflow: Workflow, trust: Trust, version: int, sources: tuple[str, ...], last: Mapping[str, str]
) -> WorkflowRow:
    return WorkflowRow(
        id=id,
        title=workflow.title,
        description=workflow.description,
        site=site_of(workflow),
        trust=trust,
        parameters=tuple(_parameter_row(parameter, last.get(parameter.name)) for parameter in workflow.parameters),
        steps=tuple(_step_row(n, step) for n, step in enumerate(workflow.steps, 1)),
        support=len(sources),
        version=version,
        sources=sources,
    )


def demonstration_row(
    id: str, demonstration: Demonstration, title: str, started: float, workflow: str | None
) -> DemonstrationRow:
    return DemonstrationRow(
        id=id,
        title=title,
        site=site(demonstration.origin),
        started=iso(started),
        steps=len(demonstration.steps),
        workflow=workflow,
        warnings=demonstration.warnings,
    )


def _parameter_row(parameter: Parameter, last: str | None) -> ParameterRow:
    return ParameterRow(
        name=parameter.name,
        label=parameter.label,
        type=parameter.type,
        default=parameter.default,
        last=last,
        options=parameter.options,
        required=parameter.required,
        secret=parameter.type == "secret",
    )


def _step_row(n: int, step: WorkflowStep) -> StepRow:
    return StepRow(
        n=n,
        title=step.title,
        action=step.action,
        kind="optional" if step.block else "step",
        gate=step.gate,
    )
