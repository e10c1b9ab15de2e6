r"""``have i.i.d. $\mathcal N(0,1)$ entries``, ``with i.i.d. entries $W_{ij}\sim\mathcal N(0,1)$``: what entries are."""

from __future__ import annotations

from . import vocabulary as v
from .cursor import Cursor, NotUnderstood
from .facts import declaration, is_law
from .pieces import Piece
from .recording import Record
from .spelled_letters import bare, base_of
from .supposed import Fact

_VERBS = frozenset({"have", "has", "having", "with"})
_WHOSE = (("whose", "entries", "are"), ("the", "entries", "of", "which", "are"))
_STANDARD = (("standard", "gaussian"), ("standard", "normal"))
_UNIT = r"\mathcal N(0,1)"


def entries(at: Cursor, record: Record, group: list[str]) -> bool:
    """Takes what is said of the entries of the matrices of the group; the law is their own, and they are independent.

    Raises:
        NotUnderstood: entries are spoken of, and their law is not understood.
    """
    start = at.piece
    verb = at.phrase(_WHOSE) or (("with",) if at.word() in _VERBS else None)
    k = len(verb or ())
    told = at.phrase((*v.IID, *v.INDEPENDENT), k)
    if verb is None or told is None or not group:
        return False
    k += len(told)
    whose = len(verb) > 1
    law, k = _law(at, k, group, whose=whose)
    if not law:
        return False
    if len(group) > 1:
        raise NotUnderstood(start, "of which of these letters are the entries? Say it of each")
    (name,) = group
    place = start.body.place(0)
    record.into.append(Fact(name, f"[{name}]_{{ij}} ~ {law} iid", place))
    return at.step(k)


def _law(at: Cursor, k: int, group: list[str], *, whose: bool) -> tuple[str, int]:
    """The law of the entries, and what it takes; nothing where no entries are spoken of."""
    standard = at.phrase(_STANDARD, k)
    if standard is not None:
        k += len(standard)
        return (_UNIT, k) if whose else (_UNIT, k + 1) if at.word(k) == "entries" else ("", 0)
    if at.kind(k) == "math" and at.word(k + 1) == "entries" and not whose:
        return _of_group(at.items[at.k + k], group), k + 2
    if not whose and at.word(k) != "entries":
        return "", 0
    k += not whose
    drawn = at.phrase(v.DRAWN, k)
    k += len(drawn or ())
    if at.kind(k) != "math":
        raise NotUnderstood(at.piece, "the law of these entries is not understood")
    return _of_group(at.items[at.k + k], group), k + 1


def _of_group(piece: Piece, group: list[str]) -> str:
    r"""``\mathcal N(0,1)``, or ``W_{ij}\sim\mathcal N(0,1)`` of the letter itself."""
    source = bare(piece.body.chars)
    if is_law(source):
        return source.replace("\\left", "").replace("\\right", "")
    found = declaration(source)
    named = found is not None and found.sign == "~" and len(found.names) == 1 and not found.family
    if found is None or not named or not is_law(found.rest) or [base_of(found.names[0])] != [*map(base_of, group)]:
        raise NotUnderstood(piece, "the law of these entries is not understood")
    return found.rest.replace("\\left", "").replace("\\right", "")
