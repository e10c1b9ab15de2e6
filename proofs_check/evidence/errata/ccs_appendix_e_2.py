"""Counterexamples to displays of Appendix E.2 of arXiv 2312.06528, by the forward pass (3) with A_l = 0.

ccs/eq-40: h(B X, B X) stands for h(B X, C X).  ccs/eq-43: U_Sigma^T R U_Sigma stands for U^T R U_Sigma.
ccs/eq-45: d/dt h(U + T, V) is 0, for no t is in it; h(U + tT, V) is meant.  ccs/eq-43-proof-display: the factors lack
r_l, and the last line has G(U_Sigma X_0, .) for G(X_0, .).  ccs/appendix-e.2-linearity: with relu, which satisfies
Assumption 4.3 as well, G(X_0, tS) has two slopes at t = 0.

The activation is h(U, W) = U^T W, which satisfies Assumption 4.3; d = 2, n = 1, Sigma = diag(4, 1), U a quarter turn,
two layers, of which the first is moved: G(X, tR) is then affine in t, and its derivative a difference.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction as Q

Matrix = list[list[Q]]


def matrix(*rows: tuple[Q | int, Q | int]) -> Matrix:
    return [[Q(x) for x in row] for row in rows]


def times(*factors: Matrix) -> Matrix:
    product, *rest = factors
    for factor in rest:
        product = [[sum(map(Q.__mul__, row, col), Q(0)) for col in zip(*factor, strict=True)] for row in product]
    return product


def plus(a: Matrix, b: Matrix, scale: Q | int = 1) -> Matrix:
    """a + scale b."""
    return [[x + scale * y for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]


def T(a: Matrix) -> Matrix:
    return [list(column) for column in zip(*a, strict=True)]


def h(u: Matrix, w: Matrix) -> Matrix:
    return times(T(u), w)


ONE, M, ZERO = matrix((1, 0), (0, 1)), matrix((1, 0), (0, 0)), matrix((0, 0), (0, 0))
root, inverse_root = matrix((2, 0), (0, 1)), matrix((Q(1, 2), 0), (0, 1))
U, R, X_0, Y_0 = matrix((0, -1), (1, 0)), matrix((1, 2), (0, 3)), matrix((1, 1), (1, 2)), [[Q(1), Q(1)]]
U_Sigma = times(root, U, inverse_root)
B, C, r = inverse_root, plus(ZERO, inverse_root, 3), (Q(2), Q(5))


def factor(layer: int, X: Matrix, S: Matrix, with_r: bool = True) -> Matrix:
    """I + r_l M h(B_l(S) X, C_l X); S is added to the first layer's B, and C_1 = 3 Sigma^(-1/2)."""
    B_l = plus(B, S) if layer == 0 else B
    return plus(ONE, times(M, h(times(B_l, X), times(C, X))), r[layer] if with_r else 1)


def slope(X: Matrix, S: Matrix, with_r: bool = True) -> Matrix:
    """d/dt G(X, tS) at t = 0, G the product of the two factors."""
    return times(plus(factor(0, X, S, with_r), factor(0, X, ZERO, with_r), -1), factor(1, X, ZERO, with_r))


def show(name: str, left: Matrix, right: Matrix, correct: Matrix) -> None:
    print(f"{name}: {[list(map(str, x)) for x in left]}, the paper says {[list(map(str, x)) for x in right]}")
    assert left == correct
    assert left != right


def relu_slopes() -> None:
    """d = n = 1, X_0 = [1, 1], one layer, B = 0, C = r = 1, S = 1: the entry of G at the query is relu(t)."""
    right, left = (max(t, Q(0)) / t for t in (Q(1), Q(-1)))
    print(f"relu: the slopes of G from the right and the left are {right}, {left}, where the paper has one derivative")
    assert right != left


if __name__ == "__main__":
    BX, CX, X = times(B, X_0), times(C, X_0), times(U_Sigma, X_0)
    after = times(Y_0, factor(0, X_0, ZERO))
    show("(40)", after, plus(Y_0, times(Y_0, M, h(BX, BX)), r[0]), plus(Y_0, times(Y_0, M, h(BX, CX)), r[0]))
    turned, printed = times(T(U), R, U_Sigma), times(T(U_Sigma), R, U_Sigma)
    show("(43)", slope(X, R), slope(X_0, printed), slope(X_0, turned))
    derivative = plus(h(plus(BX, X_0), CX), h(BX, CX), -1)
    show("(45), J(BX, CX)[X_0]", derivative, ZERO, h(X_0, CX))
    show("display proving (43), first line", slope(X, R), slope(X, R, with_r=False), slope(X_0, turned))
    show("display proving (43), last line", slope(X, R), slope(X, turned), slope(X_0, turned))
    relu_slopes()
