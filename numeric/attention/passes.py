r"""A forward pass in numbers, checked: double precision, exact fractions, or balls of any number of digits.

:mod:`.forward` is the definition, for arrays with leading axes and for jets; here one prompt is given as plain numbers.

==================  ==============  ====================================================================
name                shape           meaning
==================  ==============  ====================================================================
X                   (d, n+1)        covariates :math:`x^{(1)},\dots,x^{(n)}` and the query :math:`x`
y                   (n,)            labels of the demonstrations
V, B, C             each head       value (d+1, d+1), query and key matrices (d, d)
outputs             k+2 of them     :math:`Z_0,\dots,Z_{k+1}`, (d+1, n+1)
predictions         k+2 numbers     :math:`\mathsf{TF}_\ell=[Z_\ell]_{d+1,n+1}`, which predicts :math:`-y^{(n+1)}`
==================  ==============  ====================================================================
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Union

import flint
import numpy as np

from ..arithmetic.balls import ball, exact, fraction
from ..arithmetic.precision import ball_precision, bits_for, check_digits
from ..errors import InputError
from .activations import ACTIVATIONS, NAMED, Activation
from .forward import Head, forward, start
from .jets import Array, Number

ARITHMETICS = ("float64", "exact", "balls")
_ATTEMPTS = 4
_DIGITS = 50
_DOUBLE = 50
"""The bits that a ball must be known to where doubles are asked for."""


@dataclass(frozen=True, eq=False)
class ForwardPass:
    """What every layer puts out, the prompt itself first."""

    outputs: tuple[Array, ...]

    @property
    def predictions(self) -> list[Any]:
        r"""(4): :math:`\mathsf{TF}_0,\dots,\mathsf{TF}_{k+1}`, of the sign of :math:`-y^{(n+1)}`."""
        return [Z[-1, -1].item() if isinstance(Z[-1, -1], np.generic) else Z[-1, -1] for Z in self.outputs]


Layer = Union[Head, Sequence[Head]]


def forward_pass(
    X: Any, y: Any, layers: Sequence[Layer], *, arithmetic: str = "float64", digits: int | None = None
) -> ForwardPass:
    r"""(1) to (4) and (26): :math:`Z_{\ell+1}=Z_\ell+\sum_sV^sZ_\ell M\tilde h^s(B^sX_\ell,C^sX_\ell)`.

    Args:
        X: d rows of n+1 numbers, the query's covariates in the last column.
        y: the n labels of the demonstrations; the query's place holds 0.
        layers: one :class:`Head` or several for each layer.  A head's activation is a name (linear, relu, exp, softmax,
            rbf, ...), an :class:`~numeric.attention.activations.Activation` (``of_kernel`` makes one of a function of
            two columns), or a function of U and W that gives an (n+1) x (n+1) matrix.
        arithmetic: ``float64``; ``exact``, in fractions; ``balls``, rigorous enclosures.
        digits: of ``balls`` alone, 50 by default: every entry is known to 10^-digits, relative to its size above 1;
            ``.str(digits)`` of an entry shows them.

    Raises:
        InputError: a wrong shape, something that is no finite number, no layer, an activation
            that leaves the arithmetic.

    >>> head = Head([[0, 0], [0, -1]], [[1]], [[1]], "linear")
    >>> forward_pass([[1, 2, 3]], [4, 5], [head, head], arithmetic="exact").predictions
    [Fraction(0, 1), Fraction(-42, 1), Fraction(126, 1)]
    >>> round(forward_pass([[1, 2, 3]], [4, 5], [[Head([[0, 0], [0, -1]], [[1]], [[1]], "softmax")]]).predictions[1], 6)
    -4.952574
    """
    if arithmetic not in ARITHMETICS:
        raise InputError(f"arithmetic is {arithmetic!r}: choose one of {', '.join(ARITHMETICS)}.")
    if arithmetic != "balls":
        if digits is not None:
            raise InputError(
                f"digits is {digits!r}, and arithmetic {arithmetic!r} has no digits to choose: pass "
                "arithmetic='balls' with it, or leave it out."
            )
        return _computed(X, y, layers, arithmetic)
    digits = _DIGITS if digits is None else digits
    check_digits(digits)
    for attempt in range(_ATTEMPTS):
        with ball_precision(bits_for(digits, 64) * 2**attempt):
            found = _computed(X, y, layers, arithmetic)
            if all(_within(entry, digits) for Z in found.outputs for entry in Z.ravel()):
                return found
    raise InputError(
        f"digits is {digits}: the balls stay wider than that. An activation of one's own may round, or a value may lie "
        "at a jump or a pole of it; pass fewer digits."
    )


def _within(entry: flint.arb, digits: int) -> bool:
    size = abs(entry).max(flint.arb(1))
    return bool(entry.rad() < size * flint.arb(10) ** -digits)


def _computed(X: Any, y: Any, layers: Any, arithmetic: str) -> ForwardPass:
    columns = _matrix("X", X, arithmetic)
    d, n = columns.shape[0], columns.shape[1] - 1
    if d < 1 or n < 1:
        raise InputError(
            f"X has shape {columns.shape}: d x (n+1) is needed, with d and n at least 1. Pass the covariates of the "
            "demonstrations as columns, and the query's as the last one."
        )
    labels = _labels(y, n, arithmetic)
    checked = [
        [_head(head, d, n, f"layer {k}" + (f", head {s}" if len(heads) > 1 else ""), arithmetic)
         for s, head in enumerate(heads)]
        for k, heads in enumerate(_heads_of(layers))
    ]  # fmt: skip
    # An overflow is reported below, with its layer and a remedy.
    with np.errstate(all="ignore") if arithmetic == "float64" else nullcontext():
        outputs = forward(start(columns, labels), checked)
    for k, Z in enumerate(outputs):
        assert isinstance(Z, np.ndarray)
        _check_finite(k, Z, arithmetic)
    return ForwardPass(tuple(outputs))  # type: ignore[arg-type]  # arrays, as just checked


def _labels(y: Any, n: int, arithmetic: str) -> Array:
    flat = isinstance(y, (list, tuple, np.ndarray)) and not any(isinstance(e, (list, tuple, np.ndarray)) for e in y)
    labels = _matrix("y", [y] if flat else y, arithmetic)
    if labels.shape != (1, n):
        raise InputError(
            f"y has {labels.size} numbers in shape {labels.shape}, and X has {n + 1} columns: y must hold the n = {n} "
            "labels of the demonstrations. Leave out the query's, in whose place (1) puts 0."
        )
    return np.concatenate([labels, labels[:, :1] * 0], axis=1)


def _heads_of(layers: Any) -> list[list[Any]]:
    if isinstance(layers, Head) or not isinstance(layers, (list, tuple)) or not layers:
        shown = "one Head" if isinstance(layers, Head) else reprlib.repr(layers)
        raise InputError(f"layers must be a list of at least one layer, not {shown}. Pass [Head(V, B, C, 'linear')].")
    found = [[layer] if isinstance(layer, Head) else layer for layer in layers]
    for k, layer in enumerate(found):
        if not isinstance(layer, (list, tuple)) or not layer or not all(isinstance(head, Head) for head in layer):
            shown = reprlib.repr(layer)
            raise InputError(f"layer {k} must be a Head or a list of Heads, not {shown}. Pass Head(V, B, C, 'exp').")
    return [list(layer) for layer in found]


def _head(head: Head, d: int, n: int, where: str, arithmetic: str) -> Head:
    parts = {name: _matrix(f"{name} of {where}", getattr(head, name), arithmetic) for name in "VBC"}
    for name, size in (("V", d + 1), ("B", d), ("C", d)):
        if parts[name].shape != (size, size):
            needed = "(d+1) x (d+1)" if name == "V" else "d x d"
            raise InputError(
                f"{name} of {where} has shape {parts[name].shape}: {needed} is needed, and X has d = {d} rows. "
                f"Pass {size} rows of {size} numbers."
            )
    return Head(parts["V"], parts["B"], parts["C"], _activation(head.activation, n, where, arithmetic))


def _activation(given: Any, n: int, where: str, arithmetic: str) -> Activation:
    """The activation meant, which says so where it leaves the arithmetic or the shape."""
    given = NAMED.get(given, given) if isinstance(given, str) else given
    named = given if isinstance(given, Activation) else Activation(getattr(given, "__name__", "of one's own"), given)
    if arithmetic == "exact" and named in ACTIVATIONS and not named.rational:
        raise InputError(
            f"activation of {where} is {named.name}, whose values are no fractions: pass arithmetic='balls', which "
            "encloses them."
        )
    return Activation(named.name, _guarded(named, n, where, arithmetic))


def _guarded(h: Activation, n: int, where: str, arithmetic: str) -> Callable[[Number, Number], Number]:
    def values(U: Number, W: Number) -> Number:
        try:
            given = h(U, W)
        except ZeroDivisionError:
            raise InputError(f"activation {h.name} of {where} has a pole there. Pass other points.") from None
        try:
            found = np.asarray(given)
        except ValueError:
            raise InputError(f"activation {h.name} of {where} gave rows that differ in length.") from None
        if found.shape != (n + 1, n + 1):
            raise InputError(
                f"activation {h.name} of {where} gave shape {found.shape}: (n+1) x (n+1) is needed, and n = {n}. Make "
                "row i, column j of its value that of column i of U and column j of W."
            )
        return _matrix(f"the value of activation {h.name} of {where}", found, arithmetic, overflow=True)

    return values


def _matrix(name: str, given: Any, arithmetic: str, overflow: bool = False) -> Array:
    """``given`` as a matrix of numbers of the arithmetic; what ``overflow`` allows is reported by its layer."""
    try:
        plain = np.array(given, dtype=object)
    except ValueError:
        raise InputError(f"{name} must be a matrix: its rows differ in length in {reprlib.repr(given)}.") from None
    if plain.ndim != 2:
        raise InputError(f"{name} must be a matrix: its shape is {plain.shape}. Pass rows of numbers.")
    made = np.empty(plain.shape, dtype=float if arithmetic == "float64" else object)
    for place, entry in np.ndenumerate(plain):
        made[place] = _number(name, place, entry, arithmetic, overflow)
    return made


def _number(name: str, place: tuple[int, ...], entry: Any, arithmetic: str, overflow: bool) -> Any:
    at = f"entry ({place[0] + 1}, {place[1] + 1}) of {name}"
    if isinstance(entry, np.generic):
        entry = entry.item()
    if isinstance(entry, bool) and not overflow:
        raise InputError(f"{at} is {entry}: a number is needed. Pass 0 or 1 if that is meant.")
    if arithmetic == "float64" and isinstance(entry, flint.arb) and entry.rel_accuracy_bits() < _DOUBLE:
        raise InputError(f"{at} is {entry.str(3)}, known less well than a double: pass arithmetic='balls'.")
    if isinstance(entry, float) and not np.isfinite(entry) and not overflow:
        raise InputError(f"{at} is {entry}: a finite number is needed. Pass numbers without nan and inf.")
    try:
        if arithmetic == "balls":
            return ball(entry)
        if arithmetic == "exact":
            return fraction(exact(entry))
        return float(entry if isinstance(entry, (int, float, Fraction, flint.arb)) else fraction(exact(entry)))
    except InputError:
        remedy = "Pass an integer or Fraction(p, q)." if arithmetic == "exact" else "Pass real numbers."
        needed = "an exact number" if arithmetic == "exact" else "a number"
        raise InputError(f"{at} is {reprlib.repr(entry)}: {needed} is needed. {remedy}") from None
    except OverflowError:
        raise InputError(f"{at} is {reprlib.repr(entry)}, too large for a double: pass arithmetic='balls'.") from None


def _check_finite(k: int, Z: Array, arithmetic: str) -> None:
    if arithmetic == "float64" and not np.isfinite(Z).all():
        raise InputError(
            f"Z_{k} has entries that are no finite doubles: an activation overflows or has a pole there. Pass "
            "arithmetic='balls', or scale X, B and C down."
        )
    if arithmetic == "balls" and not all(entry.is_finite() for entry in Z.ravel()):
        raise InputError(f"Z_{k} has unbounded balls: an activation has a pole there. Pass other points.")
