"""The proof of Lemma 19, Appendix A.4: a positive lower bound on u_-1, by contradiction."""

from __future__ import annotations

from fractions import Fraction

from ....proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    Identity,
    ModusPonens,
    Positivity,
    Proof,
    Step,
)
from ....statement.props import always, chain, conj, eq, ge, gt, implies, le, lt, psd
from ....statement.terms import Term, at0, half, norm_F, norm_op, nuclear, singular_product_sum, sqrt, tr
from ..assumptions import scale_43
from ..lemma_31 import U_n, V_n, n
from ..lemma_32 import A, B
from ..notation import U11, Gam, Lam, Lam_Theta, bracket, d, l, lower_bound, sigma, u_1
from .lemma_18 import bound, descent, factored, nonzero, root

size, size_of_square = norm_op(Lam) ** 2, norm_op(Lam**2)
norm = norm_F(U11)
cross = tr(u_1 * Lam**2 * U11.T)
threshold = sigma**2 / 2 * Lam_Theta**2 * bracket
quadratic = tr(Fraction(1, 2) * u_1**2 * Gam * Lam * U11 * Lam * U11.T)
below = conj(eq(u_1, norm), lt(u_1, lower_bound))

von_neumann = chain(
    tr((Lam**2).T * U11.T),
    "<=", singular_product_sum(Lam**2, U11.T),
    "<=", norm_op(Lam**2) * nuclear(U11.T),
    "<=", sqrt(d) * norm_op(Lam**2) * norm_F(U11.T),
)
von_neumann_links = ("von Neumann at n = d#1", "von Neumann at n = d#2", "von Neumann at n = d#3")

positive_bracket = (
    *nonzero,
    Step(
        "bracket", lt(sqrt(d) * sigma**2 * norm_op(Gam), 2), Combination(sqrt(d) * norm_op(Gam) * (root + sigma)),
        (f"{scale_43.name}#2", f"{scale_43.name}#1"), printed="initial scale (43)",
    ),
)


def _printed(size: Term) -> tuple[tuple[Term, Term], tuple[Term, Term]]:
    """The two relations of part (e) before the last one: (smaller, larger)."""
    middle = -(sqrt(d) * u_1**2 * size)
    return (middle, l), (-threshold, middle)


def _with(size: Term, name: str) -> tuple[Step, ...]:
    """Parts (d) and (e); the scan leaves open which of two equal numbers stands there."""
    correction = sqrt(d) * u_1 * norm if size is not size_of_square else sqrt(d) * u_1 * 0
    difference = sqrt(d) * u_1**2 * (0 if size is not size_of_square else 1)
    (low, high), (lower, upper) = _printed(size)
    return (
        Step(
            f"d1 {name}", always(ge(-cross, -(sqrt(d) * u_1 * size * norm))),
            Combination(u_1, u_1, u_1, correction), (*von_neumann_links, "norm of square", "positive"),
            printed="From Von Neumann's trace inequality, for any t >= 0",
        ),
        Step(
            f"d2 {name}", always(eq(-(sqrt(d) * u_1 * size * norm), -(sqrt(d) * u_1**2 * size))),
            Identity(sqrt(d) * u_1 * size), ("balanced",), printed="u_-1 = ||U11||_F",
        ),
        Step(
            f"e1 {name}", le(low, high),
            Combination(1, u_1, u_1, u_1, correction, -(sqrt(d) * u_1 * size)),
            ("lower bound", *von_neumann_links, "norm of square", "below#1", "u_-1 >= 0"),
            printed="Therefore, under our assumption that the claim does not hold",
        ),
        Step(
            f"e2 {name}", lt(lower, upper),
            Combination(sqrt(d) * norm_op(Lam) ** 2 * (lower_bound + u_1), difference),
            ("below#2", "norm of square", "bracket", "Lam Theta", "u_-1 >= 0"), printed="u_-1 below the bound (44)",
        ),
        Step(
            f"e {name}", implies(below, chain(l, ">=", low, ">", lower, ">=", at0(l))), Discharge("below"),
            ("below", f"e1 {name}", f"e2 {name}", "start"),
            printed="the last inequality comes from the proof of Lemma 18",
        ),
    )


PROOF_STEPS = Proof((
    Step("Lemma 17", always(eq(u_1**2, tr(U11 * U11.T))), FromClaim("zfb/lemma-17", "a"), printed="From Lemma 17"),
    Step("Lemma 18", implies(scale_43.prop, always(gt(u_1, 0))), FromClaim("zfb/lemma-18", "a"),
         printed="From Lemma 18"),
    Step("positive", always(gt(u_1, 0)), ModusPonens(), ("Lemma 18", scale_43.name), printed="From Lemma 18"),
    Step("balanced", always(eq(u_1, norm)), Identity(1 / (u_1 + norm)), ("Lemma 17", "positive"),
         printed="u_-1 = ||U11||_F"),
    Step("Gam Lam", psd(Gam * Lam), Positivity(), printed="and they commute"),
    Step("factors", eq(U11 * Lam * U11.T, (U11 * half(Lam)) * (U11 * half(Lam)).T), Identity()),
    Step("square", psd((U11 * half(Lam)) * (U11 * half(Lam)).T), Positivity()),
    Step("middle", psd(U11 * Lam * U11.T), Positivity()),
    Step(
        "trace", ge(tr(Gam * Lam * (U11 * Lam * U11.T)), 0),
        FromClaim("zfb/lemma-32-trace", bind=((A, Gam * Lam), (B, U11 * Lam * U11.T))), ("Gam Lam", "middle"),
        printed="from Lemma 32",
    ),
    Step("scaled trace", ge(quadratic, 0), Combination(Fraction(1, 2) * u_1**2), ("trace",)),
    Step("lower bound", ge(l, -cross), Combination(1), ("scaled trace",), printed="So"),
    Step("d <= d", le(d, d), Combination()),
    Step("von Neumann", implies(le(d, d), von_neumann),
         FromClaim("zfb/lemma-31", bind=((n, d), (U_n, Lam**2), (V_n, U11.T))),
         printed="Von Neumann's trace inequality"),
    Step("von Neumann at n = d", von_neumann, ModusPonens(), ("von Neumann", "d <= d")),
    Step("norm of square", eq(norm_op(Lam**2), norm_op(Lam) ** 2), Identity()),
    *positive_bracket,
    Step("initial loss", chain(at0(l), "<=", bound, "=", factored), FromClaim("zfb/lemma-18-initial-loss", "d")),
    Step("start", le(at0(l), -threshold), Combination(1, 1), ("initial loss#1", "initial loss#2"),
         printed="the last inequality comes from the proof of Lemma 18"),
    Step("below", below, Assume(), printed="Suppose the claim does not hold"),
    Step("u_-1 >= 0", ge(u_1, 0), Combination(-1, plus=(norm,)), ("below#1",)),
    *_with(size, "||Lam||^2"),
    *_with(size_of_square, "||Lam^2||"),
))

_chain = chain(l, ">=", -(sqrt(d) * u_1**2 * size), ">", -threshold, ">=", at0(l))

CHAIN = Proof((
    *positive_bracket,
    Step("bound positive", gt(lower_bound, 0), Positivity(), ("bracket", "Lam Theta"), printed="> 0"),
    Step("balanced", always(eq(u_1, norm)), FromClaim("zfb/lemma-19-proof", "a"), printed="From Lemmas 17, 18"),
    Step("below", always(lt(u_1, lower_bound)), Assume(), printed="Suppose the claim does not hold"),
    Step(
        "chain", implies(below, _chain), FromClaim("zfb/lemma-19-proof", "e"),
        printed="Therefore, under our assumption",
    ),
    Step("chain below", always(_chain), ModusPonens(), ("chain", "balanced", "below")),
    Step("above the start", always(lt(at0(l), l)), Combination(1, 1, 1),
         ("chain below#1", "chain below#2", "chain below#3")),
    *descent,
    Step("not below", always(ge(u_1, lower_bound)), Contradiction("below"),
         ("below", "above the start", "below the start"),
         printed="This contradicts the non-increasing property of the loss"),
))
