"""Counterexample to the display after (23) in Section 4.3 of arXiv 2306.09927 (zfb/section-4.3-conditional-mean).

It gives the mean of the prediction given x_q and w by the mean of Lambda; but x_q, drawn with covariance Lambda, tells
of Lambda.  Both sides times <w, x_q>, in the mean: d = 1, Lambda = 1 or 2 with probability 1/2, w ~ N(0, 1).
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

values = (Fraction(1), Fraction(2))


def mean(power: int) -> Fraction:
    """E Lambda^power."""
    return sum((v**power for v in values), Fraction(0)) / 2


if __name__ == "__main__":
    factor = mean(2) / mean(3)
    # E[x_q factor Lambda w <w, x_q>] = factor E[Lambda E(x_q^2 | Lambda)] = factor E Lambda^2
    left, right = factor * mean(2), factor * mean(1) * mean(1)
    print(f"the mean product with <w, x_q> is {left}; the paper says {right}.")
    assert left != right
