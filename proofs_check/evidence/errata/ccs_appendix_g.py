"""Slips in Appendix G of arXiv 2312.06528, at two points on the line with the linear kernel K(u, v) = u v.

ccs/lemma-g.3-constant: the root is missing; alpha^* = (Y - F) / (Y - F)^T K (Y - F) does not meet alpha^T K alpha = 1.
ccs/lemma-g.3-lagrangian: the second line has y^(i) where it should have y^(i) - f(x^(i)); the minimiser is another one.
ccs/appendix-g-linear-flow: the sum over i = 1, ..., n adds n equal terms to n times the velocity.
ccs/appendix-g-linear-prediction: d/dt f_t(x) has the other sign; the loss decreases along its gradient flow.

The functions of this kernel are f(u) = theta u, with the norm |theta|.  Exact fractions; nothing but Python's standard
library is needed.
"""

from fractions import Fraction as Q

X, Y, theta = (Q(1), Q(2)), (Q(3), Q(3)), Q(1)
x = Q(1)
residuals = [y - theta * u for u, y in zip(X, Y, strict=True)]


def loss(theta: Q) -> Q:
    return sum(((y - theta * u) ** 2 for u, y in zip(X, Y, strict=True)), Q(0))


def form(alpha: list[Q]) -> Q:
    """alpha^T K alpha."""
    return sum((a * b * u * v for a, u in zip(alpha, X, strict=True) for b, v in zip(alpha, X, strict=True)), Q(0))


def derivative(theta: Q) -> Q:
    """Of the loss, a quadratic: the symmetric difference is exact."""
    return (loss(theta + 1) - loss(theta - 1)) / 2


if __name__ == "__main__":
    q = form(residuals)
    root = Q(4)
    assert root**2 == q
    printed, meant = form([a / q for a in residuals]), form([a / root for a in residuals])
    print(f"alpha^T K alpha = 1, the paper says: it is {printed} with its constant, {meant} with the root of it")
    assert printed != 1 == meant

    lam = Q(1)
    first = -derivative(theta) / (2 * lam)  # least point of derivative * g + lam g^2
    second = sum((y * u for u, y in zip(X, Y, strict=True)), Q(0)) / lam  # of -2 sum y g(x) + lam g^2
    corrected = sum((a * u for a, u in zip(residuals, X, strict=True)), Q(0)) / lam
    print(f"argmin: {first} by the first line; the paper says {second} in the second, with y - f(x) {corrected}")
    assert first == corrected != second

    velocity = -derivative(theta)
    as_product = 2 * sum((u * a for u, a in zip(X, residuals, strict=True)), Q(0))
    summed = len(X) * as_product
    print(f"d theta/dt: {velocity}, as 2 X(Y - X^T theta) = {as_product}; the paper says {summed}, its sum over i")
    assert velocity == as_product != summed

    printed = -2 * sum((a * u * x for a, u in zip(residuals, X, strict=True)), Q(0))
    print(f"d f_t(x)/dt: {velocity * x}; the paper says {printed}")
    assert velocity * x == -printed != printed
