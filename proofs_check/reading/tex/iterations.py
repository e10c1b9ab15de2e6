r"""Steps of an iteration, ``W_{t+1} = W_t - \eta\nabla L(W_t)``: the next point is made of this one, which is any.

Where a start is spoken of, this one is not any point: then nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ...errors import UserError
from ..specs import specified
from .defining import with_definitions
from .facts import function_named, relation_signs
from .flows import is_flow
from .gradient_flows import said_in_words
from .pieces import Piece
from .sources import Text, Unreadable, joined
from .spelled_letters import occurrences
from .supposed import Condition, Doubt, Entry, Fact

_STEP = re.compile(r"\s*([A-Za-z]|\\[A-Za-z]+)\s*_\s*\{\s*([a-z])\s*\+\s*1\s*\}\s*&?\s*(?=:?=)")
_STARTS = re.compile(r"(?:re)?initiali[sz]\w*|start(?:s|ed|ing)?")


def with_steps(items: Sequence[Piece], entries: Iterable[Entry]) -> list[Piece]:
    """Each step of a letter that is known, whose next value is not, as a definition of that."""
    facts = [entry for entry in entries if isinstance(entry, Fact)]
    known = {_plain(fact.letter) for fact in facts}
    made_of = {_plain(fact.letter) for fact in facts if ":=" in fact.text}
    out: list[Piece] = []
    for item in _with_sizes(items):
        made = _defining(item, known, made_of) if item.kind == "math" else item
        made_of |= {_plain(item.body.chars.partition(":=")[0])} if ":=" in item.text else set()
        if made is not item:
            kept = len(out)
            while kept and out[kept - 1].kind == "word" and out[kept - 1].text.lower() in _CALLED:
                kept -= 1
            out = out[:kept] if kept and out[kept - 1].text.lower() in _OPENS else out
        out.append(made)
    return out


_CALLED = frozenset({"the", "a", "iteration", "iterates", "iterations", "recursion", "scheme", "update", "updates",
                     "sequence", "gradient", "descent", "method", "algorithm"})  # fmt: skip
_OPENS = frozenset({"consider", "run", "study", "let", "analyze", "analyse"})
"""Before what an iteration is called, and its step."""


_STEP_SIZE = re.compile(r"with (?:(?:a|the|some) )?(?:(?:constant|fixed|positive) )?"
                        r"(?:step size|step-size|stepsize|step|learning rate) \d+(?= ,|$)")  # fmt: skip


def _with_sizes(items: Sequence[Piece]) -> list[Piece]:
    r"""``with constant step $\eta>0$``, behind a step, as ``and $\eta>0$``."""
    said = said_in_words(items)
    found = _STEP_SIZE.search(said)
    start = len(said[: found.start()].split()) if found is not None else 0
    if found is None or not start or items[start - 1].kind != "math" or not _STEP.match(items[start - 1].body.chars):
        return list(items)
    at = start + len(found[0].split()) - 1
    return [*items[:start], Piece("word", "and", items[start].body), *items[at:]]


def _defining(item: Piece, known: set[str], made_of: set[str]) -> Piece:
    found = _STEP.match(item.body.chars)
    if found is None or relation_signs(item.body.chars) != ["="]:
        return item
    base, index = found.groups()
    this = rf"{re.escape(base)}\s*_\s*(?:{index}(?![A-Za-z])|\{{\s*{index}\s*\}})"
    moved = re.search(this, item.body.chars[found.end() :]) and known & {base, f"{base}_{index}"}
    if not moved or f"{base}_{index}+1" in known or f"{base}_{index}" in made_of:
        return item
    sign = Text(":", (item.body.place(found.end()),))
    body = joined(item.body.part(0, found.end()), sign, item.body.part(found.end()))
    return replace(item, body=body, text=body.chars)


def with_this_point(said: Sequence[Entry], before: Sequence[Entry]) -> list[Entry]:
    """What a sentence says, and of a step the point that it starts from, which has the shape of its letter."""
    out: list[Entry] = []
    for entry in said:
        found = _STEP.match(f"{entry.letter} :=") if isinstance(entry, Fact) and ":=" in entry.text else None
        if found is not None and isinstance(entry, Fact):
            base, index = found.groups()
            facts = [e for e in (*before, *said) if isinstance(e, Fact)]
            met = any(isinstance(e, Condition) and not is_flow(e.body.chars) and occurrences(e.body.chars, base)[1]
                      and not (e.defines and function_named(e.body.chars.partition("=")[0].replace("&", " ")))
                      for e in (*before, *said))  # fmt: skip
            if not met and all(_plain(fact.letter) != f"{base}_{index}" for fact in facts):
                out += _of_shape(f"{base}_{index}", [fact.text for fact in facts if fact.letter == base], entry)
        out.append(entry)
    return out


def _of_shape(name: str, texts: Sequence[str], step: Fact) -> list[Entry]:
    try:
        found = list(specified("; ".join(texts)).values()) if texts else []
    except UserError:
        return []
    if len(found) != 1 or found[0].shape is None or found[0].law or found[0].body or found[0].traits:
        return []
    rows, columns = found[0].shape
    shape = "number" if (rows, columns) == (1, 1) else f"{rows} x {columns}"
    return [Fact(name, f"{name}: {shape}", step.place, fresh=True)]


def check_starts(facts: Sequence[Fact], entries: Sequence[Entry], body: Text) -> None:
    """That no start is spoken of where a step is in force.

    Raises:
        Unreadable: one is, in a formula, ``W_0``, or in a sentence that was not understood.
    """
    steps = [found[1] for fact in facts if ":=" in fact.text and (found := _STEP.match(f"{fact.letter} :="))]
    said = [body.chars, *(e.body.chars if isinstance(e, Condition) else e.text for e in entries
                          if isinstance(e, Condition | Fact))]  # fmt: skip
    for base in steps:
        start = re.compile(rf"(?<!\\){re.escape(base)}\s*(?:_\s*\{{?\s*\d|\(\s*0\s*\)|\^\s*\{{?\s*\(?\s*0)")
        words = any(isinstance(e, Doubt) and any(map(_STARTS.fullmatch, e.words.lower().split())) for e in entries)
        if words or any(map(start.search, said)):
            raise Unreadable(body.place(0), "of an iteration from a given start this is not read: state it for every "
                             f"point {base}")  # fmt: skip


def with_next_values(body: Text, entries: Sequence[Entry]) -> list[Entry]:
    r"""``u_{k+1}`` of ``u_k := A(x_k - x^\star)``, where the step to ``x_{k+1}`` is in force: of the next point."""
    facts = [entry for entry in with_definitions(entries) if isinstance(entry, Fact) and ":=" in entry.text]
    steps = {(found[1], found[2]) for fact in facts if (found := _STEP.match(f"{fact.letter} :="))}
    known = {_plain(fact.letter) for fact in facts}
    out = list(entries)
    for fact in facts:
        found = _INDEXED.fullmatch(_plain(fact.letter))
        if found is None or f"{found[1]}_{found[2]}+1" in known:
            continue
        base, index = found.groups()
        below = rf"_\s*(?:\{{\s*{index}\s*\}}|{index}(?![A-Za-z]))"
        right = fact.text.partition(":=")[2]
        moved = re.findall(rf"(\\[A-Za-z]+|[A-Za-z])\s*{below}", right)
        met = re.search(rf"{re.escape(base)}\s*_\s*\{{\s*{index}\s*\+\s*1\s*\}}", body.chars)
        alone = len(re.findall(rf"(?<![A-Za-z\\]){index}(?![A-Za-z])", right)) == len(moved)
        if met and moved and alone and all((one, index) in steps for one in moved):
            name = f"{base}_{{{index}+1}}"
            out.append(replace(fact, letter=name, text=f"{name} := {re.sub(below, f'_{{{index}+1}}', right).strip()}"))
    return out


def is_next(name: str, entries: Iterable[Entry]) -> bool:
    """Whether this is the next value of a letter with a formula: then an equation of it is no definition."""
    found = _STEP.match(f"{name} :=")
    told = {_plain(entry.letter) for entry in entries if isinstance(entry, Fact) and ":=" in entry.text}
    return found is not None and f"{found[1]}_{found[2]}" in told


_INDEXED = re.compile(r"(\\?[A-Za-z]+)_([a-z])")


def speaks_of_a_start(items: Sequence[Piece]) -> bool:
    return any(piece.kind == "word" and _STARTS.fullmatch(piece.text.lower()) for piece in items)


def _plain(letter: str) -> str:
    return re.sub(r"[\s{}]", "", letter)
