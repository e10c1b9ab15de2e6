"""That greatest lower bounds are numbers.  Not trusted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...statement.props import le
from ...statement.terms import Op, Sym, Term, term
from .. import kernel as K
from ..kernel import Theorem

if TYPE_CHECKING:
    from .desk import Desk, Held


def bounded(desk: Desk, f: Term, xs: Sequence[Sym], premises: Held) -> Theorem:
    """That an infimum is a number, as its function is not negative."""
    low = _not_negative(desk, f, premises)
    for x in reversed(xs):
        low = K.generalise(x, low)
    variables: dict[str, Term | K.Lam] = {f"x_{k}": x for k, x in enumerate(xs, 1)}
    told: dict[str, Term | K.Lam] = {"f": K.Lam(tuple(xs), f), "c": term(0)}
    return desk.use(f"infimum over {len(xs)}", told | variables, [low])[0]


def _not_negative(desk: Desk, f: Term, premises: Held) -> Theorem:
    """0 <= f, also where f is the value of what is not negative at any values of its symbols."""
    match f:
        case Op("where", (Term() as g, *at)):
            low = desk.prove(le(term(0), g), premises)
            for x, value in zip(at[::2], at[1::2], strict=True):
                assert isinstance(x, Sym)
                assert isinstance(value, Term)
                asked = desk.have(value, conditions=K.promised(x, value), premises=premises)
                low = K.specialise(K.generalise(x, low), value, asked)
            return desk.convert(low, le(term(0), f), premises)
    return desk.prove(le(term(0), f), premises)
