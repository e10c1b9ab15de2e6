"""A statement about attention: refuted at an exact place, proved where entries are letters, otherwise supported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from symbolic.contexts import NeedsFiner
from symbolic.errors import InputError

from ...statement.fold import Lacks
from ...statement.props import Prop, subterms
from ...statement.terms import Num, Op, Sym, Term
from .place import LETTERS, STYLES, Place, Style
from .reader import Reader, Undefined
from .shown import described
from .sizes import LAYERS, OTHERS, PROVED, RANGES, choices, free_layers, size_names
from .truth import assume, first_index, inside, links, truth

MOST_PLACES = {"fast": 32, "full": 96}
"""Combinations of small sizes that are looked at."""
MOST_PROVED = {"fast": 8, "full": 32}
LARGEST_ORBIT = 2
GENERAL = (1, 6)
"""Styles tried at every small combination of sizes, none of them missing."""
SPECIAL = (0, 2, 3, 4, 5, 7)
"""Styles tried at the smallest ones."""
ORDER = (0, 1, 2, 3, 4, 5, 6, 7)


@dataclass(frozen=True, slots=True)
class Refuted:
    """A place where the hypotheses hold and the statement fails."""

    text: str
    sizes: Mapping[str, int]


@dataclass
class Examined:
    """What was found of a statement."""

    refuted: Refuted | None = None
    proved: list[Mapping[str, int]] = field(default_factory=list)
    agreed: list[Mapping[str, int]] = field(default_factory=list)
    """Sizes of exact places where the statement holds, with repetitions."""
    whole: bool = True
    """Whether the laws of contexts at these places have all invariances that are assumed of them."""
    lacks: str = ""
    undefined: str = ""


def decide_statement(
    prop: Prop, given: Sequence[Prop], *, dims: Sequence[int] = (1, 2, 3), tier: str = "fast", seed: int = 0
) -> Examined:
    """Looks for a counterexample, smallest first; then for a proof at small sizes."""
    found = Examined()
    met: set[Prop] = set()
    skipped = 0
    for place in places(prop, given, dims, MOST_PLACES[tier], seed):
        try:
            holds = _holds(prop, given, place)
        except Undefined as undefined:
            found.undefined = found.undefined or str(undefined)
            skipped += 1
            continue
        except (Lacks, InputError) as lacks:
            found.lacks = found.lacks or str(lacks)
            skipped += 1
            continue
        if isinstance(holds, Refuted):
            found.refuted = holds
            return found
        if holds:
            found.agreed.append(place.sizes)
            met |= place.met
            found.whole = found.whole and place.whole
    if skipped > len(found.agreed):
        # What is left are special places, where less has to exist.
        found.agreed = []
    if not found.agreed:
        return found
    if any(condition not in met for condition in _conditions(prop)):
        # A condition that no place meets makes the whole true there, which tells nothing.
        return Examined(lacks="no exact place was found at which the condition of an implication holds")
    for sizes in _proved_sizes(prop, given, dims, MOST_PROVED[tier]):
        try:
            if all(proves(prop, given, sizes, style) for style in _letters(prop, given)):
                found.proved.append(sizes)
        except (Lacks, InputError) as lacks:
            found.lacks = found.lacks or str(lacks)
            if not found.proved:
                break
        except Undefined as undefined:
            found.undefined = found.undefined or str(undefined)
            break
    return found


def refuted_at(prop: Prop, given: Sequence[Prop], dims: Sequence[int] = (1, 2), most: int = 24) -> str | None:
    """The smallest exact place where ``prop`` fails, as text."""
    for place in places(prop, given, dims, most, 0):
        try:
            holds = _holds(prop, given, place)
        except (Lacks, Undefined, InputError):
            continue
        if isinstance(holds, Refuted):
            return holds.text
    return None


def differs_at(lhs: Term, rhs: Term, given: Sequence[Prop], dims: Sequence[int] = (1, 2)) -> str | None:
    """The smallest exact place where two terms differ, as text."""
    return refuted_at(Prop("eq", (lhs, rhs)), given, dims)


def places(
    prop: Prop, given: Sequence[Prop], dims: Sequence[int], most: int, seed: int
) -> Iterator[Place]:
    """Exact places, the smallest sizes first; at each size some styles, all styles at the smallest sizes."""
    names, layers, rooted = _spoken(prop, given)
    group = any(p.head == "same_law" for p in links(given)) and any(
        isinstance(node, Op) and node.head in {"expect", "expect_given"} for _, node in subterms(prop)
    )
    if group:
        # A mean is taken over an orbit of the signed permutations: there are 48 of them for d = 3.
        dims, most = [d for d in dims if d <= LARGEST_ORBIT], most // 2
    small = list(choices(names, layers, PROVED, dims))
    if group:
        small = [s for s in small if s.get("d", 1) == 1 or s.get("n", 1) == 1]
    small = small[:most]
    wanted = [(sizes, rank) for rank in GENERAL for sizes in small]
    wanted += [(sizes, rank) for rank in SPECIAL for sizes in small[: most // 8 + 1]]
    if not group:
        larger = [sizes for sizes in choices(names, layers, RANGES, dims) if sizes not in small]
        wanted += [(sizes, GENERAL[0]) for sizes in larger[: most // 8]]
        wanted += [({name: max(span) for name, span in _largest(names, layers, dims)}, rank) for rank in GENERAL]
    for sizes, rank in sorted(wanted, key=lambda w: (sum(w[0].values()), ORDER.index(w[1]))):
        yield Place(sizes, STYLES[rank], seed, rooted, group=group)


def _largest(
    names: Sequence[str], layers: Sequence[str], dims: Sequence[int]
) -> list[tuple[str, Sequence[int]]]:
    spans: list[tuple[str, Sequence[int]]] = [(name, RANGES.get(name, OTHERS)) for name in names]
    return [(name, list(dims) if name == "d" else span) for name, span in spans] + [(name, LAYERS) for name in layers]


def _holds(prop: Prop, given: Sequence[Prop], place: Place) -> Refuted | bool | None:
    """True, a refutation, or None where the hypotheses fail or nothing is decided."""
    for _ in range(3):
        try:
            assumed = assume(given, Reader(place, statement=_read(prop, given)))
            if assumed is None:
                return None
            found = truth(prop, assumed.reader)
            if found is False and assumed.certain and place.whole:
                return Refuted(described(prop, assumed.reader), place.sizes)
            if found is False and place.group and not place.checked and place.sizes.get("d") == LARGEST_ORBIT:
                place = Place(place.sizes, place.style, place.seed, place.rooted, place.scale, True, True)
                continue
            return True if found else None
        except NeedsFiner as finer:
            place = Place(place.sizes, place.style, place.seed, place.rooted, finer.scale, place.group, place.checked)
    raise Lacks("entries lacks a common denominator of these exponents")


def proves(prop: Prop, given: Sequence[Prop], sizes: Mapping[str, int], style: Style) -> bool:
    """Whether the statement is an identity of rational functions in the entries and in what functions take."""
    _, _, rooted = _spoken(prop, given)
    scale = 1
    for _ in range(3):
        try:
            place = Place(sizes, style, 0, rooted, scale)
            assumed = assume(given, Reader(place, statement=_read(prop, given)))
            return assumed is not None and truth(prop, assumed.reader) is True
        except NeedsFiner as finer:
            scale = finer.scale
    return False


def _conditions(prop: Prop) -> list[Prop]:
    """The conditions of implications that speak of no index: such a one is either met at a place or not."""
    if first_index(prop) is not None:
        return []
    if prop.head == "implies":
        return [inside(prop)[0], *_conditions(inside(prop)[1])]
    return [c for part in inside(prop) for c in _conditions(part)] if prop.head == "and" else []


def _read(prop: Prop, given: Sequence[Prop]) -> list[Term]:
    return [node for p in (prop, *given) for node in p.args if isinstance(node, Term)] + [
        node for p in (prop, *given) for _, node in subterms(p) if isinstance(node, Sym)
    ]


def _proved_sizes(
    prop: Prop, given: Sequence[Prop], dims: Sequence[int], most: int
) -> list[dict[str, int]]:
    names, layers, _ = _spoken(prop, given)
    return list(choices(names, layers, PROVED, dims))[:most]


def _letters(prop: Prop, given: Sequence[Prop]) -> tuple[Style, ...]:
    turned = any(isinstance(node, Sym) and node.has("orthogonal") for p in (prop, *given) for _, node in subterms(p))
    return LETTERS if turned else LETTERS[:1]


def _spoken(prop: Prop, given: Sequence[Prop]) -> tuple[list[str], list[str], frozenset[str]]:
    """Names of sizes and of free layers, and of what fractional powers are taken of."""
    every = [prop, *given]
    names = size_names(every)
    layers = sorted(set().union(*({sym.name for sym in free_layers(p)} for p in every)))
    rooted = {
        node.args[0].name
        for p in every
        for _, node in subterms(p)
        if isinstance(node, Op) and node.head == "^" and isinstance(node.args[0], Sym) and _is_half(node.args[1])
    }
    return names, layers, frozenset(rooted)


def _is_half(exponent: Term) -> bool:
    return isinstance(exponent, Num) and Fraction(exponent.value).denominator == 2
