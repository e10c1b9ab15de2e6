"""Counterexample to Appendix B of arXiv 2306.09927: "the Hessian matrix of R(w) is Lambda".

R(w) = w^T Lambda w - 2 E(y x^T) w + E y^2 has the Hessian 2 Lambda.  Here d = 1, Lambda = 1, y = x: R(w) = (w - 1)^2;
the second difference of a quadratic function is exact.  Nothing but Python's standard library is needed.
"""

from fractions import Fraction

Lambda, E_yx, E_yy = Fraction(1), Fraction(1), Fraction(1)


def R(w: Fraction) -> Fraction:
    return w * Lambda * w - 2 * E_yx * w + E_yy


if __name__ == "__main__":
    h, w = Fraction(1), Fraction(0)
    second = (R(w + h) - 2 * R(w) + R(w - h)) / h**2
    print(f"d = 1, Lambda = {Lambda}, y = x: the second derivative of R is {second}; the paper says {Lambda}.")
    assert second == 2 * Lambda != Lambda
