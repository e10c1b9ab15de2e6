"""Proposition 3.4: the layers (3) compute the recursions whose limit is that of Appendix C."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ....proof.chain import (
    Assume,
    Discharge,
    FromClaim,
    Identity,
    Multiplier,
    Positivity,
    Step,
    Substitution,
)
from ....proof.steps.recursions import Induction
from ....statement.props import Prop, conj, eq, implies, lt, ne, psd, tends
from ....statement.psd import pinv
from ....statement.terms import Sym, Term, block, eye, norm_op, substitute, term, zeros
from ..notation import X_0, l, n, x_i
from ..notation_bayes import K_hat, Steps, Y_hat, answer_at, constant, delta, labels_at, mu, nu
from .every_covariate import harmonic

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


@dataclass(frozen=True)
class Choice:
    """How the steps are chosen: what is assumed of the Gram matrix, and the claim about such steps."""

    steps: Steps
    assumed: Callable[[Term], Prop]
    cited: str
    name: str = ""
    """What the labels of the steps begin with."""


SMALL = Choice(constant, small_steps, "ccs/appendix-c-limit-exact")
HARMONIC = Choice(harmonic, lambda gram_hat: ne(gram_hat, zeros("n", "n")), "ccs/beyond-depth-every-covariate",
                  "1, 1/2, 1/3: ")


def limit_of_layers(
    gram_of: Gram, gram_hat: Term, nu_of_X: Term, start: Term, demos_at: Answers, label_at: Answers,
    choice: Choice = SMALL,
) -> tuple[Step, ...]:
    """The answer of the layers whose activation is this kernel's Gram matrix tends to minus the conditional mean.

    ``gram_hat``, ``nu_of_X``: its blocks; ``start``: the labels of the demonstrations.
    """
    last = gram_of(x_i(n + 1), x_i(n + 1))
    bound: dict[Sym, Term] = {K_hat: gram_hat, nu: nu_of_X, mu: last, Y_hat: start}
    mean: Term = nu_of_X.T * pinv(gram_hat) * start
    step, assumed = choice.steps(l), choice.assumed(gram_hat)

    def labels(upto: Term) -> Term:
        return substitute(labels_at(upto, choice.steps), bound)

    def answer(upto: Term) -> Term:
        return substitute(answer_at(upto, choice.steps), bound)

    limit = tends(label_at(l), -mean, l)
    steps = (
        Step("steps", assumed, Assume()),
        Step("kernel", psd(gram_of(X_0, X_0)), Positivity()),
        Step("covariance", psd(block(gram_hat, nu_of_X, nu_of_X.T, last)), Positivity(), ("kernel",)),
        Step("Appendix C", tends(answer(l), -mean, l), FromClaim(choice.cited, bind=tuple(bound.items())),
             ("covariance", "steps")),
        *by_induction("labels", lambda k: eq(labels(k), demos_at(k)), ((eye("n") - step * gram_hat, term(1)),)),
        *by_induction("answers", lambda k: eq(answer(k), label_at(k)),
                      (term(1), (-step * nu_of_X.T, term(1))), "labels"),
        Step("limit", limit, Substitution(f"{choice.name}Appendix C"), ("answers", "Appendix C")),
        Step("with such steps", implies(assumed, limit), Discharge("steps"), ("steps", "limit")),
    )
    return tuple(_named(step, choice.name) for step in steps)


def _named(step: Step, name: str) -> Step:
    """The step with a name before its own and those of its premises."""
    by = Discharge(f"{name}{step.by.assumption}") if isinstance(step.by, Discharge) else step.by
    return replace(step, label=f"{name}{step.label}", by=by, premises=tuple(f"{name}{p}" for p in step.premises))
