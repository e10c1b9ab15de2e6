"""Conserved quantities on the block that are no polynomials: ratios of powers of entries off the diagonal."""

from __future__ import annotations

from ....proof.chain import Assume, Discharge, Identity, Proof, Step
from ....statement.props import conj, eq, implies
from ....statement.terms import ddt, scalar, tr, vector
from ..notation import U11, Gam, I, Lam, N, given_block, u_1
from .sharp_bounds import at_q, delta, q

p, epsilon = vector("p"), scalar("epsilon", "positive", tex=r"\epsilon")
"""A second eigenvector, orthogonal to q, and its eigenvalue."""
at_p = (1 + 1 / N) * epsilon + 1 / N * tr(Lam)
pair = conj(eq(Lam * q, delta * q), eq(Lam * p, epsilon * p), eq(p.T * q, 0))
here, mirrored = q.T * U11 * p, p.T * U11 * q
decays = eq(given_block(ddt(here)), -(u_1**2 * at_q * delta * epsilon * here))
_mirrored_decays = eq(given_block(ddt(mirrored)), -(u_1**2 * at_p * epsilon * delta * mirrored))
ratio = eq(at_p * given_block(ddt(here)) * mirrored, at_q * here * given_block(ddt(mirrored)))
conserved = implies(pair, conj(decays, ratio))

_rate = q.T * Gam * Lam * U11 * Lam * p
_mirrored_rate = p.T * Gam * Lam * U11 * Lam * q
PROOF = Proof((
    Step("pair", pair, Assume()),
    Step("of q", eq(Gam * Lam * q, at_q * delta * q), Identity((Gam + delta * (1 + 1 / N) * I, 1)), ("pair#1",)),
    Step("of p", eq(Gam * Lam * p, at_p * epsilon * p), Identity((Gam + epsilon * (1 + 1 / N) * I, 1)), ("pair#2",)),
    Step("no drive", eq(q.T * Lam**2 * p, 0), Identity(q.T * (Lam + epsilon * I), epsilon**2), ("pair#2", "pair#3")),
    Step("rate", eq(_rate, at_q * delta * epsilon * here),
         Identity(q.T * Gam * Lam * U11, epsilon * p.T * U11.T), ("pair#2", "of q")),
    Step("mirrored rate", eq(_mirrored_rate, at_p * epsilon * delta * mirrored),
         Identity(p.T * Gam * Lam * U11, delta * q.T * U11.T), ("pair#1", "of p")),
    Step("decays", decays, Identity(-(u_1**2), u_1), ("rate", "no drive")),
    Step("mirrored decays", _mirrored_decays, Identity(-(u_1**2), u_1), ("mirrored rate", "no drive")),
    Step("ratio", ratio, Identity(at_p * mirrored, -(at_q * here)), ("decays", "mirrored decays")),
    Step("conserved", conserved, Discharge("pair"), ("pair", "decays", "ratio")),
))
