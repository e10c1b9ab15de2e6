"""Proposition 3.4: the layers (3) compute the recursions whose limit is that of Appendix C."""

from __future__ import annotations

from collections.abc import Callable

from ....proof.chain import (
    Assume,
    Discharge,
    FromClaim,
    Identity,
    Multiplier,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....proof.recursive import Induction
from ....statement.props import Prop, conj, eq, implies, lt, ne, psd, tends
from ....statement.psd import pinv
from ....statement.terms import Sym, Term, block, eye, norm_op, substitute, term, zeros
from ..notation import X_0, l, n, x_i
from ..notation_bayes import K_hat, Y_hat, answer_at, delta, labels_at, mu, nu

Answers = Callable[[Term], Term]
Gram = Callable[[Term, Term], Term]


def by_induction(
    name: str, says: Callable[[Term], Prop], multipliers: tuple[Multiplier, ...], *more: str
) -> list[Step]:
    """The proposition for every layer; the first multiplier is that of what is assumed, the others of ``more``."""
    return [
        Step(f"{name} at first", says(term(0)), Identity()),
        Step(f"{name} so far", says(l), Assume()),
        Step(f"{name} next", says(l + 1), Identity(*multipliers), (f"{name} so far", *more)),
        Step(f"{name} onwards", implies(says(l), says(l + 1)), Discharge(f"{name} so far"),
             (f"{name} so far", f"{name} next")),
        Step(name, says(l), Induction(l), (f"{name} at first", f"{name} onwards")),
    ]


def small_steps(gram_hat: Term) -> Prop:
    r""":math:`\hat{\mathbb K}\ne0` and :math:`\delta<2/\|\hat{\mathbb K}\|`."""
    return conj(ne(gram_hat, zeros("n", "n")), lt(delta * norm_op(gram_hat), 2))


def limit_of_layers(gram_of: Gram, X_hat: Term, demos_at: Answers, label_at: Answers) -> Proof:
    """The answer of the layers whose activation is this kernel's Gram matrix tends to minus the conditional mean."""
    gram_hat = gram_of(X_hat, X_hat)
    nu_of_X = gram_of(X_hat, x_i(n + 1))
    last = gram_of(x_i(n + 1), x_i(n + 1))
    bound: dict[Sym, Term] = {K_hat: gram_hat, nu: nu_of_X, mu: last, Y_hat: demos_at(term(0))}
    mean: Term = nu_of_X.T * pinv(gram_hat) * demos_at(term(0))

    def here(node: Term) -> Term:
        return substitute(node, bound)

    limit = tends(label_at(l), -mean, l)
    return Proof((
        Step("small steps", small_steps(gram_hat), Assume()),
        Step("kernel", psd(gram_of(X_0, X_0)), Positivity()),
        Step("covariance", psd(block(gram_hat, nu_of_X, nu_of_X.T, last)), Positivity(), ("kernel",)),
        Step("Appendix C", tends(here(answer_at(l)), -mean, l),
             FromClaim("ccs/appendix-c-limit-exact", bind=tuple(bound.items())),
             ("covariance", "small steps")),
        *by_induction("labels", lambda k: eq(here(labels_at(k)), demos_at(k)),
                      ((eye("n") - delta * gram_hat, term(1)),)),
        *by_induction("answers", lambda k: eq(here(answer_at(k)), label_at(k)),
                      (term(1), (-delta * nu_of_X.T, term(1))), "labels"),
        Step("limit", limit, Substitution("Appendix C"), ("answers", "Appendix C")),
        Step("with small steps", implies(small_steps(gram_hat), limit), Discharge("small steps"),
             ("small steps", "limit")),
    ))
