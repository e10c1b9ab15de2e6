"""Least values at exact points, found once: twins, parts and other claims ask for the same ones again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction

from symbolic.entries import Matrix
from symbolic.errors import InputError

from ...statement.fold import Lacks
from ...statement.terms import Op, Sym
from .laws import needed_for
from .linear import LinearAlgebra

MOST = 1 << 14
_FOUND: dict[Hashable, Fraction | str] = {}
"""The value, or what is lacked there."""


def remembered(node: Op, algebra: LinearAlgebra, find: Callable[[], Matrix]) -> Matrix:
    """The least value that ``node`` denotes, by ``find`` where it was not asked for at this exact point before."""
    key = _key(node, algebra)
    if key is None:
        return find()
    if key not in _FOUND:
        if len(_FOUND) >= MOST:
            _FOUND.clear()
        try:
            value = find()
        except Lacks as lacks:
            _FOUND[key] = str(lacks)
            raise
        try:
            _FOUND[key] = value[0, 0].constant()
        except InputError:
            return value  # it depends on what has no value yet
    found = _FOUND[key]
    if isinstance(found, str):
        raise Lacks(found)
    return Matrix(((algebra.space.constant(found),),))


def _key(node: Op, algebra: LinearAlgebra) -> Hashable | None:
    """The node and all that its value depends on; None where that is not a matter of exact values alone."""
    setting, space = algebra.setting, algebra.space
    if not setting.values or getattr(space, "drawn", None):
        return None
    met = {s.name for s in needed_for([node], setting.model)} - {s.name for s in node.args[1:] if isinstance(s, Sym)}
    values = sorted((name, str(value)) for name, value in setting.values.items() if name in met)
    laws = sorted((name, str(law)) for name, law in setting.laws.items())
    return (
        node, type(algebra), setting.d, *(tuple(sorted(m.items())) for m in (setting.lengths, setting.ranks)),
        tuple(values), tuple(laws), space.deferred & met, space.rooted & met, setting.definite, setting.orthogonal,
        setting.diagonal, setting.squared, setting.reflected, setting.written, setting.vanishing, setting.model,
    )
