r"""Appendix A: the loss (5) with the query's label kept in the data, Lemma A.1, and its proof.

``h_any``: of the activation nothing is assumed.  A recursion that starts from other labels has the same covariates.
"""

from __future__ import annotations

from ...claims import Expected, Kind, Misprint, Parts, Reading, claim, with_proof
from ...statement.props import Prop, eq
from ...statement.terms import Term, entry, expect, row, stack
from ...verdict import Verdict
from .chains import appendix_a as chains
from .chains.appendix_a import (
    X_of,
    Y_from,
    Y_of,
    Z_of,
    as_displayed,
    in_words,
    last,
    length,
    out_bar,
    shift,
    shifted,
    squared,
    traced,
)  # fmt: skip
from .notation import A, A_of, B, B_of, C, C_of, M, d, h_free, k, l, n, r, r_of, top, y_query

FREE = (d, n, l, A, r, B, C)


@claim(
    "ccs/lemma-a.1",
    kind=Kind.IDENTITY,
    source="Lemma A.1 and (19), Appendix A",
    forall=(d, n, k, A, r, B, C),
    uses=("ccs/eq-1", "ccs/eq-3", "ccs/eq-5", "ccs/assumption-4.4"),
    witnesses=("words", "entries", "sampled", "proof"),
    note="Of any activation and any labels, linear ones included.",
    misprints=(
        Misprint(r"$f(V,Q,K)$, $f(A,B,C):=f(W)$", r"$f(V,B,C)$ of (5)"),
        Misprint(
            r"“the linear transformer”, “where $y^{(n+1)}=\langle w_\star,x^{(n+1)}\rangle$”",
            r"the Transformer (3), any label $y^{(n+1)}$",
        ),
    ),
)
def lemma_a_1() -> Prop:
    r"""Lemma A.1: "Let $Z_0$ be the input to the Transformer (as defined in (1))", "Let $\overline Z_0$ be the input of
    the Transformer without masking out $y^{(n+1)}$: $\overline Z_0=\begin{bmatrix}x^{(1)}&\cdots&x^{(n)}&x^{(n+1)}\\
    y^{(1)}&\cdots&y^{(n)}&y^{(n+1)}\end{bmatrix}$, where $y^{(n+1)}=\langle w_\star,x^{(n+1)}\rangle$." $Z_\ell$,
    $\overline Z_\ell$: the output of the $(\ell-1)^{th}$ layer "of the linear transformer initialized at" $Z_0$,
    $\overline Z_0$ "(as defined in (3))". "Let f(V, Q, K) denote the in-context loss defined in (5), i.e. $f(V,Q,K)=
    \mathbb E_{\overline Z_0}[([Z_{k+1}]_{(d+1),(n+1)}+y^{(n+1)})^2]$. (19) Let $V_\ell$ satisfy Assumption 4.4. Then
    the in-context loss, defined in (5), has the equivalent form $f(A,B,C):=f(W)=\mathbb E_{\overline Z_0}
    [\operatorname{Tr}((I-M)\overline Y_{k+1}^\top\overline Y_{k+1}(I-M))]$, where $\overline Y_{k+1}\in\mathbb
    R^{1\times n+1}$ is the $(d+1)^{th}$ row of $\overline Z_{k+1}$."
    """
    return eq(expect(squared), expect(traced))


@claim(
    "ccs/eq-20",
    kind=Kind.IDENTITY,
    source="(20), proof of Lemma A.1",
    forall=FREE,
    uses=("ccs/eq-3", "ccs/assumption-4.4"),
    witnesses=("words", "entries"),
    note="(a), (b) The rows of (3) obey it; (c) it has no other solution from the same data.",
)
def eq_20() -> Parts:
    r"""(20): "Let $X_\ell$ denote the first d rows of $Z_\ell$ and let $Y_\ell$ denote the last row of $Z_\ell$. Under
    Assumption 4.4, we can verify the following useful equivalent form of (3): $X_{\ell+1}=X_\ell+A_\ell X_\ell M\tilde
    h(B_\ell X_\ell,C_\ell X_\ell)$, $Y_{\ell+1}=Y_\ell+r_\ell Y_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)$."
    """
    X, Y = top * Z_of(l), row(Z_of(l), d + 1)
    weights = M * h_free(B_of(l) * X, C_of(l) * X)
    return {
        "a": eq(top * Z_of(l + 1), X + A_of(l) * (X * weights)),
        "b": eq(row(Z_of(l + 1), d + 1), Y + r_of(l) * (Y * weights)),
        "c": eq(Z_of(l), stack(X_of(l), Y_of(l))),
    }


def shifted_next(start: Term) -> Prop:
    return eq(Y_from(l + 1, start), Y_of(l + 1) + shift * last)


WORDS = 'the sentence: "with c added to its last entry", which is 0 in (1)'
DISPLAY = r"the display: its last entry is $y^{(n+1)}+c$, while $Z_0$ of (1) has 0 there"


def _two(said: Prop, displayed: Prop) -> list[Reading]:
    return [Reading("display", displayed, DISPLAY, literal=True), Reading("words", said, WORDS)]


@claim(
    "ccs/lemma-a.1-shift",
    kind=Kind.IDENTITY,
    source="proof of Lemma A.1, statements (1), (2)",
    forall=(*FREE, shift),
    uses=("ccs/eq-20",),
    witnesses=("words", "entries", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "the display adds c to the label of the query, the sentence beside it adds c to the last entry "
        "of Y_0, which is 0", ("2",),
    ),
    misprints=(
        Misprint(r"$\overline Y_0=[y^{(1)}\cdots y^{(n)}\ \ y^{(n+1)}+c]$", r"$[y^{(1)}\cdots y^{(n)}\ \ c]$", "2"),
        Misprint(
            r"“$\overline Y_0$ is $\overline Y_0$ but with c added”",
            r"$\overline Y_0$ is $Y_0$ but with c added",
        ),
        Misprint(r"“Then for all i”", r"for all $\ell$"),
    ),
    note=r"""($Y_\ell$ is the last row of $Z_\ell$, started at (1).) In (1) the covariates of (20) are compared
    with the first d rows of (3). In (2) the display adds c to $y^{(n+1)}$, the sentence, and the choice
    $c=y^{(n+1)}$ below, to $Y_0$.
    """,
)
def lemma_a_1_shift() -> Parts:
    r"""Proof of Lemma A.1: "Let $c\in\mathbb R$ denote an arbitrary scalar. Let $\overline X_0:=X_0$ and let $\overline
    Y_0=[y^{(1)}\ y^{(2)}\cdots y^{(n)}\ \ y^{(n+1)}+c]$, i.e. $\overline Y_0$ is $\overline Y_0$ but with c added to
    its last entry. Let $\overline X_\ell,\overline Y_\ell$ evolve under identical dynamics as (20) (but with
    initialization at $\overline X_0,\overline Y_0$). Then for all i, (1) $\overline X_\ell=X_\ell$ and (2) $\overline
    Y_\ell-Y_\ell= [0\ 0\cdots0\ c]$."
    """
    return {"1": eq(X_of(l), top * Z_of(l)), "2": _two(shifted(in_words), shifted(as_displayed))}


@claim(
    "ccs/lemma-a.1-shift-choice",
    kind=Kind.IDENTITY,
    source="proof of Lemma A.1, after statement (2)",
    forall=(*FREE, shift),
    uses=("ccs/lemma-a.1-shift",),
    witnesses=("words", "entries", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "the display adds c to the label of the query, the sentence beside it adds c to the last entry "
        "of Y_0, which is 0", ("b",),
    ),
    misprints=(
        Misprint(r"$\overline Y_0=[y^{(1)}\cdots y^{(n)}\ \ y^{(n+1)}+c]$", r"$[y^{(1)}\cdots y^{(n)}\ \ c]$", "b"),
    ),
    note=r"In (c) $\overline Z_0$ is that of the lemma.",
)
def lemma_a_1_shift_choice() -> Parts:
    r"""Proof of Lemma A.1: "By definition of M, $\overline Y_\ell M$ has its $(n+1)^{th}$ entry zeroed out, thus by the
    inductive hypothesis, [(a)] $\overline Y_\ell M=Y_\ell M$, and thus [(b)] $\overline Y_{\ell+1}=Y_{\ell+1}+[0\
    0\cdots0 \ c]$. The lemma statement then follows by choosing $c=y^{(n+1)}$: by (2) above, [(c)] $[\overline
    Z_{k+1}]_{(d+1),(n+1)}=:[\overline Y_{k+1}]_{(n+1)}=[Y_{k+1}]_{(n+1)}+y^{(n+1)}$."
    """
    return {
        "a": eq(Y_from(l, in_words) * M, Y_of(l) * M),
        "b": _two(shifted_next(in_words), shifted_next(as_displayed)),
        "c": eq(out_bar, entry(Y_of(k + 1), 1, n + 1) + y_query),
    }


@claim(
    "ccs/lemma-a.1-final-display",
    kind=Kind.IDENTITY,
    source="proof of Lemma A.1, last display",
    forall=(d, n, k, A, r, B, C),
    uses=("ccs/lemma-a.1-shift-choice", "ccs/eq-5"),
    witnesses=("words", "entries", "sampled", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "the trace is the square of the norm already: the last line squares it again, and is the mean fourth power of "
        "the error.",
        parts=("c",),
    ),
    note="(a), (b), (c) The three equations after the definition (5).",
    misprints=(Misprint(r"$(\operatorname{Tr}(\dots))^2$", r"$\operatorname{Tr}(\dots)$", "c"),),
)
def lemma_a_1_final_display() -> Parts:
    r"""Proof of Lemma A.1, its last display: "$f(V,Q,K)=\mathbb E_{\overline
    Z_0}[([Z_{k+1}]_{(d+1),(n+1)}+y^{(n+1)})^2] =\mathbb E_{\overline Z_0}[([\overline
    Z_{k+1}]_{(d+1),(n+1)})^2]=\mathbb E_{\overline Z_0}[(\|(I-M)\overline Y_{k+1}^\top\|)^2]=\mathbb E_{\overline
    Z_0}[(\operatorname{Tr}((I-M)\overline Y_{k+1}^\top\overline Y_{k+1}(I-M)))^2]$"
    """
    return {
        "a": eq(expect(squared), expect(out_bar**2)),
        "b": eq(expect(out_bar**2), expect(length**2)),
        "c": eq(expect(length**2), expect(traced**2)),
    }


@claim(
    "ccs/lemma-a.1-final-display-corrected",
    kind=Kind.IDENTITY,
    source="proof of Lemma A.1, last display",
    forall=(d, n, k, A, r, B, C),
    uses=("ccs/lemma-a.1-final-display",),
    witnesses=("words", "entries", "sampled"),
    corrects="ccs/lemma-a.1-final-display#c",
)
def lemma_a_1_final_display_corrected() -> Prop:
    r"""$\mathbb E_{\overline Z_0}[(\|(I-M)\overline Y_{k+1}^\top\|)^2]=\mathbb E_{\overline
    Z_0}[\operatorname{Tr}((I-M) \overline Y_{k+1}^\top\overline Y_{k+1}(I-M))]$.
    """
    return eq(expect(length**2), expect(traced))


lemma_a_1 = with_proof(lemma_a_1, whole=chains.LEMMA)
lemma_a_1_shift = with_proof(lemma_a_1_shift, **{"2": chains.SHIFT})
lemma_a_1_final_display = with_proof(lemma_a_1_final_display, a=chains.FIRST_LINE)
lemma_a_1_shift_choice = with_proof(lemma_a_1_shift_choice, a=chains.MASKED, b=chains.NEXT, c=chains.CHOICE)
