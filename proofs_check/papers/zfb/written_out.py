"""The prompt (4), the layer (3), the losses and the laws of Sections 3.3, 4.1 and 4.3, written out."""

from __future__ import annotations

from fractions import Fraction

from ...statement.terms import Sym, Term, TermLike, at, beside_over, block, entry, expect, half, inner, term, vector
from ...written_out import STANDARD, WrittenOut
from .chains.task_prior import Psi, mu
from .notation import E, KQ_of_u, L, L_diag, L_noise, L_prior, L_rdm, Lam, N, PV_of_u, d, i, w, x, x_q, y_hat
from .notation_prompts import eps, eps_q, y, y_q
from .notation_random import Lam_tau, lam_tau, x_lam, x_lam_q, x_tau, x_tau_q, y_hat_rdm

p = vector("p", "d", "random", f"cov:{STANDARD}")
task = mu + half(Psi) * p
"""w ~ N(mu, Psi)."""


def embedding(family: Sym, query: Sym, w: Term = w, length: TermLike = N, noisy: bool = False) -> Term:
    """(4): columns (x_i, <w, x_i>) and, last, (x_q, 0)."""
    label = inner(w, at(family, i)) + (at(eps, i) if noisy else term(0))
    return block(beside_over(i, length, at(family, i)), query, beside_over(i, length, label), term(0))


def layer(W_PV: Term, W_KQ: Term, prompt: Term, length: TermLike = N) -> Term:
    """(3), its last entry: the prediction."""
    return entry(prompt + W_PV * prompt * (prompt.T * W_KQ * prompt) / length, d + 1, length + 1)


def predicted(prompt: Term) -> Term:
    return layer(PV_of_u, KQ_of_u, prompt)


def loss(prompt: Term, label: Term) -> Term:
    """(8), (20)."""
    return Fraction(1, 2) * expect((predicted(prompt) - label) ** 2)


WRITTEN_OUT = WrittenOut(
    terms={
        E: embedding(x, x_q),
        y_hat: predicted(embedding(x, x_q)),
        y_hat_rdm: predicted(embedding(x_tau, x_tau_q)),
        L: loss(embedding(x, x_q), inner(w, x_q)),
        L_rdm: loss(embedding(x_tau, x_tau_q), inner(w, x_tau_q)),
        L_diag: loss(embedding(x_lam, x_lam_q), inner(w, x_lam_q)),
        L_noise: loss(embedding(x, x_q, noisy=True), inner(w, x_q) + eps_q),
        L_prior: loss(embedding(x, x_q, task), inner(task, x_q)),
    },
    covariances={
        x: Lam, x_q: Lam, w: STANDARD, x_tau: Lam_tau, x_tau_q: Lam_tau, x_lam: lam_tau, x_lam_q: lam_tau,
    },
    covariates={y: x, y_q: x_q},
    prediction=lambda W_PV, W_KQ, length: layer(W_PV, W_KQ, embedding(x, x_q, length=length), length),
    prediction_on=lambda W_PV, W_KQ, k, length, x, y, query: layer(
        W_PV, W_KQ, block(beside_over(k, length, x), query, beside_over(k, length, y), term(0)), length
    ),
)
