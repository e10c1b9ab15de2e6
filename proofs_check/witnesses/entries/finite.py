"""Whether moments are finite: refuted by a label that is a power of the covariate's length."""

from __future__ import annotations

from symbolic.finite_moments import separating_power

from ...algebras.entries import Decision
from ...algebras.entries.extents import at
from ...proof.logic import lines
from ...proof.values.label_moments import moments
from ...statement.fold import Lacks
from ...statement.props import Prop, inside, subprops
from ...statement.terms import Op
from ..deciding.engine import Finding


def is_about_moments(prop: Prop) -> bool:
    return any(inner.head == "finite" for _, inner in subprops(prop))


def decide_moments(prop: Prop, d: int) -> tuple[Finding, list[Decision]]:
    """An implication from moments that are finite to another one, at labels y = |x|^-p and x ~ N(0, I).

    Raises ``Lacks`` where no such label shows the implication to be false.
    """
    if prop.head != "implies":
        raise Lacks("entries decides implications from finite moments to a finite one")
    assumed, (claimed,) = (tuple(line.prop for arg in (part,) for line in lines(arg)) for part in _two(prop))
    if any(p.head != "finite" for p in (*assumed, claimed)):
        raise Lacks("entries decides implications from finite moments to a finite one")
    given = [degrees for p in assumed for degrees in moments(_mean(p))]
    for infinite in sorted(moments(_mean(claimed)) - set(given)):
        p = separating_power(given, infinite, d)
        # The other moments of the conclusion stay finite, so that the infinite one is not cancelled.
        others = moments(_mean(claimed)) - {infinite}
        if p is not None and separating_power([*given, *others], infinite, d) is not None:
            k, m = infinite
            text = f"E |x|^{k} |y|^{m} is infinite while the moments that are assumed are finite"
            point = {"d": d, "Lam": _identity(d), "y": f"|x|^(-{p})", "": text}
            found = Decision(False, at(d), counterexample=point)
            return Finding(False, "finite moments do not imply this one"), [found]
    raise Lacks("entries finds no label |x|^-p that tells the moments apart")


def _two(prop: Prop) -> tuple[Prop, Prop]:
    hypothesis, conclusion = inside(prop)
    return hypothesis, conclusion


def _mean(prop: Prop) -> Op:
    (mean,) = prop.args
    assert isinstance(mean, Op)
    return mean


def _identity(d: int) -> list[list[int]]:
    return [[int(i == j) for j in range(d)] for i in range(d)]
