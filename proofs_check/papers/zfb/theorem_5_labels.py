"""Theorem 5 for given labels, moments worked out: noisy linear, cubic and rectified ones, beside the paper."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, claim
from ...statement.laws import expect_given, relu
from ...statement.props import Prop, eq
from ...statement.terms import Term, TermLike, inner, term, tr
from .notation import Gam, Lam, M, N, d, w, x_q
from .notation_prompts import eps_i, eps_q, s, trained_prediction, weighted, x_i

size = weighted(w, Lam)
r""":math:`\|w\|_\Lambda^2`, the variance of :math:`\langle w,x\rangle`."""


def _risk(label: Term, label_q: Term) -> Term:
    return expect_given((trained_prediction(label) - label_q) ** 2, w)


def _right_side(best: TermLike, Sigma: Term, slope: TermLike) -> Term:
    """(16) with this error of the best linear predictor, this Sigma, and a = slope w."""
    return (
        best
        + 1 / M * tr(Sigma * Gam**-2 * Lam)
        + 1 / N**2 * term(slope) ** 2 * (
            weighted(w, Gam**-2 * Lam**3)
            + 2 * tr(Lam) * weighted(w, Gam**-2 * Lam**2)
            + tr(Lam) ** 2 * weighted(w, Gam**-2 * Lam)
        )
    )


rank_one = Lam * w * w.T * Lam


@claim(
    "zfb/theorem-5-noisy-labels",
    kind=Kind.IDENTITY,
    source="Theorem 5 for the noisy linear labels of Section 4.2; the moments are ours",
    forall=(d, N, M, Lam, s),
    uses=("zfb/theorem-5",),
    witnesses=("words", "entries", "sampled"),
)
def noisy_labels() -> Prop:
    r"""For $y=\langle w,x\rangle+\varepsilon$ with independent noise of mean 0 and variance $s^2$: $a=w$, $\Sigma=
    (\|w\|_\Lambda^2+s^2)\Lambda+\Lambda ww^\top\Lambda$, and the best linear predictor has the error $s^2$.
    """
    return eq(
        _risk(inner(w, x_i) + eps_i, inner(w, x_q) + eps_q),
        _right_side(s**2, (size + s**2) * Lam + rank_one, 1),
    )


@claim(
    "zfb/theorem-5-cubic-labels",
    kind=Kind.IDENTITY,
    source="Theorem 5 for a nonlinear label; the moments are ours",
    forall=(d, N, M, Lam),
    uses=("zfb/theorem-5",),
    witnesses=("words", "entries", "sampled"),
)
def cubic_labels() -> Prop:
    r"""For $y=\langle w,x\rangle^3$, with $u=\|w\|_\Lambda^2$: $a=3uw$, $\Sigma=15u^3\Lambda+81u^2\Lambda
    ww^\top\Lambda$, and the best linear predictor has the error $6u^3$.
    """
    return eq(
        _risk(inner(w, x_i) ** 3, inner(w, x_q) ** 3),
        _right_side(6 * size**3, 15 * size**3 * Lam + 81 * size**2 * rank_one, 3 * size),
    )


@claim(
    "zfb/theorem-5-relu-labels",
    kind=Kind.IDENTITY,
    source="Theorem 5 for a nonlinear label; the moments are ours",
    forall=(d, N, M, Lam),
    uses=("zfb/theorem-5",),
    witnesses=("words", "entries", "sampled"),
)
def relu_labels() -> Prop:
    r"""For $y=\max(\langle w,x\rangle,0)$, with $u=\|w\|_\Lambda^2$: $a=\frac12w$, $\Sigma=\frac12u\Lambda+\frac34
    \Lambda ww^\top\Lambda$, and the best linear predictor has the error $\frac14u$.
    """
    half = Fraction(1, 2)
    return eq(
        _risk(relu(inner(w, x_i)), relu(inner(w, x_q))),
        _right_side(Fraction(1, 4) * size, half * size * Lam + Fraction(3, 4) * rank_one, half),
    )
