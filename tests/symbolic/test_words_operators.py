import pytest

from symbolic.errors import InputError
from symbolic.words import N, Scalar, matrix, trace
from symbolic.words.blocks import Block, block_trace
from symbolic.words.operators import Vec, as_block, as_map, assembled, kron, simplified

A, C = matrix("A", "m", "n"), matrix("C", "n", "r")
B, D = matrix("B", "p", "q"), matrix("D", "q", "s")
a, b, c, d = (as_block(M) for M in (A, B, C, D))
P = Block([[matrix("P11", "d", "d"), matrix("p12", "d", 1)], [matrix("p21", "d", 1).T, Scalar.symbol("p22")]])
Q = Block([[matrix("Q11", "d", "d"), matrix("q12", "d", 1)], [matrix("q21", "d", 1).T, Scalar.symbol("q22")]])


def test_vec_of_a_product_is_a_kronecker_product():
    X = matrix("X", "n", "p")
    assert kron(as_block(B.T), a).of(as_block(X)) == as_block(A * X * B)


def test_kronecker_products_multiply_and_transpose():
    assert kron(a, b).after(kron(c, d)) == kron(as_block(A * C), as_block(B * D))
    assert kron(as_block(A.T), as_block(B.T)) == kron(a, b).T
    assert kron(P, Q).after(kron(Q, P)) == kron(P * Q, Q * P)


def test_kronecker_products_do_not_commute():
    assert kron(P, Q) != kron(Q, P)


def test_traces_of_kronecker_products():
    assert kron(P, Q).trace() == block_trace(P) * block_trace(Q)


def test_rank_one_operators():
    rank_one = as_map(Vec(P)).after(as_map(Vec(Q)).T)
    assert rank_one.trace() == block_trace(P.T * Q)
    assert simplified(rank_one.after(as_map(Vec(Q)))) == Vec(P * block_trace(Q.T * Q))
    assert simplified(as_map(Vec(P)).T.after(as_map(Vec(Q)))) == block_trace(P.T * Q)


def test_a_block_operator_is_assembled_from_kronecker_products():
    """X (x) Z with X = ((0, x), (x^T, 0)) cut along the columns of the stacked matrices."""
    x, zero = matrix("x", "d", 1), matrix("x", "d", 1) * 0
    X = Block([[matrix("A", "d", "d") * 0, x], [x.T, Scalar.of(0)]])
    whole = kron(X, P)
    nothing = [kron(as_block(matrix("A", "d", "d") * 0), P), kron(as_block(Scalar.of(0)), P)]
    parts = [[nothing[0], kron(as_block(x), P)], [kron(as_block(x.T), P), nothing[1]]]
    assert assembled(parts) == whole
    assert zero.is_zero()


def test_cuts_must_agree():
    with pytest.raises(InputError, match="cuts must agree"):
        P * as_block(A)
    with pytest.raises(InputError, match="spaces differ"):
        kron(a, b).after(kron(a, b))


def test_block_matrices_multiply_like_matrices():
    product = P * Q
    assert product.entries[1][1] == P.entries[1][0] * Q.entries[0][1] + P.entries[1][1] * Q.entries[1][1]
    assert (P * Q).T == Q.T * P.T
    assert block_trace(P * Q / N) == block_trace(Q * P) / N
    assert block_trace(P) == trace(P.entries[0][0]) + P.entries[1][1]
