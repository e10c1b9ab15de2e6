"""The letters in which the table gives its examples, and how an example is read."""

from __future__ import annotations

from typing import Any

from .. import attention, citations, laws, props, psd, terms
from ..props import Prop
from ..terms import Op, index, matrix, parameter, scalar, vector
from .row import Head

_MAKERS = (terms, laws, psd, attention, props, citations)
_LETTERS = (
    *(matrix(name) for name in "ABF"), matrix("X", "d", "n"), matrix("E", "d", "n+1"),
    matrix("Z", "d", "n+1", "context"), matrix("S", "d", "d", "symmetric", "posdef"),
    vector("u"), vector("v"), *(scalar(name) for name in "abcpt"), scalar("r", "positive"),
    scalar("n", "integer", "positive"), index("i", "n"), index("j", "n"), index("tau", "n"),
    parameter("W", "d", "d"), parameter("w"), terms.Sym("f", traits=frozenset({"function"})),
    matrix("W_PV", "d+1", "d+1"), matrix("W_KQ", "d+1", "d+1"), attention.activation("h"), attention.kernel("K"),
    attention.layer("l"), attention.layer("L", tex="L"), attention.layers("B_", "d", "d", tex="B"),
    laws.gaussian("x"), laws.gaussian("z"), vector("e", "d", "random", "law", "independent"),
)  # fmt: skip


def example(row: Head) -> Op | Prop:
    """What the example of the row makes.

    >>> from . import TERMS
    >>> example(TERMS["tr"])
    tr(A²)
    """
    names: dict[str, Any] = {name: made for module in _MAKERS for name, made in vars(module).items()}
    made = eval(row.example, {**names, **{sym.name: sym for sym in _LETTERS}})
    if not isinstance(made, (Op, Prop)) or made.head != row.name:
        raise ValueError(f"{row.example!r} is no example of {row.name}")
    return made
