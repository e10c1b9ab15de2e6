r"""``Let $\lambda_1\ge\dots\ge\lambda_d$ be the eigenvalues of $A$``: ``\lambda_i`` stands for ``\lambda_i(A)``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .facts import names_in
from .gradient_flows import said_in_words
from .labels import tokens_of
from .pieces import Piece
from .sources import Text, Unreadable, joined
from .supposed import Condition, Entry, Fact, Spectrum

_LETTER = r"(?:\\?[A-Za-z]+)"
_DOTS = r"\\[lc]?dots[bcmo]?(?![A-Za-z])"
_LISTED = re.compile(
    rf"\s*(?P<base>{_LETTER})\s*_\s*\{{?\s*1\s*\}}?\s*(?P<sign>,|\\geq?(?![A-Za-z])|\\geqslant|>)"
    rf"(?:\s*(?P=base)\s*_\s*\{{?\s*2\s*\}}?\s*(?P=sign))?\s*{_DOTS}\s*(?P=sign)\s*"
    r"(?P=base)\s*_\s*(?:\{\s*(?P<long>\w)\s*\}|(?P<last>\w))\s*(?P<bound>(?:>|\\geq?(?![A-Za-z]))\s*0)?\s*"
)
_OF = re.compile(
    r"(?P<before>(?:the )?eigenvalues )?(?P<is>\d+)(?(before)| (?:(?:be|are|denote|denotes|for|being) )?"
    r"(?:the |its )(?:\w+ )?eigenvalues)(?: of (?P<of>\d+))?(?= ,|$| and| then)"
)


@dataclass(frozen=True)
class Noted(Piece):
    """A formula of a sentence, with what is said by it and the words around."""

    entries: tuple[Entry, ...] = ()


def with_noted_spectra(items: Sequence[Piece]) -> list[Piece]:
    """The sentence without the words around a list of eigenvalues: the list stands last, with what it says."""
    said = said_in_words(items)
    for found in _OF.finditer(said):
        at = int(found["is"])
        listed = _LISTED.fullmatch(items[at].body.chars)
        start, end = len(said[: found.start()].split()), len(said[: found.end()].split())
        named = [k for k in range(start) if items[k].kind == "math"][-1:]
        of = items[int(found["of"])] if found["of"] else items[named[0]] if named else None
        if listed is None or of is None:
            continue
        matrix = _matrix(of.body.chars, whole=bool(found["of"]))
        if not matrix:
            continue
        place = items[at].body.place(0)
        last = listed["long"] or listed["last"]
        entries: list[Entry] = [Spectrum(listed["base"], matrix, last, listed["sign"] != ",", place)]
        if listed["bound"]:
            sign = "\\succ" if ">" in listed["bound"] else "\\succeq"
            chars = f"{matrix} {sign} 0"
            entries.append(Condition(Text(chars, (place,) * len(chars))))
        return [*_left(items, start, end), Noted("math", items[at].text, items[at].body, entries=tuple(entries))]
    return list(items)


def _matrix(chars: str, *, whole: bool) -> str:
    """The letter of the matrix: a formula that is one, or the letters at the start of a declaration, one of them."""
    left = chars if whole else re.split(r"\\in(?![A-Za-z])|\\succ|=", chars)[0]
    names = names_in(left)
    return names[0] if names is not None and len(names) == 1 else ""


def _left(items: Sequence[Piece], start: int, end: int) -> list[Piece]:
    """What is left: without the opener of the list, where that has nothing else to open."""
    before = list(items[:start])
    words = {"let", "and", "with", "having", "denote", "by", "we", "where", "has", "have", "whose", "write", ","}
    while before and (before[-1].text.lower() in words or before[-1].kind == "comma"):
        before.pop()
    behind = list(items[end:])
    if not before:
        while behind and (behind[0].kind == "comma" or behind[0].text.lower() == "and"):
            behind.pop(0)
    return [*before, *behind]


def with_spectra(body: Text, entries: Sequence[Entry]) -> tuple[Text, list[Entry]]:
    r"""The formula, and what is supposed, with ``\lambda_i(A)`` in the place of ``\lambda_i``."""
    told = [(k, entry) for k, entry in enumerate(entries) if isinstance(entry, Spectrum)]
    kept: list[Entry] = [entry for entry in entries if not isinstance(entry, Spectrum)]
    for k, one in {entry.base: (k, entry) for k, entry in told}.values():
        before = next((e.of for _, e in told if e.base == one.base), one.of)
        anew = any(isinstance(e, Fact) and e.fresh and e.letter == one.of for e in entries[k + 1 :])
        used = any(tok.text == one.base for tok in tokens_of(body.chars))
        if used and (anew or before != one.of):
            raise Unreadable(body.place(0), f"the eigenvalues of which {one.of}? Say it again", "AMBIGUOUS")
        body = joined(*_written_out(body, one))
        kept = [_entry(entry, one) for entry in kept]
    return body, kept


def _entry(entry: Entry, one: Spectrum) -> Entry:
    if isinstance(entry, Condition):
        return replace(entry, body=joined(*_written_out(entry.body, one)))
    if isinstance(entry, Fact) and ":=" in entry.text:
        left, _, right = entry.text.partition(":=")
        return replace(entry, text=f"{left}:={joined(*_written_out(Text(right, (entry.place,) * len(right)), one)).chars}")
    return entry


_ALL = r"\\sum\s*(?:\\limits\s*)?_\s*(?:\{{\s*{0}\s*(?:=\s*1\s*)?\}}|{0})(?:\s*\^\s*(?:\{{\s*(\w)\s*\}}|(\w)))?"


def _written_out(body: Text, one: Spectrum) -> Iterator[Text]:
    found = tokens_of(body.chars)
    last = 0
    for k, tok in enumerate(found):
        texts = [t.text for t in found[k : k + 5]]
        if tok.text != one.base.strip() or texts[1:2] != ["_"]:
            continue
        braced = texts[2:3] == ["{"]
        if braced and texts[4:5] != ["}"]:
            continue
        index, end = (texts[3], k + 4) if braced else (texts[2], k + 2)
        if found[end + 1 : end + 2] and found[end + 1].text == "(":
            continue
        sums = [m[1] or m[2] or one.last for m in re.finditer(_ALL.format(re.escape(index)), body.chars)]
        everything = index.isalpha() and index != one.last and bool(sums) and set(sums) == {one.last}
        if not everything and not one.ordered:
            why = f"in which order are the eigenvalues of {one.of} numbered? Write {one.base}_1 \\ge \\dots"
            raise Unreadable(body.place(tok.start), why, "AMBIGUOUS")
        by = rf"\lambda_{{{index}}}({one.of})"
        yield body.part(last, tok.start)
        yield Text(by, (body.place(tok.start),) * len(by))
        last = found[end].end
    yield body.part(last)
