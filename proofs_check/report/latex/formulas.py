"""The macros: what is derived from the models, what the papers state, and what became of each statement."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from symbolic.typesetting.lines import WIDTH
from symbolic.typesetting.lines import broken as broken_lines

from ...catalogue import Registry, Statement
from ...errors import UserError
from ...results import Result
from ...statement.props import Prop
from ...statement.terms import Abbrev
from ..render import abbreviations, latex
from .names import Key, name_of, spelled_out
from .status import status, with_depth

MODELS = {"lsa": "zfb/lsa"} | {
    name: name for name in ("zfb/lsa", "zwb/ltb", "zwb/lsa", "zwb/gd-beta", "ccs/attention")
}
"""The models with derived formulas, by the names that the command accepts."""
WITH_ENTRIES = frozenset({"zfb/lsa"})
"""Those whose formulas are also typeset at fixed dimensions."""


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
    from symbolic.typesetting.formulas import formulas, formulas_at

    for model in models:
        fixed = [f for d in dict.fromkeys(dims) if model in WITH_ENTRIES for f in formulas_at(d, width)]
        for slug, body, title in (*formulas(model, width), *fixed):
            key = Key(f"{model}-{slug}")
            yield Formula(spelled_out(key.id), body, f"derived: {title}", key)


def derived_among(ids: Sequence[str], width: int = WIDTH) -> Iterator[Formula]:
    """The derived formulas with one of these ids; whatever is no such id is passed over."""
    wanted = set(ids)
    models = [model for model in dict.fromkeys(MODELS.values()) if any(id.startswith(f"{model}-") for id in ids)]
    dims = sorted({int(found[1]) for id in ids if (found := re.search(r"-dim-([1-9][0-9]?)$", id))})
    yield from (f for f in derived_formulas(models, dims, width) if f.key.id in wanted)


def statement_formulas(
    statements: Sequence[Statement], results: Mapping[str, Result], known: Registry, width: int = WIDTH,
    depths: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Iterator[Formula]:  # fmt: skip
    """The transcribed statements, rendered from the very trees that the witnesses read, and what became of them."""
    for s in statements:
        parts = s.claim.parts if s.claim else ()
        for part in parts:
            for k, reading in enumerate(part.readings, 1):
                place = (f" ({part.name})" if part.name else "") + (f" [{reading.name}]" if reading.name else "")
                key = Key(s.id, part.name, k)
                ours = " (formula reconstructed)" if s.claim and s.claim.reconstructed else ""
                yield Formula(name_of(key), broken(reading.prop, width), f"{s.source}{place}{ours}", key)
                if rules := abbreviations(reading.prop):
                    letters = replace(key, where=True)
                    yield Formula(name_of(letters), _rules(rules, width), f"{s.source}{place}: its letters", letters)
                if part.name or k > 1:
                    yield _status(Key(s.id, part.name, k, True), status(s, known, results, part.name, reading.name))
        yield _status(Key(s.id, status=True), with_depth(status(s, known, results), depths.get(s.id, ())))


def _rules(rules: Sequence[Abbrev], width: float) -> str:
    """What the letters stand for, a line each."""
    lines = [broken_lines(f"{latex(rule.sym)} = {latex(rule.body)}", width) for rule in rules]
    return lines[0] if len(lines) == 1 else "\\begin{gathered}\n" + "\\\\\n".join(lines) + "\n\\end{gathered}"


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


def broken(prop: Prop, width: float = WIDTH) -> str:
    """The proposition, one that is wider than ``width`` points over several lines."""
    return broken_lines(latex(prop), width)


def definition(f: Formula) -> str:
    return f"\\newcommand{{\\{f.name}}}{{%\n{f.body}}}\n"
