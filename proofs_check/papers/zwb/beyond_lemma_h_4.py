"""Beyond the paper: Lemma H.4 for every square matrix."""

from __future__ import annotations

from ...claims import Kind, claim
from ...statement.props import Prop, eq
from ...statement.terms import expect, tr
from .appendix_h import A_any
from .notation import H, M, X, d


@claim(
    "zwb/beyond-lemma-h.4-general",
    kind=Kind.IDENTITY,
    source="new; Lemma H.4",
    forall=(d, M, H, A_any),
    uses=("zwb/lemma-h.4",),
    witnesses=("words", "entries", "grid"),
)
def lemma_h_4_general() -> Prop:
    r"""For every $A\in\mathbb R^{d\times d}$, $d$, $M$ and $H\succeq0$: $\mathbb E[X^\top XAX^\top X]=M^2HAH+
    M\big(HA^\top H+\mathrm{tr}(AH)H\big)$. For symmetric $A$ this is Lemma H.4.
    """
    return eq(
        expect(X.T * X * A_any * X.T * X),
        M**2 * (H * A_any * H) + M * (H * A_any.T * H + tr(A_any * H) * H),
    )
