"""Which places are looked at: small sizes, all combinations of them, each in several styles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from fractions import Fraction

from ...statement.domains import kinks
from ...statement.fold import Lacks
from ...statement.props import Prop, nodes_in, subprops
from ...statement.terms import Num, Op, Sym, Term, symbols
from .assumptions import links
from .place import CORNERS, FACTORS, RANK_ONE, SCALES, SIGNED, SIGNS, STYLES, Place
from .reader import Reader, Undefined
from .sizes import LOOKED, PROVED, choices, free_layers, may_be_zero, size_names
from .truth import COMPARE, MOST_LAYERS, truth

GENERAL = (1, 6)
"""Styles tried at every small combination of sizes, none of them missing."""
SPECIAL = (0, 2, 3, 4, 5, 7)
"""Styles tried at the smallest ones."""
LARGEST_ORBIT = 2
"""The largest d at which means are taken over orbits: there are 8 signed permutations for d = 2, 48 for d = 3."""
KINKS = 8
FINITENESS = frozenset({"finite", "infinite"})
STRICT = frozenset({"lt", "gt", "ne", "posdef"})
"""What fails where something vanishes."""
MORE = 4
"""Further draws at this many of the smallest combinations of sizes, of inequalities."""
FEW = 3
"""Combinations of sizes at which means over orbits, which are long, are looked at in both general styles."""
MOST_MEANS = 5
"""Combinations of sizes at which means of letters are looked at."""
MEANS = frozenset({"expect", "expect_given", "minimum", "infimum"})


def places(prop: Prop, given: Sequence[Prop], dims: Sequence[int], most: int, seed: int) -> Iterator[Place]:
    """Exact places, the smallest sizes first; every combination of small sizes is among them."""
    names, layers, rooted = spoken(prop, given)
    averaged = _has(prop, MEANS)
    group = averaged and any(p.head == "same_law" for p in links(given))
    if averaged:
        dims, most = [d for d in dims if d <= LARGEST_ORBIT], most // (4 if group else 2)
    zero = may_be_zero([prop, *given])
    small = admitted(choices(names, layers, PROVED, dims, zero), given)
    if group:
        small = [s for s in small if sum(value > 1 for name, value in s.items() if name not in zero) <= 1]
    small = small[:most]
    few = small[:FEW] if group else small
    wanted = [(sizes, GENERAL[1]) for sizes in small] + [(sizes, GENERAL[0]) for sizes in few]
    wanted += [(sizes, rank) for rank in SPECIAL for sizes in small[: most // 16 + 1]]
    if not averaged:
        larger = [sizes for sizes in admitted(choices(names, layers, LOOKED, dims, zero), given) if sizes not in small]
        wanted += [(sizes, GENERAL[0]) for sizes in larger[: most // 8]]
        wanted += [(_largest(names, layers, dims, zero), rank) for rank in GENERAL]
        if layers and small:
            ends, depths = (small[0], small[-1]), _depths([prop, *given])
            deep = ({**sizes, **dict.fromkeys(layers, k)} for k in depths for sizes in ends)
            wanted += [(sizes, GENERAL[0]) for sizes in admitted(deep, given)]
    if prop.head == "differentiable":
        # Kinks are where numbers vanish.
        yield from (Place(sizes, CORNERS, seed + kink, rooted) for sizes in small[:1] for kink in range(KINKS))
    if any(sub.head in FINITENESS for _, sub in subprops(prop)):
        # Means are finite up to a scale.
        yield from (Place(sizes, SCALES, seed + k, rooted) for sizes in small[:1] for k in range(len(SCALES.spread)))
    inorder = sorted(wanted, key=lambda w: (sum(w[0].values()), w[1]))
    usual = [Place(sizes, STYLES[rank], seed, rooted, group=group) for sizes, rank in inorder]
    if any(sub.head == "tends" for _, sub in subprops(prop)):
        # Many layers converge for small steps, and for singular matrices elsewhere than for others.
        singular = [Place(sizes, RANK_ONE, seed + k, rooted) for k in range(2) for sizes in small[:MORE]]
        usual = [*usual[:MORE], *singular, *usual[MORE:]]
    yield from usual
    if any(sub.head in FINITENESS | STRICT for _, sub in subprops(prop)):
        yield from (Place(sizes, FACTORS, seed + k, rooted) for sizes in small[:1] for k in range(KINKS))
    if any(isinstance(node, Op) and kinks(node) for node in nodes_in(prop)):
        yield from (Place(sizes, SIGNS, seed + k, rooted, group=group) for sizes in small[:1] for k in range(2**SIGNED))
    if any(sub.head in COMPARE for _, sub in subprops(prop)):
        # A wrong inequality may hold at most places.
        again = [(sizes, seed + k) for k in range(1, MORE + 1) for sizes in small[:MORE]]
        yield from (Place(sizes, STYLES[GENERAL[1]], other, rooted, group=group) for sizes, other in again)


def is_general(place: Place) -> bool:
    return place.style in {STYLES[rank] for rank in GENERAL}


def proved_sizes(prop: Prop, given: Sequence[Prop], dims: Sequence[int], most: int) -> list[dict[str, int]]:
    """Where entries are letters."""
    names, layers, _ = spoken(prop, given)
    most = min(most, MOST_MEANS) if _has(prop, MEANS) else most
    return admitted(choices(names, layers, PROVED, dims, may_be_zero([prop, *given])), given)[:most]


def averages(props: Sequence[Prop]) -> bool:
    """Whether means, or least values, are taken somewhere."""
    return any(_has(prop, MEANS) for prop in props)


def small_sizes(prop: Prop, given: Sequence[Prop], dims: Sequence[int]) -> list[dict[str, int]]:
    """The smallest sizes that hypotheses admit."""
    names, layers, _ = spoken(prop, given)
    return admitted(choices(names, layers, PROVED, dims, may_be_zero([prop, *given])), given)


def _depths(props: Sequence[Prop]) -> list[int]:
    """Layers beyond those of all small sizes, and beyond the numbers that are written."""
    numbers = (node.value for p in props for node in nodes_in(p) if isinstance(node, Num))
    named = max((int(x) for x in numbers if x <= MOST_LAYERS), default=0)
    return sorted({LOOKED, LOOKED + 1, named + 1} - set(range(LOOKED)))


def admitted(sizes: Iterator[dict[str, int]], given: Sequence[Prop]) -> list[dict[str, int]]:
    """Those at which the hypotheses on sizes alone hold."""
    comparisons = [prop for prop in links(given) if prop.head in COMPARE]
    return [here for here in sizes if not any(_fails(prop, here) for prop in comparisons)]


def _fails(prop: Prop, sizes: Mapping[str, int]) -> bool:
    spoken_of = {sym.name for arg in prop.args if isinstance(arg, Term) for sym in symbols(arg)}
    if not spoken_of <= sizes.keys():
        return False
    try:
        return truth(prop, Reader(Place(sizes, STYLES[0]))) is False
    except (Lacks, Undefined):
        return False


def _largest(names: Sequence[str], layers: Sequence[str], dims: Sequence[int], zero: Set[str]) -> dict[str, int]:
    """The largest values, the dimension d among ``dims``."""
    largest = {name: LOOKED - (name in zero) for name in names} | dict.fromkeys(layers, LOOKED - 1)
    return largest | ({"d": max(dims)} if "d" in largest else {})


def spoken(prop: Prop, given: Sequence[Prop]) -> tuple[list[str], list[str], frozenset[str]]:
    """Names of sizes and of free layers, and of what fractional powers are taken of."""
    every = [prop, *given]
    names = size_names(every)
    layers = sorted(set().union(*({sym.name for sym in free_layers(p)} for p in every)))
    rooted = {
        node.args[0].name
        for p in every
        for node in nodes_in(p)
        if isinstance(node, Op) and node.head == "^" and isinstance(node.args[0], Sym) and _is_half(node.args[1])
    }
    return names, layers, frozenset(rooted)


def _is_half(exponent: Term) -> bool:
    return isinstance(exponent, Num) and Fraction(exponent.value).denominator == 2


def _has(prop: Prop, heads: frozenset[str]) -> bool:
    return any(isinstance(node, Op) and node.head in heads for node in nodes_in(prop))
