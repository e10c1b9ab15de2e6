r"""Pseudo-inverses and projections on images of semi-definite words such as :math:`\Phi=H^{1/2}\Psi H^{1/2}`.

The word w becomes the base B of a family of its own, of which the powers :math:`B^{-k}=(w^+)^k` and :math:`B^0=\Pi`,
the projection on the image, are letters; positive powers stay words.  With :math:`w=umu^\top`, m semi-definite,

.. math:: w\,B^{-k}=B^{1-k},\quad w\,\Pi=w,\quad m^au^\top\Pi=m^au^\top,\quad PB^{-k}=B^{-k},

P being the projection on the image of the first letter of w: where :math:`w(I-\Pi)` vanishes, so does
:math:`m^{1/2}u^\top(I-\Pi)`.
"""

from __future__ import annotations

from ..errors import InputError
from .functions import Combination, member
from .letters import Letter, Word
from .resolvents import is_semidefinite_word, resolvent
from .scalars import ONE, ZERO, Scalar

IMAGES: dict[Word, Letter] = {}
"""The bases, by their words."""


def base_of(word: Word) -> Letter:
    """The base that stands for a semi-definite word of several letters."""
    if len(word) < 2 or not is_semidefinite_word(word):
        raise InputError(f"{'*'.join(map(str, word))} is no positive semi-definite word of several letters.")
    found = IMAGES.get(word)
    if found is None:
        found = IMAGES[word] = Letter(f"[{'*'.join(x.name for x in word)}]", word[0].rows, word[-1].cols)
        found.base, found.stands_for = found, word
        found.active = found.semidefinite = found.singular = True
    return found


def is_of_image(x: Letter) -> bool:
    return x.base is not None and bool(x.base.stands_for)


def joined_images(a: Letter, b: Letter) -> Combination | None:
    """The product of such a letter and the projection on the image of the first letter of its word, or a resolvent of
    its word, if they merge."""
    B, x = (a, b) if is_of_image(a) else (b, a)
    assert B.base is not None
    word = B.base.stands_for
    if x.singular and x.p == x.q == 0 and not x.inside and x.base is word[0].base and word[0].q == 0:
        return ((B, ONE),)
    return tuple(_beside_resolvent(B.base, int(B.p), x, int(x.q)).items()) if x.inside == word else None


def _beside_resolvent(base: Letter, p: int, W: Letter, q: int) -> dict[Letter | None, Scalar]:
    r"""``B^p (w + s I)^q`` for p <= 0, by :math:`B^pW^q=s^{-1}(B^pW^{q+1}-B^{p+1}W^q)` and
    :math:`\Pi W^q=W^q-s^q(I-\Pi)`."""
    assert W.shift is not None
    power = member(base, p, None, 0, projected=True)
    if q == 0:
        return {power: ONE}
    if p == 0:
        outside = W.shift**q
        return {resolvent(W.inside, W.shift, q): ONE, power: outside, None: -outside}
    found: dict[Letter | None, Scalar] = {}
    for part, sign in ((_beside_resolvent(base, p, W, q + 1), 1), (_beside_resolvent(base, p + 1, W, q), -1)):
        for x, c in part.items():
            found[x] = found.get(x, ZERO) + c * W.shift**-1 * sign
    return found
