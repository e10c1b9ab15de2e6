"""Changes of a statement that keep its truth, or turn it round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from proofs_check import conj, eq, ge, scalar, tr
from proofs_check.errors import UserError
from proofs_check.statement.binding import SCOPES
from proofs_check.statement.props import Prop, subprops, substitute_in, subterms
from proofs_check.statement.terms import Abbrev, MadeSym, Op, Sym, matrix

from .stating import Stated, Truth

TURNED = {"eq": "eq", "ne": "ne", "le": "ge", "ge": "le", "lt": "gt", "gt": "lt"}
OPPOSITE = {"eq": "ne", "ne": "eq", "le": "gt", "gt": "le", "ge": "lt", "lt": "ge"}
FIXED = frozenset({"identity", "zero", "derived", "prompt", "mask"})
PLAIN = frozenset(
    {"+", "-", "neg", "*", "^", "T", "tr", "det", "norm_F", "norm_2", "norm_op", "inner", "abs", "relu", "/"}
)
RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt", "and", "implies", "iff", "psd", "posdef"})


def new_name(sym: Sym, salt: str) -> str:
    return f"{salt}{sum(map(ord, sym.name)) % 97}_{len(sym.name)}{''.join(ch for ch in sym.name if ch.isalnum())[::-1]}"


def renamed(node: Any, names: dict[str, str]) -> Any:
    """Any data of the statement language with its symbols called otherwise, in traits too."""
    if isinstance(node, MadeSym):
        return replace(node, name=_within(node.name, names), tex="")
    if isinstance(node, Sym):
        traits = frozenset(_trait(trait, names) for trait in node.traits)
        return replace(node, name=names.get(node.name, node.name), traits=traits, tex="")
    if isinstance(node, Op):
        return Op(node.head, tuple(renamed(arg, names) for arg in node.args))
    if isinstance(node, Abbrev):
        return Abbrev(renamed(node.sym, names), renamed(node.body, names))
    if isinstance(node, Prop):
        return Prop(node.head, tuple(renamed(arg, names) for arg in node.args))
    if isinstance(node, tuple):
        return tuple(renamed(one, names) for one in node)
    if isinstance(node, dict):
        return {renamed(key, names): renamed(one, names) for key, one in node.items()}
    if is_dataclass(node) and not isinstance(node, type):
        made = object.__new__(type(node))
        for part in fields(node):
            object.__setattr__(made, part.name, renamed(getattr(node, part.name), names))
        return made
    return node


def _within(made: str, names: dict[str, str]) -> str:
    """What an engine made of a name, such as the start of a parameter, made of the new name."""
    old = next((name for name in sorted(names, key=len, reverse=True) if made.startswith(name)), "")
    return names.get(old, "") + made[len(old) :]


def _trait(trait: str, names: dict[str, str]) -> str:
    kind, colon, name = trait.partition(":")
    return f"{kind}:{names.get(name, name)}" if colon and kind in {"cov", "std", "label", "copy"} else trait


def symbols_in(node: Any) -> set[Sym]:
    """All symbols in data of the statement language."""
    if isinstance(node, Sym):
        return {node}
    if isinstance(node, (Op, Prop)):
        return set().union(*map(symbols_in, node.args))
    if isinstance(node, Abbrev):
        return {node.sym} | symbols_in(node.body)
    if isinstance(node, (tuple, dict)):
        return set().union(*map(symbols_in, node.items() if isinstance(node, dict) else node))
    if is_dataclass(node) and not isinstance(node, type):
        return set().union(*(symbols_in(getattr(node, part.name)) for part in fields(node)))
    return set()


def names_for(syms: set[Sym], salt: str) -> dict[str, str]:
    """New names for all that is not a dimension, nor fixed by what it is."""
    dims = {part for s in syms for dim in s.shape if isinstance(dim, str) for part in dim.replace("+", " ").split()}
    dims |= {t.partition(":")[2] for s in syms for t in s.traits if t.startswith("range:")} | {"d", "N", "n", "M"}
    old = sorted({s.name for s in syms if not s.traits & FIXED and s.name not in dims and not isinstance(s, MadeSym)})
    lawful = {t.partition(":")[2] for s in syms for t in s.traits if t.startswith(("cov:", "std:"))} - {"I"}
    return {name: f"{salt}{k}" for k, name in enumerate(sorted({*old, *lawful}))}


def with_new_names(stated: Stated, salt: str = "zz_") -> Stated:
    """The same statement, every symbol called otherwise."""
    data = (stated.statement(), stated.given, stated.proof, stated.model, tuple(_cited(c) for c in stated.cites))
    names = names_for(symbols_in(data), salt)
    cites = tuple(
        replace(c, parts=renamed(c.parts, names), given=renamed(c.given, names), forall=renamed(c.forall, names))
        for c in stated.cites
    )
    return replace(
        stated,
        prop=renamed(stated.statement(), names),
        given=renamed(stated.given, names),
        proof=renamed(stated.proof, names),
        model=renamed(stated.model, names),
        cites=cites,
        id=stated.id + "~renamed",
    )


def _cited(claim: Any) -> Any:
    return (claim.parts, claim.given)


def turned(prop: Prop) -> Prop:
    """With the sides of every equation and comparison swapped."""
    if prop.head in TURNED:
        return Prop(TURNED[prop.head], (prop.args[1], prop.args[0]))
    return Prop(prop.head, tuple(turned(arg) if isinstance(arg, Prop) else arg for arg in prop.args))


def negated(prop: Prop) -> Prop | None:
    """The contrary of a comparison, point by point."""
    return Prop(OPPOSITE[prop.head], prop.args) if prop.head in OPPOSITE else None


def is_comparison_of_numbers(prop: Prop) -> bool:
    return prop.head in {"le", "lt", "ge", "gt"} or (
        prop.head in {"eq", "ne"} and all(not isinstance(a, Sym) or a.shape == (1, 1) for a in prop.args)
    )


def rescaled(prop: Prop) -> Prop | None:
    """With 3 a for each free number and A' for each free square matrix: bijections, where nothing binds or derives."""
    ops = {node.head for _, node in subterms(prop) if isinstance(node, Op)}
    heads = {sub.head for _, sub in subprops(prop)}
    if ops - PLAIN or heads - RELATIONS or ops & SCOPES.keys():
        return None
    free = {node for _, node in subterms(prop) if isinstance(node, Sym) and not node.traits}
    values = {s: 3 * s if s.shape == (1, 1) else s.T for s in free if s.shape == (1, 1) or s.shape[0] == s.shape[1]}
    return substitute_in(prop, values) if values else None


def variants(stated: Stated, rng: Random) -> Iterator[Stated]:
    """Statements whose truth follows from that of this one."""
    if stated.truth is Truth.ILL_SHAPED:
        return
    try:
        prop = stated.statement()
    except UserError:
        return
    if not any(name.startswith("names/") for name in [stated.id]):
        yield with_new_names(stated)
    if stated.proof is not None:
        return
    if turned(prop) != prop:
        yield replace(stated, prop=turned(prop), id=stated.id + "~turned")
    z, Y = scalar("z_77"), matrix("Y_77", "d", "d")
    harmless = rng.choice((ge(z**2, 0), eq(tr(Y), tr(Y.T))))
    yield replace(stated, given=(*stated.given, harmless), id=stated.id + "~given")
    yield replace(stated, prop=conj(harmless, prop), id=stated.id + "~conjoined")
    yield replace(stated, prop=conj(prop, harmless), id=stated.id + "~permuted")
    scaled = rescaled(prop) if not stated.given and not stated.model else None
    if scaled is not None:
        yield replace(stated, prop=scaled, id=stated.id + "~rescaled", large=True)
    contrary = negated(prop)
    if contrary is not None and stated.truth is Truth.TRUE and is_comparison_of_numbers(prop) and not stated.given:
        yield replace(stated, prop=contrary, truth=Truth.FALSE, id=stated.id + "~negated")
