"""A claim in the letters of the engines: which symbols have a role, which are dimensions, and what is counted.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from .claims import Claim, Hypothesis
from .engine_names import CONSTANTS, LAWS, NAME, POINTERS, Naming, may_be_a_diagonal, referred_to, told_apart
from .model import NONE, Model, model_of, models_of
from .papers import NAMES as PAPERS
from .roles import Roles
from .statement.props import Prop, ne, nodes_in, subprops
from .statement.terms import MadeSym, Op, Sym, det, nodes

if TYPE_CHECKING:
    from .proof.chain import FromClaim

_OF_A_MODEL = frozenset({"derived", "prompt", "label"})
_OF_ATTENTION = frozenset({"context", "haar", "mask"})
_ALONG = frozenset({"ddt", "at0", "prediction", "prediction_on", "per_prompt"})
_FLOWS = frozenset({"always", "always_along", "limit", "conserved", "same_flow", "cites", "supplies"})
_COUNTS = frozenset({"integer", "positive"})
Resolve = Callable[[str], Claim | None]
"""The claim with an id, where there is one."""


def _nothing(id: str) -> Claim | None:
    return None


def in_engine_letters(claim: Claim, resolve: Resolve = _nothing, *, cited: bool = False) -> tuple[Claim, Naming]:
    """The claim as the engines read it, itself where nothing is to be changed, and how it was named.

    One that is ``cited`` shares its symbols with those that cite it, by their names.
    """
    key = claim, resolve, cited
    if key not in _NAMED:
        if len(_NAMED) >= _MOST:
            _NAMED.clear()
        _NAMED[key] = _named(claim, resolve, cited)
    return _NAMED[key]


_NAMED: dict[tuple[Claim, Resolve, bool], tuple[Claim, Naming]] = {}
_MOST = 1 << 11


def naming(claim: Claim, resolve: Resolve = _nothing, *, cited: bool = False) -> Naming:
    """How the symbols of a claim are named for the engines; its chains are not read, for they may cite in a circle."""
    if claim.in_engine_letters:
        return Naming(Roles(), as_it_is=True)

    @cache
    def of_cited(id: str) -> Naming:
        found = resolve(id)
        return naming(found, resolve, cited=True) if found is not None else Naming(Roles())

    diagonals = frozenset(sym.name for sym in _symbols(claim) if may_be_a_diagonal(sym))
    roles = _roles(claim)
    of_laws = {(kind, sym.name): sym for sym in _symbols(claim) for kind in referred_to(sym)}
    counts = {**_dimension(claim, roles), **_counts(claim, roles)}
    alone = claim.paper not in PAPERS and not cited and not any(_citing(claim))
    return Naming(roles, diagonals, counts, _places(claim) if alone else {}, of_laws, cited=of_cited)


def _places(claim: Claim) -> dict[str, int]:
    """The symbols of a claim, and those to which a law refers, in the order in which it speaks of them."""
    found: dict[str, int] = {}
    for sym in _symbols(claim):
        referred = sorted(t.partition(":") for t in sym.traits if t.partition(":")[0] in LAWS)
        for name in (sym.name, *(name for _, colon, name in referred if colon)):
            if not (isinstance(sym, MadeSym) or sym.traits & (CONSTANTS | POINTERS)):
                found.setdefault(name, len(found))
    return found


def _named(claim: Claim, resolve: Resolve, cited: bool) -> tuple[Claim, Naming]:
    by = naming(claim, resolve, cited=cited)
    if by.as_it_is:
        return claim, by
    _stay_apart(claim, by)
    proofs = by.data(dict(claim.proofs))
    apart = sorted({sym for sym in _symbols(claim) if told_apart(sym)}, key=lambda sym: sym.name)
    regular = tuple(Hypothesis(f"{sym.name} is invertible", ne(det(by.symbol(sym)), 0)) for sym in apart)
    made = replace(
        claim, parts=by.data(claim.parts), forall=by.data(claim.forall), given=by.data(claim.given) + regular,
        proofs=proofs,
        model=_model(claim, by), in_engine_letters=True, told=by.told_names,
    )
    same = (made.parts, made.forall, made.given, made.model) == (claim.parts, claim.forall, claim.given, claim.model)
    unchanged = same and all(proofs[name] is claim.proofs[name] for name in proofs)
    return (claim if unchanged else made), by


def _stay_apart(claim: Claim, by: Naming) -> None:
    """That no two symbols of the claim get one name: an engine would take them for the same."""
    theirs: dict[str, str] = {}
    for sym in _symbols(claim):
        if theirs.setdefault(by.symbol(sym).name, sym.name) != sym.name:
            name = by.symbol(sym).name
            raise AssertionError(f"{claim.id}: {sym.name} and {theirs[name]} are both {name} for the engines")


def _model(claim: Claim, by: Naming) -> str | Model:
    """The model in the engines' letters; by its name where the paper of the engines' letters has one that is the same.
    """
    old = model_of(claim.paper, claim.model)
    if isinstance(claim.model, str) and old.roles != by.roles:
        return NONE if by.roles == Roles() and not by.counts else claim.model
    new = by.data(old)
    if new is old or new == old:
        return claim.model
    return next((name for name, known in models_of(claim.paper).items() if known == new), new)


def _roles(claim: Claim) -> Roles:
    """The roles of the claim's symbols: those of its model, where it speaks of this.

    A claim of somebody else that brings no model is about linear self-attention as in `zfb`, or about contexts as in
    `ccs`; what has no role there is a symbol like any other.
    """
    model = model_of(claim.paper, claim.model)
    if claim.paper in PAPERS or isinstance(claim.model, Model):
        return model.roles
    if any(sym.traits & _OF_ATTENTION for sym in _symbols(claim)):
        return model_of("ccs").roles
    return model.roles if _speaks_of_a_model(claim, model.roles) else Roles()


def _dimension(claim: Claim, roles: Roles) -> dict[str, str]:
    """What is the dimension in a claim of somebody else that calls none d: that of the first square matrix, or vector.

    Numbers are put in for a dimension that engines know as one, whatever it is called.
    """
    found = dict.fromkeys(_symbols(claim))
    named = {name for sym in found for dim in sym.shape if isinstance(dim, str) for name in NAME.findall(dim)}
    named |= {sym.name for sym in found if sym.shape == (1, 1) and sym.has("integer")}
    attention = any(sym.traits & _OF_ATTENTION for sym in found)
    if claim.paper in PAPERS or "d" in named or (roles.dimension and not attention):
        return {}
    shapes = sorted((sym.shape for sym in found), key=lambda shape: (shape[0] != shape[1], shape[1] != 1))
    sides = (side for shape in shapes for side in shape if isinstance(side, str) and NAME.fullmatch(side))
    return {side: "d" for side in list(sides)[:1] if side not in roles.sizes}


def _counts(claim: Claim, roles: Roles) -> dict[str, str]:
    """What a claim of somebody else counts, in the order in which it speaks of it: the first is the number of samples.

    Engines have letters for three such numbers; of those that are dimensions of something they know no more than that,
    and what a quantifier runs through counts nothing.
    """
    if claim.paper in PAPERS:
        return {}
    found = dict.fromkeys(_symbols(claim))
    dims = {name for sym in found for dim in sym.shape if isinstance(dim, str) for name in NAME.findall(dim)}
    attention = any(sym.traits & _OF_ATTENTION for sym in found)
    a_term = isinstance(claim.model, Model) and claim.model.is_a_term
    letters = ("M", "N", "n") if a_term else ("N", "M", "n")
    free = [one for one in letters if one not in roles.sizes.values() and not (attention and one == "n")]
    counting = [name for s in found for name in (
        [s.name] if s.shape == (1, 1) and s.traits >= _COUNTS and not s.traits & POINTERS
        else [name for t in s.traits if t.startswith("range:") for name in NAME.findall(t.removeprefix("range:"))]
    )]  # fmt: skip
    quantified = {sub.args[0].name for prop in _props(claim) for _, sub in subprops(prop)
                  if sub.head in {"for_all", "exists"} and isinstance(sub.args[0], Sym)}  # fmt: skip
    named = [name for name in dict.fromkeys(counting) if name not in {*dims, *roles.sizes, *quantified, "d"}]
    return dict(zip(named, free, strict=False))


@lru_cache(maxsize=1 << 10)
def _symbols(claim: Claim) -> tuple[Sym, ...]:
    found = [node for prop in _props(claim) for node in nodes_in(prop) if isinstance(node, Sym)]
    found += claim.forall
    if isinstance(claim.model, Model):
        found += claim.model.parameters
        for value in (claim.model.loss, *(start for _, start in claim.model.initial)):
            found += [node for node in nodes(value) if isinstance(node, Sym)]
    return tuple(found)


def _props(claim: Claim) -> Iterator[Prop]:
    yield from (reading.prop for part in claim.parts for reading in part.readings)
    yield from (hypothesis.prop for hypothesis in claim.given)


def _speaks_of_a_model(claim: Claim, roles: Roles) -> bool:
    """Whether the claim is about the model that it has without naming one."""
    if claim.model:
        return True
    by_law = {*roles.covariates, *roles.query, *roles.task}
    if any(sym.traits & _OF_A_MODEL or sym in by_law for sym in _symbols(claim)):
        return True
    heads = {node.head for prop in _props(claim) for node in nodes_in(prop) if isinstance(node, Op)}
    return (
        bool(heads & _ALONG)
        or any(inner.head in _FLOWS for prop in _props(claim) for _, inner in subprops(prop))
        or any(rule.id.partition("/")[0] in PAPERS for rule in _citing(claim))
    )


def _citing(claim: Claim) -> Iterator[FromClaim]:
    from .proof.chain import FromClaim  # with all rules: who names nothing anew need not import them

    for proof in claim.proofs.values():
        yield from (step.by for step in proof.steps if isinstance(step.by, FromClaim))
