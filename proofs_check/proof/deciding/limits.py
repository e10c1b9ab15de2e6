"""The rule that limits pass through continuous functions, in time or in the lengths of prompts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...statement.props import terms_in
from ...statement.terms import Abbrev, Num, Op, Sym, Term, symbols, term
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only, signs_of
from ..logic import Line, is_closed, sides
from ..positivity import Sign, SignAlgebra
from ..traits import counts, is_derived

_CONTINUOUS = frozenset(
    {"+", "-", "neg", "*", "/", "^", "T", "tr", "norm_F", "norm_op", "norm_2", "sqrt", "inner", "block", "entry"}
)


def continuity(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head == "limit":
        moving, value = sides(prop)
        passage = _Passage(_known_limits(given), lambda node: not is_closed(node), signs_of(given, desk))
    elif prop.head in {"tends", "tends_jointly"}:
        moving, value, *lengths = terms_in(prop)
        if desk.speaks_of(given, lengths):
            raise Gap("what is assumed of an integer does not hold while that integer grows")
        if not symbols(moving) | symbols(value) <= desk.stated:
            raise Gap("what the chain introduces may depend on the integers that grow")
        passage = _Passage(
            {1 / n: term(0) for n in lengths} | _known_growing(given, prop.head, lengths),
            lambda node: any(counts(node, n) for n in lengths) or is_derived(node),
            signs_of(given, desk),
        )
    else:
        raise Gap("continuity shows a limit")
    there = passage.at_limit(moving)
    if passage.moves(there):
        raise Gap("the limit of something that moves is not among the premises")
    passage.check(moving)
    if not desk.algebra.same(there, value):
        raise Gap("the value at the limits of the premises is not the limit shown")
    ledger.facts.add("continuity of limits")


def _known_limits(given: list[Given]) -> dict[Term, Term]:
    held: list[Line] = [line for g in given for line in g.lines]
    exists = any(line.prop.head == "flow_exists" for line in held)
    known: dict[Term, Term] = {}
    for line in held:
        if line.prop.head == "limit" or (line.prop.head == "eq" and exists and is_closed(sides(line.prop)[1])):
            inside, end = sides(line.prop)
            known[inside] = end
    return known


def _known_growing(given: list[Given], head: str, lengths: list[Term]) -> dict[Term, Term]:
    """Limits among the premises, as the same integers grow."""
    held = [line.prop for g in given for line in g.lines]
    return {p.args[0]: p.args[1] for p in held if p.head == head and list(p.args[2:]) == lengths}  # type: ignore[misc]


@dataclass(frozen=True)
class _Passage:
    """To the limit: what is known of it, what moves, and the signs known there."""

    known: dict[Term, Term]
    moves: Callable[[Term], bool]
    signs: SignAlgebra

    def at_limit(self, node: Term) -> Term:
        """The term with limits put in; what does not move (a minimum, say) stays as it is."""
        if node in self.known:
            return self.known[node]
        if isinstance(node, Sym) or not self.moves(node):
            return node
        if isinstance(node, Abbrev):
            return self.at_limit(node.body)
        if isinstance(node, Op):
            return Op(node.head, tuple(self.at_limit(a) for a in node.args))
        return node

    def check(self, node: Term) -> None:
        """Every head above a limit is continuous there."""
        if node in self.known or not self.moves(node):
            return
        if isinstance(node, Abbrev):
            self.check(node.body)
            return
        if not isinstance(node, Op) or node.head not in _CONTINUOUS:
            raise Gap("only continuous functions of what has a limit may be taken")
        for arg in node.args:
            self.check(arg)
        if node.head == "/" and not self.signs.nonzero(self.at_limit(node.args[1])):
            raise Gap("the denominator is not known to be non-zero at the limit")
        if node.head == "sqrt" and self.signs.sign(self.at_limit(node.args[0])) is Sign.UNKNOWN:
            raise Gap("the radicand is not known to be >= 0 at the limit")
        if node.head == "^" and not self._power_is_continuous(node):
            raise Gap("the base of the power is not known to be positive at the limit")

    def _power_is_continuous(self, node: Op) -> bool:
        base, exponent = node.args
        if not isinstance(exponent, Num):
            raise Gap("a power needs an exact rational exponent here")
        if exponent.value.denominator == 1 and exponent.value >= 0:
            return True
        at_limit = self.at_limit(base)
        return self.signs.sign(at_limit) is Sign.POSITIVE or self.signs.definite(at_limit) is Sign.POSITIVE
