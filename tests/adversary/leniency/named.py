"""Leniencies that no pattern finds: what an enclosure adds, what a premise speaks of, how a sampler draws."""

from __future__ import annotations

import ast

from .guards import Guard, functions

_ODE, _SIGNS = "numeric/ode/enclosure.py", "proofs_check/proof/positivity.py"
NAMED: tuple[tuple[str, str, str, str], ...] = (
    (_ODE, "advance", "(widest + local).upper()", "widest.upper()"),
    (_ODE, "advance", "(radius * growth + local + rounding).upper()", "(radius * growth + rounding).upper()"),
    (_ODE, "advance", "(radius * growth + local + rounding).upper()", "(radius * growth + local).upper()"),
    (_ODE, "advance", "flow.parting_rate(box)", "flint.arb(-1)"),
    (_ODE, "advance", "flow.coefficients(box, order + 1)", "flow.coefficients(start, order + 1)"),
    (_ODE, "Step.at", "_horner(c, s) + spread", "_horner(c, s)"),
    ("numeric/prompts.py", "draw", "rng.standard_normal((n, d)) @ root.T", "rng.standard_normal((n, d)) @ root"),
    ("numeric/prompts.py", "draw", "rng.standard_normal((n, d))", "1.05 * rng.standard_normal((n, d))"),
    ("numeric/prompts.py", "draw_given", "root.transpose(0, 2, 1)", "root"),
    ("numeric/statistics.py", "catoni_radius", "2 * variance * level", "variance * level"),
    (_SIGNS, "SignAlgebra._expect", "self._knowing(())", "self"),
    (_SIGNS, "SignAlgebra._over_indices", "self._knowing((p for p in self.premises if free_of(p, indices)))", "self"),
    (_SIGNS, "SignAlgebra._over_indices", "min(sign, NN)", "sign"),
)
"""File, function, an expression as ``ast.unparse`` writes it, and what stands in its place."""


def named_changes(tree: ast.Module, file: str) -> list[Guard]:
    """The changes of this file; each expression must occur, or the list is out of date."""
    bodies = dict(functions(tree.body, ""))
    found = []
    for where, old, new in [change[1:] for change in NAMED if change[0] == file]:
        function = bodies[where]
        inside = (n for n in ast.walk(function) if isinstance(n, (ast.expr, ast.stmt)))
        node = next((n for n in inside if ast.unparse(n) == old), None)
        assert node is not None, f"{file}::{where} has no {old!r}"

        def change(node: ast.AST = node, new: str = new) -> None:
            other: ast.AST = ast.parse(new).body[0]
            if isinstance(node, ast.expr):
                assert isinstance(other, ast.Expr)
                other = other.value
            ast.copy_location(other, node)
            node.__class__ = other.__class__
            node.__dict__.update(other.__dict__)

        found.append(Guard(file, where, node.lineno, f"{old} becomes {new}", change))
    return found
