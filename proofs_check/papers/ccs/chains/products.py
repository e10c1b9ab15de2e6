"""Proofs of (66), (67) and (80), (81), Appendix F.2: the products under a rotation, by induction over layers.

The induction is over the number of factors: the product up to i - 1 is empty at i = 0.
"""

from __future__ import annotations

from collections.abc import Callable

from ....proof.chain import Proof, Step
from ....proof.steps.recursions import Instance
from ....statement.props import Prop, eq
from ....statement.terms import Abbrev, Term, TermLike
from ..notation import X_0, R, t
from ..notation_rotations import G_A, G_B, RU, RU_A, UX, X_A, X_B, d_dt, i
from .covariates import Covariates, by_induction, slopes_turned, turned
from .rewriting import known

Products = Callable[[TermLike, Term, TermLike], Abbrev]


def same(G: Products, last: TermLike) -> Prop:
    """(66), (80)."""
    return eq(G(last, UX, 0), G(last, X_0, 0))


def same_slopes(G: Products, direction: Term, last: TermLike) -> Prop:
    """(67), (81)."""
    return eq(d_dt(G(last, UX, t * R)), d_dt(G(last, X_0, t * direction)))


def same_before(G: Products, X: Covariates, turned_id: str) -> tuple[Step, ...]:
    """(66), (80) up to i - 1; the last step shows it."""
    return by_induction("before", lambda layer: same(G, layer - 1), (known(turned_id, turned(X, i)),))


def same_slopes_before(
    G: Products, X: Covariates, direction: Term, turned_id: str, slopes_id: str
) -> tuple[Step, ...]:
    """(67), (81) up to i - 1; the last step shows it."""
    before = (*same_before(G, X, turned_id), known(slopes_id, slopes_turned(X, direction)(i)))
    used = (before[0].label, before[-1].label, "before")
    return by_induction("slopes before", lambda layer: same_slopes(G, direction, layer - 1), before, used)


BEFORE_66 = same_before(G_B, X_B, "ccs/eq-62")
BEFORE_80 = same_before(G_A, X_A, "ccs/eq-76")
BEFORE_67 = same_slopes_before(G_B, X_B, RU, "ccs/eq-62", "ccs/eq-63")
BEFORE_81 = same_slopes_before(G_A, X_A, RU_A, "ccs/eq-76", "ccs/eq-77")
EQ_66 = Proof((*BEFORE_66, Step("(66)", same(G_B, i), Instance((i, i + 1)), ("before",))))
EQ_80 = Proof((*BEFORE_80, Step("(80)", same(G_A, i), Instance((i, i + 1)), ("before",))))
EQ_67 = Proof((*BEFORE_67, Step("(67)", same_slopes(G_B, RU, i), Instance((i, i + 1)), ("slopes before",))))
EQ_81 = Proof((*BEFORE_81, Step("(81)", same_slopes(G_A, RU_A, i), Instance((i, i + 1)), ("slopes before",))))
