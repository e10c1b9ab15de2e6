"""Counterexample to Appendix B of arXiv 2306.09927: the moments assumed do not make E(<w, x> - y)^2 finite.

With d = 1, x ~ N(0, 1) and y = |x|^(-1/2): E|x|^a is finite exactly for a > -1, for then the integral of r^a over
(0, 1) is.  So E[x], E[y] = E|x|^(-1/2), E|xy| = E|x|^(1/2), E[x^2] and E[y^2 x^2] = E|x| are finite, E[y^2] = E|x|^(-1)
is not, and E(w x - y)^2 = w^2 - 2 w E[xy] + E[y^2] is infinite for every w.  The closed form
E|x|^a = 2^(a/2) Gamma((a + 1)/2) / sqrt(pi) has its first pole, coming from above, at a = -1.
Exact exponents; nothing but Python's standard library is needed.
"""

from fractions import Fraction

p = Fraction(1, 2)  # y = |x|^(-p)
assumed = {"E[x]": (1, 0), "E[y]": (0, 1), "E[xy]": (1, 1), "E[xx^T]": (2, 0), "E[y^2 xx^T]": (2, 2)}


def exponent(k: int, m: int) -> Fraction:
    """|x|^k |y|^m is this power of |x|."""
    return k - m * p


if __name__ == "__main__":
    for name, degrees in assumed.items():
        assert exponent(*degrees) > -1, name
    print(f"y = |x|^(-{p}): {', '.join(assumed)} are finite, E[y^2] = E|x|^({exponent(0, 2)}) is infinite;")
    print("the paper says that E(<w, x> - y)^2 then exists.")
    assert exponent(0, 2) <= -1
