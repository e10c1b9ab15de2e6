"""Proofs of Propositions E.3, F.3 and F.4: the derivative of the loss, averaged over rotations of the covariates."""

from __future__ import annotations

from ....proof.chain import Combination, FromClaim, Identity, Proof, Step, Substitution
from ....proof.steps.recursions import Instance, MeanOfLinear, SameLaw
from ....statement.props import eq, le
from ....statement.terms import Op, Term, expect
from ..notation import X_0, R, S, U, k, t
from ..notation_moved import Moved
from ..notation_rotations import (
    KK,
    S_2,
    K_invariant,
    U_random,
    UX_random,
    alpha,
    d_dt,
    law_invariant,
    under_the_mean,
)
from .loss import given_covariates, in_labels
from .turned import linear_products, turned_products

K = KK(X_0)


def _twice(motion: Moved, direction: Term) -> Op:
    r""":math:`2\,\mathbb E\operatorname{Tr}((I-M)G(X_0,0)^\top K\frac d{dt}G(X_0,t\,direction)(I-M))`."""
    return 2 * expect(motion.mixed(k, X_0, K, direction))


def _twice_turned(motion: Moved) -> Op:
    return 2 * expect(motion.mixed(k, UX_random, K, R))


# (41), (61), (75) ------------------------------------------------------------------------------------------

def reformulated(motion: Moved) -> tuple[Step, ...]:
    """The first equality: the loss as a mean over the covariates."""
    f, moving = motion.f(t * R), expect(motion.quadratic(k, X_0, t * R, K))
    return (
        *in_labels(motion, t * R),
        *given_covariates(motion, t * R),
        Step("loss", eq(f, moving), Combination(1, 1), ("in labels", "in covariates")),
        Step("moving", eq(d_dt(f), d_dt(moving)), Substitution(), ("loss",)),
    )


def under_mean(motion: Moved) -> tuple[Step, ...]:
    """The second equality: the derivative of a product, under the mean."""
    moving = motion.quadratic(k, X_0, t * R, K)
    return (
        Step("passes", eq(d_dt(expect(moving)), expect(d_dt(moving))), Instance((R, R)),
             (under_the_mean(motion.G).name,), ours=True, printed="the derivative is taken under the mean"),
        Step("product rule", eq(expect(d_dt(moving)), _twice(motion, R)), Identity()),
        Step("derivative", eq(d_dt(expect(moving)), _twice(motion, R)), Combination(1, 1), ("passes", "product rule")),
    )


def rotated(motion: Moved) -> tuple[Step, ...]:
    """The third equality: the covariates and the rotated ones have one law, K(X) is the same of both."""
    fixed, turned = motion.mixed(k, X_0, K, R), motion.mixed(k, UX_random, KK(UX_random), R)
    with_K = motion.mixed(k, UX_random, K, R)
    return (
        Step("same law", eq(expect(fixed), expect(turned)), SameLaw((U, U_random)), (law_invariant.name,)),
        Step("K turned", eq(KK(UX_random), K), Instance((U, U_random), (X_0, X_0)), (K_invariant.name,)),
        Step("K stays", eq(expect(turned), expect(with_K)), Substitution(), ("K turned",)),
        Step("rotated", eq(_twice(motion, R), 2 * expect(with_K)), Combination(2, 2), ("same law", "K stays")),
    )


def derivative_proofs(motion: Moved) -> dict[str, Proof]:
    """Of (41), (61), (75), part by part."""
    return {"a": Proof(reformulated(motion)), "b": Proof(under_mean(motion)), "c": Proof(rotated(motion))}


def _derivative(motion: Moved) -> tuple[Step, ...]:
    """The derivative of the loss in every direction R; cited where a claim states it."""
    f, moving = d_dt(motion.f(t * R)), d_dt(expect(motion.quadratic(k, X_0, t * R, K)))
    last = Step("in covariates alone", eq(f, _twice(motion, R)), Combination(1, 1), ("moving", "derivative"))
    if not motion.derivative:
        return (*reformulated(motion), *under_mean(motion), last)
    return (
        Step("moving", eq(f, moving), FromClaim(motion.derivative, "a")),
        Step("derivative", eq(moving, _twice(motion, R)), FromClaim(motion.derivative, "b")),
        last,
    )


# "Putting everything together" -----------------------------------------------------------------------------

def first_line(motion: Moved) -> tuple[Step, ...]:
    """The derivative at rotated covariates."""
    turning = (Step("rotated", eq(_twice(motion, R), _twice_turned(motion)), FromClaim(motion.derivative, "c")),)
    return (
        *_derivative(motion),
        *(turning if motion.derivative else rotated(motion)),
        Step("first line", eq(d_dt(motion.f(t * R)), _twice_turned(motion)), Combination(1, 1),
             ("in covariates alone", "rotated")),
    )


def second_line(motion: Moved) -> tuple[Step, ...]:
    """(42) and (43), (66) and (67), (80) and (81), at a random rotation, under the mean."""
    before, after = motion.mixed(k, UX_random, K, R), motion.mixed(k, X_0, K, motion.drawn)
    return (
        *turned_products(motion),
        Step("turned", eq(expect(before), expect(after)), Substitution(), ("values drawn", "slopes drawn")),
        Step("second line", eq(2 * expect(before), 2 * expect(after)), Combination(2), ("turned",)),
    )


def third_line(motion: Moved, drawn: Term) -> tuple[Step, ...]:
    """The mean over rotations passes into the direction."""

    def inside(direction: Term) -> Term:
        return motion.mixed(k, X_0, K, direction)

    linear = eq(inside(alpha * S + S_2), alpha * inside(S) + inside(S_2))
    return (
        *linear_products(motion),
        Step("linear", linear, Substitution(), ("product linear",),
             printed="d/dt G_k(X_0, tS) is linear in S for any S"),
        Step("into the mean", eq(expect(inside(drawn)), expect(inside(expect(drawn)))),
             MeanOfLinear(S, S_2, alpha, drawn), ("linear",)),
        Step("third line", eq(_twice(motion, drawn), _twice(motion, expect(drawn))), Combination(2),
             ("into the mean",)),
    )


def fourth_line(motion: Moved) -> tuple[Step, ...]:
    """The mean direction is R tilde."""
    mean = expect(motion.drawn)
    return (
        Step("R tilde", eq(mean, motion.mean), Identity(), printed="the definition of R tilde"),
        Step("fourth line", eq(_twice(motion, mean), _twice(motion, motion.mean)), Substitution(), ("R tilde",)),
    )


def last_line(motion: Moved) -> tuple[Step, ...]:
    """The derivative of the loss in the direction R tilde."""
    return (
        *_derivative(motion),
        Step("at R tilde", eq(d_dt(motion.f(t * motion.mean)), _twice(motion, motion.mean)), Instance((R, motion.mean)),
             ("in covariates alone",)),
    )


def end_of_averaging(motion: Moved) -> tuple[Step, ...]:
    """The fourth and the last line together."""
    return (
        *last_line(motion), *fourth_line(motion),
        Step("end", eq(_twice(motion, expect(motion.drawn)), d_dt(motion.f(t * motion.mean))), Combination(1, -1),
             ("fourth line", "at R tilde")),
    )


def equality(motion: Moved) -> Proof:
    """(38), (39), (56), (57), (71), with equality."""
    lines = ("first line", "second line", "third line", "fourth line", "at R tilde")
    at_R_tilde = last_line(motion)[-1]
    return Proof((
        *first_line(motion), *second_line(motion), *third_line(motion, motion.drawn), *fourth_line(motion), at_R_tilde,
        Step("equality", eq(*_two_sides(motion)), Combination(1, 1, 1, 1, -1), lines),
    ))


def inequality(motion: Moved, *equal: Step) -> Proof:
    """The inequality that is printed, from the equality, which the last of these steps shows."""
    return Proof((*equal, Step("as printed", le(*_two_sides(motion)), Combination(1), (equal[-1].label,))))


def equal(motion: Moved, id: str) -> Step:
    """The equality, where a claim states it."""
    return Step("equality", eq(*_two_sides(motion)), FromClaim(id))


def _two_sides(motion: Moved) -> tuple[Term, Term]:
    return d_dt(motion.f(t * R)), d_dt(motion.f(t * motion.mean))
