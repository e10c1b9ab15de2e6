"""What is true at one place, and what is an identity where entries are letters."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import arb, ctx

from symbolic.contexts import constant_of, is_psd
from symbolic.entries import Matrix

from ... import logic
from ...logic import Answer, AtPoint, Engine, Open, Truth, Values, all_of, answer, known, unknown
from ...statement.fold import Lacks
from ...statement.indices import free_indices, reach
from ...statement.premises import premise_of
from ...statement.props import (
    Prop,
    conjuncts,
    inside,
    says_of_every_value,
    subprops,
    substitute_in,
    subterms,
    symbols_in,
    terms_in,
)
from ...statement.terms import Dim, Num, Op, Sym, Term, symbols, term, walk
from . import integrals
from .assumptions import (
    DEFINITIONS,
    IGNORED,
    binds,
    defines_members,
    holds_anyway,
    links,
    outside_means,
    takes_means,
)
from .environment import NOTHING, Env, bound
from .laws import contexts_in, invariances, is_covariance
from .orbits import tends
from .reader import Reader, Undefined
from .sizes import size_of
from .smoothness import differentiable

COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge
}
BITS = 256
LAYERS, MOST_LAYERS = 3, 12
"""Up to which layer it is looked in any case, and where a statement names later ones."""


def truth(prop: Prop, reader: Reader, asked: Sequence[Prop] = ()) -> bool | None:
    """Whether ``prop`` holds there; None where that is not decided, true where no value that the place gives denies it.
    ``asked`` are the hypotheses that were asked there.

    Raises Lacks for what has no meaning here, Undefined where a term has no value there.
    """
    return _read(logic.truth(prop, Here(reader, asked)), reader)


def _read(found: Answer, reader: Reader) -> bool | None:
    reader.place.doubtful |= any(isinstance(reason, NotUnderstood) for reason in found.why)
    return True if found.read() is Truth.TOUCHES else found.known


class NotUnderstood(Open):
    """A condition is not known to hold where the conclusion is not seen to."""


@dataclass(frozen=True, slots=True, eq=False)
class Failing:
    """A comparison that fails, and the reader of the conditions under which it is made."""

    prop: Prop
    reader: Reader


class Here(AtPoint):
    """One place; or all of them at once, where entries are letters.  A condition's equations are put in."""

    name = "entries"
    definitions = DEFINITIONS

    def __init__(self, reader: Reader, asked: Sequence[Prop] = ()) -> None:
        self.reader, self.asked = reader, tuple(asked)

    def free(self, prop: Prop) -> Sym | None:
        return first_index(prop)

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        difference = self.reader.difference(self.reader(lhs), self.reader(rhs))
        return self._told(prop, all_of(answer(is_zero(e, self.reader)) for e in difference.entries()))

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        difference = self.reader.difference(self.reader(lhs), self.reader(rhs))
        if difference.shape != (1, 1):
            raise Lacks("entries lacks a comparison of matrices")
        zero = is_zero(difference[0, 0], self.reader)
        found = 0 if zero else sign_of(difference[0, 0], self.reader)
        return self._told(prop, answer(COMPARE[prop.head](found, 0) if zero or found else None))

    def _told(self, prop: Prop, found: Answer) -> Answer:
        """What fails is told with its reader; the answer is that of the equation, where the two sides are to differ."""
        fails = found.known is (prop.head == "ne")
        return Answer(found.truth, found.why, (Failing(prop, self.reader),)) if fails else found

    def definite(self, prop: Prop, A: Term) -> Answer:
        reader, value = self.reader, self.reader(A)
        if prop.head == "psd_form":
            value = value + value.T
        elif any(reader.place.generators.reduced(e) for e in (value - value.T).entries()):
            return known(False)
        return answer(is_psd(
            value, lambda e: 0 if is_zero(e, reader) else sign_of(e, reader), strict=prop.head == "posdef"
        ))  # fmt: skip

    def size(self, dim: Dim) -> int:
        return size_of(dim, self.reader.place.sizes)

    def said(self, prop: Prop) -> Answer:
        decide = _HEADS.get(prop.head)
        if decide is None:
            raise Lacks(f"entries decides nothing about '{prop.head}'")
        return answer(decide(prop, self.reader))

    def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
        assumed = assume([hypothesis], self.reader, self.asked)
        if assumed is None:
            return known(False), self
        new = assumed.reader.families.keys() - self.reader.families
        every = frozenset(family for family in new if assumed.reader.families[family].every)
        certain = assumed.certain and _is_seen_whole(hypothesis, every)
        held = known(True) if certain else unknown(NotUnderstood("a condition is not known to hold"))
        return held, Here(assumed.reader, assumed.asked)

    def met(self, prop: Prop, first: Answer, second: Answer) -> None:
        premise = premise_of(prop)
        if premise is not None:
            self.reader.place.met.add(premise)

    def aside(self) -> Engine:
        return Beside(self.reader)

    def values(self, variable: Sym, body: Prop) -> Values:
        """Of an index and of a layer all values; of anything else the value of the place, or a letter for all."""
        if variable.has("index"):
            return Values(((case, self) for case in cases(body, variable, self.reader)), whole=True)
        if variable.has("layer"):
            return Values(((case, self) for case in by_layer(body, variable, self.reader)), whole=True)
        return Values([(body, self)], whole=self.reader.place.style.letters)


class Beside(Here):
    """A place at which nothing is put in: what is one side of an equivalence speaks of this place and no other."""

    def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
        return logic.truth(hypothesis, self), self

    def met(self, prop: Prop, first: Answer, second: Answer) -> None:
        """What it meets is no condition of the statement."""


@lru_cache(maxsize=1 << 8)
def _numbers(body: Prop, statement: tuple[Term, ...]) -> frozenset[Fraction]:
    """The numbers that are written there, but for large ones."""
    met = [node for _, node in subterms(body)] + [node for t in statement for _, node in walk(t)]
    return frozenset({Fraction(0), *(n.value for n in met if isinstance(n, Num) and n.value <= MOST_LAYERS)})


def first_index(prop: Prop) -> Sym | None:
    """An index that the proposition leaves free."""
    return min(free_indices(prop), key=lambda sym: sym.name, default=None)


def by_layer(body: Prop, layer: Sym, reader: Reader) -> Iterator[Prop]:
    """What is said of the first layers, of those that are named, and of one of which nothing is said by its number."""
    named = max(int(n) for n in _numbers(body, reader.statement))
    return (substitute_in(body, {layer: term(k)}) for k in range(1 + max(LAYERS, named + 1)))


def cases(prop: Prop, index: Sym, reader: Reader) -> Iterator[Prop]:
    for value in range(1, size_of(reach(index), reader.place.sizes) + 1):
        yield substitute_in(prop, {index: term(value)})


def is_zero(value: Any, reader: Reader) -> bool | None:
    """Whether a value is 0; None where its normal form is not and no ball excludes 0."""
    generators = reader.place.generators
    value = generators.reduced(value)
    if not value:
        return True
    if reader.place.style.letters:
        return None
    if constant_of(value) is not None or not _is_doubtful(value, reader):
        return False
    return None if sign_of(value, reader) == 0 else False


def _is_doubtful(value: Any, reader: Reader) -> bool:
    """Whether other generators occur than exponentials of numbers, between which there is no relation."""
    generators = reader.place.generators
    return any(
        name not in generators.exponents or constant_of(generators.exponents[name]) is None
        for name in generators.used(value.num)
    )


def sign_of(value: Any, reader: Reader) -> int:
    """1 or -1 where that is certain, otherwise 0."""
    before, ctx.prec = ctx.prec, BITS
    try:
        ball = reader.place.generators.enclosure(value)
    finally:
        ctx.prec = before
    if ball is None:
        raise Lacks("entries lacks the sign of a polynomial in letters")
    return 1 if ball > arb(0) else -1 if ball < arb(0) else 0


_HEADS: Mapping[str, Callable[[Prop, Reader], bool | None]] = {
    "tends": tends, "differentiable": differentiable, "finite": integrals.finite, "infinite": integrals.infinite,
}


# Hypotheses -------------------------------------------------------------------------------------------------------

class Assumed:
    """A reader under hypotheses; ``certain`` says that they all hold there, not only those that were understood, and
    ``asked`` are those that gave no value to a symbol."""

    def __init__(self, reader: Reader, certain: bool, asked: Sequence[Prop]) -> None:
        self.reader, self.certain, self.asked = reader, certain, tuple(asked)


def assume(hypotheses: Sequence[Prop], reader: Reader, before: Sequence[Prop] = ()) -> Assumed | None:
    """The place under these hypotheses: values that they give to symbols are put in, the others are asked, and those
    that were asked ``before`` again, where the place has moved.

    None where one fails there.  Where entries are letters sizes alone are asked: what holds without a hypothesis holds.
    """
    bindings, families = dict(reader.bindings), dict(reader.families)
    asked: list[Prop] = []
    covariances = []
    every = list(links(hypotheses))
    for prop in every:
        covariance = is_covariance(prop)
        if covariance is not None:
            covariances.append(covariance)
        elif not binds(prop, bindings, families) and not (
            holds_anyway(prop) and (prop.head not in _HEADS or _is_of_functions(prop))
        ):
            asked.append(prop)
    turned = _bound_to_all(hypotheses)
    here = reader.under(bindings, families, (*reader.invariances, *invariances(every, turned)))
    if reader.place.style.letters:
        fails = any(_fails_for_letters(prop, here) for prop in asked)
        return None if fails else Assumed(here, not asked, [*before, *asked])
    for value, mean, X in covariances:
        _preset_at_atoms(value, mean, X, here)
    certain = _laws_are_known(every, asked, [value.args[0] for value, _, _ in covariances], turned, here)
    if bindings.keys() != reader.bindings.keys() or families.keys() != reader.families.keys():
        asked = [*before, *asked]
        before = []
    for prop in [*asked, *(p for sym in bindings.keys() - reader.bindings.keys() for p in _traits(sym))]:
        try:
            found = _is_preset(prop, here) or _read(logic.truth(prop, Beside(here)), here)
        except Lacks:
            found = None
        except Undefined:
            return None
        if found is False:
            return None
        certain = certain and found is True
    certain = certain and not _is_put_in_for_one(hypotheses, reader, bindings)
    kept = [value.args[0] for value, _, _ in covariances]
    certain = certain and not any(_is_seen_in_part(prop, _kept_by_rotations(kept, here)) for prop in hypotheses)
    return Assumed(here, certain, [*before, *asked])


def _is_seen_whole(condition: Prop, families: Set[Sym]) -> bool:
    """Whether a place tells that it holds: of laws, smoothness and every value of a symbol it does not, but for what
    defines all members of a family."""
    parts = list(conjuncts(condition))
    defined = [link for link in parts if link.head == "for_all" and defines_members(link)]
    others = [link for link in parts if link not in defined]
    heads = {sub.head for link in others for _, sub in subprops(link)}
    return len(defined) == len(families) and not heads & (IGNORED - DEFINITIONS) and not _bound_to_all(others)


def _is_seen_in_part(prop: Prop, kept: Set[Term], every: tuple[Sym, ...] = ()) -> bool:
    """Whether it is said of every value of a symbol, of which the place has one; where it holds anyway that is enough,
    and of functions that are ``kept`` by rotations."""
    return any(_is_link_seen_in_part(link, kept, every) for link in conjuncts(prop))


def _is_link_seen_in_part(prop: Prop, kept: Set[Term], every: tuple[Sym, ...]) -> bool:
    first = prop.args[0]
    if prop.head == "for_all" and isinstance(first, Sym):
        more = every if first.traits & {"index", "layer"} else (*every, first)
        return _is_seen_in_part(inside(prop)[0], kept, more)
    if not every:
        return says_of_every_value(prop)
    return not (holds_anyway(prop) or is_covariance(prop) is not None or _says_that_rotations_keep(prop, kept, every))


def _says_that_rotations_keep(prop: Prop, kept: Set[Term], every: Sequence[Sym]) -> bool:
    """``K(U X, U X) = K(X, X)`` for all X and orthogonal U, of a function K that is kept: its values are those of the
    law, which whole orbits share."""
    left, right = terms_in(prop) if prop.head == "eq" else (None, None)
    if not (isinstance(left, Op) and isinstance(right, Op) and left.head == right.head and right.args[0] in kept):
        return False
    turned, rest = left.args[1:], right.args[1:]
    X = rest[0] if rest else None
    return (
        left.args[0] == right.args[0]
        and isinstance(X, Sym) and X.has("context") and X in every and set(rest) == {X}
        and len(set(turned)) == 1 and X in symbols(turned[0])
        and all(sym.traits & {"orthogonal", "context"} for sym in every)
    )  # fmt: skip


def _kept_by_rotations(functions: Sequence[Term], reader: Reader) -> frozenset[Term]:
    """Of these the functions that the statement takes at contexts alone, each at one."""
    taken = {node for t in reader.statement for _, node in walk(t)
             if isinstance(node, Op) and node.head in ("activated", "apply") and node.args[0] in functions}  # fmt: skip
    at_one = {node for node in taken if len(set(node.args[1:])) == 1 and isinstance(node.args[1], Sym)
              and node.args[1].has("context")}  # fmt: skip
    return frozenset(functions) - {node.args[0] for node in taken - at_one}


def _is_of_functions(prop: Prop) -> bool:
    """Whether it speaks of contexts, or of functions of which nothing else is known."""
    return any(sym.traits & {"context", "activation", "kernel"} for sym in symbols_in(prop))


def _is_put_in_for_one(hypotheses: Sequence[Prop], before: Reader, bindings: Mapping[Sym, Term]) -> bool:
    """Whether an equation that is said of every layer was put in for one."""
    layers = frozenset(sym for sym in _bound_to_all(hypotheses) if sym.has("layer"))
    given = (node for sym in bindings.keys() - before.bindings.keys() for node in (sym, bindings[sym]))
    return any(layers & symbols(node) for node in given)


def _bound_to_all(hypotheses: Sequence[Prop]) -> frozenset[Sym]:
    """The symbols, but for indices, of every value of which something is said."""
    said = [sub.args[0] for prop in hypotheses for _, sub in subprops(prop) if sub.head == "for_all"]
    return frozenset(sym for sym in said if isinstance(sym, Sym) and not sym.has("index"))


def _traits(sym: Sym) -> Iterator[Prop]:
    """What the traits of a symbol say of the value that a hypothesis gives to it."""
    zero = term(0)
    heads = {"positive": "gt", "nonnegative": "ge", "nonzero": "ne"}
    if sym.shape == (1, 1):
        yield from (Prop(heads[trait], (sym, zero)) for trait in sorted(sym.traits & heads.keys()))
    if sym.has("symmetric"):
        yield Prop("eq", (sym, sym.T))


def _laws_are_known(
    every: Sequence[Prop], asked: Sequence[Prop], functions: Sequence[Term], turned: Set[Sym], reader: Reader
) -> bool:
    """Whether what is assumed of laws, and of every value of a context, holds for the laws that means are taken over.

    A hypothesis about contexts is asked at one value of theirs; that is enough where no mean is taken.
    """
    if not any(takes_means(node) for node in reader.statement):
        return True
    laws = [prop for prop in every if prop.head == "same_law"]
    if len(invariances(laws, turned)) < len(laws):
        return False
    return not any(
        any(sym.has("context") for node in terms_in(prop) for sym in outside_means(node))
        and not any(f in symbols(node) for f in functions for node in terms_in(prop))
        for prop in asked
    )


def _fails_for_letters(prop: Prop, reader: Reader) -> bool:
    """Whether a hypothesis fails whatever the letters are: one on sizes alone, for instance."""
    try:
        return prop.head in COMPARE and truth(prop, reader) is False
    except (Lacks, Undefined):
        return False


def _preset_at_atoms(value: Op, mean: Term, X: Sym, reader: Reader) -> None:
    """An unspecified function of X is what the hypothesis says, at every value that X may have."""
    law = reader.place.law(contexts_in([*reader.statement, mean]), reader)
    for k, atom in enumerate(law.atoms):
        env = bound(NOTHING, X, ("atom", k), atom.covariates[X])
        _preset_at(value, env, reader(mean, env), reader)
    for k, (_, atom) in enumerate(law.turned):
        # The labels that the orbit shares: their law is that at its first element.
        first = bound(NOTHING, X, ("atom", 0), law.atoms[0].covariates[X])
        _preset_at(value, bound(NOTHING, X, ("turned", k), atom.covariates[X]), reader(mean, first), reader)


def _preset_at(value: Op, env: Env, known: Matrix, reader: Reader) -> None:
    f = value.args[0]
    assert isinstance(f, Sym)
    arguments = [reader(arg, env) for arg in value.args[1:]]
    if value.head == "activated":
        reader.place.activation(f).preset(arguments[0], arguments[1], known)
    else:
        reader.place.preset(f, arguments, known)


def _is_preset(prop: Prop, reader: Reader) -> bool:
    """An equation between two values of one unspecified function gives the one the value of the other."""
    if prop.head != "eq":
        return False
    left, right = terms_in(prop)
    if not (isinstance(left, Op) and isinstance(right, Op) and left.head == right.head == "activated"):
        return False
    f = left.args[0]
    if f != right.args[0] or not isinstance(f, Sym):
        return False
    U, W = (reader(arg) for arg in left.args[1:])
    return reader.place.activation(f).preset(U, W, reader(right))
