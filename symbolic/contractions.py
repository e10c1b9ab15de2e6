"""Complete contractions of matrices, vectors and scalars: the span of orthogonally invariant polynomials.

A letter has index slots: a matrix two, a vector one, a scalar none.  A perfect matching of all slots is a product of
traces of words and of bilinear forms; matchings that differ by renaming equal letters, by rotating a trace, by
transposing a factor or by exchanging the slots of a symmetric letter are the same function, listed once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from flint import nmod_mat

from .errors import InputError

KINDS = ("symmetric", "diagonal", "matrix", "vector", "scalar")
MOST_SLOTS = 14
"""(2k-1)!! matchings of 2k slots: 135135 for 14."""

Factor = tuple[str, bool]
"""A letter and whether it is transposed."""
Word = tuple[Factor, ...]


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of the given kind; ``diagonal`` is a symmetric letter whose points are drawn diagonal and positive.

    (A symmetric letter may be taken diagonal in *one* basis: both sides are orthogonally invariant.)
    """

    name: str
    kind: str

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InputError(f"kind of {self.name} must be one of {', '.join(KINDS)}, not {self.kind!r}.")

    @property
    def slots(self) -> int:
        return {"vector": 1, "scalar": 0}.get(self.kind, 2)

    @property
    def symmetric(self) -> bool:
        return self.kind in ("symmetric", "diagonal")


@dataclass(frozen=True, slots=True)
class Contraction:
    """Traces of words, bilinear forms (left vector, word, right vector) and powers of scalars."""

    traces: tuple[Word, ...]
    forms: tuple[tuple[str, Word, str], ...]
    scalars: tuple[tuple[str, int], ...] = ()

    def value(self, point: Mapping[str, Any], p: int, memory: dict[Any, Any]) -> int:
        """The value at ``point`` modulo the prime ``p``; ``memory`` keeps products of words at this point."""
        result = 1
        for name, exponent in self.scalars:
            result = result * pow(point[name], exponent, p) % p
        for word in self.traces:
            M = _word(word, point, p, memory)
            result = result * sum(int(M[i, i]) for i in range(M.nrows())) % p
        for left, word, right in self.forms:
            row, column = _matrix(point[left], p).transpose(), _matrix(point[right], p)
            middle = row * _word(word, point, p, memory) if word else row
            result = result * int((middle * column)[0, 0]) % p
        return result


def _matrix(rows: Sequence[Any], p: int) -> nmod_mat:
    grid = [list(row) if isinstance(row, (list, tuple)) else [row] for row in rows]
    return nmod_mat(len(grid), len(grid[0]), [x % p for row in grid for x in row], p)


def _word(word: Word, point: Mapping[str, Any], p: int, memory: dict[Any, Any]) -> nmod_mat:
    if word not in memory:
        name, transposed = word[-1]
        last = _matrix(point[name], p)
        last = last.transpose() if transposed else last
        memory[word] = _word(word[:-1], point, p, memory) * last if len(word) > 1 else last
    return memory[word]


def contractions(letters: Sequence[Letter], degrees: Mapping[str, int]) -> tuple[Contraction, ...]:
    """All complete contractions with the given number of each letter.

    >>> Lam, U = Letter("Lam", "symmetric"), Letter("U", "matrix")
    >>> len(contractions([Lam], {"Lam": 3}))    # tr(L^3), tr(L^2) tr(L), tr(L)^3
    3
    >>> len(contractions([U], {"U": 2}))        # tr(U)^2, tr(U^2), tr(U U^T)
    3
    """
    known = {letter.name: letter for letter in letters}
    copies: list[Letter] = []
    for name, count in degrees.items():
        if name not in known:
            raise InputError(f"degrees name {name}, which is not among the letters {sorted(known)}: declare it.")
        copies += [known[name]] * (count if known[name].slots else 0)
    slots = [(k, side) for k, letter in enumerate(copies) for side in range(letter.slots)]
    if len(slots) % 2:
        return ()
    if len(slots) > MOST_SLOTS:
        raise InputError(f"degrees {dict(degrees)} have {len(slots)} index slots: at most {MOST_SLOTS} can be matched.")
    scalars = tuple((name, count) for name, count in degrees.items() if known[name].kind == "scalar" and count)
    found = {_read(matching, copies) for matching in _matchings(slots)}
    return tuple(Contraction(traces, forms, scalars) for traces, forms in sorted(found))


Slot = tuple[int, int]


def _matchings(slots: list[Slot]) -> Iterator[dict[Slot, Slot]]:
    if not slots:
        yield {}
        return
    first, *rest = slots
    for k, other in enumerate(rest):
        for tail in _matchings(rest[:k] + rest[k + 1 :]):
            yield {first: other, other: first, **tail}


def _read(
    matching: Mapping[Slot, Slot], copies: Sequence[Letter]
) -> tuple[tuple[Word, ...], tuple[tuple[str, Word, str], ...]]:
    """Follow the matching from letter to letter: paths between vectors first, then closed cycles."""
    seen: set[int] = set()
    forms, traces = [], []

    def follow(slot: Slot) -> tuple[Word, int | None]:
        """The word met when leaving through ``slot``, and the vector where it ends (None for a cycle)."""
        word: list[Factor] = []
        while True:
            k, side = matching[slot]
            if copies[k].slots == 1:
                return tuple(word), k
            if k in seen:
                return tuple(word), None
            seen.add(k)
            word.append((copies[k].name, bool(side) and not copies[k].symmetric))
            slot = (k, 1 - side)

    for k, letter in enumerate(copies):
        if letter.slots == 1 and k not in seen:
            word, end = follow((k, 0))
            assert end is not None
            seen |= {k, end}
            there, back = (letter.name, word, copies[end].name), (copies[end].name, _flip(word, copies), letter.name)
            forms.append(min(there, back))
    for k, letter in enumerate(copies):
        if letter.slots == 2 and k not in seen:
            seen.add(k)
            word = ((letter.name, False), *follow((k, 1))[0])
            turns = [w[i:] + w[:i] for w in (word, _flip(word, copies)) for i in range(len(word))]
            traces.append(min(turns))
    return tuple(sorted(traces)), tuple(sorted(forms))


def _flip(word: Word, copies: Sequence[Letter]) -> Word:
    """The transpose of a word: reversed, each factor transposed (symmetric letters stay)."""
    symmetric = {letter.name for letter in copies if letter.symmetric}
    return tuple((name, name not in symmetric and not transposed) for name, transposed in reversed(word))


def points(letters: Sequence[Letter], dims: Sequence[int], largest_N: int, seed: int) -> Iterator[dict[str, Any]]:
    """Endless small integer points: d cycles through ``dims``, N through 1, ..., largest_N."""
    draw = random.Random(seed)
    for step, d in enumerate(cycle(dims)):
        point: dict[str, Any] = {"d": d, "N": 1 + (step // len(dims)) % largest_N}
        for letter in letters:
            point[letter.name] = _draw(letter, d, draw)
        yield point


def _draw(letter: Letter, d: int, draw: random.Random) -> Any:
    if letter.kind == "scalar":
        return draw.choice([-3, -2, -1, 1, 2, 3])
    if letter.kind == "vector":
        return [draw.randint(-2, 2) for _ in range(d)]
    if letter.kind == "diagonal":
        return [[draw.randint(1, 7) if i == j else 0 for j in range(d)] for i in range(d)]
    G = [[draw.randint(-2, 2) for _ in range(d)] for _ in range(d)]
    if letter.kind == "matrix":
        return G
    # Positive definite, so that it may stand for a covariance.
    return [[sum(G[i][k] * G[j][k] for k in range(d)) + (i == j) for j in range(d)] for i in range(d)]
