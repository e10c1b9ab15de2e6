"""What terms need before they are read: lengths, generators, square roots, and the symbols of derived objects."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from re import findall

from ...model import Model, sizes_of
from ...statement.terms import Dim, Num, Op, Sym, Term, nodes, symbols, walk

LAM = Sym("Lam", ("d", "d"), frozenset({"symmetric", "posdef"}), r"\Lambda")
X, X_Q, W = (Sym(name, ("d", 1), frozenset({"random"})) for name in ("x", "x_q", "w"))
MOST_ROOTS = 24


def is_length(sym: Sym) -> bool:
    return sym.has("integer") and sym.name != "d" and not sym.has("index")


def is_at_least_1(sym: Sym) -> bool:
    """Whether the symbol is a length: of a count that is only said not to be negative, 0 is a value."""
    return is_length(sym) and not (sym.has("nonnegative") and not sym.has("positive"))


LENGTHS = frozenset({"N", "M", "B"})
"""Lengths that a shape may name without a symbol that stands for them."""


def letters_of(dim: Dim) -> set[str]:
    """The letters other than d in a dimension such as "d+1" or "N+1"."""
    return set(findall(r"[A-Za-z_]\w*", str(dim))) - {"d"}


def lengths_in(terms: Iterable[Term], fixed: Collection[str] = ()) -> set[str]:
    """The lengths that shapes name, but for those whose size is ``fixed``."""
    found = {sym for root in terms for sym in symbols(root)}
    known = LENGTHS | {sym.name for sym in found if is_length(sym)}
    return {letter for sym in found for dim in sym.shape for letter in letters_of(dim)} & known - set(fixed)


def with_loss(terms: Iterable[Term], model: Model) -> tuple[Term, ...]:
    """``terms``, and the loss where they follow the flow of one that is given as a term."""
    terms = tuple(terms)
    return (*terms, model.loss) if not model.derived_loss and has_head(terms, "ddt", "at0") else terms


def own_sizes(terms: Iterable[Term], model: Model, d: int) -> dict[str, int]:
    """Sizes of dimensions that are neither d nor a number of samples; what a sum runs up to counts samples."""
    roots = tuple(terms) if model.derived_loss else (*terms, model.loss)
    upper = {s for root in roots for n in nodes(root) if isinstance(n, Op) for s in _upper_limits(n)}
    named = {x for root in roots for s in symbols(root) for dim in s.shape for x in letters_of(dim)}
    named -= {s.name for s in upper}
    if not model.derived_loss:
        return sizes_of(named, d)
    counted = LENGTHS.union(s.name for root in roots for s in symbols(root) if is_length(s))
    return _unlike(named - counted, d)


def _unlike(names: Collection[str], d: int) -> dict[str, int]:
    """Sizes on both sides of ``d``, neighbours unlike each other: what needs equal sizes fails at these."""
    kinds = (d + 1, d) if d % 2 else (d - 1, d + 1)
    return {name: kinds[k % 2] for k, name in enumerate(sorted(names))}


def _upper_limits(node: Op) -> frozenset[Sym]:
    place = {**UPPER, "stack_over": 1, "beside_over": 1}.get(node.head)
    return frozenset() if place is None else symbols(node.args[place])


def turned(needed: Collection[Sym], model: Model) -> str:
    """The covariance that may be taken to be diagonal by a change of basis: Lam, in a model of one's own the first."""
    definite = {s.name for s in needed if s.shape[0] == s.shape[1] != 1 and (s.has("psd") or s.has("posdef"))}
    fixed = {s.name for s in needed if s.has("random")}
    return LAM.name if model.derived_loss or not definite - fixed else min(definite - fixed, key=_lam_first)


def _lam_first(name: str) -> tuple[bool, str]:
    return name != LAM.name, name


def has_no_entries(sym: Sym) -> bool:
    """Whether ``sym`` needs neither generators nor a value: it is d, an index, a constant, or derived."""
    return sym.name == "d" or any(map(sym.has, ("index", "identity", "zero", "mask", "derived", "prompt")))


def needs_lengths(terms: Iterable[Term], fixed: Collection[str] = ()) -> bool:
    """Whether a prompt is written out, so that lengths must be concrete integers."""
    terms = tuple(terms)
    if lengths_in(terms, fixed):
        return True
    for root in terms:
        for node in nodes(root):
            if isinstance(node, Sym) and (node.has("random") or node.has("prompt")):
                return True
            if isinstance(node, Op) and node.head in {"prediction", "prediction_on", "per_prompt", "columns"}:
                return True
            if isinstance(node, Op) and node.head in {"sum", "stack_over", "beside_over"}:
                upper = node.args[1]
                if any(is_length(sym) for sym in symbols(upper)):
                    return True
    return False


def fractional(terms: Iterable[Term]) -> frozenset[str]:
    """Names of the symmetric symbols that occur under a fractional power."""
    found = set()
    for root in terms:
        for node in nodes(root):
            if isinstance(node, Op) and node.head == "^" and is_fraction(node.args[1]):
                base = node.args[0]
                if isinstance(base, Sym) and base.shape != (1, 1) and is_symmetric(base):
                    found.add(base.name)
    return frozenset(found)


def is_fraction(exponent: Term) -> bool:
    return isinstance(exponent, Num) and exponent.value.denominator > 1


def is_symmetric(sym: Sym) -> bool:
    return any(sym.has(trait) for trait in ("symmetric", "psd", "posdef"))


def has_head(terms: Iterable[Term], *heads: str) -> bool:
    return any(isinstance(node, Op) and node.head in heads for root in terms for node in nodes(root))


def closure(terms: Sequence[Term], model: Model) -> frozenset[Sym]:
    """All symbols that reading ``terms`` can meet, those of derived objects included."""
    found = {sym for root in terms for sym in symbols(root)}
    derived = {sym.name.partition("@")[0] for sym in found if sym.has("derived")}
    follows = has_head(terms, "ddt", "at0")
    along = (follows and bool(model.derived_loss)) or "L" in derived
    if follows and not model.derived_loss:
        found |= symbols(model.loss)
    if follows or along or "y_hat" in derived:
        found |= set(model.parameters)
    if has_head(terms, "at0"):
        found |= {sym for _, value in model.initial for sym in symbols(value)}
    if "y_hat" in derived or any(sym.has("prompt") for sym in found) or has_head(terms, "prediction"):
        found |= {Sym(X.name, X.shape, X.traits | {"iid"}), X_Q, W}
    if along or has_head(terms, "expect"):
        found |= {LAM}
    if along and "N" not in {sym.name for sym in found}:
        found |= {Sym("N", (1, 1), frozenset({"integer", "positive"}))}
    by_name: dict[str, Sym] = {}
    for sym in sorted(found, key=lambda s: len(s.traits)):
        by_name[sym.name] = sym
    return frozenset(by_name.values())


def deferred(terms: Sequence[Term], model: Model) -> frozenset[str]:
    """Symbols that stay generators until the end, because something differentiates or replaces them."""
    found: set[str] = set()
    for root in terms:
        for node in nodes(root):
            if isinstance(node, Op) and node.head == "grad":
                found |= {sym.name for sym in symbols(node.args[1])}
            elif (isinstance(node, Op) and node.head == "where") or (isinstance(node, Op) and node.head == "curvature"):
                found |= {sym.name for sym in node.args[1::2] if isinstance(sym, Sym)}
            elif isinstance(node, Op) and node.head == "slope":
                found |= {sym.name for sym in symbols(node.args[0])}
            elif isinstance(node, Op) and node.head in {"ddt", "at0", "minimum", "infimum", "argmin"}:
                found |= {sym.name for sym in (*model.parameters, *node.args[1:]) if isinstance(sym, Sym)}
    return frozenset(found)


EIGENVALUE = "each eigenvalue"
"""The generator that stands for an eigenvalue under a sum over all of them."""
EACH = "each member"
"""The index of the member for which a family along an axis of samples is written down."""
FAMILIES = frozenset({"stack_over", "beside_over"})

UPPER = {"sum": 1, "prediction": 2, "prediction_on": 3, "sum_unequal": 2}
"""Heads that run over samples: the place of the upper limit."""


def beyond(terms: Sequence[Term]) -> int:
    """How many samples past N terms ask for: 1 where a length such as N + 1 is printed."""
    most = 0
    for root in terms:
        for node in nodes(root):
            if isinstance(node, Op) and node.head in UPPER:
                upper = node.args[UPPER[node.head]]
                if isinstance(upper, Op):
                    most = max([most, *(int(n.value) for n in nodes(upper) if isinstance(n, Num))])
    return most


def root_count(terms: Sequence[Term], d: int) -> int:
    """An upper bound on the square roots that reading ``terms`` adjoins."""
    return min(sum(_root_count(root, d) for root in terms), MOST_ROOTS)


@lru_cache(maxsize=1 << 12)
def _root_count(root: Term, d: int) -> int:
    count = 0
    for _, node in walk(root):
        if isinstance(node, Op) and node.head in {"sqrt", "norm_F", "norm_2", "norm_op", "abs"}:
            count += 3
        elif isinstance(node, Op) and node.head == "^" and is_fraction(node.args[1]):
            count += 4 * d
    return count
