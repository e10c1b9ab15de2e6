"""The places at which a statement about attention is read: sizes, activations and laws, smallest first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from numeric.attention.activations import ACTIVATIONS, Activation
from numeric.attention.orbits import rationals

from ...statement.binding import free_symbols
from ...statement.premises import premises
from ...statement.props import Prop, subprops, subterms
from ...statement.special_values import special_values
from ...statement.terms import Num, Op, Sym, Term, nodes
from ..arrays import Array
from .laws import Law
from .places import QUARTER, Place
from .roles import Roles, roles_of

HEADS = frozenset({
    "activated", "gram", "kernel_value", "relu_each", "exp_each", "masked_softmax", "sequence", "product_up",
    "product_down", "slope", "jacobian",
})  # fmt: skip
TRAITS = frozenset({"layers", "context", "mask", "haar", "orthogonal", "activation", "kernel"})
POSITIVE = frozenset({"exp", "rbf", "distance"})
"""Kernels all of whose values are positive."""
POLYNOMIALS = frozenset({"mixed", "tilted", "quadratic", "features", "first sum", "linear"})
"""Activations whose values are polynomials in their arguments."""
MEANS = frozenset({"expect", "expect_given"})
MOST_NAMED = 6
_ORDERED = ([[1, 0], [0, 0]], [[2, 1], [1, 1]], [[5, 1], [1, 1]])
"""The least first."""
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
UNEVEN = (Size(1, 1, 0), Size(2, 1, 0))
"""Where the law of the covariates has no symmetry."""


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


def speaks_of_attention(prop: Prop, given: Sequence[Prop] = (), moduli: bool = True) -> bool:
    """Whether a statement holds heads or symbols that only this reading knows; or, with ``moduli``, that of a matrix,
    which others may know as well."""
    heads = HEADS | {"modulus"} if moduli else HEADS
    for _, node in (pair for p in (prop, *given) for pair in subterms(p)):
        if isinstance(node, Op) and node.head in heads:
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


def keeps_the_law(props: Sequence[Prop]) -> bool:
    """Whether something is said of what keeps the law of the covariates."""
    return any(sub.head == "same_law" for p in props for _, sub in subprops(p))


def knows_covariance(props: Sequence[Prop]) -> bool:
    """Whether something is said of the labels given the covariates, or of their covariance."""
    heads = {node.head for term in terms_of(props) for node in nodes(term) if isinstance(node, Op)}
    return "expect_given" in heads or any(s.has("symmetric") and s.has("activation") for s in symbols_of(props))


def symbols_of(props: Sequence[Prop]) -> frozenset[Sym]:
    return frozenset().union(*(free_symbols(term) for term in terms_of(props)))


def _all_symbols(props: Sequence[Prop]) -> frozenset[Sym]:
    return frozenset(node for term in terms_of(props) for node in nodes(term) if isinstance(node, Sym))


def candidates(sym: Sym) -> list[Activation]:
    """Concrete activations with the traits of an unspecified one, those first that tell most apart."""
    if sym.has("kernel"):
        found = [h for h in ACTIVATIONS if h.kernel and (h.psd or not sym.has("psd"))]
        order = ["distance", "features", "quadratic", "first sum", "relu", "exp", "rbf", "linear"]
        if sym.has("invariant"):
            found = [h for h in found if h.invariant]
        if sym.has("rotation_invariant"):
            found = [h for h in found if h.rotation_invariant]
        if sym.has("positive"):
            found = [h for h in found if h.name in POSITIVE]
    else:
        found = [h for h in ACTIVATIONS if (h.invariant or not sym.has("invariant"))
                 and (h.smooth or not sym.has("smooth"))]  # fmt: skip
        order = [
            "mixed", "tilted", "softmax", "quadratic", "relu", "distance", "exp", "features", "linear", "rbf",
            "normalised",
        ]  # fmt: skip
    return sorted((h for h in found if h.name in order), key=lambda h: order.index(h.name))


def places(
    owner: str, props: Sequence[Prop], dims: Sequence[int], tier: str, seed: int | None, drawn: bool = False
) -> Iterator[Place]:
    """Where ``props`` (the statement, then its hypotheses) are read together; ``drawn``: where samples are to replace
    the finite laws."""
    named = sorted(
        (s for s in _all_symbols(props) if s.traits & {"activation", "kernel"} and not _is_covariance(s)),
        key=lambda s: s.name,
    )
    choices = [candidates(sym) for sym in named]
    rounds = max((len(c) for c in choices), default=1)
    averaged = has_means(props)
    roles, vanishing, unit = roles_of(props), _may_vanish(props), _of_length_1(props)
    extra = {name: 2 + m for m, name in enumerate(roles.others)}
    rotates = not averaged and any(sym.has("orthogonal") for sym in symbols_of(props))
    for round_, size, law in _drawn(tier) if drawn else _schedule(props, rounds, tier):
        if size.d not in dims:
            continue
        chosen: Mapping[str, Activation] = {
            sym.name: c[(round_ + m) % len(c)] for m, (sym, c) in enumerate(zip(named, choices, strict=True))
        }
        if law.group == "circle":
            choose = _linear if size.k else _polynomial
            chosen = {sym.name: choose(c) for sym, c in zip(named, choices, strict=True)}
        rational = all(h.rational for h in chosen.values())
        arithmetic = "exact" if rational and not _needs_balls(props) else "balls"
        sizes = dict(zip(roles.three, (size.d, size.n + (not roles.query), size.k), strict=True)) | extra
        for letters in _layer_letters(props, sizes, roles):
            place = Place(
                f"{owner}, {round_} at {size.d} {size.n} {size.k}",
                {**sizes, **letters}, arithmetic, chosen, law,
                signed=averaged, small=averaged or size.k > 1, unit=unit, seed=seed, roles=roles,
            )  # fmt: skip
            yield place
            if arithmetic == "exact":
                plain = {sym.name: _linear(c) for sym, c in zip(named, choices, strict=True)}
                yield from (
                    place.another(owner=f"{place.owner}, {m}", vanishing=vanishing - {kept}, activations=plain)
                    for m in range(TRIED)
                    for kept in sorted(vanishing)
                )
            if round_ < 2:
                named_values = _ordered_values(props, size.d) if averaged else _named_values(props, size.d)
                yield from (place.another(turned=values) for values in named_values)
            if rotates and size.d > 1:
                yield from (place.another(turn=turn) for turn in (1, QUARTER))


def _named_values(props: Sequence[Prop], d: int) -> Iterator[dict[str, Array]]:
    """Numbers, one at a time, that the statement names, and matrices in every order."""
    special = special_values(tuple(props))
    for s in sorted(symbols_of(props), key=lambda s: s.name):
        if s.shape == (1, 1) and s.traits <= {"positive", "nonnegative"}:
            named = (x for x in special.get(s, ())[:MOST_NAMED] if x > 0 or not s.traits)
            yield from ({s.name: rationals([[x]])} for x in named)
    yield from _ordered_values(props, d)


def _ordered_values(props: Sequence[Prop], d: int) -> Iterator[dict[str, Array]]:
    """Matrices of two rows that are psd, ordered in every way, their squares in none."""
    free = sorted(symbols_of(props), key=lambda s: s.name)
    ordered = [s for s in free if s.has("psd") and not s.has("kernel")]
    if d == 2 and 1 < len(ordered) <= len(_ORDERED):
        for chosen in permutations(_ORDERED[: len(ordered)]):
            yield {s.name: rationals(rows) for s, rows in zip(ordered, chosen, strict=True)}


def _may_vanish(props: Sequence[Prop]) -> frozenset[str]:
    """The families of numbers that an equation speaks of which is a condition: it may hold where all but one are 0."""
    equations = [c for p in props for c in premises(p) if c.head == "eq"]
    return frozenset(s.name for s in symbols_of(equations) if s.has("layers") and s.shape == (1, 1))


def _of_length_1(props: Sequence[Prop]) -> frozenset[str]:
    """Vectors whose length 1 is a condition, which no other draw meets."""
    found = set()
    for condition in (c for p in props for c in premises(p)):
        for _, asked in subprops(condition):
            match asked:
                case Prop(head="eq", args=(Op(head="norm_2", args=(Sym(name=name),)), Num(value=1))):
                    found.add(name)
    return frozenset(found)


def _drawn(tier: str) -> Iterator[tuple[int, Size, Law]]:
    # With several layers the activations that come second: what those that come later give may be too large for floats.
    for number in range(len(SIGNED) if tier == "fast" else 2 * len(SIGNED)):
        size = SIGNED[number % len(SIGNED)]
        yield min(number, 1) if size.k else number, size, Law("drawn", "signed", True)


def _schedule(props: Sequence[Prop], rounds: int, tier: str) -> Iterator[tuple[int, Size, Law]]:
    full, heavy = tier == "full", has_gradients(props)
    if not has_means(props):
        law = Law("", "signed", True)
        for number in range(max(min(rounds, 6), 3) if not full else 2 * rounds):
            yield number, SIZES[number % len(SIZES)], law
        return
    rotated, few = needs_rotations(props), len(SIGNED) - heavy
    for number in range(few if not full else max(rounds, few)):
        size = SIGNED[number % len(SIGNED)]
        whole = size.d == 1 or not rotated
        yield number, size, Law("X = Sigma^(1/2) g xi over the signed permutations g", "signed", whole)
    if rotated:
        yield 0, Size(2, 1, 0), _uniform()
        yield 0, Size(2, 1, 1), _uniform()
    if not keeps_the_law(props):
        # With a rotation in the statement means over it are exact on the line alone: there they are over the signs.
        for number, size in enumerate(UNEVEN):
            if size.d == 1 or not rotated:
                name = "three values of X that no symmetry relates"
                yield number, size, Law(name, "none", True, uneven=not knows_covariance(props))
    if full:
        yield 1, Size(3, 2, 0), Law("X = Sigma^(1/2) g xi over the rotations of a tetrahedron", "small", not rotated)


def _uniform() -> Law:
    """Means over all rotations of the plane, exact for polynomials of every degree: the activation must be one."""
    return Law("X = Sigma^(1/2) U xi, U uniform", "circle", True)


def _linear(choices: Sequence[Activation]) -> Activation:
    return next((h for h in choices if h.name == "linear"), choices[0])


def _polynomial(choices: Sequence[Activation]) -> Activation:
    return next((h for h in choices if h.name in POLYNOMIALS), choices[0])


def _is_covariance(sym: Sym) -> bool:
    return sym.has("symmetric") and not sym.has("kernel")


def _needs_balls(props: Sequence[Prop]) -> bool:
    irrational = {"exp", "exp_each", "masked_softmax", "sqrt", "modulus"}
    found = [node for term in terms_of(props) for node in nodes(term) if isinstance(node, Op)]
    lengths = [node for node in found if node.head in {"norm_F", "norm_2"}]
    squared = [node for node in found if node.head == "^" and isinstance(node.args[0], Op)
               and node.args[0].head in {"norm_F", "norm_2"}]  # fmt: skip
    return any(node.head in irrational for node in found) or len(lengths) > len(squared)


def _layer_letters(props: Sequence[Prop], sizes: Mapping[str, int], roles: Roles) -> Iterator[dict[str, int]]:
    """Values of the layers and indices that the statement leaves free."""
    bound = {sub.args[0] for p in props for _, sub in subprops(p) if sub.head in {"for_all", "exists"}}
    free = sorted(
        (s for s in symbols_of(props) - bound if s.shape == (1, 1) and s.traits & {"layer", "index"}),
        key=lambda s: s.name,
    )  # fmt: skip
    ranges = [_range(sym, sizes, roles) for sym in free]
    for values in product(*ranges):
        yield {sym.name: value for sym, value in zip(free, values, strict=True)}


def _range(sym: Sym, sizes: Mapping[str, int], roles: Roles) -> range:
    if sym.has("layer"):
        return range(sizes[roles.layers] + 1)
    bound = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("range:")), roles.columns)
    head, _, tail = bound.partition("+")
    top = sizes.get(head, sizes[roles.columns]) + (int(tail) if tail else 0)
    return range(1, top + 1)
