r"""`lemmata latex`: derived formulas and statements as macros that a paper can ``\input``.

Every formula becomes one macro for math mode; its name is made of the id, numbers spelled out:

>>> macro("zfb/lemma-17", "a"), macro("zfb/eq-31"), macro("zfb/section-5.1-nonconvex")
('zfbLemmaSeventeenA', 'zfbEqThirtyOne', 'zfbSectionFiveOneNonconvex')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..registry import Statement
from ..results import Result
from ..statement.props import Prop
from .render import latex

_SMALL = [
    "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
    "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
]  # fmt: skip
_TENS = ["Zero", "Ten", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"]
_LONG = 90
"""From this many characters on a chain is set with one relation a line."""
_RELATION = re.compile(r" (=|\\le|\\ge|<|>) ")

MODELS = {"lsa": "zfb/lsa", "zfb/lsa": "zfb/lsa"}
"""The models with derived formulas, by the names that the command accepts."""
PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb}
\usepackage[margin=1cm,landscape]{geometry}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
"""


@dataclass(frozen=True, slots=True)
class Formula:
    """One macro: its name, its body for math mode, and a line that says what it is."""

    name: str
    body: str
    title: str


def macro(id: str, part: str = "", reading: int = 0) -> str:
    """The macro's name: letters only, as TeX wants."""
    paper, label = id.split("/", 1)
    words = [_spelled(word) for word in re.findall(r"[A-Za-z]+|[0-9]+", label)]
    letter = "Reading" + _spelled(str(reading + 1)) if reading else ""
    return paper + "".join(words) + "".join(_spelled(w) for w in re.findall(r"[A-Za-z]+|[0-9]+", part)) + letter


def _spelled(word: str) -> str:
    if not word.isdigit():
        return word[:1].upper() + word[1:]
    value = int(word)
    if value < 20:
        return _SMALL[value]
    if value < 100:
        return _TENS[value // 10] + (_SMALL[value % 10] if value % 10 else "")
    return "".join(_SMALL[int(digit)] for digit in word)


def split_models(patterns: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The models and the ids among ``patterns``; without any pattern all models are meant.

    >>> split_models(["lsa", "zfb/lemma-17"])
    (('zfb/lsa',), ('zfb/lemma-17',))
    """
    models = tuple(dict.fromkeys(MODELS[p] for p in patterns if p in MODELS))
    return models if patterns else tuple(dict.fromkeys(MODELS.values())), tuple(p for p in patterns if p not in MODELS)


def derived_formulas(models: Sequence[str]) -> Iterator[Formula]:
    """What is derived from the models' definitions: loss, flow, minima, invariants, in the paper's symbols."""
    if not models:
        return
    from symbolic.latex import formulas

    for model in models:
        prefix = model.split("/", 1)[1]
        for name, body, title in formulas(model):
            yield Formula(prefix + name, body, f"{model}, derived: {title}")


def statement_formulas(statements: Sequence[Statement], results: Mapping[str, Result]) -> Iterator[Formula]:
    """The transcribed statements, rendered from the very trees that the witnesses read."""
    for s in statements:
        if s.claim is None:
            continue
        verdict = results[s.id].verdict.name if s.id in results else "not run yet"
        for part in s.claim.parts:
            for k, reading in enumerate(part.readings):
                place = (f" ({part.name})" if part.name else "") + (f" [{reading.name}]" if reading.name else "")
                yield Formula(macro(s.id, part.name, k), broken(reading.prop), f"{s.id}{place}: {s.source}; {verdict}")


def broken(prop: Prop) -> str:
    """The proposition, a long one with one conjunct and one relation a line."""
    pieces = latex(prop).split(r",\quad ") if prop.head == "and" else [latex(prop)]
    if sum(map(len, pieces)) < _LONG:
        return r",\quad ".join(pieces)
    return "\\begin{aligned}\n" + ",\\\\\n".join(_aligned(piece) for piece in pieces) + "\n\\end{aligned}"


def _aligned(piece: str) -> str:
    """One chain: aligned at its first relation, broken before the others where it is long and no bracket is open."""
    rows = [""]
    position = 0
    for match in _RELATION.finditer(piece):
        if _open(piece[: match.start()]):
            continue
        rows[-1] += piece[position : match.start()]
        position = match.start()
        if "&" in rows[-1] and len(piece) > _LONG:
            rows.append("")
        rows[-1] += " &" if "&" not in rows[-1] else ""
    rows[-1] += piece[position:]
    # A bracket at the start of a row would be read as the optional argument of the line break before it.
    return "\\\\\n".join(("{}" if row.startswith("[") else "") + (row if "&" in row else "&" + row) for row in rows)


def _open(text: str) -> bool:
    """Whether a brace, a growing bracket or an environment is open at the end of ``text``."""
    depth = text.count("{") - text.count("}") + text.count(r"\left") - text.count(r"\right")
    plain = text.count("(") - text.count(")")
    return depth > 0 or plain > 0 or text.count(r"\begin") > text.count(r"\end") or text.count(r"\|") % 2 == 1


def macros(formulas: Sequence[Formula]) -> str:
    r"""The file for ``\input``: one ``\newcommand`` each, the title as a comment before it."""
    return "\n".join(f"% {f.title}\n\\newcommand{{\\{f.name}}}{{%\n{f.body}}}\n" for f in formulas)


def standalone(formulas: Sequence[Formula]) -> str:
    """A document that compiles: every macro, shown under its title."""
    shown = "\n".join(f"{_escaped(f.title)}\n\\[\\{f.name}\\]\n" for f in formulas)
    return f"{PREAMBLE}{macros(formulas)}\\begin{{document}}\n{shown}\\end{{document}}\n"


def _escaped(text: str) -> str:
    """The title in text mode; sources may carry math of their own between dollar signs."""
    pieces = text.split("$")
    pieces[::2] = [re.sub(r"([&%#_{}])", r"\\\1", piece).replace("^", r"\^{}") for piece in pieces[::2]]
    return "$".join(pieces).replace("<=", r"$\le$").replace("||", r"$\|$")
