"""The sign algebra, condition by condition: what has a sign, and what looks alike and has none."""

from __future__ import annotations

import pytest

from proofs_check import (
    absolute,
    diag,
    entry,
    exp,
    expect,
    eye,
    gaussian,
    index,
    inner,
    inv,
    le,
    lt,
    matrix,
    ne,
    norm_2,
    posdef,
    psd,
    scalar,
    sqrt,
    total,
    tr,
    vector,
)  # fmt: skip
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.positivity import Sign, SignAlgebra, free_of, speaks_of_an_index
from proofs_check.statement.props import Prop, for_all
from proofs_check.statement.terms import Op, Sym, Term, term
from proofs_check.witnesses.proof.witness import WordsEquality

U, NN, POS = Sign.UNKNOWN, Sign.NONNEGATIVE, Sign.POSITIVE
a, b, c = (scalar(name) for name in "abc")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
m, n = Sym("m", (1, 1), frozenset({"integer"})), scalar("n", "integer", "positive")
i, j = index("i", "N"), index("j", "N")
N = scalar("N", "integer", "positive")
v, w = vector("v", "d"), vector("w", "d")
r = vector("r", "N", "positive")
s = vector("s", "N")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
C = matrix("C", "d", "k")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
H, G = (matrix(name, "d", "d", "symmetric", "psd") for name in "HG")
z, y = gaussian("z", "d"), gaussian("y", "d")
_CLAIM = Claim("own/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", le(0, a)),)),))


def signs(*premises: Prop) -> SignAlgebra:
    return SignAlgebra(premises, ProofAlgebra(WordsEquality(_CLAIM)).same)


@pytest.mark.parametrize(("node", "found"), [
    (a * a, NN), (a * a * a, U), (a * b, U), (p * p, POS), (p * q, NN), (p * a, U), (A * A, U), (v.T * v, NN),
    (p / p, POS), (q / p, NN), (p / q, U), (p / a, U), (a / p, U),
    (a**2, NN), (a**3, U), (a**4, NN), (q**3, NN), (p**3, POS), (p**-3, POS), (q**-1, U), (q**-3, U), (a**-3, U),
    (p**a, POS), (q**a, U), (a**b, U), (q**sqrt(2), U),
    (n - 1, NN), (n - 2, U), (m - 1, U), (p - 1, U), (n - a, U),
    (p + q, POS), (q + q, NN), (p + a, U), (a + b, U),
    (absolute(a), NN), (absolute(p), POS), (norm_2(v), NN), (exp(a), POS), (sqrt(q), NN), (sqrt(p), POS), (sqrt(a), U),
    (inner(v, v), NN), (inner(v, w), U),
    (tr(S), POS), (tr(H), NN), (tr(A), U), (tr(S * R), POS), (tr(S * H), NN), (tr(S * A), U), (tr(S * R * H), U),
    (tr(a * S * R), U), (tr(q * S * R), NN), (tr(p * S * R), POS), (tr(S * R * S * H), NN),
    (total(i, N, q), NN), (total(i, N, a), U), (total(i, N, p), POS), (total(i, N, entry(r, i, 1)), POS),
], ids=repr)  # fmt: skip
def test_signs_of_numbers(node: Term, found: Sign) -> None:
    assert signs().sign(node) is found


@pytest.mark.parametrize(("node", "found"), [
    (S, POS), (H, NN), (A, U), (S + H, POS), (H + G, NN), (S + A, U), (S * R, U), (H * H, NN), (S * S, POS),
    (S * inv(S), POS), (A * A.T, NN), (A.T * A, NN), (A * A, U), (A * B.T, U), (A * S * A.T, NN), (A * S * B.T, U),
    (A * S * A, U), (A * B * A.T, U), (A * S * R * A.T, U), (C * C.T, NN), (C.T * S * C, NN), (v * v.T, NN),
    (v * w.T, U), (p * S, POS), (q * S, NN), (a * S, U), (a * A * A.T, U), (S / p, POS), (S / q, U), (S / a, U),
    (S.T, POS), (A.T, U), (inv(S), POS), (inv(H), U), (H**2, NN), (H**-1, U), (S**-2, POS), (A**2, U), (H**a, U),
    (eye("d"), POS), (diag(r), POS), (diag(v), U), (expect(z * z.T), NN), (expect(z * y.T), U), (S - R, U),
], ids=repr)  # fmt: skip
def test_signs_of_matrices(node: Term, found: Sign) -> None:
    assert signs().definite(node) is found


@pytest.mark.parametrize(("node", "premise", "found"), [
    (a * a, ne(a, 0), POS), (a * a, ne(b, 0), NN), (a * a, ne(a, b), NN), (a**2, ne(a, 0), POS),
    (absolute(a), ne(a, 0), POS), (absolute(a), ne(a, b), NN), (absolute(a - b), ne(a, b), POS),
    (absolute(a - b), ne(b, a), POS), (absolute(a + b), ne(a, b), NN), (norm_2(v), ne(v, 0 * v), POS),
    (norm_2(v), ne(w, 0 * w), NN), (inner(v, v), ne(v, 0 * v), POS), (inner(v, v), ne(v, w), NN), (q, ne(q, 0), POS),
    (q, ne(a, 0), NN), (a, le(0, a), NN), (a, lt(0, a), POS), (a, le(a, 0), U), (a, le(b, a), U), (a, le(0, b), U),
    (a - b, le(b, a), NN), (a - b, lt(b, a), POS), (a - b, le(a, b), U), (a + b, le(b, a), U), (a**3, le(0, a), NN),
    (expect(a), lt(0, a), POS), (expect(inner(z, y)), lt(0, inner(z, y)), U),
    (total(i, N, entry(s, i, 1)), lt(0, entry(s, i, 1)), U), (total(i, N, a * entry(r, i, 1)), le(0, a), NN),
    (tr(A), psd(A), NN), (tr(A), posdef(A), POS), (tr(A), psd(B), U), (tr(A), posdef(A + B), U),
], ids=repr)  # fmt: skip
def test_what_a_premise_adds(node: Term, premise: Prop, found: Sign) -> None:
    assert signs(premise).sign(node) is found


@pytest.mark.parametrize(("node", "premise", "found"), [
    (A, psd(A), NN), (A, posdef(A), POS), (A, psd(B), U), (A, psd(A.T), U), (A, psd(2 * A), U), (A + B, psd(A), U),
    (A + B, psd(B + A), NN), (2 * A, psd(A), NN), (A - B, psd(A - B), NN), (B - A, psd(A - B), U), (C, psd(A), U),
], ids=repr)  # fmt: skip
def test_what_a_premise_says_of_a_matrix(node: Term, premise: Prop, found: Sign) -> None:
    assert signs(premise).definite(node) is found


def test_entries_have_a_sign_on_the_diagonal_of_a_definite_matrix() -> None:
    assert signs().sign(entry(S, 1, 1)) is POS
    assert signs().sign(entry(H, 1, 1)) is NN
    assert signs().sign(entry(S, 1, 2)) is U
    assert signs().sign(entry(A, 1, 1)) is U
    assert signs().sign(entry(r, 1, 1)) is POS
    assert signs().sign(entry(v, 1, 1)) is U
    positive = matrix("T", "d", "k", "positive")
    assert signs().sign(entry(positive * positive.T, 1, 2)) is U


def test_what_vanishes_is_not_nonzero() -> None:
    for node, holds in ((a, False), (p, True), (q, False), (a * a, False), (Op("+", (p, q)), True), (A, False),
                        (S, True), (H, False), (v, False), (scalar("e", "nonzero"), True)):  # fmt: skip
        assert signs().nonzero(node) is holds, node
    assert signs().nonzero(2 * p**0)
    assert not signs().nonzero(term(0))
    assert signs(ne(a, b)).nonzero(a - b)
    assert not signs(ne(a, b)).nonzero(a)
    assert not signs(ne(a, b)).nonzero(a + b)


def test_what_is_bound_is_not_spoken_of() -> None:
    assert free_of(le(0, a), [b])
    assert not free_of(le(0, a), [a])
    assert free_of(for_all(a, le(0, a)), [a])
    assert free_of(le(0, total(i, N, entry(v, i, 1))), [i])
    assert not free_of(le(0, entry(v, i, 1)), [i])
    assert speaks_of_an_index(le(0, entry(v, i, 1)))
    assert not speaks_of_an_index(le(0, total(i, N, entry(v, i, 1))))
    assert not speaks_of_an_index(le(0, a))


def test_a_power_of_a_matrix_has_no_sign_and_an_eigenvalue_may_be_missing() -> None:
    assert signs().sign(Op("^", (A, term(2)))) is U
    assert signs().sign(Op("least_positive_eigenvalue", (H,))) is U
    assert signs(ne(H, 0 * H)).sign(Op("least_positive_eigenvalue", (H,))) is Sign.POSITIVE
