"""Theorem 5.3: every minimiser is one function almost surely; at any rank, and for t = 0 too."""

from __future__ import annotations

from ....proof.chain import (
    Antisymmetry,
    Assume,
    AtMinimisers,
    Attained,
    Combination,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....statement.props import Prop, almost_surely, eq, ge, gt, implies, le, minimisers_satisfy
from ....statement.terms import Sym, Term, expect, minimum, term, tr, where, zeros
from ..notation import (
    B_1,
    R_LTB,
    Gamma,
    Gamma_star,
    H,
    Psi,
    R,
    b,
    beta,
    beta_star,
    beta_tilde,
    f_GD,
    f_LTB,
    least_risk,
    p,
    s,
    sigma,
    t,
    u_1,
    w_1,
    x_q,
)
from ..notation_gd import f_star
from .theorem_5_3 import spread

zero, nothing = zeros("d", 1), zeros("d", "d")
Point = tuple[tuple[Sym, Term], ...]
Model = tuple[Term, Term, Point, Point]
"""The prediction, its risk, the point of the best function for t > 0, and one that is <beta^*, x>."""
of_LTB_best: Point = ((w_1, beta_star), (u_1, -beta_star), (s, term(1)), (B_1, Gamma_star.T), (b, zero))
constant_LTB: Point = ((w_1, beta_star), (u_1, zero), (s, term(0)), (B_1, nothing), (b, zero))
of_GD_best: Point = ((beta, beta_star), (Gamma, Gamma_star))
constant_GD: Point = ((beta, beta_star), (Gamma, nothing))
mean_only = beta_star.T * x_q
r"""The function :math:`\langle\beta^*,x\rangle`."""


def same_function(f: Term, other: Term, risk: Term, variables: tuple[Sym, ...]) -> tuple[Prop, Prop]:
    """The functions agree almost surely where the risk is least; and so they do at every minimiser."""
    surely = almost_surely(eq(f, other))
    return implies(eq(risk, minimum(risk, *variables)), surely), minimisers_satisfy(risk, surely, *variables)


def with_spread(f: Term, risk: Term, best: Point) -> tuple[Step, ...]:
    """For t > 0: the excess risk is the mean square of the distance from the best function."""
    variables = tuple(sym for sym, _ in best)
    least = minimum(risk, *variables)
    distance = expect((f - f_star) ** 2)
    implied, everywhere = same_function(f, f_star, risk, variables)
    return (
        Step("distance", eq(risk, least_risk + distance), Identity(), ("t",)),
        Step("not below", ge(risk, least_risk), Combination(-1, plus=(distance,)), ("distance",)),
        Step("attained", eq(where(risk, *best), least_risk), Identity(), ("t",)),
        Step("minimum", eq(least, least_risk), Attained(*best), ("not below", "attained")),
        Step("minimiser", eq(risk, least), Assume()),
        Step("no distance", eq(distance, 0), Combination(-1, 1, 1), ("distance", "minimum", "minimiser")),
        Step("same", almost_surely(eq(f, f_star)), FromFact("vanishing mean square", f=f, g=f_star),
             ("no distance",)),
        Step("where least", implied, Discharge("minimiser"), ("minimiser", "same")),
        Step("one function", everywhere, AtMinimisers(), ("where least",)),
    )


def without_spread(f: Term, risk: Term, best: Point) -> tuple[Step, ...]:
    """For t = 0 the task is beta^* almost surely, there is no noise, and the least risk is 0."""
    variables = tuple(sym for sym, _ in best)
    least = minimum(risk, *variables)
    error, distance = expect((f - beta_tilde.T * x_q) ** 2), expect((f - mean_only) ** 2)
    other = expect((f - beta_tilde.T * x_q - p.T * x_q) ** 2)
    implied, everywhere = same_function(f, mean_only, risk, variables)
    return (
        Step("error", eq(risk, sigma**2 + error), Identity()),
        Step("task", eq(expect((p.T * x_q) ** 2), tr(H * Psi)), Identity()),
        Step("distance", eq(distance, 2 * error + 2 * expect((p.T * x_q) ** 2) - other), Identity()),
        Step("not below", ge(risk, 0), Combination(-1, plus=(sigma**2, error)), ("error",)),
        Step("value", eq(where(risk, *best), t), Identity()),
        Step("attained", eq(where(risk, *best), 0), Combination(1, 1), ("value", "t = 0")),
        Step("minimum", eq(least, 0), Attained(*best), ("not below", "attained")),
        Step("minimiser", eq(risk, least), Assume()),
        Step("small distance", le(distance, 0),
             Combination(-1, -2, -2, 2, 2, 2, plus=(4 * sigma**2, other)),
             ("distance", "error", "task", "t = 0", "minimum", "minimiser")),
        Step("some distance", ge(distance, 0), Positivity()),
        Step("no distance", eq(distance, 0), Antisymmetry(), ("small distance", "some distance")),
        Step("same", almost_surely(eq(f, mean_only)), FromFact("vanishing mean square", f=f, g=mean_only),
             ("no distance",)),
        Step("where least", implied, Discharge("minimiser"), ("minimiser", "same")),
        Step("one function", everywhere, AtMinimisers(), ("where least",)),
    )


LTB: Model = (f_LTB, R_LTB, of_LTB_best, constant_LTB)
GD: Model = (f_GD, R, of_GD_best, constant_GD)
FUNCTION = Proof((*spread, *with_spread(f_LTB, R_LTB, of_LTB_best)))
spread_out = gt(t, 0)
no_spread = eq(t, 0)


def unique(model: Model, spread: bool) -> Prop:
    """All minimisers are the best function almost surely, if t > 0 and if t = 0."""
    f, risk, best, _ = model
    variables = tuple(sym for sym, _ in best)
    everywhere = same_function(f, f_star if spread else mean_only, risk, variables)[1]
    return implies(spread_out if spread else no_spread, everywhere)


def uniqueness(model: Model, spread: bool) -> Proof:
    f, risk, best, constant = model
    condition = spread_out if spread else no_spread
    label = "t" if spread else "t = 0"
    steps = with_spread(f, risk, best) if spread else without_spread(f, risk, constant)
    return Proof((
        Step(label, condition, Assume()),
        *steps,
        Step("unique", unique(model, spread), Discharge(label), (label, "one function")),
    ))
