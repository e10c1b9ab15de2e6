r"""Functions where a statement leaves one open: activations, kernels, labels, each of several shapes in turn.

They are smooth, bounded on bounded arguments and without special symmetry, so that what holds of them is no accident.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numeric.training.tensors import functions as f
from numeric.training.tensors.dual import added, along, multiplied

from ...statement.terms import Sym
from .heads import lacks

Numbers = Callable[[str, int, int], Any]
"""(what for, rows, columns) -> fixed general numbers."""


@dataclass(frozen=True)
class Chosen:
    """One function: ``on`` its arguments as matrices, or column by column; ``name`` as a reader knows it."""

    name: str
    on: Callable[..., Any]


def _distance(u: Any, w: Any) -> Any:
    apart = f.subtracted(u, w)
    return f.inner(apart, apart)


def _uneven(u: Any, w: Any) -> Any:
    """exp(-|u-w|^2/2) times a function of each argument: positive definite, and changed by rotations."""
    first, second = (added(multiplied(x.sum(1, keepdim=True), 0.5).sin(), 2.0) for x in (u, w))
    return multiplied(KERNELS[0].on(u, w), multiplied(first, second))


KERNELS = (
    Chosen("exp(-|u-w|^2/2)", lambda u, w: multiplied(_distance(u, w), -0.5).exp()),
    Chosen("(1+<u,w>/2)^2", lambda u, w: f.power(added(multiplied(f.inner(u, w), 0.5), 1.0), 2)),
    Chosen("exp(<u,w>)", lambda u, w: f.inner(u, w).exp()),
)
"""Positive semi-definite; all depend on inner products alone.  The first and the last are positive definite."""
UNEVEN = Chosen("exp(-|u-w|^2/2) (2+sin(sum(u)/2)) (2+sin(sum(w)/2))", _uneven)
INDEFINITE = Chosen("sin(1+2<u,w>)", lambda u, w: added(multiplied(f.inner(u, w), 2.0), 1.0).sin())
OF_SCORES = (
    Chosen("tanh(S + 1/4)", lambda U, W: added(f.product(U.mT, W), 0.25).tanh()),
    Chosen("S + S*S/4", lambda U, W: _bent(f.product(U.mT, W))),
    Chosen("masked softmax of S", lambda U, W: _masked(f.product(U.mT, W))),
    Chosen("sin(S + 1)", lambda U, W: added(f.product(U.mT, W), 1.0).sin()),
)
"""Activations of the scores :math:`S=U^\\top W` alone."""
OF_BOTH = (
    Chosen("tanh(S + sum(u) - sum(w)/2)", lambda U, W: _of_both(U, W).tanh()),
    Chosen("exp(-|u-w|^2/2)", lambda U, W: f.each_pair(KERNELS[0].on, U, W)),
)


def _bent(S: Any) -> Any:
    return added(S, multiplied(multiplied(S, S), 0.25))


def _masked(S: Any) -> Any:
    return f.softmax(S, max(S.shape[1] - 1, 1))


def _of_both(U: Any, W: Any) -> Any:
    sums = added(U.sum(1, keepdim=True).mT, multiplied(W.sum(1, keepdim=True), -0.5))
    return added(f.product(U.mT, W), sums)


def chosen(sym: Sym, variant: int, numbers: Numbers, size: Callable[[Any], int]) -> Chosen:
    """What stands for the unspecified function ``sym`` in this variant."""
    if sym.has("kernel"):
        usable = [KERNELS[0], KERNELS[2]] if sym.has("positive") else list(KERNELS)
        # What is not assumed comes early: few variants are tried.
        if not sym.has("rotation_invariant"):
            usable.insert(1, UNEVEN)
        if not sym.has("psd") and not sym.has("positive"):
            usable.insert(0, INDEFINITE)
        return usable[variant % len(usable)]
    if sym.has("activation"):
        activations = list(OF_SCORES)
        if not sym.has("invariant"):
            activations[1:1] = OF_BOTH
        return activations[variant % len(activations)]
    if sym.has("function"):
        rows, columns = size(sym.shape[0]), size(sym.shape[1])
        return Chosen("a sine of general combinations", lambda *xs: _waves(sym.name, rows, columns, numbers, xs))
    raise lacks(f"a value of {sym.name}")


def _waves(name: str, rows: int, columns: int, numbers: Numbers, arguments: tuple[Any, ...]) -> Any:
    column = f.joined([f.vec(argument) for argument in arguments], 1)
    weights = numbers(f"function {name} {column.shape[1]}", rows * columns, column.shape[1])
    shift = numbers(f"shift of {name}", rows * columns, 1)
    flat = added(f.product(weights, column), shift).sin()
    return flat if columns == 1 else f.joined([flat[:, k : k + rows] for k in range(0, rows * columns, rows)], 2)


def applied(head: str, function: Chosen, *arguments: Any) -> Any:
    """The value of an unspecified activation, kernel or function."""
    if head == "gram":
        return f.each_pair(function.on, *arguments)
    return function.on(*arguments)


def jacobian(function: Chosen, which: int, U: Any, W: Any, T: Any) -> Any:
    """The derivative of an activation in its first or second argument along ``T``."""
    if which == 1:
        return along(lambda at: function.on(at, W), U, T)
    return along(lambda at: function.on(U, at), W, T)


LABELS = ("y = <w,x> + (1 + <v,x>) z", "y = relu(<w,x>) + z", "y = <w,x>^3/8 + z")
"""Laws of labels given their covariate; z of mean 0 and variance 1."""


def label(variant: int, x: Any, z: Any, numbers: Numbers) -> Any:
    """The label of the covariate ``x``."""
    w, v = (numbers(f"label {name}", x.shape[1], 1) for name in "wv")
    on_w = f.inner(w, x)
    which = variant % len(LABELS)
    if which == 0:
        return added(on_w, multiplied(added(f.inner(v, x), 1.0), z))
    if which == 1:
        return added(on_w.relu(), z)
    return added(multiplied(f.power(on_w, 3), 0.125), z)
