"""What inequalities among premises say beyond themselves, and lower bounds by numbers.  Standard library only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod

from ...statement.props import Prop, lt, ne
from ...statement.terms import Abbrev, Num, Op, Sym, Term, term, tr
from ..logic import oriented, sides
from ..positivity import Same, Sign, SignAlgebra

ZERO = term(0)
MOST = 40
"""So many premises are looked at for what follows from them."""


def consequences(props: Iterable[Prop], same: Same) -> list[Prop]:
    """Signs that follow from the premises: of what is greater than a positive number, of equals, of ranks.

    A premise grants values to its own terms: a denominator in it is not 0.
    """
    facts = dict.fromkeys(oriented(p) for p in props)
    new = list(facts)
    while new:
        signs = SignAlgebra(facts, same)
        # What is found among the new ones may give a sign to an older one: all are looked at again.
        new = [found for p in facts for found in _from(p, signs) if found not in facts]
        new = new if len(facts) < MOST else []
        facts |= dict.fromkeys(new)
    return list(facts)


def _from(prop: Prop, signs: SignAlgebra) -> Iterator[Prop]:
    if prop.head in {"lt", "le"}:
        low, high = sides(prop)
        known = signs.sign(low)
        if low != ZERO and known is not Sign.UNKNOWN and not isinstance(high, Num):
            strict = prop.head == "lt" or known is Sign.POSITIVE
            yield Prop("lt" if strict else "le", (ZERO, high))
            yield from _squared(prop.head, low, high, signs)
        yield from _of_rank(low, high)
    elif prop.head == "eq":
        for one, other in (sides(prop), sides(prop)[::-1]):
            if isinstance(other, Num) and other.value > 0:
                yield lt(ZERO, one)


def _squared(head: str, low: Term, high: Term, signs: SignAlgebra) -> Iterator[Prop]:
    """From ``0 <= a < sqrt(p / q)``: ``a^2 q < p``."""
    while isinstance(high, Abbrev):
        high = high.body
    if not (isinstance(high, Op) and high.head == "sqrt"):
        return
    (inside,) = high.args
    yield Prop(head, (low**2, inside))
    match inside:
        case Op(head="/", args=(p, q)) if signs.sign(q) is not Sign.UNKNOWN:
            yield Prop(head, (low**2 * q, p))


def _of_rank(low: Term, high: Term) -> Iterator[Prop]:
    """A matrix of rank at least 1 is not 0, and the trace of A A^T is positive."""
    match low, high:
        case Num(value), Op(head="rank", args=(A,)) if value > 0:
            yield ne(A, ZERO)
            yield lt(ZERO, tr(A * A.T))


def lower_bound(node: Term, signs: SignAlgebra, depth: int = 6) -> Fraction | None:
    """A number that the value is certainly not less than; ``None`` where none is seen."""
    if depth == 0:
        return None
    found = [_own_bound(node, signs, depth - 1)]
    for prop in signs.premises:
        if prop.head in {"le", "lt"} and prop.args[1] == node:
            low = prop.args[0]
            assert isinstance(low, Term)
            found.append(_own_bound(low, signs, depth - 1))
    return max((f for f in found if f is not None), default=None)


def _own_bound(node: Term, signs: SignAlgebra, depth: int) -> Fraction | None:
    match node:
        case Num(value):
            return value
        case Sym() if node.has("index") or (node.has("positive") and node.has("integer")):
            return Fraction(1)
        case Sym():
            return Fraction(0) if node.traits & {"positive", "nonnegative"} else None
        case Op(head="-", args=(a, Num(value))):
            least = lower_bound(a, signs, depth)
            return None if least is None else least - value
        case Op(head="+" | "*", args=args):
            parts = [lower_bound(a, signs, depth) for a in args]
            known = [p for p in parts if p is not None]
            if len(known) < len(parts) or (node.head == "*" and min(known) < 0):
                return None
            return sum(known, Fraction(0)) if node.head == "+" else prod(known, start=Fraction(1))
    return None
