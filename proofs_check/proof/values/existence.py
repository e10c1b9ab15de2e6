r"""What exists: least values, their points, flows for all times.  Each rule is a theorem.

A function is bounded below where signs show it, or as a polynomial in one number of even degree with a positive
leading coefficient; so is a sum of such parts.  A quadratic function that is bounded below on a whole space is least
somewhere there, and so is a polynomial in one number, and what is not negative and 0 at 0.  A multiple of
:math:`\|v\|^2` beside convex quadratic parts is least at one point alone.  A gradient flow of a smooth function that
is bounded below by m exists for all times, for :math:`\int_0^t|\dot\theta|^2 = f(\theta_0) - f(\theta_t) \le
f(\theta_0) - m` keeps the way within a bounded set on each bounded span of time; that of a quadratic function is
linear.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from ...statement.props import Prop
from ...statement.terms import Abbrev, Num, Op, Sym, Term, nodes, substitute, symbols, term, zeros
from ..positivity import Same, Sign, SignAlgebra, free_of, is_scalar
from .inequalities import lower_bound
from .parts import constant
from .polynomials import coefficients, degree, summands, written_out

_WHOLE = frozenset({"parameter"})
"""A symbol with no other traits takes all values of its shape."""


@dataclass(frozen=True)
class Known:
    """What is known where a least value is asked for."""

    facts: tuple[Prop, ...]
    same: Same
    sign_of: Callable[[Term], int]
    """Signs of numbers by normal forms: 2 for positive, 1 for not negative, whatever the values of symbols."""

    def of_all(self, variables: Collection[Sym]) -> SignAlgebra:
        """What holds for all values of these."""
        return SignAlgebra([p for p in self.facts if free_of(p, variables)], self.same)

    def sign(self, node: Term, variables: Collection[Sym]) -> Sign:
        return max(self.of_all(variables).sign(node), Sign(self.sign_of(node)))


def is_bounded_below(f: Term, variables: Collection[Sym], known: Known) -> bool:
    """Whether ``f`` is seen to stay above a number that is free of the variables."""
    f = written_out(f)
    if _stays_above(f, variables, known):
        return True
    groups = _apart(f, variables)
    return len(groups) > 1 and all(_stays_above(part, over, known) for part, over in groups)


def _stays_above(f: Term, variables: Collection[Sym], known: Known) -> bool:
    if not symbols(f) & set(variables) and not any(s.has("derived") for s in symbols(f)):
        return True
    signs = known.of_all(variables)
    if known.sign(f, variables) is not Sign.UNKNOWN or lower_bound(f, signs) is not None:
        return True
    if _is_said(f, variables, known) or _is_strictly_convex(f, variables, known):
        return True
    moving = [v for v in variables if v in symbols(f)]
    return len(moving) == 1 and _has_even_degree(f, moving[0], known)


def _is_said(f: Term, variables: Collection[Sym], known: Known) -> bool:
    """Whether a premise bounds it for all values of the variables."""
    for prop in known.facts:
        over: set[Sym] = set()
        while prop.head == "for_all" and isinstance(prop.args[1], Prop) and isinstance(prop.args[0], Sym):
            over.add(prop.args[0])
            prop = prop.args[1]
        if prop.head in {"le", "lt"} and over >= set(variables):
            low, high = prop.args
            if isinstance(low, Term) and high == f and not symbols(low) & set(variables):
                return True
    return False


def _has_even_degree(f: Term, x: Sym, known: Known) -> bool:
    """Whether it is a polynomial in a number, of even degree, whose leading coefficient is positive."""
    found = _leading(f, x)
    return found is not None and found[0] % 2 == 0 and known.sign(found[1], [x]) is Sign.POSITIVE


def _leading(f: Term, x: Sym) -> tuple[int, Term] | None:
    found = coefficients(f, x) if x.shape == (1, 1) else None
    powers = {k: c for k, c in (found or {}).items() if constant(c) != 0}
    return (max(powers), powers[max(powers)]) if powers else None


def _apart(f: Term, variables: Collection[Sym]) -> list[tuple[Term, frozenset[Sym]]]:
    """The summands of ``f``, those that share variables taken together."""
    groups: list[tuple[Term, frozenset[Sym]]] = []
    for factor, part in summands(f):
        node = part if factor == 1 else factor * part
        over = symbols(part) & frozenset(variables)
        for other in [g for g in groups if g[1] & over]:
            groups.remove(other)
            node, over = other[0] + node, over | other[1]
        groups.append((node, over))
    return groups


def is_attained(f: Term, variables: Collection[Sym], known: Known) -> bool:
    """Whether ``f`` is seen to be least somewhere, over all values of the variables."""
    if any(p.head == "global_minimum" and p.args[0] == f and set(p.args[1::2]) == set(variables) for p in known.facts):
        return True
    if not all(v.traits <= _WHOLE for v in variables):
        return False
    f = written_out(f)
    groups = _apart(f, variables)
    return all(_is_attained(part, over, known) for part, over in groups) or _is_attained(f, variables, known)


def _is_attained(f: Term, variables: Collection[Sym], known: Known) -> bool:
    moving = [v for v in variables if v in symbols(f)]
    if not moving:
        return not any(s.has("derived") for s in symbols(f))
    most = degree(f, moving)
    if most is not None and most <= 2:
        return _stays_above(f, moving, known)
    if len(moving) == 1 and moving[0].shape == (1, 1) and most is not None:
        return _stays_above(f, moving, known)
    at_zero = substitute(f, {v: term(0) if v.shape == (1, 1) else zeros(*v.shape) for v in moving})
    return known.sign(f, moving) is not Sign.UNKNOWN and known.same(at_zero, term(0))


def is_unique(f: Term, variables: Collection[Sym], known: Known) -> bool:
    """Whether ``f`` is seen to be least at one point alone."""
    if not all(v.traits <= _WHOLE for v in variables):
        return False
    if _is_strictly_convex(f, variables, known):
        return True
    if len(variables) != 1:
        return False
    (x,) = variables
    found = _leading(f, x)
    return found is not None and found[0] == 2 and known.sign(found[1], [x]) is Sign.POSITIVE


def _is_strictly_convex(f: Term, variables: Collection[Sym], known: Known) -> bool:
    """Whether it is a positive multiple of the squared length of one variable, beside convex quadratic parts."""
    if len(variables) != 1:
        return False
    (v,) = variables
    curved = False
    for factor, part in summands(f):
        most = degree(part, [v])
        if most is None or most > 2:
            return False
        if most < 2:
            continue
        length = _multiple_of_length(part, v)
        if length is not None and factor > 0 and known.sign(length, [v]) is Sign.POSITIVE:
            curved = True
        elif factor < 0 or known.sign(part, [v]) is Sign.UNKNOWN:
            return False
    return curved


def _multiple_of_length(node: Term, v: Sym) -> Term | None:
    r"""The c of :math:`c\|v\|^2`, free of v."""
    match node:
        case Op(head="^", args=(Op(head="norm_2" | "norm_F" | "abs", args=(base,)), Num(value=k))) if k == 2:
            return term(1) if base == v else None
        case Op(head="^", args=(base, Num(value=k))) if k == 2 and base == v and is_scalar(v):
            return term(1)
        case Op(head="inner", args=(a, b)) if a == b == v:
            return term(1)
        case Op(head="*", args=(Op(head="T", args=(a,)), b)) if a == b == v and v.shape[1] == 1:
            return term(1)
        case Op(head="*", args=(c, rest)) if v not in symbols(c) and is_scalar(c):
            inside = _multiple_of_length(rest, v)
            return None if inside is None else c if inside == term(1) else c * inside
    return None


def flow_exists(loss: Term, is_smooth: bool, known: Known) -> bool:
    """Whether the gradient flow of the loss exists for all times; ``is_smooth``: twice differentiable everywhere.

    The losses that a paper's model derives are means of squares, polynomials in the parameters.  Where the gradient of
    a polynomial vanishes the flow stays.
    """
    start: tuple[Term, ...] = ()
    match loss:
        case Op(head="where", args=(body, *values)):
            loss, start = body, tuple(values)
    opened = loss.body if isinstance(loss, Abbrev) else loss
    if isinstance(opened, Sym) and opened.has("derived"):
        return True
    if any(p.head == "flow_exists" and p.args[0] in {loss, opened} for p in known.facts):
        return True
    moving = [s for s in symbols(opened) if s.has("parameter")]
    most = degree(opened, moving)
    if most is not None and (most <= 2 or _rests(opened, start, known)):
        return True
    if most is None and (not is_smooth or _averages(opened, moving) or _is_unspecified(opened)):
        return False
    return is_bounded_below(opened, moving, known)


def _rests(loss: Term, start: tuple[Term, ...], known: Known) -> bool:
    """Whether the gradient vanishes at the start."""
    moving = [p for p in start[::2] if isinstance(p, Sym)]
    slopes = ((p, Op("where", (Op("grad", (loss, p)), *start))) for p in moving)
    return bool(moving) and all(
        known.same(slope, term(0) if p.shape == (1, 1) else zeros(*p.shape)) for p, slope in slopes
    )


def _is_unspecified(node: Term) -> bool:
    """Whether it is made with a function of which nothing more than one derivative is known."""
    heads = {"activated", "gram", "kernel_value", "jacobian", "apply"}
    return any(isinstance(n, Op) and n.head in heads for n in nodes(node))


def _averages(node: Term, moving: Iterable[Sym]) -> bool:
    """Whether a mean is taken of what moves: its derivatives need not be the means of derivatives."""
    met = frozenset(moving)
    return any(isinstance(n, Op) and n.head in {"expect", "expect_given"} and symbols(n) & met for n in nodes(node))
