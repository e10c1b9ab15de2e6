"""Remark 3.2: on the sphere the exponential kernel is a multiple of the Gaussian one."""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Discharge, FromFact, Identity, Proof, Step, Substitution
from ....statement.props import conj, eq, implies
from ....statement.terms import exp, inner, norm_2, scalar, vector
from ..notation import n
from ..notation_descent import x_i

u, w = vector("u"), vector("w")
sigma = scalar("sigma", "positive", tex=r"\sigma")
x_query = x_i(n + 1)
on_sphere = conj(eq(norm_2(u), 1), eq(norm_2(w), 1))
near = -(norm_2(u - w) ** 2) / (2 * sigma**2)
level = 1 / sigma**2
exponent = inner(u, w) / sigma**2
scaled_rbf = implies(on_sphere, eq(exp(exponent), exp(level) * exp(near)))
_of_norm = 1 / (2 * sigma**2)
RBF = Proof((
    Step("on the sphere", on_sphere, Assume()),
    Step("exponents", eq(exponent, level + near),
         Combination(_of_norm * (1 + norm_2(u)), _of_norm * (1 + norm_2(w))), ("on the sphere#1", "on the sphere#2")),
    Step("law", eq(exp(level + near), exp(level) * exp(near)), FromFact("exponential law", f=level, g=near)),
    Step("exponential", eq(exp(exponent), exp(level + near)), Substitution(), ("exponents",)),
    Step("kernel", eq(exp(exponent), exp(level) * exp(near)), Combination(1, 1), ("exponential", "law")),
    Step("remark", scaled_rbf, Discharge("on the sphere"), ("on the sphere", "kernel")),
))  # fmt: skip
lengths = (norm_2(u) ** 2 + norm_2(w) ** 2) / (2 * sigma**2)
general_rbf = eq(exp(exponent), exp(lengths) * exp(near))
GENERAL = Proof((
    Step("exponents", eq(exponent, lengths + near), Identity()),
    Step("law", eq(exp(lengths + near), exp(lengths) * exp(near)), FromFact("exponential law", f=lengths, g=near)),
    Step("exponential", eq(exp(exponent), exp(lengths + near)), Substitution(), ("exponents",)),
    Step("kernel", general_rbf, Combination(1, 1), ("exponential", "law")),
))  # fmt: skip
