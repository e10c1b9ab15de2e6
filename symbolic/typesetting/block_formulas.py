"""The derived formulas of the linear transformer block, its attention alone and GD-beta, in LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..block import models
from ..block_groups import Group, groups
from ..block_minima import least
from ..word_invariants import conserved_quadratics
from .words import expanded, latex, named

Formula = tuple[str, str, str]
_SAID = {"zwb/ltb": "the linear transformer block", "zwb/lsa": "its attention alone", "zwb/gd-beta": "GD-$\\beta$"}
_WORDS = {"w_1": "w-1", "u_1": "u-1", "s": "s", "B_1": "b-1", "b": "b-vector", "beta": "beta", "Gamma": "gamma"}


_CASE = {"A": "big-a", "F": "big-f", "G": "big-g", "g": "g", "m": "m", "v": "v"}
_H_NORM = re.compile(r"\((\w)\^\\top H\1\)|(\w)\^\\top H\2(?!\w)")


def grouped(group: Group) -> str:
    """A group of the risk, squares of the norm of H as such."""
    body = _H_NORM.sub(lambda found: rf"\|{found[1] or found[2]}\|_H^2", expanded(group.value))
    return rf"\mathbb E_{{\tilde\beta}}\Bigl[{body}\Bigr]" if group.over_tasks else body


def formulas(name: str) -> Iterator[Formula]:
    """Risk, flow, conserved quantities and, where there is a closed form, the least risk; names joined by hyphens."""
    model, of = models()[name], _SAID[name]
    risk = groups(name)
    yield "risk", f"R={'+'.join(map(grouped, risk.groups))}", f"risk of {of}, every $d$ and $M$"
    for letter, stands in risk.where.items():
        yield f"risk-letter-{_CASE[letter.name]}", f"{letter.name}={expanded(stands)}", f"in the risk of {of}"
    for key, value in model.parameters.items():
        body = rf"\frac{{d}}{{dt}}{named(key)}={latex(model.flow.velocity(value))}"
        yield f"flow-{_WORDS[key]}", body, f"gradient flow of {of}"
    for k, value in enumerate(conserved_quadratics(model.flow, tuple(model.parameters.values())), 1):
        yield f"invariant-{k}", latex(value), f"conserved along the flow of {of}"
    if name != "zwb/lsa":
        yield from _minimum(name, of)


def _minimum(name: str, of: str) -> Iterator[Formula]:
    shown = least(name).shown
    c = r"c=\frac{\operatorname{tr}(H\Psi)+\sigma^2}{M+1}"
    yield "least-risk", rf"\min R={latex(shown['minimum'])},\quad {c}", f"the least risk of {of}"
    key = "Gamma" if "Gamma" in shown else "B_1"
    yield "minimiser", rf"{named(key)}={latex(shown[key])},\quad {c}", f"where {of} attains it"
