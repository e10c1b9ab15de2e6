r"""The words algebra of the statement language.

A term is read as a :class:`~symbolic.words.Scalar`, a matrix, a block matrix, a stacked column or a linear map on
stacked columns.  What the papers call *derived* comes from :mod:`symbolic.lsa` and :mod:`symbolic.flow`: the
prediction, the population loss and its gradient flow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import Any

from symbolic.errors import InputError
from symbolic.flow import Flow, gradient_flow
from symbolic.indexed import Indexed, IndexedMatrix
from symbolic.indexed.laws import Moment
from symbolic.indexed.printing import text as indexed_text
from symbolic.lsa import Prompt, y_hat
from symbolic.words import Letter, Matrix, Scalar, Value, dimension, name_of, substitute
from symbolic.words.assumed import replacements
from symbolic.words.letters import Dim
from symbolic.words.operators import Map, Vec, as_map, simplified
from symbolic.words.rewriting import Rule, rewrite
from symbolic.words.structure import Name
from symbolic.words.substitution import Remembering

from ...statement.fold import Fold, Lacks, Meaning, strict
from ...statement.indices import reach
from ...statement.terms import MadeSym, Op, Sym, Term, symbols
from . import analysis, attention, comparing, linear, random_covariance
from .by_entries import has_entries, is_lifted
from .indices import MARK, column, row
from .losses import LOSSES, derived_loss, flow_of
from .randomness import random_value, trait
from .shapes import Any_, difference, free, identity, mapped, parts_of, refuse_hidden, size, zero


class WordsAlgebra:
    """Terms as words.

    ``initial`` gives the values of parameters at time 0, for ``at0``; ``relations`` are equations between scalars
    that hold by assumption, each used to rewrite its left side (one product) as its right side; ``loss`` is the loss
    whose gradient flow is behind ``ddt``: the name of a derived one, with ``block=True`` on the invariant block ``u12
    = u21 = 0``, or a term, in ``parameters``; ``samples`` is the length of the prompt to which members given by
    number belong; ``moments`` are those of one entry of a random vector with independent, identically distributed
    entries; of other random covariances the means of order ``finite_moments`` exist (None: all do).  Positive
    semi-definite symbols in ``definite`` are positive definite by assumption, and sizes are at least those in
    ``least_sizes`` (else 1).
    """

    name = "words"

    def __init__(
        self,
        initial: Mapping[Sym, Term] | None = None,
        relations: Iterable[tuple[Term, Term]] = (),
        block: bool = False,
        loss: str | Term = "L",
        samples: Dim = "N",
        moments: Mapping[Letter, Moment] | None = None,
        finite_moments: int | None = 3,
        parameters: tuple[Sym, ...] = (),
        definite: frozenset[str] = frozenset(),
        least_sizes: Mapping[str, int] | None = None,
    ) -> None:
        self.definite, self.least_sizes = definite, dict(least_sizes or {})
        self.ranges: dict[str, Dim] = {}
        self.bound: dict[Sym, Any_] = {}
        self.names: dict[Any_, Sym] = {}
        self.depth = 0
        self.heads: Mapping[str, Meaning] = {
            **{head: _safe(head, strict(function)) for head, function in linear.STRICT.items()},
            "entry": _safe("entry", self._entry),
            "row": _safe("row", self._row),
            "col": _safe("col", self._col),
            **{head: _safe(head, meaning) for head, meaning in analysis.meanings(self).items()},
            **{head: _safe(head, meaning) for head, meaning in attention.meanings(self).items()},
        }
        self.heads = random_covariance.wrapped(self, self.heads)
        self.initial = dict(initial or {})
        self.block = block
        self.loss, self.samples, self.parameters = loss, samples, parameters
        self.moments, self.finite_moments = dict(moments or {}), finite_moments
        self.read: Fold[Any] = Fold(self)
        self.rules: tuple[Rule, ...] = tuple(Rule.of(self.read(lhs), self.read(rhs)) for lhs, rhs in relations)

    @cached_property
    def flow(self) -> Flow:
        """The gradient flow of the loss that trains, derived."""
        if isinstance(self.loss, str):
            return flow_of(self.loss, self.block)
        loss = self.read(self.loss)
        if not isinstance(loss, Scalar):
            raise Lacks("words lacks the gradient of a loss that is no scalar on words")
        moving = tuple(self.read(p) for p in self.parameters)
        refuse_hidden(loss, [name_of(p) for p in moving], "gradients")
        return gradient_flow(loss, moving)

    def number(self, value: Fraction) -> Scalar:
        return Scalar.of(value)

    def assumed(self, sym: Sym) -> Sym:
        """The symbol with what is assumed of it, or of the covariance that its law names."""
        if self.definite and sym.has("psd") and sym.name in self.definite:
            return replace(sym, traits=sym.traits - {"psd"} | {"posdef"})
        if self.definite and sym.has("degenerate") and trait(sym, "cov") in self.definite:
            return replace(sym, traits=sym.traits - {"degenerate"})
        return sym

    def named(self, value: Any_) -> Sym:
        """A symbol that has this value and no other meaning: what a recursion binds."""
        sym = self.names.get(value)
        if sym is None:
            sym = self.names[value] = MadeSym(f"value {len(self.names) + 1}", (1, 1), frozenset({"value"}))
            self.bound[sym] = value
        return sym

    def symbol(self, sym: Sym) -> Any_:
        if sym.has("value"):
            return self.bound[sym]
        sym = self.assumed(sym)
        own = random_covariance.symbol(sym)
        if own is not None:
            return own
        if sym.has("derived"):
            return _derived(sym)
        if sym.has("identity"):
            return identity(sym.shape[0])
        if sym.has("zero"):
            return zero(*sym.shape)
        if sym.has("mask"):
            return attention.mask(sym)
        if sym.has("layers"):
            raise Lacks(f"words reads the family {sym.name} by its members at layers only")
        if sym.has("prompt"):
            return Prompt().E
        if sym.has("index"):
            self.ranges[sym.name] = reach(sym)
            return Scalar.symbol(MARK + sym.name)
        if sym.has("iid"):
            raise Lacks(f"words reads the family {sym.name} by its members {sym.name}_i only")
        if sym.has("random"):
            known = random_value(sym)
            if known is not None:
                return known
        if sym.shape == (1, 1) and sym.has("integer"):
            return dimension(sym.name)
        if sym.has("haar"):
            return free(MadeSym(f"{sym.name} (random)", sym.shape, sym.traits, sym.tex))  # no fixed letter of this name
        return free(sym)

    def equal(self, a: Any_, b: Any_) -> bool:
        """Whether two values are shown to be equal, for every d, N and every value of their letters.

        Values of different shapes are not equal.  Roots and inverses of sums are cleared first; False means that the
        normal forms differ.
        """
        if is_lifted(a) or is_lifted(b):
            return comparing.equal(a, b, self)
        gap = difference(simplified(as_map(a)) if isinstance(a, (Map, Vec)) else a,
                         simplified(as_map(b)) if isinstance(b, (Map, Vec)) else b)
        if gap is None:
            return False
        return all(self._vanishes(x) for x in parts_of(gap))

    def equal_assuming(self, a: Any_, b: Any_, equations: Iterable[tuple[Any_, Any_]]) -> bool:
        """Whether two values are equal where these equations hold for the values of their symbols.

        Each equation is about what is opaque to words, a sequence at a symbolic layer, its slope, an unspecified
        function: solved for this, it is used wherever this stands.
        """
        if is_lifted(a) or is_lifted(b):
            raise Lacks("words uses equations in what has no entries under a sum")
        put_in = partial(substitute, bindings=Remembering(self.solved(equations)))
        try:
            after = [mapped(value, put_in) for value in (a, b)]
        except InputError as error:
            raise Lacks(f"words lacks this use of an equation: {error}") from error
        return self.equal(*after)

    def solved(self, equations: Iterable[tuple[Any_, Any_]]) -> dict[Name, Value]:
        """What the equations say of what is opaque."""
        found: dict[Name, Value] = {}
        try:
            for pair in equations:
                found |= _replacements(*pair)
        except InputError as error:
            raise Lacks(f"words lacks this use of an equation: {error}") from error
        return found

    def _vanishes(self, x: Scalar | Matrix) -> bool:
        if rewrite(x, self.rules).is_zero():
            return True
        return has_entries(x) and comparing.vanishes(x, self.rules, self.moments)

    def describe(self, value: Any_) -> str:
        """The value in one line, for a sentence."""
        if isinstance(value, (Indexed, IndexedMatrix)):
            text = indexed_text(value)
        else:
            text = "; ".join(repr(rewrite(x, self.rules)) for x in parts_of(value))
        return text if len(text) <= 300 else text[:297] + "..."

    def ranged(self, node: Term) -> None:
        """Says anew how far the indices in ``node`` reach: another statement may have another index of the name."""
        for sym in symbols(node):
            if sym.has("index"):
                self.ranges[sym.name] = reach(sym)

    def _index(self, node: Term, read: Callable[[Term], Any]) -> Scalar:
        self.ranged(node)
        value = read(node)
        if not isinstance(value, Scalar):
            raise Lacks("words reads an index as a number")
        return value

    def _entry(self, node: Op, read: Callable[[Term], Any]) -> Any_:
        written_out = attention.entry_of_each(node)
        if written_out is not None:
            return read(written_out)
        A, i, j = read(node.args[0]), self._index(node.args[1], read), self._index(node.args[2], read)
        return row(A if isinstance(A, Vec) else column(A, j, self.ranges), i, self.ranges)

    def _row(self, node: Op, read: Callable[[Term], Any]) -> Any_:
        return row(read(node.args[0]), self._index(node.args[1], read), self.ranges)

    def _col(self, node: Op, read: Callable[[Term], Any]) -> Any_:
        return column(read(node.args[0]), self._index(node.args[1], read), self.ranges)


@cache
def _derived(sym: Sym) -> Scalar:
    if sym.name == "y_hat":
        return y_hat()
    if sym.name in LOSSES:
        return derived_loss(sym.name)
    raise Lacks(f"words derives y_hat, {', '.join(LOSSES)}, not {sym.name}")


def _replacements(left: Any_, right: Any_) -> dict[Name, Value]:
    if is_lifted(left) or is_lifted(right) or size(left) != size(right):
        raise Lacks("words uses equations between matrices of one shape")
    return replacements(zip(parts_of(left), parts_of(right), strict=True))


def _safe(head: str, meaning: Meaning) -> Meaning:
    """What the backend refuses, this algebra lacks."""

    def guarded(node: Op, read: Callable[[Term], Any]) -> Any:
        try:
            return meaning(node, read)
        except InputError as error:
            raise Lacks(f"words lacks this {head}: {error}") from error

    return guarded
