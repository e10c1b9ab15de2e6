r"""Families that are given by a formula in others: ``y_i := \langle w, x_i\rangle`` of a family ``x_i``.

A member ``y_j`` is read as a letter for its formula, so that it is printed back as it stands, and opened when it is.
"""

from __future__ import annotations

import re
from zlib import crc32

from ..report.render import latex
from ..statement.binding import substitute
from ..statement.props import Prop, subterms
from ..statement.terms import Abbrev, Op, Sym, Term, index, nodes

_NAME = re.compile(r"(.+)_\{?([ijk])\}?")
_MEMBER = "member"


def place_of(name: str, body: str) -> str:
    """The index of a name such as ``y_i``, where it stands below letters of the formula, too; else nothing."""
    found = _NAME.fullmatch(name)
    below = found is not None and re.search(rf"_\s*(?:{found[2]}|\{{\s*{found[2]}\s*\}})(?![A-Za-z])", body)
    return found[2] if found is not None and below else ""


def index_of(place: str) -> Sym:
    """The index that a formula of a family is read with."""
    return index(place, "n")


def is_of_members(body: Term, i: Sym) -> bool:
    """Whether the index stands nowhere but as that of members of families, and there are such."""

    def elsewhere(node: object) -> bool:
        if isinstance(node, Abbrev):
            return elsewhere(node.body)
        below = node.args[:1] if isinstance(node, Op) and node.head == "at" and node.args[1] == i else (
            node.args if isinstance(node, Op) else ())  # fmt: skip
        return node == i or any(map(elsewhere, below))

    return i in nodes(body) and not elsewhere(body)


def defined_family(name: str, letter: str, place: str, shape: tuple[int | str, int | str], body: Term) -> Abbrev:
    return Abbrev(Sym(name, shape, frozenset({f"place:{place}"}), letter), body)


def index_below(sym: Sym) -> str:
    """The index of a family that is given by a formula; of other letters nothing."""
    return next((trait.removeprefix("place:") for trait in sym.traits if trait.startswith("place:")), "")


def member(family: Abbrev, place: Term) -> Abbrev:
    """The member at a place, under a letter of its own."""
    at = latex(place)
    base = family.sym.tex.rpartition("_")[0]
    sym = Sym(f"{family.sym.name}_{crc32(at.encode()):x}", family.sym.shape, frozenset({_MEMBER}), f"{base}_{{{at}}}")
    return Abbrev(sym, substitute(family.body, {index_of(index_below(family.sym)): place}))


def opened(tree: Prop | Term) -> Prop | Term:
    """The statement with the formulas in the places of members."""
    return _opened(tree) if isinstance(tree, Term) else _opened_in(tree)


def _opened_in(prop: Prop) -> Prop:
    if not any(isinstance(n, Abbrev) and n.sym.has(_MEMBER) for _, n in subterms(prop)):
        return prop
    return Prop(prop.head, tuple(
        _opened(a) if isinstance(a, Term) else _opened_in(a) if isinstance(a, Prop) else a for a in prop.args
    ))  # fmt: skip


def _opened(node: Term) -> Term:
    match node:
        case Abbrev(sym=sym, body=body) if sym.has(_MEMBER):
            return _opened(body)
        case Op(head=head, args=args):
            return Op(head, tuple(map(_opened, args)))
    return node
