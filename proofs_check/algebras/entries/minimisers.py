"""Minimisers at an exact point, by a certificate of squares."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from ...counterexamples import Minimiser
from ...model import Model
from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Num, Term, term
from .existence import numbers_at, read_terms
from .space import Setting
from .truth import truth


def fails_at(prop: Prop, hint: Minimiser, model: Model) -> dict[str, Any] | None:
    """The values of the hint, where it is a minimiser at which the body of ``minimisers_satisfy`` fails; else None.

    Raises:
        Lacks: the certificate does not show that the hint is a minimiser.
    """
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    if set(variables) != set(hint.at):
        raise Lacks("the minimiser that is named does not bind exactly the variables of the statement")
    there = Setting(hint.sizes["d"], {k: v for k, v in hint.sizes.items() if k != "d"}, model=model,
                    values=dict(hint.problem))  # fmt: skip
    at = replace(there, values={**hint.problem, **{s.name: v for s, v in hint.at.items()}})
    (least,) = numbers_at([f], at)
    if any(weight <= 0 for weight, _ in hint.squares):
        raise Lacks("a certificate of squares needs positive weights")
    squares = sum((Num(Fraction(w)) * q * q for w, q in hint.squares), start=term(0))
    _, (gap,) = read_terms([f - Num(least) - squares], there)
    if any(gap.entries()):
        raise Lacks("the function minus its value at the named point is not the stated sum of squares")
    if truth(body, at) is not False:
        return None
    named = {s.name: v for s, v in hint.at.items()}
    return {**hint.sizes, **hint.problem, **named, "": f"a minimiser, of value {least}, for which this does not hold"}
