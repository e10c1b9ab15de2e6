"""Counterexample to a remark on Theorem 5 of arXiv 2306.09927 (zfb/section-4.1-competitive-rate).

"The prediction error is at most O(1/M + 1/N^2)", the page says: the excess over the error of the best linear predictor
is.  Here d = 1, Lambda = 2, y = 2 x + x^2: the best linear predictor is 2 x, its error is E x^4 = 12, and by (16) no
length of the prompts leaves less.  Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

Lambda = Fraction(2)
x_2, x_4, x_6 = Lambda, 3 * Lambda**2, 15 * Lambda**3
E_yx, E_yy, E_yyxx = 2 * x_2, 4 * x_2 + x_4, 4 * x_4 + x_6
a, Sigma = E_yx / Lambda, E_yyxx - E_yx**2


def error(M: int, N: int) -> Fraction:
    """The right side of (16)."""
    Gamma = (1 + Fraction(1, N)) * Lambda + Lambda / N
    of_training = a**2 * (Lambda**3 + 2 * Lambda * Lambda**2 + Lambda**2 * Lambda) / Gamma**2
    return E_yy - E_yx**2 / Lambda + Sigma * Lambda / Gamma**2 / M + of_training / Fraction(N) ** 2


if __name__ == "__main__":
    lengths = (10, 100, 1000, 10000)
    quotients = [error(n, n) / (Fraction(1, n) + Fraction(1, n**2)) for n in lengths]
    shown = ", ".join(str(round(quotient)) for quotient in quotients)
    print(f"M = N = {lengths}: the error over 1/M + 1/N^2 is about {shown}; the paper says it is bounded.")
    assert all(quotient > 10 * n for n, quotient in zip(lengths, quotients, strict=True))
