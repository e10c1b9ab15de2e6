"""The proof of Lemma 9 (= Lemma 13), Appendix A.1: the prediction as a quadratic form in u."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import Identity, Proof, Step
from ....statement.props import eq
from ....statement.terms import beside, block, col, inner, kron, stack, total, tr, vec, zeros
from ..notation import U11, E, H_tau, N, U, X_tau, coordinate, d, i_d, u, u12, u21, u_1, x_q, y_hat

EE = E * E.T / N
rows, value = stack(U11, u21.T), beside(u12.T, u_1)
query = coordinate(x_q, i_d)
quadratic = block(zeros("d(d+1)", "d(d+1)"), kron(x_q, EE), kron(x_q.T, EE), zeros("d+1", "d+1"))

by_columns = total(i_d, d, value * EE * col(rows, i_d) * query)
traces = total(i_d, d, tr(col(rows, i_d) * value * query * EE))
stacked = tr(vec(rows) * value * kron(x_q.T, EE))
symmetrised = Fraction(1, 2) * tr(vec(U) * vec(U).T * quadratic)
factored = Fraction(1, 2) * tr(u * u.T * kron(X_tau, EE))

_steps = (
    Step("(a)", eq(y_hat, value * EE * rows * x_q), Identity(), printed="(6)"),
    Step("columns", eq(value * EE * rows * x_q, by_columns), Identity(), printed="(b), first equality"),
    Step("(b), sum", eq(y_hat, by_columns), Identity(1, 1), ("(a)", "columns"), printed="(b), first equality"),
    Step("(b), traces", eq(by_columns, traces), Identity(), printed="(b), second equality: a trace is cyclic"),
    Step("stack", eq(traces, stacked), Identity(), printed="(c): the columns stacked"),
    Step("(c)", eq(y_hat, stacked), Identity(1, 1, 1), ("(b), sum", "(b), traces", "stack"), printed="(c)"),
    Step("symmetrise", eq(stacked, symmetrised), Identity(), printed="(d), first equality"),
    Step("(d), block", eq(y_hat, symmetrised), Identity(1, 1), ("(c)", "symmetrise"), printed="(d), first equality"),
    Step("(d), Kronecker", eq(symmetrised, factored), Identity(), printed="(d), second equality"),
    Step("(d), inner product", eq(factored, inner(H_tau, u * u.T)), Identity(), printed="(d), third equality"),
)
PROOF_STEPS = Proof(_steps)
LEMMA_9 = Proof((
    *_steps,
    Step("form", eq(inner(H_tau, u * u.T), u.T * H_tau * u), Identity(), printed="<H, u u^T> = u^T H u"),
    Step("Lemma 9", eq(y_hat, u.T * H_tau * u), Identity(1, 1, 1, 1),
         ("(d), block", "(d), Kronecker", "(d), inner product", "form"), printed="(24)"),
))
