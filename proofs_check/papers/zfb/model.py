"""Linear self-attention in the parameters of Lemma 9, started as Assumption 3 says."""

from __future__ import annotations

from ...model import Model
from ...statement.terms import zeros
from .notation import U11, Theta, on_block, sigma, u12, u21, u_1

model = Model(
    parameters=(U11, u12, u21, u_1),
    block=on_block,
    initial=(
        (U11, sigma * Theta * Theta.T),
        (u_1, sigma),
        (u12, zeros("d", 1)),
        (u21, zeros("d", 1)),
    ),
)
