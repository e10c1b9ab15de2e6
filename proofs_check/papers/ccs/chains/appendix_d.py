"""Proposition D.1 (A), by induction over the layers."""

from __future__ import annotations

from dataclasses import replace

from ....proof.chain import Discharge, Identity, Proof, Step
from ....proof.steps.recursions import Instance, Rewriting
from ....statement.props import Prop, eq
from ....statement.terms import Term, at, col, entry, matrix, scalar, substitute, total
from ..notation import I_n, M, l, n, r
from ..notation_descent import Y_hidden, i, less
from ..notation_heads import H, Heads, Y, Y_of_all, contributions, of_all, values, values_of_all
from .proposition_3_1 import OTHER_POINT, by_induction, c, size_7


def follows_9(heads: Heads) -> Prop:
    r""":math:`\mathsf{TF}_\ell=-f_\ell(x)`, the step sizes of (9) being those of the layers."""
    return eq(entry(Y(heads, l), 1, n + 1), -entry(values(heads, l), 1, n + 1))


def follows_7(heads: Heads) -> Prop:
    r"""The same for (7): the layers have :math:`r_\ell^s=-r_\ell c_\ell`."""
    return eq(entry(Y(heads, l, size_7), 1, n + 1), -entry(values(heads, l, c), 1, n + 1))


def proof_of_9(heads: Heads) -> Proof:
    return Proof((
        *by_induction(eq(Y(heads, l), Y_hidden - values(heads, l)), instead_of=OTHER_POINT),
        Step("the prediction", follows_9(heads), Rewriting(), ("every layer",), printed="(28)"),
    ))


def proof_of_7(heads: Heads) -> Proof:
    return Proof((
        *by_induction(eq(Y(heads, l, size_7), Y_hidden - values(heads, l, c)), instead_of=OTHER_POINT),
        Step("the prediction", follows_7(heads), Rewriting(), ("every layer",), printed="(28)"),
    ))


# Any number of heads ---------------------------------------------------------------------------------------------

_row, _size = matrix("row", 1, "n+1"), scalar("size")
_together = eq(contributions(_row, _size, H), _size * (_row * M * of_all(H)))


_over_heads = tuple(
    replace(step, label=f"heads: {step.label}", premises=tuple(f"heads: {p}" for p in step.premises),
            by=Discharge(f"heads: {step.by.assumption}") if isinstance(step.by, Discharge) else step.by)
    for step in by_induction(_together, over=H)
)  # fmt: skip


def one_layer_more(labels: Term, size: Term) -> tuple[Step, ...]:
    """By induction over the heads: together they are one, of the kernel that is their sum."""
    of_kernel = size * (labels * M * of_all(H))
    return (
        *_over_heads,
        Step("the heads together", eq(contributions(labels, size, H), of_kernel),
             Instance((_row, labels), (_size, size)), ("heads: every layer",)),
        Step("one layer more", eq(substitute(labels, {l: l + 1}), labels + of_kernel), Identity(1),
             ("the heads together",)),
    )  # fmt: skip


def of_all_heads(labels: Term, size: Term, function: Term) -> Proof:
    """That the labels are those at the start less the values of the function, by induction over the layers."""
    base, assumed, above, to_next, every = by_induction(eq(labels, Y_hidden - function), instead_of=OTHER_POINT)
    factor = I_n + size * M * of_all(H)
    return Proof((
        *one_layer_more(labels, size), base, assumed,
        replace(above, by=Identity(1, (1, factor)), premises=("one layer more", "layer l")),
        to_next, every,
        Step("the prediction", eq(entry(labels, 1, n + 1), -entry(function, 1, n + 1)), Rewriting(),
             ("every layer",), printed="(28)"),
    ))  # fmt: skip


all_9 = eq(entry(Y_of_all(l), 1, n + 1), -entry(values_of_all(l), 1, n + 1))
all_7 = eq(entry(Y_of_all(l, size_7), 1, n + 1), -entry(values_of_all(l, c), 1, n + 1))
ALL_9 = of_all_heads(Y_of_all(l), less(l), values_of_all(l))
ALL_7 = of_all_heads(Y_of_all(l, size_7), size_7(l), values_of_all(l, c))
_labels = Y_of_all(l)
_sum = total(i, n, entry(_labels, 1, i) * entry(of_all(H), i, n + 1))
display_of_all = eq(entry(Y_of_all(l + 1), 1, n + 1), entry(_labels, 1, n + 1) - at(r, l) * _sum)
DISPLAY_OF_ALL = Proof((
    *one_layer_more(_labels, less(l)),
    Step("the display", display_of_all, Identity((1, col(I_n, n + 1))), ("one layer more",)),
))
