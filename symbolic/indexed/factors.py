"""Factors of monomials with indices, interned by their canonical text.

An index is ``(level, name, dimension)``: level 0 for a free index, a positive level for one that is bound by a sum;
the indices of an outer sum have a higher level than those of any sum inside it, so nothing is ever captured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import count
from typing import Any, Union

from ..words.letters import Dim, Exponent, Letter
from ..words.structure import names, names_in_call

Index = tuple[int, str, Dim]
Pair = tuple["Factor", Exponent]
Mono = tuple[Pair, ...]
"""Factors with non-zero exponents, in the order of their keys."""
Name = Union[Letter, str]
"""What a value may depend on: a letter, or the name of a scalar."""


def free_index(name: str, dim: Dim) -> Index:
    """The free index of this name, running over ``1, ..., dim``."""
    return (0, name, dim)


_FRESH = count(1)


def fresh_index(dim: Dim) -> Index:
    """An index that occurs nowhere else, for the time in which a sum is open."""
    return (0, f"${next(_FRESH)}", dim)


def order(index: Index) -> tuple[int, str, str]:
    return index[0], index[1], str(index[2])


def show(index: Index) -> str:
    return index[1] if index[0] == 0 else f"~{index[0]}.{index[1]}:{index[2]}"


class Factor:
    r"""One factor.  By ``kind``:

    ======== ==================================================== =========================================
    kind     ``args``, ``indices``                                meaning
    ======== ==================================================== =========================================
    symbol   ``name``                                             a named scalar
    entry    (letter,), one or two indices                        an entry of a vector or a matrix letter
    delta    two free indices                                     1 where they agree, else 0
    sum      (bound indices, mono)                                the sum of a connected product
    mean     (letter, mono)                                       the mean of a product of random factors
    poly     (value,)                                             a sum of which a power below 1 is taken
    call     ``name``, values                                     a function of which little is known
    ======== ==================================================== =========================================

    ``sign`` is 2 for what is positive, 1 for what is not negative, 0 where that is not known.
    """

    __slots__ = ("args", "free", "indices", "key", "kind", "leaves", "level", "name", "sign")

    def __init__(
        self, kind: str, name: str, indices: tuple[Index, ...], args: tuple[Any, ...], sign: int, key: str,
        free: frozenset[Index], leaves: frozenset[Name], level: int,
    ) -> None:
        self.kind, self.name, self.indices, self.args, self.sign, self.key = kind, name, indices, args, sign, key
        self.free, self.leaves, self.level = free, leaves, level

    def __repr__(self) -> str:
        return self.key


_FACTORS: dict[tuple[Any, ...], Factor] = {}


def _intern(
    kind: str, name: str, indices: tuple[Index, ...], args: tuple[Any, ...], sign: int, key: str,
    free: frozenset[Index], leaves: frozenset[Name], level: int,
) -> Factor:
    ident = (kind, name, indices, args, sign)
    found = _FACTORS.get(ident)
    if found is None:
        found = _FACTORS[ident] = Factor(kind, name, indices, args, sign, key, free, leaves, level)
    return found


def symbol(name: str, sign: int) -> Factor:
    return _intern("symbol", name, (), (), sign, name, frozenset(), frozenset({name}), 0)


def entry(x: Letter, indices: tuple[Index, ...], sign: int = 0) -> Factor:
    """An entry of an original (not transposed) letter; those of a symmetric one are sorted."""
    if len(indices) == 2 and x.t is x and order(indices[1]) < order(indices[0]):
        indices = indices[::-1]
    key = f"{x.name}[{','.join(map(show, indices))}]"
    return _intern("entry", x.name, indices, (x,), sign, key, frozenset(indices), leaves_of(x), 0)


def own(x: Letter) -> Letter:
    """The letter itself, or the one of which it is a function."""
    return x.base if x.base is not None else x


def leaves_of(x: Letter) -> frozenset[Name]:
    """What an entry of the letter depends on: the letter itself, or that of which it is a function, its arguments,
    its shift and its weight."""
    within = (s for s in (x.shift, x.middle, x.weight) if s is not None)
    inside = (leaves_of(y) for y in x.inside)
    called = names_in_call(*x.call) if x.call is not None else ()
    return (frozenset() if x.inside else frozenset({own(x)})).union(*inside, *(names(s) for s in within), called)


def delta(i: Index, j: Index) -> Factor:
    pair = (i, j) if order(i) <= order(j) else (j, i)
    key = f"delta[{','.join(map(show, pair))}]"
    return _intern("delta", "", pair, (), 1, key, frozenset(pair), frozenset(), 0)


def summation(bound: tuple[Index, ...], body: Mono) -> Factor:
    free, leaves, level = _inside(body)
    key = f"sum({','.join(map(show, bound))}; {mono_key(body)})"
    top = max([level, *(b[0] for b in bound)])
    return _intern("sum", "", (), (bound, body), mono_sign(body), key, free - set(bound), leaves, top)


def mean_of(drawn: Letter, body: Mono) -> Factor:
    """The mean of ``body`` over the letter ``drawn``."""
    free, leaves, level = _inside(body)
    key = f"E[{mono_key(body)}]"
    return _intern("mean", drawn.name, (), (drawn, body), mono_sign(body), key, free, leaves - {drawn}, level)


def compound(kind: str, name: str, values: tuple[Any, ...], sign: int) -> Factor:
    """A power's base or a function of values that have ``key``, ``free``, ``leaves`` and ``level``."""
    key = f"{name or kind}({'; '.join(v.key for v in values)})"
    free = frozenset().union(*(v.free for v in values))
    leaves = frozenset().union(*(v.leaves for v in values))
    level = max((v.level for v in values), default=0)
    return _intern(kind, name, (), values, sign, key, free, leaves, level)


def _inside(body: Mono) -> tuple[frozenset[Index], frozenset[Name], int]:
    free = frozenset().union(*(f.free for f, _ in body))
    leaves = frozenset().union(*(f.leaves for f, _ in body))
    return free, leaves, max((f.level for f, _ in body), default=0)


def mono_key(mono: Mono) -> str:
    return "*".join(f.key if e == 1 else f"{f.key}**({e})" for f, e in mono) or "1"


def mono_sign(mono: Mono) -> int:
    """2 when all factors are positive, 1 when the product is known not to be negative."""
    signs = (f.sign if f.sign else int(isinstance(e, int) and e % 2 == 0) for f, e in mono)
    return min(signs, default=2)


def signature(f: Factor, colors: Mapping[Index, str]) -> str:
    """A text of the factor in which indices appear by colour only."""
    if not f.free & colors.keys():
        return f.key
    if f.kind in {"entry", "delta"}:
        seen = [colors.get(i, i[1]) for i in f.indices]
        symmetric = f.kind == "delta" or f.args[0].t is f.args[0]
        return f"{f.name}[{','.join(sorted(seen) if symmetric else seen)}]"
    if f.kind == "sum":
        return f"sum({mono_signature(f.args[1], {**colors, **{i: f'b{i[2]}' for i in f.args[0]}})})"
    if f.kind == "mean":
        return f"E[{mono_signature(f.args[1], colors)}]"
    bodies = (getattr(v, "body", v) for v in f.args)
    inside = (sorted(f"{c!r}:{mono_signature(m, colors)}" for m, c in v.terms.items()) for v in bodies)
    return f"{f.kind}{f.name}({'|'.join(map(str, inside))})"


def mono_signature(mono: Mono, colors: Mapping[Index, str]) -> str:
    return "*".join(sorted(f"{signature(f, colors)}^{e}" for f, e in mono))


def sorted_mono(pairs: Iterable[Pair]) -> Mono:
    return tuple(sorted(pairs, key=lambda pair: pair[0].key))


def tidy(e: Exponent) -> Exponent:
    return int(e) if isinstance(e, Fraction) and e.denominator == 1 else e
