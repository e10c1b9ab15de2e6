"""A statement about attention: refuted at an exact place, proved where entries are letters, otherwise supported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from symbolic.contexts import NeedsFiner, text
from symbolic.entries import Matrix
from symbolic.errors import InputError

from ...statement.fold import Lacks
from ...statement.props import Prop, subterms
from ...statement.terms import Num, Op, Sym, Term
from .place import LETTERS, STYLES, Place, Style
from .reader import Reader, Undefined
from .sizes import PROVED, RANGES, choices, free_layers, size_names
from .truth import assume, links, truth

MOST_PLACES = {"fast": 40, "full": 160}
MOST_PROVED = {"fast": 8, "full": 24}
LARGEST_ORBIT = 2


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
    for place in places(prop, given, dims, MOST_PLACES[tier], seed):
        try:
            holds = _holds(prop, given, place)
        except Undefined as undefined:
            found.undefined = found.undefined or str(undefined)
            continue
        except (Lacks, InputError) as lacks:
            found.lacks = found.lacks or str(lacks)
            continue
        if isinstance(holds, Refuted):
            found.refuted = holds
            return found
        if holds:
            found.agreed.append(place.sizes)
            found.whole = found.whole and place.whole
    if not found.agreed:
        return found
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
    sizes = list(choices(names, layers, RANGES, dims))
    plan = [(sum(s.values()) + rank // 2, i, rank) for i, s in enumerate(sizes) for rank in range(len(STYLES))]
    plan.sort()
    chosen = plan[:most]
    largest = [(0, len(sizes) - 1, rank) for rank in (1, 6)] if sizes and "d" in names and not group else []
    for _, i, rank in [*chosen, *(p for p in largest if p[1:] not in {q[1:] for q in chosen})]:
        yield Place(sizes[i], STYLES[rank], seed, rooted, group=group)


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
            return True if found else None
        except NeedsFiner as finer:
            place = Place(place.sizes, place.style, place.seed, place.rooted, finer.scale, place.group)
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


# In print ---------------------------------------------------------------------------------------------------------

def described(prop: Prop, reader: Reader) -> str:
    """The place and the sides that fail there: ``d = 1, n = 1, X_0 = [[1, 2]]: left 3, right 4``."""
    failing = _failing(prop, reader)
    if failing is None:
        sides = f"'{prop.head}' fails"
    else:
        left, right = (plain(failing[1](arg)) for arg in failing[0].args[:2] if isinstance(arg, Term))
        sides = f"left {left}, right {right}"
    place = reader.place
    values = [f"{name} = {value}" for name, value in place.sizes.items()]
    values += [f"{name} = {plain(value)}" for name, value in place.values.items()]
    for h in place.activations.values():
        values += [f"{h.name}({plain(U)}, {plain(W)}) = {plain(V)}" for U, W, V in h.met]
        values += [
            f"d{h.name}({plain(U)}, {plain(W)})[{plain(dU)}, {plain(dW)}] = {plain(V)}"
            for U, W, dU, dW, V in h.slopes_met
        ]
    for K in place.kernels.values():
        values += [f"{K.name}({plain(u)}, {plain(v)}) = {text(value)}" for u, v, value in K.met]
    values += [f"{name} = {plain(value)}" for name, value in place.functions.values()]
    return f"{', '.join(values)}: {sides}"


def _failing(prop: Prop, reader: Reader) -> tuple[Prop, Reader] | None:
    """The comparison that fails, with the reader of its hypotheses."""
    from .truth import _cases, free_indices, inside

    free = sorted(free_indices(prop), key=lambda sym: sym.name)
    if free:
        return next((f for case in _cases(prop, free[0], reader) if (f := _failing(case, reader))), None)
    if prop.head in {"eq", "le", "lt", "ge", "gt", "ne"}:
        return (prop, reader) if truth(prop, reader) is False else None
    if prop.head in {"and", "for_all"}:
        return next((f for part in inside(prop) if (f := _failing(part, reader))), None)
    if prop.head == "implies":
        assumed = assume([inside(prop)[0]], reader)
        return None if assumed is None else _failing(inside(prop)[1], assumed.reader)
    return None


def plain(value: Matrix) -> str:
    """A matrix as text; a number without brackets."""
    if value.shape == (1, 1):
        return text(value[0, 0])
    return "[" + ", ".join("[" + ", ".join(text(e) for e in row) + "]" for row in value.rows) + "]"


def in_words(sizes: Sequence[Mapping[str, Any]]) -> str:
    """``d = 1, 2; n = 1, 2; k = 0, 1``."""
    names = list(dict.fromkeys(name for s in sizes for name in s))
    spans = {name: sorted({s[name] for s in sizes if name in s}) for name in names}
    return "; ".join(f"{name} = {', '.join(map(str, values))}" for name, values in spans.items())
