r"""Sums over indices and means over random letters, in a form that does not depend on the names of what is bound.

A sum is taken apart into connected products: factors without its indices stand outside, and
:math:`(\sum_ia_i)(\sum_jb_j)` is a product of two sums.  The bound indices of a connected product are numbered by
the least text among the numberings that its structure allows.  Sums are drawn out of means, and out of a mean comes
all that is not random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from itertools import product as choices

from ..errors import InputError
from ..words.functions import joined
from ..words.letters import Letter
from .factors import (
    Factor,
    Index,
    Mono,
    Name,
    Pair,
    entry,
    fresh_index,
    mean_of,
    mono_key,
    order,
    signature,
    sorted_mono,
    summation,
)
from .values import ONE, Indexed, delta, dimension, product, total

Renaming = Mapping[Index, Index]


# Rebuilding --------------------------------------------------------------------------------------------------

def rebuild(value: Indexed, change: Callable[[Factor], Indexed | None], touched: Callable[[Factor], bool]) -> Indexed:
    """``value`` with factors replaced; ``change`` answers None for those that are kept, or rebuilt from within.

    Factors that are not ``touched`` stay as they are.
    """
    out = []
    for mono, c in value.terms.items():
        kept = [pair for pair in mono if not touched(pair[0])]
        if len(kept) == len(mono):
            out.append(Indexed({mono: c}))
            continue
        new = product(kept) * Indexed({(): c})
        for f, e in mono:
            if touched(f):
                new = new * _rebuilt(f, change, touched) ** e
        out.append(new)
    return total(out)


def _rebuilt(f: Factor, change: Callable[[Factor], Indexed | None], touched: Callable[[Factor], bool]) -> Indexed:
    new = change(f)
    if new is not None:
        return new
    if f.kind == "sum":
        bound, body = opened(f)
        return summed(bound, rebuild(body, change, touched))
    if f.kind == "mean":
        drawn, inside = f.args
        return mean(rebuild(Indexed({inside: _ONE}), change, touched), Law(drawn))
    if f.kind == "poly":
        return rebuild(f.args[0], change, touched)
    if f.kind == "call":
        from .matrices import call  # functions have matrices as arguments

        return call(f.name, *(v.map(lambda x: rebuild(x, change, touched)) for v in f.args))
    return Indexed.factor(f)


def rename(value: Indexed, renaming: Renaming) -> Indexed:
    """``value`` with free indices renamed; two of them may become the same."""
    if not value.free & renaming.keys():
        return value
    if len(value.terms) == 1:
        ((mono, c),) = value.terms.items()
        if c.is_one and len(mono) == 1 and mono[0][1] == 1:
            return _renamed(mono[0][0], tuple(sorted(renaming.items())))
    return rebuild(value, lambda f: _renamed(f, tuple(sorted(renaming.items()))) if f.kind in _LEAVES else None,
                   lambda f: bool(f.free & renaming.keys()))


_LEAVES = frozenset({"entry", "delta"})


@lru_cache(maxsize=1 << 16)
def _renamed(f: Factor, pairs: tuple[tuple[Index, Index], ...]) -> Indexed:
    renaming = dict(pairs)
    if f.kind == "entry":
        return Indexed.factor(entry(f.args[0], tuple(renaming.get(i, i) for i in f.indices), f.sign))
    if f.kind == "delta":
        return delta(*(renaming.get(i, i) for i in f.indices))
    return _rebuilt(f, lambda g: _renamed(g, pairs) if g.kind in _LEAVES else None,
                    lambda g: bool(g.free & renaming.keys()))


# Sums --------------------------------------------------------------------------------------------------------

def opened(f: Factor) -> tuple[list[Index], Indexed]:
    """The body of a sum with fresh indices in place of the bound ones."""
    bound, body = f.args
    fresh = {i: fresh_index(i[2]) for i in bound}
    return list(fresh.values()), rename(Indexed({body: _ONE}), fresh)


def summed(bound: Iterable[Index], value: Indexed) -> Indexed:
    """The sum of ``value`` over the free indices ``bound``."""
    indices = frozenset(bound)
    return total(_summed(indices, mono) * Indexed({(): c}) for mono, c in value.terms.items())


def _summed(bound: frozenset[Index], mono: Mono) -> Indexed:
    for f, e in mono:
        if f.kind == "sum" and f.free & bound and isinstance(e, int) and e >= 1:
            inside, body = opened(f)
            rest = [(g, x) for g, x in mono if g is not f] + ([(f, e - 1)] if e > 1 else [])
            return summed(bound | set(inside), product(rest) * body)
    for f, _ in mono:
        if f.kind == "delta" and f.free & bound:
            gone = next(i for i in f.indices if i in bound)
            (other,) = set(f.indices) - {gone}
            others = Indexed({tuple((g, x) for g, x in mono if g is not f): _ONE})
            return summed(bound - {gone}, rename(others, {gone: other}))
    merged = _merged(bound, mono)
    if merged is not None:
        gone, value = merged
        return summed(bound - {gone}, value)
    outside = Indexed({tuple(pair for pair in mono if not pair[0].free & bound): _ONE})
    left = [pair for pair in mono if pair[0].free & bound]
    unused = bound - frozenset().union(*(f.free for f, _ in left))
    out = outside
    for i in unused:
        out = out * dimension(i[2])
    while left:
        component, left = _connected(left, bound)
        out = out * _numbered(component, bound)
    return out


def _connected(pairs: list[Pair], bound: frozenset[Index]) -> tuple[list[Pair], list[Pair]]:
    """The factors connected with the first one by bound indices, and the others."""
    component, rest = pairs[:1], pairs[1:]
    reached = component[0][0].free & bound
    while True:
        new = [pair for pair in rest if pair[0].free & reached]
        if not new:
            return component, rest
        component += new
        rest = [pair for pair in rest if pair not in new]
        reached = reached.union(*(f.free & bound for f, _ in new))


def _merged(bound: frozenset[Index], mono: Mono) -> tuple[Index, Indexed] | None:
    """Two functions of one letter joined by an index that occurs nowhere else: their product as one function."""
    for i in bound:
        users = [(f, e) for f, e in mono if i in f.free]
        if not all(f.kind == "entry" and f.args[0].base is not None and isinstance(e, int) and e > 0 for f, e in users):
            continue
        places = [f for f, e in users for _ in range(int(e))]
        if len(places) != 2 or any(f.indices == (i, i) for f in places) or len({f.args[0].base for f in places}) != 1:
            continue
        first, second = places
        combination = joined(first.args[0], second.args[0])
        if combination is None:
            continue
        from .from_words import scalar  # words are read with binders

        j, k = (next(x for x in f.indices if x != i) for f in places)
        new = total(
            scalar(c) * (delta(j, k) if x is None else Indexed.factor(entry(x, (j, k)))) for x, c in combination
        )
        return i, Indexed({tuple(pair for pair in mono if pair not in users): _ONE}) * new
    return None


def _numbered(pairs: list[Pair], bound: frozenset[Index]) -> Indexed:
    """The sum of a connected product with its bound indices numbered canonically."""
    mine = bound & frozenset().union(*(f.free for f, _ in pairs))
    level = 1 + max(f.level for f, _ in pairs)
    colors = _refined(pairs, {i: str(i[2]) for i in mine})
    classes: dict[str, list[Index]] = {}
    for i in mine:
        classes.setdefault(colors[i], []).append(i)
    groups = [sorted(classes[color], key=order) for color in sorted(classes)]
    whole = Indexed({sorted_mono(pairs): _ONE})
    found = []
    for arrangement in choices(*(permutations(group) for group in groups)):
        flat = [i for group in arrangement for i in group]
        labels = {i: (level, str(n), i[2]) for n, i in enumerate(flat)}
        renamed = rename(whole, labels)
        if len(renamed.terms) != 1:
            raise InputError(f"{whole} has no form that does not depend on the names of its indices.")
        # The coefficient is a sign where (a_i - a_j)^-1 became (a_j - a_i)^-1.
        ((mono, c),) = renamed.terms.items()
        found.append((mono_key(mono), repr(c), c, summation(tuple(labels.values()), mono)))
    _, _, c, f = min(found, key=lambda candidate: candidate[:2])
    return Indexed({((f, 1),): c})


def _refined(pairs: list[Pair], colors: dict[Index, str]) -> dict[Index, str]:
    """Colours of the indices that depend on the structure alone: refined until no class splits."""
    while True:
        new = {}
        for i in colors:
            marked = {**colors, i: "@"}
            seen = sorted(f"{signature(f, marked)}^{e}" for f, e in pairs if i in f.free)
            new[i] = f"{colors[i]}<{';'.join(seen)}>"
        different = sorted({(new[i], str(i[2])) for i in colors})
        ranks = {text: f"{dim}#{n}" for n, (text, dim) in enumerate(different)}
        refined = {i: ranks[new[i]] for i in colors}
        if len(set(refined.values())) == len(set(colors.values())):
            return refined
        colors = refined


# Means -------------------------------------------------------------------------------------------------------

@dataclass(frozen=True)
class Law:
    """The law of a random letter; ``copies`` is the letter whose law it shares, independently of it."""

    letter: Letter
    copies: Letter | None = None


def mean(value: Indexed, law: Law) -> Indexed:
    """The expectation of ``value`` over the letter of ``law``, all else being held fixed."""
    return total(_mean(mono, law) * Indexed({(): c}) for mono, c in value.terms.items())


def _mean(mono: Mono, law: Law) -> Indexed:
    for f, e in mono:
        if f.kind == "sum" and law.letter in f.leaves and isinstance(e, int) and e >= 1:
            bound, body = opened(f)
            rest = [(g, x) for g, x in mono if g is not f] + ([(f, e - 1)] if e > 1 else [])
            return summed(bound, mean(product(rest) * body, law))
    random = tuple(pair for pair in mono if law.letter in pair[0].leaves)
    fixed = Indexed({tuple(pair for pair in mono if pair not in random): _ONE})
    if not random:
        return fixed
    if law.copies is not None and not any(law.copies in f.leaves for f, _ in random):
        if any(averages(f, law.copies) for f, _ in random):
            raise InputError(f"a mean over {law.copies} depends on its copy {law.letter}: both means are unknown.")
        from .calculus import substituted  # values are put in with binders

        original = substituted(Indexed({random: _ONE}), {law.letter: law.copies})
        return fixed * mean(original, Law(law.copies))
    return fixed * Indexed.factor(mean_of(law.letter, random))


def averages(f: Factor, drawn: Letter, of: frozenset[Name] = frozenset()) -> bool:
    """Whether a mean over ``drawn`` (of what depends on one of ``of``) occurs: it would capture the letter."""
    if f.kind == "mean" and f.args[0] is drawn and (not of or f.leaves & of):
        return True
    inside = f.args[-1:] if f.kind in {"sum", "mean"} else [
        mono for v in f.args if f.kind in {"poly", "call"} for mono in getattr(v, "body", v).terms
    ]
    return any(averages(g, drawn, of) for mono in inside for g, _ in mono)


_ONE = ONE.terms[()]
