"""What is moved in Propositions E.3, F.3 and F.4, in one shape: the weights at S, the covariates, the products, f."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...statement.attention import product_up
from ...statement.terms import Term, TermLike
from .notation import A_star, B_star, C_star, I_n, M, Weights, X_at, h, l, r_of, t
from .notation_rotations import (
    RU,
    RU_A,
    R_tilde,
    R_tilde_A,
    RU_A_random,
    RU_random,
    d_dt,
    loss,
    moved,
    no_A,
    spread,
)

Three = tuple[Weights, Weights, Weights]


@dataclass(frozen=True)
class Moved:
    """A weight that moves: A, B and C as functions of S; the direction R turned, drawn turned, and its mean."""

    weights: Callable[[TermLike], Three]
    direction: Term = RU
    drawn: Term = RU_random
    mean: Term = R_tilde
    derivative: str = ""
    """The claim with parts a, b, c that differentiates the loss, (41); none: it is shown where it is used."""
    products: tuple[str, str] = ("", "")
    """The claims that say how the products and their slopes turn, (66) and (67); none: as before."""

    @property
    def stays(self) -> bool:
        """Whether A = 0, so that the covariates stay what they are."""
        return self.weights(0)[0] is no_A

    def X(self, layer: TermLike, X: Term, S: TermLike) -> Term:
        """The covariates; X itself where A = 0."""
        A, B, C = self.weights(S)
        return X if A is no_A else X_at(layer, start=X, A=A, B=B, C=C)

    def G(self, last: TermLike, X: Term, S: TermLike) -> Term:
        """The product up to ``last``."""
        _, B, C = self.weights(S)
        X_l = self.X(l, X, S)
        return product_up(l, last, I_n + r_of(l) * (M * h(B(l) * X_l, C(l) * X_l)))

    def f(self, S: TermLike) -> Term:
        """The loss (5)."""
        return loss(*self.weights(S))

    def quadratic(self, last: TermLike, X: Term, S: TermLike, K: Term) -> Term:
        r""":math:`\\operatorname{Tr}((I-M)G^\\top KG(I-M))`."""
        return spread(self.G(last, X, S), K, self.G(last, X, S))

    def mixed(self, last: TermLike, X: Term, K: Term, direction: Term, at: Term | None = None) -> Term:
        r""":math:`\\operatorname{Tr}((I-M)G(at,0)^\\top K\\frac d{dt}G(X,t\\,direction)(I-M))`."""
        return spread(self.G(last, X if at is None else at, 0), K, d_dt(self.G(last, X, t * direction)))


E_B = Moved(lambda S: (no_A, moved(B_star, S), C_star), derivative="ccs/eq-41",
            products=("ccs/eq-42", "ccs/eq-43-corrected"))
E_C = Moved(lambda S: (no_A, B_star, moved(C_star, S)))
F_B = Moved(lambda S: (A_star, moved(B_star, S), C_star), derivative="ccs/eq-61", products=("ccs/eq-66", "ccs/eq-67"))
F_C = Moved(lambda S: (A_star, B_star, moved(C_star, S)))
F_A = Moved(lambda S: (moved(A_star, S), B_star, C_star), RU_A, RU_A_random, R_tilde_A, derivative="ccs/eq-75",
            products=("ccs/eq-80", "ccs/eq-81"))
