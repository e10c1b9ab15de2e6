"""Derived expressions as plain data that show themselves: one formula a line on a terminal, typeset in a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .typesetting import attention_entries

_SHOWN_ELSEWHERE = ("schema", "model", "what", "dim", "expression", "symbols", "latex")
_LETTERS = {
    "U11": "U_{11}", "u12": "u_{12}", "u21": "u_{21}", "u_-1": "u_{-1}", "Lam": r"\Lambda", "Theta": r"\Theta",
    "sigma": r"\sigma", "mu": r"\mu", "minimum": r"\min L", "gradient_U11": r"\frac{\partial L}{\partial U_{11}}",
    "beta_star": r"\beta^*", "beta": r"\beta", "Gamma": r"\Gamma", "H": "H", "Psi": r"\Psi", "w_1": "w_1", "u_1": "u_1",
    "B_1": "B_1", "b": "b", "s": "s",
}
LONGEST = 5_000
"""Expressions of more characters than this are not typeset: nobody reads them, and SymPy takes minutes."""
_TERMS = 8
"""So many terms of a sum at a fixed dimension stand on one line."""


class Derived(dict[str, Any]):
    """What :func:`symbolic.derive.derive` returns: a dictionary that JSON takes as it is."""

    def __repr__(self) -> str:
        return "\n".join(lines(self))

    def _repr_latex_(self) -> str | None:
        tex = self.tex()
        return None if tex is None else rf"$\displaystyle {tex}$"

    def tex(self, name: str = "") -> str | None:
        """All formulas in LaTeX, one a line, ``name`` in front of those without one; None where they are too long."""
        if self["dim"] is None:
            rows = [front + tex for front, tex in _flat(self["latex"], name, self["what"])]
        elif sum(len(text) for _, text in _formulas_at(self, name)) > LONGEST:
            return None
        else:
            rows = list(_rows(self, name))
        if len(rows) == 1:
            return rows[0]
        return "\\begin{aligned}\n" + "\\\\\n".join("&" + row for row in rows) + "\n\\end{aligned}"


def lines(data: Mapping[str, Any]) -> Iterator[str]:
    """The derived formulas, and what else the derivation says of them."""
    length = next((name for name in ("M", "n") if name in data["symbols"]), "N")
    scope = f"every d and {length}" if data["dim"] is None else f"d = {data['dim']}"
    yield f"{data['model']}, {data['what']}, {scope}"
    if "groups" in data:
        yield from _in_groups(data)
    else:
        yield from _layer_by_layer(data["steps"]) if "steps" in data else _formulas(data["expression"], "")
    for key, value in data.items():
        if key not in _SHOWN_ELSEWHERE and isinstance(value, (str, int, float)):
            yield f"{key}: {value}"


def _in_groups(data: Mapping[str, Any]) -> Iterator[str]:
    """The sum group by group, and what their letters stand for: written out it is a wall."""
    for sign, group in zip([" ", *"+" * len(data["groups"])], data["groups"], strict=False):
        body = f"E[{group['expression']}]" if group["mean_over_tasks"] else group["expression"]
        yield f"  {sign} {body}    ({group['name']})"
    for name, held in data["where"].items():
        yield f"  where {name} = {held['expression']}"
    if any(group["mean_over_tasks"] for group in data["groups"]):
        yield "  E is the mean over the task, beta_tilde ~ N(beta_star, Psi)"
    yield "written out: --json"


def _layer_by_layer(steps: Mapping[str, Any]) -> Iterator[str]:
    """What every layer adds, in the entries of the one before: written out a pass of two layers fills pages."""
    for name, value in steps.items():
        if isinstance(value, str):
            yield f"  {name} = {value}"
        elif name == "Z0":
            yield f"  {name} = [{', '.join('[' + ', '.join(row) + ']' for row in value)}]"
        else:
            for i, row in enumerate(value, 1):
                yield from (f"  {name}_{i}_{j} = {entry}" for j, entry in enumerate(row, 1))
    if "Z2" in steps:
        yield "every layer in the entries of the prompt: --json, or read_back"


def _formulas(expression: Any, name: str) -> Iterator[str]:
    if isinstance(expression, Mapping):
        for key, value in expression.items():
            yield from _formulas(value, f"{name}.{key}" if name else str(key))
    elif isinstance(expression, (list, tuple)):
        for k, value in enumerate(expression, 1):
            yield from _formulas(value, f"{name}[{k}]")
    else:
        yield f"  {name} = {expression}" if name else f"  {expression}"


# Formulas at a fixed dimension ---------------------------------------------------------------------------

def _flat(expression: Any, name: str, what: str = "") -> Iterator[tuple[str, str]]:
    """``name =`` and text of each formula; a matrix or vector gives its entries."""
    if isinstance(expression, Mapping):
        for key, value in expression.items():
            yield from _flat(value, rf"\frac{{d}}{{dt}}{_named(key)}" if what == "flow" else _named(key))
    elif isinstance(expression, (list, tuple)):
        several = len(expression) > 1 and bool(name)
        for k, value in enumerate(expression, 1):
            yield from _flat(value, _indexed(name, k) if several else name)
    else:
        yield (f"{name} = " if name else ""), expression


def _named(key: str) -> str:
    r"""A key of a derivation in LaTeX: a symbol, a product of two, or a word."""
    return "".join(_LETTERS.get(part, rf"\text{{{part.replace('_', ' ')}}}") for part in key.split("*"))


def _indexed(name: str, k: int) -> str:
    return f"{name[:-1]}{k}}}" if name.startswith("[") else f"[{name}]_{{{k}}}"


def _formulas_at(data: Mapping[str, Any], name: str) -> Iterator[tuple[str, str]]:
    return attention_entries.rows(data, name) if _of_attention(data) else _flat(data["expression"], name, data["what"])


def _of_attention(data: Mapping[str, Any]) -> bool:
    return bool(data["model"] == "ccs/attention")


def _rows(data: Mapping[str, Any], name: str) -> Iterator[str]:
    """Sums broken after every few terms, a common denominator in front."""
    import sympy

    named = attention_entries.tex_names(data) if _of_attention(data) else _tex_names(data["symbols"], data["dim"])
    symbols: dict[str, Any] = {key: sympy.Symbol(key) for key in named}
    names = {symbols[key]: tex for key, tex in named.items()}
    symbols |= {key: sympy.Function(attention_entries.function(key)) for key in data.get("functions", ())}
    for front, text in _formulas_at(data, name):
        value = sympy.sympify(text, symbols)
        over, below = sympy.fraction(value)
        terms = over.as_ordered_terms()
        if len(terms) <= _TERMS:
            yield front + sympy.latex(value, symbol_names=names)
            continue
        sums = [sympy.Add(*terms[k : k + _TERMS]) for k in range(0, len(terms), _TERMS)]
        lines = [sympy.latex(part, symbol_names=names) for part in sums]
        if below != 1:
            lines[0] = rf"\frac{{1}}{{{sympy.latex(below, symbol_names=names)}}}\Bigl[{lines[0]}"
            lines[-1] += r"\Bigr]"
        yield front + lines[0]
        yield from (rf"\qquad {'' if line.startswith('-') else '+'}{line}" for line in lines[1:])


def _tex_names(symbols: Mapping[str, Any], dim: int) -> dict[str, str]:
    """Names of entries in LaTeX: ``[U_{11}]_{12}``, without indices at d = 1."""

    def entries(grid: Any, tex: str, index: str) -> Iterator[tuple[str, str]]:
        if isinstance(grid, str):
            bracketed = f"[{tex}]" if "_" in tex else tex
            yield grid, f"{bracketed}_{{{index}}}" if index and dim > 1 else tex
        else:
            for i, row in enumerate(grid, 1):
                yield from entries(row, tex, f"{index}{i}")

    return {entry: tex for key, grid in symbols.items() for entry, tex in entries(grid, _LETTERS.get(key, key), "")}
