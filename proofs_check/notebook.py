r"""For notebooks: ``show`` typesets whatever the library works with, ``check`` examines a claim in one word.

>>> from proofs_check.papers.zfb.lemma_17 import lemma_17
>>> show(lemma_17.part("a").readings[0].prop)
u₋₁² = tr(U₁₁ U₁₁ᵀ)   for all t ≥ 0

Nothing is computed by ``show`` but the print: formulas come from the trees that witnesses read and from derived values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .claim import Claim
from .errors import UserError
from .registry import Statement, load
from .results import Result
from .statement.props import Prop
from .statement.terms import Term
from .verdict import OPEN
from .witnesses import NAMES, Context

if TYPE_CHECKING:
    from symbolic.words import Value


@dataclass(frozen=True)
class Shown:
    """What a cell displays: ``markdown`` with formulas where the front end draws them, ``text`` elsewhere."""

    text: str
    markdown: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.markdown


def check(what: str | Claim, *, only: tuple[str, ...] = (), context: Context | None = None) -> Result:
    """Examine a claim by its witnesses, nothing reused: one of the library by its id, or one just written.

    ``only`` names the witnesses to ask; by default all that apply.  Raises :class:`UserError` for an unknown id or
    witness.
    """
    from .options import witness_names
    from .runner import applicable, examine, run

    only = witness_names(only, NAMES)

    asked = context or Context()
    if isinstance(what, Claim):
        return examine(what, applicable(Statement(what.id, None, what), only), asked)
    known = load()
    return run([known.find(what)], asked, known=known, only=only)[what]


def show(value: object, name: str = "") -> Shown:
    r"""``value`` typeset, as ``name = value`` where a name is given (in LaTeX, for math mode).

    Values: derived ones (scalars and matrices on words, or the data of :func:`symbolic.derive.derive`), statements
    (terms, propositions, claims), and results of :func:`check`.  Raises :class:`UserError` for anything else.
    """
    if isinstance(value, Claim):
        return _claim(value)
    if isinstance(value, Result):
        return _result(value)
    if isinstance(value, (Term, Prop)):
        from .report import latex, render

        tex = latex.broken(value) if isinstance(value, Prop) else render.latex(value)
        return _formula(name, tex, render.plain(value))
    if isinstance(value, Mapping) and "expression" in value and "symbols" in value:
        return _derived(value, name)
    return _words(value, name)


def _formula(name: str, tex: str, text: str) -> Shown:
    front = f"{name} = " if name else ""
    return Shown(front + text, f"$$\n{front}{tex}\n$$")


def _words(value: Any, name: str) -> Shown:
    from symbolic.typeset import broken
    from symbolic.words import Matrix, Scalar

    if not isinstance(value, (Scalar, Matrix)):
        kinds = "derived values, terms, propositions, claims, results"
        raise UserError(f"show cannot typeset {type(value).__name__} {value!r}: pass one of {kinds}.")
    shown: Value = value
    return _formula(name, broken(shown), repr(value))


# Polynomials at a fixed dimension ------------------------------------------------------------------------

def _derived(data: Mapping[str, Any], name: str) -> Shown:
    """The expressions of ``derive`` at a fixed dimension, in the paper's symbols, one a line."""
    import sympy

    tex_names = _tex_names(data["symbols"], data["dim"])
    symbols = {key: sympy.Symbol(key) for key in tex_names}
    names = {symbols[key]: tex for key, tex in tex_names.items()}
    lines = list(_texts(data["expression"], name))
    tex = [front + sympy.latex(sympy.sympify(text, symbols), symbol_names=names) for front, text in lines]
    plain = "\n".join(front + text for front, text in lines)
    return Shown(plain, "$$\n\\begin{gathered}\n" + "\\\\\n".join(tex) + "\n\\end{gathered}\n$$")


def _texts(expression: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(expression, Mapping):
        for key, value in expression.items():
            yield from _texts(value, key)
    elif isinstance(expression, (list, tuple)):
        for value in expression:
            yield from _texts(value, name)
    else:
        yield (f"{name} = " if name else ""), expression


_LETTERS = {"U11": "U_{11}", "u12": "u_{12}", "u21": "u_{21}", "u_-1": "u_{-1}", "Lam": r"\Lambda", "N": "N"}


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


# Claims and what became of them --------------------------------------------------------------------------

def _claim(claim: Claim) -> Shown:
    """The statement as printed, and under it the transcription, rendered from the tree."""
    from .report import latex, render

    text = [f"{claim.id}  {claim.source}"]
    markdown = [f"**{claim.id}** · {claim.source}\n\n> {_one_line(claim.printed)}\n"]
    for part in claim.parts:
        for reading in part.readings:
            place = _place(part.name, reading.name)
            text.append(f"{place}{render.plain(reading.prop)}")
            markdown.append(f"{place}\n$$\n{latex.broken(reading.prop)}\n$$")
    return Shown("\n".join(text), "\n".join(markdown))


def _result(result: Result) -> Shown:
    """The verdict on each part and by whom, with what else is worth knowing; neither times nor figures."""
    lines = [f"{result.id}: {result.verdict.name}, {result.verdict.sentence}"]
    rows = []
    for decided in result.parts:
        by = [w for w in result.witnesses if (w.part, w.reading) == (decided.part, decided.reading)]
        names = ", ".join(w.name for w in by if w.verdict not in OPEN) or "none"
        place = _place(decided.part, decided.reading).strip()
        lines.append("  " + "  ".join(filter(None, (place, decided.verdict.name, decided.scope, f"by {names}"))))
        rows.append(f"| {' | '.join(map(_cell, (place, decided.verdict.name, decided.scope, names)))} |")
    notes = list(_notes(result))
    table = "\n".join(["| part | verdict | scope | by |", "|---|---|---|---|", *rows])
    listed = "\n".join(f"- {_cell(note)}" for note in notes)
    text = "\n".join([*lines, *(f"  {note}" for note in notes)])
    return Shown(text, f"**{result.id}**: **{result.verdict.name}**, {result.verdict.sentence}\n\n{table}\n\n{listed}")


def _notes(result: Result) -> Iterator[str]:
    if result.counterexample:
        yield f"counterexample: {result.counterexample}"
    if result.printed_proof:
        yield f"the printed proof: {result.printed_proof}"
        yield from (w.sentence for w in result.witnesses if w.figures.get("printed_proof", "follows") != "follows")
    facts = dict.fromkeys(str(f) for w in result.witnesses for f in w.figures.get("rests_on", ()))
    if facts:
        yield f"the proof rests on: {', '.join(facts)}"
    if result.unused_hypotheses:
        yield f"hypotheses that the proof never uses: {'; '.join(result.unused_hypotheses)}"
    answered = {w.name for w in result.witnesses if w.verdict not in OPEN}
    silent = [name for name in dict.fromkeys(w.name for w in result.witnesses) if name not in answered]
    if silent:
        yield f"no answer from: {', '.join(silent)}"
    yield from result.defects


def _place(part: str, reading: str) -> str:
    return (f"({part}) " if part else "") + (f"[{reading}] " if reading else "")


def _one_line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)


def _cell(text: str) -> str:
    """Text that a Markdown table takes as it is."""
    return re.sub(r"([|*_<>\[\]])", r"\\\1", text)
