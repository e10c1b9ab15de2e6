"""Appendix C: the labels of the demonstrations shrink from layer to layer, the answer tends to the conditional mean."""

from __future__ import annotations

from collections.abc import Callable

from ....proof.chain import Assume, Combination, Discharge, FromFact, Identity, Positivity, Proof, Step, Substitution
from ....proof.steps.curvature import Rayleigh
from ....proof.steps.layers import Contracting
from ....proof.steps.recursions import Induction
from ....statement.attention import sequence
from ....statement.props import Prop, eq, ge, implies, le, lt, psd, tends
from ....statement.psd import least_positive_eigenvalue, pinv
from ....statement.terms import Op, Sym, Term, TermLike, eye, norm_F, norm_op, tr, zeros
from ..notation import l
from ..notation_bayes import K_hat, P, Y_hat, answer_at, delta, estimate, labels_at, nu
from .bayes import image

size, least = norm_op(K_hat), least_positive_eigenvalue(K_hat)
factor: Term = 1 - delta * (2 - delta * size) * least
r"""By which :math:`\|P\hat Y_\ell\|^2` shrinks at least."""
one = eye("n")
T, S = Sym("T", ("n", "n")), Sym("S", ("n", "n"))
contraction: Term = one - delta * K_hat


def power_at(upto: TermLike) -> Op:
    r""":math:`(I-\delta\hat{\mathbb K})^{upto}`."""
    return sequence(T, l, one, contraction * T, upto)


def series_at(upto: TermLike) -> Op:
    r""":math:`\delta\sum_{\ell<upto}(I-\delta\hat{\mathbb K})^\ell`, by Horner's rule."""
    return sequence(S, l, zeros("n", "n"), delta * one + contraction * S, upto)


weights: Term = pinv(K_hat) * nu
seen: Term = P * labels_at(l)
bound: Term = norm_F(weights.T) ** 2 * norm_F(seen) ** 2
distance: Term = answer_at(l) + estimate


def solved(upto: TermLike) -> Term:
    r""":math:`-\nu^\top\hat{\mathbb K}^+(\hat Y-\hat Y_\ell)`, the answer."""
    return -(nu.T * pinv(K_hat) * (Y_hat - labels_at(upto)))


def is_solved(upto: TermLike) -> Prop:
    """That this is the answer."""
    return eq(answer_at(upto), solved(upto))


answers = (
    *image,
    Step("at first", is_solved(0), Identity()),
    Step("so far", is_solved(l), Assume()),
    Step("next", is_solved(l + 1), Identity(1, (-delta * labels_at(l).T, 1)), ("so far", "in the image")),
    Step("onwards", implies(is_solved(l), is_solved(l + 1)), Discharge("so far"), ("so far", "next")),
    Step("solved", is_solved(l), Induction(l), ("at first", "onwards")),
)
"""What the layers compute, in terms of the labels that are left."""
step_below = (
    Step("positive", lt(0, delta * (2 - delta * size) * least), Positivity(), ("step", "K_hat != 0")),
    Step("factor", lt(factor, 1), Combination(1), ("positive",)),
)


def shrinking(at: Callable[[TermLike], Term]) -> tuple[Step, ...]:
    r"""The squared norm of :math:`Pv_\ell` shrinks where :math:`v_{\ell+1}=(I-\delta\hat{\mathbb K})v_\ell`."""
    v = at(l)
    return (
        Step("top", psd(size * one - K_hat), Rayleigh()),
        Step("gap", psd(K_hat - least * P), Rayleigh(), ("K_hat != 0",)),
        Step("top form", ge(tr(v.T * (K_hat * (size * one - K_hat)) * v), 0), Positivity(), ("top",)),
        Step("gap form", ge(tr(v.T * (K_hat - least * P) * v), 0), Positivity(), ("gap",)),
        Step("shrinks", le(norm_F(P * at(l + 1)) ** 2, factor * norm_F(P * v) ** 2),
             Combination(delta**2, delta * (2 - delta * size)), ("top form", "gap form", "step")),
        *step_below,
    )


LIMIT = Proof((
    *answers,
    *shrinking(labels_at),
    Step("product", le(norm_F(weights.T * seen), norm_F(weights.T) * norm_F(seen)),
         FromFact("submultiplicativity", A=weights.T, B=seen)),
    Step("squares", le(norm_F(weights.T * seen) ** 2, bound),
         Combination(norm_F(weights.T) * norm_F(seen) + norm_F(weights.T * seen)), ("product",)),
    Step("apart", eq(distance, weights.T * seen), Identity(1), ("solved",)),
    Step("distance", le(distance**2, bound), Combination(1, distance + weights.T * seen), ("squares", "apart")),
    Step("bound", le(norm_F(weights.T) ** 2 * norm_F(P * labels_at(l + 1)) ** 2, factor * bound),
         Combination(norm_F(weights.T) ** 2), ("shrinks",)),
    Step("limit", tends(answer_at(l), -estimate, l), Contracting(l, bound, factor), ("distance", "bound", "factor")),
))

# The series --------------------------------------------------------------------------------------------------

left: Term = P * power_at(l)
POWERS = Proof((
    *shrinking(power_at),
    Step("powers", tends(left, zeros("n", "n"), l), Contracting(l, norm_F(left) ** 2, factor), ("shrinks", "factor")),
))
inverse: Term = pinv(K_hat)
apart: Term = P * series_at(l) - inverse
far: Term = norm_F(inverse) ** 2 * norm_F(left) ** 2


def is_summed(upto: TermLike) -> Prop:
    r"""The sum: :math:`\hat{\mathbb K}^+(I-(I-\delta\hat{\mathbb K})^\ell)` on the image."""
    return eq(P * series_at(upto), inverse * (one - power_at(upto)))


SERIES = Proof((
    Step("at first", is_summed(0), Identity()),
    Step("so far", is_summed(l), Assume()),
    Step("next", is_summed(l + 1), Identity((contraction, 1)), ("so far",)),
    Step("onwards", implies(is_summed(l), is_summed(l + 1)), Discharge("so far"), ("so far", "next")),
    Step("summed", is_summed(l), Induction(l), ("at first", "onwards")),
    *shrinking(power_at),
    Step("product", le(norm_F(inverse * left), norm_F(inverse) * norm_F(left)),
         FromFact("submultiplicativity", A=inverse, B=left)),
    Step("squares", le(norm_F(inverse * left) ** 2, far),
         Combination(norm_F(inverse) * norm_F(left) + norm_F(inverse * left)), ("product",)),
    Step("apart", eq(apart, -(inverse * left)), Identity(1), ("summed",)),
    Step("distance", eq(norm_F(apart) ** 2, norm_F(inverse * left) ** 2), Substitution(), ("apart",)),
    Step("near", le(norm_F(apart) ** 2, far), Combination(1, 1), ("squares", "distance")),
    Step("bound", le(norm_F(inverse) ** 2 * norm_F(P * power_at(l + 1)) ** 2, factor * far),
         Combination(norm_F(inverse) ** 2), ("shrinks",)),
    Step("series", tends(P * series_at(l), inverse, l), Contracting(l, far, factor), ("near", "bound", "factor")),
))
