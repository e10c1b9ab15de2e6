"""Counterexample to Section 4.2 of arXiv 2306.09927: a query orthogonal to all x_i need not be predicted to be 0.

By (13) the prediction is x_q^T Gamma^-1 (1/M) sum_i y_i x_i: the query meets Gamma^-1 first.  Here d = 2, N = 1, M = 2,
Lambda = [[3, -1], [-1, 2]], so that Gamma = 2 Lambda + 5 I = [[11, -2], [-2, 9]]; x_1 = (0, 0), x_2 = (1, -1),
y = (-1, 2), x_q = (1, 1).  Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

N, M = Fraction(1), Fraction(2)
Lambda = ((Fraction(3), Fraction(-1)), (Fraction(-1), Fraction(2)))
x, y, x_q = ((0, 0), (1, -1)), (-1, 2), (1, 1)

trace = Lambda[0][0] + Lambda[1][1]
Gamma = [[(1 + 1 / N) * Lambda[i][j] + (trace / N if i == j else 0) for j in range(2)] for i in range(2)]
det = Gamma[0][0] * Gamma[1][1] - Gamma[0][1] * Gamma[1][0]
inverse = ((Gamma[1][1] / det, -Gamma[0][1] / det), (-Gamma[1][0] / det, Gamma[0][0] / det))
mean = [sum(label * example[j] for label, example in zip(y, x, strict=True)) / M for j in range(2)]

if __name__ == "__main__":
    products = [sum(a * b for a, b in zip(x_q, example, strict=True)) for example in x]
    prediction = sum(x_q[i] * inverse[i][j] * mean[j] for i in range(2) for j in range(2))
    print(f"<x_q, x_i> = {products}, the prediction is {prediction}; the paper says 0.")
    assert products == [0, 0]
    assert prediction != 0
