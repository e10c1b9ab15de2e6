"""Counterexample to Section 7 of arXiv 2402.14951, read for every H: "the unique global minimizer in the [GD-beta]
class".

The risk of GD-beta is sigma^2 + tr(H S) - 2 tr(H G H S) + tr(H G [(M+1)/M H S H + (tr(H S) + sigma^2)/M H] G^T), with
S = Psi + (beta - beta^*)(beta - beta^*)^T.  Here d = 2, M = 1, H = diag(1, 0), Psi = I, sigma = 1, beta^* = 0: only the
first row and column count, 1 + S - 2 G S + G^2 (3 S + 1) with S = 1 + beta_1^2, G = Gamma_11, and beta_2 is free.
Nothing but Python's standard library is needed.
"""

from fractions import Fraction


def risk(beta: tuple[Fraction, Fraction], Gamma: tuple[tuple[Fraction, ...], ...]) -> Fraction:
    S, G = 1 + beta[0] ** 2, Gamma[0][0]
    return 1 + S - 2 * G * S + G**2 * (3 * S + 1)


if __name__ == "__main__":
    zero, quarter = Fraction(0), Fraction(1, 4)
    Gamma = ((quarter, zero), (zero, zero))
    least = Fraction(7, 4)
    for second in (Fraction(0), Fraction(1), Fraction(5)):
        assert risk((zero, second), Gamma) == least
    print("H = diag(1, 0), Psi = I, sigma = 1, beta^* = 0: (0, 0), (0, 1), (0, 5) all attain the least risk 7/4;")
    print("the paper, as we read it, says that there is one minimiser.")
