"""Counterexample to Section 4.2 of arXiv 2306.09927: a query orthogonal to all x_i need not be predicted to be 0.

By (13) the prediction is x_q^T Gamma^-1 (1/M) sum_i y_i x_i: the query meets Gamma^-1 first.  Here d = 2, N = M = 1,
Lambda = [[2, 1], [1, 2]], so that Gamma = 2 Lambda + 4 I = [[8, 2], [2, 8]]; x_1 = (1, 0), y_1 = 1, x_q = (0, 1).
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

one = Fraction(1)
N = M = one
Lambda = ((2 * one, one), (one, 2 * one))
trace = Lambda[0][0] + Lambda[1][1]
Gamma = [[(1 + 1 / N) * Lambda[i][j] + (trace / N if i == j else 0) for j in range(2)] for i in range(2)]
det = Gamma[0][0] * Gamma[1][1] - Gamma[0][1] * Gamma[1][0]
inverse = ((Gamma[1][1] / det, -Gamma[0][1] / det), (-Gamma[1][0] / det, Gamma[0][0] / det))
x_1, y_1, x_q = (one, 0 * one), one, (0 * one, one)

if __name__ == "__main__":
    product = sum(a * b for a, b in zip(x_q, x_1, strict=True))
    prediction = sum(x_q[i] * inverse[i][j] * y_1 * x_1[j] for i in range(2) for j in range(2)) / M
    print(f"<x_q, x_1> = {product}, the prediction is {prediction}; the paper says 0.")
    assert product == 0 != prediction
