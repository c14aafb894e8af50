"""Which steps are irreversible, and the exact text that an approval covers. Errs towards asking."""

import re
from collections.abc import Mapping

from .address import short
from .binding import bind
from .demonstration import Action
from .element import Element
from .folding import is_text
from .words import MASK, clip
from .workflow import Workflow, WorkflowStep

VERBS: dict[str, str] = {
    "pay": "pay, pay now, checkout, check out, make payment, submit payment, zahlen, bezahlen, kostenpflichtig, payer, "
    "pagar, paga, betalen",
    "buy": "buy, buy now, place order, submit order, complete order, place bid, bid now, sell, subscribe, kaufen, "
    "bestellen, acheter, commander, comprar, pedir, acquista",
    "book": "book now, buchen, reservieren, réserver, reservar, prenota",
    "send": "send, senden, abschicken, absenden, envoyer, enviar, invia, verzenden, apply now",
    "delete": "delete, remove, erase, destroy, purge, discard, wipe, trash, löschen, entfernen, supprimer, effacer, "
    "eliminar, borrar, elimina, verwijderen",
    "publish": "publish, veröffentlichen, publier, publicar, pubblica, deploy",
    "transfer": "withdraw, überweisen, transférer, virement, transferir, trasferisci, donate, spenden",
    "confirm": "confirm, bestätigen, confirmer, confirmar, conferma, approve, accept offer, i'm sure, sign contract",
    "close": "close account, deactivate, unsubscribe, cancel subscription, cancel order, cancel booking, "
    "cancel reservation, terminate, kündigen, résilier, revoke, ban user, block user",
}
"""Kind of irreversible act -> words in a label that mean it, in several languages."""
NOUNS: dict[str, str] = {
    "pay": "payment",
    "buy": "order, purchase",
    "book": "book, booking, reserve",
    "send": "reply, forward",
    "publish": "post, tweet, share, release, merge",
    "transfer": "transfer, wire",
    "close": "ban",
}
"""The same for words that are as often the thing as the act: "Order" is an act, "Add order" and "Order by" are not."""
HARMLESS = frozenset(
    re.findall(
        r"\w+",
        "add all back browse cancel change choose copy download edit export filter find list log manage my new next open "
        "previous print save search see select show sign sort track view your",
    )
)
"""First words of a label that makes nouns of such words, unless an "and" comes between ("Save and post")."""
THINGS = (
    r"\s*#?\d|\s+(by|dates?|details?|history|ids?|lists?|methods?|names?|numbers?|options?|settings|status|summary|titles?|"
    r"types?)\b"
)
"""After such a word it is no act: "Payment methods", "Order #17"."""
YES = re.compile(r"(ok|okay|yes|continue|go|proceed|submit|done|apply|ja|oui|sí|si|sì|weiter|fortfahren)\b", re.IGNORECASE)
"""Labels that mean what their dialog or heading says."""
FORM_WORDS = frozenset({"delete", "remove", "pay", "checkout", "transfer", "publish", "send", "unsubscribe"})
"""Words in the address of a form that mean it, whatever its button says unless that is harmless."""
MESSAGE = re.compile(r"(?<!\w)(message|reply|comment|chat|tweet|nachricht|mensaje|commentaire|bericht)(?!\w)", re.IGNORECASE)
"""Labels of fields in which Enter sends what was typed."""
FIELD_ROLES = frozenset({"textbox", "searchbox", "checkbox", "radio", "combobox", "spinbutton", "slider", "option", "tab"})
LONGEST_LABEL = 60
"""Characters; a longer name is content, not a verb."""


def _words(listed: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, listed.split(', ')))})(?!\w)", re.IGNORECASE)


_ACTS = [(kind, _words(listed)) for kind, listed in VERBS.items()]
_THINGS = [(kind, _words(listed)) for kind, listed in NOUNS.items()]


def irreversible(action: Action, target: Element | None, values: tuple[str, ...]) -> str | None:
    """Why the step looks irreversible ("delete: it says “Delete”"), or null."""
    if target is None:
        return None
    match action:
        case "click" | "double_click":
            return _click(target)
        case "press" if values and values[0].rsplit("+", 1)[-1] == "Enter":
            return _enter(target)
        case "press" if values and values[0] in ("Delete", "Backspace") and not is_text(target):
            return f"delete: the key {values[0]}"
        case "check" if _meaning(target.name) == "delete":
            return f"delete: it says “{target.name}”"
        case _:
            return None


def _click(target: Element) -> str | None:
    if target.role in FIELD_ROLES:
        return None
    label = target.name if re.search(r"\w", target.name) else _behind(target)
    texts = [label]
    if YES.match(label):
        texts += [target.dialog or "", target.heading or ""]
    for text in texts:
        kind = _meaning(text)
        if kind is not None:
            return f"{kind}: it says “{text}”"
    submits = target.form is not None and target.name in target.form.submits
    return _form(target, label) if submits else None


def _enter(target: Element) -> str | None:
    submits = target.form.submits[:1] if target.form is not None else ()
    for label in submits:
        kind = _meaning(label)
        if kind is not None:
            return f"{kind}: it says “{label}”"
    if not submits and is_text(target) and MESSAGE.search(f"{target.name} {target.placeholder or ''}"):
        return f"send: Enter in “{target.name or target.placeholder}”"
    if target.role not in FIELD_ROLES:
        return _click(target)
    return _form(target, "".join(submits))


def _form(target: Element, label: str) -> str | None:
    """What the address of the element's form says."""
    if target.form is None or target.form.method != "post" or _first(label) in HARMLESS:
        return None
    where = short(target.form.action or "")
    word = next((word for word in re.split(r"[^a-z]+", where.lower()) if word in FORM_WORDS), None)
    return f"{word}: the form goes to {where}" if word else None


def _meaning(label: str) -> str | None:
    """The kind of irreversible act that a label means, or null."""
    text = label.replace("\u2019", "'")
    if len(text) > LONGEST_LABEL:
        return None
    for kind, acts in _ACTS:
        if acts.search(text):
            return kind
    for kind, things in _THINGS:
        if any(not _is_thing(text, found) for found in things.finditer(text)):
            return kind
    return None


def _is_thing(text: str, found: re.Match[str]) -> bool:
    before, after = text[: found.start()], text[found.end() :]
    harmless = bool(before.strip()) and _first(text) in HARMLESS
    joined = re.search(r"(?<!\w)(and|then|und|et|y|e|en)\s+$|[&+]\s*$", before, re.IGNORECASE)
    return (harmless and joined is None) or re.match(THINGS, after, re.IGNORECASE) is not None


def _first(label: str) -> str:
    return next(iter(re.findall(r"\w+", label.lower())), "")


def _behind(target: Element) -> str:
    """Words of the attributes of a control that shows only a picture: "delete-17", "btn fa-trash"."""
    path = short(target.href) if target.href else ""
    texts = (target.id, target.test_id, target.field, target.field_value, *target.classes, path)
    words = [word for text in texts if text for word in re.findall(r"[A-Z]?[a-zäöüéèß]+", text)]
    return " ".join(words)[:LONGEST_LABEL]


def shown(workflow: Workflow, n: int, found: Element, gate: str, origin: str, values: Mapping[str, str]) -> str:
    """What will happen, in words: site, act, object, its row, and every value the run has filled in so far. `found` is the
    live element, `n` the step's index, `gate` why it is asked. An approval covers exactly this text."""
    step = workflow.steps[n]
    filled = [
        f"{earlier.target.name or earlier.action}: {_value(earlier, values)}"
        for earlier in workflow.steps[:n]
        if earlier.target is not None and earlier.action in ("fill", "select", "choose", "upload")
    ]
    keys = ", ".join(bind(pattern, values) for pattern in step.values)
    verb = f"press {keys} in" if step.action == "press" else "click" if step.action == "click" else step.action
    detail = f" with {'; '.join(filled)}" if filled else ""
    row = f" in the row “{clip(found.row)}”" if found.row else ""
    return f"On {origin}: {verb.replace('_', '-')} “{found.name}”{row} ({gate}){detail}."


def _value(step: WorkflowStep, values: Mapping[str, str]) -> str:
    if step.slot is not None:
        return MASK
    if step.action == "choose":
        return clip(next((bind(one.pattern, values) for one in step.follows if one.field == "name"), "chosen"))
    return clip(", ".join(bind(pattern, values) for pattern in step.values))
