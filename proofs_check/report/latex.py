r"""`lemmata latex`: derived formulas, transcribed statements and what became of them, as macros for a paper.

Every formula is one macro for math mode, every status one for text mode; how they are named is in :mod:`.latex_names`,
what the file looks like in :mod:`.latex_file`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import UserError
from ..registry import Registry, Statement
from ..results import Result
from ..statement.props import Prop
from .latex_names import Key, name_of, spelled_out
from .latex_status import status
from .render import latex

_LONG = 90
"""From this many characters on a chain is set with one relation a line."""
_RELATION = re.compile(r" (=|\\le|\\ge|<|>) ")

WIDTH = 345
"""The width of the text of LaTeX's article class, in points."""
MODELS = {"lsa": "zfb/lsa", "zfb/lsa": "zfb/lsa"}
"""The models with derived formulas, by the names that the command accepts."""


@dataclass(frozen=True, slots=True)
class Formula:
    """One macro: its name, its body (text where ``key`` is of a status, else math), and a line that says what it is."""

    name: str
    body: str
    title: str
    key: Key


def split_models(patterns: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The models and the ids among ``patterns``; without any pattern all models are meant.

    >>> split_models(["lsa", "zfb/lemma-17"])
    (('zfb/lsa',), ('zfb/lemma-17',))
    """
    models = tuple(dict.fromkeys(MODELS[p] for p in patterns if p in MODELS))
    return models if patterns else tuple(dict.fromkeys(MODELS.values())), tuple(p for p in patterns if p not in MODELS)


def derived_formulas(models: Sequence[str], dims: Sequence[int] = (), width: int = WIDTH) -> Iterator[Formula]:
    """What is derived from the models' definitions, in the paper's symbols: for every d, and at the ``dims``."""
    if not models:
        return
    from symbolic.latex import formulas

    for model in models:
        for slug, body, title in formulas(model, width):
            key = Key(f"{model}-{slug}")
            yield Formula(spelled_out(key.id), body, f"{model}, derived: {title}", key)


def derived_among(ids: Sequence[str], width: int = WIDTH) -> Iterator[Formula]:
    """The derived formulas with one of these ids; whatever is no such id is passed over."""
    wanted = set(ids)
    models = [model for model in dict.fromkeys(MODELS.values()) if any(id.startswith(f"{model}-") for id in ids)]
    dims = sorted({int(found[1]) for id in ids if (found := re.search(r"-dim-([1-9][0-9]?)$", id))})
    yield from (f for f in derived_formulas(models, dims, width) if f.key.id in wanted)


def statement_formulas(
    statements: Sequence[Statement], results: Mapping[str, Result], known: Registry, width: int = WIDTH
) -> Iterator[Formula]:
    """The transcribed statements, rendered from the very trees that the witnesses read, and what became of them."""
    for s in statements:
        parts = s.claim.parts if s.claim else ()
        for part in parts:
            for k, reading in enumerate(part.readings, 1):
                place = (f" ({part.name})" if part.name else "") + (f" [{reading.name}]" if reading.name else "")
                key = Key(s.id, part.name, k)
                yield Formula(name_of(key), broken(reading.prop, width), f"{s.source}{place}", key)
                if part.name or k > 1:
                    yield _status(Key(s.id, part.name, k, True), status(s, known, results, part.name, reading.name))
        yield _status(Key(s.id, status=True), status(s, known, results))


def _status(key: Key, text: str) -> Formula:
    return Formula(name_of(key), text, "", key)


def checked(formulas: Sequence[Formula]) -> tuple[Formula, ...]:
    """The formulas, no two of the same name; raises :class:`UserError` otherwise."""
    seen: dict[str, Formula] = {}
    for f in formulas:
        other = seen.setdefault(f.name, f)
        if other is not f:
            raise UserError(
                f"{other.key} and {f.key} give the same macro \\{f.name}: rename one of them, or write two files."
            )
    return tuple(formulas)


def broken(prop: Prop, width: int = WIDTH) -> str:
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
    r"""One ``\newcommand`` each, the title as a comment before it."""
    return "\n".join(f"% {f.title or f.key}\n{definition(f)}" for f in formulas)


def definition(f: Formula) -> str:
    return f"\\newcommand{{\\{f.name}}}{{%\n{f.body}}}\n"
