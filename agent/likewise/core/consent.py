"""Which steps are irreversible, and the exact text that an approval covers. Errs towards asking."""

import re
from collections.abc import Mapping

from .address import short
from .binding import bind
from .demonstration import Action
from .element import Element
from .words import MASK, clip
from .workflow import Workflow, WorkflowStep

VERBS: dict[str, tuple[str, ...]] = {
    "pay": (
        "pay",
        "pay now",
        "payment",
        "checkout",
        "check out",
        "zahlen",
        "bezahlen",
        "kostenpflichtig",
        "payer",
        "pagar",
        "paga",
        "betalen",
    ),
    "buy": (
        "buy",
        "purchase",
        "order",
        "place order",
        "kaufen",
        "bestellen",
        "acheter",
        "commander",
        "comprar",
        "pedir",
        "acquista",
    ),
    "book": ("book", "booking", "reserve", "buchen", "reservieren", "réserver", "reservar", "prenota"),
    "send": (
        "send",
        "senden",
        "abschicken",
        "absenden",
        "envoyer",
        "enviar",
        "invia",
        "verzenden",
        "reply",
        "forward",
    ),
    "delete": (
        "delete",
        "remove",
        "erase",
        "destroy",
        "purge",
        "discard",
        "löschen",
        "entfernen",
        "supprimer",
        "effacer",
        "eliminar",
        "borrar",
        "elimina",
        "verwijderen",
        "trash",
    ),
    "publish": (
        "publish",
        "post",
        "tweet",
        "share",
        "veröffentlichen",
        "publier",
        "publicar",
        "pubblica",
        "deploy",
        "release",
        "merge",
    ),
    "transfer": (
        "transfer",
        "withdraw",
        "wire",
        "überweisen",
        "transférer",
        "virement",
        "transferir",
        "trasferisci",
        "donate",
        "spenden",
    ),
    "confirm": (
        "confirm",
        "bestätigen",
        "confirmer",
        "confirmar",
        "conferma",
        "approve",
        "accept offer",
        "i'm sure",
        "sign contract",
    ),
    "close": (
        "close account",
        "deactivate",
        "unsubscribe",
        "cancel subscription",
        "cancel order",
        "terminate",
        "kündigen",
        "résilier",
        "revoke",
        "ban",
        "block user",
    ),
}
"""Kind of irreversible act -> words in a label that mean it, in several languages."""
FORM_WORDS = (
    "delete",
    "remove",
    "pay",
    "payment",
    "checkout",
    "purchase",
    "order",
    "transfer",
    "publish",
    "send",
)
"""Words in the path of a form's action that mean it."""
GATED_ACTIONS: frozenset[Action] = frozenset({"click", "double_click", "press"})
FIELD_ROLES = frozenset({"textbox", "searchbox", "checkbox", "radio", "combobox", "spinbutton", "slider", "option", "tab"})
LONGEST_LABEL = 60
"""Characters; a longer name is content, not a verb."""

_MEANINGS = [
    (kind, re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)) for kind, words in VERBS.items()
]


def irreversible(action: Action, target: Element | None, values: tuple[str, ...]) -> str | None:
    """Why the step looks irreversible ("delete: the button says “Delete”"), or null."""
    if action not in GATED_ACTIONS or target is None:
        return None
    if action == "press" and values != ("Enter",):
        return None
    submits = _submits(action, target)
    labels = [target.name] if target.role not in FIELD_ROLES else []
    if action == "press" and target.form is not None:
        labels += target.form.submits[:1]
    for label in labels:
        for kind, meaning in _MEANINGS:
            if len(label) <= LONGEST_LABEL and meaning.search(label):
                return f"{kind}: it says “{label}”"
    if submits and target.form is not None and target.form.method == "post":
        words = set(re.split(r"[^a-z]+", short(target.form.action or "").lower()))
        for word in FORM_WORDS:
            if word in words:
                return f"{word}: the form goes to {short(target.form.action or '')}"
    return None


def _submits(action: Action, target: Element) -> bool:
    return action == "press" or (target.form is not None and target.name in target.form.submits)


def shown(workflow: Workflow, n: int, name: str, gate: str, origin: str, values: Mapping[str, str]) -> str:
    """What will happen, in words: site, act, object and every value the run has filled in so far. `name` is the live
    element's, `n` the step's index, `gate` why it is asked. An approval covers exactly this text."""
    step = workflow.steps[n]
    filled = [
        f"{earlier.target.name or earlier.action}: {_value(earlier, values)}"
        for earlier in workflow.steps[:n]
        if earlier.target is not None and earlier.action in ("fill", "select", "choose", "upload")
    ]
    keys = ", ".join(bind(pattern, values) for pattern in step.values)
    verb = f"press {keys} in" if step.action == "press" else "click" if step.action == "click" else step.action
    detail = f" with {'; '.join(filled)}" if filled else ""
    return f"On {origin}: {verb.replace('_', '-')} “{name}” ({gate}){detail}."


def _value(step: WorkflowStep, values: Mapping[str, str]) -> str:
    if step.slot is not None:
        return MASK
    if step.action == "choose":
        return clip(next((bind(one.pattern, values) for one in step.follows if one.field == "name"), "chosen"))
    return clip(", ".join(bind(pattern, values) for pattern in step.values))
