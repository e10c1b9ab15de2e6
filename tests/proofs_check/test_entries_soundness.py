"""Identities that hold at small N only, hypotheses that bind in circles, laws that nobody stated: none is believed."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from proofs_check.algebras.entries import Decision, decide_equal
from proofs_check.papers.zfb.model import model
from proofs_check.papers.zfb.notation import U11, E, Lam, M, N, d, i, u_1, x
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, eq, lt
from proofs_check.statement.terms import (
    Term,
    absolute,
    at,
    col,
    columns,
    entry,
    expect,
    eye,
    index,
    inner,
    inv,
    matrix,
    norm_F,
    prediction,
    scalar,
    sqrt,
    term,
    total,
    tr,
    vector,
    where,
)
from proofs_check.witnesses.grid.engine import prove

a, b, c = scalar("a"), scalar("b"), scalar("c")
A = matrix("A")
ZERO = term(0)


def decided(lhs: Term, rhs: Term, d: int = 1, given: tuple[Prop, ...] = ()) -> Decision:
    return decide_equal(lhs, rhs, d, given=given, model=model)


def _nested(depth: int) -> Term:
    """Sums within sums, the inner ones up to the outer index: C(N + depth - 1, depth)."""
    limits = [N, *(index(f"i_{k}", "N") for k in range(1, depth + 1))]
    body = term(1)
    for k in range(depth, 0, -1):
        body = total(limits[k], limits[k - 1], body)
    return body


def _binomial() -> Term:
    """C(N, 4), which is 0 at N = 1, 2, 3."""
    found = ZERO
    for k in range(1, 5):
        found = found + (-1) ** (4 - k) * comb(3, 4 - k) * _nested(k)
    return found


def _powers() -> Term:
    """A combination of powers with the exponent N that is 0 at N = 1, 2, 3."""
    return 20 * term(3) ** N - 10 * term(2) ** N - 15 * term(4) ** N + 4 * term(5) ** N + total(i, N, term(1)) - N


VANISH_AT_SMALL_N = {
    "an index as a number": total(i, N, (i - 1) * (i - 2) * (i - 3)),
    "sums up to powers of N": total(i, N**4, term(1)) - 6 * total(i, N**3, term(1)) + 11 * total(i, N**2, term(1))
    - 6 * N,
    "nested sums": _binomial(),
    "N in an exponent": _powers(),
    "N put in by columns": where((a - 2) * (a - 3) * (a - 4), (a, columns(E))),
    "N put in by a shape": where((a - 1) * (a - 2) * (a - 3), (a, tr(eye("N")))),
    "a matrix of size N + 1": tr(inv(eye("N+1") + E.T * E)) * (N - 1) * (N - 2) * (N - 3),
    "a prediction on N + 1 samples": prediction(eye("d+1"), eye("d+1"), N + 1) * (N - 1) * (N - 2) * (N - 3),
}


@pytest.mark.parametrize("name", VANISH_AT_SMALL_N)
def test_what_vanishes_at_small_N_is_not_said_to_vanish_for_every_N(name: str) -> None:
    try:
        found = decided(VANISH_AT_SMALL_N[name], ZERO)
    except Lacks:
        return
    assert not found.equal or not found.every_length
    assert "every N" not in found.extent.told(("d", "N", "Lam"))


@pytest.mark.parametrize(("lhs", "rhs"), [
    (at(x, N), at(x, 1)), (col(E, N), col(E, 1)), (entry(E, 1, N), entry(E, 1, 1)),
])
def test_the_last_sample_is_not_the_first(lhs: Term, rhs: Term) -> None:
    assert not decided(lhs, rhs).equal


def test_a_shape_that_names_a_length_has_that_length() -> None:
    for d_ in (1, 2):
        assert not decided(tr(eye("N")), d + 1, d_).equal
        assert not decided(tr(eye("M")), d + 1, d_).equal
    assert decided(tr(eye("N")), N).equal
    assert decided(tr(eye("M")), M, 2).equal


def test_hypotheses_bind_no_symbol_in_a_circle_or_twice() -> None:
    assert decided(a, c, given=(eq(a, b), eq(b, c))).equal
    assert decided(a, ZERO, given=(eq(a, 2 * a),)).equal
    assert decided(A, A.T, 2, (eq(A, A.T),)).equal
    contradictory = decided(a, term(3), given=(eq(a, 1), eq(a, 2)))
    assert contradictory.equal


def test_a_point_that_may_break_a_hypothesis_refutes_nothing() -> None:
    negative = lt(sqrt(term(2)) * a, -1)
    with pytest.raises(Lacks):
        decided(absolute(a), -a, given=(negative,))
    assert decided(absolute(a), a, given=(negative,)).counterexample is not None


def test_random_symbols_whose_law_nobody_stated_have_none() -> None:
    for random in (matrix("M_0", "d", "d", "random"), vector("z", "d", "random")):
        with pytest.raises(Lacks, match="the law of"):
            decided(expect(tr(random * random.T)), tr(Lam))


def test_the_grid_counts_every_trace_of_an_identity() -> None:
    one = inner(eye("d"), eye("d"))
    assert not prove(one * one * one * u_1, (6 * d * d - 11 * d + 6) * u_1, model).holds
    with pytest.raises(Lacks):
        prove(where(tr(U11) / N, (N, N + 1)), tr(U11) * (Fraction(1, 6) + Fraction(1, 3) / N), model)


def test_a_norm_leaves_the_lengths_that_were_tried() -> None:
    found = decided(norm_F(E * (N - 1) * (N - 2) * (N - 3)), ZERO)
    assert found.extent.told(("d", "N", "Lam")) == "d = 1, every Lam, N = 1, 2, 3"
