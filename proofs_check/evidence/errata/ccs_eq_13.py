"""Counterexamples to (13) of arXiv 2312.06528 and what is said of it: the matrix that it inverts may be singular.

ccs/eq-13: for the paper's kernel K^linear with n > d the inverse does not exist, and the sizes are n, not d.
ccs/section-3.3-bayes-comparison: (13) is said to be well defined for kernels that are not
positive semi-definite; for K(u, w) = -<u, w> it is not.  With the pseudo-inverse both are the conditional mean.  (13)
and (25) are said to differ for such kernels; where -K is a kernel they are equal.

d = 1, two demonstrations at 1, one query at 1: all labels agree almost surely, and the Bayes estimator is the mean of
the labels that are seen.  Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction as Q

X_hat, query = [Q(1), Q(1)], Q(1)
n, d = len(X_hat), 1
K_hat = [[a * b for b in X_hat] for a in X_hat]
nu = [a * query for a in X_hat]
determinant = K_hat[0][0] * K_hat[1][1] - K_hat[0][1] * K_hat[1][0]
print("K^linear at two points of the line:", [[int(e) for e in row] for row in K_hat], "determinant", determinant)
assert determinant == 0, "no inverse"
assert (len(K_hat), len(K_hat)) == (n, n) != (d, d), "K_hat is n x n, printed d x d"

# The pseudo-inverse of x x^T is x x^T / |x|^4.
square = sum(a * a for a in X_hat)
pinv = [[a * b / square**2 for b in X_hat] for a in X_hat]
weights = [sum(nu[i] * pinv[i][j] for i in range(n)) for j in range(n)]
print("nu^T K_hat^+ =", *weights, "where the paper says nu^T K_hat^-1, which does not exist")
assert weights == [Q(1, 2), Q(1, 2)]
# y^(3) - the estimate has covariance 0 with both labels, and variance 0.
covariances = [nu[j] - sum(weights[i] * K_hat[i][j] for i in range(n)) for j in range(n)]
variance = query * query - sum(w * c for w, c in zip(weights, nu, strict=True))
assert covariances == [0, 0]
assert variance == 0

# K(u, w) = -<u, w> is not positive semi-definite; its Gram matrix -g g^T has the modulus g g^T, with the same block.
points = [*X_hat, query]
gram = [[-a * b for b in points] for a in points]
modulus = [[a * b for b in points] for a in points]


def times(a: list[list[Q]], b: list[list[Q]]) -> list[list[Q]]:
    return [[sum(p * q for p, q in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]


assert times(modulus, modulus) == times(gram, gram), "the positive root of the square"
assert modulus[0][0] * modulus[1][1] - modulus[0][1] * modulus[1][0] == 0, "(13) is not defined"
print("for K(u, w) = -<u, w>, (13) inverts the same singular matrix")

# One demonstration at 1, the query at 1, K(u, w) = -<u, w>: the weight of the label by (13) and by (25).
of_13, of_25 = modulus[0][2] / modulus[0][0], gram[0][2] / gram[0][0]
print("for K(u, w) = -<u, w> and n = 1 the paper says that (13) and (25) are not equal: the weights are", of_13, of_25)
assert of_13 == of_25, "the signs cancel"
