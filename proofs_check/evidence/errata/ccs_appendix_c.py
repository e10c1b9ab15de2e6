"""Counterexamples to displays of Appendix C of arXiv 2312.06528, by the forward pass (3) of its construction.

ccs/appendix-c-demonstration-recursion: the power is l + 1, not l.  ccs/appendix-c-query-recursion: the factor delta is
missing, and the powers are counted twice.  ccs/appendix-c-step-size, ccs/appendix-c-neumann-series: delta < ||K|| does
not make I - delta K a contraction; 0 < delta < 2 / ||K|| does.  ccs/appendix-c-limit: the limit is minus the
estimator, and there is none for some delta < ||K||.

d = n = 1, kernel K(u, w) = u w, demonstration (x, y) = (2, 1), query 1: K = 4, nu = 2, Bayes estimator nu y / K = 1/2.
Exact fractions; nothing but Python's standard library is needed.
"""

from fractions import Fraction as Q

x, query, y = Q(2), Q(1), Q(1)
K, nu = x * x, query * x
bayes = nu * y / K


def layers(delta: Q, count: int) -> list[tuple[Q, Q]]:
    """The last row of Z after 0, 1, ..., count layers with V = diag(0, -delta), B = C = 1: (demonstration, query)."""
    row = (y, Q(0))
    rows = [row]
    for _ in range(count):
        # Z M h(X, X): the demonstration alone is attended to
        row = (row[0] - delta * row[0] * K, row[1] - delta * row[0] * nu)
        rows.append(row)
    return rows


print("power:        Y_1 = (1 - delta K)^1 Y; the paper says (1 - delta K)^0 Y")
delta = Q(1, 8)
rows = layers(delta, 3)
assert all(rows[k + 1][0] == (1 - delta * K) ** (k + 1) * y for k in range(3))
assert rows[1][0] != (1 - delta * K) ** 0 * y

print("query:        y_{l+1} = -delta nu sum_k Y_k; the paper says it without delta, and with (1 - delta K)^k Y_k")
for last in range(3):
    assert rows[last + 1][1] == -delta * nu * sum(rows[k][0] for k in range(last + 1))
assert rows[1][1] != -nu * rows[0][0]
assert rows[2][1] != -delta * nu * sum((1 - delta * K) ** k * rows[k][0] for k in range(2))

print("step size:    delta = 1/2 < ||K|| = 4, yet the answer alternates:", end=" ")
delta = Q(1, 2)
answers = [answer for _, answer in layers(delta, 6)]
print(*answers)
assert delta < abs(K)
assert answers == [0, -1, 0, -1, 0, -1, 0]
assert abs(1 - delta * K) == 1

print("divergence:   delta = 1 < ||K|| = 4:", end=" ")
print(*(answer for _, answer in layers(Q(1), 4)))
assert abs(1 - Q(1) * K) > 1

print("sign:         delta = 1/4 < 2 / ||K||: from the first layer on the answer is", end=" ")
answers = [answer for _, answer in layers(Q(1, 4), 4)]
print(answers[-1], "- the Bayes estimator is", bayes)
assert set(answers[1:]) == {-bayes}
