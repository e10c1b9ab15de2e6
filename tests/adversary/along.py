"""How things move along the gradient flow of a loss, in NumPy: derivatives by a step into the complex plane.

Where a function is a polynomial, Im f(x + ih) / h is its derivative up to rounding, for nothing cancels.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Abbrev, Op, Term

from .truth import Point, Unread, value

STEP = 1e-40
PLAIN = frozenset({"+", "-", "neg", "*", "/", "^", "T", "tr", "inner", "norm_F", "norm_2"})


def rate(node: Term, loss: Term, moving: Sequence[str], at: Point, sizes: Mapping[str, int]) -> np.ndarray:
    """The time derivative of a term while the parameters follow the gradient downwards."""
    _check_plain(node)
    _check_plain(loss)
    moved = {name: at[name] - 1j * STEP * _gradient(loss, name, at, sizes) for name in moving}
    return value(node, {**at, **moved}, sizes).imag / STEP


def _gradient(loss: Term, name: str, at: Point, sizes: Mapping[str, int]) -> np.ndarray:
    found = np.zeros(at[name].shape)
    for place in np.ndindex(*found.shape):
        step = np.zeros(found.shape, dtype=complex)
        step[place] = 1j * STEP
        found[place] = value(loss, {**at, name: at[name] + step}, sizes).imag.item() / STEP
    return found


def _check_plain(node: Term) -> None:
    if isinstance(node, Abbrev):
        _check_plain(node.body)
    elif isinstance(node, Op):
        if node.head not in PLAIN:
            raise Unread(node.head)
        for arg in node.args:
            _check_plain(arg)


def holds_along(
    prop: Prop, loss: Term, moving: Sequence[str], at: Point, sizes: Mapping[str, int]
) -> bool | None:
    """Whether what is conserved does not move here, and what moves does so as said; None where that is not settled."""
    if prop.head == "conserved":
        (node,) = (arg for arg in prop.args if isinstance(arg, Term))
        return _close(rate(node, loss, moving, at, sizes), np.zeros(1))
    left, right = (arg for arg in prop.args if isinstance(arg, Term)) if len(prop.args) == 2 else (None, None)
    if not (isinstance(left, Op) and left.head == "ddt" and isinstance(right, Term)):
        raise Unread(prop.head)
    found, said = rate(left.args[0], loss, moving, at, sizes), value(right, at, sizes)
    if found.shape != said.shape:
        raise Unread("shapes")
    if prop.head == "eq":
        return _close(found, said)
    if prop.head == "le":
        gap = (found - said).item()
        return True if gap <= 0 else False if gap > 1e-6 * max(abs(said).max(), 1.0) else None
    raise Unread(prop.head)


def _close(found: np.ndarray, said: np.ndarray) -> bool | None:
    gap, scale = abs(found - said).max(), max(abs(found).max(), abs(said).max(), 1.0)
    return True if gap <= 1e-9 * scale else False if gap > 1e-5 * scale else None
