"""Propositions in balls: certainly true, certainly false, or neither.

``TOUCHES`` is kept apart from ``UNKNOWN``: both sides of an equation or of a weak inequality agree to twelve
digits or more.  That supports it and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Protocol

import flint

from numeric.arithmetic import certainly
from numeric.matrices import definiteness, is_symmetric
from numeric.psd import eigenvalues

from ..algebras import ball_psd
from ..algebras.ball_moments import is_gaussian
from ..algebras.ball_random import outcomes
from ..algebras.ball_values import Value
from ..algebras.balls import BallsAlgebra
from ..statement.fold import Lacks
from ..statement.props import Prop, conj, eq, ge, gt, ne, posdef, psd, subterms
from ..statement.terms import Num, Op, Sym, Term, children, ddt, expect, minimum, norm_F, symbols, where
from . import ball_critical, ball_least, ball_lengths, ball_quantifiers
from .ball_trace import Link, Trace, Truth

__all__ = ["ALONG", "Link", "Trace", "Truth", "decide", "impose"]
_THIN = 40
"""Bits to which both sides must be known before their overlap is called agreement: twelve digits."""


_SIGNS = {"le": "<=", "lt": "<", "ge": ">=", "gt": ">"}


class Flow(Protocol):
    """What decides propositions along the gradient flow that starts at the point."""

    def decide(self, prop: Prop, algebra: BallsAlgebra, trace: Trace) -> Truth: ...


ALONG = frozenset({"always", "limit"})


def decide(prop: Prop, algebra: BallsAlgebra, trace: Trace, flow: Flow | None = None) -> Truth:
    """Whether ``prop`` holds at the point of ``algebra``; what was compared is appended to ``trace``.

    Raises :class:`~proofs_check.statement.fold.Lacks` for a proposition that has no reading at a point.
    """
    if prop.head == "and":
        return min(decide(arg, algebra, trace, flow) for arg in prop.args if isinstance(arg, Prop))
    if prop.head == "implies":
        return _implies(prop, algebra, trace, flow)
    if prop.head == "iff":
        sides = (arg for arg in prop.args if isinstance(arg, Prop))
        return _iff(*(decide(side, algebra, Trace(exactly=trace.exactly), flow) for side in sides))
    if prop.head == "almost_surely":
        return _almost_surely(prop, algebra, trace, flow)
    if prop.head in ball_quantifiers.HEADS and algebra.is_own:
        return ball_quantifiers.decide(prop, algebra, trace, lambda p, a, t: decide(p, a, t, flow))
    if prop.head in ball_critical.HEADS and algebra.is_own:
        return ball_critical.decide(prop, algebra, trace)
    if prop.head in ball_least.HEADS and algebra.is_own:
        return ball_least.decide(prop, algebra, trace)
    if prop.head in ball_lengths.HEADS and algebra.is_own:
        return ball_lengths.decide(prop, algebra, trace)
    if prop.head in ALONG and flow is not None:
        return flow.decide(prop, algebra, trace)
    if prop.head == "global_minimum":
        prop = _attained(prop)
    if prop.head == "conserved" and algebra.model is not None and algebra.model.starts_anywhere:
        (kept,) = (arg for arg in prop.args if isinstance(arg, Term))
        prop = eq(ddt(kept), 0 * kept)
    if prop.head == "eq" and algebra.is_own and is_gaussian(_drawn_outside(prop)):
        prop = _with_probability_one(prop)
    if prop.head in {*_SIGNS, "eq"} and algebra.is_own and ball_least.is_about_minima(prop):
        return ball_least.compare(prop, algebra, trace)
    if prop.head == "independent_of":
        return _moves(prop, algebra, trace, flow)
    rule = _RULES.get(prop.head)
    if rule is None:
        raise Lacks(f"balls lacks a reading of '{prop.head}' at a point")
    terms = [arg for arg in prop.args if isinstance(arg, Term)]
    exactly = _exact_sign(prop.head, terms[0], algebra, trace) if prop.head in _SIGNS_OF_SPECTRA else None
    link = exactly or rule(prop.head, [algebra.read(arg) for arg in terms])
    trace.links.append(replace(link, place=trace.place_of(prop)))
    return link.truth


def _attained(prop: Prop) -> Prop:
    """The value at the given point equals the minimum over the symbols that the point binds."""
    f, *flat = prop.args
    assert isinstance(f, Term)
    symbols = [s for s in flat[::2] if isinstance(s, Sym)]
    point = [(s, v) for s, v in zip(symbols, flat[1::2], strict=True) if isinstance(v, Term)]
    return eq(where(f, *point), minimum(f, *symbols))


def _moves(prop: Prop, algebra: BallsAlgebra, trace: Trace, flow: Flow | None) -> Truth:
    """What is independent of a symbol keeps its value when the symbol is doubled, or changes its sign."""
    f, *variables = (arg for arg in prop.args if isinstance(arg, Term))
    for v in (v for v in variables if isinstance(v, Sym)):
        one_sided = v.traits & {"positive", "nonnegative", "psd", "posdef", "integer", "orthogonal"}
        if v.has("orthogonal") or v.has("integer"):
            continue
        for other in (2 * v, *(() if one_sided else (-v,))):
            if decide(eq(where(f, (v, other)), f), algebra, trace, flow) is Truth.FALSE:
                return Truth.FALSE
    raise Lacks("balls lacks all values of what something is independent of")


def _implies(prop: Prop, algebra: BallsAlgebra, trace: Trace, flow: Flow | None) -> Truth:
    hypothesis, conclusion = prop.args
    assert isinstance(hypothesis, Prop)
    assert isinstance(conclusion, Prop)
    held, algebra = impose([hypothesis], algebra, trace)
    if held is Truth.FALSE:
        return Truth.VACUOUS
    return decide(conclusion, algebra, trace, flow) if held is Truth.TRUE else Truth.UNKNOWN


def _iff(a: Truth, b: Truth) -> Truth:
    """Both sides true, or both false."""
    if Truth.FALSE in (a, b):
        other = max(a, b)
        return Truth.TRUE if other is Truth.FALSE else Truth.FALSE if other is Truth.TRUE else Truth.UNKNOWN
    return min(a, b)


def _almost_surely(prop: Prop, algebra: BallsAlgebra, trace: Trace, flow: Flow | None) -> Truth:
    """For every value of the random covariances in it."""
    (body,) = prop.args
    assert isinstance(body, Prop)
    drawn = frozenset(t for _, t in subterms(body) if isinstance(t, Sym) and t.has("random"))
    if is_gaussian(drawn):
        return decide(_with_probability_one(body), algebra, trace, flow)
    return min(decide(body, there, trace, flow) for _, there in outcomes(algebra, drawn))


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
    """An equation almost surely: the mean of the squared difference is zero."""
    if body.head == "and":
        return conj(*(_with_probability_one(arg) for arg in body.args if isinstance(arg, Prop)))
    if body.head != "eq":
        raise Lacks(f"balls lacks '{body.head}' almost surely over Gaussian symbols")
    left, right = (arg for arg in body.args if isinstance(arg, Term))
    return eq(expect(norm_F(left - right) ** 2), 0)


def impose(hypotheses: Iterable[Prop], algebra: BallsAlgebra, trace: Trace) -> tuple[Truth, BallsAlgebra]:
    """Whether the hypotheses hold, and the algebra in which their equations 'symbol = value' are imposed.

    The sizes of the point stay as they are.  Other equations, and the symmetry of what is positive definite, count as
    holding where both sides agree to all digits: points are made so that they do.
    """
    rest: list[Prop] = []
    earlier, before = list(trace.assumed), algebra
    # What an outer condition has tied stays as it is: an inner one may then only be found met or not.
    settled: set[Sym] = set(trace.tied) if algebra.is_own else set()
    parts = list(_conjuncts(hypotheses))
    trace.assumed += parts
    if trace.exactly:
        trace.unmet += [part for part in parts if _is_of_sizes(part, algebra) and _fails(part, algebra)]
        if trace.unmet:
            return Truth.FALSE, algebra  # whatever else is assumed, and however long that takes to read
    for part in parts:
        sym, value = part.args if part.head == "eq" else (None, None)
        sized = isinstance(sym, Sym) and sym.name in algebra.sizes and sym.shape == (1, 1)
        if isinstance(sym, Sym) and isinstance(value, Term) and not sized and sym not in settled | symbols(value):
            settled |= {sym, *symbols(value)}
            trace.tied |= {sym, *symbols(value)}
            known = algebra.read(value)
            trace.imposed[sym.name] = known.matrix
            exact = ball_psd.exactly(value, algebra) if algebra.is_own else None
            algebra = algebra.moved({sym.name: known})
            if exact is not None:
                algebra = replace(algebra, exact={**algebra.exact, sym.name: exact})
            rest += _traits(sym)
        else:
            rest.append(part)
    if algebra is not before:
        rest += earlier
    held = Truth.TRUE
    for part in rest:
        truth = decide(part, algebra, Trace(exactly=trace.exactly))
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
                "nonzero": lambda a: ne(a, 0), "symmetric": lambda A: eq(A, A.T)}  # fmt: skip
    return [promise(sym) for trait, promise in promises.items() if sym.has(trait)]


def _conjuncts(props: Iterable[Prop]) -> Iterator[Prop]:
    for prop in props:
        if prop.head == "and":
            yield from _conjuncts(arg for arg in prop.args if isinstance(arg, Prop))
        else:
            yield prop


def _order(head: str, values: list[Value]) -> Link:
    left, right = (v.scalar for v in values)
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


def _equal(head: str, values: list[Value]) -> Link:
    a, b = values
    if (a.matrix.nrows(), a.matrix.ncols()) != (b.matrix.nrows(), b.matrix.ncols()):
        raise Lacks("balls lacks equations between matrices of different shapes")
    pairs = list(zip(a.matrix.entries(), b.matrix.entries(), strict=True))
    different = any(certainly(x, "!=", y) for x, y in pairs)
    same = all(certainly(x, "==", y) for x, y in pairs)
    if head == "ne":
        truth = Truth.TRUE if different else Truth.FALSE if same else Truth.UNKNOWN
    elif different:
        truth = Truth.FALSE
    elif same:
        truth = Truth.TRUE
    else:
        truth = Truth.TOUCHES if all(_agree(x, y) for x, y in pairs) else Truth.UNKNOWN
    x, y = next((pair for pair in pairs if certainly(*_apart(pair))), pairs[0])
    return Link("=" if head == "eq" else "!=", truth, x, y)


def _apart(pair: tuple[flint.arb, flint.arb]) -> tuple[flint.arb, str, flint.arb]:
    return pair[0], "!=", pair[1]


def _definite(head: str, values: list[Value]) -> Link:
    (A,) = values
    form = definiteness(A.matrix)
    if A.spectrum is not None:
        least = min((x.lower() for x in A.spectrum), key=float)
        symmetric: bool | None = True
        form = "positive" if least > 0 or (head != "posdef" and least >= 0) else form
    else:
        symmetric = True if head == "psd_form" else is_symmetric(A.matrix)
    if symmetric is False or form == "negative":
        return Link(head, Truth.FALSE)
    if form == "positive":
        return Link(head, Truth.TRUE if symmetric else Truth.TOUCHES)
    return Link(head, Truth.UNKNOWN)


_SIGNS_OF_SPECTRA = frozenset({"psd", "posdef"})


def _exact_sign(head: str, A: Term, algebra: BallsAlgebra, trace: Trace) -> Link | None:
    """Definiteness of what is an exact rational matrix at the point, by its eigenvalues."""
    exact = ball_psd.exactly(A, algebra) if algebra.is_own or trace.exactly else None
    if exact is None:
        return None
    if exact.transpose() != exact:
        return Link(head, Truth.FALSE)
    least = eigenvalues(exact)[-1]
    zero = least.rational is not None and least.rational == 0
    holds = (zero and head == "psd") or bool(least.ball > 0)
    return Link(head, Truth.TRUE if holds else Truth.FALSE if zero or least.ball < 0 else Truth.UNKNOWN)


def _commute(head: str, values: list[Value]) -> Link:
    a, b = (v.matrix for v in values)
    return _equal("eq", [Value(a * b), Value(b * a)])


_RULES: dict[str, Callable[[str, list[Value]], Link]] = {
    **dict.fromkeys(_SIGNS, _order),
    "eq": _equal,
    "ne": _equal,
    "psd": _definite,
    "psd_form": _definite,
    "posdef": _definite,
    "commute": _commute,
}
