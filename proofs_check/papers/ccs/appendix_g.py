"""Appendix G: the direction of steepest descent in a reproducing kernel Hilbert space, Lemma G.3 and its proof."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Misprint, Parts, Reading, claim, with_proof
from ...statement.props import Prop, chain, conj, eq, exists, global_minimum, implies, lt, ne
from ...statement.terms import Term, argmin, entry, grad, inner, norm_2, scalar, sqrt, substitute, total, where, zeros
from ...verdict import Verdict
from .chains import appendix_g as chains
from .notation import n
from .notation_rkhs import (
    FINITE_DIMENSION,
    KK,
    D,
    F,
    K_ij,
    Phi,
    Y,
    alpha,
    b,
    best_alpha,
    change,
    combined,
    f,
    g,
    i,
    j,
    lam,
    not_stationary,
    null,
    of_alpha,
    on_sphere,
    only_least,
    penalised,
    phi,
    quadratic,
    residual,
    stationary,
    steepest,
    value,
    y,
)

c = scalar("c", "positive")
space = (D, n, Phi, Y, f)
NOT_STATIONARY = Difference(
    Differs.STRONGER_HYPOTHESES, "f is no stationary point of the loss, where no direction is steepest"
)


@claim(
    "ccs/lemma-g.3",
    kind=Kind.OPTIMUM,
    source="Lemma G.3, Appendix G",
    forall=(*space, g),
    uses=("ccs/theorem-g.1", "ccs/theorem-g.2"),
    witnesses=("entries", "balls", "sampled", "proof"),
    note=r"""The norm leaves one such c: $1/\|\sum_i(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})\|_{\mathbb H}$;
    that the argmin is this function, and no other, is said by its definition.
    """,
    fidelity=(FINITE_DIMENSION,),
)
def lemma_g_3() -> Parts:
    r""""Given any $f\in\mathbb H$, let $g^*$ denote the steepest descent direction of the weighted empirical
    least-squares loss wrt $\|\cdot\|_{\mathbb H}$, i.e. $g^*:=\arg\min_{g\in\mathbb H,\|g\|_{\mathbb H}=1}\frac d{dt}
    \sum_{i=1}^n(y^{(i)}-(f+tg)(x^{(i)}))^2|_{t=0}$. Then $g^*(\cdot)=c\sum_{i=1}^n(y^{(i)}-f(x^{(i)}))\mathcal
    K(\cdot,x^{(i)})$ for some scalar $c\in\mathbb R^+$ (we give explicit expression for c in the proof)."
    """
    return {
        "": [
            Reading(
                "f at which there is a steepest direction",
                implies(not_stationary, conj(
                    lt(0, 1 / norm_2(residual)), *only_least(change(g), on_sphere, g, steepest)
                )),
                "where the derivative vanishes in all directions none is steepest",
            ),
            Reading(
                "every f", exists(c, eq(norm_2(c * residual), 1)),
                "then a multiple with c > 0 lies on the unit sphere whatever f is",
            ),
        ],
    }  # fmt: skip


@claim(
    "ccs/lemma-g.3-stationary",
    kind=Kind.OPTIMUM,
    source="Lemma G.3 where the loss is stationary",
    forall=(*space, g, c),
    uses=("ccs/lemma-g.3",),
    witnesses=("entries", "proof"),
)
def lemma_g_3_stationary() -> Prop:
    r"""Where $(Y-F)^\top\mathbb K(Y-F)=0$, that is where $\sum_i(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})=0$, the
    derivative vanishes in every direction: every unit g is a minimiser, and no multiple of that sum, which has norm 0.
    There (7) with $r_\ell\ne0$ leaves $f_\ell$, in an arbitrary direction, while (9) stays.
    """
    return conj(
        eq(norm_2(residual) ** 2, quadratic),
        implies(stationary, conj(eq(change(g), 0), eq(norm_2(c * residual), 0))),
    )


@claim(
    "ccs/lemma-g.3-lagrangian",
    kind=Kind.IDENTITY,
    source="proof of Lemma G.3, first display",
    forall=(*space, lam),
    expected=Expected(Verdict.REFUTED, "f is lost: y stands where y - f(x) should", ("b",)),
    uses=("ccs/lemma-g.3",),
    witnesses=("words", "entries", "proof"),
    note=r"""$\|g\|^2$ stands beside the derivative. The $\lambda$ of (a) is $\|\sum_i(y^{(i)}-f(x^{(i)}))\mathcal
    K(\cdot,x^{(i)})\|_{\mathbb H}$, where that is not 0; (b) is asked for every $\lambda>0$.
    """,
    fidelity=(FINITE_DIMENSION, NOT_STATIONARY),
    misprints=(Misprint(r"$y^{(i)}$", r"$y^{(i)}-f(x^{(i)})$", "b"),),
)
def lemma_g_3_lagrangian() -> Parts:
    r""""Using the method of Lagrangian multipliers, there exists some $\lambda$ for which the above is equivalent to
    (a) $g^*=\arg\min_{g\in\mathbb H}\frac d{dt}\sum_{i=1}^n(y^{(i)}-(f+tg)(x^{(i)}))^2+\lambda\|g\|^2_{\mathbb
    H}|_{t=0}$ (b) $=\arg\min_{g\in\mathbb H}\sum_{i=1}^n-2y^{(i)}g(x^{(i)})+\lambda\|g\|^2_{\mathbb H}$. The second
    line is by simple algebra."
    """
    lost = total(i, n, -2 * y(i) * value(g, phi(i))) + lam * norm_2(g) ** 2
    return {
        "a": implies(not_stationary, eq(argmin(penalised(norm_2(residual)), g), steepest)),
        "b": eq(argmin(penalised(lam), g), argmin(lost, g)),
    }


kept = total(i, n, -2 * (y(i) - value(f, phi(i))) * value(g, phi(i))) + lam * norm_2(g) ** 2


@claim(
    "ccs/lemma-g.3-lagrangian-corrected",
    kind=Kind.IDENTITY,
    source="proof of Lemma G.3, first display, corrected",
    forall=(*space, lam),
    corrects="ccs/lemma-g.3-lagrangian#b",
    uses=("ccs/lemma-g.3",),
    witnesses=("words", "entries", "proof"),
)
def lemma_g_3_lagrangian_corrected() -> Prop:
    r"""$=\arg\min_{g\in\mathbb H}\sum_{i=1}^n-2(y^{(i)}-f(x^{(i)}))g(x^{(i)})+\lambda\|g\|^2_{\mathbb H}$, as the
    proof has it again where it speaks of $\alpha$: for every $\lambda>0$ the two functions are the same, and the
    minimiser is $\frac1\lambda\sum_i(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})$.
    """
    return conj(eq(penalised(lam), kept), eq(argmin(kept, g), residual / lam))


@claim(
    "ccs/lemma-g.3-norm",
    kind=Kind.IDENTITY,
    source="proof of Lemma G.3",
    forall=(*space, alpha),
    uses=("ccs/theorem-g.1", "ccs/theorem-g.2"),
    witnesses=("words", "entries"),
    note=r"""(b) of the minimiser of Lemma G.3: $\alpha^*$, whose index is left out, is
    $(Y-F)/\|\sum_i(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})\|_{\mathbb H}$.
    """,
    fidelity=(FINITE_DIMENSION, NOT_STATIONARY),
    misprints=(Misprint(r"$\alpha^*\mathcal K(\cdot,x^{(i)})$", r"$\alpha^*_i\mathcal K(\cdot,x^{(i)})$"),),
)
def lemma_g_3_norm() -> Parts:
    r"""With $g^*(\cdot)=\sum_{i=1}^n\alpha_i\mathcal K(\cdot,x^{(i)})$, $\alpha\in\mathbb R^n$: (a) $\|g\|^2_{\mathbb
    H}=\sum_{i,j=1}^n\alpha_i\alpha_j\langle\mathcal K(\cdot,x^{(i)}),\mathcal K(\cdot,x^{(j)})\rangle_{\mathbb
    H}=\sum_{i,j=1}^n\alpha_i\alpha_j\mathcal K(x^{(i)},x^{(j)})$. (b) "Thus $g^*(\cdot)=\sum_{i=1}^n\alpha^*\mathcal
    K(\cdot,x^{(i)})$."
    """
    weights = entry(alpha, i, 1) * entry(alpha, j, 1)
    return {
        "a": chain(
            norm_2(combined(alpha)) ** 2, "=", total(i, n, total(j, n, weights * inner(phi(i), phi(j)))), "=",
            total(i, n, total(j, n, weights * K_ij)),
        ),
        "b": implies(not_stationary, eq(steepest, combined((Y - F) / norm_2(residual)))),
    }  # fmt: skip


@claim(
    "ccs/lemma-g.3-quadratic",
    kind=Kind.OPTIMUM,
    source="proof of Lemma G.3",
    forall=(*space, lam, alpha),
    uses=("ccs/lemma-g.3-lagrangian", "ccs/lemma-g.3-norm"),
    witnesses=("words", "entries", "proof"),
    note="(c) That is a minimum.",
    fidelity=(FINITE_DIMENSION,),
)
def lemma_g_3_quadratic() -> Parts:
    r"""$Y_i=y^{(i)}$, $F_i=f(x^{(i)})$: (a) $\alpha^*=\arg\min_{\alpha\in\mathbb R^n}\sum_{i,j=1}^n-2(y^{(i)}-f(x^{(i)
    }))\alpha_j\mathcal K(x^{(i)},x^{(j)})+\lambda\alpha_i\alpha_j\mathcal K(x^{(i)},x^{(j)})=\arg\min_{\alpha\in\mathbb
    R^n}-2((Y-F))^\top\mathbb K\alpha+\lambda\alpha^\top\mathbb K\alpha$. (b) "Taking $\nabla_\alpha=0$, we get
    $\alpha^*\propto(Y-F)$."
    """
    linear = -2 * (y(i) - value(f, phi(i))) * entry(alpha, j, 1) * K_ij
    in_sums = total(i, n, total(j, n, linear + lam * entry(alpha, i, 1) * entry(alpha, j, 1) * K_ij))
    gradient = grad(of_alpha, alpha)
    return {
        "a": eq(in_sums, of_alpha),
        "b": [
            Reading("a multiple of Y - F solves it", eq(where(gradient, (alpha, best_alpha)), zeros("n", 1)),
                    "the paper notes below that the solution is not unique"),
            Reading("every solution is a multiple of Y - F",
                    implies(conj(eq(gradient, zeros("n", 1)), ne(Y, F)), eq(alpha * (Y - F).T, (Y - F) * alpha.T)),
                    "then K must be invertible, but for n = 1"),
        ],
        "c": global_minimum(of_alpha, (alpha, best_alpha)),
    }  # fmt: skip


def constraint_at(value: Term) -> Prop:
    r""":math:`\alpha^\top\mathbb K\alpha=1` at this value."""
    return eq(value.T * KK * value, 1)


@claim(
    "ccs/lemma-g.3-constant",
    kind=Kind.IDENTITY,
    source="proof of Lemma G.3, explicit c",
    forall=space,
    expected=Expected(Verdict.REFUTED, "the root is missing: these have the square of their norm 1/(Y-F)^T K (Y-F)"),
    uses=("ccs/lemma-g.3", "ccs/lemma-g.3-quadratic"),
    witnesses=("entries", "balls"),
    note="(a) that it meets the constraint; (b) that it has norm 1, as $g^*$ has.",
    fidelity=(FINITE_DIMENSION,),
    misprints=tuple(
        Misprint(r"$\frac1{(Y-F)^\top\mathbb K(Y-F)}$", r"$\frac1{\sqrt{(Y-F)^\top\mathbb K(Y-F)}}$", p) for p in "ab"
    ),
)
def lemma_g_3_constant() -> Parts:
    r"""(a) "Recall that our original constraint is $\alpha^\top\mathbb K\alpha=1$, it follows that"
    $\alpha^*=\frac1{(Y-F)^\top\mathbb K(Y-F)}(Y-F)$. (b) "This implies that" $g^*(\cdot)=\frac1{(Y-F)^\top\mathbb
    K(Y-F)}\sum_{i=1}^n(y^{(i)}-f(x^{(i)}))\mathcal K(\cdot,x^{(i)})$.
    """
    return {
        "a": implies(lt(0, quadratic), constraint_at((Y - F) / quadratic)),
        "b": implies(lt(0, quadratic), eq(norm_2(residual / quadratic), 1)),
    }


@claim(
    "ccs/lemma-g.3-constant-corrected",
    kind=Kind.IDENTITY,
    source="proof of Lemma G.3, explicit c, corrected",
    forall=(*space, g),
    corrects="ccs/lemma-g.3-constant",
    uses=("ccs/lemma-g.3", "ccs/lemma-g.3-quadratic"),
    witnesses=("words", "entries", "proof"),
)
def lemma_g_3_constant_corrected() -> Parts:
    r"""Where $(Y-F)^\top\mathbb K(Y-F)>0$: (a) $\alpha^*=\frac1{\sqrt{(Y-F)^\top\mathbb K(Y-F)}}(Y-F)$ meets the
    constraint, and (b) $g^*(\cdot)=\frac1{\sqrt{(Y-F)^\top\mathbb K(Y-F)}}\sum_{i=1}^n(y^{(i)}-f(x^{(i)}))\mathcal
    K(\cdot,x^{(i)})$ is the one minimiser on the unit sphere.
    """
    best = residual / sqrt(quadratic)
    return {
        "a": implies(lt(0, quadratic), constraint_at((Y - F) / sqrt(quadratic))),
        "b": implies(lt(0, quadratic), conj(lt(0, 1 / sqrt(quadratic)), *only_least(change(g), on_sphere, g, best))),
    }


@claim(
    "ccs/lemma-g.3-non-uniqueness",
    kind=Kind.IDENTITY,
    source="Appendix G, after the proof of Lemma G.3",
    forall=(*space, lam, alpha, b),
    uses=("ccs/lemma-g.3-quadratic", "ccs/lemma-g.3-norm"),
    witnesses=("entries", "proof"),
    note=r"(c) $\alpha^*+b$ is as good as $\alpha^*$.",
    fidelity=(FINITE_DIMENSION,),
)
def lemma_g_3_non_uniqueness() -> Parts:
    r""""the choice of $\alpha^*$ is in fact not unique when $rank(\mathbb K)<n$. To see this, let $b\in\mathbb R^n$ be
    such that $b\ne0$, $\mathbb Kb=0$. Then" (a) $\|\sum_{i=1}^nb_i\mathcal K(\cdot,x^{(i)})\|^2_{\mathbb H}=b^\top
    \mathbb Kb=0$, "so that (b) $\sum_{i=1}^n[\alpha^*+b]_i\mathcal K(\cdot,x^{(i)})=\sum_{i=1}^n[\alpha^*]_i\mathcal
    K(\cdot,x^{(i)})$, where equality is in the sense of $\|\cdot\|_{\mathbb H}$."
    """
    return {
        "a": implies(null, chain(norm_2(combined(b)) ** 2, "=", b.T * KK * b, "=", 0)),
        "b": implies(null, eq(norm_2(combined(alpha + b) - combined(alpha)), 0)),
        "c": implies(null, eq(substitute(of_alpha, {alpha: alpha + b}), of_alpha)),
    }


lemma_g_3 = with_proof(lemma_g_3, whole=chains.STEEPEST)
lemma_g_3_stationary = with_proof(lemma_g_3_stationary, whole=chains.STATIONARY)
lemma_g_3_lagrangian = with_proof(lemma_g_3_lagrangian, a=chains.MULTIPLIER)
lemma_g_3_lagrangian_corrected = with_proof(lemma_g_3_lagrangian_corrected, whole=chains.only_penalised(kept))
lemma_g_3_quadratic = with_proof(lemma_g_3_quadratic, c=chains.QUADRATIC)
lemma_g_3_constant_corrected = with_proof(lemma_g_3_constant_corrected, b=chains.STEEPEST_BY_QUADRATIC)
lemma_g_3_non_uniqueness = with_proof(lemma_g_3_non_uniqueness, whole=chains.NULL)
