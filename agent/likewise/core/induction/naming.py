"""Titles and descriptions in words, from labels and headings."""

from collections.abc import Sequence

from ..address import short, site
from ..demonstration import Demonstration, Step
from ..folding import key_in_words
from ..words import object_of, phrase
from .parameters import label_of

MAX_LISTED = 4
"""Fields named in a description."""
LONGEST_TITLE = 80


def step_title(step: Step) -> str:
    """The recorded step as one sentence: "Fill “Price” with 12.50"."""
    return phrase(step.action, step.target, step.values, secret=step.slot is not None)


def title(demonstration: Demonstration, signing_in: frozenset[int]) -> str:
    """What the task is called: the heading of the page where most was filled in, else the last act."""
    steps = [step for n, step in enumerate(demonstration.steps) if n not in signing_in] or list(demonstration.steps)
    entered = [step for step in steps if step.action in ("fill", "select", "check", "uncheck", "choose", "upload")]
    headings = [heading for step in entered if (heading := step.page.heading or step.page.title)]
    if headings:
        often = max(dict.fromkeys(headings), key=headings.count)
        return (often if headings.count(often) > 1 else headings[-1])[:LONGEST_TITLE]
    last = _last_act(steps)
    if last is not None:
        return f"{object_of(last.target)} on {site(demonstration.start)}"[:LONGEST_TITLE]
    gone = [step.values[0] for step in steps if step.action == "navigate"]
    return (f"Go to {short(gone[-1])}" if gone else f"A task on {site(demonstration.start)}")[:LONGEST_TITLE]


def _last_act(steps: Sequence[Step]) -> Step | None:
    return next(
        (step for step in reversed(steps) if step.action in ("click", "press", "double_click") and step.target),
        None,
    )


def description(demonstration: Demonstration, signing_in: frozenset[int]) -> str:
    """One sentence: where, and what is done in which order."""
    parts = []
    if signing_in:
        parts.append("sign in")
    fields: list[str] = []
    for n, step in enumerate(demonstration.steps):
        if n in signing_in:
            continue
        if step.action in ("fill", "select", "check", "uncheck", "choose", "upload", "clear"):
            fields.append(label_of(step))
            continue
        parts += _fields(fields)
        fields = []
        parts.append(_act(step))
    parts += _fields(fields)
    return (
        f"On {site(demonstration.start)}: "
        + ", ".join([*parts[:-1], f"then {parts[-1]}"] if len(parts) > 1 else parts)
        + "."
    )


def _fields(fields: list[str]) -> list[str]:
    if not fields:
        return []
    shown = ", ".join(fields[:MAX_LISTED]) + (f" and {len(fields) - MAX_LISTED} more" if len(fields) > MAX_LISTED else "")
    return [f"fill in {shown}"]


def _act(step: Step) -> str:
    if step.action == "navigate":
        return f"go to {short(step.values[0])}"
    if step.action == "back":
        return "go back"
    if step.action == "press":
        return f"press {key_in_words(step.values[0])} in “{object_of(step.target)}”"
    return f"{'double-click' if step.action == 'double_click' else 'click'} “{object_of(step.target)}”"
