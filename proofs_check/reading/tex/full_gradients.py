r"""``\|\nabla L(u, v)\|^2`` of a function of several letters: the sum over its letters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .facts import function_named, names_in
from .sources import Text
from .supposed import Condition, Entry, Fact

_OPEN = r"(?:\\left\s*)?(?:\\\||\\lVert|\\Vert)"
_CLOSE = r"(?:\\right\s*)?(?:\\\||\\rVert|\\Vert)"
_NORM = re.compile(
    rf"{_OPEN}\s*\\nabla\s*(?P<of>(?:\\[A-Za-z]+\s*\{{\s*\w+\s*\}}|\\[A-Za-z]+(?:\s+[A-Za-z](?![A-Za-z]))?|[A-Za-z])"
    rf"(?:_\w|_\{{\w+\}})?)\s*(?P<at>\([^()]*\))?\s*{_CLOSE}\s*(?P<kind>_\s*(?:\{{[^{{}}]*\}}|\w|\\\w+\s*\{{?\w\}}?))?\s*"
    r"\^\s*(?:2|\{\s*2\s*\})"
)


def with_full_gradients(body: Text, entries: Sequence[Entry]) -> Text:
    """The formula, the square of the norm of such a gradient as a sum."""
    functions = _functions(entries)
    chars, places, last = "", [], 0
    for found in _NORM.finditer(body.chars):
        of, at = found["of"], found["at"] or ""
        letters = functions.get(_bare(of), ())
        if len(letters) < 2 or (at and _bare(at) != f"({','.join(map(_bare, letters))})"):
            continue
        if _bare(found["kind"] or "") not in ("", "_2", "_F", "_\\mathrmF"):
            continue
        norms = (rf"\|\nabla_{{{letter}}} {of}({', '.join(letters)})\|_F^2" for letter in letters)
        made = rf"\left({' + '.join(norms)}\right)"
        chars += body.chars[last : found.start()] + made
        places += [*body.places[last : found.start()], *[body.place(found.start())] * len(made)]
        last = found.end()
    return Text(chars + body.chars[last:], (*places, *body.places[last:])) if last else body


def _functions(entries: Sequence[Entry]) -> dict[str, tuple[str, ...]]:
    """The letters of each function with a formula, by its name."""
    out: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        told = entry.letter if isinstance(entry, Fact) and ":=" in entry.text else ""
        if isinstance(entry, Condition) and entry.defines:
            told = entry.body.chars.partition("=")[0].replace("&", " ").strip()
        if told and function_named(told) is not None:
            name, _, rest = told.partition("(")
            out[_bare(name)] = names_in(rest.strip().removesuffix(")")) or ()
    return out


def _bare(source: str) -> str:
    return re.sub(r"[\s{}]", "", source)
