"""One demonstration is enough: a Workflow whose typed and chosen values are parameters."""

from collections.abc import Sequence

from ..address import origin, same_page
from ..binding import follows as has_parameter
from ..consent import irreversible
from ..demonstration import Demonstration, Effect, Step
from ..element import Element
from ..workflow import ExpectedEffect, Follow, Following, Literally, Pattern, Workflow, WorkflowStep
from .naming import description, step_title, title
from .parameters import NAMED_BY_OPTION, Parameters, label_of, options_of, select_default, value_type

SIGN_IN = "sign_in"


class NotLearnable(Exception):
    """The demonstration gives no workflow; the text says why."""


def sign_in_block(steps: Sequence[Step]) -> frozenset[int]:
    """Indices of the steps from the first field of a form that holds a secret to its submit."""
    for n, step in enumerate(steps):
        if step.slot is None or step.target is None:
            continue
        first = n
        while first > 0 and _same_form(steps[first - 1], step):
            first -= 1
        last = n
        while last + 1 < len(steps) and _same_form(steps[last + 1], step) and not _submitted(steps[last]):
            last += 1
        return frozenset(range(first, last + 1)) if _submitted(steps[last]) else frozenset()
    return frozenset()


def _same_form(one: Step, secret: Step) -> bool:
    a, b = one.target, secret.target
    if a is None or b is None or a.form is None or b.form is None:
        return False
    return (
        a.form.secret
        and (a.form.id, a.form.action) == (b.form.id, b.form.action)
        and same_page(one.page.url, secret.page.url)
    )


def _submitted(step: Step) -> bool:
    return step.action in ("click", "press") and step.effect.url is not None


def learn(demonstration: Demonstration) -> Workflow:
    """The workflow of one demonstration. NotLearnable if its first page is no web page."""
    if not demonstration.origin:
        raise NotLearnable(f"the first page, {demonstration.start}, is not a web page")
    block = sign_in_block(demonstration.steps)
    parameters = Parameters(urls=[demonstration.start])
    steps = []
    for n in range(len(demonstration.steps)):
        made = _step(parameters, demonstration.steps, n)
        steps.append(made.model_copy(update={"block": SIGN_IN if n in block else None}))
    return Workflow(
        title=_without_values(parameters.follow(title(demonstration, block))),
        description=description(demonstration, block),
        origins=_origins(demonstration),
        start=(Literally(text=demonstration.start),),
        parameters=tuple(parameters.found),
        steps=tuple(steps),
        notes=(*demonstration.warnings, *parameters.notes),
    )


def _without_values(pattern: Pattern) -> str:
    return "".join("…" if isinstance(part, Following) else part.text for part in pattern)


def _origins(demonstration: Demonstration) -> tuple[str, ...]:
    seen = [demonstration.origin]
    for step in demonstration.steps:
        for url in (step.page.url, step.effect.url, *(frame.url for frame in step.frame)):
            found = origin(url) if url else None
            if found:
                seen.append(found)
    return tuple(dict.fromkeys(seen))


def _step(parameters: Parameters, steps: Sequence[Step], n: int) -> WorkflowStep:
    step = steps[n]
    parameters.visit(step.page.url)
    url = parameters.follow_url(step.page.url)
    target_follows = _follows(parameters, step.target)
    values, slot, toggle = _values(parameters, steps, n)
    if step.action == "choose" or _picks(step):
        target_follows = (
            Follow(field="name", pattern=values),
            *(f for f in target_follows if f.field != "name"),
        )
        values = ()
    return WorkflowStep(
        title=step_title(step),
        action=step.action,
        target=step.target,
        frame=step.frame,
        tab=step.tab,
        url=url,
        values=(values,) if values else (),
        slot=slot,
        toggle=toggle,
        follows=tuple(follow for follow in target_follows if has_parameter(follow.pattern)),
        effect=_effect(parameters, step, values),
        recorded=step.effect,
        block=None,
        gate=irreversible(step.action, step.target, step.values),
        snapshot=step.snapshot,
    )


def _picks(step: Step) -> bool:
    return step.action == "click" and step.target is not None and step.target.role in NAMED_BY_OPTION


def _values(parameters: Parameters, steps: Sequence[Step], n: int) -> tuple[Pattern, str | None, str | None]:
    """(pattern of the step's value, slot, toggle); new parameters are added."""
    step = steps[n]
    target = step.target
    match step.action:
        case "fill" | "select" if step.slot is not None:
            return (), _secret(parameters, step), None
        case "fill":
            return _typed(parameters, steps, n), None, None
        case "select":
            added = parameters.add(label_of(step), "choice", select_default(step), options_of(step))
            return (Following(parameter=added.name, spelling="plain"),), None, None
        case "choose":
            assert target is not None
            added = parameters.add(label_of(step), "choice", target.name, options_of(step))
            return (Following(parameter=added.name, spelling="plain"),), None, None
        case "check" | "uncheck":
            added = parameters.add(label_of(step), "bool", "true" if step.action == "check" else "false")
            return (), None, added.name
        case "upload":
            added = parameters.add(label_of(step), "file", None)
            return (Following(parameter=added.name, spelling="plain"),), None, None
        case "click" if _picks(step):
            assert target is not None
            return _picked(parameters, steps, n, target), None, None
        case "navigate":
            return parameters.follow_url(step.values[0]), None, None
        case "press":
            return (Literally(text=step.values[0]),), None, None
        case _:
            return (), None, None


def _secret(parameters: Parameters, step: Step) -> str:
    """The name of the secret's parameter: a secret belongs to a kind of field on one origin."""
    urls = (*(frame.url for frame in reversed(step.frame)), step.page.url)
    where = next((found for url in urls if url and (found := origin(url))), "")
    kind = step.target.sensitive if step.target is not None else None
    return parameters.secret(label_of(step), where, kind or "").name


def _typed(parameters: Parameters, steps: Sequence[Step], n: int) -> Pattern:
    step = steps[n]
    value = step.values[0] if step.values else ""
    known = parameters.equal(value)
    if known is not None:
        return (Following(parameter=known.name, spelling="plain"),)
    after = steps[n + 1] if n + 1 < len(steps) else None
    if after is not None and _completes(value, after) and after.target is not None:
        added = parameters.add(label_of(step), "text", after.target.name)
    else:
        added = parameters.add(label_of(step), value_type(step), value)
    return (Following(parameter=added.name, spelling="plain"),)


def _completes(value: str, after: Step) -> bool:
    """Whether the next step picks an entry that the typed text is the beginning of."""
    return _picks(after) and after.target is not None and after.target.name.casefold().startswith(value.strip().casefold())


def _picked(parameters: Parameters, steps: Sequence[Step], n: int, target: Element) -> Pattern:
    before = steps[n - 1] if n else None
    known = parameters.equal(target.name)
    typed = before is not None and before.action == "fill" and before.values and _completes(before.values[0], steps[n])
    if typed and parameters.found and parameters.found[-1].default == target.name:
        known = parameters.found[-1]
    if known is None:
        known = parameters.add(_list_label(steps, n), "choice", target.name, options_of(steps[n]))
    return (Following(parameter=known.name, spelling="plain"),)


def _list_label(steps: Sequence[Step], n: int) -> str:
    before = steps[n - 1] if n else None
    if before is not None and before.target is not None and before.target.role in ("combobox", "button", "textbox"):
        return label_of(before)
    target = steps[n].target
    return (target.fieldset or target.heading if target else None) or "choice"


def _follows(parameters: Parameters, target: Element | None) -> tuple[Follow, ...]:
    if target is None:
        return ()
    found = [
        Follow(field="name", pattern=parameters.follow(target.name)),
        Follow(field="text", pattern=parameters.follow(target.text or "")),
        Follow(field="row", pattern=parameters.follow(target.row or "")),
        Follow(field="href", pattern=parameters.follow_url(target.href or "")),
    ]
    return tuple(follow for follow in found if has_parameter(follow.pattern))


def _effect(parameters: Parameters, step: Step, values: Pattern) -> ExpectedEffect:
    effect: Effect = step.effect
    follow = parameters.follow
    value = follow(effect.value) if effect.value is not None else None
    if step.action == "fill" and (effect.value,) == step.values:
        value = values
    return ExpectedEffect(
        url=parameters.follow_url(effect.url) if effect.url else None,
        heading=follow(effect.heading) if effect.heading else None,
        status=effect.status,
        texts=tuple(follow(text) for text in effect.texts),
        dialog=effect.dialog,
        tab=effect.tab,
        value=value,
        checked=effect.checked,
    )
