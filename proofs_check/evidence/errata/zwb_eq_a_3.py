"""Counterexample to (A.3) of arXiv 2402.14951 as it can be read: Omega is not invertible under Assumption 3.1 alone.

With d = M = 1, H = 1, Psi = 0 and sigma = 0, which the assumption admits, t = tr(H Psi) + sigma^2 = 0 and
Omega = (M+1)/M Phi + t/M I = 0.  It is positive definite exactly where t > 0.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction


def omega(M: int, H: Fraction, Psi: Fraction, sigma: Fraction) -> Fraction:
    """(A.3) for d = 1, where H^(1/2) Psi H^(1/2) = H Psi."""
    phi = H * Psi
    return Fraction(M + 1, M) * phi + (phi + sigma**2) / M


if __name__ == "__main__":
    value = omega(1, Fraction(1), Fraction(0), Fraction(0))
    print(f"d = M = H = 1, Psi = sigma = 0: Omega = {value}, which has no inverse;")
    print("the paper, as we read it, says that it has.")
    assert value == 0
