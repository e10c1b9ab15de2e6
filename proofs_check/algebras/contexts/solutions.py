"""Places that meet what a statement supposes: numbers by the roots of its equations, matrices among hostile ones,
kernels by formulas.

General values meet no equation.  What is found here is only proposed: whether it is met is asked at the place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import islice, product
from math import prod

from flint import fmpq

from symbolic.contexts import NeedsFiner, common_roots, formulas, hostile_matrices, is_psd, orthogonal_matrices
from symbolic.entries import Matrix
from symbolic.errors import InputError

from ...statement.binding import free_symbols
from ...statement.fold import Lacks
from ...statement.premises import implication
from ...statement.props import Prop, inside, nodes_in, symbols_in, terms_in
from ...statement.terms import Op, Sym, symbols
from .assumptions import binds, links
from .environment import NOTHING
from .place import STYLES, Place, Style
from .reader import Reader, Undefined
from .truth import assume

Key = tuple[Sym, int | None]
"""A symbol, or a family and the number of its member."""
Chosen = dict[Key, Matrix]
NUMBERS = tuple(fmpq(p, q) for p, q in (
    (0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (-1, 2), (3, 1), (-3, 1), (3, 5), (-4, 5),
))  # fmt: skip
CHOOSABLE = frozenset({
    "symmetric", "psd", "posdef", "orthogonal", "invertible", "positive", "nonnegative", "nonzero", "context", "random",
    "layers",
})  # fmt: skip
"""Traits that a chosen value is known to have, or that restrict none."""
STRICT = frozenset({"ne", "lt", "gt"})
TRIED, WITH_FUNCTIONS = 160, 8
"""Choices of values that are tried; fewer where each is looked at with several functions."""
KEPT = 16
"""Places of one size that are looked at, of those that meet the conditions."""
DRAWN = (STYLES[1], STYLES[6])
FUNCTIONS = (Style("zeros and signs", spread=(0, 1, -1), features=1), Style("signs alone", spread=(1, -1), features=1))
"""Values of functions among so few numbers meet equations between them."""
SEEDS = 3
MEMBERS = 2
"""So many members of a family are chosen where a bound index runs over them."""


def solved_places(
    prop: Prop, given: Sequence[Prop], sizes: Sequence[Mapping[str, int]], rooted: frozenset[str], seed: int
) -> Iterator[Place]:
    """Places at which the hypotheses hold together with the conditions of one implication, or with the equation that a
    strict relation excludes."""
    for more in [(), *suppositions(prop)]:
        conditions = (*given, *more)
        if not _restricts(conditions):
            continue
        for here in sizes:
            yield from islice(_meeting(conditions, here, rooted, seed), KEPT)


def suppositions(prop: Prop) -> Iterator[tuple[Prop, ...]]:
    """What is to hold where the statement is to be tried, each on its own."""
    parts = implication(prop)
    if parts:
        condition, conclusion = parts
        yield (condition,)
        yield from ((condition, *more) for more in suppositions(conclusion))
    elif prop.head == "iff":
        yield from ((side,) for side in inside(prop))
    elif prop.head in {"and", "or"}:
        for part in inside(prop):
            yield from suppositions(part)
    elif prop.head in STRICT:
        yield (Prop("eq", prop.args),)


def _restricts(conditions: Sequence[Prop]) -> bool:
    """Whether more is supposed than what values some symbols have."""
    bindings: dict[Sym, object] = {}
    return any(not binds(link, bindings, {}) for link in links(conditions))  # type: ignore[arg-type]


def _meeting(
    conditions: Sequence[Prop], sizes: Mapping[str, int], rooted: frozenset[str], seed: int
) -> Iterator[Place]:
    every = [sym for link in conditions for sym in symbols_in(link)]
    of_functions = any(sym.traits & {"kernel", "activation"} for sym in every)
    for chosen in _choices(conditions, sizes, of_functions, seed):
        for place in _places_with(chosen, sizes, rooted, every, seed):
            if _meets(conditions, place):
                yield place.anew()


def _meets(conditions: Sequence[Prop], place: Place) -> bool:
    try:
        return assume(conditions, Reader(place)) is not None
    except NeedsFiner:
        return True
    except (Lacks, Undefined, InputError):
        return False


def _places_with(
    chosen: Chosen, sizes: Mapping[str, int], rooted: frozenset[str], spoken: Sequence[Sym], seed: int
) -> Iterator[Place]:
    """The place with these values: functions take few values there, or kernels are given by formulas."""
    if not any(sym.traits & {"kernel", "activation"} for sym in spoken):
        yield from (Place(sizes, style, seed, rooted, chosen=chosen) for style in DRAWN)
        return
    yield from (Place(sizes, style, seed + k, rooted, chosen=chosen) for k in range(SEEDS) for style in FUNCTIONS)
    most = max((len(formulas(sym.traits)) for sym in spoken if sym.has("kernel")), default=0)
    yield from (Place(sizes, STYLES[1], seed, rooted, chosen=chosen, formula=k) for k in range(most))


# Values -----------------------------------------------------------------------------------------------------------


def _choices(conditions: Sequence[Prop], sizes: Mapping[str, int], of_functions: bool, seed: int) -> Iterator[Chosen]:
    """Values of what the conditions speak of."""
    shaped = Place(sizes, STYLES[1])
    try:
        unknowns = _unknowns(conditions, Reader(shaped))
        pools = {key: _pool(key[0].traits, *shaped.shape(key[0])) for key in unknowns}
    except (Lacks, Undefined):
        return
    numbers = [key for key in unknowns if key[0].shape == (1, 1)]
    matrices = [key for key in unknowns if key not in numbers]
    if not all(pools.values()):
        return
    tried = WITH_FUNCTIONS if of_functions else TRIED
    equations = [] if of_functions else _equations(conditions, Reader(shaped))
    for values in _picked([pools[key] for key in matrices], tried, seed):
        chosen: Chosen = dict(zip(matrices, values, strict=True))
        rng = random.Random(f"{seed} {len(matrices)} {values and [A.rows for A in values]}")
        for _ in range(1 if len(matrices) else tried // 4):
            yield from _with_numbers(chosen, numbers, pools, equations, sizes, rng)


def _picked(pools: Sequence[Sequence[Matrix]], count: int, seed: int) -> Iterator[tuple[Matrix, ...]]:
    """All choices where they are few, otherwise so many of them."""
    if prod(map(len, pools)) <= count:
        yield from product(*pools)
        return
    rng = random.Random(f"{seed} {[len(pool) for pool in pools]}")
    yield from (tuple(map(rng.choice, pools)) for _ in range(count))


def _equations(conditions: Sequence[Prop], reader: Reader) -> list[tuple[Prop, Set[Key]]]:
    """The equations among them, with the unknowns of each."""
    return [(link, set(_unknowns([link], reader))) for link in links(conditions) if link.head == "eq"]


def _with_numbers(
    chosen: Chosen, numbers: Sequence[Key], pools: Mapping[Key, Sequence[Matrix]],
    equations: Sequence[tuple[Prop, Set[Key]]], sizes: Mapping[str, int], rng: random.Random,
) -> Iterator[Chosen]:  # fmt: skip
    """All numbers in turn: by the roots of the equations that speak of no other unknown number, otherwise at random."""
    left = [key for key in numbers if key not in chosen]
    if not left:
        yield chosen
        return
    for key in rng.sample(left, len(left)):
        alone = [link for link, keys in equations if keys - chosen.keys() == {key}]
        roots = _roots(alone, key, chosen, sizes) if alone else None
        if roots is not None:
            for root in roots:
                if _admits(key[0].traits, value := Matrix(((root,),))):
                    yield from _with_numbers({**chosen, key: value}, numbers, pools, equations, sizes, rng)
            return
    key = rng.choice(left)
    value = rng.choice(pools[key])
    yield from _with_numbers({**chosen, key: value}, numbers, pools, equations, sizes, rng)


def _roots(equations: Sequence[Prop], key: Key, chosen: Chosen, sizes: Mapping[str, int]) -> list[fmpq] | None:
    """Where all these hold, as far as the number under ``key`` says."""

    def gaps(x: fmpq) -> list[fmpq]:
        reader = Reader(Place(sizes, STYLES[1], chosen={**chosen, key: Matrix(((x,),))}))
        found = [e for link in equations for e in _gap(link, reader).entries()]
        if not all(isinstance(e, fmpq) for e in found):
            raise Lacks("entries lacks the roots of what is irrational")
        return found

    try:
        return common_roots(gaps)
    except (Lacks, Undefined, NeedsFiner, InputError):
        return None


def _gap(equation: Prop, reader: Reader) -> Matrix:
    left, right = (reader(side) for side in terms_in(equation))
    return reader.difference(left, right)


def _unknowns(conditions: Sequence[Prop], reader: Reader) -> list[Key]:
    """The symbols and members of which they speak and whose values may be chosen, as they are met."""
    found: dict[Key, None] = {}
    for prop in conditions:
        free = free_symbols(prop)
        for node in nodes_in(prop):
            if isinstance(node, Op) and node.head == "at":
                family, index = node.args
                if isinstance(family, Sym) and family in free and family.traits <= CHOOSABLE:
                    named = symbols(index) <= free
                    members = [reader.integer(index, NOTHING)] if named else range(MEMBERS)
                    found |= dict.fromkeys((family, k) for k in members)
            elif isinstance(node, Sym) and node in free and node.traits <= CHOOSABLE and not node.has("layers"):
                found[node, None] = None
    return list(found)


@lru_cache(maxsize=256)
def _pool(traits: frozenset[str], rows: int, columns: int) -> tuple[Matrix, ...]:
    """Values for what has these traits."""
    if (rows, columns) == (1, 1):
        every = [Matrix(((x,),)) for x in NUMBERS]
    else:
        plain = hostile_matrices(rows, columns)
        every = [*plain, *(A.T @ A for A in plain)] if traits & {"psd", "posdef"} else list(plain)
        if "orthogonal" in traits:
            every += islice(orthogonal_matrices(rows), len(plain))
        if "symmetric" in traits and not traits & {"psd", "posdef"}:
            every += [A + A.T for A in plain]
    return tuple({A.rows: A for A in every if _admits(traits, A)}.values())


def _admits(traits: frozenset[str], A: Matrix) -> bool:
    """Whether a value has these traits."""
    square, scalar = A.shape[0] == A.shape[1], A.shape == (1, 1)
    if traits & {"positive", "nonnegative", "nonzero"}:
        below = {"positive": A[0, 0] > 0, "nonnegative": A[0, 0] >= 0, "nonzero": A[0, 0] != 0}
        if not scalar or not all(below[trait] for trait in traits & below.keys()):
            return False
    if traits & {"symmetric", "psd", "posdef"} and (not square or A != A.T):
        return False
    if traits & {"psd", "posdef"} and not is_psd(A, _sign, strict="posdef" in traits):
        return False
    if "orthogonal" in traits and (not square or _one(A) != A.T @ A):
        return False
    return not ("invertible" in traits and (not square or not A.det()))


def _sign(x: fmpq) -> int:
    return (x > 0) - (x < 0)


def _one(A: Matrix) -> Matrix:
    return Matrix.build(*A.shape, lambda i, j: fmpq(int(i == j)))
