r"""Identities about a random covariance, as identities about one covariance.

A term that contains each time at most one expectation over the law of :math:`\Lambda_\tau` is affine in that law.  Two
such terms agree for every law iff they agree for every law with one outcome, because every law is a mixture of those:
the expectation is then the value at that outcome, the loss (20) is the loss (8), and what is said about diagonal
matrices may be shown for all symmetric ones.
"""

from __future__ import annotations

from ..model import Model, model_of
from ..statement.fold import Lacks
from ..statement.terms import Abbrev, Num, Op, Sym, Term, children, symbols

LAWS = frozenset({"Lam_tau", "lam_tau"})
LOSSES = frozenset({"L_rdm", "L_diag"})
LAM = Sym("Lam", ("d", "d"), frozenset({"symmetric", "posdef"}), r"\Lambda")
LOSS = Sym("L", (1, 1), frozenset({"derived"}))
LACKING = frozenset({"lam_tau", "y_hat_rdm"})
_SUM = frozenset({"+", "-", "block", "stack", "beside"})
_PRODUCT = frozenset({"*", "inner", "kron"})
_LINEAR = frozenset({"neg", "T", "tr", "vec", "entry", "row", "col", "at0", "sum", "sum_unequal", "grad", "diag"})


def speaks_of_a_law(*terms: Term, model: Model) -> bool:
    """Whether some term depends on a random covariance or its law."""
    if model.derived_loss in LOSSES:
        return True
    return any(s.name in LAWS | LOSSES for term in terms for s in symbols(term))


def law_degree(node: Term, model: Model) -> int:
    """A bound on the number of expectations over the law that are multiplied; Lacks where there is none."""
    if isinstance(node, Num):
        return 0
    if isinstance(node, Abbrev):
        return law_degree(node.body, model)
    if isinstance(node, Sym):
        return int(node.name in LOSSES)
    assert isinstance(node, Op)
    parts = [law_degree(arg, model) for arg in node.args]
    if node.head in {"expect", "expect_given"}:
        if parts[0]:
            raise Lacks("grid lacks expectations of expectations over a law")
        fixed = {s.name for s in node.args[1:] if isinstance(s, Sym)}
        return int(bool(_laws_in(node.args[0]) - fixed))
    if not any(parts) and node.head != "ddt":
        return 0
    if node.head == "ddt":
        return parts[0] + int(model.derived_loss in LOSSES)
    if node.head in _SUM or node.head in _LINEAR or node.head == "where":
        if node.head == "where" and any(parts[2::2]):
            raise Lacks("grid lacks replacements by expectations over a law")
        return max(parts)
    if node.head in _PRODUCT:
        return sum(parts)
    if node.head == "/" and not parts[1]:
        return parts[0]
    if node.head == "^" and isinstance(node.args[1], Num) and node.args[1].value.denominator == 1:
        return parts[0] * max(0, int(node.args[1].value)) if node.args[1].value >= 0 else 2
    raise Lacks(f"grid lacks {node.head} of expectations over a law")


def _laws_in(body: Term) -> set[str]:
    found = {s.name for s in symbols(body) if s.name in LAWS}
    for sym in symbols(body):
        found |= {t.removeprefix("cov:") for t in sym.traits if t.startswith("cov:")} & LAWS
        found |= {"Lam_tau"} if sym.name == "y_hat_rdm" else set()
    return found


def at_one_covariance(lhs: Term, rhs: Term, model: Model) -> tuple[Term, Term, Model]:
    """Both sides for a law with one outcome ``Lam``; Lacks where the sides are not affine in the law."""
    degree = max(law_degree(lhs, model), law_degree(rhs, model))
    if degree > 1:
        raise Lacks("grid lacks products of expectations over a law")
    if degree and any(_has_outcome(side) for side in (lhs, rhs)):
        raise Lacks("grid lacks outcomes beside expectations over their law")
    fixed = model_of("zfb") if model.derived_loss in LOSSES else model
    return _rewritten(lhs), _rewritten(rhs), fixed


def _has_outcome(node: Term) -> bool:
    """Whether the covariance occurs outside means over it: an outcome, which is the mean for one outcome only."""
    if isinstance(node, Op) and node.head in {"expect", "expect_given"}:
        return any(isinstance(s, Sym) and s.name in LAWS for s in node.args[1:])
    if isinstance(node, Sym):
        return node.name in LAWS
    return any(map(_has_outcome, children(node)))


def _rewritten(node: Term) -> Term:
    match node:
        case Abbrev(body=body):
            return _rewritten(body)
        case Sym(name=name) if name in LOSSES:
            return LOSS
        case Sym(name="Lam_tau"):
            return LAM
        case Op(head="diag", args=(Sym(name="lam_tau"),)):
            return LAM
        case Sym(name=name, traits=traits) if name in LACKING or any(t.startswith(("cov:", "copy:")) for t in traits):
            raise Lacks(f"grid lacks {name}")
        case Op(head="expect" | "expect_given", args=(body, *_)) if not _others(body):
            return _rewritten(body)
        case Op(head=head, args=args):
            return Op(head, tuple(_rewritten(arg) for arg in args))
    return node


def _others(body: Term) -> bool:
    """Whether something other than the covariance is random in ``body``."""
    return any(s.has("random") and s.name not in LAWS for s in symbols(body))
