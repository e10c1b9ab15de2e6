"""The loss (5) as a mean over the covariates alone: Appendices E.2 and F.2, by induction over layers."""

from __future__ import annotations

from collections.abc import Callable

from ....proof.chain import Combination, Identity, Step, Substitution
from ....proof.steps.recursions import Instance, Tower
from ....statement.laws import expect_given
from ....statement.props import Prop, eq
from ....statement.terms import Term, TermLike, entry, expect, row, stack, tr
from ..notation import X_0, Y_0, Z_0, I_n, Z_at, d, h, k, n, y_query
from ..notation_moved import Moved
from ..notation_rotations import IM, KK, K_is_covariance, Z_bar, bottom, i, sparse
from .covariates import by_induction

last_entry = y_query * row(I_n, n + 1)
r""":math:`[0\cdots0\ y^{(n+1)}]`: what (1) leaves out of the labels."""


def _rows(motion: Moved, S: TermLike, start: Term, labels: Callable[[Term], Term], name: str) -> tuple[Step, ...]:
    """The rows of (3): the covariates, and the labels times the factors so far; the last step is for layer k + 1."""
    A, B, C = motion.weights(S)

    def rows(layer: TermLike) -> Prop:
        Z = Z_at(layer, h, start, sparse(A), B, C)
        return eq(Z, stack(motion.X(layer, X_0, S), labels(Y_0 * motion.G(layer - 1, X_0, S))))

    return (
        *by_induction(name, rows, printed="Under the assumption on V, we verify that"),
        Step(f"last {name}", rows(k + 1), Instance((i, k + 1)), (name,)),
    )


def recursion(motion: Moved) -> tuple[Step, ...]:
    """(40), (58), (72), the query's label being among the labels: the rows of (3) before layer i."""
    return _rows(motion, 0, Z_bar, lambda labels: labels, "rows")[:-1]


def in_labels(motion: Moved, S: TermLike) -> tuple[Step, ...]:
    """f = E Tr((I-M) G' Y_0' Y_0 G (I-M))."""
    A, B, C = motion.weights(S)
    out = (entry(Z_at(k + 1, h, Z_0, sparse(A), B, C), d + 1, n + 1) + y_query) ** 2
    inside = motion.quadratic(k, X_0, S, Y_0.T * Y_0)
    return (
        *_rows(motion, S, Z_0, lambda labels: labels - last_entry, "rows"),
        Step("error", eq(out, inside), Substitution(), ("last rows",), printed="Lemma A.1"),
        Step("in labels", eq(motion.f(S), expect(inside)), Substitution(), ("error",)),
    )


def given_covariates(motion: Moved, S: TermLike) -> tuple[Step, ...]:
    """E Tr((I-M) G' Y_0' Y_0 G (I-M)) = E Tr((I-M) G' K G (I-M))."""
    inside, K = motion.quadratic(k, X_0, S, Y_0.T * Y_0), expect_given(Y_0.T * Y_0, X_0)
    conditional = motion.quadratic(k, X_0, S, KK(X_0))
    return (
        Step("tower", eq(expect(inside), expect(expect_given(inside, X_0))), Tower()),
        Step("inside", eq(expect_given(inside, X_0), motion.quadratic(k, X_0, S, K)), Identity()),
        Step("K", eq(K, KK(X_0)), Instance((X_0, X_0)), (K_is_covariance.name,)),
        Step("with K", eq(motion.quadratic(k, X_0, S, K), conditional), Substitution(), ("K",)),
        Step("given X", eq(expect_given(inside, X_0), conditional), Combination(1, 1), ("inside", "with K")),
        Step("mean", eq(expect(expect_given(inside, X_0)), expect(conditional)), Substitution(), ("given X",)),
        Step("in covariates", eq(expect(inside), expect(conditional)), Combination(1, 1), ("tower", "mean"),
             printed="the assumption on distribution of Y_0 conditioned on X_0"),
    )


def in_last_row(motion: Moved) -> tuple[Step, ...]:
    """f = E Tr((I-M) Y_{k+1}' Y_{k+1} (I-M)) with the last row of (3) from the labels, that of the query among them."""
    A, B, C = motion.weights(0)
    Y = bottom * Z_at(k + 1, h, Z_bar, sparse(A), B, C)
    traced, inside = tr(IM * Y.T * Y * IM), motion.quadratic(k, X_0, 0, Y_0.T * Y_0)
    return (
        *in_labels(motion, 0),
        *_rows(motion, 0, Z_bar, lambda labels: labels, "rows with y"),
        Step("traced", eq(traced, inside), Substitution(), ("last rows with y",)),
        Step("mean of the trace", eq(expect(traced), expect(inside)), Substitution(), ("traced",)),
        Step("in the last row", eq(motion.f(0), expect(traced)), Combination(1, -1),
             ("in labels", "mean of the trace"), printed="By Lemma A.1"),
    )
