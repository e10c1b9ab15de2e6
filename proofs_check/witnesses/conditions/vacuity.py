"""Whether the hypotheses of a claim can be met: an exact point that meets them all, where one is found."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic.errors import InputError

from ...algebras.entries.laws import outcomes
from ...algebras.entries.possible import LAWS, example_at, sizes_in
from ...algebras.entries.space import Setting
from ...claims import Claim
from ...model import model_for
from ...results import Vacuity
from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts
from ...statement.terms import Abbrev, Num, Op, Sym, Term
from .met import are_seen_to_contradict
from .vanishing import vanishing_point


def vacuity(claim: Claim) -> Vacuity | None:
    """A point that meets all hypotheses, or that none is known, or that they contradict each other; None without any.

    General values are looked for first, then the point at which what has no stated law is 0.
    """
    given = [h.prop for h in claim.given]
    if not given:
        return None
    if are_seen_to_contradict(tuple(given)):
        return Vacuity(None, contradictory=True)
    found = _general(claim, given)
    return Vacuity(found if found is not None else vanishing_point(given))


def _general(claim: Claim, given: Sequence[Prop]) -> str | None:
    laws = [link for link in conjuncts(*given) if link.head in LAWS]
    if not all(map(_has_bounded_draws, laws)) or len({link.head for link in laws}) > 1:
        return None
    try:
        found = example_at(given, {}, model_for(claim))
    except (Lacks, InputError, ZeroDivisionError):
        found = None
    if found is None or (laws and found[0].laws):
        return None  # the point has laws of its own, beside those that are stated
    return _text(given, laws, *found)


def _text(given: Sequence[Prop], laws: Sequence[Prop], point: Setting, values: dict[str, object]) -> str | None:
    """The point in words; None where it has a law that is no list of outcomes."""
    known = dict(values)
    if point.laws or any("d" in sizes_in(h) for h in given):
        known = {"d": point.d, **known}
    said = [f"{name} = {_plain(value)}" for name, value in known.items()]
    for name, law in sorted(point.laws.items()):
        found = outcomes(law, point.d) if isinstance(law, (Op, list)) else None
        if found is None:
            return None
        said.append(f"{name} = " + " or ".join(f"{_plain(x)} with probability {p}" for p, x in found))
    if any(link.head == "finite" for link in laws):
        said.append("what is drawn being bounded")
    elif laws:
        said.append("what is drawn having the laws that are stated")
    return ", ".join(said)


def _plain(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_plain, value)) + "]"
    return str(value)


_POLYNOMIAL = frozenset({"+", "-", "neg", "*", "T", "tr", "inner", "expect"})


def _has_bounded_draws(law: Prop) -> bool:
    """Whether draws that are bounded meet it: a mean of a polynomial is finite then."""
    return law.head != "finite" or all(map(_is_polynomial, law.args))


def _is_polynomial(node: Prop | Term) -> bool:
    match node:
        case Abbrev(body=body):
            return _is_polynomial(body)
        case Op(head="^", args=(base, Num(value=k))):
            return k.denominator == 1 and k > 0 and _is_polynomial(base)
        case Op(head=head, args=args):
            return head in _POLYNOMIAL and all(map(_is_polynomial, args))
    return isinstance(node, Num) or (isinstance(node, Sym) and not node.has("derived"))
