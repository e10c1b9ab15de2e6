"""Lemma G.3: steepest descent by Cauchy-Schwarz, said with squares, so that the case of equality comes with it."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    AtMinimisers,
    Attained,
    Combination,
    Contradiction,
    Discharge,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
    TheMinimiser,
)
from ....statement.props import Prop, chain, conj, eq, ge, global_minimum, gt, implies, le, lt, minimisers_satisfy, ne
from ....statement.terms import Term, argmin, minimum, norm_2, norm_F, scalar, sqrt, substitute, where
from ..notation_rkhs import (
    KK,
    Phi,
    alpha,
    b,
    best_alpha,
    change,
    combined,
    g,
    lam,
    not_stationary,
    nothing,
    null,
    of_alpha,
    on_sphere,
    penalised,
    quadratic,
    residual,
    stationary,
    steepest,
)

_assumed = Step("not stationary", not_stationary, Assume())


def vanishes(name: str, X: Term, zero: Term, small: str) -> tuple[Step, ...]:
    """``eq(X, zero)`` under this name, where the premise ``small`` says that the square of its norm is at most 0."""
    return (
        Step(f"{name}: suppose not", ne(X, zero), Assume()),
        Step(f"{name}: then", gt(norm_F(X) ** 2, 0), Positivity(), (f"{name}: suppose not",)),
        Step(name, eq(X, zero), Contradiction(f"{name}: suppose not"),
             (f"{name}: suppose not", f"{name}: then", small)),
    )  # fmt: skip


def steepest_descent(opening: Step, best: Term, size: Term) -> Proof:
    """Under the assumption ``opening``: ``best``, the residual divided by its norm ``size``, is the only minimiser."""
    there = change(best)
    as_small = conj(on_sphere, le(change(g), there))
    distance = norm_2(g - best) ** 2
    unit, least, only = eq(norm_2(best), 1), implies(on_sphere, le(there, change(g))), implies(as_small, eq(g, best))
    return Proof((
        opening,
        Step("positive", lt(0, 1 / size), Positivity(), (opening.label,)),
        Step("unit", unit, Identity(), ("positive",), instead_of="the printed constant lacks a root, and the first "
             "display loses f"),
        Step("on the sphere", on_sphere, Assume()),
        Step("no smaller", le(there, change(g)), Combination(size * (1 + norm_2(g)), plus=(size * distance,)),
             ("on the sphere", "positive"), printed="by Cauchy-Schwarz"),
        Step("least", least, Discharge("on the sphere"), ("on the sphere", "no smaller")),
        Step("as small", as_small, Assume()),
        Step("distance", le(distance, 0), Combination(1 + norm_2(g), 1 / size),
             ("as small#1", "as small#2", "positive")),
        *vanishes("no distance", g - best, nothing, "distance"),
        Step("the same", eq(g, best), Identity(1), ("no distance",)),
        Step("only one", only, Discharge("as small"), ("as small", "the same")),
        Step("steepest", implies(opening.shows, conj(lt(0, 1 / size), unit, least, only)), Discharge(opening.label),
             (opening.label, "positive", "unit", "least", "only one")),
    ))  # fmt: skip


STEEPEST = steepest_descent(_assumed, steepest, norm_2(residual))
STEEPEST_BY_QUADRATIC = steepest_descent(
    Step("not stationary", lt(0, quadratic), Assume()), residual / sqrt(quadratic), sqrt(quadratic)
)
_c = scalar("c", "positive")
STATIONARY = Proof((
    Step("size", eq(norm_2(residual) ** 2, quadratic), Identity()),
    Step("stationary", stationary, Assume()),
    Step("no change", eq(change(g), 0), Identity((-2 * g.T, 1)), ("stationary",)),
    Step("multiple", eq(_c * residual, nothing), Identity(_c), ("stationary",)),
    Step("no multiple", eq(norm_2(_c * residual), 0), Substitution(), ("multiple",)),
    Step("all", implies(stationary, conj(eq(change(g), 0), eq(norm_2(_c * residual), 0))), Discharge("stationary"),
         ("stationary", "no change", "no multiple")),
))  # fmt: skip


def penalty(multiplier: Term, objective: Term, best: Term, *positive: str) -> tuple[Step, ...]:
    """``best`` is the argmin of the objective, a square away from which it grows by ``multiplier`` times the square."""
    least, distance = minimum(objective, g), norm_2(g - best) ** 2
    there = where(objective, (g, best))
    only = eq(g, best)
    return (
        Step("no smaller", ge(objective, there), Combination(plus=(multiplier * distance,)), positive),
        Step("attained", eq(there, there), Identity(), positive),
        Step("minimum", eq(least, there), Attained((g, best)), ("no smaller", "attained")),
        Step("least there", global_minimum(objective, (g, best)), Attained((g, best)), ("no smaller",)),
        Step("as small", eq(objective, least), Assume()),
        Step("distance", le(distance, 0), Combination(1 / multiplier, 1 / multiplier),
             ("as small", "minimum", *positive)),
        *vanishes("no distance", g - best, nothing, "distance"),
        Step("the same", only, Identity(1), ("no distance",)),
        Step("only one", implies(eq(objective, least), only), Discharge("as small"), ("as small", "the same")),
        Step("minimisers", minimisers_satisfy(objective, only, g), AtMinimisers(), ("only one",)),
        Step("argmin", eq(argmin(objective, g), best), TheMinimiser(), ("least there", "minimisers")),
    )


MULTIPLIER = Proof((
    _assumed,
    Step("positive", lt(0, norm_2(residual)), Positivity(), ("not stationary",)),
    *penalty(norm_2(residual), penalised(norm_2(residual)), steepest, "positive"),
    Step("multiplier", implies(not_stationary, eq(argmin(penalised(norm_2(residual)), g), steepest)),
         Discharge("not stationary"), ("not stationary", "argmin")),
))  # fmt: skip


def only_penalised(kept: Term) -> Proof:
    """The corrected second line of the first display."""
    return Proof((Step("the same function", eq(penalised(lam), kept), Identity()), *penalty(lam, kept, residual / lam)))


_there = where(of_alpha, (alpha, best_alpha))
QUADRATIC = Proof((
    Step("no smaller", ge(of_alpha, _there), Combination(plus=(lam * norm_2(Phi * (alpha - best_alpha)) ** 2,))),
    Step("minimum", global_minimum(of_alpha, (alpha, best_alpha)), Attained((alpha, best_alpha)), ("no smaller",)),
))
_of_b, _apart = combined(b), combined(alpha + b) - combined(alpha)


def _concluded(label: str, shown: Prop, *steps: str) -> Step:
    return Step(label, implies(null, shown), Discharge("null"), ("null", *steps))


NULL = Proof((
    Step("null", null, Assume()),
    Step("norm", eq(norm_2(_of_b) ** 2, b.T * KK * b), Identity()),
    Step("no norm", eq(b.T * KK * b, 0), Identity((b.T, 1)), ("null",)),
    _concluded("a", chain(norm_2(_of_b) ** 2, "=", b.T * KK * b, "=", 0), "norm", "no norm"),
    Step("small", le(norm_2(_of_b) ** 2, 0), Combination(1, 1), ("norm", "no norm")),
    *vanishes("no function", _of_b, nothing, "small"),
    Step("not apart", eq(_apart, nothing), Identity(1), ("no function",)),
    Step("no distance", eq(norm_2(_apart), 0), Substitution(), ("not apart",)),
    _concluded("b", eq(norm_2(_apart), 0), "no distance"),
    Step("as good", eq(substitute(of_alpha, {alpha: alpha + b}), of_alpha),
         Identity((-2 * best_alpha.T * lam + lam * (2 * alpha + b).T, 1)), ("null",)),
    _concluded("c", eq(substitute(of_alpha, {alpha: alpha + b}), of_alpha), "as good"),
))  # fmt: skip
