"""Counterexample to a remark on Theorem 5 of arXiv 2306.09927 (zfb/section-4.1-competitive-rate).

"The prediction error is at most O(1/M + 1/N^2)", the page says: the excess over the error of the best linear predictor
is.  Here d = 1, Lambda = 1, y = x^2: the best linear predictor is E y x / Lambda times x, which is 0, and its error is
E y^2 = 3, so that by (16) no length of the prompts leaves less than 3.  With M = N = n the quotient of (16) by
1/M + 1/N^2 grows without bound.  Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

E_yx, E_yy, E_yyxx = Fraction(0), Fraction(3), Fraction(15)


def error(M: int, N: int) -> Fraction:
    """The right side of (16) for Lambda = 1: Gamma = 1 + 2/N, Sigma = E y^2 x^2 - (E y x)^2, a = E y x."""
    gamma = 1 + Fraction(2, N)
    return E_yy - E_yx**2 + (E_yyxx - E_yx**2) / gamma**2 / M + 4 * E_yx**2 / gamma**2 / Fraction(N) ** 2


if __name__ == "__main__":
    lengths = (10, 100, 1000, 10000)
    quotients = [error(n, n) / (Fraction(1, n) + Fraction(1, n**2)) for n in lengths]
    shown = ", ".join(str(round(quotient)) for quotient in quotients)
    print(f"M = N = {lengths}: the error over 1/M + 1/N^2 is about {shown}; the paper says it is bounded.")
    assert all(quotient > 3 * Fraction(n, 2) for n, quotient in zip(lengths, quotients, strict=True))
