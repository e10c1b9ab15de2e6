"""Counterexamples to two sentences of Section 4.2 of arXiv 2306.09927.

Another law of the covariates breaks (18), the page says: not one with the same covariance
(zfb/section-4.2-covariate-shift).  Covariates scaled by c, which is not 1, are predicted c^2 <x_q, w>, which is not
<x_q, w>: it is for c = -1 (zfb/section-4.2-covariate-scaling).  d = 1, Lambda = 1, M and N large.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

Lambda = Fraction(1)


def predicted(second_moment: Fraction, w: Fraction, x_q: Fraction) -> Fraction:
    """The limit of the prediction: Lambda^-1 times the mean of x_i^2, times w x_q."""
    return second_moment / Lambda * w * x_q


if __name__ == "__main__":
    w, x_q, c = Fraction(2), Fraction(3), Fraction(-1)
    coin = (Fraction(1) ** 2 + Fraction(-1) ** 2) / 2
    shifted, scaled = (predicted(moment, w, x_q) - w * x_q for moment in (coin, c**2 * Lambda))
    print(
        f"x_i = 1 or -1 instead of Gaussian: the prediction is off by {shifted}; "
        f"scaled by {c}: by {scaled}; the paper says neither is 0."
    )
    assert shifted == 0
    assert scaled == 0
