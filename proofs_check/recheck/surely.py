"""What holds almost surely, read at one outcome by the second evaluator: false where it fails in a neighbourhood.

A statement that fails at an outcome, and at all that are near, fails with positive probability where the law has a
density that is positive everywhere: Gaussians with a positive definite covariance, normal noise.  So it does where it
fails at an outcome that has a positive probability itself, as one value of noise that has finitely many.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from ..statement.props import Prop, subterms
from ..statement.terms import Op, Sym, Term
from . import matrices as m
from . import means, prompts
from .calculus import Read
from .matrices import Matrix, number
from .numbers import Unread, sign, subtract

if TYPE_CHECKING:
    from .terms import At

CONTINUOUS = frozenset({
    "+", "-", "neg", "*", "/", "T", "tr", "det", "inv", "inner", "norm_F", "norm_2", "abs", "sqrt", "exp", "log",
    "relu", "kron", "diag", "vec", "stack", "beside", "block", "entry", "row", "col", "sum", "at", "relu_each",
    "exp_each", "least", "stack_over", "beside_over",
})  # fmt: skip
"""Heads that are continuous wherever they have a value."""


def fails(body: Prop, read: Read, at: At) -> bool:
    """True where the body fails with positive probability; raises :class:`Unread` where this is not seen."""
    for _, node in subterms(body):
        if isinstance(node, Op) and node.head not in CONTINUOUS:
            raise Unread(f"{node.head} near an outcome")
    if all(_has_density(sym, at) or _is_likely(sym, read, at) for sym in _random(body)) and _fails_near(body, read, at):
        return True
    raise Unread("what holds almost surely")


def is_likely(body: Prop, read: Read, at: At) -> bool:
    """Whether the outcome has a positive probability."""
    return all(_is_likely(sym, read, at) for sym in _random(body))


def _is_likely(sym: Sym, read: Read, at: At) -> bool:
    """Whether it has this value with a positive probability."""
    return means.has_finite_law(sym, at.point) and any(
        x == number(read(sym, at)) and p > 0 for p, x in at.point.laws[sym.name]
    )


def _random(body: Prop) -> Iterator[Sym]:
    for _, node in subterms(body):
        if isinstance(node, Sym) and node.has("prompt"):
            yield from (prompts.x, prompts.x_q, prompts.w)
        elif isinstance(node, Sym) and node.has("random"):
            yield node


def _has_density(sym: Sym, at: At) -> bool:
    if sym.traits >= {"noise", "normal"} and not sym.has("degenerate"):
        return True
    if sym.traits & {"haar", "noise", "label", "law", "degenerate", "context", "derived"}:
        return False
    named = next((t.removeprefix("cov:") for t in sym.traits if t.startswith("cov:")), "")
    name = named or prompts.covariance_of(sym, at)
    if name == "I" or (not named and name not in at.point.values):
        return True  # the covariance of prompts is positive definite
    found = at.covariance(name, at.size(sym.shape[0]))
    return found is not None and m.definite(found, strictly=True) is True


def _fails_near(body: Prop, read: Read, at: At) -> bool:
    if body.head == "and":
        return any(_fails_near(part, read, at) for part in body.args if isinstance(part, Prop))
    sides = [read(arg, at) for arg in body.args if isinstance(arg, Term)]
    if body.head == "eq":
        gaps = [subtract(x, y) for a, b in zip(*sides, strict=True) for x, y in zip(a, b, strict=True)]
        return any(sign(gap) in {1, -1} for gap in gaps)
    if body.head in {"le", "lt", "ge", "gt"}:
        found = sign(subtract(number(sides[0]), number(sides[1])))
        return found == (1 if body.head in {"le", "lt"} else -1)
    if body.head in {"negative_eigenvalues_at_least", "negative_eigenvalues_equal"}:
        wanted, (positive, _, negative) = number(sides[1]), signature(sides[0])
        more = body.head == "negative_eigenvalues_equal" and sign(subtract(wanted, m.number(m.scalar(negative)))) == -1
        return more or sign(subtract(wanted, m.number(m.scalar(len(sides[0]) - positive)))) == 1
    return False


def signature(A: Matrix) -> tuple[int, int, int]:
    """How many eigenvalues of a symmetric matrix are positive, 0 and negative: by the rule of Descartes, which is exact
    for a characteristic polynomial, all of whose roots are real."""
    if m.is_symmetric(A) is not True:
        raise Unread("the signs of the eigenvalues of a matrix that is not symmetric")
    signs = [sign(c) for c in m.coefficients(A)]
    if None in signs:
        raise Unread("the signs of eigenvalues")
    there = [s for s in signs if s]
    positive = sum(a != b for a, b in pairwise(there))
    zero = next(k for k, s in enumerate(reversed(signs)) if s)
    return positive, zero, len(A) - positive - zero
