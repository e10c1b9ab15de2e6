"""Hypotheses, sorted by what an entrywise decision can do with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...model import Model
from ...statement.joined import reached
from ...statement.props import Prop, conjuncts, subterms, terms_in
from ...statement.terms import Num, Op, Sym, Term, nodes, symbols, tr, where
from .laws import base_name, needed_for

COMPARISONS = frozenset({"lt", "le", "gt", "ge", "ne"})
BY_TRAIT = frozenset({"posdef", "psd", "psd_form"})
MET = frozenset({"finite"})
"""Hypotheses that every law of an exact point meets, and that identities between moments do not use."""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """What is assumed of the symbols of one identity."""

    bindings: tuple[tuple[Sym, Term], ...] = ()
    """Symbols with an assumed value: put in after derivatives are taken."""
    relations: tuple[Term, ...] = ()
    """Terms all of whose entries vanish."""
    comparisons: tuple[Prop, ...] = ()
    """Open conditions: an exact point must not violate them; an identity needs none of them."""
    orthogonal: frozenset[str] = frozenset()
    """Symbols Q with Q^T Q = I: read as Cayley transforms."""
    laws: tuple[tuple[str, Op], ...] = ()
    """Random vectors with the law of their entries."""
    checks: tuple[Prop, ...] = ()
    """Conditions of other kinds, which exact points must meet; an identity needs none of them."""
    definite: frozenset[str] = frozenset()
    """Positive semi-definite symbols that are positive definite."""
    opaque: tuple[str, ...] = ()
    """Heads that are neither used nor checked: with any of them nothing is refuted."""

    def bound(self) -> Hypotheses:
        """The same with the bindings put into the other hypotheses."""
        relations = tuple(where(r, *self.bindings) for r in self.relations)
        comparisons = tuple(
            Prop(p.head, tuple(where(a, *self.bindings) if isinstance(a, Term) else a for a in p.args))
            for p in self.comparisons
        )
        return replace(self, relations=relations, comparisons=comparisons)


def hypotheses(given: Iterable[Prop], terms: Sequence[Term], model: Model) -> Hypotheses:
    """Those of ``given`` that speak of symbols that reading ``terms`` can meet."""
    needed = needed_for(terms, model)
    given = list(given)
    present = reached(given, {sym.name for sym in needed} | {base_name(sym) for sym in needed})
    bindings: list[tuple[Sym, Term]] = []
    relations: list[Term] = []
    comparisons: list[Prop] = []
    orthogonal: set[str] = set()
    laws: list[tuple[str, Op]] = []
    checks: list[Prop] = []
    definite: set[str] = set()
    opaque: list[str] = []
    for prop in conjuncts(*given):
        sides = terms_in(prop)
        met = frozenset().union(*(symbols(term) for _, term in subterms(prop)))
        of_sizes = bool(met) and all(sym.has("integer") for sym in met)
        if sides and not of_sizes and not any(sym.name in present for sym in met):
            continue
        if not model.derived_loss and any(map(_mentions_start, sides)) and not _is_value_at_start(sides):
            opaque.append("at0")  # a point would have to be one of time 0
        elif prop.head in COMPARISONS:
            comparisons.append(prop)
        elif prop.head == "iid_entries" and isinstance(sides[0], Sym) and isinstance(sides[1], Op):
            laws.append((sides[0].name, sides[1]))
        elif prop.head in MET:
            continue
        elif prop.head in BY_TRAIT and isinstance(sides[0], Sym) and _has_trait(sides[0], prop.head):
            continue  # points and generic entries respect the trait
        elif prop.head == "posdef" and isinstance(sides[0], Sym) and sides[0].has("psd"):
            definite.add(sides[0].name)
            checks.append(prop)
        elif prop.head in BY_TRAIT and not model.derived_loss:
            checks.append(prop)
        elif prop.head == "commute":
            relations.append(sides[0] * sides[1] - sides[1] * sides[0])
        elif prop.head != "eq" or len(sides) != 2:
            opaque.append(prop.head)
        elif (Q := _orthogonal(*sides)) is not None:
            orthogonal.add(Q)
        elif isinstance(sides[0], Op) and sides[0].head == "at0":
            continue  # the model's start
        elif isinstance(sides[0], Sym) and _is_free(sides[0], bindings, sides[1]):
            bindings.append((sides[0], sides[1]))
        elif isinstance(sides[0], Op) and sides[0].head == "norm_F" and isinstance(sides[1], Num):
            A = sides[0].args[0]
            relations.append(tr(A * A.T) - sides[1] * sides[1])
        else:
            relations.append(sides[0] - sides[1])
    return Hypotheses(
        tuple(bindings), tuple(relations), tuple(comparisons), frozenset(orthogonal), tuple(laws),
        tuple(checks), frozenset(definite), tuple(opaque),
    )


def _is_value_at_start(sides: Sequence[Term]) -> bool:
    first = sides[0]
    if len(sides) != 2 or _mentions_start(sides[1]):
        return False
    return isinstance(first, Op) and first.head == "at0" and isinstance(first.args[0], Sym)


def _mentions_start(node: Term) -> bool:
    return any(isinstance(sub, Op) and sub.head == "at0" for sub in nodes(node))


def _has_trait(sym: Sym, head: str) -> bool:
    return sym.has("posdef") or (sym.has("psd") and head != "posdef")


_FREE = frozenset({"parameter", "random", "nonzero"})


def _is_free(sym: Sym, bindings: Sequence[tuple[Sym, Term]], value: Term) -> bool:
    """Whether ``sym = value`` may be put in at once with the other bindings, which no cycle and no trait forbids."""
    known = {s for s, _ in bindings} | {s for _, v in bindings for s in symbols(v)}
    return sym not in known and not (symbols(value) & {sym, *(s for s, _ in bindings)}) and sym.traits <= _FREE


def _orthogonal(lhs: Term, rhs: Term) -> str | None:
    """The name of Q where the equation is Q^T Q = I or Q Q^T = I."""
    if not (isinstance(rhs, Sym) and rhs.has("identity") and isinstance(lhs, Op) and lhs.head == "*"):
        return None
    a, b = lhs.args
    for first, second in ((a, b), (b, a)):
        if isinstance(first, Op) and first.head == "T" and first.args[0] == second and isinstance(second, Sym):
            return second.name
    return None
