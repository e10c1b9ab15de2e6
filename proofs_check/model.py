"""What the engines must know about a paper's model to read 'along the flow' and 'at time 0'.  Standard library only."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from .statement.terms import Sym, Term


@dataclass(frozen=True, slots=True)
class Model:
    """The trained parameters, the invariant block of the flow, and the values at time 0."""

    parameters: tuple[Sym, ...]
    block: tuple[tuple[Sym, Term], ...]
    initial: tuple[tuple[Sym, Term], ...]


def model_of(paper: str) -> Model:
    """The model of the paper with this id prefix (``papers/<paper>/model.py``).

    Claims of one's own, under another prefix, are about linear self-attention as in `zfb`.
    """
    name = f"{__package__}.papers.{paper}"
    known = find_spec(name) is not None and find_spec(f"{name}.model") is not None
    found: Model = import_module(f"{name if known else f'{__package__}.papers.zfb'}.model").model
    return found
