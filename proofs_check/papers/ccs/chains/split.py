r"""The display that proves (43), Appendix E.2: a product over layers, split at the one that moves.

For the covariates X and the direction S: (1) the products up to :math:`i\le j` do not move; (2) that up to j moves as
its last factor does; (3) the factors behind it, counted from 0, stand still, by induction over their number.
"""

from __future__ import annotations

from collections.abc import Callable

from ....claims import Claim
from ....proof.chain import Assume, Combination, Discharge, Identity, ModusPonens, Proof, Step
from ....proof.steps.recursions import Apart, Induction, Instance, Rewriting
from ....statement.attention import jacobian, product_up
from ....statement.laws import delta
from ....statement.props import Prop, conj, eq, implies, le, lt
from ....statement.terms import Op, Term, TermLike, matrix, term, zeros
from ..notation import B_star, C_star, M, S, h_, k, l, r_of, t
from ..notation_rotations import d_dt, factor_E, i, j, j_in_depth

X = matrix("X", "d", "n+1")


def around(X: Term, middle: Term, factor: Callable[[TermLike, Term], Term], behind: Term = k - j) -> Op:
    r""":math:`(\prod_{\ell<j}factor)\,middle\,(\prod_{\ell=j+1}^{j+behind}factor)`, those after j counted from j+1."""
    after = product_up(l, behind - 1, factor(l + j + 1, X))
    return product_up(l, j - 1, factor(l, X)) * middle * after


def still(layer: TermLike, X: Term) -> Op:
    """A factor."""
    return factor_E(layer, X, 0)


def turned(layer: Term, X: Term, direction: Term) -> Op:
    r""":math:`r_\ell M\mathcal J_{\tilde h}[direction]`, the slope of the factor that moves."""
    return r_of(layer) * (M * jacobian(h_, 1, B_star(layer) * X, C_star(layer) * X, direction * X))


def _slope(last: TermLike, X: Term, direction: Term) -> Term:
    return d_dt(product_up(l, last, factor_E(l, X, t * direction)))


def _unmoved(layer: TermLike) -> Prop:
    return eq(_slope(term(layer) - 1, X, S), zeros("n+1", "n+1"))


def _split(behind: Term, X: Term = X, direction: Term = S) -> Prop:
    """(3) with this many factors behind the one that moves."""
    return eq(_slope(j + behind, X, direction), around(X, turned(j, X, direction), still, behind))


_next = j + i + 1
SPLIT = (
    Step("nothing", _unmoved(0), Identity(), ours=True),
    Step("before j", conj(_unmoved(i), lt(i, j)), Assume(), ours=True),
    Step("not j", eq(delta(i, j), 0), Apart(), ("before j#2",), ours=True),
    Step("one more", _unmoved(i + 1), Rewriting(), ("before j#1", "not j"), ours=True),
    Step("on", implies(conj(_unmoved(i), lt(i, j)), _unmoved(i + 1)), Discharge("before j"), ("before j", "one more"),
         ours=True),
    Step("unmoved", implies(le(i, j), _unmoved(i)), Induction(i, j), ("nothing", "on"), ours=True),
    Step("up to j", implies(le(j, j), _unmoved(j)), Instance((i, j)), ("unmoved",), ours=True),
    Step("j", le(j, j), Combination(), ours=True),
    Step("before", _unmoved(j), ModusPonens(), ("up to j", "j"), ours=True),
    Step("none behind", _split(term(0)), Rewriting(), ("before",), ours=True),
    Step("some behind", _split(i), Assume(), ours=True),
    Step("after j", lt(j, _next), Combination(plus=(i + 1,)), ours=True),
    Step("another", eq(delta(_next, j), 0), Apart(), ("after j",), ours=True),
    Step("one more behind", _split(i + 1),
         Identity((1, still(_next, X)), (product_up(l, j + i, still(l, X)) * turned(_next, X, S), 1)),
         ("some behind", "another"), ours=True),
    Step("on behind", implies(_split(i), _split(i + 1)), Discharge("some behind"), ("some behind", "one more behind"),
         ours=True),
    Step("split", _split(i), Induction(i), ("none behind", "on behind"), ours=True),
)


def display(shown_by: Claim, first: tuple[Term, Term], last: tuple[Term, Term]) -> Proof:
    """The display; ``first``, ``last``: covariates and direction of its first and of its last link."""
    (part,) = shown_by.parts
    shown, *middle, end = (link for link in part.meant.prop.args if isinstance(link, Prop))
    (X_1, S_1), (X_2, S_2) = first, last
    return Proof((
        *SPLIT,
        Step("first", shown, Instance((i, k - j), (X, X_1), (S, S_1)), ("split", j_in_depth.name)),
        *(Step(f"middle {n + 1}", link, Identity()) for n, link in enumerate(middle)),
        Step("last", end, Instance((i, k - j), (X, X_2), (S, S_2)), ("split", j_in_depth.name)),
    ))
