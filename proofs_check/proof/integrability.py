r"""Which moments a mean asks for, so that the mean of the absolute value is finite, read off the term as it is written.

Of Gaussian vectors, normal noise and random rotations every moment exists: what grows no faster than a polynomial in
them has a finite mean, and so has what is bounded, as the inverse of something that stays away from 0.  Of a law that
is not known a moment must be said to exist.  Standard library only.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from ..algebras.growth.classes import growth_of
from ..statement.fold import Lacks
from ..statement.terms import Abbrev, Num, Op, Sym, Term, children, nodes, substitute, symbols
from .positivity import Sign, SignAlgebra, is_scalar

_ARITHMETIC = frozenset({
    "+", "-", "neg", "*", "T", "tr", "det", "inner", "block", "stack", "beside", "entry", "row", "col", "vec", "unvec",
    "kron", "diag", "at", "abs", "relu", "relu_each", "norm_2", "norm_F", "norm_op", "nuclear", "modulus", "sqrt",
    "least", "least_over", "least_unequal", "delta", "columns", "unknowns", "rank", "projection",
    "singular_product_sum", "eigenvalue", "least_eigenvalue", "sum", "sum_unequal", "stack_over", "beside_over",
    "product_up", "product_down", "prediction", "prediction_on", "expect", "expect_given", "where", "per_prompt", "at0",
})
"""Heads whose value is at most a polynomial in those of their arguments."""
_DERIVATIVES = frozenset({"grad", "slope", "slope_right", "slope_left", "jacobian", "curvature"})
_BOUNDED = frozenset({"softmax", "masked_softmax"})
_UNSPECIFIED = frozenset({"activated", "apply", "jacobian", "gram", "kernel_value"})


def is_of_unknown_law(mean: Term) -> bool:
    """Whether that the mean exists can be said of a law: of labels, contexts, functions and covariances that are not
    known, or of a power of noise."""
    body = mean.args[0] if isinstance(mean, Op) else mean
    match body:
        case Op(head="^", args=(Sym() as noise, Num())) if noise.has("noise"):
            return True
    return not all(_is_known(s) for s in symbols(mean) if s.traits & {"random", "derived"}) or any(
        isinstance(n, Op) and n.head in _UNSPECIFIED for n in nodes(mean)
    )


@lru_cache(maxsize=1 << 14)
def _drawn(node: Term) -> frozenset[Sym]:
    """What is drawn and not averaged inside."""
    if isinstance(node, Sym):
        return frozenset({node}) if node.traits & {"random", "derived"} else frozenset()
    if isinstance(node, Op) and node.head in {"expect", "expect_given"}:
        return frozenset().union(*map(_drawn, node.args[1:]))
    return frozenset().union(*map(_drawn, children(node)))


def _is_known(sym: Sym) -> bool:
    return is_gaussian(sym) or bool(sym.traits & {"haar", "derived", "prompt", "noise"})


def is_gaussian(sym: Sym) -> bool:
    """A Gaussian vector (without a covariance of its own: of the prompt of Section 3.3), or normal noise."""
    if not sym.has("random"):
        return False
    named = any(t.startswith("cov:") for t in sym.traits) or sym.traits <= {"random", "iid"}
    return named or sym.traits >= {"noise", "normal"}


def is_tame(node: Term, signs: SignAlgebra) -> bool:
    """Whether it grows no faster than a polynomial in what is drawn, as far as the tree and the signs show."""
    if isinstance(node, Abbrev):
        return is_tame(node.body, signs)
    if not isinstance(node, Op) or not _drawn(node) or node.head in _BOUNDED:
        return True
    head, args = node.head, node.args
    if head == "sequence":
        return all(is_tame(a, signs) for a in args[2:3]) and is_tame(_with_drawn_values(node), signs)
    if head in _ARITHMETIC:
        return all(is_tame(a, signs) for a in args)
    if head in _DERIVATIVES:
        return all(_is_polynomial(a) for a in args)
    if head == "/":
        return is_tame(args[0], signs) and (not _drawn(args[1]) or _stays_away(args[1], signs))
    if head == "^" and isinstance(args[1], Num):
        return is_tame(args[0], signs) and (args[1].value >= 0 or _stays_away(args[0], signs))
    return _is_seen_to_grow_slowly(node)


def _with_drawn_values(node: Op) -> Term:
    """The step of a recursion, what it is applied to being drawn: the growth of every layer, by induction."""
    F, _, _, step, _ = node.args
    return substitute(step, {F: replace(F, traits=F.traits | {"random"})}) if isinstance(F, Sym) else step


def _is_polynomial(node: Term) -> bool:
    """Whether no root and no quotient of what is drawn occurs, so that derivatives grow no faster either."""
    return all(
        not isinstance(n, Op) or not _drawn(n) or n.head in _ARITHMETIC - {"sqrt"}
        or (n.head == "/" and not _drawn(n.args[1]))
        or (n.head == "^" and isinstance(n.args[1], Num) and n.args[1].value.denominator == 1 and n.args[1].value >= 0)
        for n in nodes(node)
    )


def _stays_away(node: Term, signs: SignAlgebra) -> bool:
    """Whether it is a positive part that is fixed, plus what is not negative: then its inverse is bounded."""
    if isinstance(node, Abbrev):
        return _stays_away(node.body, signs)
    if not isinstance(node, Op):
        return False
    if node.head == "^" and isinstance(node.args[1], Num):
        return node.args[1].value > 0 and _stays_away(node.args[0], signs)
    if node.head in {"sqrt", "exp"}:
        return node.head == "sqrt" and _stays_away(node.args[0], signs)
    if node.head != "+":
        return False
    parts = list(_parts(node))
    known = [signs.sign(p) if is_scalar(p) else signs.definite(p) for p in parts]
    fixed = any(k is Sign.POSITIVE and not _drawn(p) for k, p in zip(known, parts, strict=True))
    return fixed and min(known) is not Sign.UNKNOWN


def _parts(node: Term) -> list[Term]:
    if isinstance(node, Op) and node.head == "+":
        return [p for a in node.args for p in _parts(a)]
    return [node]


# Laws that are not known ---------------------------------------------------------------------------------

def moments_needed(mean: Op, signs: SignAlgebra) -> tuple[Term, ...]:
    """The means that must be finite so that ``mean`` exists; the mean itself where nothing is known of its law."""
    body = mean.args[0]
    if _speaks_of_unknown(mean) or not is_tame(body, signs):
        return () if _is_seen_to_grow_slowly(body) else (mean,)
    found: list[Term] = []
    for sym in sorted(_drawn(body), key=lambda s: s.name):
        if sym.has("noise") and not sym.has("normal"):
            most = degree_in(body, sym)
            if most is None:
                return (mean,)
            if most > SECOND:
                found.append(Op("expect", (Op("^", (sym, Num(most))),)))
    return tuple(found)


def _is_seen_to_grow_slowly(body: Term) -> bool:
    try:
        growth_of(body)
    except Lacks:
        return False
    return True


SECOND = Fraction(2)
"""Of noise of any law the mean and the variance are known."""


def _speaks_of_unknown(mean: Term) -> bool:
    return any(s.has("context") for s in _drawn(mean.args[0] if isinstance(mean, Op) else mean)) or any(
        isinstance(n, Op) and n.head in _UNSPECIFIED and any(map(_drawn, n.args)) for n in nodes(mean)
    )


def degree_in(node: Term, sym: Sym) -> Fraction | None:
    """The degree of a polynomial in one symbol, at most; ``None`` where it is none."""
    if node == sym:
        return Fraction(1)
    if isinstance(node, Abbrev):
        return degree_in(node.body, sym)
    if not isinstance(node, Op) or sym not in symbols(node) or node.head == "expect":
        return Fraction(0)
    found = [degree_in(a, sym) for a in node.args]
    known = [d for d in found if d is not None]
    if len(known) < len(found):
        return None
    if node.head in {"*", "kron", "inner"}:
        return sum(known, Fraction(0))
    if node.head == "/":
        return known[0] if not known[1] else None
    if node.head == "^":
        exponent = node.args[1]
        return known[0] * exponent.value if isinstance(exponent, Num) and exponent.value >= 0 else None
    if node.head == "prediction_on":
        covariate, label, query = known[4:]
        return 2 * max(covariate, label, query) + query
    return max(known) if node.head in _ARITHMETIC else None
