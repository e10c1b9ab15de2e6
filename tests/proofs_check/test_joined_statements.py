r"""Statements in brackets, in words, over all places; what looks alike and reaches another way is not read."""

from __future__ import annotations

# ruff: noqa: E501, a formula and what it says stand side by side
import pytest

from proofs_check.reading.canonical import same
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import latex, plain
from proofs_check.statement.props import almost_surely, always, conj, eq, exists, for_all, gt, implies
from proofs_check.statement.terms import parameter, scalar

LETTERS = declared(
    r"s: number; a, b: number; A, B: d x d; S: d x d symmetric; Q: d x m; c: number; W, U: m x d trained; n: positive integer; "
    r"x ~ N(0,T); f: function; y := a + b; w: vector d; p > 0"
)


@pytest.mark.parametrize(("source", "meant"), [
    (r"(a=b,\quad b=c) \implies a=c", "a = b = c  ⟹  a = c"), (r"(\forall a: a > 0) \implies b > 0", "(∀ a: a > 0)  ⟹  b > 0"),
    (r"(a = b \implies b = a),\quad c = 1", "(a = b  ⟹  b = a),  c = 1"), (r"(\exists a: a > b),\quad c = 1", "(∃ a: a > b),  c = 1"),
    (r"\exists a: (a > b, c = 1)", "∃ a: (a > b,  c = 1)"), (r"\exists p > 0: p > b", "∃ p > 0: p > b"),
    (r"\forall i,j: S_{ij} = S_{ji}", "∀ i: ∀ j: S_ij = S_ji"), (r"\forall i: Q_{i1} = 0", "∀ i: Q_i1 = 0"),
    (r"\mathbf 1(a=b) \ge 0", "𝟙(a = b) ≥ 0"), (r"|\E[x]| < \infty", "|E[x]| < ∞"),
    (r"a = O(b) \text{ in } n", "a = O(b) in n"), (r"\mathcal P_{\mathrm{Im}(A)} A = A", "P_Im(A) A = A"),
    (r"w^\top w \text{ attains its global minimum at } w = 0", "wᵀ w attains its global minimum at w = 0"),
    (r"w^\top w \text{ is convex in } w", "wᵀ w is convex in w"), (r"y := a + b", "y := a + b"),
    (r"w^\top A w - \min_w w^\top A w = 0", "wᵀ A w - min_{w} (wᵀ A w) = 0"), (r"I(A) = A", "I A = A"),
    (r"(W-U)(0)=W(0)-U(0)", "(W - U)(0) = W(0) - U(0)"),
])  # fmt: skip
def test_statements_among_others_are_read_as_meant(source, meant):
    found = read(source, LETTERS)
    assert isinstance(found, Read), found
    assert plain(found.tree) == meant


@pytest.mark.parametrize("source", [
    r"\exists p: p > b", r"\exists a > 0: a > b", r"\exists a: a > b, c = 1", r"\exists a: a > b \implies c = 1",
    r"\forall i: A_{ij} = 0", r"\forall i: A_{i1} = i", r"\forall i: \sum_{i=1}^n a = b", r"\forall i,i: A_{ii} = 0",
    r"\forall i: \|A\|_F = a", r"\mathbf 1(a\le b) = 1", r"a < \infty", r"y := A", r"2 := a", r"(A+B)(0) = 0",
    r"\min_w w^\top A w - w^\top A w = 0", r"W \text{ is conserved}", r"(a=b) \implies (b=c) \implies (a=c)",
    r"w^\top w \text{ attains its global minimum at } w = 0,\quad a = 1", r"(a = b) c",
    r"\exists a: W = aU \quad \text{for all } t \ge 0", r"(a = b) \text{ for all } t",
])  # fmt: skip
def test_what_reaches_in_two_ways_is_not_read(source):
    assert isinstance(read(source, LETTERS), NotRead)


def test_the_square_of_an_entry_at_all_places_is_open_still():
    assert isinstance(read(r"\forall i,j: S_{ij}^2 \le S_{ii}S_{jj}", LETTERS), Ambiguous)


V, v, a, b = parameter("V", "d", "d"), parameter("v"), scalar("a"), scalar("b")
REACHING = [
    always(conj(eq(V, 0), eq(v, a))), conj(eq(V, 0), always(eq(v, a))), conj(always(eq(V, 0)), eq(v, a)),
    implies(eq(a, b), always(eq(v, a))), always(implies(eq(a, b), eq(v, a))), almost_surely(conj(eq(a, b), gt(a, 0))),
    exists(a, conj(eq(a, b), gt(a, 0))), conj(exists(a, eq(a, b)), gt(b, 0)), exists(a, implies(eq(a, b), gt(b, 0))),
    implies(exists(a, eq(a, b)), gt(b, 0)), exists(a, for_all(b, conj(eq(a, b), gt(a, 0)))), exists(a, always(eq(v, a))),
]  # fmt: skip


def test_how_far_words_and_quantifiers_reach_is_printed_and_read_back():
    assert len({latex(prop) for prop in REACHING}) == len(REACHING)
    for prop in REACHING:
        found = read(latex(prop), (V, v, a, b))
        assert isinstance(found, Read), (latex(prop), found)
        assert same(found.tree, prop)


def test_what_is_printed_alike_no_longer_differs_from_what_is_read():
    prop = always(exists(a, eq(v, a)))
    assert latex(prop) != latex(exists(a, always(eq(v, a))))
    assert isinstance(read(latex(prop), (V, v, a, b)), NotRead)
