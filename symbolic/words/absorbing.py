r"""Letters that absorb longer words: resolvents W of a word w, and powers :math:`B^{-k}` of its pseudo-inverse.

With E for either, :math:`wE` is known: :math:`W^{q+1}-sW^q`, or :math:`B^{1-k}`.  Of w, which begins with a power
:math:`A^p`, the rest r, :math:`w=A^pr`, is enough where the projection P on the image of A can be put before it:

.. math:: A^ar=A^{a-p}w,\quad xr=xA^{-p}w\ (xP=x),\quad Vr=VA^{-p}w+s^q(r-A^{-p}w)\ (V=(v+sI)^q),

the last as :math:`V(I-P)=s^q(I-P)` for a word v that begins with A.  Where A has an inverse, P = I.
"""

from __future__ import annotations

from .functions import member
from .images import is_of_image
from .letters import Exponent, Letter, Word, transposed
from .resolvents import resolvent
from .scalars import ONE, Scalar

Sum = list[tuple[Word, Scalar]]
"""Words with their coefficients."""


def absorbed(word: Word) -> Sum | None:
    """The word where a letter absorbs what stands beside it, as a sum; ``None`` where none does."""
    for i, x in enumerate(word):
        if absorbs(x):
            left = _absorbed_before(word, i)
            if left is not None:
                return left
            flip = _absorbed_before(transposed(word), len(word) - 1 - i)
            if flip is not None:
                return [(transposed(w), c) for w, c in flip]
    return None


def absorbed_around(word: Word) -> Sum | None:
    """The same of a closed word, the last letter of which stands beside the first."""
    for i, x in enumerate(word):
        if absorbs(x):
            before, after = word[i + 1 :] + word[: i + 1], transposed(word[i:] + word[:i])
            for turned in (before, after):
                found = _absorbed_before(turned, len(turned) - 1) or _all_around(turned)
                if found is not None:
                    return found
    return None


def absorbs(x: Letter) -> bool:
    return bool(x.inside) or is_of_image(x)


def _word_of(E: Letter) -> Word:
    return E.inside or (E.base.stands_for if E.base is not None else ())


def _beside_its_word(E: Letter) -> Sum:
    """The product ``w E``."""
    if E.inside:
        assert E.shift is not None
        raised = () if E.q == -1 else (resolvent(E.inside, E.shift, int(E.q) + 1),)
        return [(raised, ONE), ((E,), -E.shift)]
    assert E.base is not None
    return [(_power(E.base, int(E.p) + 1), ONE)]


def _absorbed_before(word: Word, i: int) -> Sum | None:
    E = word[i]
    if not E.inside and E.p == 0:
        kept = _without_projection(word, i)
        return None if kept is None else [(kept, ONE)]
    w = _word_of(E)
    start = i + 1 - len(w)
    if start < 0 or word[start:i] != w[1:]:
        return None
    before = _before(word[start - 1] if start else None, w[0])
    if before is None:
        return None
    head, rest, tail = word[: max(start - 1, 0)], word[start : i + 1], word[i + 1 :]
    out: Sum = []
    for prefix, c, whole in before:
        for product, e in _beside_its_word(E) if whole else [(rest, ONE)]:
            out.append((head + prefix + product + tail, c * e))
    return out


def _before(x: Letter | None, first: Letter) -> list[tuple[Word, Scalar, bool]] | None:
    """What ``x r E`` is, where ``first r = w``: prefixes with coefficients of ``w E`` (True) or ``r E`` (False)."""
    if x is first:
        return [((), ONE, True)]
    if first.base is None or first.q != 0:
        return None
    back = _power(first.base, -first.p)
    if not first.singular:
        return [((() if x is None else (x,)) + back, ONE, True)]
    if x is None:
        return None
    if x.base is first.base and x.q == 0:
        return [(_power(first.base, x.p - first.p), ONE, True)]
    within = _word_of(x)
    if not within or within[0].base is not first.base or within[0].q != 0:
        return None
    if not x.inside:
        return [((x, *back), ONE, True)]
    assert x.shift is not None
    outside = x.shift ** int(x.q)
    return [((x, *back), ONE, True), ((), outside, False), (back, -outside, True)]


def _all_around(word: Word) -> Sum | None:
    """The closed word ``r E``: r ends with a power of A, so that P may be put before it, ``A^p E = A^p E P``."""
    E = word[-1]
    w = _word_of(E)
    if word[:-1] != w[1:] or not w[0].singular or w[0].q != 0 or (not E.inside and E.p == 0):
        return None
    assert w[0].base is not None
    back = _power(w[0].base, -w[0].p)
    return [(back + product, c) for product, c in _beside_its_word(E)]


def _without_projection(word: Word, i: int) -> Word | None:
    """The word without the projection at place i where half of its w stands before it."""
    w = _word_of(word[i])
    half = w[len(w) // 2 :]
    start = i - len(half)
    if start < 0 or word[start + 1 : i] != half[1:]:
        return None
    first, middle = word[start], half[0]
    same = first.base is not None and first.base is middle.base and first.q == middle.q == 0
    # A half of an even word begins with its own letter, of an odd one with any power of the middle.
    return word[:i] + word[i + 1 :] if first is middle or (same and len(w) % 2) else None


def _power(base: Letter, p: Exponent) -> Word:
    found = member(base, p, None, 0, projected=True)
    return () if found is None else (found,)
