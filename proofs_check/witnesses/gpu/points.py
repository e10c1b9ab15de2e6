"""Places for a statement: sizes that differ from each other, and points that meet its hypotheses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from numeric.training.tensors import Draws, Enclosure, Kink

from ...algebras.tensors.algebra import TensorAlgebra
from ...algebras.tensors.heads import names_in
from ...algebras.tensors.place import Place
from ...algebras.tensors.points import POINTS, point_values, scaled_to
from ...claims import Claim
from ...model import model_for
from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts, eq, ge, gt, ne, posdef, psd, subterms
from ...statement.terms import Num, Op, Sym, Term, det, free_symbols, symbols
from ...written_out import written_out
from .truth import certainly

_SIZES = (
    {"d": 2, "N": 3, "M": 2, "n": 3, "B": 2, "k": 1},
    {"d": 3, "N": 2, "M": 4, "n": 2, "B": 3, "k": 2},
    {"d": 1, "N": 1, "M": 1, "n": 1, "B": 1, "k": 0},
)
"""Of dimensions with these names; others take the values in ``_OTHERS`` in turn."""
_OTHERS = ((3, 2, 4, 2), (2, 4, 3, 2), (1, 1, 1, 1))
DEPTH = 64
"""Layers where a statement about layers is read at its deepest, at points at which numbers stay bounded."""
_DEEP = {"d": 2, "N": 3, "M": 2, "n": 3, "B": 2, "k": DEPTH}


@dataclass(frozen=True)
class Site:
    """A claim at some sizes: what is needed to make places there."""

    claim: Claim
    at: tuple[tuple[str, int], ...]
    """The sizes by name."""
    device: str
    seed: int | None
    variant: int
    premises: tuple[Prop, ...] = ()
    """Equations in them give symbols their values, beside the hypotheses."""
    held: tuple[int, frozenset[str]] | None = None
    """A point of the same site whose values all symbols keep but those with these names (:mod:`.starts`)."""
    round: int = 0
    """Of the values of these."""

    @property
    def sizes(self) -> Mapping[str, int]:
        return dict(self.at)

    @property
    def label(self) -> str:
        return ", ".join(f"{name} = {size}" for name, size in self.sizes.items()) or "one point"

    @property
    def owner(self) -> str:
        return f"{self.claim.id} at {self.label}"

    def draws(self, chunk: int) -> Draws:
        """The streams of a chunk of draws."""
        return Draws(f"{self.owner} chunk {chunk}", self.device, self.seed)

    def place(self, point: int | None, batch: int = 1, chunk: int = 0) -> Place:
        owner = self.owner
        known = all_symbols(self.claim)
        made = Place(
            self.claim, model_for(self.claim), written_out(self.claim.paper), self.sizes,
            self.draws(chunk), Draws(owner, "cpu", self.seed, fixed=True), {sym.name: sym for sym in known}, point,
            batch=batch, variant=self.variant,
        )  # fmt: skip
        made.scaled.update(self._kept())
        _meet(made, (*hypotheses(self.claim), *(link for p in self.premises for link in conjuncts(p))))
        return made


    def _kept(self) -> dict[tuple[str, int], Enclosure]:
        """At every point the values of the point that is held; of other symbols those of this round."""
        if self.held is None:
            return {}
        point, free = self.held
        place = replace(self, held=None).place(None)
        draws = Draws(f"{self.owner} round {self.round}", "cpu", self.seed, fixed=True)
        kept: dict[tuple[str, int], Enclosure] = {}
        for sym in all_symbols(self.claim):
            if sym.traits & _NOT_KEPT or sym.name in place.sizes or sym.name in place.defined:
                continue
            if (sym.name, 0) in kept:
                raise Lacks(f"gpu lacks one meaning of {sym.name}")
            if sym.name in free:
                if self.round:
                    kept[sym.name, 0] = point_values(draws, sym, place.size(sym.shape[0]), place.size(sym.shape[1]))
                continue
            values = place.value(sym)
            if len(values.mid) == POINTS:
                kept[sym.name, 0] = values[point : point + 1].expand(POINTS, *values.shape[1:])
        return kept


_NOT_KEPT = frozenset({
    "identity", "zero", "integer", "claim", "measured", "setting", "function", "activation", "kernel", "index",
    "layers", "derived",
})  # fmt: skip


def all_symbols(claim: Claim) -> tuple[Sym, ...]:
    """All symbols of the claim, its hypotheses and its model."""
    found: dict[Sym, None] = {}
    for prop in (*(r.prop for part in claim.parts for r in part.readings), *(h.prop for h in claim.given)):
        for _, term in subterms(prop):
            if isinstance(term, Sym):
                found[term] = None
    model = model_for(claim)
    for term in (model.loss, *(value for _, value in model.initial)):
        found |= dict.fromkeys(symbols(term))
    found |= dict.fromkeys(model.parameters)
    spelled = written_out(claim.paper)
    for sym in list(found):
        body = spelled.term(sym)
        if body is not None:
            found |= dict.fromkeys(symbols(body))
    return tuple(sorted(found, key=lambda sym: (sym.name, sorted(sym.traits))))


def sites(claim: Claim, device: str, seed: int | None, most: int) -> Iterator[Site]:
    """``most`` places of different sizes, each with other functions and laws where the statement leaves these open."""
    for number in range(most):
        yield _site(claim, device, seed, number, _SIZES[number % len(_SIZES)])


def deep_site(claim: Claim, device: str, seed: int | None) -> Site:
    """With many layers."""
    return _site(claim, device, seed, 0, _DEEP)


def leaves_functions_open(claim: Claim) -> bool:
    return any(sym.traits & {"activation", "kernel", "function"} for sym in all_symbols(claim))


def has_layers(claim: Claim) -> bool:
    return any(sym.has("layer") for sym in all_symbols(claim))


def _site(claim: Claim, device: str, seed: int | None, number: int, chosen: Mapping[str, int]) -> Site:
    named: set[str] = set()
    layers = {sym.name for sym in all_symbols(claim) if sym.has("layer")}
    for sym in all_symbols(claim):
        named |= {name for dim in sym.shape for name in names_in(dim)}
        if sym.has("integer") and sym.shape == (1, 1) and not sym.has("index"):
            named.add(sym.name)
        bound = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("range:")), "")
        named |= names_in(bound)
    others = iter(_OTHERS[number % len(_OTHERS)] * len(named))
    sizes = {name: next(others) for name in sorted(named - chosen.keys() - layers)}
    known = {name: size for name, size in chosen.items() if name in named}
    known |= {name: max(chosen["k"] - k, 0) for k, name in enumerate(sorted(layers - known.keys()))}
    return Site(claim, tuple({**known, **sizes}.items()), device, seed, number)


def hypotheses(claim: Claim) -> tuple[Prop, ...]:
    return tuple(link for hypothesis in claim.given for link in conjuncts(hypothesis.prop))


def _meet(place: Place, props: Iterable[Prop]) -> None:
    """Give symbols the values that equations among the hypotheses ask for."""
    defined, families = dict(place.defined), dict(place.families)
    for prop in props:
        if prop.head == "for_all" and isinstance(prop.args[1], Prop) and isinstance(prop.args[0], Sym):
            inner = prop.args[1]
            left = inner.args[0] if inner.head == "eq" else None
            if isinstance(left, Op) and left.head == "at" and left.args[1] == prop.args[0]:
                family, body = left.args[0], inner.args[1]
                if isinstance(family, Sym) and isinstance(body, Term) and family not in symbols(body):
                    families.setdefault(family.name, (prop.args[0], body))
        if prop.head == "eq" and isinstance(prop.args[0], Sym) and isinstance(prop.args[1], Term):
            sym, body = prop.args[0], prop.args[1]
            if not sym.traits & _MOVING and not _leads_to(body, sym.name, defined):
                defined.setdefault(sym.name, body)
    place.defined, place.families = defined, families
    for prop in props:
        _scale(place, prop)


_MOVING = frozenset({"random", "parameter", "derived"})
_STRUCTURED = frozenset({"identity", "zero", "integer", "orthogonal", "mask"})


def _leads_to(body: Term, name: str, defined: Mapping[str, Term]) -> bool:
    """Whether the value of ``body`` depends on that of the symbol ``name``."""
    named = {sym.name for sym in free_symbols(body)}
    return name in named or any(_leads_to(defined[other], name, defined) for other in named if other in defined)


def _scale(place: Place, prop: Prop) -> None:
    """Meet ``f(A) = c`` by scaling A, where f is homogeneous: the exact point is enclosed."""
    if prop.head != "eq":
        return
    left, right = prop.args
    if not (isinstance(left, Term) and isinstance(right, Num)) or right.value <= 0:
        return
    free = [s for s in symbols(left) if not s.traits & {"identity", "zero", "integer", "random", "parameter"}]
    if len(free) != 1:
        return
    (sym,) = free
    if sym.traits & _STRUCTURED or sym.name in place.defined or sym.name in place.scaled_for:
        return
    everywhere = _enclosed_copy(place)
    algebra = TensorAlgebra(everywhere)
    try:
        value = everywhere.value(sym)
        first = algebra.read(left)
        second = algebra.moved({(sym.name, sym.shape): value + value}).read(left)
    except (Lacks, Kink):
        return
    ratio = (second / first).mid[first.mid > first.rad]
    degree = next((k for k in (1, 2, 4) if bool(((ratio - 2.0**k).abs() < 1e-9).all())), None)
    if degree is None or not len(ratio):
        return
    place.scaled_for[sym.name] = prop
    place.scaled[sym.name, 0] = scaled_to(value, degree, everywhere.number(right.value) / first)


def _enclosed_copy(place: Place) -> Place:
    """The same place at all points."""
    return replace(place, point=None, batch=1, scaled=dict(place.scaled), scaled_for=dict(place.scaled_for))


def met_points(
    site: Site, props: Iterable[Prop], numbers: Mapping[Sym, int] | None = None
) -> tuple[list[int], str, bool]:
    """The points that meet ``props``, which of these could not be read, and whether they are met beyond doubt.

    Indices have the given ``numbers``.

    An equation that a point was not made to meet is at best seen to hold within the enclosures.
    """
    place = site.place(None)
    algebra = TensorAlgebra(place).counted(numbers or {})
    usable, unread, exact = [True] * POINTS, "", True
    given = [link for whole in props for link in conjuncts(whole)]
    for prop in (*given, *_kinds_of_given(place)):
        if assumed_by_construction(prop, place):
            continue
        try:
            answers = certainly(prop, algebra)
        except (Lacks, Kink) as lacks:
            unread = unread or str(lacks)
            continue
        if _is_equation(prop):
            exact = exact and None not in answers
            usable = [u and a is not False for u, a in zip(usable, answers, strict=True)]
        else:
            usable = [u and a is True for u, a in zip(usable, answers, strict=True)]
    return [k for k, u in enumerate(usable) if u], unread, exact


def _kinds_of_given(place: Place) -> Iterator[Prop]:
    """What the symbols whose values hypotheses give were said to be before: positive, symmetric and so on."""
    for name in sorted({*place.defined, *place.scaled_for}):
        sym = place.syms.get(name)
        if sym is None:
            continue
        nothing = 0 * sym
        said = {
            "positive": gt(sym, nothing), "nonnegative": ge(sym, nothing), "nonzero": ne(sym, nothing),
            "symmetric": eq(sym, sym.T), "psd": psd(sym), "posdef": posdef(sym), "identity": eq(sym, sym**0),
            "zero": eq(sym, nothing), "invertible": ne(det(sym), 0), "orthogonal": eq(sym.T * sym, (sym.T * sym) ** 0),
        }  # fmt: skip
        stated = sym.traits - {"symmetric"} if sym.traits & {"psd", "posdef"} else sym.traits
        yield from (said[trait] for trait in sorted(stated) if trait in said)
        yield from (Prop(f"a value that is {trait}", ()) for trait in sorted(stated & _UNTESTED))


_UNTESTED = frozenset({"integer", "mask", "index"})


def _is_equation(prop: Prop) -> bool:
    """Whether it consists of equations."""
    return all(link.head == "eq" for link in conjuncts(prop, through={"for_all"}))


def assumed_by_construction(prop: Prop, place: Place) -> bool:
    """Equations that were used to choose the point, and values at time 0, which the flow's start has."""
    if prop.head == "for_all":
        inner = prop.args[1]
        left = inner.args[0] if isinstance(inner, Prop) and inner.head == "eq" else None
        if not (isinstance(left, Op) and left.head == "at" and isinstance(inner, Prop)):
            return False
        return place.families.get(getattr(left.args[0], "name", "")) == (prop.args[0], inner.args[1])
    if prop.head != "eq":
        return False
    left = prop.args[0]
    if isinstance(left, Op) and left.head == "at0":
        return True
    if isinstance(left, Sym) and place.defined.get(left.name) == prop.args[1]:
        return True
    return prop in place.scaled_for.values()

