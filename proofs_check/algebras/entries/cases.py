"""The cases in which an identity is read: every rank, and what vanishes, as far as the hypotheses admit them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...statement.fold import Lacks
from ...statement.props import Prop, terms_in
from ...statement.terms import Term
from .hypotheses import Hypotheses
from .laws import needed_for
from .prompts import algebra_for
from .semidefinite import cases
from .signs import Signs
from .space import Setting


def cases_of(
    terms: Sequence[Term], assumed: Hypotheses, setting: Setting, *, all_of_them: bool = False
) -> Iterator[Setting]:
    """Both kinds of orthogonal matrices; every rank on which the terms depend, unless the hypotheses exclude it."""
    for reflected in (False, True) if assumed.orthogonal else (False,):
        here = replace(setting, reflected=reflected)
        for case in cases(terms, needed_for(terms, setting.model), here, all_of_them=all_of_them):
            special = bool(case.ranks or case.values)
            if special and any(_is_excluded(prop, case) for prop in assumed.comparisons):
                continue
            if not (all_of_them and any(_never_vanishes(r, case) for r in assumed.relations)):
                yield case


def _never_vanishes(relation: Term, case: Setting) -> bool:
    """Whether what vanishes by hypothesis is certain not to in this case."""
    algebra = algebra_for([relation], case)
    gaps = [algebra.space.roots.reduce(e) for e in algebra.read(relation).entries()]
    if not any(gaps):
        return False
    if any(gap and Signs(algebra.space).strict(gap) for gap in gaps):
        return True
    raise Lacks("entries lacks the cases in which this hypothesis holds")


def _is_excluded(prop: Prop, case: Setting) -> bool:
    """Whether a strict comparison is one of a number with itself in this case."""
    sides = terms_in(prop)
    algebra = algebra_for(sides, case)
    left, right = (algebra.read(side) for side in sides)
    return prop.head in {"lt", "gt", "ne"} and not any(map(algebra.space.roots.reduce, (left - right).entries()))
