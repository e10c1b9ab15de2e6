"""Counterexample to Section 4.2 of arXiv 2306.09927: a query orthogonal to all x_i need not be predicted to be 0.

By (13) the prediction is x_q^T Gamma^-1 (1/M) sum_i y_i x_i: the query meets Gamma^-1 first.  Here d = 2, N = 2, M = 1,
Lambda = diag(9, 3), so that Gamma = (3/2) Lambda + 6 I = diag(39/2, 21/2); x_1 = (2, -1), w = (0, 2), y_1 = <w, x_1>,
x_q = (1, 2).  Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

N = Fraction(2)
Lambda = (Fraction(9), Fraction(3))
x, w, x_q = (2, -1), (0, 2), (1, 2)

Gamma = [(1 + 1 / N) * value + sum(Lambda) / N for value in Lambda]
y = sum(a * b for a, b in zip(w, x, strict=True))

if __name__ == "__main__":
    product = sum(a * b for a, b in zip(x_q, x, strict=True))
    prediction = sum(a * y * b / g for a, b, g in zip(x_q, x, Gamma, strict=True))
    print(f"<x_q, x_1> = {product}, the prediction is {prediction}; the paper says 0.")
    assert product == 0
    assert prediction != 0
