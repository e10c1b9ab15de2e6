"""(7), (9) and (21): a step along the steepest direction, and the relation between the two step sizes."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Combination,
    Discharge,
    Exhibit,
    FromClaim,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Step,
)
from ....statement.props import Prop, conj, eq, exists, implies, le, lt
from ....statement.terms import Term, norm_2, scalar
from ..notation_rkhs import change, f, g, not_stationary, on_sphere, phi_x, r, residual, stationary, steepest, value

r_prime, c = scalar("r_prime", tex="r'"), scalar("c")
size = norm_2(residual)
as_small = conj(on_sphere, le(change(g), change(steepest)))
lemma = implies(not_stationary, conj(
    lt(0, 1 / size), eq(norm_2(steepest), 1), implies(on_sphere, le(change(steepest), change(g))),
    implies(as_small, eq(g, steepest)),
))  # fmt: skip
_along = change(-r * steepest)
_assumed = Step("not stationary", not_stationary, Assume())
_positive = Step("positive", lt(0, size), Positivity(), ("not stationary",))
_slope = Step("slope", eq(_along, 2 * r * size), Identity(), ("positive",))
SIGN = Proof((
    _assumed, _positive, _slope,
    Step("sign", implies(not_stationary, eq(_along, 2 * r * size)), Discharge("not stationary"),
         ("not stationary", "slope")),
))  # fmt: skip
_down = conj(not_stationary, lt(r, 0))
DESCENT = Proof((
    Step("not stationary", _down, Assume()), _positive, _slope,
    Step("descends", lt(_along, 0), Combination(-1, 2 * size), ("slope", "not stationary#2", "positive")),
    Step("descent", implies(_down, lt(_along, 0)), Discharge("not stationary"), ("not stationary", "descends")),
))  # fmt: skip

# From the definition of the gradient -------------------------------------------------------------------------

premise = conj(not_stationary, as_small)
_gradient = (
    Step("gradient", premise, Assume()),
    Step("positive", lt(0, size), Positivity(), ("gradient#1",)),
    Step("Lemma G.3", lemma, FromClaim("ccs/lemma-g.3")),
    Step("only one", implies(as_small, eq(g, steepest)), ModusPonens(), ("Lemma G.3", "gradient#1")),
    Step("the gradient", eq(g, steepest), ModusPonens(), ("only one", "gradient#2", "gradient#3")),
)  # fmt: skip
_new = -(r / size)
relation: Term = _new * residual
_after = f - r * g
_at_x = eq(value(_after, phi_x), value(f, phi_x) + value(relation, phi_x))


def _concluded(label: str, hypothesis: Prop, shown: Prop, assumed: str, step: str) -> Step:
    return Step(label, implies(hypothesis, shown), Discharge(assumed), (assumed, step))


RELATION = Proof((
    *_gradient,
    Step("step", eq(_after, f + relation), Identity(-r), ("the gradient", "positive")),
    _concluded("a", premise, eq(_after, f + relation), "gradient", "step"),
    Step("at x", _at_x, Identity((-r * phi_x.T, 1)), ("the gradient", "positive")),
    _concluded("b", premise, _at_x, "gradient", "at x"),
))  # fmt: skip
_some_9 = exists(r_prime, eq(_after, f + r_prime * residual))
FROM_7 = Proof((
    *_gradient,
    Step("step", eq(_after, f + relation), Identity(-r), ("the gradient", "positive")),
    Step("some step", _some_9, Exhibit((r_prime, _new)), ("step", "positive")),
    _concluded("(9)", premise, _some_9, "gradient", "some step"),
))  # fmt: skip
_some_7 = exists(r, eq(f + r_prime * residual, f - r * steepest))
_back: Term = -(r_prime * size)
TO_7 = Proof((
    _assumed, _positive,
    Step("step", eq(f + r_prime * residual, f - _back * steepest), Identity(), ("positive",)),
    Step("some step", _some_7, Exhibit((r, _back)), ("step", "positive")),
    _concluded("(7)", not_stationary, _some_7, "not stationary", "some step"),
    *(
        Step("stationary", conj(stationary, on_sphere), Assume()),
        Step("stays", eq(f + r_prime * residual, f - 0 * g), Identity(r_prime), ("stationary#1",)),
        Step("step 0", exists(r, eq(f + r_prime * residual, f - r * g)), Exhibit((r, 0)), ("stays",)),
        _concluded("everywhere", conj(stationary, on_sphere), exists(r, eq(f + r_prime * residual, f - r * g)),
                   "stationary", "step 0"),
    ),
))  # fmt: skip
_some_c = exists(c, eq(steepest, -(c * residual)))
GRADIENT = Proof((
    _assumed, _positive,
    Step("multiple", eq(steepest, -(-(1 / size) * residual)), Identity(), ("positive",)),
    Step("some multiple", _some_c, Exhibit((c, -(1 / size))), ("multiple", "positive")),
    _concluded("gradient", not_stationary, _some_c, "not stationary", "some multiple"),
))  # fmt: skip
_positive_multiple = eq(g, 1 / size * residual)
POSITIVE = Proof((
    *_gradient,
    Step("multiple", _positive_multiple, Identity(1), ("the gradient", "positive")),
    _concluded("c > 0", premise, _positive_multiple, "gradient", "multiple"),
))  # fmt: skip
