"""Normal forms of words: neighbours merged, cut where the dimension is 1, closed words turned to a canonical place."""

from __future__ import annotations

from itertools import pairwise

from .absorbing import absorbed, absorbed_around, absorbs
from .functions import joined
from .images import IMAGES
from .letters import Dim, Word, transposed
from .resolvents import RESOLVENTS
from .scalars import ONE, ZERO, N, Scalar, atom

_CLOSED: dict[Word, Scalar] = {}
_SEGMENTS: dict[Word, Scalar] = {}


def dimension(dim: Dim) -> Scalar:
    """A dimension as a scalar: a number, N, or an atom such as d."""
    if isinstance(dim, int):
        return Scalar.of(dim)
    if dim == "N":
        return N
    return Scalar.symbol(dim, 1)


def merged(word: Word) -> list[tuple[Word, Scalar]] | None:
    """The word with merging neighbours replaced, as a sum; ``None`` when nothing merges."""
    for i in range(len(word) - 1):
        a, b = word[i], word[i + 1]
        if a.active and b.active:
            combination = joined(a, b)
            if combination is not None:
                return _further(
                    [(word[:i] + (() if new is None else (new,)) + word[i + 2 :], c) for new, c in combination]
                )
    found = absorbed(word) if RESOLVENTS or IMAGES else None
    return None if found is None else _further(found)


def _further(words: list[tuple[Word, Scalar]]) -> list[tuple[Word, Scalar]]:
    out = []
    for word, c in words:
        deeper = merged(word)
        if deeper is None:
            out.append((word, c))
        else:
            out += [(w, c * v) for w, v in deeper]
    return out


def opened(word: Word, rows: Dim, cols: Dim) -> list[tuple[Word, Scalar]]:
    """An open word ``rows x cols`` in normal form; 1 x 1 pieces become coefficients (of a 1 x 1 word all of it)."""
    sums = merged(word)
    if sums is None:
        return [_cut(word, rows, cols)]
    return [(w, c * v) for u, c in sums for w, v in [_cut(u, rows, cols)]]


def _cut(word: Word, rows: Dim, cols: Dim) -> tuple[Word, Scalar]:
    places = [i for i in range(1, len(word)) if word[i].rows == 1]
    if rows == 1:
        places.insert(0, 0)
    if cols == 1:
        places.append(len(word))
    if len(places) < 2:
        return word, ONE
    value = ONE
    for start, stop in pairwise(places):
        value = value * _segment(word[start:stop])
    return word[: places[0]] + word[places[-1] :], value


def _segment(word: Word) -> Scalar:
    """A merged 1 x 1 word without inner one-dimensional places: a bilinear form."""
    found = _SEGMENTS.get(word)
    if found is None:
        found = _SEGMENTS[word] = _make_segment(word)
    return found


def _make_segment(word: Word) -> Scalar:
    if len(word) == 2 and word[0].index is not None and word[1].index is not None:
        i, j = word[0].index, word[1].index
        if i == j:
            return ONE
        if i.isdigit() and j.isdigit():
            return ZERO
    if len(word) == 2 and {word[0].name, word[1].name} & {"1", "1.T"} and {word[0].index, word[1].index} != {None}:
        return ONE  # the vector of ones, see :mod:`symbolic.words.weights`
    flip = transposed(word)
    if [x.key for x in flip] < [x.key for x in word]:
        word = flip
    return atom("cycle", "", word).power()


def closed(word: Word, dim: Dim) -> Scalar:
    """The trace of a word; ``dim`` is the dimension at its junction (it matters for the empty word)."""
    if not word:
        return dimension(dim)
    found = _CLOSED.get(word)
    if found is None:
        found = _CLOSED[word] = _close(word)
    return found


def _close(word: Word) -> Scalar:
    for i, x in enumerate(word):
        if x.rows == 1:
            turned = word[i:] + word[:i]
            total = ZERO
            for _, value in opened(turned, 1, 1):
                total = total + value
            return total
    sums, dim = merged(word), word[0].rows
    if sums is None and len(word) > 1 and word[-1].active and word[0].active:
        combination = joined(word[-1], word[0])
        if combination is not None:
            sums = [((() if new is None else (new,)) + word[1:-1], c) for new, c in combination]
    if sums is None and (RESOLVENTS or IMAGES):
        # Nothing is left of a word only where its one absorbing letter has met all others.
        sums, dim = absorbed_around(word), next((x.rows for x in word if absorbs(x)), dim)
    if sums is not None:
        total = ZERO
        for w, c in sums:
            total = total + c * closed(w, dim)
        return total
    return atom("cycle", "", _least_rotation(word)).power()


def _least_rotation(word: Word) -> Word:
    best, best_key = word, [x.key for x in word]
    for base in (word, transposed(word)):
        for i in range(len(base)):
            turned = base[i:] + base[:i]
            key = [x.key for x in turned]
            if key < best_key:
                best, best_key = turned, key
    return best
