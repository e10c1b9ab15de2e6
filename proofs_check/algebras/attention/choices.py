"""The places at which a statement about attention is read: sizes, activations and laws, smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from numeric.attention.activations import ACTIVATIONS, Activation

from ...statement.binding import free_symbols
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Num, Op, Sym, Term, nodes
from .laws import Law
from .places import Place

HEADS = frozenset({
    "activated", "gram", "kernel_value", "relu_each", "exp_each", "masked_softmax", "sequence", "product_up",
    "product_down", "slope", "jacobian", "modulus",
})  # fmt: skip
TRAITS = frozenset({"layers", "context", "mask", "haar", "orthogonal", "activation", "kernel"})
MEANS = frozenset({"expect", "expect_given"})
KNOWN = ("d", "n", "k")
TRIED = 4
"""Choices of what does not vanish, where something does."""


@dataclass(frozen=True)
class Size:
    d: int
    n: int
    k: int


SIZES = (Size(1, 2, 1), Size(2, 2, 1), Size(1, 1, 0), Size(2, 1, 0), Size(2, 2, 2), Size(3, 2, 1))
"""Where nothing is averaged."""
SIGNED = (Size(1, 1, 0), Size(1, 2, 1), Size(2, 1, 0), Size(2, 2, 1))
"""Where means are taken over signed permutations, in fractions or balls."""


def terms_of(props: Sequence[Prop]) -> list[Term]:
    return [arg for prop in props for _, sub in subprops(prop) for arg in sub.args if isinstance(arg, Term)]


def definitions(given: Sequence[Prop]) -> tuple[dict[str, tuple[Sym, Term]], list[Prop]]:
    """What hypotheses define (families by members, matrices by scalar products), and the other hypotheses."""
    found: dict[str, tuple[Sym, Term]] = {}
    others = []
    for prop in given:
        match prop:
            case Prop(
                head="for_all",
                args=(Sym() as letter, Prop(head="eq", args=(Op(head="at", args=(Sym() as family, index)), value))),
            ) if isinstance(value, Term) and index == letter and family not in free_symbols(value):
                found[family.name] = letter, value
                continue
            case Prop(
                head="for_all",
                args=(Sym() as R, Prop(head="eq", args=(Op(head="inner", args=(Sym() as G, seen)), value))),
            ) if isinstance(value, Term) and seen == R and G.shape == R.shape and G not in free_symbols(value):
                found[G.name] = R, value
                continue
        others.append(prop)
    return found, others


def speaks_of_attention(prop: Prop, given: Sequence[Prop] = ()) -> bool:
    """Whether a statement holds heads or symbols that only this reading knows."""
    for _, node in (pair for p in (prop, *given) for pair in subterms(p)):
        if isinstance(node, Op) and node.head in HEADS:
            return True
        if isinstance(node, Sym) and node.traits & TRAITS:
            return True
    return any(sub.head in {"same_law", "differentiable"} for p in (prop, *given) for _, sub in subprops(p))


def has_means(props: Sequence[Prop]) -> bool:
    averaged = any(isinstance(node, Op) and node.head in MEANS for term in terms_of(props) for node in nodes(term))
    return averaged or any(sub.head == "same_law" for p in props for _, sub in subprops(p))


def has_gradients(props: Sequence[Prop]) -> bool:
    return any(isinstance(node, Op) and node.head == "grad" for term in terms_of(props) for node in nodes(term))


def needs_rotations(props: Sequence[Prop]) -> bool:
    """Whether a law is asked for that every rotation leaves as it is."""
    haar = any(sym.has("haar") for sym in symbols_of(props))
    return haar or any(sub.head == "same_law" for p in props for _, sub in subprops(p))


def symbols_of(props: Sequence[Prop]) -> frozenset[Sym]:
    return frozenset().union(*(free_symbols(term) for term in terms_of(props)))


def _all_symbols(props: Sequence[Prop]) -> frozenset[Sym]:
    return frozenset(node for term in terms_of(props) for node in nodes(term) if isinstance(node, Sym))


def candidates(sym: Sym) -> list[Activation]:
    """Concrete activations with the traits of an unspecified one, those first that tell most apart."""
    if sym.has("kernel"):
        found = [h for h in ACTIVATIONS if h.kernel and (h.psd or not sym.has("psd"))]
        order = ["distance", "quadratic", "relu", "exp", "rbf", "linear"]
        if sym.has("invariant"):
            found = [h for h in found if h.invariant]
    else:
        found = [h for h in ACTIVATIONS if (h.invariant or not sym.has("invariant"))
                 and (h.smooth or not sym.has("smooth"))]  # fmt: skip
        order = ["mixed", "softmax", "quadratic", "relu", "distance", "exp", "linear", "rbf", "normalised"]
    return sorted((h for h in found if h.name in order), key=lambda h: order.index(h.name))


def places(owner: str, props: Sequence[Prop], dims: Sequence[int], tier: str, seed: int | None) -> Iterator[Place]:
    """Where ``props`` (the statement, then its hypotheses) are read together."""
    named = sorted(
        (s for s in _all_symbols(props) if s.traits & {"activation", "kernel"} and not _is_covariance(s)),
        key=lambda s: s.name,
    )
    choices = [candidates(sym) for sym in named]
    rounds = max((len(c) for c in choices), default=1)
    averaged, rotated = has_means(props), needs_rotations(props)
    extra = _further_sizes(props)
    vanishing, unit = _may_vanish(props), _of_length_1(props)
    for round_, size, law in _schedule(rounds, averaged, rotated, tier, has_gradients(props)):
        if size.d not in dims:
            continue
        chosen: Mapping[str, Activation] = {
            sym.name: c[(round_ + m) % len(c)] for m, (sym, c) in enumerate(zip(named, choices, strict=True))
        }
        rational = all(h.rational for h in chosen.values()) and law.group != "dihedral"
        if law.group == "dihedral":
            chosen = {sym.name: _linear(c) for sym, c in zip(named, choices, strict=True)}
        arithmetic = "exact" if rational and not _needs_balls(props) else "balls"
        for letters in _layer_letters(props, size):
            place = Place(
                f"{owner}, {round_} at {size.d} {size.n} {size.k}",
                {"d": size.d, "n": size.n, "k": size.k, **extra, **letters}, arithmetic, chosen, law,
                signed=averaged, small=averaged or size.k > 1, unit=unit, seed=seed,
            )  # fmt: skip
            yield place
            if vanishing and arithmetic == "exact":
                plain = {sym.name: _linear(c) for sym, c in zip(named, choices, strict=True)}
                yield from (
                    replace(place, owner=f"{place.owner}, {m}", vanishing=vanishing, activations=plain, values={})
                    for m in range(TRIED)
                )


def _may_vanish(props: Sequence[Prop]) -> frozenset[str]:
    """The scalar families of the weights, r apart, where an equation is a condition: it may hold where they are 0."""
    conditions = [sub.args[0] for p in props for _, sub in subprops(p) if sub.head == "implies"]
    if not any(isinstance(condition, Prop) and condition.head == "eq" for condition in conditions):
        return frozenset()
    families = {s for s in symbols_of(props) if s.has("layers") and s.shape == (1, 1)}
    return frozenset(s.name for s in families if s.name in {"a", "b", "c"})


def _of_length_1(props: Sequence[Prop]) -> frozenset[str]:
    """Vectors whose length 1 is a condition, which no other draw meets."""
    found = set()
    for condition in (sub.args[0] for p in props for _, sub in subprops(p) if sub.head == "implies"):
        assert isinstance(condition, Prop)
        for _, asked in subprops(condition):
            match asked:
                case Prop(head="eq", args=(Op(head="norm_2", args=(Sym(name=name),)), Num(value=1))):
                    found.add(name)
    return frozenset(found)


def _schedule(
    rounds: int, averaged: bool, rotated: bool, tier: str, heavy: bool
) -> Iterator[tuple[int, Size, Law]]:
    full = tier == "full"
    if not averaged:
        law = Law("", "signed", True)
        for number in range(max(min(rounds, 6), 3) if not full else 2 * rounds):
            yield number, SIZES[number % len(SIZES)], law
        return
    few = len(SIGNED) - heavy
    for number in range(few if not full else max(rounds, few)):
        size = SIGNED[number % len(SIGNED)]
        whole = size.d == 1 or not rotated
        yield number, size, Law("X = Sigma^(1/2) g xi over the signed permutations g", "signed", whole)
    if rotated:
        yield 0, Size(2, 1, 0), _uniform(16)
        if not heavy:
            yield 0, Size(2, 1, 1), _uniform(24)
    if full:
        yield 1, Size(3, 2, 0), Law("X = Sigma^(1/2) g xi over the rotations of a tetrahedron", "small", not rotated)


def _uniform(turns: int) -> Law:
    """Exact means over all rotations of the plane, of polynomials of a lower degree.

    With the linear activation what layers do to labels has degree 2 in the covariates with one layer, 8 with two;
    labels have degree 2 and enter squared.
    """
    return Law("X = Sigma^(1/2) U xi, U uniform (by finitely many, exact here)", "dihedral", True, turns=turns)


def _linear(choices: Sequence[Activation]) -> Activation:
    return next((h for h in choices if h.name == "linear"), choices[0])


def _is_covariance(sym: Sym) -> bool:
    return sym.has("symmetric") and not sym.has("kernel")


def _needs_balls(props: Sequence[Prop]) -> bool:
    irrational = {"exp", "exp_each", "masked_softmax", "sqrt", "modulus"}
    found = [node for term in terms_of(props) for node in nodes(term) if isinstance(node, Op)]
    lengths = [node for node in found if node.head in {"norm_F", "norm_2"}]
    squared = [node for node in found if node.head == "^" and isinstance(node.args[0], Op)
               and node.args[0].head in {"norm_F", "norm_2"}]  # fmt: skip
    return any(node.head in irrational for node in found) or len(lengths) > len(squared)


def _further_sizes(props: Sequence[Prop]) -> dict[str, int]:
    """Sizes other than d, n and k that shapes speak of."""
    heads = {
        dim.partition("+")[0] for sym in _all_symbols(props) for dim in sym.shape if isinstance(dim, str)
    }
    found = {name: 2 + m for m, name in enumerate(sorted(heads - set(KNOWN)))}
    for sym in symbols_of(props):
        plain = sym.has("integer") and not sym.has("layer") and sym.shape == (1, 1)
        if plain and sym.name not in KNOWN and sym.name not in found:
            found[sym.name] = 2
    return found


def _layer_letters(props: Sequence[Prop], size: Size) -> Iterator[dict[str, int]]:
    """Values of the layers and indices that the statement leaves free."""
    bound = {sub.args[0] for p in props for _, sub in subprops(p) if sub.head in {"for_all", "exists"}}
    free = sorted(
        (s for s in symbols_of(props) - bound
         if s.shape == (1, 1) and s.traits & {"layer", "index"} and s.name not in KNOWN),
        key=lambda s: s.name,
    )  # fmt: skip
    ranges = [_range(sym, size) for sym in free]
    for values in product(*ranges):
        yield {sym.name: value for sym, value in zip(free, values, strict=True)}


def _range(sym: Sym, size: Size) -> range:
    if sym.has("layer"):
        return range(size.k + 1)
    bound = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("range:")), "n")
    head, _, tail = bound.partition("+")
    top = {"d": size.d, "n": size.n, "k": size.k}.get(head, size.n) + (int(tail) if tail else 0)
    return range(1, top + 1)
