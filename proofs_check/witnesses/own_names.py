"""A claim of somebody else as the engines see it: none of its symbols bears a name that means something to them.

Engines know symbols of the library's papers by their names: ``U11`` is a parameter of linear self-attention, ``m_4`` a
fourth moment, a covariance with a small letter a diagonal.  In a claim that does not speak of these models such a name
is a name like any other.  So the engines read the claim under other names; what they say is told in the claim's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..claims import Claim, Hypothesis, Part, Reading
from ..model import Model
from ..papers import NAMES as PAPERS
from ..statement.props import Arg, Prop, subprops, subterms
from ..statement.terms import Abbrev, MadeSym, Op, Sym, Term, nodes
from ..verdict import Outcome, Point

if TYPE_CHECKING:
    from . import Context, Witness

MEANT = frozenset({
    "U11", "u12", "u21", "u_-1", "u_m1", "Lam", "Lam_tau", "Lam_new", "lam_tau", "lam_new", "Gam", "Gam_tau", "Theta",
    "sigma", "s", "m_3", "m_4", "Psi", "H", "mu_w", "beta_star", "Sigma", "eps", "eps_q", "x_tau", "x_tau_q", "x_lam",
    "y", "y_q", "E", "E_tau", "L", "y_hat", "W_PV", "W_KQ", "x", "x_q", "w",
})  # fmt: skip
"""Names that an engine, or the derivation that it uses, knows from a paper."""
_OF_A_MODEL = frozenset({"derived", "prompt", "claim", "measured", "setting", "label", "context", "haar", "mask"})
_ALONG = frozenset({"ddt", "at0", "prediction", "prediction_on", "per_prompt"})
_FLOWS = frozenset({"always", "always_along", "limit", "conserved", "same_flow", "cites", "supplies"})
_NAMING = ("cov:", "std:", "copy:", "label:")
_BY_DEFAULT = frozenset({"x", "x_q", "w"})
"""Random symbols of which the law is known by the name, where none is said."""


@dataclass(frozen=True)
class Renaming:
    """New names by the names in the claim."""

    names: Mapping[str, str]

    def symbol(self, sym: Sym) -> Sym:
        traits = frozenset(self._trait(trait) for trait in sym.traits)
        name = self.names.get(sym.name, sym.name)
        return sym if (name, traits) == (sym.name, sym.traits) else replace(sym, name=name, traits=traits)

    def _trait(self, trait: str) -> str:
        kind, colon, name = trait.partition(":")
        return f"{kind}:{self.names[name]}" if colon and name in self.names else trait

    def term(self, node: Term) -> Term:
        if isinstance(node, Sym):
            return self.symbol(node)
        if isinstance(node, Op):
            return Op(node.head, tuple(map(self.term, node.args)))
        return Abbrev(self.symbol(node.sym), self.term(node.body)) if isinstance(node, Abbrev) else node

    def prop(self, prop: Prop) -> Prop:
        return replace(prop, args=tuple(map(self._arg, prop.args)))

    def _arg(self, arg: Arg) -> Arg:
        return self.prop(arg) if isinstance(arg, Prop) else self.term(arg) if isinstance(arg, Term) else arg

    def part(self, part: Part) -> Part:
        return replace(part, readings=tuple(map(self.reading, part.readings)))

    def reading(self, reading: Reading) -> Reading:
        return replace(reading, prop=self.prop(reading.prop))

    def model(self, model: Model) -> Model:
        def value(p: Sym, start: Term) -> Term:
            if isinstance(start, MadeSym):
                renamed = self.symbol(p)
                return replace(start, name=start.name.replace(p.name, renamed.name, 1))
            return self.term(start)

        return replace(
            model,
            parameters=tuple(map(self.symbol, model.parameters)),
            initial=tuple((self.symbol(p), value(p, start)) for p, start in model.initial),
            loss=self.term(model.loss),
        )

    def claim(self, claim: Claim) -> Claim:
        return replace(
            claim,
            parts=tuple(map(self.part, claim.parts)),
            forall=tuple(map(self.symbol, claim.forall)),
            given=tuple(Hypothesis(h.name, self.prop(h.prop), h.tex) for h in claim.given),
            model=self.model(claim.model) if isinstance(claim.model, Model) else claim.model,
        )

    def told(self, value: Any) -> Any:
        """What an engine says, in the names of the claim."""
        if isinstance(value, str):
            for name, other in self.names.items():
                value = value.replace(other, name)
            return value
        if isinstance(value, Mapping):
            return {self.told(key): self.told(item) for key, item in value.items()}
        return type(value)(map(self.told, value)) if isinstance(value, (list, tuple)) else value


class UnderOtherNames:
    """A witness that reads every claim of somebody else under names that mean nothing to it."""

    def __init__(self, inner: Witness) -> None:
        self.inner = inner
        self.name = inner.name

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        found = renamed(claim)
        if found is None:
            return self.inner.examine(claim, part, reading, context)
        other, by = found
        outcome = self.inner.examine(other, by.part(part), by.reading(reading), context)
        point = outcome.point
        return replace(
            outcome, sentence=by.told(outcome.sentence), scope=replace(outcome.scope, text=by.told(outcome.scope.text)),
            figures=by.told(outcome.figures), counterexample=by.told(outcome.counterexample),
            point=point and Point(by.told(point.sizes), by.told(point.values), by.told(point.more)),
        )

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        found = renamed(claim)
        if found is None:
            return self.inner.refutes(claim, part, reading, twin, context)
        other, by = found
        return self.inner.refutes(other, by.part(part), by.reading(reading), by.prop(twin), context)


@lru_cache(maxsize=256)
def renamed(claim: Claim) -> tuple[Claim, Renaming] | None:
    """The claim under other names, and how they were changed; None where nothing is to be changed."""
    found = frozenset(_symbols(claim))
    if claim.paper in PAPERS or claim.options or _speaks_of_a_model(claim, found):
        return None
    drawn = {trait.partition(":")[2] for sym in found for trait in sym.traits if trait.startswith(_NAMING)}
    small = {name for name in drawn if name[:1].islower() or name.endswith(("_tau", "_new"))}
    small -= {sym.name for sym in found if sym.shape[1] == 1 and sym.shape != (1, 1)}  # diagonals, as they are meant
    sizes = {str(dim) for sym in found for dim in sym.shape}
    meant = {sym.name for sym in found if sym.name in MEANT} | (drawn & MEANT) | small
    # The longest first: then no new name is found inside another.  Where it can be, the alphabet is kept.
    names = {
        name: f"Own_{name}_own_" if name in small else f"{name.replace('-', 'm')}_own_"
        for name in sorted(meant - sizes, key=len, reverse=True)
    }
    by = Renaming(names)
    return (by.claim(claim), by) if names else None


def _symbols(claim: Claim) -> Iterator[Sym]:
    yield from claim.forall
    for prop in _props(claim):
        yield from (node for _, node in subterms(prop) if isinstance(node, Sym))
    if isinstance(claim.model, Model):
        yield from claim.model.parameters
        for value in (claim.model.loss, *(start for _, start in claim.model.initial)):
            yield from (node for node in nodes(value) if isinstance(node, Sym))


def _props(claim: Claim) -> Iterator[Prop]:
    yield from (hypothesis.prop for hypothesis in claim.given)
    yield from (reading.prop for part in claim.parts for reading in part.readings)


def _speaks_of_a_model(claim: Claim, found: frozenset[Sym]) -> bool:
    """Whether the claim is about a model that the engines know: then its letters are meant."""
    if any(sym.traits & _OF_A_MODEL for sym in found):
        return True
    by_name = (s for s in found if s.name in _BY_DEFAULT and s.has("random"))
    if any(not any(trait.startswith(_NAMING) for trait in sym.traits) for sym in by_name):
        return True
    if isinstance(claim.model, Model):
        return False
    heads = {node.head for prop in _props(claim) for _, node in subterms(prop) if isinstance(node, Op)}
    return bool(claim.model) or bool(heads & _ALONG) or any(
        inner.head in _FLOWS for prop in _props(claim) for _, inner in subprops(prop)
    )
