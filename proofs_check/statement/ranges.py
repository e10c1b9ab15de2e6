"""Which values a symbol takes where something is least, or most, over all of them.  Standard library only."""

from __future__ import annotations

from collections.abc import Iterable

from .fold import Lacks
from .terms import Sym

_FREE = frozenset({"parameter"})


def over_a_space(variables: Iterable[object], engine: str) -> None:
    """Raises :class:`Lacks` where a symbol does not take all values of its shape.

    Completed squares, gradients that vanish and descents find least values over a whole space: of (p + 1)^2 over the
    positive numbers p they know nothing, nor of distances to the positive semi-definite matrices.

    >>> from .terms import parameter, scalar
    >>> over_a_space([parameter("u")], "words")
    >>> over_a_space([scalar("p", "positive")], "words")
    Traceback (most recent call last):
    ...
    proofs_check.statement.mistakes.Lacks: words lacks least values over a part of a space: p is positive
    """
    for v in variables:
        if isinstance(v, Sym) and not v.traits <= _FREE:
            kind = ", ".join(sorted(v.traits - _FREE))
            raise Lacks(f"{engine} lacks least values over a part of a space: {v.name} is {kind}")
