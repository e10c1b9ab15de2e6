r"""Inverses of sums of a word and a multiple of the identity: the letters :math:`W=(w+sI)^q`, q = -1, -2, ...

The word w is symmetric, such as :math:`\Phi=H^{1/2}\Psi H^{1/2}`; a word of one letter makes a member of that letter's
family instead, see :mod:`symbolic.words.functions`.  From :math:`w\,W=W\,w` and :math:`(w+sI)W=I`, for q = -1,

.. math:: w\,W=I-sW,\qquad PW=WP=W+s^{-1}(P-I),

the latter for the projection P on the image of the first letter of w, as :math:`(I-P)w=0`.  Where w begins with
:math:`A^{p}`, every :math:`A^a` can be written :math:`A^{a-p}A^p`: so :math:`A^a` times the rest of w is absorbed as
well, see :mod:`symbolic.words.absorbing`.  These rules shorten words, so they end in a normal form, in which no W
stands beside w, P or another W of w.

Inverses of other sums are brought to these, see :mod:`symbolic.words.inverses`.
"""

from __future__ import annotations

from ..errors import InputError
from .letters import Letter, Word, transposed
from .scalars import ONE, Scalar

RESOLVENTS: dict[tuple[Word, Scalar, int], Letter] = {}
"""All letters of this kind."""


def resolvent(word: Word, shift: Scalar, q: int) -> Letter:
    """The letter ``(word + shift I)^q`` for a symmetric word of several letters and q < 0; else :class:`InputError`."""
    if len(word) < 2 or transposed(word) != word or q >= 0:
        raise InputError(f"{'*'.join(map(str, word))} + ({shift})*I is no sum of a symmetric word and the identity.")
    if any(x.index is not None or x.weight is not None for x in word):
        raise InputError(f"{'*'.join(map(str, word))} has indices or weights of samples, which an inverse hides.")
    key = (word, shift, q)
    found = RESOLVENTS.get(key)
    if found is None:
        name = f"({'*'.join(x.name for x in word)} + ({shift})*I)**({q})"
        found = Letter(name, word[0].rows, word[-1].cols)
        found.inside, found.shift, found.p, found.q, found.active = word, shift, 0, q, True
        found.definite = found.semidefinite = is_semidefinite_word(word) and shift.is_nonnegative
        RESOLVENTS[key] = found
    return found


def is_semidefinite_word(word: Word) -> bool:
    """Whether the word is certainly positive semi-definite: empty, or ``u m u^T`` with m semi-definite or absent."""
    if not word:
        return True
    return transposed(word) == word and (len(word) % 2 == 0 or word[len(word) // 2].semidefinite)


def joined_resolvents(a: Letter, b: Letter) -> tuple[tuple[Letter | None, Scalar], ...] | None:
    """The product of two neighbours of which one or both are such letters, if they merge."""
    if a.inside and b.inside:
        return _product(a, b) if a.inside == b.inside else None
    W, P = (a, b) if a.inside else (b, a)
    first = W.inside[0]
    if P.singular and P.p == P.q == 0 and P.base is first.base and first.q == 0:
        assert W.shift is not None
        outside = W.shift ** int(W.q)
        return ((W, ONE), (P, outside), (None, -outside))
    return None


def _product(a: Letter, b: Letter) -> tuple[tuple[Letter | None, Scalar], ...]:
    from .functions import separated_powers

    assert a.shift is not None
    assert b.shift is not None
    if a.shift == b.shift or (a.shift - b.shift).is_zero():
        shift = min(a, b, key=lambda x: len(x.name)).shift
        assert shift is not None
        return ((resolvent(a.inside, shift, int(a.q) + int(b.q)), ONE),)
    parts = separated_powers(a.shift, -int(a.q), b.shift, -int(b.q))
    return tuple((resolvent(a.inside, shift, -q), c) for shift, q, c in parts)
