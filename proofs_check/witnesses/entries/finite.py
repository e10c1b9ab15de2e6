"""Whether moments are finite: refuted for d = 1 by a label that is a power of the covariate's length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic.finite_moments import Degrees, separating_power

from ...algebras.entries import Decision
from ...algebras.entries.extents import at
from ...proof.logic import lines
from ...statement.fold import Lacks
from ...statement.premises import implication
from ...statement.props import Prop, subprops
from ...statement.terms import Abbrev, Num, Op, Sym, Term, symbols
from ..deciding.engine import Finding

if TYPE_CHECKING:
    import sympy as sp


def is_about_moments(prop: Prop) -> bool:
    return any(inner.head == "finite" for _, inner in subprops(prop))


def decide_moments(prop: Prop, d: int) -> tuple[Finding, list[Decision]]:
    """An implication from moments that are finite to another one, at labels y = |x|^-p and x ~ N(0, 1).

    Raises ``Lacks`` where no such label shows the implication to be false.
    """
    parts = [[line.prop for line in lines(side)] for side in implication(prop) or ()]
    if d != 1 or len(parts) != 2 or len(parts[1]) != 1 or any(p.head != "finite" for side in parts for p in side):
        raise Lacks("entries decides implications from finite moments to a finite one, for d = 1")
    assumed, (claimed,) = parts
    given = [degrees for p in assumed for degrees in _moments(_body(p))]
    wanted = _moments(_body(claimed))
    for infinite in sorted(degrees for degrees, surely in wanted.items() if surely):
        # The other moments of the conclusion stay finite, so that the infinite one is not cancelled.
        p = separating_power([*given, *(wanted.keys() - {infinite})], infinite, d)
        if p is not None:
            k, m = infinite
            text = f"E |x|^{k} |y|^{m} is infinite while the moments that are assumed are finite"
            point = {"d": d, "Lam": [[1]], "y": f"|x|^(-{p})", "": text}
            found = Decision(False, at(d), counterexample=point)
            return Finding(False, "finite moments do not imply this one"), [found]
    raise Lacks("entries finds no label |x|^-p that tells the moments apart")


def _body(prop: Prop) -> Term:
    (mean,) = prop.args
    if not isinstance(mean, Op) or mean.head != "expect":
        raise Lacks("entries decides whether expectations are finite")
    return mean.args[0]


def _moments(body: Term) -> dict[Degrees, bool]:
    """The degrees in the covariate x_q and in its label of all monomials, and whether their coefficient is a number."""
    import sympy as sp

    drawn = {sym.name for sym in symbols(body) if sym.has("random")}
    if not drawn <= {"x_q", "y_q"}:
        raise Lacks("entries decides this for functions of one covariate and its label")
    x, y = sp.Symbol("x_q"), sp.Symbol("y_q")
    found: dict[Degrees, bool] = {}
    for (k, m), coefficient in sp.Poly(_polynomial(body), x, y).terms():
        if coefficient != 0:
            found[k, m] = bool(coefficient.is_number)
    return found


def _polynomial(node: Term) -> sp.Expr:
    """A polynomial for d = 1, where every matrix is a number."""
    import sympy as sp

    match node:
        case Abbrev(body=body):
            return _polynomial(body)
        case Num(value):
            return sp.Rational(value.numerator, value.denominator)
        case Sym():
            return sp.Integer(1) if node.has("identity") else sp.Symbol(node.name)
        case Op(head="T" | "tr", args=(a,)):
            return _polynomial(a)
        case Op(head="neg", args=(a,)):
            return -_polynomial(a)
        case Op(head="+", args=(a, b)):
            return _polynomial(a) + _polynomial(b)
        case Op(head="-", args=(a, b)):
            return _polynomial(a) - _polynomial(b)
        case Op(head="*" | "inner", args=(a, b)):
            return _polynomial(a) * _polynomial(b)
        case Op(head="^", args=(a, Num(value))) if value.denominator == 1 and value >= 0:
            return _polynomial(a) ** int(value)
    raise Lacks("entries decides whether means of polynomials are finite")
