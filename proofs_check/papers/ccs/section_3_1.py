"""Section 3.1 and the first lines of Appendix B: gradient descent in function space, (7), (9), (21)."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Misprint, Parts, Reading, claim, with_proof
from ...statement.props import Prop, conj, eq, exists, gt, implies, le, lt
from ...statement.terms import norm_2, scalar, substitute
from ...verdict import Verdict
from .chains import section_3_1 as chains
from .notation import n
from .notation_rkhs import (
    FINITE_DIMENSION,
    KK,
    D,
    F,
    L,
    Phi,
    Y,
    change,
    f,
    g,
    not_stationary,
    on_sphere,
    phi_x,
    quadratic,
    r,
    residual,
    stationary,
    steepest,
    value,
)

r_prime = scalar("r_prime", tex="r'")
c = scalar("c")
space = (D, n, Phi, Y, f)
is_gradient = conj(on_sphere, le(change(g), change(steepest)))
r"""What follows from :math:`g=\nabla L(f)`: g is on the sphere, and no worse there than any other direction."""
after_7, after_9 = f - r * g, f + r_prime * residual
by_7 = f - r * steepest


@claim(
    "ccs/eq-7",
    kind=Kind.DEFINITION,
    source="(7), Section 3",
    forall=(*space, r),
    witnesses=("entries", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "the minimising direction is one of descent, and the sequence subtracts it: with positive step "
        "sizes the loss increases at first",
    ),
    misprints=(Misprint(r"$\arg\min$", r"$\arg\max$ (or $+r_\ell$ for $-r_\ell$)"),),
    note=r"""What a definition says of itself: that it descends, for the loss of Proposition 3.1, whose $\nabla
    L(f)$ is that of Lemma G.3. It is a direction in which the loss decreases, and is subtracted: with $r_\ell>0$
    the loss increases at first, with $r_\ell<0$ it decreases.
    """,
    fidelity=(FINITE_DIMENSION, Difference(Differs.WEAKER, "for the loss of Proposition 3.1; the page has any loss")),
)
def eq_7() -> Parts:
    r""""Let $\mathbb H$ denote a Hilbert space of functions mapping from $\mathbb R^d\to\mathbb R$, equipped with the
    metric $\|\cdot\|_{\mathbb H}$. Let $L(f):\mathbb H\to\mathbb R$ denote some loss. The gradient descent of L(f) with
    respect to $\|\cdot\|_{\mathbb H}$ is defined as the sequence $f_{\ell+1}=f_\ell-r_\ell\nabla L(f_\ell)$, (7) where
    $\nabla L(f):=\arg\min_{\|g\|_{\mathbb H}=1}\frac d{dt}L(f+tg)|_{t=0}$, and $r_\ell$ is a sequence of stepsizes."
    """
    slope_along = change(-r * steepest)
    return {
        "": [
            Reading("positive step sizes", implies(conj(not_stationary, gt(r, 0)), lt(slope_along, 0)),
                    "a step size is a positive number, and gradient descent descends", literal=True),
            Reading("step sizes of any sign", implies(conj(not_stationary, lt(r, 0)), lt(slope_along, 0)),
                    "no sign of r is printed; (9) has r' of any sign, too"),
        ],
    }  # fmt: skip


@claim(
    "ccs/eq-7-sign",
    kind=Kind.INEQUALITY,
    source="(7), Section 3, with a positive step size",
    forall=(*space, r),
    uses=("ccs/eq-7", "ccs/lemma-g.3"),
    witnesses=("entries", "proof"),
)
def eq_7_sign() -> Prop:
    r"""Where the loss is not stationary, $\frac d{dt}L(f-tr\nabla L(f))|_{t=0}=2r\|\sum_i(y^{(i)}-f(x^{(i)}))\mathcal
    K(\cdot,x^{(i)})\|_{\mathbb H}$: with r > 0 the sequence (7) climbs.  It descends with the sign of $r_\ell$
    turned, or with $\arg\max$ for $\arg\min$.
    """
    return implies(not_stationary, eq(change(-r * steepest), 2 * r * norm_2(residual)))


@claim(
    "ccs/eq-9-decrease",
    kind=Kind.IDENTITY,
    source="(9), Section 3.1, what a step does to the loss",
    forall=(*space, r_prime),
    uses=("ccs/eq-9",),
    witnesses=("words", "entries"),
)
def eq_9_decrease() -> Prop:
    r"""A step of (9) changes the loss to $L(f)-2r'(Y-F)^\top\mathbb K(Y-F)+r'^2\|\mathbb K(Y-F)\|_2^2$: where it is not
    stationary, it decreases for small $r'>0$ and increases for every $r'<0$.
    """
    after = substitute(L, {f: after_9})
    return eq(after, L - 2 * r_prime * quadratic + r_prime**2 * norm_2(KK * (Y - F)) ** 2)


@claim(
    "ccs/eq-9",
    kind=Kind.IDENTITY,
    source="(9), Section 3.1",
    forall=(*space, g, r, r_prime),
    uses=("ccs/eq-7", "ccs/lemma-g.3"),
    witnesses=("entries", "proof"),
    note=r"""(a) a step of (7) is one of (9), (b) a step of (9) is one of (7).
    $r'_\ell=-r_\ell/\|\sum_i(y^{(i)}-f_\ell(x^{(i)}))\mathcal K(\cdot,x^{(i)})\|_{\mathbb H}$, of the other sign.
    """,
    misprints=(Misprint("“As we verify in step (24) in the proof”", "in (21)"),),
    fidelity=(FINITE_DIMENSION,),
)
def eq_9() -> Parts:
    r""""the functional gradient descent sequence (7) is equivalent to
    $f_{\ell+1}(\cdot)=f_\ell(\cdot)+r'_\ell\sum_{i=1}^n(y^{(i)}-f_\ell(x^{(i)}))\mathcal K(\cdot,x^{(i)})$ (9) for some
    stepsizes $r'_\ell$."
    """
    gives_9 = exists(r_prime, eq(after_7, after_9))
    return {
        "a": [
            Reading("where the loss is not stationary", implies(conj(not_stationary, is_gradient), gives_9),
                    "elsewhere (7) leaves the direction open"),
            Reading("everywhere", implies(conj(stationary, on_sphere), gives_9),
                    "where the loss is stationary every g on the sphere is a gradient"),
        ],
        "b": [
            Reading("where the loss is not stationary", implies(not_stationary, exists(r, eq(after_9, by_7)))),
            Reading("everywhere", implies(conj(stationary, on_sphere), exists(r, eq(after_9, after_7))),
                    "the step 0"),
        ],
    }  # fmt: skip


@claim(
    "ccs/appendix-b-gradient",
    kind=Kind.IDENTITY,
    source="Appendix B, first display",
    forall=(*space, g),
    uses=("ccs/eq-7", "ccs/lemma-g.3"),
    witnesses=("entries", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "Lemma G.3 has a positive c and no sign before it: with that c this is the direction in which the loss grows, "
        "against (7)",
        parts=("b",),
    ),
    note=r"""(a) With some number c, which is what (21) needs. (b) With the c of the lemma, which has "for some scalar
    $c\in\mathbb R^+$", the one that makes the norm 1, where the loss is not stationary.
    """,
    fidelity=(FINITE_DIMENSION,),
    misprints=(Misprint(r"$-c\sum_{i=1}^n$", r"$c\sum_{i=1}^n$, c being that of Lemma G.3", "b"),),
)
def appendix_b_gradient() -> Parts:
    r""""By Lemma G.3, for any $f\in\mathbb H$, $\nabla L(f)=-c\sum_{i=1}^n(y^{(i)}-f(x^{(i)}))\mathcal
    K(\cdot,x^{(i)})$".
    """
    return {
        "a": [
            Reading("where the loss is not stationary",
                    implies(not_stationary, exists(c, eq(steepest, -(c * residual)))),
                    "elsewhere (7) leaves the direction open"),
            Reading("any f", implies(conj(stationary, on_sphere), exists(c, eq(g, -(c * residual)))),
                    "where the loss is stationary every g on the sphere is a gradient"),
        ],
        "b": implies(not_stationary, eq(steepest, -(1 / norm_2(residual) * residual))),
    }  # fmt: skip


@claim(
    "ccs/appendix-b-gradient-corrected",
    kind=Kind.IDENTITY,
    source="Appendix B, first display, corrected",
    forall=(*space, g),
    corrects="ccs/appendix-b-gradient#b",
    uses=("ccs/eq-7", "ccs/lemma-g.3"),
    witnesses=("entries", "proof"),
)
def appendix_b_gradient_corrected() -> Prop:
    r"""With $\nabla L$ of (7) and the c of Lemma G.3, where the loss is not stationary: $\nabla
    L(f)=c\sum_{i=1}^n(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})$, $c=1/\|\sum_i(y^{(i)}-f(x^{(i)}))\mathcal
    K(\cdot,x^{(i)})\|_{\mathbb H}$. (With the printed sign (7) would have $\arg\max$.)
    """
    return implies(conj(not_stationary, is_gradient), eq(g, 1 / norm_2(residual) * residual))


@claim(
    "ccs/eq-21",
    kind=Kind.IDENTITY,
    source="(21), Appendix B",
    forall=(*space, g, r, r_prime, phi_x),
    uses=("ccs/appendix-b-gradient", "ccs/eq-7"),
    witnesses=("entries", "proof"),
    note="Where the loss is not stationary, with that relation, (a) as functions, (b) at a point x.",
    fidelity=(FINITE_DIMENSION,),
)
def eq_21() -> Parts:
    r""""thus (7) is equivalent to" $f_{\ell+1}(\cdot)=f_\ell(\cdot)+r'_\ell\sum_{i=1}^n(y^{(i)}-f_\ell
    (x^{(i)}))\mathcal K(\cdot,x^{(i)})$. "See proof of Lemma G.3 for the explicit relation between $r'_\ell$ and
    $r_\ell$."
    """
    relation = -(r / norm_2(residual)) * residual
    premise = conj(not_stationary, is_gradient)
    return {
        "a": implies(premise, eq(after_7, f + relation)),
        "b": implies(premise, eq(value(after_7, phi_x), value(f, phi_x) + value(relation, phi_x))),
    }


eq_7 = with_proof(eq_7, whole=chains.DESCENT)
eq_7_sign = with_proof(eq_7_sign, whole=chains.SIGN)
eq_9 = with_proof(eq_9, a=chains.FROM_7, b=chains.TO_7)
appendix_b_gradient = with_proof(appendix_b_gradient, a=chains.GRADIENT)
appendix_b_gradient_corrected = with_proof(appendix_b_gradient_corrected, whole=chains.POSITIVE)
eq_21 = with_proof(eq_21, whole=chains.RELATION)
