r"""Indices of one name that count different things, ``\sum_{i=1}^n`` in a definition and ``\sum_{i=1}^d`` beside it.

Each sum binds its own, so one of them gets a letter that nothing else has.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ...statement.props import Prop, nodes_in
from ...statement.terms import Abbrev, Op, Sym, Term
from .scope import Understood


def with_indices_apart(read: Sequence[Understood]) -> list[Understood]:
    """The readings of one statement, with such indices apart in all of them."""
    new = _apart(prop for one in read for prop in (one.prop, *one.given))
    return [replace(one, prop=_with_indices(one.prop, new), given=tuple(_with_indices(g, new) for g in one.given))
            for one in read]  # fmt: skip


def _apart(props: Iterable[Prop]) -> dict[Sym, Sym]:
    """Which index stands for which in these."""
    syms = dict.fromkeys(node for prop in props for node in nodes_in(prop) if isinstance(node, Sym))
    taken = {sym.name for sym in syms}
    first: dict[str, Sym] = {}
    out: dict[Sym, Sym] = {}
    for sym in sorted(syms, key=lambda one: (one.name, sorted(one.traits))):
        other = first.setdefault(sym.name, sym)
        if other.traits == sym.traits or not (other.has("index") and sym.has("index")):
            continue
        letter = next((name for name in "jklmpqrs" if name not in taken), "")
        if letter:
            taken.add(letter)
            out[sym] = Sym(letter, sym.shape, sym.traits, letter)
    return out


def _with_indices(prop: Prop, new: Mapping[Sym, Sym]) -> Prop:
    """The statement with these indices in the place of those."""
    made = tuple(_with_indices(arg, new) if isinstance(arg, Prop) else _renamed(arg, new) for arg in prop.args)
    return Prop(prop.head, made) if new else prop


def _renamed(node: Term, new: Mapping[Sym, Sym]) -> Term:
    match node:
        case Sym():
            return new.get(node, node)
        case Abbrev(sym=sym, body=body):
            return Abbrev(sym, _renamed(body, new))
        case Op(head=head, args=args):
            return Op(head, tuple(_renamed(arg, new) for arg in args))
    return node
