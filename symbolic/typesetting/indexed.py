r"""LaTeX of values with indices, as :math:`\sum_{i,j}\mathbb E[\lambda_{\tau,i}\lambda_{\tau,j}^2][U_{11}]_{ji}^2`.

Bound indices are named i, j, k, ... after the normal form; of a matrix the entry at i, j is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ..indexed.factors import Factor, Index, Mono
from ..indexed.matrices import AnyIndexed
from ..indexed.values import Indexed
from ..words import Scalar
from ..words.letters import Exponent
from .words import NAMES, join, latex

_LETTERS = "ijklmnpqrst"
_TEX = {
    **NAMES, "lam_tau": r"\lambda_\tau", "lam_new": r"\lambda_{new}", "Lam_tau": r"\Lambda_\tau",
    "Lam_new": r"\Lambda_{new}",
}
_PER_LINE = 2
"""So many terms of a long sum stand on one line."""

Names = Mapping[tuple[int, str], str]


def typeset(value: AnyIndexed, name: str = "") -> str:
    r"""``value`` in LaTeX for math mode, ``name =`` in front where one is given; of a matrix its entry at i, j."""
    if isinstance(value, Indexed):
        return _sum(value, _names(value, ()), f"{name} = " if name else "")
    ends = [letter for index, letter in ((value.row, "i"), (value.col, "j")) if index[2] != 1]
    marks = {index[:2]: letter for index, letter in ((value.row, "i"), (value.col, "j")) if index[2] != 1}
    front = (rf"\bigl[{name}\bigr]_{{{''.join(ends)}}} = ") if name else ""
    return _sum(value.body, {**_names(value.body, ends), **marks}, front)


def _names(value: Indexed, taken: tuple[str, ...] | list[str]) -> Names:
    """A letter for each bound index, in the order in which they are met."""
    letters = [x for x in _LETTERS if x not in taken]
    found: dict[tuple[int, str], str] = {}

    def visit(mono: Mono) -> None:
        for f, _ in mono:
            if f.kind == "sum":
                for index in f.args[0]:
                    found.setdefault(index[:2], letters[len(found)] if len(found) < len(letters) else f"i_{len(found)}")
            if f.kind in {"sum", "mean"}:
                visit(f.args[1])
            elif f.kind in {"poly", "call"}:
                for inside in f.args:
                    for m in getattr(inside, "body", inside).terms:
                        visit(m)

    for mono in value.terms:
        visit(mono)
    return found


def _sum(value: Indexed, names: Names, front: str = "") -> str:
    pieces = sorted((_term(mono, Scalar({(): c}), names) for mono, c in value.terms.items()), key=_order)
    signed = [p if k == 0 or p.startswith("-") else "+" + p for k, p in enumerate(pieces)] or ["0"]
    if len(signed) <= 2 * _PER_LINE:
        return front + "".join(signed)
    rows = ["".join(signed[k : k + _PER_LINE]) for k in range(0, len(signed), _PER_LINE)]
    return "\\begin{aligned}\n" + (front.replace("=", "={}&") or "&") + "\\\\\n&".join(rows) + "\n\\end{aligned}"


def _order(piece: str) -> tuple[bool, int, str]:
    return piece.startswith("-"), len(piece), piece


def _term(mono: Mono, coefficient: Scalar, names: Names) -> str:
    """A coefficient times factors; reciprocals of sums stand below a fraction line."""
    c = latex(coefficient)
    above = [_power(f, e, names) for f, e in _sorted(mono) if e > 0]
    below = [_power(f, -e, names) for f, e in _sorted(mono) if e < 0]
    if not above and not below:
        return c[1:-1] if c.startswith("(") and c.endswith(")") and c.count("(") == 1 else c
    front = "" if c == "1" else "-" if c == "-1" else c
    if not below:
        return join(front, *above)
    # What is summed over stands behind a fraction, not on it.
    sums = [_power(f, e, names) for f, e in _sorted(mono) if e > 0 and f.kind == "sum"]
    top = join(*above[: len(above) - len(sums)])
    if r"\frac" not in c:
        sign, c = ("-", c[1:]) if c.startswith("-") else ("", c)
        top, front = join(*([] if c == "1" and top else [c]), top), sign
    if len(below) > 1:
        below = [rf"\bigl({body}\bigr)" if "+" in body and not body.startswith(r"\bigl(") else body for body in below]
    return join(front, rf"\frac{{{top or '1'}}}{{{join(*below)}}}", *sums)


def _sorted(mono: Mono) -> list[tuple[Factor, Exponent]]:
    """Scalars first, then entries, means and sums last: a sum's sign would swallow what follows."""
    rank = {"symbol": 0, "delta": 1, "mean": 2, "entry": 3, "poly": 4, "call": 5, "sum": 6}
    return sorted(mono, key=lambda pair: (rank.get(pair[0].kind, 9), pair[0].key))


def _power(f: Factor, e: Exponent, names: Names) -> str:
    body = _factor(f, names)
    if f.kind == "sum" and e != 1:
        body = rf"\Bigl({body}\Bigr)"
    if f.kind == "poly" and (e != 1 or len(f.args[0].terms) > 1):
        body = rf"\bigl({body}\bigr)" if e != 1 else body
    return body if e == 1 else rf"\sqrt{{{body}}}" if Fraction(e) == Fraction(1, 2) else f"{body}^{{{e}}}"


def _factor(f: Factor, names: Names) -> str:
    if f.kind == "symbol":
        return _TEX.get(f.name, f.name)
    if f.kind == "delta":
        return rf"\delta_{{{_indices(f.indices, names)}}}"
    if f.kind == "entry":
        return _entry(_TEX.get(f.name, f.name), _indices(f.indices, names))
    if f.kind == "sum":
        bound = ",".join(names[index[:2]] for index in f.args[0])
        return rf"\sum_{{{bound}}}{_term(f.args[1], Scalar.of(1), names)}"
    if f.kind == "mean":
        return rf"\mathbb E[{_term(f.args[1], Scalar.of(1), names)}]"
    inner = ", ".join(_sum(getattr(v, "body", v), names) for v in f.args)
    return inner if f.kind == "poly" else rf"\operatorname{{{f.name.replace('_', ' ')}}}({inner})"


def _indices(indices: tuple[Index, ...], names: Names) -> str:
    return "".join(names.get(index[:2], index[1]) for index in indices)


def _entry(tex: str, indices: str) -> str:
    r""":math:`\lambda_{\tau,i}` for one index after a subscript, :math:`[U_{11}]_{ij}` for two."""
    if not indices:
        return tex
    base, _, sub = tex.partition("_")
    if not sub:
        return f"{tex}_{{{indices}}}"
    return f"{base}_{{{sub.strip('{}')},{indices}}}" if len(indices) == 1 else f"[{tex}]_{{{indices}}}"
