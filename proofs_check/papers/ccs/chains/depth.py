"""What is left of the labels after any number of layers, with any steps, and the excess risk."""

from __future__ import annotations

from collections.abc import Callable

from ....proof.chain import Assume, Combination, Discharge, Identity, Multiplier, Proof, Step, Substitution
from ....proof.steps.recursions import Induction
from ....statement.attention import layers, sequence
from ....statement.props import Prop, eq, ge, implies
from ....statement.psd import inv_half, pinv
from ....statement.terms import Op, Sym, Term, TermLike, at, expect, eye, half, scalar, substitute, term, vector
from ..notation import l
from ..notation_bayes import K_hat, P, Y_hat, answer_at, delta, demonstrations, labels_at, nu, query, s, v

deltas = layers("delta_l", tex=r"\delta")
"""The step of each layer, of any sign."""
one = eye("n")
root, back = half(K_hat), inv_half(K_hat)
T, p = Sym("T", ("n", "n")), Sym("p", (1, 1))
lam = scalar("lam", "positive", tex=r"\lambda")
q = vector("q", "n")


def step_of(layer: TermLike) -> Op:
    r""":math:`\delta_\ell`."""
    return at(deltas, layer)


def left_at(upto: TermLike) -> Op:
    r""":math:`\prod_{\ell<upto}(I-\delta_\ell\hat{\mathbb K})`."""
    return sequence(T, l, one, T - step_of(l) * K_hat * T, upto)


def shrunk_at(upto: TermLike) -> Op:
    r""":math:`\prod_{\ell<upto}(1-\delta_\ell\lambda)`."""
    return sequence(p, l, term(1), p - step_of(l) * lam * p, upto)


def by_induction(
    name: str, says: Callable[[TermLike], Prop], multipliers: tuple[Multiplier, ...], *more: str
) -> tuple[Step, ...]:
    """The equation for every layer; the first multiplier is that of what is assumed, the others of ``more``."""
    return (
        Step(f"{name} at first", says(0), Identity()),
        Step(f"{name} so far", says(l), Assume()),
        Step(f"{name} next", says(l + 1), Identity(*multipliers), (f"{name} so far", *more)),
        Step(f"{name} onwards", implies(says(l), says(l + 1)), Discharge(f"{name} so far"),
             (f"{name} so far", f"{name} next")),
        Step(name, says(l), Induction(l), (f"{name} at first", f"{name} onwards")),
    )


def of_law(node: Term) -> Term:
    """At labels of the law of ccs/eq-13-exact."""
    return substitute(node, {Y_hat: demonstrations, nu: root * v})


def answer(upto: TermLike) -> Term:
    r""":math:`y^{(n+1)}_\ell`, the layers' answer."""
    return of_law(answer_at(upto, step_of))


def labels(upto: TermLike) -> Term:
    r""":math:`\hat Y_\ell`."""
    return of_law(labels_at(upto, step_of))


shrinks: Term = one - step_of(l) * K_hat
known = (
    *by_induction("labels", lambda k: eq(labels(k), left_at(k) * demonstrations), ((shrinks, term(1)),)),
    *by_induction("commutes", lambda k: eq(left_at(k) * back, back * left_at(k)), ((shrinks, term(1)),)),
    *by_induction("answers", lambda k: eq(answer(k), -(of_law(nu.T * pinv(K_hat)) * (demonstrations - labels(k)))),
                  (term(1),)),
)
left_over: Term = v.T * left_at(l) * P
r"""What is left of v: :math:`v^\top\prod_{j<\ell}(I-\delta_j\hat{\mathbb K})P`."""
between: Term = v.T * back * left_at(l) * root
excess: Term = left_over * left_over.T
risk: Term = expect((query + answer(l)) ** 2)
is_excess = eq(risk, s**2 + excess)
EXCESS = Proof((
    *known,
    Step("answer", eq(answer(l), -(v.T * back * (demonstrations - left_at(l) * demonstrations))),
         Identity(1, (v.T * back, term(1))), ("answers", "labels")),
    Step("risk", eq(risk, s**2 + between * between.T), Substitution(), ("answer",)),
    Step("between", eq(between, left_over), Identity((-v.T, root)), ("commutes",)),
    Step("excess", is_excess, Substitution("risk"), ("risk", "between")),
))
eigenvector = eq(K_hat * q, lam * q)
scaled = eq(left_at(l) * q, shrunk_at(l) * q)
EIGENVECTOR = Proof((
    Step("eigenvector", eigenvector, Assume()),
    *by_induction("scaled", lambda k: eq(left_at(k) * q, shrunk_at(k) * q), ((shrinks, term(1)), shrunk_at(l) *
    -step_of(l)), "eigenvector"),
    Step("of every eigenvector", implies(eigenvector, scaled), Discharge("eigenvector"), ("eigenvector", "scaled")),
))
long_step = ge(delta * lam, 2)


def power_at(upto: TermLike) -> Op:
    r""":math:`(1-\delta\lambda)^{upto}`."""
    return sequence(p, l, term(1), p - delta * lam * p, upto)


def no_less(upto: TermLike) -> Prop:
    return ge(power_at(upto) ** 2, 1)


STAYS = Proof((
    Step("long step", long_step, Assume()),
    Step("at first", no_less(0), Combination(plus=(0,))),
    Step("so far", no_less(l), Assume()),
    Step("next", no_less(l + 1), Combination(1, plus=(power_at(l) ** 2 * (delta * lam * (delta * lam - 2)),)),
         ("so far", "long step")),
    Step("onwards", implies(no_less(l), no_less(l + 1)), Discharge("so far"), ("so far", "next")),
    Step("stays", no_less(l), Induction(l), ("at first", "onwards")),
    Step("with long steps", implies(long_step, no_less(l)), Discharge("long step"), ("long step", "stays")),
))
