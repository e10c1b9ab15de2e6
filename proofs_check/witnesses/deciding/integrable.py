"""Whether expectations are finite, as words sees it: for every dimension, number of demonstrations and of layers."""

from __future__ import annotations

from ...algebras.growth.classes import Growth, growth_of
from ...statement.fold import Lacks
from ...statement.laws import has_known_law
from ...statement.props import Prop, inside
from ...statement.terms import Op, Sym, Term, nodes
from .engine import Engine, Finding

HOW = {
    Growth.FIXED: "nothing in it is random",
    Growth.BOUNDED: "bounded: a continuous function of random rotations, or an exponential of what is not positive",
    Growth.POLYNOMIAL: "of polynomial growth in Gaussian vectors, all of whose moments are finite",
}


def finite_mean(prop: Prop, engine: Engine) -> Finding:
    """Decides ``finite`` and ``infinite``; raises ``Lacks`` where the structure of the term does not tell."""
    body = _integrand(prop, engine)
    holds, how = _finite(body)
    if prop.head == "infinite":
        holds = not holds
    if not holds and engine.given:
        raise Lacks("words refutes no finiteness under hypotheses")
    return Finding(holds, how, point=None if holds else how)


def equivalent(prop: Prop, engine: Engine) -> Finding:
    """A mean is finite if and only if a condition on a scalar or on a matrix holds."""
    sides = inside(prop)
    means = [side for side in sides if side.head in {"finite", "infinite"}]
    if len(sides) != 2 or len(means) != 1 or means[0].head != "finite":
        raise Lacks(f"{engine.name} decides identities; '{prop.head}' does not reduce to them")
    (condition,) = (side for side in sides if side is not means[0])
    from ...algebras.growth.matrices import disagreement_of_matrices
    from ...algebras.growth.regions import conditions, disagreement

    body = _integrand(means[0], engine)
    about = {node for arg in condition.args if isinstance(arg, Term) for node in nodes(arg)}
    of_matrices = any(isinstance(node, Sym) and node.shape[0] != 1 for node in about)
    point = disagreement_of_matrices(body, condition) if of_matrices else disagreement(body, condition)
    if point is not None and engine.given:
        raise Lacks("words refutes no finiteness under hypotheses")
    if point is not None:
        return Finding(False, "another condition is the exact one", point=point)
    exact = "" if of_matrices else f": {conditions(body)}"
    return Finding(True, f"all exponentials in it have finite means just where this holds{exact}")


def implied(condition: Prop, asked: Prop, engine: Engine) -> Finding | None:
    """A mean is finite, or infinite, wherever a condition on one scalar holds; None where words does not see it."""
    if asked.head not in {"finite", "infinite"} or engine.name != "words" or not _is_known(asked):
        return None
    from ...algebras.growth.regions import exception

    try:
        point = exception(_integrand(asked, engine), condition, finite=asked.head == "finite")
    except Lacks:
        return None
    if point is not None and engine.given:
        return None
    how = "so wherever the condition holds" if point is None else "not wherever the condition holds"
    return Finding(point is None, how, point=point)


def _is_known(asked: Prop) -> bool:
    (mean,) = asked.args
    return isinstance(mean, Op) and mean.head == "expect" and has_known_law(mean)


def _finite(body: Term) -> tuple[bool, str]:
    try:
        return True, HOW[growth_of(body)]
    except Lacks as fast:
        from ...algebras.growth.regions import finite_at_all  # SymPy, which takes long to import

        try:
            return finite_at_all(body)
        except Lacks as lacks:
            from ...algebras.growth.towers import ray_of_divergence

            try:
                return False, ray_of_divergence(body)
            except Lacks:
                raise Lacks(f"{fast}; {lacks}") from lacks


def _integrand(prop: Prop, engine: Engine) -> Term:
    (mean,) = prop.args
    if engine.name != "words" or not isinstance(mean, Op) or not _is_known(prop):
        raise Lacks(f"{engine.name} decides whether means over Gaussian vectors and random rotations alone are finite")
    return mean.args[0]
