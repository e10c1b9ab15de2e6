"""Counterexamples to displays of Appendix F.2 of arXiv 2312.06528, by the forward pass (3).

ccs/eq-58, ccs/eq-72: h(B X, B X) for h(B X, C X), and X_0 for X_l in the product.  ccs/eq-65-substitution: one U_Sigma
too many in S and T, and C_j + tR for C_j.  ccs/eq-68, ccs/eq-82: G_i = G_(i-1) (I + r_i M h), not the other order.
ccs/eq-68-first-term, ccs/eq-82-first-term: the derivative of I is 0.  ccs/eq-74, ccs/eq-82-substitution: B for C.
ccs/eq-76-induction: X_i(., S) for X_i(., 0).  ccs/appendix-f.4-averaging: the mean of U^T R U_Sigma is not R tilde of
(70); that of U_Sigma^(-1) R U_Sigma is.  ccs/lemma-f.5-proof-display: the Jacobians at (Gamma^T S, Gamma^(-1) T).

The activation is h(U, W) = U^T W, which satisfies Assumption 4.3; d = 2, n = 1, Sigma = diag(4, 1), U a quarter turn,
a_l = 1, b_l = 1, c_l = 3.  Derivatives at t = 0 are those of polynomials of degree 2 in t, by central differences.
Exact fractions; nothing but Python's standard library is needed.
"""

from collections.abc import Callable
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
U, R, X_0, Y_0 = matrix((0, -1), (1, 0)), matrix((1, 2), (1, 3)), matrix((1, 1), (1, 2)), [[Q(1), Q(1)]]
U_Sigma, U_Sigma_inv = times(root, U, inverse_root), times(root, T(U), inverse_root)
B, C, r = inverse_root, plus(ZERO, inverse_root, 3), (Q(2), Q(5))


def layers(X: Matrix, S: Matrix, moved: str) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """X_0, X_1 and the factors I + r_l M h(B_l X_l, C_l X_l), S being added to the first layer's A or B."""
    A_0, B_0 = (plus(ONE, S), B) if moved == "A" else (ONE, plus(B, S))
    h_0 = h(times(B_0, X), times(C, X))
    X_1 = plus(X, times(A_0, X, M, h_0))
    return X, X_1, plus(ONE, times(M, h_0), r[0]), plus(ONE, times(M, h(times(B, X_1), times(C, X_1))), r[1])


def slope(f: Callable[[Matrix], Matrix], S: Matrix) -> Matrix:
    """d/dt f(tS) at t = 0 for f of degree 2."""
    difference = plus(f(S), f(plus(ZERO, S, -1)), -1)
    return plus(ZERO, difference, Q(1, 2))


def show(name: str, left: Matrix, printed: Matrix, correct: Matrix) -> None:
    print(f"{name}: {[list(map(str, x)) for x in left]}, the paper says {[list(map(str, x)) for x in printed]}")
    assert left == correct
    assert left != printed


def mean_over_turns(f: Callable[[Matrix], Matrix]) -> Matrix:
    """The mean over the eight signed permutations, which is that over all rotations for f of degree 2."""
    signs = [(Q(p), Q(q)) for p in (1, -1) for q in (1, -1)]
    turns = [matrix((p, 0), (0, q)) for p, q in signs] + [matrix((0, p), (q, 0)) for p, q in signs]
    total = ZERO
    for turn in turns:
        total = plus(total, f(turn), Q(1, 8))
    return total


if __name__ == "__main__":
    rotated = times(U_Sigma, X_0)
    _, X_1, first, second = layers(X_0, ZERO, "A")
    Y_2, Y_1 = times(Y_0, first, second), times(Y_0, first)
    h_1, wrong, at_X_0 = (h(times(B, X), times(D, X)) for X, D in ((X_1, C), (X_1, B), (X_0, C)))
    recursion = plus(Y_1, times(Y_1, M, h_1), r[1])
    show("(58), (72), Y_2", Y_2, plus(Y_1, times(Y_1, M, wrong), r[1]), recursion)
    show("(58), (72), product", Y_2, times(Y_0, first, plus(ONE, times(M, at_X_0), r[1])), recursion)

    show("after (65), S(0)", times(B, rotated), times(B, U_Sigma, rotated), times(U, B, X_0))
    show("after (65), T tilde(1)", times(C, rotated), times(plus(C, R), rotated), times(U, C, X_0))
    show("(74)", times(C, U_Sigma), times(U, B), times(U, C))

    for weight in "BA":
        _, Z, before, last = layers(rotated, R, weight)
        labels = times(Y_0, before)
        Y_2 = plus(labels, times(labels, M, h(times(B, Z), times(C, Z))), r[1])
        show("(68), (82), Y_0 G_1", times(Y_0, before, last), times(Y_0, last, before), Y_2)
    one = slope(lambda S: layers(rotated, S, "B")[2], R)
    h_slope = plus(ZERO, times(M, slope(lambda S: h(times(plus(B, S), rotated), times(C, rotated)), R)), r[0])
    show("after (68), (82), first term", one, plus(ONE, h_slope), h_slope)

    X, moved, _, _ = layers(X_0, R, "A")
    step = plus(X_1, times(X_1, M, h_1))
    show("(76), X_2", step, plus(X_1, times(moved, M, h_1)), plus(X_1, times(X_1, M, h_1)))
    dX = slope(lambda S: layers(rotated, S, "A")[1], R)
    dX_turned = slope(lambda S: layers(X_0, S, "A")[1], times(U_Sigma_inv, R, U_Sigma))
    show("after (82), T'(0)", times(C, dX), times(B, dX), times(U, C, dX_turned))

    R_tilde = plus(ZERO, ONE, sum((times(inverse_root, R, root)[k][k] for k in range(2)), Q(0)) / 2)
    mean = mean_over_turns(lambda V: times(root, T(V), inverse_root, R, root, V, inverse_root))
    show("F.4, R tilde", R_tilde, mean_over_turns(lambda V: times(T(V), R, root, V, inverse_root)), mean)

    Gamma, Gamma_inv, dS, dT = root, inverse_root, R, ONE
    right = plus(h(times(T(Gamma), dS), times(Gamma_inv, X_1)), h(times(T(Gamma), X_0), times(Gamma_inv, dT)))
    printed = plus(h(times(T(Gamma), dS), X_1), h(X_0, times(Gamma_inv, dT)))
    show("Lemma F.5, third line", plus(h(dS, X_1), h(X_0, dT)), printed, right)
