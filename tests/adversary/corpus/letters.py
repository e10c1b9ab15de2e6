"""The letters that most of the corpus is written with."""

from __future__ import annotations

from proofs_check import gaussian, haar, index, matrix, noise, orthogonal, parameter, scalar, vector, zeros
from proofs_check.statement.terms import eye

a, b, c = (scalar(name) for name in "abc")
p, r = scalar("p", "positive"), scalar("r", "positive")
q = scalar("q", "nonnegative")
n, m = (scalar(name, "integer", "positive") for name in ("n_1", "m_1"))
d, N = (scalar(name, "integer", "positive") for name in "dN")
u, w_ = parameter("u"), parameter("w_1")
t_ = scalar("t_1")
v, w, x = (vector(name, "d") for name in ("v", "w", "x"))
A, B, C = (matrix(name, "d", "d") for name in "ABC")
P_, Q_ = matrix("P_1", "d", "k"), matrix("Q_1", "k", "d")
S, R, T_ = (matrix(name, "d", "d", "symmetric", "posdef") for name in ("S", "R", "T_1"))
K, L, M_ = (matrix(name, "d", "d", "symmetric", "psd") for name in ("K_1", "L_1", "M_1"))
F, G = (matrix(name, "d", "d", "symmetric") for name in "FG")
Id, Zero = eye("d"), zeros("d", "d")
o = zeros("d", 1)
z, y = gaussian("z", "d", cov=S), gaussian("y", "d", cov=R)
g, h = gaussian("g", "d"), gaussian("h", "d")
k0 = gaussian("k_0", "d", cov=K)
e, f = noise("e", p), noise("f", r)
x1, y1 = noise("x_1", p, normal=True), noise("y_1", r, normal=True)
U, V = haar("U"), haar("V")
Q = orthogonal("Q")
i, j = index("i", "N"), index("j", "N")
