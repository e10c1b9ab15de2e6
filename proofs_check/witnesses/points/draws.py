"""Statements about single draws, decided in exact fractions: signs of eigenvalues, spectra, convexity."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
from flint import fmpq, fmpq_mat, fmpq_poly

from ... import logic
from ...algebras.arrays import Array
from ...algebras.sampling.settings import Setting
from ...logic import Answer, AtPoint, Truth, Values, graded, known
from ...statement.binders import Over, heads
from ...statement.fold import Lacks
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Op, Sym, Term, children, symbols


class NotFound(Lacks):
    """What is said to exist was not among what was tried, which decides nothing."""


def truth(prop: Prop, setting: Setting, draw: int) -> bool:
    """Whether ``prop`` holds on draw number ``draw``; exact.  Raises :class:`Lacks` where the draw does not tell."""
    return holds(logic.truth(prop, Draw(setting, draw)))


def is_met_at(hypothesis: Prop, setting: Setting, draw: int) -> bool:
    """Whether draw number ``draw`` meets ``hypothesis``; raises :class:`Lacks` where this is of all draws, of which one
    that agrees shows nothing."""
    found = logic.truth(hypothesis, Draw(setting, draw))
    if found.truth is Truth.TOUCHES:
        raise Lacks("sampled lacks whether what holds on a draw holds on all")
    return holds(found)


def holds(found: Answer) -> bool:
    """What a draw tells: whether it is so, as far as one draw goes."""
    if found.truth is Truth.UNKNOWN:
        raise found.why[0]
    return found.truth is not Truth.FALSE


class Draw(AtPoint):
    """One exact draw."""

    name = "sampled"
    definitions = frozenset({"iid_entries"})

    def __init__(self, setting: Setting, draw: int) -> None:
        self.setting, self.draw = setting, draw

    def with_value(self, variable: Sym, value: Array) -> Draw:
        algebra = self.setting.algebra.moved({variable.name: value})
        return type(self)(replace(self.setting, algebra=algebra), self.draw)

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._found("eq", [lhs, rhs])

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._found(prop.head, [lhs, rhs])

    def definite(self, prop: Prop, A: Term) -> Answer:
        return self._found(prop.head, [A])

    def said(self, prop: Prop) -> Answer:
        if prop.head == "nonconvex":
            return known(_nonconvex(prop, self.setting, self.draw))
        if prop.head not in _HEADS:
            raise Lacks(f"sampled lacks '{prop.head}' on single draws")
        return self._found(prop.head, prop.args)

    def _found(self, head: str, args: Sequence[object]) -> Answer:
        return known(bool(_HEADS[head](*(value_on(arg, self.setting, self.draw) for arg in args))))

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        """What fails at a draw speaks against it; what holds at one need not hold at others."""
        found = logic.truth(body, self)
        return graded(Truth.TOUCHES) if found.known and is_of_draws(body) else found

    def values(self, variable: Sym, body: Prop) -> Values:
        """Every value of an index."""
        bound = next((trait.split(":", 1)[1] for trait in variable.traits if trait.startswith("range:")), "")
        if bound not in self.setting.algebra.sizes:
            raise Lacks(f"sampled lacks the values of {variable.name}")
        numbers = range(1, self.setting.algebra.sizes[bound] + 1)
        return Values(((body, self.with_value(variable, _integers(np.array([[[k]]])))) for k in numbers), whole=True)

    def exists(self, prop: Prop, variable: Sym, body: Prop) -> Answer:
        """Whether one of a few rational values of the variable will do; finding none decides nothing."""
        shape = self.setting.algebra.symbol(variable).shape
        rng = np.random.default_rng(0)
        if variable.traits - _CHOSEN:
            raise Lacks(f"sampled chooses no {variable.name} with the traits {', '.join(sorted(variable.traits))}")
        few = [_integers(rng.integers(-4, 5, shape)) / Fraction(1 if variable.has("integer") else 4) for _ in range(16)]
        for value in (*few, *(_around(prop, variable, self.setting) if shape == (1, 1, 1) else ())):
            if variable.has("positive") and (value <= 0).any():
                continue
            if variable.has("integer") and (value[0, 0, 0].denominator != 1 or value[0, 0, 0] <= 0):
                continue
            if logic.truth(body, self.with_value(variable, value)).truth is Truth.TRUE:
                return known(True)
        raise NotFound(f"sampled finds no {variable.name} among a few")


def _around(prop: Prop, variable: Sym, setting: Setting) -> Iterator[Array]:
    """Numbers that the values of the other numbers name, and numbers beyond all of these."""
    met = {s for _, t in subterms(prop) for s in symbols(t) if s.shape == (1, 1)} - {variable}
    found = {Fraction(1)}
    for s in met:
        with suppress(Lacks, StopIteration):
            found.add(Fraction(setting.algebra.symbol(s)[0, 0, 0]))
    beyond = 1 + sum(map(abs, found))
    named = [y for x in sorted(found) for y in (x, -x, x / 2, x * x, *([1 / x] if x else []))]
    far = [beyond, beyond**2, beyond**3]
    for x in (*named, *far, *(-x for x in far), *(1 / x for x in far)):
        yield np.array([[[x]]], dtype=object)


_CHOSEN = frozenset({"integer", "positive", "parameter"})
"""Traits that a value of a quantified symbol may be given."""


def is_of_draws(prop: Prop) -> bool:
    """Whether something in it is said of all that is drawn, or of almost all."""
    drawn = any(s.traits & {"random", "derived"} for _, node in subterms(prop) for s in symbols(node))
    return drawn or any(sub.head == "almost_surely" for _, sub in subprops(prop))


_OVER_OUTCOMES = heads(Over.OUTCOMES)


def is_of_an_outcome(node: Term | Prop) -> bool:
    """Whether it says something of one outcome: what is drawn stands in it, and not under a mean, nor almost surely.

    Such a hypothesis holds or fails draw by draw; one draw that meets it says nothing of the others.
    """
    if isinstance(node, Sym):
        return bool(node.traits & {"random", "derived"})
    if isinstance(node, Op | Prop) and node.head in _OVER_OUTCOMES:
        return any(isinstance(sym, Sym) and sym.has("random") for sym in node.args[1:] if node.head == "expect_given")
    below = node.args if isinstance(node, Op | Prop) else children(node)
    return any(map(is_of_an_outcome, below))


def value_on(arg: object, setting: Setting, draw: int) -> Array:
    """The value of a term on draw number ``draw``."""
    assert isinstance(arg, Term)
    value = setting.read(arg, 0)
    return value[draw if len(value) > 1 else 0]


def _nonconvex(prop: Prop, setting: Setting, draw: int) -> bool:
    """From one of a few points along one of a few directions the second difference is negative: a chord lies below
    the graph.

    That shows that the function is not convex; where none is found, nothing is decided.
    """
    f, *variables = prop.args
    assert isinstance(f, Term)
    names = [v for v in variables if isinstance(v, Sym)]
    if not all(v.traits <= {"parameter"} for v in names):
        raise Lacks("sampled lacks directions that do not lead out of the domain")
    at = {v.name: setting.algebra.symbol(v) for v in names}
    rng = np.random.default_rng(0)
    directions = [{name: _integers(rng.integers(-3, 4, value.shape)) for name, value in at.items()} for _ in range(8)]
    if sum(value.size for value in at.values()) == 1:
        directions = [{name: _integers(np.ones(value.shape)) for name, value in at.items()}]

    def value_at(factor: int, shift: Fraction, step: Fraction, direction: dict[str, Array]) -> Fraction:
        """At the point or at 0, moved in all entries and then along the direction."""
        moved = setting.algebra.moved({name: factor * at[name] + (shift + step * direction[name]) for name in at})
        value = moved.read(f)
        return Fraction(value[draw if len(value) > 1 else 0, 0, 0])

    for (factor, shift), size, direction in product(_STARTS, _STEPS, directions):
        there = (value_at(factor, shift * size, step, direction) for step in (size, -size, Fraction(0)))
        with suppress(Lacks, ZeroDivisionError):
            right, left, middle = there
            if right + left < 2 * middle:
                return True
    raise NotFound("sampled finds no chord below the graph")


_STEPS = tuple(Fraction(2) ** k for k in (0, -5, 5, -18, 16, -40, 40))
_STARTS = ((1, 0), (0, 0), (0, 1), (0, -1), (0, 32), (0, -32))
"""Of chords: multiples of the point, and what is added, in steps."""


def _integers(values: np.ndarray) -> Array:
    made = np.empty(values.shape, dtype=object)
    made.ravel()[:] = [Fraction(int(v)) for v in values.ravel()]
    return made


def _characteristic(matrix: Array) -> fmpq_poly:
    n = len(matrix)
    entries = [fmpq(v.numerator, v.denominator) for v in (Fraction(x) for x in matrix.ravel())]
    return fmpq_mat(n, n, entries).charpoly()


def signature(matrix: Array) -> tuple[int, int]:
    """Numbers of positive and negative eigenvalues of a symmetric matrix.

    All roots of its characteristic polynomial are real, so Descartes' rule of signs counts them exactly.
    """
    if not (matrix == matrix.T).all():
        raise Lacks("sampled lacks the eigenvalues of a matrix that is not symmetric")
    coefficients = [c for c in _characteristic(matrix).coeffs()]
    mirrored = [c if k % 2 == 0 else -c for k, c in enumerate(coefficients)]
    return _sign_changes(coefficients), _sign_changes(mirrored)


def _sign_changes(coefficients: list[fmpq]) -> int:
    signs = [c > 0 for c in coefficients if c != 0]
    return sum(a != b for a, b in pairwise(signs))


def _symmetric_psd(A: Array) -> bool:
    return bool((A == A.T).all()) and signature(A)[1] == 0


def _products(H: Array, A: Array, B: Array) -> bool:
    """The characteristic polynomials agree: those of H and of the Kronecker product, whose eigenvalues are products."""
    both = (A[:, None, :, None] * B[None, :, None, :]).reshape(len(A) * len(B), -1)
    return len(H) == len(both) and _characteristic(H) == _characteristic(both)


_HEADS: dict[str, Callable[..., bool]] = {
    "eq": lambda a, b: (a == b).all(),
    "lt": lambda a, b: a[0, 0] < b[0, 0],
    "le": lambda a, b: a[0, 0] <= b[0, 0],
    "gt": lambda a, b: a[0, 0] > b[0, 0],
    "ge": lambda a, b: a[0, 0] >= b[0, 0],
    "defined": lambda a, b: a.shape == b.shape and (a == b).all(),
    "psd": _symmetric_psd,
    "posdef": lambda A: bool((A == A.T).all()) and signature(A)[0] == len(A),
    "psd_form": lambda A: _symmetric_psd(A + A.T),
    "positive_eigenvalue": lambda A: signature(A)[0] >= 1,
    "negative_eigenvalues_at_least": lambda A, k: signature(A)[1] >= k[0, 0],
    "negative_eigenvalues_equal": lambda A, k: signature(A)[1] == k[0, 0],
    "spectrum_products": _products,
}
