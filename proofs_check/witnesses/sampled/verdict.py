"""What exact points make of a verdict: one refutes what is false there, and without one nothing is supported."""

from __future__ import annotations

from dataclasses import replace

from ...algebras.sampling.settings import Setting
from ...claims import Claim
from ...statement.premises import premises, said
from ...statement.props import Prop, conjuncts, subprops
from ...statement.terms import Term, symbols
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..points.everywhere import describe, is_of_values, look, terms_of
from ..points.special import assumes_equations
from .descent import nearest

ENOUGH = 8
"""Points that support by themselves, where draws meet no hypothesis."""


def at_points(outcome: Outcome, claim: Claim, prop: Prop, context: Context, alone: bool = False) -> Outcome:
    """The outcome of the draws with what the points tell; what is not about every value is left as it is.

    The points stand ``alone`` where draws lack what it takes.
    """
    if outcome.verdict is Verdict.REFUTED or not is_of_values(prop):
        return outcome
    seen = look(claim, prop, context)
    if seen.failed is not None:
        return _false("false in exact fractions at a point", prop, seen.failed)
    if seen.unfound is not None and outcome.verdict is Verdict.SUPPORTED:
        where = describe(prop, seen.unfound)
        return Outcome(Verdict.UNDECIDED, f"what is said to exist is not found at {where}", doubts=True)
    if outcome.verdict is not Verdict.SUPPORTED:
        special = any(assumes_equations(p) for p in (*(h.prop for h in claim.given), *premises(prop)))
        if not alone or special or seen.open or seen.held < ENOUGH:
            return outcome
        text = f"{seen.held} exact points"
        outcome = Outcome(Verdict.SUPPORTED, "holds in exact fractions", Scope(text), {"exact_points": seen.held})
    if _is_conditional(claim, prop) and not seen.held:
        names = ", ".join(repr(name) for name in sorted(seen.unread))
        what = f"it does not read the hypothesis {names} at them" if names else "none meets what is assumed"
        return Outcome(Verdict.UNDECIDED, f"sampled knows no exact point that counts: {what}", figures=outcome.figures)
    if lacking := seen.lacking(prop):
        return Outcome(Verdict.UNDECIDED, f"sampled finds no {lacking}", figures=outcome.figures)
    if seen.edges.unseen:
        return Outcome(Verdict.UNDECIDED, f"sampled finds that {seen.edges.unseen}", figures=outcome.figures)
    if outcome.verdict is Verdict.SUPPORTED and says_no_solution(prop):
        sentence = "no solution among small integers, which says nothing of large ones"
        return Outcome(Verdict.UNDECIDED, sentence, figures=outcome.figures, doubts=True)
    close = nearest(claim, prop, context)
    if close is not None and close.fails:
        return _false("false in exact fractions at a point that a descent finds", prop, close.setting)
    if close is not None:
        where = describe(prop, close.setting)
        return Outcome(Verdict.UNDECIDED, f"the two sides come together, and may meet near {where}", doubts=True)
    if not seen.held:
        return outcome
    many = "point" if seen.held == 1 else "points"
    dims = tuple(sorted({*outcome.scope.dims, *(seen.dims - seen.open_dims)})) if outcome.scope.dims else ()
    sentence = f"{outcome.sentence}; so it does at {seen.held} exact {many}, hostile on purpose"
    return replace(outcome, sentence=sentence, scope=replace(outcome.scope, dims=dims))


def false_link(claim: Claim, prop: Prop, context: Context) -> Outcome | None:
    """A refutation of a conjunction, some of whose members are about every value, by a point at which one is false."""
    for link in conjuncts(prop) if prop.head == "and" and not is_of_values(prop) else ():
        if is_of_values(link) and (failed := look(claim, link, context).failed) is not None:
            return _false("false in exact fractions at a point", link, failed)
    return None


def says_no_solution(prop: Prop) -> bool:
    """Whether it says that an equation in several integers has no solution: the least one may have many digits, as
    that of N^2 = 61 m^2 + 1 has."""
    return any(_has_no_solution(link) for _, link in said(prop))


def _has_no_solution(link: Prop) -> bool:
    met = {s for arg in link.args if isinstance(arg, Term) for s in symbols(arg)}
    return link.head == "ne" and len(met) > 1 and all(s.has("integer") and not s.has("index") for s in met)


def _false(how: str, prop: Prop, setting: Setting) -> Outcome:
    scope = Scope("one point", dims=(setting.algebra.sizes["d"],))
    point = setting.point_of(*terms_of(prop))
    return Outcome(Verdict.REFUTED, how, scope, counterexample=describe(prop, setting), point=point)


def points_refute(claim: Claim, twin: Prop, context: Context) -> bool:
    """Whether a point shows that the twin is false."""
    return is_of_values(twin) and look(claim, twin, context).failed is not None


def _is_conditional(claim: Claim, prop: Prop) -> bool:
    return bool(claim.given) or bool(premises(prop)) or any(sub.head == "iff" for _, sub in subprops(prop))
