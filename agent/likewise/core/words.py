"""Steps and runs in words, for people."""

from collections.abc import Mapping
from typing import assert_never

from .address import short
from .binding import bind, complete
from .demonstration import Action
from .element import Element
from .folding import key_in_words
from .workflow import Workflow, WorkflowStep

MASK = "••••••"
LONGEST_VALUE = 60


def object_of(target: Element | None) -> str:
    """What the step is done to, as a person would call it."""
    if target is None:
        return "the page"
    return target.name or target.placeholder or target.field or target.text or target.role or target.tag


def clip(text: str) -> str:
    """One line, short enough for a sentence."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_VALUE else line[: LONGEST_VALUE - 1] + "…"


def phrase(action: Action, target: Element | None, values: tuple[str, ...], secret: bool = False) -> str:
    """The act as one sentence, the object between quotation marks."""
    what = f"“{clip(object_of(target))}”"
    with_value = MASK if secret else ", ".join(clip(value) for value in values)
    match action:
        case "click":
            return f"Click {what}"
        case "double_click":
            return f"Double-click {what}"
        case "fill":
            return f"Fill {what} with {with_value}"
        case "clear":
            return f"Clear {what}"
        case "select":
            return f"Choose {with_value or 'nothing'} in {what}"
        case "check":
            return f"Check {what}"
        case "uncheck":
            return f"Uncheck {what}"
        case "choose":
            return f"Choose {what}"
        case "press":
            return f"Press {key_in_words(values[0])} in {what}"
        case "upload":
            return f"Upload {with_value or 'a file'} to {what}"
        case "navigate":
            return f"Go to {short(values[0])}"
        case "back":
            return "Go back"
        case _:
            assert_never(action)


def sentence(step: WorkflowStep, values: Mapping[str, str]) -> str:
    """The workflow's step with these values, as one sentence."""
    target = step.target
    action = step.action
    for follow in step.follows:
        if follow.field == "name" and target is not None:
            target = target.model_copy(update={"name": bind(follow.pattern, values)})
    if step.toggle is not None:
        action = "check" if values.get(step.toggle) == "true" else "uncheck"
    bound = tuple(bind(pattern, values) for pattern in step.values)
    if action == "fill" and bound == ("",) and step.slot is None:
        action = "clear"
    return phrase(action, target, bound, secret=step.slot is not None)


def dry_run(workflow: Workflow, values: Mapping[str, str]) -> list[str]:
    """What a run with these values would do, one sentence a step."""
    full = complete(workflow, values)
    lines = [f"Go to {bind(workflow.start, full)}"]
    for step in workflow.steps:
        line = sentence(step, full)
        if step.block == "sign_in":
            line += " (skipped if already signed in)"
        if step.gate:
            line += f" (asks first: {step.gate})"
        lines.append(line)
    return lines
