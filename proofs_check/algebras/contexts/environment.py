"""Values of bound symbols, each with a token that tells it from others."""

from __future__ import annotations

from collections.abc import Mapping

from symbolic.entries import Matrix

from ...statement.terms import Sym

Binding = tuple[object, Matrix]
"""A token that tells values apart, and the value."""


class Env(dict[Sym, Binding]):
    """Bound symbols; ``tokens`` remembers, of sets of symbols, the tokens of those among them that are bound."""

    __slots__ = ("tokens",)

    def __init__(self, there: Mapping[Sym, Binding] | None = None) -> None:
        super().__init__(there or {})
        self.tokens: dict[frozenset[Sym], frozenset[object]] = {}


NOTHING = Env()


def bound(env: Env, sym: Sym, token: object, value: Matrix) -> Env:
    """``env`` with one more symbol bound, or bound anew."""
    inside = Env(env)
    inside[sym] = (token, value)
    return inside
