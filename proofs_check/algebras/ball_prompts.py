r"""Mean squared errors of the trained prediction in balls, by the numeric wing's second moments.

A prediction :math:`v^\top Ux_q` with :math:`v=\frac1M\sum_iy_ix_i`, linear labels and Gaussian covariates is wrong by

.. math:: E(v^\top Ux_q-w^\top x_q)^2 = \mathrm{tr}(E[SAS]\,U\Lambda U^\top) - 2\,\mathrm{tr}(A\Lambda U\Lambda)
    + \mathrm{tr}(A\Lambda),\qquad E[SAS]=\Lambda A\Lambda+\tfrac1M(\Lambda A\Lambda+\mathrm{tr}(A\Lambda)\Lambda),

with :math:`A=ww^\top` for a fixed task and :math:`A=I` on average; noise of variance :math:`s^2` on the labels adds
:math:`\frac{s^2}M\mathrm{tr}(\Lambda U\Lambda U^\top)`, and :math:`s^2` where the query's label carries it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import flint

from numeric.arithmetic import ball
from numeric.matrices import identity

from ..statement.fold import Lacks
from ..statement.terms import Abbrev, Op, Sym, Term, term
from .ball_values import Value, number, whole

if TYPE_CHECKING:
    from .balls import BallsAlgebra


def mean_squared_error(body: Term, fixed: frozenset[str], algebra: BallsAlgebra) -> Value | None:
    """The mean of ``body`` given the symbols named in ``fixed``; None where it is no such squared error."""
    body = _opened(body)
    if not (isinstance(body, Op) and body.head == "^" and body.args[1] == term(2)):
        return None
    difference = _opened(body.args[0])
    if not (isinstance(difference, Op) and difference.head == "-"):
        return None
    found, target = (_opened(arg) for arg in difference.args)
    if not (isinstance(found, Op) and found.head == "prediction_on"):
        return None
    W_PV, W_KQ, i, length, covariate, label, query = found.args
    if not (_is_member(covariate, "x", i) and _named(query, "x_q") and fixed <= {"w"}):
        raise Lacks("balls lacks errors of predictions on other prompts than those of the model")
    noisy = _linear(label, covariate, ("eps", i))
    noisy_query = _linear(target, query, ("eps_q", None))
    d, M = algebra.sizes["d"], ball(whole(algebra.read(length)))
    PV, KQ = algebra.read(W_PV).matrix, algebra.read(W_KQ).matrix
    if any(not (PV[d, k] == 0) for k in range(d)) or any(not (KQ[d, k] == 0) for k in range(d)):
        raise Lacks("balls lacks errors of predictions off the invariant block")
    U = flint.arb_mat(d, d, [KQ[k, m] * PV[d, d] for k in range(d) for m in range(d)])
    Lam = algebra.value("Lam")
    w = algebra.value("w") if "w" in fixed else None
    A = identity(d) if w is None else w * w.transpose()
    middle = Lam * A * Lam
    second = middle + (middle + Lam * (A * Lam).trace()) * (1 / M)
    spread = U * Lam * U.transpose()
    error = (second * spread).trace() - 2 * (A * Lam * U * Lam).trace() + (A * Lam).trace()
    s2 = algebra.value("s")[0, 0] ** 2 if noisy or noisy_query else flint.arb(0)
    if noisy:
        error = error + s2 / M * (Lam * spread).trace()
    return number(error + s2 if noisy_query else error)


def _opened(node: Term) -> Term:
    return _opened(node.body) if isinstance(node, Abbrev) else node


def _named(node: Term, name: str) -> bool:
    return isinstance(node, Sym) and node.name == name


def _is_member(node: Term, name: str, i: Term) -> bool:
    return isinstance(node, Op) and node.head == "at" and _named(node.args[0], name) and node.args[1] == i


def _linear(label: Term, covariate: Term, noise: tuple[str, Term | None]) -> bool:
    """Whether the label <w, covariate> carries noise; raises :class:`Lacks` for any other label."""
    label = _opened(label)
    if isinstance(label, Op) and label.head == "inner" and _named(label.args[0], "w") and label.args[1] == covariate:
        return False
    if isinstance(label, Op) and label.head == "+":
        first, second = label.args
        name, i = noise
        is_noise = _named(second, name) if i is None else _is_member(second, name, i)
        if is_noise and not _linear(first, covariate, noise):
            return True
    raise Lacks("balls lacks errors for labels that are not linear")
