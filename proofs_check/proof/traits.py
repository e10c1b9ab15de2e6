"""What a proposition takes for granted through the traits of its symbols.  Standard library only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from re import findall

from ..statement.props import Prop, lt, nodes_in, posdef
from ..statement.terms import Abbrev, Num, Op, Sym, Term, children, nodes, symbols

_OF_THE_SPECTRUM = frozenset({
    "pinv", "projection", "eigenvalue", "least_eigenvalue", "least_positive_eigenvalue", "rank",
})
"""Heads whose meaning is in the spectral theorem."""


@dataclass(frozen=True)
class Taken:
    """``assumed``: positive definite and positive symbols that occur; ``functions``: an inverse or a root occurs."""

    assumed: frozenset[Prop]
    functions: bool


@lru_cache(maxsize=1 << 12)
def traits_used(prop: Prop) -> Taken:
    """Positive definite symbols (symmetric, invertible) and positive ones under an inverse or a root."""
    assumed: set[Prop] = set()
    functions = False
    for node in nodes_in(prop):
        if isinstance(node, Sym) and node.has("posdef"):
            assumed.add(posdef(node))
        if isinstance(node, Op) and node.head in _OF_THE_SPECTRUM:
            functions = True
        if isinstance(node, Op) and node.head == "^" and isinstance(node.args[1], Num):
            exponent = node.args[1].value
            if exponent < 0 or exponent.denominator != 1:
                functions = True
                if isinstance(node.args[0], Sym) and node.args[0].has("positive"):
                    assumed.add(lt(0, node.args[0]))
    return Taken(frozenset(assumed), functions)


def symbols_of(node: object) -> Iterator[Sym]:
    """All symbols in a term, a proposition, a rule of inference, or a collection of them."""
    if isinstance(node, Term):
        yield from symbols(node)
    elif isinstance(node, (tuple, list)):
        for part in node:
            yield from symbols_of(part)
    elif isinstance(node, Prop):
        yield from symbols_of(node.args)
    elif is_dataclass(node):
        yield from symbols_of([getattr(node, field.name) for field in fields(node)])


@lru_cache(maxsize=1 << 12)
def symbols_started(prop: Prop) -> frozenset[Sym]:
    """The parameters whose value at time 0 the proposition speaks of."""
    inside = (node.args[0] for node in nodes_in(prop) if isinstance(node, Op) and node.head == "at0")
    return frozenset(s for body in inside for s in symbols(body) if s.has("parameter"))


_POLYNOMIAL = frozenset({
    "+", "-", "neg", "*", "T", "tr", "inner", "block", "vec", "kron", "entry", "diag", "sum", "sum_unequal", "expect",
})
_PLACES = {"entry": slice(1, None), "sum": slice(0, 2), "sum_unequal": slice(0, 3)}
"""Arguments in which nothing is a polynomial: places, and how far a sum goes."""


def is_polynomial(node: Term, varies: Callable[[Term], bool]) -> bool:
    """Whether the term is a polynomial in what varies, read off the tree."""
    if isinstance(node, Abbrev):
        return is_polynomial(node.body, varies)
    if isinstance(node, Sym) or not varies(node):
        return True
    if not isinstance(node, Op):
        return False
    if node.head == "/":
        return is_polynomial(node.args[0], varies) and not varies(node.args[1])
    if node.head == "^":
        exponent = node.args[1]
        whole = isinstance(exponent, Num) and exponent.value.denominator == 1 and exponent.value >= 0
        return whole and is_polynomial(_squared(node), varies)
    if node.head == "grad":
        return is_polynomial(node.args[0], varies)
    if any(varies(place) for place in node.args[_PLACES.get(node.head, slice(0))]):
        return False
    return node.head in _POLYNOMIAL and all(is_polynomial(a, varies) for a in node.args)


def _squared(power: Op) -> Term:
    """Of what the power is one of, if it is even of a length, the inside: it is a polynomial in the entries."""
    base, exponent = power.args
    if isinstance(base, Abbrev):
        base = base.body
    even = isinstance(exponent, Num) and exponent.value % 2 == 0
    return base.args[0] if even and isinstance(base, Op) and base.head in {"norm_F", "norm_2", "abs"} else base


def counts(node: Term, n: Term) -> bool:
    """Whether the integer n occurs in the term, if only as a number of columns or as the range of an index."""
    name = n.name if isinstance(n, Sym) else ""
    ranges = [t.removeprefix("range:") for s in symbols(node) for t in s.traits if t.startswith("range:")]
    sizes = [str(dim) for s in symbols(node) for dim in s.shape] + ranges
    return n in symbols(node) or any(name in findall(r"\w+", size) for size in sizes)


def of_the_model(node: Term) -> bool:
    """Whether the term contains what the model's definition says, or a family: it may depend on every dimension."""
    return is_derived(node) or any(s.has("iid") for s in symbols(node))


OF_THE_MODEL = frozenset({"ddt", "at0", "prediction", "prediction_on", "per_prompt"})
"""What the model's definition and the assumed start enter: any symbol may stand in it unseen."""


def hides_symbols(prop: Prop) -> bool:
    """Whether the model's definition or the assumed start enters, of which a value put in for a symbol is not told."""
    return any(
        node.head in OF_THE_MODEL if isinstance(node, Op) else isinstance(node, Sym) and node.has("derived")
        for node in nodes_in(prop)
    )


def is_derived(node: Term) -> bool:
    """Whether the term contains what the model's definition says, so that its value may depend on every dimension."""
    return any(s.traits & {"derived", "prompt"} for s in symbols(node)) or any(
        isinstance(x, Op) and x.head in {"prediction", "prediction_on"} for x in nodes(node)
    )


def is_random(node: Term) -> bool:
    """Whether a random symbol occurs outside expectations."""
    if isinstance(node, Op) and node.head == "expect":
        return False
    if isinstance(node, Op) and node.head == "expect_given":
        return any(is_random(fixed) for fixed in node.args[1:])
    return any(is_random(a) for a in children(node)) or (isinstance(node, Sym) and node.has("random"))
