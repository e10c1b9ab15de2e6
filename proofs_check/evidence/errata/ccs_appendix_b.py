"""Slips in Appendices B and D of arXiv 2312.06528, by one step of functional gradient descent.

ccs/appendix-b-gradient: with the argmin of (7) and the positive c of Lemma G.3 the gradient has no minus sign.
ccs/appendix-b-induction-step, ccs/appendix-d.1-induction-step: f_l(x) stands where f_l(x^(i)) is meant, as (21) has it.
ccs/figure-4-kernel-c: alpha = 1/2, G_2 = diag(0, 0, 1, 1, 1) give exp(u_3 v_3 + ...), not exp((u_3 v_3 + ...) / 2).

One demonstration (x_1, y_1), the linear kernel K(u, v) = u v (for two heads with G = 1 twice that), f_l(u) = u; the
label is 3 instead of y_1 for the gradient, which is not determined at a minimum.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction as Q

x_1, y_1, x, r = Q(1), Q(1), Q(2), Q(1)


def f(u: Q) -> Q:
    return u


def K(heads: int, u: Q, v: Q) -> Q:
    return heads * u * v


def next_f(heads: int, u: Q) -> Q:
    """(21) at u."""
    return f(u) + r * (y_1 - f(x_1)) * K(heads, u, x_1)


def change(g: Q, y: Q) -> Q:
    """The derivative of the loss (f(x_1) - y)^2 along f + t g, g(u) = g u: the symmetric difference is exact."""
    return (((f(x_1) + g * x_1 - y) ** 2) - ((f(x_1) - g * x_1 - y) ** 2)) / 2


if __name__ == "__main__":
    y = Q(3)
    unit = min((Q(1), Q(-1)), key=lambda g: change(g, y))  # the two functions g(u) = g u of norm 1
    c = 1 / abs((y - f(x_1)) * x_1)
    printed = -c * (y - f(x_1)) * x_1
    print(f"Gradient by (7): {unit} u; the paper says {printed} u, where the loss grows: {change(printed, y)} > 0")
    assert printed == -unit
    assert change(unit, y) < 0 < change(printed, y)
    for heads, place in ((1, "Appendix B"), (2, "Appendix D.1")):
        printed = -f(x) - r * (y_1 - f(x)) * K(heads, x_1, x)
        meant = -f(x) - r * (y_1 - f(x_1)) * K(heads, x_1, x)
        print(f"{place}: -f_(l+1)(x) = {-next_f(heads, x)}; the paper says {printed}, with f(x^(i)) it is {meant}")
        assert printed != -next_f(heads, x) == meant
    u = (0, 0, 1, 0, 0)
    G_2 = (0, 0, 1, 1, 1)
    exponent = sum(Q((g * a) * (g * a)) for g, a in zip(G_2, u, strict=True))
    printed = Q(1, 2) * sum(Q(a * a) for a in u[2:])
    print(f"Figure 4(c) at u = v = {u}: the choice gives 1/2 exp({exponent}); the paper says 1/2 exp({printed})")
    assert exponent != printed
