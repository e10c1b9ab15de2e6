"""Section 3.2: weights of softmax attention whose products are multiples of the identity."""

from __future__ import annotations

from ....proof.chain import Assume, Discharge, Identity, Proof, Step
from ....statement.props import conj, eq, implies
from ....statement.terms import Op, Term, eye, scalar
from ..notation import W_K, W_P, W_Q, W_V, E, N

a, b, one = scalar("a"), scalar("b"), eye("d+1")

attention = (W_K * E).T * W_Q * E / N
multiples = conj(eq(W_P * W_V, a * one), eq(W_K.T * W_Q, b * one))


def linear(PV: Term, KQ: Term) -> Op:
    """Linear self-attention (3) with these weights."""
    return E + PV * E * (E.T * KQ * E / N)


REPRESENTED = Proof((
    Step("multiples", multiples, Assume(), printed="multiples of the identity"),
    Step(
        "layer", eq(E + W_P * W_V * E * attention, linear(a * one, b * one)),
        Identity((one, E * attention), (a * E * E.T, E / N)), ("multiples#1", "multiples#2"),
        printed="can be represented under the parameterization we consider",
    ),
    Step(
        "represented", implies(multiples, eq(E + W_P * W_V * E * attention, linear(a * one, b * one))),
        Discharge("multiples"), ("multiples", "layer"),
    ),
))
