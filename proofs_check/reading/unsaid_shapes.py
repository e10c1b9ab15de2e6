r"""The shape of a letter that a minimum binds, or of the argument of a function, where its formula leaves one alone.

>>> from .declarations import declared
>>> with_bound(r"\min_x \tfrac12 x^\top Ax - b^\top x", declared("A: d x d posdef; b: d"))[-1].shape
('d', 1)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

from ..errors import UserError
from ..statement.terms import Abbrev, Dim, Sym
from .declarations import declared
from .letters import Letters, Named, spelled
from .outcomes import Read
from .reader import read
from .specs import specified
from .tokens import name_of

_MINIMUM = r"(?:arg\s*(?:\\,)?\s*\\?min|min|inf)"
_BOUND = re.compile(rf"\\(?:{_MINIMUM}|operatorname\*?\s*\{{{_MINIMUM}\}})\s*(?:\\limits)?\s*_\s*"
                    r"(?:\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})+)\}|(\w|\\[A-Za-z]+))")  # fmt: skip
_SPACE = re.compile(r"\s*(?:\\mathbb\s*\{?\s*R\s*\}?|\\R)\s*(?:\^\s*(?:\w|\{[^{}]*\}))?\s*")


def with_bound(source: str, letters: Sequence[Named], apart: Callable[[str], bool] = bool) -> tuple[Named, ...]:
    """The letters with those that minima bind and nothing declares, of the one shape with which the formula reads."""
    found = tuple(letters)
    table = Letters(letters)
    for bound in _BOUND.finditer(source):
        name = (bound[1] or bound[2]).strip()
        where = spelled(name)
        if where is not None and table.find(*where) is None and where[0] not in table.bases and apart(name):
            found = with_shape(name, found, lambda more: isinstance(read(source, more), Read))
    return found


def memberships_below(source: str) -> tuple[str, dict[str, str]]:
    r"""``\min_{x\in\mathbb R^d}`` as ``\min_{x}``, as long as it was, and what it says of the letter."""
    said: dict[str, str] = {}
    for bound in _BOUND.finditer(source):
        name, sign, space = (bound[1] or "").partition("\\in")
        if sign and spelled(name.strip()) is not None and _SPACE.fullmatch(space):
            said[name.strip()] = space.strip()
            source = source[: bound.start(1) + len(name)] + " " * len(sign + space) + source[bound.end(1) :]
    return source, said


def with_shape(name: str, letters: Sequence[Named], fits: Callable[[Sequence[Named]], bool]) -> tuple[Named, ...]:
    """The letters with this one, where just one shape of those that are there fits; else as they are."""
    dims: list[Dim] = list(dict.fromkeys(dim for one in letters for dim in _shape(one) if dim != 1))
    shapes: list[tuple[Dim, Dim]] = [(1, 1), *((dim, 1) for dim in dims), *product(dims, dims)]
    made = [(*letters, Sym(name_of(name), shape, frozenset(), name)) for shape in shapes[:20]]
    good = [more for more in made if fits(more)]
    return good[0] if len(good) == 1 else tuple(letters)


def with_directions(source: str, letters: Sequence[Named], names: Sequence[str]) -> tuple[Named, ...]:
    """The letters with these vectors, where just one choice of their lengths fits."""
    if not names:
        return tuple(letters)
    dims: list[Dim] = list(dict.fromkeys(dim for one in letters for dim in _shape(one)))
    made = [(*letters, *(Sym(name_of(name), (dim, 1), frozenset(), name) for name, dim in zip(names, of, strict=True)))
            for of in product(dims[:8], repeat=len(names))]  # fmt: skip
    good = [more for more in made if isinstance(read(source, more), Read)]
    return good[0] if len(good) == 1 else tuple(letters)


def _shape(named: Named) -> tuple[Dim, Dim]:
    return (named.sym if isinstance(named, Abbrev) else named).shape


def with_arguments(texts: list[str], apart: Callable[[str], bool]) -> list[str]:
    """The declarations with the arguments of functions that nothing declares, where just one shape fits."""
    specs = specified("; ".join(texts))
    for name in [name for spec in list(specs.values()) for name in spec.of]:
        if spelled(name) is None or name in specs or not apart(name):
            continue
        dims = dict.fromkeys(str(dim) for spec in specs.values() for dim in spec.shape or () if dim != 1)
        shapes = ["number", *dims, *(f"{m} x {n}" for m, n in product(dims, dims))]
        good = [more for shape in shapes[:20] if _declares(more := [*texts, f"{name}: {shape}"])]
        texts = good[0] if len(good) == 1 else texts
    return texts


def _declares(texts: list[str]) -> bool:
    try:
        return bool(declared("; ".join(texts)))
    except UserError:
        return False
