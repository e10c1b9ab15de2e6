"""What is asked of a claim of one's own before any witness sees it.  Standard library only."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TYPE_CHECKING

from ..claims import Claim, Kind
from ..errors import UserError
from ..model import Model, model_for, names_in
from ..naming import naming
from ..papers import NAMES as PAPERS
from ..report.render import plain
from ..routes import NAMES
from ..statement.binders import BINDERS, Over, names_of
from ..statement.laws import RANDOM_COVARIANCES
from ..statement.mutate import speaks_of_attention
from ..statement.props import Prop, subprops, subterms
from ..statement.sizes import check_sizes
from ..statement.terms import MadeSym, Op, Sym, Term
from .laws_named import law_problems
from .traits_together import contradictions

if TYPE_CHECKING:
    from ..catalogue import Registry

_ALONG = frozenset({"always", "limit", "conserved", "same_flow"})
_RATES = frozenset({"ddt", "at0"})
_OF_THE_MODEL = frozenset({"prediction", "prediction_on", "per_prompt"})
"""What the parameters of linear self-attention give without being named."""
TRAITS = frozenset({
    "integer", "positive", "nonnegative", "nonzero", "symmetric", "psd", "posdef", "orthogonal",
    "parameter", "random", "iid", "independent", "noise", "label", "law", "prompt", "derived", "identity", "zero",
    "index", "function", "normal", "degenerate",
    "activation", "invariant", "smooth", "kernel", "rotation_invariant", "layer", "layers", "context", "mask", "haar",
    "invertible",
})  # fmt: skip
"""What a symbol may be; besides, traits that name something: ``cov:S``."""
_OF_PAPERS = frozenset({
    "ablated length", "claim", "continuous_entries", "family", "law_of_covariates", "law_of_tasks", "measured", "panel",
    "prompt_of_any_law", "scale", "setting", "test length", "training length",
})  # fmt: skip
"""What single witnesses read of symbols in the papers of the library."""
_FIGURE = re.compile(r"figure-\d+")
"""The experiment that a measured quantity is of."""
_SQUARE = ("posdef", "psd", "symmetric", "orthogonal", "haar", "invertible", "identity", "mask")
"""Traits of square matrices alone; a kernel has them by its values."""
_NAMING = frozenset({"cov", "copy", "label", "range", "std"})
_COUNTS = frozenset({"integer", "positive"})
LARGEST = 1000
"""Some witnesses write all entries down."""


def check_claim(claim: Claim) -> None:
    """Raise :class:`UserError` where the claim cannot be meant: witnesses, symbols, shapes."""
    for name in claim.witnesses:
        if name not in NAMES:
            near = difflib.get_close_matches(name, NAMES, n=1, cutoff=0.0)[0]
            known = ", ".join(NAMES)
            raise UserError(f"{claim.id}: unknown witness {name!r}: did you mean {near!r}? The witnesses are {known}.")
    if claim.kind is Kind.SUMMARY and not claim.see:
        raise UserError(f"{claim.id}: a summary is not checked: name the claims that it sums up, see=('mine/a',).")
    props = [*_stated(claim), *(hypothesis.prop for hypothesis in claim.given)]
    found = dict.fromkeys(claim.forall)
    found |= dict.fromkeys(node for prop in props for _, node in subterms(prop) if isinstance(node, Sym))
    for sentence in _problems(tuple(found), _drawn_by_the_model(claim, tuple(found))):
        raise UserError(f"{claim.id}: {sentence}")
    for sentence in (*law_problems((*props, *_shown(claim))), *_growing(props),
                     *_limits((*props, *_shown(claim))), *_sizes(claim, found)):  # fmt: skip
        raise UserError(f"{claim.id}: {sentence}")
    for sentence in _still(claim):
        raise UserError(f"{claim.id}: {sentence}")
    of_attention = any(map(speaks_of_attention, props))
    for sym in found:
        # The engines of statements about attention take the trait for the hypothesis.
        stated = of_attention or sym.has("haar") or any(_says_orthogonal(h.prop, sym) for h in claim.given)
        if sym.has("orthogonal") and not stated:
            raise UserError(
                f"{claim.id}: that {sym.name} is orthogonal is a hypothesis: add given=(Hypothesis('{sym.name} is "
                f"orthogonal', eq({sym.name} * {sym.name}.T, eye({sym.shape[0]!r}))),)."
            )
    for prop in props:
        try:
            check_sizes(prop, plain, (hypothesis.prop for hypothesis in claim.given))
        except UserError as error:
            raise UserError(f"{claim.id}: {error}") from error


def check_references(claim: Claim, known: Registry) -> None:
    """Raise :class:`UserError` where the claim names an id or a part that does not exist."""
    named = [*(("uses", id) for id in claim.uses), *(("see", id) for id in claim.see)]
    for argument, id in [*named, ("corrects", claim.corrects)] if claim.corrects else named:
        root, _, part = str(id).partition("#")
        try:
            target = known.find(root)
        except UserError as error:
            raise UserError(f"{claim.id}: in {argument}=..., {error}") from error
        stated = target.claim if part else None
        if stated is not None and part not in {p.name for p in stated.parts}:
            raise UserError(f"{claim.id}: {argument}={id!r} names no part of {root}: it has {_parts(stated)}.")
    for argument, parts in (("expected", claim.expected.parts if claim.expected else ()), ("proof", claim.proofs)):
        for part in parts:
            if part and part not in {p.name for p in claim.parts}:
                raise UserError(f"{claim.id}: {argument} names a part {part!r}: the claim has {_parts(claim)}.")
    circle = _circle(claim, known)
    if circle:
        raise UserError(f"{claim.id}: uses=... goes in a circle, {' -> '.join(circle)}: leave one out.")


def _parts(claim: Claim) -> str:
    names = [repr(part.name) for part in claim.parts if part.name]
    return f"the parts {', '.join(names)}" if names else "no named parts"


def _circle(claim: Claim, known: Registry) -> tuple[str, ...]:
    """The way from the claim back to itself, where ``uses`` leads there."""
    seen: set[str] = set()
    ways: list[tuple[str, ...]] = [(claim.id, id) for id in claim.uses]
    while ways:
        way = ways.pop()
        if way[-1] == claim.id:
            return way
        if way[-1] in known.claims and way[-1] not in seen:
            seen.add(way[-1])
            ways += [(*way, id) for id in known.row(way[-1]).uses]
    return ()


def _stated(claim: Claim) -> Iterator[Prop]:
    for part in claim.parts:
        for reading in part.readings:
            yield reading.prop


def _sizes(claim: Claim, found: Iterable[Sym]) -> Iterator[str]:
    """Numbers that bear the name of a size of the model, and may be 0: engines know sizes by their names."""
    if claim.paper in PAPERS or isinstance(claim.model, Model):
        return
    roles = naming(claim).roles
    counted = {of.name for one in fields(roles) for of in getattr(roles, one.name) if of.traits >= _COUNTS}
    for sym in found:
        if sym.name in counted and sym.shape == (1, 1) and sym.has("integer") and not sym.traits >= _COUNTS:
            yield (
                f"{sym.name} is a size of the model of which this speaks, and so positive: write "
                f"{sym.name} = scalar({sym.name!r}, 'integer', 'positive'), or choose another name."
            )


def _growing(props: list[Prop]) -> Iterator[str]:
    """What grows without being an integer: numbers that grow take values between, and below 1."""
    for inner in (inner for prop in props for _, inner in subprops(prop)):
        if inner.head in BINDERS and BINDERS[inner.head].over is Over.GROWTH:
            for sym in names_of(inner):
                if not sym.has("integer"):
                    yield (
                        f"{inner.head} speaks of integers that grow, and {sym.name} is none: write {sym.name} = "
                        f"scalar({sym.name!r}, 'integer', 'positive')."
                    )


def _limits(props: Iterable[Prop]) -> Iterator[str]:
    """Limits that move with what grows: a difference that tends to 0 is no limit."""
    for inner in (inner for prop in props for _, inner in subprops(prop) if inner.head in {"tends", "tends_jointly"}):
        value = {node for _, node in subterms(Prop("tends", inner.args[1:2])) if isinstance(node, Sym)}
        sizes = {name for sym in value for dim in sym.shape for name in names_in(dim)}
        for sym in names_of(inner):
            if sym in value or sym.name in sizes:
                yield (
                    f"the limit as {sym.name} grows speaks of {sym.name}: state that the difference of the two sides "
                    "tends to 0."
                )


def _shown(claim: Claim) -> Iterator[Prop]:
    """What the steps of its proofs show."""
    return (step.shows for proof in claim.proofs.values() for step in proof.steps)


def _says_orthogonal(prop: Prop, Q: Sym) -> bool:
    products = {Q.T * Q, Q * Q.T}
    return any(inner.head == "eq" and inner.args[0] in products for _, inner in subprops(prop))


def _still(claim: Claim) -> Iterator[str]:
    """What a flow does not move in a statement about it: that would hold for this reason alone."""
    model = model_for(claim)
    moved = {*model.parameters, *(sym for sym, _ in model.initial)}
    for prop in filter(_about_a_flow, _stated(claim)):
        nodes = [node for _, node in subterms(prop)]
        for node in nodes:
            if isinstance(node, Sym) and node.has("parameter") and node not in moved:
                yield f"nothing moves {node.name} here: say what does, model=gradient_flow(loss, ({node.name},))."
        if not claim.model and not any(_moves(node, moved) for node in nodes):
            yield (
                "it speaks of a gradient flow, but of nothing that linear self-attention moves: say which flow, "
                "model=gradient_flow(loss, (A,)) with A = parameter('A', 'd', 'd')."
            )


def _moves(node: Term, moved: set[Sym]) -> bool:
    """Whether this is one of the parameters that the flow moves, or is made of them by its meaning."""
    if isinstance(node, Sym):
        return node in moved or node.has("derived") or node.has("prompt")
    return isinstance(node, Op) and node.head in _OF_THE_MODEL


def _about_a_flow(prop: Prop) -> bool:
    rates = (node.head in _RATES for _, node in subterms(prop) if isinstance(node, Op))
    return any(inner.head in _ALONG for _, inner in subprops(prop)) or any(rates)


# Symbols ---------------------------------------------------------------------------------------------------

def _drawn_by_the_model(claim: Claim, found: tuple[Sym, ...]) -> set[Sym]:
    """Symbols of which the model gives the law; where no model is named, those that were imported themselves: others
    that only bear their names have no law."""
    roles = model_for(claim).roles
    drawn = (*roles.covariates, *roles.query, *roles.task)
    if claim.model or claim.paper in PAPERS:
        return set(drawn)
    return {sym for sym in found if any(sym is one for one in drawn)}


def _problems(found: tuple[Sym, ...], drawn: set[Sym]) -> Iterator[str]:
    """What is wrong with these symbols, taken together; ``drawn``: those of which the model gives the law."""
    named: dict[str, Sym] = {}
    for sym in found:
        other = named.setdefault(sym.name, sym)
        if (other.shape, other.traits) != (sym.shape, sym.traits):
            yield f"two symbols are called {sym.name}, {_described(other)} and {_described(sym)}: rename one."
        if isinstance(sym, MadeSym):
            yield f"{sym.name} is a symbol that the engines make for themselves: write one of your own."
        yield from trait_problems(sym, drawn)
    for sym in found:
        yield from _law_problems(sym, named)
        ranges = (trait.removeprefix("range:") for trait in sorted(sym.traits) if trait.startswith("range:"))
        for dim, role in (*((dim, "a dimension") for dim in sym.shape), *((name, "the range") for name in ranges)):
            size = named.get(str(dim))
            if size is not None and not size.traits >= _COUNTS:
                what = "positive" if size.has("integer") else "an integer"
                yield (
                    f"{dim} is {role} of {sym.name} and so {what}: write {dim} = scalar({dim!r}, 'integer', "
                    "'positive')."
                )


def trait_problems(sym: Sym, drawn: set[Sym]) -> Iterator[str]:
    """What is wrong with the traits of one symbol."""
    for dim in sym.shape:
        if isinstance(dim, int) and dim > LARGEST:
            yield f"{sym.name} has the size {dim}, of which {LARGEST} are the most: write a name, 'd', for every size."
        if dim in TRAITS:
            yield f"{dim!r} stands where {sym.name} has its dimension: write vector({sym.name!r}, 'd', {dim!r})."
    if sym.has("integer") and not sym.traits & {"positive", "nonnegative", "index", "layer"}:
        yield (
            f"integers count something: write {sym.name} = scalar({sym.name!r}, 'integer', 'positive'), or "
            "'nonnegative', and differences of such for integers of either sign."
        )
    for trait in sorted(sym.traits):
        if trait == "diagonal":
            yield f"a diagonal matrix is diag(v) of a vector: write {sym.name} = diag(vector(...))."
        elif trait not in TRAITS | _OF_PAPERS and not _FIGURE.fullmatch(trait) and trait.split(":")[0] not in _NAMING:
            near = difflib.get_close_matches(trait, sorted(TRAITS), n=1, cutoff=0.0)[0]
            yield f"{sym.name} has the unknown trait {trait!r}: did you mean {near!r}?"
    yield from contradictions(sym)
    lawless = sym.has("random") and sym.traits <= {"random", "iid", "independent"}
    if lawless and sym.shape[0] != 1 and sym.shape[1] == 1 and sym not in drawn:
        yield (
            f"{sym.name} is random, its law is not said: write gaussian({sym.name!r}, {sym.shape[0]!r}, cov=S); where "
            "a hypothesis iid_entries(...) names it, add the traits 'law', 'independent'."
        )
    square = [trait for trait in _SQUARE if sym.has(trait) and not sym.has("kernel")]
    if square and sym.shape[0] != sym.shape[1]:
        yield (
            f"{sym.name} is {sym.shape[0]} x {sym.shape[1]}, and only a square matrix is {square[0]}: give it as many "
            "columns as rows, or leave the trait out."
        )
    if sym.has("noise") and sym.shape != (1, 1):
        yield f"{sym.name} is noise, so a number: for a vector write gaussian({sym.name!r}, {sym.shape[0]!r}, cov=S)."
    if sym.traits & {"psd", "posdef"} and not sym.traits & {"symmetric", "kernel"}:
        yield f"{sym.name} is psd or posdef without being symmetric: add the trait 'symmetric'."


def _of_values(sym: Sym) -> frozenset[str]:
    return frozenset(trait for trait in sym.traits - {"law", "iid", "independent"} if ":" not in trait)


def _law_problems(sym: Sym, named: dict[str, Sym]) -> Iterator[str]:
    """That a covariance may be singular, or a standard deviation 0, is said with the symbol drawn from it."""
    for trait in sym.traits:
        kind, _, name = trait.partition(":")
        of = named.get(name)
        if of is None and kind == "copy":
            of = next((other for other in named.values() if trait in other.traits), sym)
        elif of is None:
            continue
        if kind == "cov" and of.shape[1] != 1 and not (of.has("symmetric") and of.traits & {"posdef", "psd"}):
            yield (
                f"two symbols are called {name}, the covariance of {sym.name} and {_described(of)}: rename one, or "
                "give it the traits symmetric and posdef (psd, where it may be singular)."
            )
        if kind == "copy" and not of.has("law") and of is named.get(name):
            yield (
                f"{sym.name} is a copy of {name}, which has no law of its own: write a symbol with the same law, or "
                "members of a family, at(x, 1) and at(x, 2)."
            )
        elif kind == "copy" and (sym.shape, _of_values(sym)) != (of.shape, _of_values(of)):
            yield f"{sym.name} is a copy of {name} and has the values of that: give both the same shape and traits."
        if kind == "std" and not of.traits & {"positive", "nonnegative"}:
            yield (
                f"two symbols are called {name}, the standard deviation of {sym.name} and {_described(of)}: rename "
                "one, or give it the trait positive."
            )
        if kind in ("cov", "std") and of.has("random") and name not in RANDOM_COVARIANCES:
            yield (
                f"{name}, which the law of {sym.name} names, is random itself: leave its trait 'random' out, and state "
                "what holds for every value of it."
            )
        if sym.has("degenerate"):
            continue
        if kind == "cov" and of.shape[1] != 1 and not of.has("posdef"):
            yield (
                f"{sym.name} has the covariance {name}, which may be singular: write gaussian({sym.name!r}, "
                f"{sym.shape[0]!r}, cov={name}), which says so, or give {name} the trait posdef."
            )
        if kind == "std" and not of.has("positive"):
            yield f"{sym.name} has the standard deviation {name}, which may be 0: write noise({sym.name!r}, {name})."


def _described(sym: Sym) -> str:
    what = "a number" if sym.shape == (1, 1) else f"{sym.shape[0]} x {sym.shape[1]}"
    return ", ".join([what, *sorted(sym.traits)])
