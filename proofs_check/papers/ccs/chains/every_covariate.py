"""Steps 1, 1/2, 1/3, ...: one choice for all covariates."""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Discharge, FromFact, Identity, Positivity, Proof, Step
from ....proof.steps.curvature import Rayleigh
from ....proof.steps.layers import Diminishing
from ....proof.steps.recursions import Induction
from ....statement.props import Prop, eq, ge, implies, le, psd, tends
from ....statement.psd import least_positive_eigenvalue
from ....statement.terms import Term, TermLike, norm_F, norm_op, term, tr
from ..notation import l
from ..notation_bayes import K_hat, P, Y_hat, answer_at, estimate, labels_at
from .bayes import image
from .layers import one, weights


def harmonic(layer: TermLike) -> Term:
    r""":math:`\delta_\ell=\frac1{\ell+1}`."""
    return 1 / (term(layer) + 1)


def answer(upto: TermLike) -> Term:
    """The answer of the layers with these steps."""
    return answer_at(upto, harmonic)


def labels(upto: TermLike) -> Term:
    """What is left of the labels."""
    return labels_at(upto, harmonic)


size, least = norm_op(K_hat), least_positive_eigenvalue(K_hat)
late = le(size, l)
seen: Term = P * labels(l)
bound: Term = norm_F(weights.T) ** 2 * norm_F(seen) ** 2
distance: Term = answer(l) + estimate
step_l = harmonic(l)


def is_solved(upto: TermLike) -> Prop:
    r"""The answer is :math:`-\nu^\top\hat{\mathbb K}^+(\hat Y-\hat Y_\ell)`."""
    return eq(answer(upto), -(weights.T * (Y_hat - labels(upto))))


shrinks = le(norm_F(weights.T) ** 2 * norm_F(P * labels(l + 1)) ** 2, (1 - least / (l + 1)) * bound)
limit = tends(answer(l), -estimate, l)
HARMONIC = Proof((
    *image,
    Step("at first", is_solved(0), Identity()),
    Step("so far", is_solved(l), Assume()),
    Step("next", is_solved(l + 1), Identity(1, (-step_l * labels(l).T, 1)), ("so far", "in the image")),
    Step("onwards", implies(is_solved(l), is_solved(l + 1)), Discharge("so far"), ("so far", "next")),
    Step("solved", is_solved(l), Induction(l), ("at first", "onwards")),
    Step("top", psd(size * one - K_hat), Rayleigh()),
    Step("gap", psd(K_hat - least * P), Rayleigh(), ("K_hat != 0",)),
    Step("top form", ge(tr(labels(l).T * (K_hat * (size * one - K_hat)) * labels(l)), 0), Positivity(), ("top",)),
    Step("gap form", ge(tr(labels(l).T * (K_hat - least * P) * labels(l)), 0), Positivity(), ("gap",)),
    Step("late", late, Assume()),
    Step("image shrinks", le(norm_F(P * labels(l + 1)) ** 2, (1 - least / (l + 1)) * norm_F(seen) ** 2),
         Combination(step_l**2, step_l, step_l**2 * tr(labels(l).T * K_hat * labels(l)),
                     plus=(step_l**2 * tr(labels(l).T * K_hat * labels(l)),)),
         ("top form", "gap form", "late")),
    Step("shrinks", shrinks, Combination(norm_F(weights.T) ** 2), ("image shrinks",)),
    Step("from some layer on", implies(late, shrinks), Discharge("late"), ("late", "shrinks")),
    Step("product", le(norm_F(weights.T * seen), norm_F(weights.T) * norm_F(seen)),
         FromFact("submultiplicativity", A=weights.T, B=seen)),
    Step("squares", le(norm_F(weights.T * seen) ** 2, bound),
         Combination(norm_F(weights.T) * norm_F(seen) + norm_F(weights.T * seen)), ("product",)),
    Step("apart", eq(distance, weights.T * seen), Identity(1), ("solved",)),
    Step("distance", le(distance**2, bound), Combination(1, distance + weights.T * seen), ("squares", "apart")),
    Step("limit", limit, Diminishing(l, bound, least, size), ("distance", "from some layer on", "K_hat != 0")),
))
