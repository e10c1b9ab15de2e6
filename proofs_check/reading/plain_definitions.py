"""``S := A + B`` of a letter without a formula: it says what S is, and states nothing that could hold or fail."""

from __future__ import annotations

from ..report.render import plain
from ..statement.props import Prop, subprops
from ..statement.terms import Sym, Term


def defined_here(tree: Term | Prop) -> str:
    """Why a formula is no statement, being the definition of a plain letter; nothing where it is none."""
    for prop in (prop for _, prop in subprops(tree)) if isinstance(tree, Prop) else ():
        if prop.head == "defined" and isinstance(prop.args[0], Sym):
            name = plain(prop.args[0])
            how = "declare it so, as in --let 'y := a + b', or write = for a relation"
            return f"This says what {name} is, and states nothing: {how}."
    return ""
