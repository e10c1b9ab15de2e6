"""How the products turn with the covariates, and that their slopes are linear in the direction: for every layer."""

from __future__ import annotations

from collections.abc import Callable

from ....proof.chain import FromClaim, Step
from ....proof.steps.recursions import Instance
from ....statement.props import Prop, eq
from ....statement.terms import Term, TermLike
from ..notation import X_0, R, S, U, U_Sigma, k, t
from ..notation_moved import Moved
from ..notation_rotations import S_2, UX, U_random, UX_random, alpha, d_dt, i
from .covariates import by_induction


def _values(motion: Moved, last: TermLike, X: Term = UX) -> Prop:
    """(42), (66), (80)."""
    return eq(motion.G(last, X, 0), motion.G(last, X_0, 0))


def _slopes(motion: Moved, last: TermLike, X: Term, direction: Term) -> Prop:
    """(43), (67), (81)."""
    return eq(d_dt(motion.G(last, X, t * R)), d_dt(motion.G(last, X_0, t * direction)))


def turned_products(motion: Moved) -> tuple[Step, ...]:
    """(66) and (67) at layer k and a random rotation; cited where claims state them."""
    values, slopes = _values(motion, k), _slopes(motion, k, UX, motion.direction)
    at_k = () if motion.stays else ((i, k),)
    cited = (
        Step("values", values, FromClaim(motion.products[0], bind=at_k)),
        Step("slopes", slopes, FromClaim(motion.products[1], bind=at_k)),
    )
    return (
        *(cited if all(motion.products) else (
            *_by_layers(motion),
            Step("values", values, Instance((i, k + 1)), ("values before",)),
            Step("slopes", slopes, Instance((i, k + 1)), ("slopes before",)),
        )),
        Step("values drawn", _values(motion, k, UX_random), Instance((U, U_random)), ("values",)),
        Step("slopes drawn", _slopes(motion, k, UX_random, motion.drawn), Instance((U, U_random)), ("slopes",)),
    )


def _by_layers(motion: Moved) -> tuple[Step, ...]:
    """(62), (63), and (66), (67) up to i - 1."""

    def covariates(layer: TermLike) -> Prop:
        return eq(motion.X(layer, UX, 0), U_Sigma * motion.X(layer, X_0, 0))

    def their_slopes(layer: TermLike) -> Prop:
        return eq(d_dt(motion.X(layer, UX, t * R)), U_Sigma * d_dt(motion.X(layer, X_0, t * motion.direction)))

    moving = () if motion.stays else (
        *by_induction("covariates", covariates),
        *by_induction("their slopes", their_slopes, used=("covariates",)),
    )
    used = () if motion.stays else ("covariates", "their slopes")
    return (
        *moving,
        *by_induction("values before", lambda layer: _values(motion, layer - 1), used=used),
        *by_induction("slopes before", lambda layer: _slopes(motion, layer - 1, UX, motion.direction),
                      used=(*used, "values before")),
    )


def _is_linear(F: Callable[[Term], Term]) -> Prop:
    return eq(F(alpha * S + S_2), alpha * F(S) + F(S_2))


def linear_products(motion: Moved) -> tuple[Step, ...]:
    """The slopes of the covariates and of the products are linear in the direction."""

    def covariates(layer: TermLike) -> Prop:
        return _is_linear(lambda direction: d_dt(motion.X(layer, X_0, t * direction)))

    def products(last: TermLike) -> Prop:
        return _is_linear(lambda direction: d_dt(motion.G(last, X_0, t * direction)))

    moving = () if motion.stays else by_induction("covariates linear", covariates)
    used = () if motion.stays else ("covariates linear",)
    return (
        *moving,
        *by_induction("before linear", lambda layer: products(layer - 1), used=used),
        Step("product linear", products(k), Instance((i, k + 1)), ("before linear",)),
    )
