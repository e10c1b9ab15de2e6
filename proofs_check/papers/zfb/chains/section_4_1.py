"""Section 4.1 after Theorem 5: the bounds before Corollary 6, and the remarks on them."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Bounded,
    Combination,
    ConditionNumber,
    Discharge,
    FromClaim,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Rule,
    Step,
)
from ....statement.laws import cond, order
from ....statement.props import Prop, chain, conj, eq, gt, implies, le, lt, posdef
from ....statement.terms import (
    Term,
    expect,
    inner,
    inv,
    matrix,
    norm_2,
    norm_F,
    norm_op,
    nuclear,
    scalar,
    singular_product_sum,
    sqrt,
    tr,
    where,
)
from ..lemma_31 import U_n, V_n, n
from ..notation import Gam, I, Lam, M, N, c, d, w, x_q
from ..notation_prompts import kappa, weighted, y_hat_linear

gap = 1 / N * (Lam + tr(Lam) * I)
"""Gamma - Lambda."""
over = Gam**-2 * gap * (Gam + Lam)
"""I - Gamma^-2 Lambda^2."""
exact = 1 / M * (weighted(w, Gam**-2 * Lam**3) + tr(Gam**-2 * Lam**2) * weighted(w, Lam)) + 1 / N**2 * (
    weighted(w, Gam**-2 * Lam**3)
    + 2 * weighted(w, Gam**-2 * Lam**2) * tr(Lam)
    + weighted(w, Gam**-2 * Lam) * tr(Lam) ** 2
)
above = (d + 1) / M * weighted(w, Lam) + 1 / N**2 * (
    weighted(w, Lam) + 2 * norm_2(w) ** 2 * tr(Lam) + weighted(w, inv(Lam)) * tr(Lam) ** 2
)

NOISELESS_BOUND = Proof((
    Step("gap", eq(Gam - Lam, gap), Identity(), ours=True),
    Step("gap positive", posdef(gap), Positivity(), ours=True),
    Step("Gamma > Lambda", posdef(Gam - Lam), Positivity(), ("gap positive",),
         printed="The inequality above uses that Gamma > Lambda"),
    Step("bound", le(exact, above), Combination(plus=(
        1 / M * weighted(w, over * Lam), 1 / M * tr(over) * weighted(w, Lam), 1 / N**2 * weighted(w, over * Lam),
        2 / N**2 * tr(Lam) * weighted(w, over), 1 / N**2 * tr(Lam) ** 2 * weighted(w, over * inv(Lam)),
    )), printed="<= (d + 1)/M ||w||^2_Lambda + ..."),
))

risk = expect((y_hat_linear - inner(w, x_q)) ** 2)
averaged = 1 / M * (tr(Gam**-2 * Lam**3) + tr(Gam**-2 * Lam**2) * tr(Lam)) + 1 / N**2 * (
    tr(Gam**-2 * Lam**3) + 2 * tr(Gam**-2 * Lam**2) * tr(Lam) + tr(Gam**-2 * Lam) * tr(Lam) ** 2
)
"""The error where the task is drawn, too."""
first_bound = (d + 1) * tr(Lam) / M + 1 / N**2 * (tr(Lam) + 2 * d * tr(Lam) + tr(inv(Lam)) * tr(Lam) ** 2)


def last_bound(D: Term, trace: Term, condition: Term) -> Term:
    """The last bound before Corollary 6."""
    return (D + 1) * trace / M + (1 + 2 * D + D**2 * condition) * trace / N**2


bound = last_bound(d, tr(Lam), kappa)


def _trace_bound(name: str, A: Term) -> tuple[Step, ...]:
    """tr(A) <= d ||A||_op, by von Neumann's inequality for A and I."""
    printed = chain(
        tr(A.T * I), "<=", singular_product_sum(A, I), "<=", norm_op(A) * nuclear(I),
        "<=", sqrt(d) * norm_op(A) * norm_F(I),
    )
    return (
        Step(f"von Neumann, {name}", implies(le(d, d), printed),
             FromClaim("zfb/lemma-31", bind=((n, d), (U_n, A), (V_n, I))), ours=True),
        Step(f"links, {name}", printed, ModusPonens(), (f"von Neumann, {name}", "d <= d"), ours=True),
        Step(f"trace, {name}", le(tr(A), d * norm_op(A)), Combination(1, 1),
             (f"links, {name}#1", f"links, {name}#2"), ours=True),
    )


risk_steps = (
    Step("risk", eq(risk, averaged), Identity(), printed="by taking expectations over w"),
    Step("first", le(risk, first_bound), Combination(-1, plus=(
        1 / M * tr(over * Lam), 1 / M * tr(over) * tr(Lam), 1 / N**2 * tr(over * Lam), 2 / N**2 * tr(Lam) * tr(over),
        1 / N**2 * tr(Lam) ** 2 * tr(over * inv(Lam)),
    )), ("risk",), printed="we get the following"),
)
second_steps = (
    Step("d <= d", le(d, d), Combination(), ours=True),
    *_trace_bound("Lambda", Lam),
    *_trace_bound("its inverse", inv(Lam)),
    Step("condition number", eq(cond(Lam), norm_op(Lam) * norm_op(inv(Lam))), ConditionNumber(), ours=True),
    Step("second", le(first_bound, bound), Combination(
        1 / N**2 * tr(Lam) * tr(inv(Lam)), 1 / N**2 * tr(Lam) * d * norm_op(Lam), -(1 / N**2 * tr(Lam) * d**2),
    ), ("trace, Lambda", "trace, its inverse", "condition number"), printed="<= the last bound"),
)
AVERAGED_BOUND = Proof((*risk_steps, *second_steps))

last = tr(Lam) + 2 * d * tr(Lam) + tr(inv(Lam)) * tr(Lam) ** 2
D, T, K = (scalar(name, "positive") for name in ("D", "T", "K"))
T_2, K_2 = (scalar(name, "positive") for name in ("T_2", "K_2"))


def _grows(name: str, hypothesis: Prop, conclusion: Prop, by: Rule) -> tuple[Step, ...]:
    return (
        Step(f"more {name}", hypothesis, Assume()),
        Step(f"larger with {name}", conclusion, by, (f"more {name}",)),
        Step(f"scales with {name}", implies(hypothesis, conclusion), Discharge(f"more {name}"),
             (f"more {name}", f"larger with {name}"), printed=f"scales with {name}"),
    )


RATE_REMARK = Proof((
    *risk_steps,
    Step("not negative", le(0, averaged), Positivity(), ours=True),
    Step("risk not negative", le(0, risk), Combination(-1, 1), ("risk", "not negative"), ours=True),
    Step("multiple", le(risk, ((d + 1) * tr(Lam) + last) * (1 / M + 1 / N**2)), Combination(
        1, plus=(last / M, (d + 1) * tr(Lam) / N**2)
    ), ("first",), printed="From the upper bound above"),
    Step("order", order(risk, 1 / M + 1 / N**2, M, N), Bounded((d + 1) * tr(Lam) + last),
         ("multiple", "risk not negative"), printed="at most O(1/M) and O(1/N^2)"),
    Step("scales with d", lt(last_bound(D, T, K), last_bound(D + 1, T, K)), Combination(
        plus=(T / M, (2 + (2 * D + 1) * K) * T / N**2)
    ), printed="scales with dimension d"),
    *_grows("tr(Lambda)", lt(T, T_2), lt(last_bound(D, T, K), last_bound(D, T_2, K)),
            Combination((D + 1) / M + (1 + 2 * D + D**2 * K) / N**2)),
    *_grows("kappa", lt(K, K_2), lt(last_bound(D, T, K), last_bound(D, T, K_2)), Combination(D**2 * T / N**2)),
))

scaled = where(risk, (Lam, c * Lam))
VARIANCE = Proof((
    Step("risk", eq(risk, averaged), Identity(), ours=True),
    Step("positive", lt(0, averaged), Positivity(), ours=True),
    Step("larger", gt(c, 1), Assume(), printed="covariates of greater variance"),
    Step("scaled", eq(scaled, c * risk), Identity(), ("larger",), ours=True),
    Step("higher", gt(scaled, risk), Combination(-1, averaged, -(c - 1)), ("scaled", "larger", "risk", "positive"),
         printed="the generalization risk will be higher"),
    Step("conclusion", implies(gt(c, 1), gt(scaled, risk)), Discharge("larger"), ("larger", "higher")),
))

Lam_2 = matrix("Lam_2", "d", "d", "symmetric", "posdef", tex=r"\Lambda'")
_worse = conj(eq(tr(Lam_2), tr(Lam)), gt(cond(Lam_2), cond(Lam)))
_other = where(bound, (Lam, Lam_2))
CONDITIONING = Proof((
    Step("worse", _worse, Assume(), printed="a more ill-conditioned covariance matrix"),
    Step("other", eq(_other, last_bound(d, tr(Lam_2), cond(Lam_2))), Identity(), ours=True),
    Step("higher", gt(_other, bound), Combination(
        -((d + 1) / M + (1 + 2 * d + d**2 * cond(Lam_2)) / N**2), d**2 * tr(Lam) / N**2, -1,
    ), ("worse#1", "worse#2", "other"), printed="the generalization risk will be higher"),
    Step("conclusion", implies(_worse, gt(_other, bound)), Discharge("worse"), ("worse", "higher")),
))
