"""Counterexample to Section 5.1 of arXiv 2306.09927: "H_tau has at least d + 1 negative eigenvalues" almost surely.

With d = 2 and N = 1 the matrix E E^T / N has rank 2 < d + 1, whatever the prompt, so that H_tau = 1/2 X (x) (E E^T / N)
has 2 negative eigenvalues.  Here one prompt, in exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

zero = Fraction(0)
d, N = 2, Fraction(1)
w, x_1, x_q = (Fraction(1), Fraction(2)), (Fraction(1), Fraction(-1)), (Fraction(3), Fraction(1))

y_1 = w[0] * x_1[0] + w[1] * x_1[1]
E = [(x_1[0], x_q[0]), (x_1[1], x_q[1]), (y_1, zero)]
Z = [[(r[0] * s[0] + r[1] * s[1]) / N for s in E] for r in E]
X = [[zero, zero, x_q[0]], [zero, zero, x_q[1]], [x_q[0], x_q[1], zero]]
H = [[X[i][k] * Z[j][m] / 2 for k in range(3) for m in range(3)] for i in range(3) for j in range(3)]


def negative_eigenvalues(A: list[list[Fraction]]) -> int:
    """Sylvester's law of inertia: symmetric elimination by pivots of size one or two keeps the signs."""
    A = [row[:] for row in A]
    n = len(A)
    i = next((i for i in range(n) if A[i][i] != 0), None)
    if i is not None:
        keep = [k for k in range(n) if k != i]
        rest = [[A[k][m] - A[k][i] * A[i][m] / A[i][i] for m in keep] for k in keep]
        return (A[i][i] < 0) + negative_eigenvalues(rest)
    pair = next(((i, j) for i in range(n) for j in range(i) if A[i][j] != 0), None)
    if pair is None:
        return 0
    i, j = pair  # a zero diagonal: the pivot [[0, a], [a, 0]] has one negative eigenvalue
    keep = [k for k in range(n) if k not in pair]
    rest = [[A[k][m] - (A[k][i] * A[j][m] + A[k][j] * A[i][m]) / A[i][j] for m in keep] for k in keep]
    return 1 + negative_eigenvalues(rest)


if __name__ == "__main__":
    found = negative_eigenvalues(H)
    print(f"d = {d}, N = {N}: H_tau has {found} negative eigenvalues; the paper says at least {d + 1}.")
    assert found < d + 1
