"""What the engines must know about a paper's model to read 'along the flow' and 'at time 0'.  Standard library only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec

from .claim import Claim
from .statement.props import Prop
from .statement.terms import Op, Sym, Term


@dataclass(frozen=True, slots=True)
class Model:
    """The trained parameters, the invariant block of the flow, the values at time 0, and the loss that trains."""

    parameters: tuple[Sym, ...]
    block: tuple[tuple[Sym, Term], ...]
    initial: tuple[tuple[Sym, Term], ...]
    loss: Sym
    """The derived symbol of the loss whose gradient flow ``ddt`` follows: the data that the model is trained on."""
    special_case_of: str = ""
    """The name of training data with a law of which those of this model are a special case."""
    special_values: tuple[tuple[Sym, Term], ...] = ()
    """What is drawn there, and what stands for it here."""


def model_of(paper: str, name: str = "") -> Model:
    """The model of the paper with this id prefix (``papers/<paper>/model.py``), on the training data called ``name``.

    Claims of one's own, under another prefix, are about linear self-attention as in `zfb`.
    """
    package = f"{__package__}.papers.{paper}"
    known = find_spec(package) is not None and find_spec(f"{package}.model") is not None
    models: dict[str, Model] = import_module(f"{package if known else f'{__package__}.papers.zfb'}.model").models
    return models[name]


def initial_values(claim: Claim) -> dict[Sym, Term]:
    """The parameters' values at time 0 that the claim's hypotheses state."""
    found: dict[Sym, Term] = {}
    for hypothesis in claim.given:
        for prop in _links(hypothesis.prop):
            if prop.head == "eq":
                lhs, rhs = prop.args
                if isinstance(rhs, Term) and isinstance(lhs, Op) and lhs.head == "at0" and isinstance(lhs.args[0], Sym):
                    found[lhs.args[0]] = rhs
    return found


def model_for(claim: Claim) -> Model:
    """The model of the claim's paper, started where the claim says (where it says nothing, as in the paper)."""
    model = model_of(claim.paper, claim.model)
    return replace(model, initial=tuple((dict(model.initial) | initial_values(claim)).items()))


def _links(prop: Prop) -> Iterator[Prop]:
    if prop.head == "and":
        for arg in prop.args:
            if isinstance(arg, Prop):
                yield from _links(arg)
    else:
        yield prop
