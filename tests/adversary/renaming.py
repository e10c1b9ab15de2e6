"""Other names for the symbols of any data of the statement language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any

from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Abbrev, MadeSym, Op, Sym, Term, children

FIXED = frozenset({"identity", "zero", "derived", "prompt", "mask"})
"""Traits of what is called as it is by what it is."""
POOL = (
    "turn1", "root1", "r_1", "eps_q1", "eps1", "mu_w_1", "P_1", "Z1", "A_1_1", "A_11", "B_1", "s", "m_4", "Q", "z1",
    "e_1", "lam", "K_11", "k_12", "star", "drawn", "column", "Own_x_own_", "spare_1", "W_KQ11", "w_PV22", "Theta_1_1",
    "T", "x_", "f1", "value", "mean", "tau", "beta_star", "Psi", "H", "absolute", "pi", "i", "E1", "oo", "S1", "zoo",
)  # fmt: skip
"""Names that code makes for itself, or knows."""
ECHOES = ("{}_1", "{}_1_1", "{}1", "{}_11", "{}_", "{}_2", "{}_q", "{}11", "{}_1_2", "{}2", "{}_12", "{}_0")
"""What code makes of a name: of entries, members, directions and copies."""


def renamed(node: Any, names: dict[str, str]) -> Any:
    """Any data of the statement language with its symbols called otherwise, in traits too."""
    return renamer(names)(node)


def renamer(names: dict[str, str]) -> Callable[[Any], Any]:
    """The renaming as a function, which remembers terms: statements share most of theirs."""
    seen: dict[Term, Term] = {}

    def of_term(node: Term) -> Term:
        if node not in seen:
            seen[node] = made(node)
        return seen[node]

    def made(node: Term) -> Term:
        if isinstance(node, MadeSym):
            return replace(node, name=_within(node.name, names), tex="")
        if isinstance(node, Sym):
            traits = frozenset(_trait(trait, names) for trait in node.traits)
            name = names.get(node.name, node.name)
            return replace(node, name=name, traits=traits, tex=node.tex if name == node.name else "")
        if isinstance(node, Op):
            return Op(node.head, tuple(map(everywhere, node.args)))
        return Abbrev(everywhere(node.sym), everywhere(node.body)) if isinstance(node, Abbrev) else node

    def everywhere(node: Any) -> Any:
        if isinstance(node, Term):
            return of_term(node)
        if isinstance(node, Prop):
            return Prop(node.head, tuple(map(everywhere, node.args)))
        if isinstance(node, tuple):
            return tuple(map(everywhere, node))
        if isinstance(node, dict):
            return {everywhere(key): everywhere(one) for key, one in node.items()}
        if is_dataclass(node) and not isinstance(node, type):
            copied = object.__new__(type(node))
            for part in fields(node):
                object.__setattr__(copied, part.name, everywhere(getattr(node, part.name)))
            return copied
        return node

    return everywhere


def _within(made: str, names: dict[str, str]) -> str:
    """What an engine made of a name, such as the start of a parameter, made of the new name."""
    old = next((name for name in sorted(names, key=len, reverse=True) if made.startswith(name)), "")
    return names.get(old, "") + made[len(old) :]


def _trait(trait: str, names: dict[str, str]) -> str:
    kind, colon, name = trait.partition(":")
    return f"{kind}:{names.get(name, name)}" if colon and kind in {"cov", "std", "label", "copy"} else trait


def symbols_in(node: Any) -> set[Sym]:
    """All symbols in data of the statement language."""
    if isinstance(node, Term):
        return set(_symbols_of(node))
    if isinstance(node, Prop):
        return set().union(*map(symbols_in, node.args))
    if isinstance(node, (tuple, dict)):
        return set().union(*map(symbols_in, node.items() if isinstance(node, dict) else node))
    if is_dataclass(node) and not isinstance(node, type):
        return set().union(*(symbols_in(getattr(node, part.name)) for part in fields(node)))
    return set()


@lru_cache(maxsize=1 << 16)
def _symbols_of(node: Term) -> frozenset[Sym]:
    if isinstance(node, Sym):
        return frozenset({node})
    below = frozenset[Sym]().union(*map(_symbols_of, children(node)))
    return below | {node.sym} if isinstance(node, Abbrev) else below


def names_for(syms: set[Sym], salt: str) -> dict[str, str]:
    """New names for all that is not a dimension, nor fixed by what it is."""
    dims = {part for s in syms for dim in s.shape if isinstance(dim, str) for part in dim.replace("+", " ").split()}
    dims |= {t.partition(":")[2] for s in syms for t in s.traits if t.startswith("range:")} | {"d", "N", "n", "M"}
    old = sorted({s.name for s in syms if not s.traits & FIXED and s.name not in dims and not isinstance(s, MadeSym)})
    lawful = {t.partition(":")[2] for s in syms for t in s.traits if t.startswith(("cov:", "std:"))} - {"I"}
    return {name: f"{salt}{k}" for k, name in enumerate(sorted({*old, *lawful}))}


def echoing(names: Iterable[str], syms: set[Sym]) -> dict[str, str]:
    """The name of the largest symbol is kept, and the others are called as code may call what is made of it."""
    size = {s.name: (s.shape != (1, 1)) + (s.shape[1] != 1) for s in syms}
    ordered = sorted(names, key=lambda name: (-size.get(name, 2), name))
    if len(ordered) < 2:
        return {}
    made = [form.format(ordered[0]) for form in ECHOES]
    return {ordered[0]: ordered[0], **dict(zip(ordered[1:], made, strict=False))} if len(ordered) <= 12 else {}


def hostile(names: Iterable[str], start: int) -> dict[str, str]:
    """Names out of the pool, another share of it for another start."""
    ordered = sorted(names)
    turned = [*POOL[start % len(POOL) :], *POOL[: start % len(POOL)]]
    return dict(zip(ordered, turned, strict=False)) if len(ordered) <= len(turned) else {}
