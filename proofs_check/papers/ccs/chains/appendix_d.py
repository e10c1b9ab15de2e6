"""Proposition D.1 (A), by induction over the layers."""

from __future__ import annotations

from ....proof.chain import Proof, Step
from ....proof.recursive import Rewriting
from ....statement.props import Prop, eq
from ....statement.terms import entry
from ..notation import l, n
from ..notation_descent import Y_hidden
from ..notation_heads import Heads, Y, values
from .proposition_3_1 import by_induction, c, size_7


def follows_9(heads: Heads) -> Prop:
    r""":math:`\mathsf{TF}_\ell=-f_\ell(x)`, the step sizes of (9) being those of the layers."""
    return eq(entry(Y(heads, l), 1, n + 1), -entry(values(heads, l), 1, n + 1))


def follows_7(heads: Heads) -> Prop:
    r"""The same for (7): the layers have :math:`r_\ell^s=-r_\ell c_\ell`."""
    return eq(entry(Y(heads, l, size_7), 1, n + 1), -entry(values(heads, l, c), 1, n + 1))


def proof_of_9(heads: Heads) -> Proof:
    return Proof((
        *by_induction(eq(Y(heads, l), Y_hidden - values(heads, l))),
        Step("the prediction", follows_9(heads), Rewriting(), ("at every layer",), printed="(28)"),
    ))


def proof_of_7(heads: Heads) -> Proof:
    return Proof((
        *by_induction(eq(Y(heads, l, size_7), Y_hidden - values(heads, l, c))),
        Step("the prediction", follows_7(heads), Rewriting(), ("at every layer",), printed="(28)"),
    ))
