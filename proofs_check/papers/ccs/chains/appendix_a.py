r"""Appendix A: (20) and statement (2) by induction over the layers, Lemma A.1 from both.

The printed proof shows (2) for the labels of (1) with c in place of the query's 0; with c = y^(n+1) these are all
labels, and so are the rows of the data of the lemma.
"""

from __future__ import annotations

from functools import partial

from ....proof.chain import Assume, Discharge, Identity, Proof, Step, Substitution
from ....proof.steps.recursions import Induction, Instance, Rewriting
from ....statement.props import Prop, eq, implies
from ....statement.terms import Abbrev, Sym, Term, TermLike, entry, expect, matrix, norm_2, row, scalar, stack, tr
from ..notation import X_0, Y_0, I_n, M, X_at, Y_at, Y_hidden, Z_at, d, h_free, k, l, n, y_query
from ..section_2 import V_sparse

X_of = partial(X_at, h=h_free)
"""(20) without an assumption on the activation."""
Y_of = partial(Y_at, h=h_free, X=X_of)
Z_of = partial(Z_at, h=h_free, V=V_sparse)
"""(3) under Assumption 4.4."""
Z_bar_0 = Abbrev(matrix("Z_bar_0", "d+1", "n+1", tex=r"\overline Z_0"), stack(X_0, Y_0))
"""The data with the query's label."""
shift = scalar("c")
last = row(I_n, n + 1)
"""``shift * last`` is [0 ... 0 c]."""
in_words, as_displayed = Y_hidden + shift * last, Y_0 + shift * last


Z_bar_l = Sym("Z_bar_l", ("d+1", "n+1"), tex=r"\overline Z_\ell")
Y_bar_l = Sym("Y_bar_l", (1, "n+1"), tex=r"\overline Y_\ell")


def Y_from(layer: TermLike, start: Term) -> Term:
    r""":math:`\overline Y_\ell` of statement (2), from these labels."""
    return Y_of(layer, start=start, letter=Y_bar_l)


def Z_bar(layer: TermLike) -> Term:
    r""":math:`\overline Z_\ell`."""
    return Z_of(layer, start=Z_bar_0, letter=Z_bar_l)


def Y_bar(layer: TermLike) -> Term:
    r""":math:`\overline Y_\ell`, the last row of :math:`\overline Z_\ell`."""
    return row(Z_bar(layer), d + 1)


out, out_bar = entry(Z_of(k + 1), d + 1, n + 1), entry(Z_bar(k + 1), d + 1, n + 1)
squared, traced = (out + y_query) ** 2, tr((I_n - M) * Y_bar(k + 1).T * Y_bar(k + 1) * (I_n - M))
length = norm_2((I_n - M) * Y_bar(k + 1).T)


def shifted(start: Term) -> Prop:
    r"""(2): :math:`\overline Y_\ell-Y_\ell=[0\cdots0\ c]` where :math:`\overline Y_0` is ``start``."""
    return eq(Y_from(l, start) - Y_of(l), shift * last)


def split(layer: TermLike) -> Prop:
    """(20) after the first layers: the rows of (3)."""
    return eq(Z_of(layer), stack(X_of(layer), Y_of(layer)))


def split_bar(layer: TermLike) -> Prop:
    """The rows where the query's label is kept: (2) with c = y^(n+1)."""
    return eq(Z_bar(layer), stack(X_of(layer), Y_of(layer) + y_query * last))


def moved(layer: TermLike) -> Prop:
    """(2), solved for the labels that are moved."""
    return eq(Y_from(layer, in_words), Y_of(layer) + shift * last)


def by_layers(name: str, prop: Prop, first: Prop, above: Prop) -> tuple[Step, ...]:
    """``prop`` for every layer."""
    return (
        Step(f"{name} at first", first, Identity()),
        Step(f"{name} so far", prop, Assume()),
        Step(f"{name} next", above, Rewriting(), (f"{name} so far",)),
        Step(f"{name} onwards", implies(prop, above), Discharge(f"{name} so far"), (f"{name} so far", f"{name} next")),
        Step(name, prop, Induction(l), (f"{name} at first", f"{name} onwards")),
    )


ROWS = by_layers("rows", split(l), split(0), split(l + 1))
ROWS_BAR = by_layers("rows of all labels", split_bar(l), split_bar(0), split_bar(l + 1))
MOVED = by_layers("moved", moved(l), moved(0), moved(l + 1))
AT_K = (
    Step("rows at k", split(k), Instance((l, k)), ("rows",)),
    Step("rows of all labels at k", split_bar(k), Instance((l, k)), ("rows of all labels",)),
)
ALL = (*ROWS, *ROWS_BAR, *AT_K)
USED = tuple(step.label for step in AT_K)

SHIFT = Proof((*MOVED, Step("(2)", shifted(in_words), Rewriting(), ("moved",))))
MASKED = Proof((*MOVED, Step("masked", eq(Y_from(l, in_words) * M, Y_of(l) * M), Rewriting(), ("moved",))))
NEXT = Proof((*MOVED, Step("next layer", moved(l + 1), Instance((l, l + 1)), ("moved",))))
CHOICE = Proof((
    *ALL, Step("(c)", eq(out_bar, entry(Y_of(k + 1), 1, n + 1) + y_query), Rewriting(), USED),
))  # fmt: skip
LEMMA = Proof((
    *ALL,
    Step("at each outcome", eq(squared, traced), Rewriting(), USED),
    Step("(19)", eq(expect(squared), expect(traced)), Substitution(), ("at each outcome",)),
))
FIRST_LINE = Proof((
    *ALL,
    Step("at each outcome", eq(squared, out_bar**2), Rewriting(), USED),
    Step("first line", eq(expect(squared), expect(out_bar**2)), Substitution(), ("at each outcome",)),
))
