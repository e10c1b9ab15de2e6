"""Indices that were renamed when a formula was put into a sum, ``j'``, under letters that a person can write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..statement.props import Prop
from ..statement.terms import Abbrev, Op, Sym, Term
from ..statement.trees import MadeSym
from .letters import Letters

_INDICES = "klrspqijmhgotuv"


def with_letters(tree: Prop | Term, letters: Letters) -> Prop | Term:
    """The statement, each index that was made while it was read being a letter that occurs nowhere else."""
    names = _names(tree)
    made = sorted((sym for sym in names if isinstance(sym, MadeSym) and sym.has("index")), key=lambda sym: sym.name)
    taken = {sym.name for sym in names} | letters.bases | set(letters.dims)
    taken |= {name for sym in names for name in map(str, sym.shape)}
    free = [letter for letter in _INDICES if letter not in taken]
    if not made or len(free) < len(made):
        return tree
    new: dict[Sym, Sym] = {
        sym: Sym(letter, sym.shape, sym.traits, letter) for sym, letter in zip(made, free, strict=False)
    }
    found: Prop | Term = _changed(tree, lambda sym: new.get(sym, sym))
    return found


def _names(tree: Prop | Term) -> set[Sym]:
    """All symbols, bound ones and those of abbreviations, too."""
    if isinstance(tree, Sym):
        return {tree}
    parts = (tree.body,) if isinstance(tree, Abbrev) else tree.args if isinstance(tree, Prop | Op) else ()
    return set().union(*(_names(part) for part in parts if isinstance(part, Prop | Term)))


def _changed(tree: Any, change: Callable[[Sym], Sym]) -> Any:
    if isinstance(tree, Sym):
        return change(tree)
    if isinstance(tree, Abbrev):
        return Abbrev(tree.sym, _changed(tree.body, change))
    if isinstance(tree, Prop | Op):
        args = (_changed(arg, change) if isinstance(arg, Prop | Term) else arg for arg in tree.args)
        return type(tree)(tree.head, tuple(args))
    return tree
