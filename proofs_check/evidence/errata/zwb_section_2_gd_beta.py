"""Counterexamples to Section 2 of arXiv 2402.14951: LSA is not GD-beta, nor is the best LSA.

(a) Without context, X = 0 and y = 0, every LSA predicts 0, and GD-beta predicts <beta, x>.

(b) Let d = M = 1, H = 1, Psi = 0, beta^* = 1, sigma = 1: labels y_1 = x_1 + e_1 of a known task.  LSA predicts f x,
f = (B x_1 + b y_1)(u x_1 + s y_1), and its risk is 1 + E(f - 1)^2.  With U = B + b, v = u + s this is

    R = 5/3 + (sU - bv)^2 + 3 (sb + Uv - 1/3)^2,

as both sides, polynomials of degree at most 2 in each of B, b, u, s, agree on a grid of 3^4 points.  So the least risk
is 5/3, attained at B = 1/3, u = 1, b = s = 0, where f = x_1^2 / 3.  GD-beta predicts beta + Gamma x_1 (y_1 - beta x_1):
at x_1 = 0 that is beta, so beta = 0, and then Gamma x_1 y_1 = x_1^2 / 3 for all x_1, y_1, which no Gamma does.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction
from itertools import product

MOMENTS = {0: 1, 1: 0, 2: 1, 3: 0, 4: 3, 5: 0, 6: 15, 7: 0, 8: 105}
Polynomial = dict[tuple[int, int], Fraction]  # powers of x_1 and e_1


def times(p: Polynomial, q: Polynomial) -> Polynomial:
    out: Polynomial = {}
    for (i, j), a in p.items():
        for (k, m), c in q.items():
            out[i + k, j + m] = out.get((i + k, j + m), Fraction(0)) + a * c
    return out


def risk(B: Fraction, b: Fraction, u: Fraction, s: Fraction) -> Fraction:
    """1 + E(f - 1)^2 for independent standard normal x_1 and e_1."""
    error = times({(1, 0): B + b, (0, 1): b}, {(1, 0): u + s, (0, 1): s})
    error[0, 0] = error.get((0, 0), Fraction(0)) - 1
    return 1 + sum((c * MOMENTS[i] * MOMENTS[j] for (i, j), c in times(error, error).items()), start=Fraction(0))


def squares(B: Fraction, b: Fraction, u: Fraction, s: Fraction) -> Fraction:
    U, v = B + b, u + s
    return Fraction(5, 3) + (s * U - b * v) ** 2 + 3 * (s * b + U * v - Fraction(1, 3)) ** 2


if __name__ == "__main__":
    for point in product(map(Fraction, range(3)), repeat=4):
        assert risk(*point) == squares(*point), point
    best = (Fraction(1, 3), Fraction(0), Fraction(1), Fraction(0))
    assert risk(*best) == Fraction(5, 3)
    gammas = {Fraction(x, 3 * y) for x, y in ((1, 1), (1, 2))}  # Gamma at (x_1, y_1) = (1, 1) and (1, 2)
    assert len(gammas) == 2
    print(f"d = M = H = sigma = beta^* = 1, Psi = 0: the least risk of LSA is {risk(*best)},")
    print("at B = 1/3, u = 1, b = s = 0, where it predicts x_1^2 x / 3; a step of gradient descent predicts")
    print("(beta + Gamma x_1 (y_1 - beta x_1)) x; the paper, as we read it, says that one does the same as LSA.")
