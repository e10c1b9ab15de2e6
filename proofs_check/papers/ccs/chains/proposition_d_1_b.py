"""Proposition D.1 (B) for every number of heads: together they are one head, of the sum of their kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ....proof.chain import Assume, Discharge, FromClaim, Identity, ModusPonens, Step, Substitution
from ....proof.steps.recursions import Induction, Rewriting
from ....statement.attention import gram
from ....statement.props import Prop, conj, eq, implies
from ....statement.terms import Term, entry, substitute, term
from ..appendix_c import row_at
from ..notation import X_0, I_n, K, M, l, n
from ..notation_bayes import Steps
from ..notation_heads import H, of_all
from .appendix_d import one_layer_more

of_diamond = eq(of_all(H), gram(K, X_0, X_0))
r"""The values of :math:`\mathcal K^\diamond`, a kernel, are the sums over the heads."""


def as_one_head(
    assumed: Prop, limit: Callable[[Term], Prop], row: Term, steps: Steps, reading: str
) -> tuple[Step, ...]:
    """The limit for the ``row`` of H heads, from that of Proposition 3.4 for one head, in its ``reading``.

    ``limit`` of an answer: that it tends to minus the conditional mean.
    """
    size, values = -steps(l), gram(K, X_0, X_0)
    of_one = row_at(l, steps)

    def same(layer: Term) -> Prop:
        return eq(substitute(of_one, {l: layer}), substitute(row, {l: layer}))

    answer, of_heads = (entry(labels, 1, n + 1) for labels in (of_one, row))
    def says(layer: Term) -> Prop:
        return implies(of_diamond, same(layer))

    made = (
        *one_layer_more(row, size),
        Step("the kernel", of_diamond, Assume()),
        Step("as one head", eq(substitute(row, {l: l + 1}), row + size * (row * M * values)),
             Identity(1, (size * row * M, 1)), ("one layer more", "the kernel")),
        Step("layer 0", same(term(0)), Identity()),
        Step("at first", says(term(0)), Discharge("the kernel"), ("the kernel", "layer 0")),
        Step("so far", says(l), Assume()),
        Step("layer l", same(l), ModusPonens(), ("so far", "the kernel")),
        Step("layer l + 1", same(l + 1), Identity((1, I_n + size * M * values), -1), ("layer l", "as one head")),
        Step("next", says(l + 1), Discharge("the kernel"), ("the kernel", "layer l + 1")),
        Step("onwards", implies(says(l), says(l + 1)), Discharge("so far"), ("so far", "next")),
        Step("every layer", says(l), Induction(l), ("at first", "onwards")),
        Step("assumed", conj(of_diamond, assumed), Assume()),
        Step("rows", same(l), ModusPonens(), ("every layer", "assumed#1")),
        Step("answers", eq(answer, of_heads), Rewriting(), ("rows",)),
        Step("one head", implies(assumed, limit(answer)), FromClaim("ccs/proposition-3.4", reading=reading)),
        Step("its limit", limit(answer), ModusPonens(), ("one head", "assumed")),
        Step("limit", limit(of_heads), Substitution(f"{reading}: its limit"),
             ("answers", "its limit")),
        Step("shown", implies(conj(of_diamond, assumed), limit(of_heads)), Discharge("assumed"), ("assumed", "limit")),
    )
    return tuple(_named(step, reading) for step in made)


def _named(step: Step, name: str) -> Step:
    """The step with the reading before its own label and those of its premises."""
    by = Discharge(f"{name}: {step.by.assumption}") if isinstance(step.by, Discharge) else step.by
    premises = tuple(f"{name}: {premise}" for premise in step.premises)
    return replace(step, label=f"{name}: {step.label}", by=by, premises=premises)
