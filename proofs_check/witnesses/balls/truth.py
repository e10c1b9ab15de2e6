"""Propositions in balls: certainly true, certainly false, or neither.

``TOUCHES`` is kept apart from ``UNKNOWN``: both sides of an equation or of a weak inequality agree to twelve
digits or more.  That supports it and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Protocol

import flint

from numeric.arithmetic import certainly
from numeric.matrices import definiteness
from numeric.psd import eigenvalues

from ... import logic
from ...algebras import ball_psd
from ...algebras.ball_moments import is_gaussian
from ...algebras.ball_random import outcomes, place
from ...algebras.ball_values import Value
from ...algebras.balls import BallsAlgebra
from ...logic import Answer, AtPoint, Engine, Truth, Values, all_of, graded, opposite, unknown
from ...statement.fold import Lacks
from ...statement.indices import reach
from ...statement.premises import Premises, with_said
from ...statement.props import Prop, conj, conjuncts, eq, ge, gt, ne, posdef, psd, subterms, terms_in
from ...statement.terms import Num, Op, Sym, Term, children, ddt, det, expect, minimum, norm_F, symbols, where
from . import critical as ball_critical
from . import least as ball_least
from . import lengths as ball_lengths
from . import quantifiers as ball_quantifiers
from .solved import solved
from .trace import Link, Trace

__all__ = ["ALONG", "Link", "Trace", "Truth", "decide", "impose"]
_THIN = 40
"""Bits to which both sides must be known before their overlap is called agreement: twelve digits."""


_SIGNS = {"le": "<=", "lt": "<", "ge": ">=", "gt": ">"}


class Flow(Protocol):
    """What decides propositions along the gradient flow that starts at the point."""

    def decide(self, prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth: ...


Rule = Callable[[str, Value, Value], Link]
ALONG = frozenset({"always", "limit"})


def decide(
    prop: Prop, algebra: BallsAlgebra, trace: Trace, flow: Flow | None = None, moves: bool = True
) -> Truth:
    """Whether ``prop`` holds at the point of ``algebra``; what was compared is appended to ``trace``.

    Raises :class:`~proofs_check.statement.fold.Lacks` for a proposition that has no reading at a point.
    """
    return logic.truth(prop, At(algebra, trace, flow, moves)).read()


class At(AtPoint):
    """One point in balls, or a box of points at all of which what is said is true, or false.

    Where it may, it moves: the point at which a condition 'symbol = value' holds is looked at in its place.
    """

    name = "balls"
    definitions = frozenset()

    def __init__(self, algebra: BallsAlgebra, trace: Trace, flow: Flow | None = None, moves: bool = True) -> None:
        self.algebra, self.trace, self.flow, self.moves = algebra, trace, flow, moves

    def aside(self) -> At:
        return At(self.algebra, Trace(exactly=self.trace.exactly), self.flow, moves=False)

    def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
        if not self.moves:
            return super().under(hypothesis)
        held, algebra = impose([hypothesis], self.algebra, self.trace)
        there = At(algebra, self.trace, self.flow)
        # What is compared where a condition is not known to hold says nothing of the statement.
        return (unknown(), there.aside()) if held.known is None else (graded(held), there)

    def values(self, variable: Sym, body: Prop) -> Values:
        if not self.algebra.is_own:
            raise Lacks("balls lacks a reading of quantifiers at a point")
        if variable.has("index"):
            numbers = range(1, self.algebra.size(reach(variable)) + 1)
            return Values(((body, self._with(variable, k)) for k in numbers), whole=True)
        return Values(((body, cell) for cell in ball_quantifiers.cells(variable, body, self.algebra)), whole=True)

    def _with(self, variable: Sym, k: int) -> At:
        return At(self.algebra.moved({variable.name: place(k)}), self.trace, self.flow, self.moves)

    def exists(self, prop: Prop, variable: Sym, body: Prop) -> Answer | None:
        """Values are looked at one by one, all at this point."""
        return logic.truth(prop, self._still()) if self.moves else None

    def _still(self) -> At:
        return At(self.algebra, self.trace, self.flow, moves=False)

    def almost_surely(self, prop: Prop, body: Prop) -> Answer:
        """For every value of the random covariances in it."""
        drawn = frozenset(t for _, t in subterms(body) if isinstance(t, Sym) and t.has("random"))
        if is_gaussian(drawn):
            return logic.truth(_with_probability_one(body), self)
        every = (At(there, self.trace, self.flow, moves=False) for _, there in outcomes(self.algebra, drawn))
        return all_of(logic.truth(body, at) for at in every)

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        if prop.head == "ne":
            link = _equal("eq", *self._read(prop))
            self._linked(prop, replace(link, sign="!=", truth=opposite(graded(link.truth), True).truth))
            return graded(link.truth)
        drawn = _drawn_outside(prop)
        # A condition that gives an outcome is about this outcome, and not about all of them.
        given = any(sym.name in self.algebra.values for sym in drawn)
        if self.algebra.is_own and is_gaussian(drawn) and not given:
            prop = _has_no_mean_square(prop)
        return self._compared(prop, _equal)

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._compared(prop, _order)

    def _compared(self, prop: Prop, rule: Rule) -> Answer:
        if self.algebra.is_own and ball_least.is_about_minima(prop):
            return graded(ball_least.compare(prop, self.algebra, self.trace))
        link = rule(prop.head, *self._read(prop))
        if prop.head == "eq" and link.truth is Truth.TOUCHES and self.trace.exactly:
            link = replace(link, truth=self._exactly_equal(prop))
        return self._linked(prop, link)

    def _exactly_equal(self, prop: Prop) -> Truth:
        """What fractions say of sides that agree in balls."""
        lhs, rhs = terms_in(prop)
        exact = ball_psd.exactly(lhs - rhs, self.algebra)
        return Truth.TOUCHES if exact is None else Truth.FALSE if any(exact.entries()) else Truth.TRUE

    def definite(self, prop: Prop, A: Term) -> Answer:
        exactly = _exact_sign(prop.head, A, self.algebra, self.trace) if prop.head in _SIGNS_OF_SPECTRA else None
        return self._linked(prop, exactly or _definite(prop.head, *self._read(prop)))

    def _read(self, prop: Prop) -> list[Value]:
        return [self.algebra.read(arg) for arg in prop.args if isinstance(arg, Term)]

    def _linked(self, prop: Prop, link: Link) -> Answer:
        self.trace.links.append(replace(link, place=self.trace.place_of(prop)))
        return graded(link.truth)

    def always(self, prop: Prop, body: Prop) -> Answer:
        return self.said(prop)

    def said(self, prop: Prop) -> Answer:
        for heads, decided in ((ball_critical.HEADS, ball_critical.decide), (ball_least.HEADS, ball_least.decide),
                               (ball_lengths.HEADS, ball_lengths.decide)):  # fmt: skip
            if prop.head in heads and self.algebra.is_own:
                return graded(decided(prop, self.algebra, self.trace))
        if prop.head in ALONG and self.flow is not None:
            return graded(self.flow.decide(prop, self.algebra, self.trace))
        if prop.head == "global_minimum":
            return logic.truth(_attained(prop), self)
        if prop.head == "conserved" and self.algebra.model is not None and self.algebra.model.starts_anywhere:
            found = logic.truth(_rate(prop), self)
            if found.read() is Truth.FALSE:
                return found
            raise Lacks("balls lacks all values of what is conserved: a rate of 0 at the point is one of them")
        if prop.head == "independent_of":
            return self._moves(prop)
        raise self.lacks(f"a reading of '{prop.head}' at a point")

    def _moves(self, prop: Prop) -> Answer:
        """What is independent of a symbol keeps its value when the symbol is doubled, or changes its sign."""
        f, *variables = terms_in(prop)
        for v in (v for v in variables if isinstance(v, Sym)):
            one_sided = v.traits & {"positive", "nonnegative", "psd", "posdef", "integer", "orthogonal"}
            if v.has("orthogonal") or v.has("integer"):
                continue
            for other in (2 * v, *(() if one_sided else (-v,))):
                found = logic.truth(eq(where(f, (v, other)), f), self)
                if found.read() is Truth.FALSE:
                    return found
        raise Lacks("balls lacks all values of what something is independent of")


def at_the_point(prop: Prop) -> Prop:
    """A statement as it is looked at point by point: what is conserved has the rate 0 there.

    Not in a premise, nor on a side of an equivalence: that the rate is 0 at one point does not show it.
    """

    def moves(premise: Prop) -> bool:
        """Of what is conserved every start is asked, whatever a premise says of the parameters."""
        return any(isinstance(node, Sym) and node.has("parameter") for _, node in subterms(premise))

    def there(under: Premises, link: Prop) -> Prop:
        return _rate(link) if link.head == "conserved" and not any(map(moves, under)) else link

    return with_said(prop, there)


def _rate(prop: Prop) -> Prop:
    (kept,) = terms_in(prop)
    return eq(ddt(kept), 0 * kept)


def _attained(prop: Prop) -> Prop:
    """The value at the given point equals the minimum over the symbols that the point binds."""
    f, *flat = prop.args
    assert isinstance(f, Term)
    symbols = [s for s in flat[::2] if isinstance(s, Sym)]
    point = [(s, v) for s, v in zip(symbols, flat[1::2], strict=True) if isinstance(v, Term)]
    return eq(where(f, *point), minimum(f, *symbols))


def _drawn_outside(prop: Prop) -> frozenset[Sym]:
    """The random symbols over which no expectation is taken."""
    return frozenset().union(*(_unaveraged(arg) for arg in prop.args if isinstance(arg, Term)))


def _unaveraged(node: Term) -> frozenset[Sym]:
    if isinstance(node, Sym):
        return frozenset({node} if node.has("random") else ())
    if isinstance(node, Op) and node.head == "expect":
        return frozenset()
    below = node.args[1:] if isinstance(node, Op) and node.head == "expect_given" else children(node)
    return frozenset().union(*map(_unaveraged, below))


def _with_probability_one(body: Prop) -> Prop:
    """Equations almost surely: the mean of each squared difference is zero."""
    return conj(*map(_has_no_mean_square, conjuncts(body)))


def _has_no_mean_square(body: Prop) -> Prop:
    if body.head != "eq":
        raise Lacks(f"balls lacks '{body.head}' almost surely over Gaussian symbols")
    left, right = (arg for arg in body.args if isinstance(arg, Term))
    return eq(expect(norm_F(left - right) ** 2), 0)


def impose(hypotheses: Iterable[Prop], algebra: BallsAlgebra, trace: Trace) -> tuple[Truth, BallsAlgebra]:
    """Whether the hypotheses hold, and the algebra in which their equations are imposed that give a symbol a value.

    The sizes of the point stay as they are.  Other equations, and the symmetry of what is positive definite, count as
    holding where both sides agree to all digits: points are made so that they do.
    """
    rest: list[Prop] = []
    earlier, before = list(trace.assumed), algebra
    # What an outer condition has tied stays as it is: an inner one may then only be found met or not.
    settled: set[Sym] = set(trace.tied) if algebra.is_own else set()
    parts, held = list(conjuncts(*hypotheses)), Truth.TRUE
    trace.assumed += parts
    if trace.exactly:
        trace.unmet += [part for part in parts if _is_of_sizes(part, algebra) and _fails(part, algebra)]
        if trace.unmet:
            return Truth.FALSE, algebra  # whatever else is assumed, and however long that takes to read
    for part in parts:
        if found := solved(part, algebra, settled):
            sym, known, exact = found
            tied = {s for _, node in subterms(part) for s in symbols(node)}
            settled |= tied
            trace.tied |= tied
            trace.imposed[sym.name] = known.matrix
            algebra = algebra.moved({sym.name: known})
            if exact is not None:
                algebra = replace(algebra, exact={**algebra.exact, sym.name: exact})
            rest += _traits(sym)
            if sym.has("integer") and not known.scalar.is_integer():
                trace.unmet.append(part)
                held = min(held, Truth.UNKNOWN if known.scalar.contains_integer() else Truth.FALSE)
        else:
            rest.append(part)
    if algebra is not before:
        rest += earlier
    for part in rest:
        truth = decide(part, algebra, Trace(exactly=trace.exactly), moves=False)
        made = part.head in {"eq", "psd", "posdef"} and truth is Truth.TOUCHES and not trace.exactly
        if truth is not Truth.TRUE and not made:
            trace.unmet.append(part)
            held = min(held, truth)
    return held, algebra


def _is_of_sizes(part: Prop, algebra: BallsAlgebra) -> bool:
    """Whether it compares sizes of the point: no other hypothesis changes these."""
    terms = [arg for arg in part.args if isinstance(arg, Term)]
    return part.head in {*_SIGNS, "eq", "ne"} and all(
        isinstance(t, Num) or (isinstance(t, Sym) and t.name in algebra.sizes and t.shape == (1, 1)) for t in terms
    )


def _fails(part: Prop, algebra: BallsAlgebra) -> bool:
    return decide(part, algebra, Trace(exactly=True)) is Truth.FALSE


def _traits(sym: Sym) -> list[Prop]:
    """What the traits of a symbol promise of the value that it is given."""
    promises = {"posdef": posdef, "psd": psd, "positive": lambda a: gt(a, 0), "nonnegative": lambda a: ge(a, 0),
                "nonzero": lambda a: ne(norm_F(a), 0), "symmetric": lambda A: eq(A, A.T),
                "invertible": lambda A: ne(det(A), 0)}  # fmt: skip
    return [promise(sym) for trait, promise in promises.items() if sym.has(trait)]


def _order(head: str, a: Value, b: Value) -> Link:
    left, right = a.scalar, b.scalar
    answer = certainly(left, _SIGNS[head], right)
    if answer is not None:
        truth = Truth.TRUE if answer else Truth.FALSE
    else:
        truth = Truth.TOUCHES if head in {"le", "ge"} and _agree(left, right) else Truth.UNKNOWN
    return Link(_SIGNS[head], truth, left, right)


def _agree(left: flint.arb, right: flint.arb) -> bool:
    """Whether two overlapping balls are thin, measured against their size or against 1."""
    gap = left - right
    size = 1 + abs(left).upper()
    return bool(gap.is_finite()) and bool(gap.rad() < size * flint.arb(2) ** -_THIN) and bool(gap.contains(0))


def _equal(head: str, a: Value, b: Value) -> Link:
    if (a.matrix.nrows(), a.matrix.ncols()) != (b.matrix.nrows(), b.matrix.ncols()):
        raise Lacks("balls lacks equations between matrices of different shapes")
    pairs = list(zip(a.matrix.entries(), b.matrix.entries(), strict=True))
    different = any(certainly(x, "!=", y) for x, y in pairs)
    same = all(certainly(x, "==", y) for x, y in pairs)
    if different:
        truth = Truth.FALSE
    elif same:
        truth = Truth.TRUE
    else:
        truth = Truth.TOUCHES if all(_agree(x, y) for x, y in pairs) else Truth.UNKNOWN
    x, y = next((pair for pair in pairs if certainly(*_apart(pair))), pairs[0])
    return Link("=", truth, x, y)


def _apart(pair: tuple[flint.arb, flint.arb]) -> tuple[flint.arb, str, flint.arb]:
    return pair[0], "!=", pair[1]


def _definite(head: str, A: Value) -> Link:
    form = definiteness(A.matrix)
    if A.spectrum is not None:
        low = [x.lower() for x in A.spectrum]
        above = all(x > 0 for x in low) or (head != "posdef" and all(x >= 0 for x in low))
        form = "positive" if above else form
    symmetric = head == "psd_form" or A.is_symmetric
    if symmetric is False or form == "negative":
        return Link(head, Truth.FALSE)
    if form == "positive":
        return Link(head, Truth.TRUE if symmetric else Truth.TOUCHES)
    return Link(head, Truth.UNKNOWN)


_SIGNS_OF_SPECTRA = frozenset({"psd", "posdef"})


def _rational(A: flint.arb_mat) -> flint.fmpq_mat | None:
    """A matrix of balls without a radius."""
    if not all(x.is_exact() and x.is_finite() for x in A.entries()):
        return None
    parts = [x.man_exp() for x in A.entries()]
    return flint.fmpq_mat(A.nrows(), A.ncols(), [flint.fmpq(m) * flint.fmpq(2) ** int(e) for m, e in parts])


def _exact_sign(head: str, A: Term, algebra: BallsAlgebra, trace: Trace) -> Link | None:
    """Definiteness of what is an exact rational matrix at the point, by its eigenvalues."""
    exact = ball_psd.exactly(A, algebra) if algebra.is_own or trace.exactly else None
    if exact is None and trace.exactly:
        exact = _rational(algebra.read(A).matrix)
    if exact is None:
        return None
    if exact.transpose() != exact:
        return Link(head, Truth.FALSE)
    least = eigenvalues(exact)[-1]
    zero = least.rational is not None and least.rational == 0
    holds = (zero and head == "psd") or bool(least.ball > 0)
    return Link(head, Truth.TRUE if holds else Truth.FALSE if zero or least.ball < 0 else Truth.UNKNOWN)

