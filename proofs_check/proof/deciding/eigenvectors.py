"""The rule that a trace is a sum over an orthonormal basis of eigenvectors."""

from __future__ import annotations

from ...statement.premises import premise_of
from ...statement.props import Prop
from ...statement.shape import shape_of
from ...statement.terms import Op, Sym, symbols, term
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only, signs_of
from ..logic import Line, is_closed, lines, sides
from ..matching import shown_in
from ..positivity import Sign, SignAlgebra
from ..traits import is_random
from .spectra import SPECTRAL


def eigenvectors(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "le":
        raise Gap("this rule shows that a trace is not negative")
    low, high = sides(prop)
    if not desk.algebra.is_zero(low) or not (isinstance(high, Op) and high.head == "tr"):
        raise Gap("this rule shows that a trace is not negative")
    A = high.args[0]
    signs = signs_of(given, desk)
    for premise in given:
        # What rests on an assumption need not hold for every eigenvector.
        for line in premise.lines if not premise.assumptions else ():
            found = _eigenpair(line.prop, desk, signs)
            if found is None or any(x in symbols(A) or x in desk.stated for x in found):
                continue
            q = found[0]
            wanted = Line(Prop("le", (term(0), q.T * A * q)), shown[0].along)
            conclusion = line.prop.args[1]
            assert isinstance(conclusion, Prop)
            if shown_in(wanted, lines(conclusion, line.along), desk.algebra):
                if desk.speaks_of([premise], found):
                    raise Gap("the premise speaks of what was introduced for one eigenvector")
                ledger.facts.add(SPECTRAL)
                ledger.assumed |= signs.assumed
                return
    raise Gap("no premise says that q^T A q is not negative for every eigenvector q")


def _eigenpair(prop: Prop, desk: Desk, signs: SignAlgebra) -> tuple[Sym, Sym] | None:
    """The vector and the number of an implication whose hypothesis is ``S q = c q`` with S symmetric and constant."""
    hypothesis = premise_of(prop)
    if not (hypothesis is not None and hypothesis.head == "eq"):
        return None
    match sides(hypothesis):
        case (Op(head="*", args=(S, Sym() as q)), Op(head="*", args=(Sym() as c, Sym() as again))) if q == again:
            shape = shape_of(S)
            if shape is None or q.traits or c.traits - {"positive"} or q.shape != (shape[0], 1) or c.shape != (1, 1):
                return None
            constant = is_closed(S) and not is_random(S) and not symbols(S) & {q, c} and desk.algebra.same(S.T, S)
            definite = not c.traits or signs.definite(S) is Sign.POSITIVE
            return (q, c) if constant and definite else None
    return None
