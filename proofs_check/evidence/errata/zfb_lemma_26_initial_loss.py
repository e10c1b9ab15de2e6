"""Counterexample to Appendix C.3 of arXiv 2306.09927, proof of Lemma 26: a mean of squares for a square of the mean.

The page has E tr[sigma^2 Lambda_tau^2 Theta Theta^T] = sigma^2 ||E Lambda_tau Theta||_F^2.  Here d = 1, sigma = 1/10,
Theta = 1 (so that ||Theta Theta^T||_F = 1) and Lambda_tau is 1 or 2 with probability 1/2 each.  The left side is
larger; that it is at least the right side is all that the proof needs.  Exact fractions; nothing but Python's standard
library is needed.
"""

from fractions import Fraction

half = Fraction(1, 2)
law = {Fraction(1): half, Fraction(2): half}
sigma, Theta = Fraction(1, 10), Fraction(1)

if __name__ == "__main__":
    left = sum(chance * sigma**2 * value**2 * Theta * Theta for value, chance in law.items())
    mean = sum(chance * value for value, chance in law.items())
    right = sigma**2 * (mean * Theta) ** 2
    print(f"E tr[sigma^2 Lambda^2 Theta Theta^T] = {left}; the paper says sigma^2 ||E Lambda Theta||_F^2 = {right}.")
    assert left > right
