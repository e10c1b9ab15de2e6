"""The single terms of a value."""

from __future__ import annotations

from collections.abc import Iterator

from .letters import Word
from .matrices import Matrix, Value
from .scalars import Mono, Scalar


def term_list(value: Value) -> Iterator[tuple[Value, Word, Mono]]:
    """Each term of ``value`` as a value, its open word (empty for a scalar) and its product of atoms."""
    if isinstance(value, Scalar):
        for mono, c in value.terms.items():
            yield Scalar({mono: c}), (), mono
        return
    for word, factor in value.terms.items():
        for mono, c in factor.terms.items():
            yield Matrix(value.rows, value.cols, {word: Scalar({mono: c})}), word, mono
