"""Counterexample to a remark of Section 4.1 of arXiv 2306.09927 (zfb/section-4.1-conditioning-remark).

A more ill-conditioned covariance, the page says, has a higher risk.  At the same trace it can be lower: the risk below
is the display of Section 4.1, averaged over w ~ N(0, I).  d = 2, M = 1, N = 2; Lambda = diag(9, 3) against diag(6, 6).
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

M, N = Fraction(1), Fraction(2)


def risk(*eigenvalues: int) -> Fraction:
    """The mean squared error for a diagonal Lambda, Gamma = (1 + 1/N) Lambda + tr(Lambda) / N."""
    trace = Fraction(sum(eigenvalues))
    gamma = [(1 + 1 / N) * v + trace / N for v in eigenvalues]
    cubic, square, first = (sum(v**k / g**2 for v, g in zip(eigenvalues, gamma, strict=True)) for k in (3, 2, 1))
    return (cubic + square * trace) / M + (cubic + 2 * square * trace + first * trace**2) / N**2


if __name__ == "__main__":
    round_, long = risk(6, 6), risk(9, 3)
    print(f"the risk is {round_} at condition number 1, and {long} at condition number 3; the paper says it is higher.")
    assert long < round_
