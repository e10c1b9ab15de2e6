r"""Dormand and Prince's pair of orders 5 and 4 with step control, in NumPy alone: for machines without SciPy.

The local error of a step is held below ``tolerance`` times (1/100 + |entry|); nothing is said of the global error, so
whoever needs that integrates twice.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_A = (
    (), (1 / 5,), (3 / 40, 9 / 40), (44 / 45, -56 / 15, 32 / 9),
    (19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729),
    (9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656),
    (35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84),
)  # fmt: skip
_C = (0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0)
_E = np.array([71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])
"""The difference of both orders (Hairer, Norsett, Wanner, II.5, Table 5.2)."""
MOST_STEPS = 2_000_000


def solve(field: Callable[[float, Array], Array], start: Array, times: Array, tolerance: float) -> Array:
    """The states at increasing ``times``, the first of which is that of ``start``; (times, entries).

    Raises:
        ArithmeticError: the solution cannot be followed to the end.
    """
    t, y, k1 = float(times[0]), np.array(start, dtype=np.float64), field(float(times[0]), start)
    h = float(times[1] - times[0]) / 100 if len(times) > 1 else 0.0
    found = [y]
    for end in map(float, times[1:]):
        for _ in range(MOST_STEPS):
            if end - t <= 1e-14 * max(abs(end), 1.0):
                break
            step = min(h, end - t)
            k = [k1]
            for row, c in zip(_A[1:], _C[1:], strict=True):
                at = y + step * (np.array(row) @ np.array(k))
                k.append(field(t + c * step, at))
            scale = tolerance * (0.01 + np.maximum(np.abs(y), np.abs(at)))
            error = float(np.sqrt(np.mean((step * (_E @ np.array(k)) / scale) ** 2)))
            if not np.isfinite(error):
                error = 1e6
            if error <= 1:
                t, y, k1 = t + step, at, k[-1]
            h = step * min(5.0, max(0.2, 0.9 * (error or 1e-10) ** -0.2))
            if h <= 1e-15 * max(abs(t), 1.0):
                raise ArithmeticError(f"the flow could not be followed beyond t = {t}: its steps become too small.")
        else:
            raise ArithmeticError(f"the flow could not be followed beyond t = {t}: it takes too many steps.")
        found.append(y)
    return np.array(found)
