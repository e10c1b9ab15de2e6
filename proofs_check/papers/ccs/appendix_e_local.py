"""The titles of Appendices E and F: in which sense the points of S are optimal."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, Reading, claim, with_proof
from ...statement.attention import layers
from ...statement.props import Prop, eq, ge, implies
from ...statement.psd import curvature
from ...statement.terms import scalar, where
from . import theorem_e_1, theorem_f_1
from .chains.small_gradients import as_stated
from .notation import CONTINUOUSLY_DIFFERENTIABLE
from .notation_flow import FORALL, SETTING, E, F, Gradients, along

tau = scalar("tau", tex=r"\tau")
rho = layers("rho", tex=r"\rho")
D = {name: layers(f"D_{name}", "d", "d", tex=f"D^{name}") for name in "ABC"}


def no_descent(g: Gradients) -> Prop:
    """A necessary condition for a local minimum: where the gradient vanishes no second derivative is negative."""
    squares = theorem_f_1.squares if g.free_A else theorem_e_1.squares
    second = where(curvature(along(g, tau, rho, D), (tau, 1)), (tau, 0))
    return implies(eq(squares, 0), ge(second, 0))


_WHY = (
    "where b and c vanish the loss is stationary if h(0, 0) = 0, and to second order a product of what B and C add, "
    "of either sign: a saddle"
)
_FIRST_ORDER = Difference(Differs.WEAKER, "optimal to first order: no local minimum is claimed")


@claim(
    "ccs/appendix-e-local-optimality",
    kind=Kind.OPTIMUM,
    source="Appendix E, section title",
    forall=FORALL,
    given=(*SETTING, *theorem_e_1.SMOOTH),
    uses=("ccs/theorem-e.1",),
    witnesses=("balls", "sampled", "proof"),
    note="""The theorem of the section speaks of gradients alone. That *every* stationary point of the form (16) is
    a local minimum is false, and not what the title says: at the saddle b = c = 0 the layers take no step of functional
    gradient descent. Whether the loss has a local minimum at those that do is not stated here.
    """,
    fidelity=(CONTINUOUSLY_DIFFERENTIABLE, _FIRST_ORDER,),
)
def local_optimality() -> Parts:
    r"""Title of Appendix E: "Functional Gradient Descent is locally optimal under $A_\ell=0$ constraint."
    """
    return {
        "": [
            Reading("optimal to first order", eq(theorem_e_1.least, 0), "what Theorem E.1 states"),
            Reading("every stationary point of the form (16) is a local minimum", no_descent(E), _WHY),
        ]
    }  # fmt: skip


local_optimality = with_proof(local_optimality, whole=as_stated(theorem_e_1.least, "ccs/theorem-e.1"))


@claim(
    "ccs/appendix-f-local-optimum",
    kind=Kind.OPTIMUM,
    source="Appendix F, section title",
    forall=FORALL,
    given=(*SETTING, *theorem_f_1.SMOOTH),
    uses=("ccs/theorem-f.1",),
    witnesses=("balls", "sampled", "proof"),
    note="Read as that of Appendix E is.",
    fidelity=(_FIRST_ORDER, CONTINUOUSLY_DIFFERENTIABLE),
)
def local_optimum() -> Parts:
    r""""characterizing local optimum when $A_\ell$ are unconstrained." """
    return {
        "": [
            Reading("optimal to first order", eq(theorem_f_1.least, 0), "what Theorem F.1 states"),
            Reading("every stationary point of the form (18) is a local minimum", no_descent(F), _WHY),
        ]
    }  # fmt: skip


local_optimum = with_proof(local_optimum, whole=as_stated(theorem_f_1.least, "ccs/theorem-f.1"))
