"""All claims of the library in other letters: what every engine says of them must stay as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from types import MappingProxyType

from proofs_check.catalogue import Registry
from proofs_check.claims import Claim
from proofs_check.model import Model, model_of
from proofs_check.registry import load
from proofs_check.results import Result
from proofs_check.roles import LETTERS
from proofs_check.runner import applicable, examine
from proofs_check.statement.terms import MadeSym, Sym
from proofs_check.store import Store, home
from proofs_check.witnesses import Context
from tests.adversary.metamorphic import renamed, symbols_in

FIXED = frozenset({"identity", "zero", "claim", "setting", "measured"})
"""What bears the name of something else."""
MADE = ("value", "mean", "root", "each", "spare", "row", "entry", "Own_x__own", "t__own", "k_0", "u_m1", "e_i", "X_tau")
"""Strings that engines make names of, or look for in them."""


@cache
def symbols_of(paper: str) -> frozenset[Sym]:
    found: set[Sym] = set()
    for claim in load().claims.values():
        if claim.paper == paper:
            found |= symbols_in(_data(claim))
    return frozenset(found)


def _data(claim: Claim) -> tuple[object, ...]:
    return claim.parts, claim.given, claim.forall, dict(claim.proofs), model_of(claim.paper, claim.model)


@cache
def names_of(paper: str) -> tuple[str, ...]:
    """All names of symbols that may be changed: not those of dimensions, which are strings in shapes."""
    syms = symbols_of(paper)
    dims = {part for s in syms for dim in s.shape if isinstance(dim, str) for part in dim.replace("+", " ").split()}
    dims |= {t.partition(":")[2] for s in syms for t in s.traits if t.startswith("range:")} | {"d", "N", "n", "M", "(d"}
    fixed = {s.name for s in syms if s.traits & FIXED or isinstance(s, MadeSym)}
    return tuple(sorted({s.name for s in syms} - dims - fixed))


def fresh(paper: str) -> dict[str, str]:
    """Every symbol called otherwise."""
    return {name: f"zz_{k}" for k, name in enumerate(names_of(paper))}


def permuted(paper: str, seed: int) -> dict[str, str]:
    """Every symbol called like another one of the paper."""
    names = list(names_of(paper))
    Random(seed).shuffle(names)
    return dict(zip(names, [*names[1:], names[0]], strict=True))


def as_the_engines_call_theirs(paper: str, seed: int) -> dict[str, str]:
    """Letters that engines know, and strings that they make names of, first; the rest is permuted."""
    names = list(names_of(paper))
    sizes = {"d", "N", "M", "B", "n", "k", "l", "tau"}
    taken = [name for name in (*sorted(LETTERS - sizes), *MADE) if name not in names]
    targets = [*names, *taken]
    Random(seed).shuffle(targets)
    return dict(zip(names, targets[: len(names)], strict=True))


def in_letters(claim: Claim, names: dict[str, str]) -> Claim:
    model = model_of(claim.paper, claim.model)
    other: Model = renamed(model, names)
    return replace(
        claim, parts=renamed(claim.parts, names), given=renamed(claim.given, names), model=other,
        forall=renamed(claim.forall, names), proofs=renamed(dict(claim.proofs), names),
    )


class _InLetters(Mapping[str, Claim]):
    """All claims in other letters, each changed when it is asked for."""

    def __init__(self, claims: Mapping[str, Claim], names: dict[str, dict[str, str]]) -> None:
        self.claims, self.names = claims, names
        self.made: dict[str, Claim] = {}

    def __getitem__(self, id: str) -> Claim:
        if id not in self.made:
            claim = self.claims[id]
            self.made[id] = in_letters(claim, self.names[claim.paper])
        return self.made[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)


def registry_in(names: dict[str, dict[str, str]]) -> Registry:
    """The library with the symbols of each paper called otherwise."""
    known = load()
    return replace(known, claims=MappingProxyType(_InLetters(known.claims, names)))


def said(known: Registry, id: str, witnesses: Iterable[str]) -> dict[tuple[str, str, str], tuple[str, bool]]:
    """What each witness says of each reading, and whether in the whole scope."""
    statement, asked = known.find(id), frozenset(witnesses)
    assert statement.claim is not None
    result = _stored(id) if known is load() else None
    if result is None:
        names = [name for name in applicable(statement) if name in asked]
        result = examine(statement.claim, names, Context(known=known))
    found = {(w.part, w.reading, w.name): (w.verdict.name, w.whole) for w in result.witnesses if w.name in asked}
    found["", "", "defects"] = ("; ".join(result.defects), False)
    return found


def _stored(id: str) -> Result | None:
    """What the present code has found of a claim of the library, where a run of `lemmata check` has kept it."""
    store, known = Store(home()), load()
    return store.read(id, store.key(id, applicable(known.find(id)), Context(), known))
