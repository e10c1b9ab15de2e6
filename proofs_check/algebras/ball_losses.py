"""The population losses in balls, from the numeric wing's own derivation, for every kind of training data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flint
import numpy as np

from numeric.arithmetic import ball
from numeric.ode import field as lsa

from ..statement.fold import Lacks
from .ball_values import Value

if TYPE_CHECKING:
    from .balls import BallsAlgebra

_LAWS = {"L_diag": "lam_tau", "L_rdm": "Lam_tau"}
"""The random covariance behind a loss."""


def loss(name: str, algebra: BallsAlgebra) -> Any:
    """The value of the population loss called ``name`` at the parameters of ``algebra``."""
    at, N = parameters(algebra), ball(algebra.sizes["N"])
    total = sum((ball(p) * lsa.loss(at, Lam, N) for p, Lam in _covariances(name, algebra)), flint.arb(0))
    return total + _noise(algebra, at)[0] if name == "L_noise" else total


def slopes(name: str, algebra: BallsAlgebra) -> dict[str, Value]:
    """The velocities of gradient flow on that loss, by parameter."""
    at, N = parameters(algebra), ball(algebra.sizes["N"])
    found = [(p, lsa.gradient(at, Lam, N)) for p, Lam in _covariances(name, algebra)]
    if name == "L_noise":
        found.append((1, _noise(algebra, at)[1]))
    d = algebra.sizes["d"]

    def velocity(block: str, rows: int, cols: int) -> Value:
        total = sum(ball(p) * getattr(slope, block) for p, slope in found)
        return Value(-_matrix(total, rows, cols))

    return {"U11": velocity("U11", d, d), "u12": velocity("u12", d, 1), "u21": velocity("u21", d, 1),
            "u_-1": Value(flint.arb_mat([[-sum(ball(p) * slope.u_1 for p, slope in found)]]))}


def parameters(algebra: BallsAlgebra) -> lsa.Parameters:
    U11, u12, u21, u_1 = (array(algebra.value(name)) for name in ("U11", "u12", "u21", "u_-1"))
    return lsa.Parameters(U11, u12[:, 0], u21[:, 0], u_1[0, 0])


def _covariances(name: str, algebra: BallsAlgebra) -> list[tuple[Any, Any]]:
    if name in {"L", "L_noise"}:
        return [(1, array(algebra.value("Lam")))]
    if name not in _LAWS or _LAWS[name] not in algebra.laws:
        raise Lacks(f"balls lacks the loss {name}")
    pairs = [(p, array(v.matrix)) for p, v in algebra.laws[_LAWS[name]]]
    if name == "L_rdm":
        return pairs
    return [(p, _diagonal(column[:, 0])) for p, column in pairs]


def _diagonal(entries: Any) -> Any:
    square = np.full((len(entries), len(entries)), flint.arb(0), dtype=object)
    for i, x in enumerate(entries):
        square[i, i] = x
    return square


def _noise(algebra: BallsAlgebra, at: lsa.Parameters) -> tuple[Any, lsa.Parameters]:
    r"""What noise of variance s^2 on every label adds to the loss on the invariant block, and its gradient.

    With :math:`\hat y=u\,x_q^\top U^\top\frac1N\sum_iy_ix_i` the noise :math:`\frac uN\sum_i\varepsilon_ix_i^\top Ux_q`
    has variance :math:`\frac{s^2u^2}N\mathrm{tr}(\Lambda U\Lambda U^\top)`; the query's own noise adds :math:`s^2`.
    """
    if any(not (x == 0) for x in (*at.u12, *at.u21)):
        raise Lacks("balls lacks label noise off the invariant block")
    Lam, N = array(algebra.value("Lam")), ball(algebra.sizes["N"])
    s2 = algebra.value("s")[0, 0] ** 2
    W = Lam @ at.U11 @ Lam
    size = (W * at.U11).sum()
    value = s2 / (2 * N) * at.u_1 * at.u_1 * size + s2 / 2
    slope = lsa.Parameters(W * (s2 / N * at.u_1 * at.u_1), at.u12 * 0, at.u21 * 0, s2 / N * at.u_1 * size)
    return value, slope


def array(A: flint.arb_mat) -> Any:
    out = np.empty((A.nrows(), A.ncols()), dtype=object)
    for i in range(A.nrows()):
        for j in range(A.ncols()):
            out[i, j] = A[i, j]
    return out


def _matrix(entries: Any, rows: int, cols: int) -> flint.arb_mat:
    return flint.arb_mat(rows, cols, list(entries.ravel()))
