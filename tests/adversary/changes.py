"""Changes of a proposition that keep its truth, that follow from it, or that turn it round.

Each takes a proposition of any kind, those of the papers too: relations are found wherever they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from proofs_check import conj, eq, ge, implies, scalar, term, tr
from proofs_check.statement.binding import free_symbols
from proofs_check.statement.props import Arg, Prop, substitute_in, subterms
from proofs_check.statement.terms import Abbrev, Op, Sym, Term, matrix

TURNED = {"eq": "eq", "ne": "ne", "le": "ge", "ge": "le", "lt": "gt", "gt": "lt"}
OPPOSITE = {"eq": "ne", "ne": "eq", "le": "gt", "gt": "le", "ge": "lt", "lt": "ge"}
DEFINITE = frozenset({"psd", "posdef", "psd_form"})
NUMBERS = {"positive": Fraction(2), "nonnegative": Fraction(3, 2), "nonzero": Fraction(-2), "": Fraction(-3, 2)}
"""A value that a number with this trait may take."""
SIGNS = frozenset(NUMBERS) - {""}
Change = Callable[[Prop], "Prop | None"]


def turned(prop: Prop) -> Prop:
    """With the sides of every equation and comparison swapped."""
    if prop.head in TURNED:
        return Prop(TURNED[prop.head], (prop.args[1], prop.args[0]))
    return _within(prop, turned)


def rescaled(prop: Prop) -> Prop:
    """With three times both sides of every equation and comparison, and of what is definite."""
    if prop.head in TURNED or prop.head in DEFINITE:
        return Prop(prop.head, tuple(3 * arg if isinstance(arg, Term) else arg for arg in prop.args))
    return _within(prop, rescaled)


def permuted(prop: Prop) -> Prop:
    """With the terms of every sum in the other order, except in the bodies of abbreviations."""
    return Prop(prop.head, tuple(permuted(a) if isinstance(a, Prop) else _permuted(a) for a in prop.args))


def _permuted(node: Term) -> Term:
    if not isinstance(node, Op):
        return node
    args = tuple(map(_permuted, node.args))
    return Op("+", (args[1], args[0])) if node.head == "+" and len(args) == 2 else Op(node.head, args)


def negated(prop: Prop) -> Prop | None:
    """The contrary at each point: the opposite comparison, else that it implies what is false."""
    if prop.head in OPPOSITE:
        return Prop(OPPOSITE[prop.head], prop.args)
    return implies(prop, eq(1, 0))


def harmless() -> tuple[Prop, Prop]:
    """What holds of symbols that stand nowhere else."""
    Y = matrix("Y_77", "d", "d")
    return ge(scalar("z_77") ** 2, 0), eq(tr(Y), tr(Y.T))


def conjoined(prop: Prop) -> Prop:
    """With something true in front."""
    return conj(harmless()[0], prop)


def values_for(prop: Prop) -> dict[Sym, Term]:
    """A number for each free number that is nothing but that: neither a size, nor drawn, nor moved."""
    free = frozenset[Sym]().union(*(free_symbols(arg) for arg in _terms(prop)))
    kept = _bound(prop) | {name for s in free for trait in s.traits for name in trait.split(":")[1:]}
    chosen = (s for s in free if s.shape == (1, 1) and not s.traits - SIGNS and s.name not in kept)
    return {s: term(NUMBERS[next((t for t in SIGNS if s.has(t)), "")]) for s in chosen if len(s.traits) < 2}


def specialised(prop: Prop) -> Prop | None:
    """At one value of each free number."""
    values = values_for(prop)
    return substitute_in(prop, values) if values else None


def _terms(prop: Prop) -> list[Term]:
    return [t for arg in prop.args for t in (_terms(arg) if isinstance(arg, Prop) else [arg])]


def _bound(prop: Prop) -> set[str]:
    """Names of all that some proposition or term binds or takes as a variable: a number there would mean nothing."""
    binders = {a.name for sub in _all(prop) if sub.head not in TURNED for a in sub.args if isinstance(a, Sym)}
    for _, node in subterms(prop):
        if isinstance(node, Op):
            binders |= {arg.name for arg in node.args if isinstance(arg, Sym)} if node.head in _TAKING else set()
        elif isinstance(node, Abbrev):
            binders |= {node.sym.name}
    return binders


_TAKING = frozenset({"grad", "minimum", "argmin", "infimum", "curvature", "where", "slope", "slope_right", "slope_left",
                     "sequence", "unknowns", "expect_given", "apply", "jacobian"})  # fmt: skip


def _all(prop: Prop) -> list[Prop]:
    return [prop, *(sub for arg in prop.args if isinstance(arg, Prop) for sub in _all(arg))]


def _within(prop: Prop, change: Callable[[Prop], Prop]) -> Prop:
    """The change in the propositions below this one, where their truth alone counts."""
    args: list[Arg] = [change(arg) if isinstance(arg, Prop) else arg for arg in prop.args]
    return Prop(prop.head, tuple(args))
