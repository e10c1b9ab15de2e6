"""The moments of concrete laws: exponential, gamma, two values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import factorial
from typing import Any, cast

from symbolic.indexed import Indexed, from_words
from symbolic.indexed.laws import Moment
from symbolic.words import Letter, Matrix, name_of

from ...statement.fold import Fold, Lacks
from ...statement.props import Prop
from ...statement.terms import Op, Term


def moments_of(props: Iterable[Prop], read: Callable[[Term], Any]) -> dict[Letter, Moment]:
    """The k-th moment of one entry, for the random vectors whose law is among the hypotheses ``props``."""
    found: dict[Letter, Moment] = {}
    for prop in props:
        if prop.head == "iid_entries":
            v, law = prop.args
            letter = name_of(cast(Matrix, read(cast(Term, v))))
            if not isinstance(letter, Letter):
                raise Lacks(f"words lacks the law of {v!r}, which is no random vector")
            found[letter] = moment_of(cast(Op, law), read)
    return found


def moment_of(law: Op, read: Callable[[Term], Any]) -> Moment:
    """The k-th moment of a law of :mod:`proofs_check.statement.laws`."""
    values = [cast(Indexed, from_words(read(arg))) for arg in law.args]
    if law.head == "exponential":
        (rate,) = values
        return lambda k: factorial(k) * rate**-k
    if law.head == "gamma":
        shape, scale = values

        def rising(k: int) -> Indexed:
            out = scale**k
            for j in range(k):
                out = out * (shape + j)
            return out

        return rising
    if law.head == "two_point":
        a, b, p = values
        return lambda k: p * a**k + (1 - p) * b**k
    raise Lacks(f"words lacks the moments of the law {law.head}")


def of_plain_terms() -> Callable[[Term], Any]:
    """Reads the parameters of a law."""
    from .algebra import WordsAlgebra

    return Fold(WordsAlgebra())
