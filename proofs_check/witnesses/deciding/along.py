"""What holds along the gradient flow, reduced to identities: an engine decides these."""

from __future__ import annotations

from functools import reduce
from operator import add

from ...proof.smooth import rough_part
from ...statement.fold import Lacks
from ...statement.props import Prop, terms_in
from ...statement.terms import Op, Term, at0, ddt, nodes, tr, where
from .engine import Engine, Finding
from .identities import all_of, identity, on_block, zero_like

MOST_DERIVATIVES = 3
"""How many time derivatives at the start are compared before a difference elsewhere is left undecided."""
FEWER_DERIVATIVES = 2
"""The same where the covariance is random: there every derivative has many more terms."""
_DERIVATIVE = tuple(f"the derivative along the derived flow is {what}" for what in ("zero", "not zero"))


def always_equal(lhs: Term, rhs: Term, engine: Engine) -> Finding:
    """g(t) = 0 for all t: g(0) = 0 and dg/dt vanishes identically on the invariant block.

    The block itself is invariant because d/dt of u12 and u21 vanish identically on it and solutions are unique.
    """
    starts_on_block(engine)
    if _mentions_rate(lhs) or _mentions_rate(rhs):
        derived = on_block(engine, lhs, rhs, "the derived flow on the invariant block")
        return derived if derived.holds else _departure(lhs, rhs, engine)
    start = _at_start(lhs, rhs, engine)
    if not start.holds:
        return start
    rate = on_block(engine, ddt(lhs), ddt(rhs), "the same derivative along the derived flow")
    if not rate.holds and _rests(engine):
        rate = Finding(True, "the flow starts where it rests")
    return all_of([start, rate]) if rate.holds else _departure(ddt(lhs), ddt(rhs), engine)


def is_conserved(prop: Prop, engine: Engine) -> Finding:
    """The derivative along the flow vanishes identically; where any start is admitted, only then."""
    (body,) = terms_in(prop)
    starts_on_block(engine)
    finding = on_block(engine, ddt(body), 0 * body, *_DERIVATIVE)
    if not finding.holds and _rests(engine):
        return Finding(True, "the flow starts where it rests")
    if finding.holds or (engine.model.starts_anywhere and not _assumed(engine)):
        return finding
    return _departure(ddt(body), 0 * body, engine)


def _at_start(lhs: Term, rhs: Term, engine: Engine) -> Finding:
    """Whether the two sides agree at time 0: by the model's start, or because a hypothesis says so."""
    left, right = at0(lhs), at0(rhs)
    if any(Prop("eq", pair) in _assumed(engine) for pair in ((left, right), (right, left))):
        return Finding(True, "equal at time 0 by hypothesis")
    found = identity(engine, left, right, "equal at time 0", "unequal at time 0")
    if not found.holds and _assumed(engine):
        raise Lacks(f"{engine.name} uses hypotheses on the start that name both sides only")
    return found


def is_decrease(gap: Term, engine: Engine) -> bool:
    """Whether ``gap`` is the rate at which the loss of a model of one's own falls: a sum of squares."""
    if engine.model.derived_loss or not _mentions_rate(gap):
        return False
    if _mentions_exp(gap) and not _mentions_exp(engine.model.loss_in_full):
        return False  # the velocities do not mention time; to compare them all the same takes long
    rates = [ddt(p) for p in engine.model.parameters]
    return engine.equal(gap, reduce(add, (tr(rate * rate.T) for rate in rates)))


def widens(low: Term, high: Term, engine: Engine) -> bool:
    """Whether ``high - low`` starts at 0 and grows as the loss of a model of one's own falls."""
    if engine.model.derived_loss or not engine.equal(at0(low), at0(high)):
        return False
    return is_decrease(ddt(high) - ddt(low), engine)


def _rests(engine: Engine) -> bool:
    """Whether a model of one's own starts at a stationary point; there it stays, as solutions are unique.

    They are where the loss has two continuous derivatives.
    """
    model = engine.model
    if model.derived_loss or model.starts_anywhere or rough_part(model.loss_in_full, model.parameters) is not None:
        return False
    return all(engine.equal(at0(ddt(p)), zero_like(p)) for p in model.parameters)


def _assumed(engine: Engine) -> tuple[Prop, ...]:
    return engine.at_start


def starts_on_block(engine: Engine) -> None:
    """The model says where the flow starts (in a proof, the claim's own hypotheses do); the flow stays on the block."""
    start = dict(engine.model.initial)
    for sym, value in engine.model.block:
        if start.get(sym) != value:
            raise Lacks(f"{engine.name} does not see that {sym.name} starts on the invariant block")
        if not on_block(engine, ddt(sym), zero_like(sym), "the block is invariant").holds:
            raise Lacks(f"{engine.name} finds that the flow leaves the block: {sym.name} moves there")


def _departure(lhs: Term, rhs: Term, engine: Engine) -> Finding:
    """Two sides that differ somewhere on the block may still agree along every trajectory that starts as assumed.

    They do not when, at time 0, they or their derivatives of some order differ: that is a counterexample which meets
    the hypotheses on the start.
    """
    if _assumed(engine):
        raise Lacks(f"{engine.name} sees that this fails from some start, not from which starts the hypotheses admit")
    fixed = engine.model.derived_loss not in {"L_rdm", "L_diag"}
    for order in range(MOST_DERIVATIVES if fixed else FEWER_DERIVATIVES):
        lhs, rhs = where(lhs, *engine.model.block), where(rhs, *engine.model.block)
        how = "rates at time 0" if order == 0 else f"time derivatives of order {order + 1} at time 0"
        finding = identity(engine, Op("at0", (lhs,)), Op("at0", (rhs,)), f"equal {how}", f"unequal {how}")
        if not finding.holds:
            return finding
        lhs, rhs = ddt(lhs), ddt(rhs)
    raise Lacks(
        f"{engine.name} sees the two sides differ on the block, but not near time 0 for the assumed starts: "
        "this needs a proof chain"
    )


def _mentions_rate(node: Term) -> bool:
    return isinstance(node, Op) and (node.head == "ddt" or any(_mentions_rate(arg) for arg in node.args))


def _mentions_exp(node: Term) -> bool:
    return any(isinstance(n, Op) and n.head == "exp" for n in nodes(node))
