"""Appendix C: the layers of the construction of Proposition 3.1 with one step size, from (3)."""

from __future__ import annotations

from collections.abc import Callable

from ...claims import Expected, Kind, Misprint, Parts, claim, with_proof
from ...proof.chain import Assume, Discharge, Identity, Proof, Step
from ...proof.steps.recursions import Induction
from ...statement.attention import gram, kernel_value, product_down, sequence
from ...statement.props import Prop, eq, implies
from ...statement.terms import (
    Abbrev,
    Op,
    Sym,
    Term,
    TermLike,
    entry,
    eye,
    index,
    matrix,
    stack,
    term,
    total,
    vector,
    zeros,
)
from ...verdict import Verdict
from .notation import X_0, I, K, Y_at, Y_hidden, d, h_kernel, l, n, x_i
from .notation_bayes import Steps, constant, delta, m

demos: Term = stack(eye("n"), zeros(1, "n"))
r"""``X_0 * demos``: the columns of the demonstrations."""
X_hat = Abbrev(matrix("X_hat", "d", "n", tex=r"\hat X"), X_0 * demos)
gram_hat = Abbrev(matrix("K_of_X", "n", "n", "symmetric", tex=r"\hat{\mathbb K}"), gram(K, X_hat, X_hat))
nu_of_X = Abbrev(vector("nu_of_X", "n", tex=r"\nu"), gram(K, X_hat, x_i(n + 1)))
i, j = index("i", "n"), index("j", "n")
contraction: Term = eye("n") - delta * gram_hat
S = Sym("S", ("n", 1))


def row_at(upto: TermLike, steps: Steps = constant) -> Op:
    r"""The last row of :math:`Z_\ell` in (3): :math:`B_\ell=C_\ell=I`, in :math:`V_\ell` :math:`-\delta_\ell` alone."""
    return Y_at(
        upto, h_kernel, Y_hidden, X=lambda layer: X_0, r=lambda layer: -steps(layer), B=lambda layer: I,
        C=lambda layer: I,
    )


def demos_at(upto: TermLike, steps: Steps = constant) -> Term:
    r""":math:`\hat Y_\ell`, as a column."""
    return (row_at(upto, steps) * demos).T


def label_at(upto: TermLike, k: TermLike, steps: Steps = constant) -> Op:
    r""":math:`y^{(k)}_\ell`."""
    return entry(row_at(upto, steps), 1, k)


def step(k: TermLike) -> Term:
    r""":math:`y^{(k)}_\ell-\delta\sum_{j=1}^n\mathcal K(x^{(k)},x^{(j)})y^{(j)}_\ell`."""
    return label_at(l, k) - delta * total(j, n, kernel_value(K, x_i(k), x_i(j)) * label_at(l, j))


def sum_of(body: Callable[[TermLike], Term], upto: TermLike) -> Op:
    r""":math:`\sum_{k=0}^{upto}body_k` of columns."""
    return sequence(S, m, body(0), S + body(m + 1), upto)


def powers(layer: Term) -> Prop:
    r""":math:`\hat Y_{\ell+1}=(I-\delta\hat{\mathbb K})^{\ell+1}\hat Y`."""
    return eq(demos_at(layer + 1), product_down(m, layer, contraction) * demos_at(0))


def summed(layer: Term) -> Prop:
    r""":math:`y^{(n+1)}_{\ell+1}=-\delta\nu^\top\sum_{k=0}^\ell\hat Y_k`."""
    return eq(label_at(layer + 1, n + 1), -(delta * nu_of_X.T * sum_of(demos_at, layer)))


def by_induction(says: Callable[[Term], Prop], factor: Term) -> Proof:
    """What a layer adds to an equation is the factor on its left."""
    return Proof((
        Step("at first", says(term(0)), Identity()),
        Step("so far", says(l), Assume()),
        Step("next", says(l + 1), Identity((factor, 1)), ("so far",)),
        Step("onwards", implies(says(l), says(l + 1)), Discharge("so far"), ("so far", "next")),
        Step("every layer", says(l), Induction(l), ("at first", "onwards")),
    ))


@claim(
    "ccs/appendix-c-demonstration-recursion",
    kind=Kind.IDENTITY,
    source="Appendix C, display after (25)",
    forall=(d, n, l, delta),
    uses=("ccs/eq-3", "ccs/appendix-c-step-size"),
    witnesses=("words", "entries"),
    expected=Expected(
        Verdict.REFUTED, r"the power is $\ell+1$: for $\ell=0$ the display says $\hat Y_1=\hat Y$", parts=("c",)
    ),
    note=r"$\hat Y_\ell$ is read as the column of the n demonstrations, on which $\hat{\mathbb K}$ acts.",
    misprints=(
        Misprint(r"$(I-\delta\hat{\mathbb K})^\ell$", r"$(I-\delta\hat{\mathbb K})^{\ell+1}$", "c"),
        Misprint(r"$\hat Y_\ell:=[y_\ell^{(1)}\dots y_\ell^{(n+1)}]$", r"$[y_\ell^{(1)}\dots y_\ell^{(n)}]^\top$"),
    ),
)
def appendix_c_demonstration_recursion() -> Parts:
    r"""For $\ell=0\dots k$, $y_\ell^{(i)}:=[Z_\ell]_{(d+1),i}$, $\hat Y_\ell:=[y_\ell^{(1)}\dots y_\ell^{(n+1)}]$: (a)
    $y_{\ell+1}^{(i)}=y_\ell^{(i)}-\delta\sum_{j=1}^n\mathcal K(x^{(i)},x^{(j)})y_\ell^{(j)}\Leftrightarrow$ (b)
    $\hat Y_{\ell+1}=(I-\delta\hat{\mathbb K})\hat Y_\ell=$ (c) $(I-\delta\hat{\mathbb K})^\ell\hat Y$.
    """
    return {
        "a": eq(label_at(l + 1, i), step(i)),
        "b": eq(demos_at(l + 1), contraction * demos_at(l)),
        "c": eq(demos_at(l + 1), contraction**l * demos_at(0)),
    }


@claim(
    "ccs/appendix-c-demonstration-recursion-exact",
    kind=Kind.IDENTITY,
    source="Appendix C, display after (25), with its power",
    forall=(d, n, l, delta),
    corrects="ccs/appendix-c-demonstration-recursion#c",
    uses=("ccs/appendix-c-demonstration-recursion",),
    witnesses=("words", "entries", "proof"),
)
def appendix_c_demonstration_recursion_exact() -> Prop:
    r"""$\hat Y_{\ell+1}=(I-\delta\hat{\mathbb K})^{\ell+1}\hat Y$: a product of the $\ell+1$ layers $0,\dots,\ell$."""
    return powers(l)


@claim(
    "ccs/appendix-c-query-recursion",
    kind=Kind.IDENTITY,
    source="Appendix C",
    forall=(d, n, l, delta),
    uses=("ccs/appendix-c-demonstration-recursion",),
    witnesses=("words", "entries"),
    expected=Expected(
        Verdict.REFUTED,
        r"the factor $\delta$ is missing, and $\hat Y_k=(I-\delta\hat{\mathbb K})^k\hat Y$ already has the power",
        parts=("c", "d"),
    ),
    misprints=(
        Misprint(r"$-\nu^\top\sum_{k=0}^\ell\hat Y_k$", r"$-\delta\nu^\top\sum_{k=0}^\ell\hat Y_k$", "c"),
        Misprint(
            r"$-\nu^\top\sum_{k=0}^\ell(I-\delta\hat{\mathbb K})^k\hat Y_k$",
            r"$-\delta\nu^\top\sum_{k=0}^\ell(I-\delta\hat{\mathbb K})^k\hat Y$", "d",
        ),
    ),
)
def appendix_c_query_recursion() -> Parts:
    r"""(a) $y_{\ell+1}^{(n+1)}=y_\ell^{(n+1)}-\delta\sum_{j=1}^n\mathcal K(x^{(n+1)},x^{(j)})y_\ell^{(j)}$.
    "Rearranging terms gives" $y_{\ell+1}^{(n+1)}=$ (b) $y_\ell^{(n+1)}-\delta\nu^\top\hat Y_\ell=$ (c)
    $-\nu^\top\sum_{k=0}^\ell\hat Y_k=$ (d) $-\nu^\top\sum_{k=0}^\ell(I-\delta\hat{\mathbb K})^k\hat Y_k$.
    """
    answer = label_at(l + 1, n + 1)
    return {
        "a": eq(answer, step(n + 1)),
        "b": eq(answer, label_at(l, n + 1) - delta * nu_of_X.T * demos_at(l)),
        "c": eq(answer, -(nu_of_X.T * sum_of(demos_at, l))),
        "d": eq(answer, -(nu_of_X.T * sum_of(lambda k: contraction**k * demos_at(k), l))),
    }


@claim(
    "ccs/appendix-c-query-recursion-exact",
    kind=Kind.IDENTITY,
    source="Appendix C, with the step size",
    forall=(d, n, l, delta),
    corrects="ccs/appendix-c-query-recursion#c",
    uses=("ccs/appendix-c-query-recursion",),
    witnesses=("words", "entries", "proof"),
)
def appendix_c_query_recursion_exact() -> Prop:
    r"""$y_{\ell+1}^{(n+1)}=-\delta\nu^\top\sum_{k=0}^\ell\hat Y_k=-\delta\nu^\top\sum_{k=0}^\ell(I-\delta\hat{\mathbb
    K})^k\hat Y$; the powers are those of ccs/appendix-c-demonstration-recursion-exact.
    """
    return summed(l)


appendix_c_demonstration_recursion_exact = with_proof(
    appendix_c_demonstration_recursion_exact, whole=by_induction(powers, contraction)
)
appendix_c_query_recursion_exact = with_proof(appendix_c_query_recursion_exact, whole=by_induction(summed, term(1)))
