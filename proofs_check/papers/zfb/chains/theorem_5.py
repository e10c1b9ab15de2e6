"""Theorem 5 and its neighbours: long prompts, the best linear predictor, the error of the trained model."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    AtMinimisers,
    Attained,
    Bounded,
    Combination,
    Continuity,
    Contradiction,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    MeanSquare,
    Positivity,
    Proof,
    Step,
    Substitution,
    TheMinimiser,
)
from ....statement.laws import expect_given, in_mean_square, order, tends_jointly
from ....statement.props import almost_surely, eq, ge, global_minimum, implies, le, lt, minimisers_satisfy, ne, tends
from ....statement.terms import Term, argmin, expect, half, inner, inv, minimum, norm_F, tr, where, zeros
from ..notation import Gam, I, Lam, M, N, d, w, x, x_q
from ..notation_prompts import (
    E_xy,
    Sigma,
    a,
    b,
    i_M,
    sample_covariance,
    squared_error,
    v,
    weighted,
    y_hat_linear,
    y_hat_star,
    y_q,
)

zero = zeros("d", 1)
inverse = Step("inverse", tends(inv(Gam), inv(Lam), N), Continuity(), printed="Gamma^-1 is approximately Lambda^-1")


def vanishing(name: str, error: Term, exact: Term, printed: str) -> tuple[Step, ...]:
    """The error is this function of 1/N and 1/M, which tends to 0."""
    return (
        Step(f"exact {name}", eq(error, exact), Identity(), ours=True),
        Step(name, tends_jointly(exact, 0, N, M), Continuity(), printed=printed),
    )


query = inv(Gam) * x_q
"""What the trained model multiplies the mean of the examples with."""


def linear_error(covariance: Term, target: Term) -> Term:
    """Given x_q and w, of the prediction from examples with this covariance and labels <w, x>, against ``target``."""
    spread = weighted(query, covariance) * weighted(w, covariance) + (query.T * covariance * w) ** 2
    return 1 / M * spread + (query.T * covariance * w - target) ** 2


almost_sure_covariance = Step(
    "almost surely", almost_surely(tends(sample_covariance, Lam, M)),
    FromFact("strong law for sample covariances", X=x, i=i_M, n=M, k=d, V=Lam), printed="approximately Lambda",
)
_linear = expect_given((y_hat_linear - x_q.T * w) ** 2, x_q, w)
_covariance = expect(norm_F(sample_covariance - Lam) ** 2)
_spread = 1 / M * (tr(Lam**2) + tr(Lam) ** 2)
_averaged = (
    1 / M * (tr(Gam**-2 * Lam**3) + tr(Gam**-2 * Lam**2) * tr(Lam))
    + tr(Lam) - 2 * tr(inv(Gam) * Lam**2) + tr(Gam**-2 * Lam**3)
)
"""The error where queries and tasks are drawn, too."""
LARGE_LENGTHS = Proof((
    inverse,
    Step("variance", eq(_covariance, _spread), Identity(), ours=True),
    Step("variance vanishes", tends(_spread, 0, M), Continuity(), ours=True),
    Step("sample covariance", in_mean_square(sample_covariance, Lam, M), MeanSquare(), ("variance vanishes",),
         printed="approximately Lambda"),
    almost_sure_covariance,
    *vanishing("prediction", _linear, linear_error(Lam, x_q.T * w), "so that hat y_q is approximately x_q^T w"),
    *vanishing("mean", expect((y_hat_linear - inner(w, x_q)) ** 2), _averaged,
               "the trained transformer indeed in-context learns the class"),
))

# The best linear predictor -------------------------------------------------------------------------------

best = inv(Lam) * E_xy


def best_steps(f: Term) -> tuple[Step, ...]:
    """The squared error f of a linear model is least at ``best`` and nowhere else."""
    floor = where(f, (v, best))
    distance = half(Lam) * (v - best)
    at_minimum = eq(f, minimum(f, v))
    return (
        Step("square", eq(f, floor + norm_F(distance) ** 2), Identity(), printed="strictly convex"),
        Step("from below", ge(f, floor), Combination(-1, plus=(norm_F(distance) ** 2,)), ("square",)),
        Step("minimum", global_minimum(f, (v, best)), Attained((v, best)), ("from below",),
             printed="the global minimum can be achieved"),
        Step("floor", eq(floor, floor), Identity(), ours=True),
        Step("least", eq(minimum(f, v), floor), Attained((v, best)), ("from below", "floor"), ours=True),
        Step("at a minimum", at_minimum, Assume(), ours=True),
        Step("no distance", eq(norm_F(distance) ** 2, 0), Identity(-1, 1, 1), ("square", "at a minimum", "least"),
             ours=True),
        Step("suppose apart", ne(distance, zero), Assume(), ours=True),
        Step("some distance", lt(0, norm_F(distance) ** 2), Positivity(), ("suppose apart",), ours=True),
        Step("none", le(norm_F(distance) ** 2, 0), Combination(1), ("no distance",), ours=True),
        Step("together", eq(distance, zero), Contradiction("suppose apart"),
             ("suppose apart", "some distance", "none"), ours=True),
        Step("same", eq(v, best), Identity((inv(half(Lam)), 1)), ("together",), printed="unique"),
        Step("only there", implies(at_minimum, eq(v, best)), Discharge("at a minimum"), ("at a minimum", "same"),
             ours=True),
        Step("unique", minimisers_satisfy(f, eq(v, best), v), AtMinimisers(), ("only there",),
             printed="unique first-order stationary point"),
        Step("argmin", eq(argmin(f, v), best), TheMinimiser(), ("minimum", "unique"), printed="argmin"),
    )


_off = expect_given((y_hat_star - x_q.T * best) ** 2, x_q)
_f_14 = expect((y_q - inner(v, x_q)) ** 2)
EQ_14 = Proof((
    inverse,
    *vanishing("prediction", _off, 1 / M * weighted(query, Sigma) + (query.T * E_xy - x_q.T * best) ** 2,
               "when M is large as well"),
    *best_steps(_f_14),
    Step("best linear predictor", eq(x_q.T * best, x_q.T * argmin(_f_14, v)), Identity((-x_q.T, 1)), ("argmin",),
         printed="= x_q^T argmin"),
))
EQ_47 = Proof((
    *best_steps(squared_error),
    Step("a is the argmin", eq(a, argmin(squared_error, v)), Identity(-1), ("argmin",), printed="(47)"),
    Step("b", eq(b, inv(Gam) * E_xy), Identity(), printed="(48)"),
))

# The error ------------------------------------------------------------------------------------------------

risk = expect((y_hat_star - y_q) ** 2)
by_a, by_b = inner(a, x_q), inner(b, x_q)
term_1, term_2 = expect((by_a - y_q) ** 2), expect((y_hat_star - by_b) ** 2)
term_3, term_4 = expect((by_b - by_a) ** 2), 2 * expect((y_hat_star - by_b) * (by_a - y_q))
term_5, term_6 = 2 * expect((y_hat_star - by_b) * (by_b - by_a)), 2 * expect((by_b - by_a) * (by_a - y_q))
of_examples = 1 / M * tr(Sigma * Gam**-2 * Lam)
of_training = (
    weighted(a, Gam**-2 * Lam**3)
    + 2 * tr(Lam) * weighted(a, Gam**-2 * Lam**2)
    + tr(Lam) ** 2 * weighted(a, Gam**-2 * Lam)
)
least = minimum(squared_error, v)
CHAIN = Proof((
    Step("six terms", eq(risk, term_1 + term_2 + term_3 + term_4 + term_5 + term_6),
         FromClaim("zfb/appendix-b-decomposition", "a"), printed="we can decompose the risk as",
         instead_of="that this exists, which takes a finite E y^2; where it is not, both sides of (16) are infinite"),
    Step("IV", eq(term_4, 0), FromClaim("zfb/appendix-b-decomposition", "c"), printed="for IV, we have"),
    Step("V", eq(term_5, 0), FromClaim("zfb/appendix-b-decomposition", "b"), printed="V = 0"),
    Step("VI", eq(term_6, 0), Identity(), printed="For VI, we have"),
    Step("II", eq(term_2, of_examples), Identity(), printed="the definition II is equal to"),
    Step("III", eq(term_3, 1 / N**2 * of_training), Identity(), printed="For III, we have"),
    *best_steps(squared_error)[:5],
    Step("I", eq(term_1, least), Identity(-1), ("least",), printed="The term I is the first term"),
    Step("risk", eq(risk, least + of_examples + 1 / N**2 * of_training), Identity(1, 1, 1, 1, 1, 1, 1),
         ("six terms", "I", "II", "III", "IV", "V", "VI"), printed="Combining all terms above, we conclude"),
))

excess = risk - least
_exact_excess = of_examples + (1 / N) ** 2 * of_training
theorem = Step("risk", eq(risk, least + of_examples + 1 / N**2 * of_training), FromClaim("zfb/theorem-5"),
               printed="this theorem shows")
competitive = (
    theorem,
    Step("exact excess", eq(excess, _exact_excess), Identity(1), ("risk",), ours=True),
    Step("limit", tends_jointly(_exact_excess, 0, N, M), Continuity(), ours=True),
    Step("competitive", tends_jointly(excess, 0, N, M), Substitution(into="limit"), ("limit", "exact excess"),
         printed="competitive with the best linear model"),
)
over = Gam**-2 * (1 / N * (Lam + tr(Lam) * I)) * (Gam + Lam)
"""I - Gamma^-2 Lambda^2."""
deviation = y_q * x_q - E_xy
_limits = (
    expect(weighted(deviation, inv(Lam))),
    weighted(a, Lam) + 2 * tr(Lam) * weighted(a, I) + tr(Lam) ** 2 * weighted(a, inv(Lam)),
)
RATE = Proof((
    *competitive,
    Step("spread", eq(of_examples, 1 / M * expect(weighted(deviation, Gam**-2 * Lam))), Identity(), ours=True),
    Step("not negative", le(0, excess), Combination(-1, -1, plus=(
        1 / M * expect(weighted(deviation, Gam**-2 * Lam)), 1 / N**2 * weighted(a, Gam**-2 * Lam**3),
        2 / N**2 * tr(Lam) * weighted(a, Gam**-2 * Lam**2), 1 / N**2 * tr(Lam) ** 2 * weighted(a, Gam**-2 * Lam),
    )), ("risk", "spread"), ours=True),
    Step("multiple", le(excess, (_limits[0] + _limits[1]) * (1 / M + 1 / N**2)), Combination(1, 1, plus=(
        1 / M * expect(weighted(deviation, over * inv(Lam))), 1 / N**2 * weighted(a, over * Lam),
        2 / N**2 * tr(Lam) * weighted(a, over), 1 / N**2 * tr(Lam) ** 2 * weighted(a, over * inv(Lam)),
        _limits[0] / N**2, weighted(a, Lam) / M, 2 * tr(Lam) * weighted(a, I) / M,
        tr(Lam) ** 2 * weighted(a, inv(Lam)) / M,
    )), ("risk", "spread"), ours=True),
    Step("order", order(excess, 1 / M + 1 / N**2, M, N), Bounded(_limits[0] + _limits[1]), ("multiple", "not negative"),
         printed="at most O(1/M + 1/N^2)"),
))
TASK_SHIFT = Proof(competitive)
