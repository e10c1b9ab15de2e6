"""A slip in Appendix F.1 of arXiv 2312.06528: the bound of (51) ends with the gradient in B, where that in A is meant.

ccs/eq-51-bound: sum_l <grad_A_l f, -grad_A_l f> = -sum_l |grad_B_l f|^2 is printed; it is -sum_l |grad_A_l f|^2.

d = 1, n = 1, two layers, linear attention, Sigma = 1: (3) is x' = x + a x_1 (b x_1)(c x), y' = y + r y_1 (b x_1)(c x)
for both columns; a change of sign of both covariates changes nothing, so that one context is a law as the theorem asks.
Derivatives by dual numbers, exact fractions; nothing but Python's standard library is needed.
"""

from dataclasses import dataclass
from fractions import Fraction as Q


@dataclass(frozen=True)
class Dual:
    """value + slope * e, e * e = 0."""

    value: Q
    slope: Q = Q(0)

    def __add__(self, other: "Dual") -> "Dual":
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other: "Dual") -> "Dual":
        return Dual(self.value * other.value, self.value * other.slope + self.slope * other.value)


x_1, x_q, y_1, y_q = Q(1), Q(1), Q(1), Q(2)
r, a, b, c = ([Q(1), Q(1)] for _ in range(4))


def slope(family: str, layer: int) -> Q:
    """The partial derivative of f = (output + y_q)^2 with respect to one number."""
    weights = {
        name: [Dual(v, Q(name == family and k == layer)) for k, v in enumerate(values)]
        for name, values in (("r", r), ("a", a), ("b", b), ("c", c))
    }
    x, xq, y, yq = Dual(x_1), Dual(x_q), Dual(y_1), Dual(Q(0))
    for k in range(2):
        own, query = (weights["b"][k] * x * weights["c"][k] * other for other in (x, xq))
        step, step_q = weights["a"][k] * x * own, weights["a"][k] * x * query
        y, yq = y + weights["r"][k] * y * own, yq + weights["r"][k] * y * query
        x, xq = x + step, xq + step_q
    residual = yq + Dual(y_q)
    return (residual * residual).slope


if __name__ == "__main__":
    in_A, in_B = (sum(slope(name, k) ** 2 for k in range(2)) for name in "ab")
    print(f"sum |grad_A f|^2 = {in_A}, sum |grad_B f|^2 = {in_B}: the paper says that they are equal")
    assert in_A != in_B
