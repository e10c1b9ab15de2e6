"""Counterexample to the sign of (7) in Section 3 of arXiv 2312.06528: gradient descent as defined there ascends.

(7) subtracts r times argmin over the unit sphere of the slope of L, which is a direction of descent (ccs/eq-7).  One
example of feature 1, label 3, f = 1, so that L(f) = (f - 3)^2: with r = 1 the slope of L along -r argmin is positive.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction

label, f, r = Fraction(3), Fraction(1), Fraction(1)


def slope(g: Fraction) -> Fraction:
    """d/dt L(f + t g) at t = 0."""
    return 2 * (f - label) * g


if __name__ == "__main__":
    sphere = (Fraction(1), Fraction(-1))
    gradient = min(sphere, key=slope)
    step = slope(-r * gradient)
    print(
        f"the argmin is {gradient}, of slope {slope(gradient)}; "
        f"the paper says to subtract it, and the slope is {step}."
    )
    assert slope(gradient) < 0
    assert step == 4
