"""The statements of the papers, as they are and changed: two verdicts that cannot both be are a fault of the tool.

What is true of them is not known here.  But a statement and one that says the same are not PROVED and REFUTED, nor
are a statement and its contrary both shown, and no verdict depends on what a symbol is called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from proofs_check import registry
from proofs_check.catalogue import Registry
from proofs_check.claims import Claim, Hypothesis
from proofs_check.model import model_of, named_by
from proofs_check.results import Result
from proofs_check.runner import applicable, examine
from proofs_check.statement.props import Prop, substitute_in
from proofs_check.statement.terms import Sym
from proofs_check.witnesses import Context

from . import changes
from .renaming import FIXED, names_for, renamer, symbols_in

WITNESSES = ("words", "entries", "proof", "balls", "sampled")
UNCHANGED = frozenset({"renamed", "shuffled", "reversed"})
"""Changes after which every verdict is to be the same."""
OF_A_PAPER = frozenset({"derived", "prompt", "claim", "measured", "setting", "label", "context", "haar", "law"})
"""Traits of symbols that a witness knows as part of a paper's model or experiment."""
SPOKEN_OF = {
    "zfb": "Gam Gam_tau Lam_tau Lam_new Psi E_tau H_tau X_tau Z_tau W_KQ W_PV eps eps_q f_LSA lam_tau lam_new m_3 m_4 "
           "mu_w s tau x_lam x_lam_q x_tau x_tau_q y y_q y_hat_rdm U",
    "ccs": "Sigma M l k n a b c r A B C X_0 Y_0 Y_hidden",
    "zwb": "H Psi beta_star sigma x x_q p eps eps_i eps_q y y_q E beta Gamma Gamma_star B_1 b w_1 u_1 s f_LSA",
}  # fmt: skip
"""Names that the definitions of a paper's models speak of: what they are is said there, and not in the statement."""
RENAMED = ("parts", "given", "forall", "proofs", "options")
FEW_TWINS = {"twins": {"fast": 0, "full": 0}}
"""The wrong twins say nothing about the verdict of a changed statement, and cost as much as the rest."""


@cache
def library() -> Registry:
    return registry.load(())


def ids() -> list[str]:
    """The statements that a witness looks at."""
    return [s.id for s in library().select(("*",)) if applicable(s, WITNESSES)]


def claim_of(id: str) -> Claim:
    claim = library().find(id).claim
    assert claim is not None, f"{id} is not transcribed"
    return claim


def _data(claim: Claim) -> tuple[Any, ...]:
    return claim.parts, claim.given, claim.forall, dict(claim.proofs), claim.options, claim.model


@cache
def names_of(paper: str) -> Mapping[str, str]:
    """A new name for each name in a paper that is not of its models, nor a dimension, nor drawn from a law by name."""
    every = [c for c in library().claims.values() if c.paper == paper]
    syms = set().union(*(symbols_in(_data(c)) for c in every))
    of_models = set().union(*(symbols_in(model_of(paper, c.model)) for c in every))
    kept = of_models | {s for s in syms if s.traits & (OF_A_PAPER | FIXED)}
    kept |= {s for s in syms if s.has("random") and not any(t.partition(":")[1] for t in s.traits)}
    fixed = {"Lam", "t", *SPOKEN_OF[paper].split(), *(s.name for s in kept)}
    fixed |= {named.name for s in kept for named in named_by(s)}
    return MappingProxyType({n: new for n, new in names_for(syms, "zz_").items() if n not in fixed})


@cache
def renamed_library(shuffled: bool) -> Registry:
    """All statements with other names, in what they cite as well."""
    rename = {paper: renamer(_new_names(paper, shuffled)) for paper in SPOKEN_OF}
    claims = {}
    for claim in library().claims.values():
        data = {part: rename[claim.paper](getattr(claim, part)) for part in RENAMED}
        model = claim.model if isinstance(claim.model, str) else rename[claim.paper](claim.model)
        claims[claim.id] = replace(claim, **data, model=model)
    return replace(library(), claims=MappingProxyType(claims))


def _new_names(paper: str, shuffled: bool) -> dict[str, str]:
    """Names that nothing has, or each other's."""
    names = dict(names_of(paper))
    half = len(names) // 2
    ordered = sorted(names)
    return dict(zip(ordered, [*ordered[half:], *ordered[:half]], strict=True)) if shuffled else names


def with_parts(claim: Claim, change: Callable[[Prop], Prop | None]) -> Claim | None:
    """With every reading changed, and no proof: that shows the statement as it was."""
    changed = False
    parts = []
    for part in claim.parts:
        made = [(reading, change(reading.prop)) for reading in part.readings]
        changed = changed or any(prop is not None and prop != reading.prop for reading, prop in made)
        parts.append(replace(part, readings=tuple(replace(r, prop=p) for r, p in made if p is not None)))
    kept = tuple(part for part in parts if part.readings)
    return replace(claim, parts=kept, proofs={}, fact=None) if changed and kept else None


def specialised(claim: Claim) -> Claim | None:
    """At one value of each free number, in the hypotheses as well."""
    values: dict[Sym, Any] = {}
    for part in claim.parts:
        for reading in part.readings:
            values |= changes.values_for(reading.prop)
    taken = {s.name for s in symbols_in(model_of(claim.paper, claim.model))} | {"t"}
    values = {s: value for s, value in values.items() if s.name not in taken}
    if not values:
        return None
    made = with_parts(claim, lambda prop: substitute_in(prop, values))
    given = tuple(replace(h, prop=substitute_in(h.prop, values)) for h in claim.given)
    return made and replace(made, given=given)


def with_more_given(claim: Claim) -> Claim:
    return replace(claim, given=(*claim.given, Hypothesis("it adds nothing", changes.harmless()[len(claim.id) % 2])))


def in_reverse(claim: Claim) -> Claim:
    """The parts and the hypotheses in the other order."""
    return replace(claim, parts=claim.parts[::-1], given=claim.given[::-1])


CHANGES: Mapping[str, Callable[[Claim], Claim | None]] = {
    "renamed": lambda claim: renamed_library(shuffled=False).claims[claim.id],
    "shuffled": lambda claim: renamed_library(shuffled=True).claims[claim.id],
    "reversed": lambda claim: in_reverse(claim) if len(claim.parts) + len(claim.given) > 1 else None,
    "turned": lambda claim: with_parts(claim, changes.turned),
    "permuted": lambda claim: with_parts(claim, changes.permuted),
    "tripled": lambda claim: with_parts(claim, changes.rescaled),
    "given": with_more_given,
    "conjoined": lambda claim: with_parts(claim, changes.conjoined),
    "specialised": specialised,
    "negated": lambda claim: with_parts(claim, changes.negated),
}


def changed(id: str, change: str) -> Claim | None:
    """The statement after a change; None where that changes nothing."""
    claim = claim_of(id)
    if not change:
        return claim
    made = CHANGES[change](claim)
    if made is None or (change in ("renamed", "shuffled") and _data(made) == _data(claim)):
        return None
    return made


def examined(id: str, change: str) -> Result | None:
    """What the tool says of the statement after a change; None where that changes nothing."""
    claim = changed(id, change)
    if claim is None:
        return None
    known = renamed_library(change == "shuffled") if change in ("renamed", "shuffled") else library()
    names = applicable(library().find(id), WITNESSES)
    names = names if claim.proofs else tuple(name for name in names if name != "proof")
    return examine(replace(claim, options={**claim.options, **FEW_TWINS}), names, Context(known=known))


SHOWN = frozenset({"PROVED", "SUPPORTED", "DEFINED"})


def clash(change: str, before: Mapping[str, str], after: Mapping[str, str]) -> str:
    """What is wrong with the verdicts on the parts before and after a change; empty where nothing is."""
    for part in before.keys() & after.keys():
        old, new = before[part], after[part]
        if change in UNCHANGED and old != new:
            return "other verdict by other names" if change != "reversed" else "other verdict in other order"
        if change == "negated" and old in SHOWN and new in SHOWN:
            return "shown with its contrary"
        if change == "negated":
            continue
        if old in SHOWN and new == "REFUTED":
            return "shown and refuted"
        if old == "REFUTED" and new in SHOWN and change != "specialised":
            return "shown and refuted"
    return ""


def lost(change: str, before: Mapping[str, str], after: Mapping[str, str]) -> bool:
    """Whether what was decided is not, any more."""
    decided = SHOWN | {"REFUTED"}
    return change != "negated" and any(before[p] in decided and after[p] not in decided for p in before.keys() & after)
