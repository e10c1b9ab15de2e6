"""Lemma 32: products of positive semi-definite matrices, Appendix D."""

from __future__ import annotations

from ...claims import Hypothesis, Kind, claim
from ...statement.props import Prop, commute, ge, iff, psd
from ...statement.terms import matrix, tr
from .notation import d

A = matrix("A_psd", "d", "d", "symmetric", "psd", tex="A")
B = matrix("B_psd", "d", "d", "symmetric", "psd", tex="B")
both_psd = (Hypothesis("A psd", psd(A), r"A\succeq0"), Hypothesis("B psd", psd(B), r"B\succeq0"))


@claim(
    "zfb/lemma-32-trace",
    kind=Kind.INEQUALITY,
    source="Lemma 32 (Meenakshi and Rajian, 1999), first item, Appendix D",
    forall=(d, A, B),
    given=both_psd,
    fact="A. R. Meenakshi, C. Rajian, On a product of positive semidefinite matrices, 1999",
    witnesses=("words", "entries", "grid", "balls"),
)
def lemma_32_trace() -> Prop:
    r"""For any two positive semi-definite matrices $A,B\in\mathbb R^{d\times d}$: $\mathrm{tr}[AB]\ge0$."""
    return ge(tr(A * B), 0)


@claim(
    "zfb/lemma-32-commute",
    kind=Kind.IDENTITY,
    source="Lemma 32 (Meenakshi and Rajian, 1999), second item, Appendix D",
    forall=(d, A, B),
    given=both_psd,
    fact="A. R. Meenakshi, C. Rajian, On a product of positive semidefinite matrices, 1999",
    witnesses=("words", "entries", "grid", "balls"),
)
def lemma_32_commute() -> Prop:
    r"""For any two positive semi-definite matrices $A,B\in\mathbb R^{d\times d}$: $AB\succeq0$ if and only if $A$ and
    $B$ commute. OCR: reading chosen ($\succeq$).
    """
    # Positive semi-definite includes symmetry: of quadratic forms alone the cited theorem does not speak.
    return iff(psd(A * B), commute(A, B))
