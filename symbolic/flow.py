r"""Gradient flow of a loss on words, :math:`\dot\theta=-\partial L/\partial\theta`, for every d and N."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .lsa import PARAMETERS, Parameters, population_loss
from .words import Matrix, Scalar, Value, derivative, gradient, name_of, substitute
from .words.calculus import shape_of
from .words.structure import Name


@dataclass(frozen=True, repr=False)
class Flow:
    """Velocities of the parameters, each in the shape of its parameter; all other letters stand still."""

    velocities: Mapping[Name, Value]

    def velocity(self, parameter: Value) -> Value:
        return self.velocities[name_of(parameter)]

    def derivative(self, value: Value) -> Value:
        r""":math:`\frac d{dt}` of ``value`` along the flow."""
        return derivative(value, self.velocities)

    def __repr__(self) -> str:
        names = {name: name if isinstance(name, str) else name.name for name in self.velocities}
        return "\n".join(f"d/dt {names[name]} = {v}" for name, v in self.velocities.items())

    def _repr_latex_(self) -> str:
        from .typesetting.words import broken

        moving = [(name, v) for name, v in self.velocities.items() if not v.is_zero()]
        rows = ["&" + broken(v, left=rf"\frac{{d}}{{dt}}{_tex(name)}") for name, v in moving]
        return "$\\displaystyle \\begin{aligned}\n" + "\\\\\n".join(rows) + "\n\\end{aligned}$"

    def restricted(self, zero: tuple[Value, ...]) -> Flow:
        """The flow on the subspace where the given parameters vanish.

        Raises :class:`ValueError` when the subspace is not invariant: one of their velocities does not vanish there.
        """
        bindings: dict[Name, Value] = {name_of(x): Matrix.zero(*shape_of(x)) for x in zero}
        inside = {name: substitute(v, bindings) for name, v in self.velocities.items()}
        moving = [name for name in bindings if not inside[name].is_zero()]
        if moving:
            raise ValueError(f"{moving[0]} = 0 is not invariant: its velocity there is {inside[moving[0]]}.")
        return Flow(inside)


def _tex(name: Name) -> str:
    from .typesetting.words import named

    return named(name if isinstance(name, str) else name.name)


def gradient_flow(loss: Scalar, parameters: tuple[Value, ...]) -> Flow:
    """Minus the gradient of ``loss`` with respect to each of ``parameters`` (letters or named scalars)."""
    return Flow({name_of(x): -gradient(loss, x) for x in parameters})


@cache
def lsa_flow(p: Parameters = PARAMETERS) -> Flow:
    """Gradient flow of the population loss of linear self-attention in all four blocks U11, u12, u21, u_-1."""
    return gradient_flow(population_loss(p), (p.U11, p.u12, p.u21, p.u_1))


@cache
def lsa_flow_on_block(p: Parameters = PARAMETERS) -> Flow:
    """The same on the invariant block ``u12 = u21 = 0`` (Lemma 10)."""
    return lsa_flow(p).restricted((p.u12, p.u21))



