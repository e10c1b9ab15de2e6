"""Small exact points, smallest first: a counterexample that is found is the smallest of its kind."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from ...statement.terms import Num, Op, Sym, Term, nodes
from .corners import MORE, corner_length, corner_values, in_the_support, is_about_corners
from .laws import base_name, covariance_of, needed_for, outcome, speaks_of_laws
from .needs import LAM, X, beyond, fractional, has_no_entries, is_length, with_loss
from .point_laws import free_random, laws_at
from .space import Setting

Values = dict[str, Any]


def points(terms: Sequence[Term], setting: Setting, lengths: Sequence[str], seed: int, count: int) -> Iterator[Setting]:
    """``count`` settings with exact values for everything in ``terms``, at the dimension of ``setting``.

    Lengths run through 1, 2, ... first; at the first point all entries are 1 and Lam = I, later ones come from small
    integers, then from small fractions.  Random symbols get values only where no expectation is taken: then they are
    free variables of a pathwise identity.
    """
    needed = sorted(needed_for(terms, setting.model), key=lambda sym: sym.name)
    terms = with_loss(terms, setting.model)
    rooted = fractional(terms)
    drawn = _drawn(terms, setting)
    draw = random.Random(seed)
    written_out = not speaks_of_laws(terms, setting.model) or any(s.name in drawn and s.has("iid") for s in needed)
    corners = is_about_corners(needed, setting.model)
    for step in range(count + MORE if corners and count > MORE else count):
        is_far = step % 5 in FAR and not written_out and not corners
        chosen = _far_lengths(len(lengths), step) if is_far else _lengths(len(lengths), step)
        chosen = (corner_length(step),) * len(lengths) if corners else chosen
        sizes = dict(zip(lengths, chosen, strict=True))
        here = replace(setting, lengths={**setting.lengths, **sizes})
        values: Values = corner_values(needed, here, step, draw, rooted) if corners else {}
        for sym in needed:
            if sym.name in values:
                continue
            if has_no_entries(sym) or sym.name in here.lengths or (sym.has("random") and sym.name not in drawn):
                continue
            if sym.has("iid") or (sym.name == X.name and sym.has("random") and covariance_of(sym) == LAM):
                members = max(max(sizes.values(), default=1) + beyond(terms), _named(terms))
                values[sym.name] = [_outcome(sym, values, _value(sym, here, draw, step, root=False), corners)
                                    for _ in range(members)]
            elif is_far and sym.name == LAM.name and not rooted:
                values[sym.name] = _far_covariance(here.size(sym.shape[0]), step)
            else:
                value = _value(sym, here, draw, step, root=bool(rooted) and not corners)
                values[sym.name] = _outcome(sym, values, value, corners)
        for sym in needed:
            law = setting.laws.get(base_name(sym))
            if isinstance(law, Op) and sym.name in values and sym.shape[1] == 1:
                values[sym.name] = outcome(law, values[sym.name], values)
        if {"m_4", "s"} <= values.keys():
            values["m_4"] = 3 * values["s"] ** 4  # Gaussian noise
        laws = laws_at(needed, setting, draw, step)
        yield replace(here, diagonal=bool(rooted) and not corners, values=values, reflected=bool(step % 2), laws=laws)


def _named(terms: Sequence[Term]) -> int:
    """The greatest number by which a member of a sample is called."""
    called = (n.args[1] for t in terms for n in nodes(t) if isinstance(n, Op) and n.head == "at")
    return max((int(number.value) for number in called if isinstance(number, Num)), default=1)


def _outcome(sym: Sym, values: Values, value: Any, corners: bool) -> Any:
    return in_the_support(sym, values, value) if corners and sym.has("random") else value


POSITIVE = ((1, 2, 3), (3, 1, 2), (1, 4, 9), (Fraction(1, 2), 5, 1), (10, Fraction(1, 10), 1))
"""Entries of positive vectors."""
FAR = (3, 4)
"""Which of every five points look far out, where samples need not be written out."""


def _far_lengths(how_many: int, step: int) -> tuple[int, ...]:
    """One long, one very long; then the other way round."""
    long = (40, 1000) if step % 2 else (1000, 40)
    return tuple(long[k % 2] for k in range(how_many))


def _far_covariance(d: int, step: int) -> list[list[Fraction]]:
    """Diagonal, with entries of very different sizes."""
    sizes = [Fraction(1, 30), Fraction(1), Fraction(20)] if step % 2 else [Fraction(50), Fraction(1, 2), Fraction(3)]
    return [[sizes[i % 3] if i == j else Fraction(0) for j in range(d)] for i in range(d)]


def _drawn(terms: Sequence[Term], setting: Setting) -> frozenset[str]:
    """The random symbols that get values."""
    if speaks_of_laws(terms, setting.model):
        return free_random(terms, setting)
    averaged = any(isinstance(node, Op) and node.head == "expect" for root in terms for node in nodes(root))
    return frozenset(s.name for s in needed_for(terms, setting.model) if not averaged)


def _lengths(how_many: int, step: int) -> tuple[int, ...]:
    """1, 2, 3, 1, 2, 3, ... for one length; all small combinations for several."""
    combinations = sorted(product((1, 2, 3), repeat=how_many), key=sum)
    return combinations[step % len(combinations)]


def _value(sym: Sym, setting: Setting, draw: random.Random, step: int, root: bool) -> Any:
    rows, columns = (setting.size(dim) for dim in sym.shape)
    if sym.name == "Theta" and rows == columns:
        return _theta(rows, step)
    if sym.shape == (1, 1):
        return _scalar(sym, draw, step)
    if sym.shape[1] == 1:
        if sym.has("positive"):
            spread = POSITIVE[step % len(POSITIVE)]
            return [[Fraction(spread[i % len(spread)])] for i in range(rows)]
        drawn = [_entry(sym, draw, step) for _ in range(rows)]
        # Of all zeros the first is none where the vector is not 0.
        return [[x if any(drawn) or k or not sym.has("nonzero") else Fraction(1)] for k, x in enumerate(drawn)]
    if root and sym.name == LAM.name:
        # Perfect squares on a diagonal: its square root is rational.
        squares = [Fraction((1 + (step + i) % 3) ** 2) for i in range(rows)]
        return [[squares[i] if i == j else Fraction(0) for j in range(rows)] for i in range(rows)]
    if sym.name in setting.orthogonal:
        return [[_small(draw, step) if i < j else Fraction(0) for j in range(rows)] for i in range(rows)]
    if sym.has("posdef") and (step == 0 or rows == 1):
        return [[Fraction((1 + step % 3) * (i == j)) for j in range(rows)] for i in range(rows)]
    G = [[_entry(sym, draw, step) for _ in range(columns)] for _ in range(rows)]
    if sym.has("psd") or sym.has("posdef"):
        shift = 1 if sym.has("posdef") else 0
        return [[sum(a * b for a, b in zip(G[i], G[j], strict=True)) + shift * (i == j) for j in range(rows)]
                for i in range(rows)]
    if sym.has("symmetric"):
        return [[G[min(i, j)][max(i, j)] for j in range(rows)] for i in range(rows)]
    return _invertible(G) if sym.has("invertible") and rows == columns else G


def _entry(sym: Sym, draw: random.Random, step: int) -> Fraction:
    """A number of the sign that the trait gives to every entry."""
    value = _small(draw, step)
    if sym.has("positive"):
        return abs(value) or Fraction(1)
    return abs(value) if sym.has("nonnegative") else value


def _invertible(G: list[list[Fraction]]) -> list[list[Fraction]]:
    """The product of triangular matrices that have these entries, with no 0 on their diagonals."""
    size = range(len(G))
    lower = [[G[i][j] if j < i else Fraction(int(i == j)) for j in size] for i in size]
    upper = [[G[i][j] if i < j else (G[i][j] or Fraction(1)) * (i == j) for j in size] for i in size]
    return [[sum((lower[i][k] * upper[k][j] for k in size), Fraction(0)) for j in size] for i in size]


def _small(draw: random.Random, step: int) -> Fraction:
    """1 at first, then 1, -1, 2 and few zeros (a zero hides what it multiplies); larger ones and halves later."""
    if step == 0:
        return Fraction(1)
    value = draw.choice([1, 1, -1, 2, 0]) if step < 4 else draw.randint(-step, step)
    return Fraction(value, draw.choice([1, 1, 2]) if step >= 4 else 1)


def _scalar(sym: Sym, draw: random.Random, step: int) -> Fraction:
    value = _small(draw, step)
    if is_length(sym):
        return Fraction(1 + step % 3)
    if sym.name == "sigma":
        # Small enough for the condition of Theorem 4 at these points.
        return Fraction(1, 10 if step < 4 else 60)
    if sym.has("positive"):
        return abs(value) if value else Fraction(1)
    if sym.has("nonnegative"):
        return abs(value)
    # Zero tells little about a factor.
    return value if value else Fraction(2)


def _theta(d: int, step: int) -> list[list[Fraction]]:
    r""":math:`vz^\top/v^\top v`, z the reversed v: :math:`\Theta\Theta^\top=vv^\top/v^\top v` has norm exactly 1."""
    v = [1 + (step + k) % 3 for k in range(d)]
    return [[Fraction(a * b, sum(c * c for c in v)) for b in reversed(v)] for a in v]
