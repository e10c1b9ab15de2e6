"""A statement about attention: refuted at an exact place, proved where entries are letters, otherwise supported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from symbolic.contexts import NeedsFiner
from symbolic.errors import InputError

from ...statement.fold import Lacks
from ...statement.premises import said
from ...statement.props import Prop, nodes_in, terms_in
from ...statement.terms import Sym, Term
from ...verdict import Taken
from .place import LETTERS, Place, Style
from .plans import LARGEST_ORBIT, averages, is_general, places, proved_sizes, small_sizes, spoken
from .reader import Irrational, Reader, Undefined
from .shown import described, functions_taken
from .solutions import solved_places
from .truth import assume, first_index, truth

MOST_PLACES = {"fast": 32, "full": 96}
"""Combinations of small sizes that are looked at."""
MOST_PROVED = {"fast": 8, "full": 32}
Sizes = frozenset[tuple[str, int]]
FEW = 8
"""Special places at which a condition may be met by chance, or by zeros."""
SOLVED = 4
"""Combinations of small sizes at which places are chosen so that what is supposed holds."""
PATIENCE = 12
"""Places after which no other is looked at, where none met a condition."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """A place where the hypotheses hold and the statement fails."""

    text: str
    sizes: Mapping[str, int]
    values: Mapping[str, Any] = field(default_factory=dict)
    """Of the symbols that have exact values there."""
    functions: Mapping[str, tuple[Taken, ...]] = field(default_factory=dict)
    """What unspecified functions take there, where it is exact."""


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
    """Looks for a counterexample, smallest first; then for a proof at small sizes, and where there is none for places
    that meet what is supposed."""
    found = _at_places(prop, given, dims, tier, seed)
    if found.refuted is None:
        found.refuted = _refuted_where_met(prop, given, dims, seed, found.proved)
    return found


def _refuted_where_met(
    prop: Prop, given: Sequence[Prop], dims: Sequence[int], seed: int, proved: Sequence[Mapping[str, int]]
) -> Refuted | None:
    """A place that was chosen so that hypotheses and conditions hold, where the statement fails."""
    if averages((prop, *given)):
        return None
    small = [sizes for sizes in small_sizes(prop, given, dims) if sizes not in proved]
    for place in solved_places(prop, given, small[:SOLVED], spoken(prop, given)[2], seed):
        try:
            holds, _ = _holds(prop, given, place)
        except (Lacks, Undefined, InputError):
            continue
        if isinstance(holds, Refuted):
            return holds
    return None


def _at_places(prop: Prop, given: Sequence[Prop], dims: Sequence[int], tier: str, seed: int) -> Examined:
    found = Examined()
    met: set[Prop] = set()
    skipped = 0
    conditions = _conditions(prop)
    general: set[Sizes] = set()
    unread: set[Sizes] = set()
    for count, place in enumerate(places(prop, given, dims, MOST_PLACES[tier], seed)):
        if count == PATIENCE and not found.agreed and conditions:
            break
        try:
            holds, place = _holds(prop, given, place)
        except Undefined as undefined:
            found.undefined = found.undefined or str(undefined)
            skipped += 1
            continue
        except (Lacks, InputError) as lacks:
            found.lacks = found.lacks or str(lacks)
            skipped += not isinstance(lacks, Irrational)
            if is_general(place):
                unread.add(_of(place))
            continue
        if isinstance(holds, Refuted):
            found.refuted = holds
            return found
        if place.doubtful:
            # Places at which the conclusion happens to hold would be selected.
            return Examined(lacks="the condition of an implication is not understood where the conclusion fails")
        if holds and (not conditions or conditions & place.met):
            found.agreed.append(place.sizes)
            if is_general(place):
                general.add(_of(place))
            met |= place.met
            found.whole = found.whole and place.whole
    if skipped > len(found.agreed):
        # What is left are special places, where less has to exist.
        found.agreed = []
    # So it is at sizes at which no general place can be read.
    found.agreed = [sizes for sizes in found.agreed if frozenset(sizes.items()) not in unread - general]
    if not found.agreed:
        return found
    if conditions and not general and len(found.agreed) < FEW:
        return Examined(lacks="the condition of an implication was met at special places alone, such as zeros")
    if conditions - met:
        # A condition that no place meets makes the whole true there, which tells nothing.
        return Examined(lacks="no exact place was found at which the condition of an implication holds")
    _prove(found, prop, given, proved_sizes(prop, given, dims, MOST_PROVED[tier]))
    return found


def _of(place: Place) -> Sizes:
    return frozenset(place.sizes.items())


def _prove(found: Examined, prop: Prop, given: Sequence[Prop], sizes: Sequence[Mapping[str, int]]) -> None:
    """Looks where the statement is an identity of letters; where there is no room, nothing larger is tried."""
    too_large: list[Mapping[str, int]] = []
    for here in sizes:
        if any(all(here[name] >= value for name, value in there.items()) for there in too_large):
            continue
        try:
            if all(proves(prop, given, here, style) for style in _letters(prop, given)):
                found.proved.append(here)
        except (Lacks, InputError) as lacks:
            found.lacks = found.lacks or str(lacks)
            too_large.append(here)
        except Undefined as undefined:
            found.undefined = found.undefined or str(undefined)
            return


def refuted_at(prop: Prop, given: Sequence[Prop], dims: Sequence[int] = (1, 2), most: int = 24) -> str | None:
    """The smallest exact place where ``prop`` fails, as text; remembered, for several witnesses ask of one twin."""
    return _refuted_at(prop, tuple(given), tuple(dims), most)


@lru_cache(maxsize=1 << 10)
def _refuted_at(prop: Prop, given: tuple[Prop, ...], dims: tuple[int, ...], most: int) -> str | None:
    for place in places(prop, given, dims, most, 0):
        try:
            holds, _ = _holds(prop, given, place)
        except (Lacks, Undefined, InputError):
            continue
        if isinstance(holds, Refuted):
            return holds.text
    return None


def differs_at(lhs: Term, rhs: Term, given: Sequence[Prop], dims: Sequence[int] = (1, 2)) -> str | None:
    """The smallest exact place where two terms differ, as text."""
    return refuted_at(Prop("eq", (lhs, rhs)), given, dims)


def _holds(prop: Prop, given: Sequence[Prop], place: Place) -> tuple[Refuted | bool | None, Place]:
    """True, a refutation, or None where the hypotheses fail or nothing is decided; and the place as it was read."""
    for _ in range(4):
        try:
            assumed = assume(given, Reader(place, statement=_read(prop, given)))
            if assumed is None:
                return None, place
            found = truth(prop, assumed.reader, assumed.asked)
            if found is False and assumed.certain and place.whole:
                text, values = described(prop, assumed.reader)
                return Refuted(text, place.sizes, values, functions_taken(assumed.reader.place)), place
            place.doubtful = place.doubtful or (found is False and not assumed.certain)
        except NeedsFiner as finer:
            place = place.anew(scale=finer.scale)
            continue
        if found is False and place.group and not place.checked and LARGEST_ORBIT in place.sizes.values():
            place = place.anew(checked=True)
            continue
        return (True if found else None), place
    raise Lacks("entries lacks a common denominator of these exponents")


def proves(prop: Prop, given: Sequence[Prop], sizes: Mapping[str, int], style: Style) -> bool:
    """Whether the statement is an identity of rational functions in the entries and in what functions take."""
    _, _, rooted = spoken(prop, given)
    scale = 1
    for _ in range(3):
        try:
            place = Place(sizes, style, 0, rooted, scale)
            assumed = assume(given, Reader(place, statement=_read(prop, given)))
            return assumed is not None and truth(prop, assumed.reader) is True
        except NeedsFiner as finer:
            scale = finer.scale
    return False


def _conditions(prop: Prop) -> set[Prop]:
    """The conditions of implications that speak of no index: such a one is either met at a place or not."""
    if first_index(prop) is not None:
        return set()
    return {condition for under, _ in said(prop) for condition in under}


def _read(prop: Prop, given: Sequence[Prop]) -> tuple[Term, ...]:
    """The terms of the statement and of its hypotheses, and their symbols."""
    return tuple(dict.fromkeys(node for p in (prop, *given) for node in _terms_of(p)))


@lru_cache(maxsize=1 << 10)
def _terms_of(prop: Prop) -> tuple[Term, ...]:
    return (*terms_in(prop), *dict.fromkeys(node for node in nodes_in(prop) if isinstance(node, Sym)))


def _letters(prop: Prop, given: Sequence[Prop]) -> list[Style]:
    """Every orthogonal matrix is a rotation or a reflection."""
    syms = {node for p in (prop, *given) for node in nodes_in(p) if isinstance(node, Sym)}
    turned = [sym for sym in syms if sym.has("orthogonal")]
    return [replace(LETTERS, turn=turn) for turn in range(2 ** len(turned))]
