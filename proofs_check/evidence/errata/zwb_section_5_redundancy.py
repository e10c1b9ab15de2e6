"""Counterexample to Section 5 of arXiv 2402.14951, read for every problem: "the optimal model parameters for [GD-beta]
are not unique".

d = M = 1, H = Psi = sigma = 1, beta^* = 0.  With D = beta - beta^* the risk of beta - Gamma x (x beta - y) is
1 + S - 2 Gamma S + Gamma^2 (3 S + 1), S = 1 + D^2.  It is 7/4 + 4 (Gamma - 1/4)^2 + D^2 (2/3 + 3 (Gamma - 1/3)^2): both
are of degree 2 in D and in Gamma, so that nine points tell.  The only minimum is D = 0, Gamma = 1/4.
Nothing but Python's standard library is needed.
"""

from fractions import Fraction


def risk(D: Fraction, Gamma: Fraction) -> Fraction:
    S = 1 + D**2
    return 1 + S - 2 * Gamma * S + Gamma**2 * (3 * S + 1)


def squares(D: Fraction, Gamma: Fraction) -> Fraction:
    across = Fraction(2, 3) + 3 * (Gamma - Fraction(1, 3)) ** 2
    return Fraction(7, 4) + 4 * (Gamma - Fraction(1, 4)) ** 2 + D**2 * across


if __name__ == "__main__":
    points = [(Fraction(D), Fraction(G)) for D in (-1, 0, 2) for G in (-1, 0, 1)]
    assert all(risk(D, G) == squares(D, G) for D, G in points)
    print("d = M = 1, H = Psi = sigma = 1: the minimiser beta = beta^*, Gamma = 1/4 is the only one;")
    print("the paper, as we read it, says that there are others.")
