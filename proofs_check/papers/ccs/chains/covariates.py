"""Proofs of (62) to (65) and (76) to (79), Appendix F.2: the covariates under a rotation, by induction over layers."""

from __future__ import annotations

from collections.abc import Callable

from ....proof.chain import Assume, Combination, Discharge, FromClaim, Identity, ModusPonens, Proof, Step
from ....proof.steps.recursions import Apart, Induction, Instance, Rewriting
from ....statement.laws import delta
from ....statement.props import Prop, chain, conj, eq, implies, le, lt
from ....statement.terms import Abbrev, Term, TermLike, zeros
from ..notation import X_0, R, U_Sigma, t
from ..notation_rotations import RU, RU_A, UX, X_A, X_B, d_dt, i, j

Covariates = Callable[[TermLike, Term, TermLike], Abbrev]
nothing = zeros("d", "n+1")


def turned(X: Covariates, layer: TermLike) -> Prop:
    """(62), (76)."""
    return eq(X(layer, UX, 0), U_Sigma * X(layer, X_0, 0))


def by_induction(
    label: str, says: Callable[[TermLike], Prop], by: tuple[Step, ...] = (), used: tuple[str, ...] = (),
    printed: str = "",
) -> tuple[Step, ...]:
    """The steps ``by``, then an induction over i of an equation: at 0 by the definition, then equals for equals.

    ``used``: the labels of what is put in; by default all steps.
    """
    premises = used or tuple(step.label for step in by)
    return (
        *by,
        Step(f"{label} at 0", says(0), Identity(), printed="For i = 0, this identity holds by definition."),
        Step(f"{label} at i", says(i), Assume(), printed="Assume the identity holds for some i."),
        Step(f"{label} at i + 1", says(i + 1), Rewriting(), (f"{label} at i", *premises), printed=printed),
        Step(f"{label} onwards", implies(says(i), says(i + 1)), Discharge(f"{label} at i"),
             (f"{label} at i", f"{label} at i + 1")),
        Step(label, says(i), Induction(i), (f"{label} at 0", f"{label} onwards")),
    )


def slopes_turned(X: Covariates, direction: Term) -> Callable[[TermLike], Prop]:
    """(63), (77)."""
    return lambda layer: eq(d_dt(X(layer, UX, t * R)), U_Sigma * d_dt(X(layer, X_0, t * direction)))


def _of_slopes(X: Covariates, direction: Term, id: str, printed: str) -> Proof:
    known = Step(id.removeprefix("ccs/eq-"), turned(X, i), FromClaim(id))
    return Proof(by_induction("slopes", slopes_turned(X, direction), (known,), printed=printed))


EQ_62 = Proof(by_induction("(62)", lambda layer: turned(X_B, layer)))
EQ_63 = _of_slopes(X_B, RU, "ccs/eq-62", "the cases i <= j, i = j + 1, i > j + 1 at once")
EQ_76 = Proof(by_induction("(76)", lambda layer: turned(X_A, layer)))
EQ_77 = _of_slopes(X_A, RU_A, "ccs/eq-76", "the cases i <= j, i = j + 1, i > j + 1 at once")


def vanishing(X: Covariates, direction: Term) -> Prop:
    """(64), (78)."""
    return chain(d_dt(X(i, UX, t * R)), "=", nothing, "=", U_Sigma * d_dt(X(i, X_0, t * direction)))


def still_at(X: Covariates, direction: Term, layer: TermLike) -> tuple[Prop, Prop]:
    return eq(d_dt(X(layer, UX, t * R)), nothing), eq(d_dt(X(layer, X_0, t * direction)), nothing)


def _still(X: Covariates, direction: Term) -> tuple[Step, ...]:
    """Up to layer j nothing has moved."""

    def still(layer: TermLike) -> Prop:
        return conj(*still_at(X, direction, layer))

    both = conj(still(i), lt(i, j))
    return (
        Step("still at 0", still(0), Identity()),
        Step("before j", both, Assume()),
        Step("apart", eq(delta(i, j), 0), Apart(), ("before j#3",)),
        Step("still at i + 1", still(i + 1), Rewriting(), ("before j#1", "before j#2", "apart")),
        Step("onwards", implies(both, still(i + 1)), Discharge("before j"), ("before j", "still at i + 1")),
        Step("up to j", implies(le(i, j), still(i)), Induction(i, upto=j), ("still at 0", "onwards"),
             printed="By definition of X_i(X_0, S), the case for i <= j is simple"),
    )


def _before_j(X: Covariates, direction: Term) -> Proof:
    """(64), (78)."""
    shown = vanishing(X, direction)
    second = shown.args[1]
    assert isinstance(second, Prop)
    return Proof((
        *_still(X, direction),
        Step("i <= j", le(i, j), Assume()),
        Step("both 0", conj(*still_at(X, direction, i)), ModusPonens(), ("up to j", "i <= j")),
        Step("turned", second, Rewriting(), ("both 0#2",)),
        Step("as printed", implies(le(i, j), shown), Discharge("i <= j"), ("i <= j", "both 0#1", "turned")),
    ))


EQ_64 = _before_j(X_B, RU)
EQ_78 = _before_j(X_A, RU_A)


def still_at_j(X: Covariates, direction: Term) -> tuple[Step, ...]:
    """(64), (78) at layer j; the last step shows them."""
    both = conj(*still_at(X, direction, j))
    return (
        *_still(X, direction),
        Step("at layer j", implies(le(j, j), both), Instance((i, j)), ("up to j",)),
        Step("j <= j", le(j, j), Combination()),
        Step("still", both, ModusPonens(), ("at layer j", "j <= j")),
    )
