"""What is supposed of one letter and binds others: those of its formula, minima and gradients over its values."""

from __future__ import annotations

from collections.abc import Sequence

from ...statement.binders import BINDERS, Over, names_of
from ...statement.binding import LETTERS, NAMING
from ...statement.heads.binding import AT_POINTS
from ...statement.props import Prop, subterms
from ...statement.terms import Op, Sym, free_symbols
from .spelled_letters import letters_in
from .supposed import Condition, Doubt, Entry, Fact

_OF_ALL_VALUES = frozenset(head for head, row in BINDERS.items()
                           if row.over is Over.VALUES and not row.at_a_point and row != AT_POINTS)  # fmt: skip
"""Minima and quantifiers."""


def bounded_in_turn(used: frozenset[str], entries: Sequence[Entry]) -> frozenset[str]:
    """The letters with a formula in these, of which more is supposed: with ``b := a - 1``, ``b >= 0`` is one of a."""
    told = [e for e in entries if isinstance(e, Fact) and ":=" in e.text and "^" not in e.letter]
    formulas = [(entry.key, letters_in(entry.text.partition(":=")[2])) for entry in told]
    made = frozenset[str]()
    while more := frozenset(key for key, said in formulas if said & (used | made)) - made:
        made |= more
    return made & frozenset[str]().union(*map(_supposed_of, entries)) if made else made


def _supposed_of(entry: Entry) -> frozenset[str]:
    match entry:
        case Condition(body=body):
            return letters_in(body.chars)
        case Fact(text=text) if ":=" not in text:
            return frozenset({entry.key})
        case Doubt(letters=letters) if letters is not None and entry.for_good:
            return letters
    return frozenset()


_OF_SOME = frozenset({"positive", "nonnegative", "nonzero", "integer", "symmetric", "psd", "posdef", "invertible"})
"""Traits that not all values have."""


def two_ranges(prop: Prop, given: Sequence[Prop]) -> str | None:
    """A letter that a minimum is over, and of which something is supposed: of all its values, or of those alone?"""
    nodes = [node for _, node in subterms(prop) if isinstance(node, (Op, Prop)) and node.head in _OF_ALL_VALUES]
    for sym in frozenset().union(*map(names_of, nodes)):
        if sym.traits & _OF_SOME or any(sym in free_symbols(one, NAMING | LETTERS) for one in given):
            return (f"{sym.tex or sym.name} goes through all of its values here, and something is supposed of it: is "
                    "this over those alone? Give it another letter")  # fmt: skip
    return None


_NOT_ALL = frozenset({"symmetric", "psd", "posdef", "diagonal", "orthogonal"})
"""Traits of matrices that do not fill the space of all matrices of their shape."""


def within_a_subspace(prop: Prop) -> str | None:
    """A gradient by such a matrix: in the space of all matrices, or along those alone?  Both are in use."""
    grads = [node for _, node in subterms(prop) if isinstance(node, Op) and node.head == "grad"]
    for sym in (node.args[1] for node in grads):
        if isinstance(sym, Sym) and sym.traits & _NOT_ALL and sym.shape != (1, 1):
            return (f"The gradient by {sym.tex or sym.name} among all matrices, or among those like it alone? Declare "
                    "it without a trait where it is among all")  # fmt: skip
    return None
