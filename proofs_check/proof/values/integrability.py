r"""Which moments a mean asks for, so that the mean of the absolute value is finite, read off the term as it is written.

Of Gaussian vectors, normal noise and random rotations every moment exists: what grows no faster than a polynomial in
them has a finite mean, and so has what is bounded, as the inverse of something that stays away from 0.  Of a law that
is not known a moment must be said to exist.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Protocol

from ...algebras.growth.classes import growth_of
from ...roles import letter_of
from ...statement.fold import Lacks
from ...statement.laws import RANDOM_COVARIANCES
from ...statement.terms import Abbrev, Num, Op, Sym, Term, children, nodes, substitute, symbols
from ..positivity import Sign, SignAlgebra, is_scalar
from .gaussian import is_gaussian
from .moments import degree, is_of_a_law

_ARITHMETIC = frozenset({
    "+", "-", "neg", "*", "T", "tr", "det", "inner", "block", "stack", "beside", "entry", "row", "col", "vec", "unvec",
    "kron", "diag", "at", "abs", "relu", "relu_each", "norm_2", "norm_F", "norm_op", "nuclear", "modulus", "sqrt",
    "least", "least_over", "least_unequal", "delta", "columns", "unknowns", "rank", "projection",
    "singular_product_sum", "eigenvalue", "least_eigenvalue", "sum", "sum_unequal", "stack_over", "beside_over",
    "product_up", "product_down", "prediction", "prediction_on", "expect", "expect_given", "per_prompt", "at0",
})
"""Heads whose value is at most a polynomial in those of their arguments."""
_OF_HIGHER_DEGREE = frozenset({"det", "product_up", "product_down", "prediction"})
"""Of these, heads whose degree in their arguments the tree does not tell: it depends on a size."""
_DERIVATIVES = frozenset({"grad", "slope", "slope_right", "slope_left", "jacobian", "curvature"})
_OF_SPACES = frozenset({"projection"})
"""Bounded, with derivatives that are not: a space turns the faster the smaller what spans it."""
_WITH_POLES = frozenset({
    "norm_2", "norm_F", "norm_op", "nuclear", "modulus", "singular_product_sum", "eigenvalue", "least_eigenvalue",
})
"""Their slopes are bounded, but their second derivatives are not."""
_BOUNDED = frozenset({"softmax", "masked_softmax"})
_UNSPECIFIED = frozenset({"activated", "apply", "jacobian", "gram", "kernel_value"})
_GIVEN_A_COVARIANCE = frozenset(f"cov:{name}" for name in RANDOM_COVARIANCES)
_DIMENSION = letter_of("dimension")
_TYPESET = {
    letter_of("drawn_covariance"): r"\Lambda_{\tau}", letter_of("drawn_diagonal"): r"\lambda_{\tau}",
    letter_of("new_covariance"): r"\Lambda_{new}", letter_of("new_diagonal"): r"\lambda_{new}",
}  # fmt: skip
_DECLARED = frozenset({"context", "law", "continuous_entries", "independent"})


def is_of_unknown_law(mean: Term, gaussian: frozenset[Sym] = frozenset()) -> bool:
    """Whether that the mean exists can be said of a law: of labels, contexts, functions and covariances that are not
    known, of what has no law, or of a power of noise.  ``gaussian``: what the model draws from Gaussian laws."""
    body, *fixed = mean.args if isinstance(mean, Op) else (mean,)
    match body:
        case Op(head="^", args=(Sym() as noise, Num())) if noise.has("noise"):
            return True
    drawn = [s for s in symbols(body) if s.traits & {"random", "derived"} and s not in fixed]
    return not all(_is_known(s, gaussian) for s in drawn) or any(
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


def _is_known(sym: Sym, gaussian: frozenset[Sym]) -> bool:
    return is_gaussian(sym, gaussian) or bool(sym.traits & {"haar", "derived", "prompt", "noise"})


def has_all_moments(sym: Sym, gaussian: frozenset[Sym]) -> bool:
    """Whether it is a random rotation, or Gaussian with a covariance that is not drawn itself."""
    return sym.has("haar") or (is_gaussian(sym, gaussian) and not sym.traits & _GIVEN_A_COVARIANCE)


def _has_a_law(sym: Sym, gaussian: frozenset[Sym]) -> bool:
    """Whether anything is declared of its law, by a trait or by its role in the model."""
    return _is_known(sym, gaussian) or is_label(sym) or is_of_a_law(sym) or bool(sym.traits & _DECLARED)


def is_label(sym: Sym) -> bool:
    return sym.has("label") or any(t.startswith("label:") for t in sym.traits)


def is_tame(node: Term, signs: SignAlgebra) -> bool:
    """Whether it grows no faster than a polynomial in what is drawn, as far as the tree and the signs show."""
    if isinstance(node, Abbrev):
        return is_tame(node.body, signs)
    if not isinstance(node, Op) or not _drawn(node) or node.head in _BOUNDED:
        return True
    head, args = node.head, node.args
    if head == "sequence":
        return is_tame(args[2], signs) and is_tame(_with_drawn_values(node), signs)
    if head == "where":
        return _is_tame_with_values(node, signs)
    if head in _ARITHMETIC:
        return all(is_tame(a, signs) for a in args)
    if head in _DERIVATIVES:
        rough = _OF_SPACES if head != "curvature" else _OF_SPACES | _WITH_POLES
        return all(_is_polynomial(a) and not _occurs(rough, a) for a in args)
    if head == "/":
        return is_tame(args[0], signs) and (not _drawn(args[1]) or _stays_away(args[1], signs))
    if head == "^" and isinstance(args[1], Num):
        return is_tame(args[0], signs) and (args[1].value >= 0 or _stays_away(args[0], signs))
    return _is_seen_to_grow_slowly(node)


def _is_tame_with_values(node: Op, signs: SignAlgebra) -> bool:
    """What is put in may be drawn: derivatives are taken before, quotients after."""
    body, *flat = node.args
    values = {s: v for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
    if not all(is_tame(v, signs) for v in values.values()):
        return False
    drawn = {s: replace(s, traits=s.traits | {"random"}) for s, v in values.items() if _drawn(v)}
    if any(isinstance(n, Op) and n.head in _DERIVATIVES for n in nodes(body)):
        return _is_polynomial(substitute(body, drawn)) if drawn else is_tame(body, signs)
    return is_tame(substitute(body, values), signs)


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


def _occurs(heads: frozenset[str], node: Term) -> bool:
    """Whether what is drawn stands below one of the heads, but for even powers of lengths, which are polynomials."""
    if not isinstance(node, Op) or not _drawn(node):
        return isinstance(node, Abbrev) and _occurs(heads, node.body)
    match node:
        case Op("^", (Op("norm_2" | "norm_F", (Term() as inside,)), Num(power))) if power % 2 == 0:
            return _occurs(heads, inside)
    return node.head in heads or any(_occurs(heads, a) for a in node.args if isinstance(a, Term))


def _stays_away(node: Term, signs: SignAlgebra) -> bool:
    """Whether it is a positive part that is fixed, plus what is not negative: then its inverse is bounded."""
    if isinstance(node, Abbrev):
        return _stays_away(node.body, signs)
    if not isinstance(node, Op):
        return False
    if node.head == "^" and isinstance(node.args[1], Num):
        return node.args[1].value > 0 and _stays_away(node.args[0], signs)
    if node.head == "sqrt":
        return _stays_away(node.args[0], signs)
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

class Reading(Protocol):
    """What normal forms tell of a term, where they are at hand."""

    def degrees(self, body: Term, sym: Sym) -> frozenset[tuple[int, int]] | None:
        """The pairs (a, b) of the terms of a polynomial in a label or noise, and in the label's covariate; ``None``
        where it is none."""

    def is_polynomial(self, body: Term, drawn: frozenset[Sym]) -> bool:
        """Whether it is a polynomial in what is drawn, wherever it has a value."""

    def finds(self, node: Term) -> bool:
        """Whether normal forms give a minimum, or its one point."""


def moments_needed(
    mean: Op, signs: SignAlgebra, reading: Reading | None = None, gaussian: frozenset[Sym] = frozenset()
) -> tuple[Term, ...]:
    """The means that must be finite so that ``mean`` exists; the mean itself where nothing is known of its law."""
    body, *fixed = mean.args
    if not all(_has_a_law(s, gaussian) for s in _drawn(body) if s not in fixed):
        return (mean,)
    if _speaks_of_unknown(mean) or not is_tame(body, signs):
        drawn_here = _drawn(body)
        known = reading is not None and all(has_all_moments(s, gaussian) for s in drawn_here)
        tame = known and reading is not None and reading.is_polynomial(body, drawn_here)
        # The growth is one in the lengths of vectors, of which those with a random covariance need not have moments.
        slow = _is_seen_to_grow_slowly(body) and all(_covariance_behind(s) is None for s in drawn_here)
        return () if tame or slow else (mean,)
    found: list[Term] = []
    drawn = sorted(_drawn(body), key=lambda s: s.name)
    for sym in drawn:
        if is_label(sym) or (sym.has("noise") and not sym.has("normal")):
            pairs = reading.degrees(body, sym) if reading is not None else _degrees_on_the_tree(body, sym)
            if pairs is None:
                return (mean,)
            found += _of_label(sym, pairs, drawn) if is_label(sym) else _of_noise(sym, pairs)
    laws = [law for sym in drawn if (law := _covariance_behind(sym)) is not None]
    if laws and not set(laws) & set(mean.args[1:]):
        most = degree(body)
        if most is None:
            return (mean,)
        found += _of_covariance(laws, most)
    return tuple(dict.fromkeys(found))


def _degrees_on_the_tree(body: Term, sym: Sym) -> frozenset[tuple[int, int]] | None:
    most = None if is_label(sym) else degree_in(body, sym)
    return None if most is None else frozenset({(ceil(most), 0)})


def _of_noise(sym: Sym, pairs: frozenset[tuple[int, int]]) -> list[Term]:
    """Of noise of any law the mean and the variance are known."""
    most = max((a for a, _ in pairs), default=0)
    return [Op("expect", (sym**most,))] if most > SECOND else []


def _of_label(sym: Sym, pairs: frozenset[tuple[int, int]], drawn: list[Sym]) -> list[Term]:
    """The joint moments with the covariate, those left out that others give by Hoelder's inequality."""
    wanted = {(a, b) for a, b in pairs if a}
    least = {(a, b) for a, b in wanted if not any(implied((a, b), {other}) for other in wanted - {(a, b)})}
    covariate = next((s for s in drawn if s.name == covariate_of(sym)), None)
    if covariate is None and any(b for _, b in least):
        covariate = Sym(covariate_of(sym), (_DIMENSION, 1), frozenset({"random"}))
    return [joint_moment(sym, covariate, a, b) for a, b in sorted(least)]


def joint_moment(label: Sym, covariate: Sym | None, a: int, b: int) -> Term:
    r""":math:`\mathbb E\,y^a\|x\|^b`."""
    power: Term = label if a == 1 else label**a
    if not b or covariate is None:
        return Op("expect", (power,))
    length = Op("norm_2", (covariate,))
    return Op("expect", (power * (length if b == 1 else length**b),))


def implied(wanted: tuple[int, int], known: Iterable[tuple[int, int]]) -> bool:
    r"""Whether :math:`\mathbb E|y|^a|x|^b` is finite where those known are; every moment of the Gaussian x is."""
    a, b = wanted
    return a == 0 or any((a == A and b == B) or (a < A and b * A >= B * a) for A, B in known)


def pair_of(mean: Term) -> tuple[int, int] | None:
    """The a and b of a :func:`joint_moment`."""
    match mean:
        case Op(head="expect", args=(Op(head="*", args=(label, length)),)):
            (y, a), (norm, b) = _power(label), _power(length)
            match y, norm:
                case Sym(), Op(head="norm_2", args=(Sym() as x,)) if is_label(y) and x.name == covariate_of(y):
                    return a, b
        case Op(head="expect", args=(label,)):
            y, a = _power(label)
            return (a, 0) if isinstance(y, Sym) and is_label(y) else None
    return None


def _power(node: Term) -> tuple[Term, int]:
    match node:
        case Op(head="^", args=(base, Num(value=n))) if n.denominator == 1 and n > 0:
            return base, int(n)
    return node, 1


_OF_EVERY_DIRECTION = frozenset({"+", "-", "neg", "*", "^", "T", "inner", "tr"})


def is_joint(body: Term, label: Sym) -> bool:
    """Whether nothing but a label, its covariate and numbers occurs, and no direction is chosen."""
    only = all(s == label or s.name == covariate_of(label) for s in symbols(body))
    return only and all(n.head in _OF_EVERY_DIRECTION for n in nodes(body) if isinstance(n, Op))


def covariate_of(label: Sym) -> str:
    named = next((t.removeprefix("label:") for t in label.traits if t.startswith("label:")), "")
    return named or letter_of("covariates" if label.has("iid") else "query")


def _of_covariance(laws: list[Sym], most: Fraction) -> list[Term]:
    """The moment of a random covariance: at least the third, which is what its law is mostly known to have."""
    power = max(3, ceil(most))
    norms = (Op("norm_op" if s.shape[1] != 1 else "norm_2", (s,)) for s in laws if most > 0)
    return [Op("expect", (norm**power,)) for norm in norms]


def _covariance_behind(sym: Sym) -> Sym | None:
    """The random covariance, or the vector of its diagonal, whose law enters through the symbol."""
    if sym.has("law"):
        return sym
    named = next((t[5:] for t in sym.traits if t.startswith("copy:")), "")
    named = named or next((t[4:] for t in sym.traits if t.startswith("cov:") and t[4:] in RANDOM_COVARIANCES), "")
    if not named and not (sym.has("derived") and is_of_a_law(sym)):
        return None
    name = named or letter_of("drawn_covariance")
    columns = _DIMENSION if name[0].isupper() else 1
    return Sym(name, (_DIMENSION, columns), frozenset({"random", "law"}), _TYPESET.get(name, ""))


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
    if node.head == "where":
        body, *flat = node.args
        values = {s: v for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
        derived = any(isinstance(n, Op) and n.head in _DERIVATIVES for n in nodes(body))
        return None if derived else degree_in(substitute(body, values), sym)
    found = [degree_in(a, sym) for a in node.args]
    known = [d for d in found if d is not None]
    if len(known) < len(found):
        return None
    if node.head in {"*", "kron", "inner", "singular_product_sum"}:
        return sum(known, Fraction(0))
    if node.head == "/":
        return known[0] if not known[1] else None
    if node.head == "^":
        exponent = node.args[1]
        return known[0] * exponent.value if isinstance(exponent, Num) and exponent.value >= 0 else None
    if node.head == "prediction_on":
        covariate, label, query = known[4:]
        return 2 * max(covariate, label, query) + query
    return max(known) if node.head in _ARITHMETIC - _OF_HIGHER_DEGREE else None
