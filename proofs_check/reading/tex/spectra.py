r"""``Let $\lambda_1\ge\dots\ge\lambda_d$ be the eigenvalues of $A$``: ``\lambda_i`` stands for ``\lambda_i(A)``.

And ``a matrix $X$ with rows $x_1^\top,\dots,x_n^\top$``: ``x_i^\top`` stands for ``X_{i:}``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..tokens import Tok
from .facts import names_in
from .gradient_flows import said_in_words
from .labels import tokens_of
from .pieces import Piece
from .sources import Text, Unreadable, joined
from .spelled_letters import base_of, letters_in
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
    return _with_rows(list(items), said)


_MEMBERS = re.compile(
    r"(?P<after>(?:with|having|has|have|whose) (?P<what>rows|columns) (?:are )?)?(?P<is>\d+)"
    r"(?(after)| (?:be|are|denote|being) the (?P<too>rows|columns) of (?P<of>\d+))(?= ,|$| and| then)"
)
_ROWS = re.compile(
    rf"\s*(?P<base>{_LETTER}|\\(?:bm|boldsymbol|mathbf)\s*\{{\s*\\?[A-Za-z]+\s*\}})\s*_\s*\{{?\s*1\s*\}}?\s*"
    rf"(?P<turned>\^\s*\{{?\s*(?:\\top|T|\\intercal)\s*\}}?)?\s*,"
    rf"(?:\s*(?P=base)\s*_\s*\{{?\s*2\s*\}}?\s*(?P=turned)?\s*,)?\s*{_DOTS}\s*,\s*"
    r"(?P=base)\s*_\s*(?:\{\s*(?P<long>\w)\s*\}|(?P<last>\w))\s*(?:\^\s*\{?\s*(?:\\top|T|\\intercal)\s*\}?)?"
    r"(?:\s*\\in.*)?\s*"
)
_SHAPE = re.compile(r"\^\s*\{\s*(\w)\s*\\times\s*(\w)\s*\}")


def _with_rows(items: list[Piece], said: str) -> list[Piece]:
    """The sentence without the list of rows or columns of the matrix before it."""
    for found in _MEMBERS.finditer(said):
        at, start = int(found["is"]), len(said[: found.start()].split())
        listed, what = _ROWS.fullmatch(items[at].body.chars), found["what"] or found["too"]
        named = [k for k in range(start) if items[k].kind == "math"][-1:]
        if listed is None or bool(listed["turned"]) != (what == "rows"):
            continue
        declared = items[int(found["of"])].body.chars if found["of"] else items[named[0]].body.chars if named else ""
        matrix, shape = _matrix(declared, whole=False), _SHAPE.search(declared)
        last = listed["long"] or listed["last"]
        if not matrix or (shape is None and not found["of"]):
            continue
        if shape is not None and shape[1 + (what == "columns")] != last:
            continue
        entry = Spectrum(listed["base"], matrix, last, True, items[at].body.place(0), what)
        noted = Noted("math", items[at].text, items[at].body, entries=(entry,))
        end = len(said[: found.end()].split())
        return [*(_left(items, start, end) if found["of"] else [*items[:start], *items[end:]]), noted]
    return items


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
        used = base_of(one.base) in letters_in(body.chars)
        if used and (anew or before != one.of):
            raise Unreadable(body.place(0), f"the {one.what} of which {one.of}? Say it again", "AMBIGUOUS")
        drawn = one.what != "eigenvalues" and any(isinstance(e, Fact) and e.key == base_of(one.base) for e in entries)
        if used and drawn:
            why = f"{one.base} is more than the {one.what} of {one.of}: say which of the two is made of the other"
            raise Unreadable(body.place(0), why)
        if used and one.what == "eigenvalues" and not any(_says_symmetric(e, one.of) for e in entries):
            raise Unreadable(body.place(0), f"eigenvalues are read of symmetric matrices: is {one.of} one?")
        body = joined(*_written_out(body, one))
        kept = [_entry(entry, one) for entry in kept]
    return body, kept


def _says_symmetric(entry: Entry, name: str) -> bool:
    """Whether it may make the matrix a symmetric one: a trait, an order, a formula, or that it is a covariance."""
    if isinstance(entry, Condition):
        return "\\succ" in entry.body.chars and base_of(name) in letters_in(entry.body.chars)
    if not isinstance(entry, Fact):
        return False
    own = entry.letter == name and re.search(r"symmetric|posdef|psd|\\succ|:=", entry.text)
    return bool(own) or ("~" in entry.text and base_of(name) in letters_in(entry.text.partition("~")[2]))


def _entry(entry: Entry, one: Spectrum) -> Entry:
    if isinstance(entry, Condition):
        return replace(entry, body=joined(*_written_out(entry.body, one)))
    if isinstance(entry, Fact) and ":=" in entry.text:
        left, _, right = entry.text.partition(":=")
        written = joined(*_written_out(Text(right, (entry.place,) * len(right)), one))
        return replace(entry, text=f"{left}:={written.chars}")
    return entry


_ALL = r"\\sum\s*(?:\\limits\s*)?_\s*(?:\{{\s*{0}\s*(?:=\s*1\s*)?\}}|{0})(?:\s*\^\s*(?:\{{\s*(\w)\s*\}}|(\w)))?"


def _written_out(body: Text, one: Spectrum) -> Iterator[Text]:
    found = tokens_of(body.chars)
    letter = [tok.text for tok in tokens_of(one.base)]
    last = 0
    for k in range(len(found)):
        end = k + len(letter)
        if [tok.text for tok in found[k:end]] != letter or found[k].start < last:
            continue
        index, end = _index(found, end)
        behind = [tok.text for tok in found[end : end + 4]]
        if not index or behind[:1] == ["("] or behind[:1] == ["'"]:
            continue
        by = _member(one, index, body, found[k].start)
        if one.what != "eigenvalues":
            signs = (["^", "\\top"], ["^", "{", "\\top", "}"], ["^", "T"])
            turned = next((len(told) for told in signs if behind[: len(told)] == told), 0)
            if (behind[:1] == ["^"] and not turned) or behind[:1] == ["_"]:
                continue
            as_row = (one.what == "rows") == bool(turned)
            by, end = by if as_row else f"{by}^\\top", end + turned
        yield body.part(last, found[k].start)
        yield Text(f" {by} ", (body.place(found[k].start),) * (len(by) + 2))
        last = found[end - 1].end
    yield body.part(last)


def _index(found: Sequence[Tok], k: int) -> tuple[str, int]:
    """The one index that stands at this place, and where it ends."""
    texts = [tok.text for tok in found[k : k + 4]]
    if texts[:1] != ["_"]:
        return "", k
    if texts[1:2] != ["{"]:
        return (texts[1], k + 2) if len(texts) > 1 else ("", k)
    return (texts[2], k + 4) if texts[3:] == ["}"] else ("", k)


def _member(one: Spectrum, index: str, body: Text, at: int) -> str:
    if one.what != "eigenvalues":
        return f"{one.of}_{{{index}:}}" if one.what == "rows" else f"{one.of}_{{:{index}}}"
    sums = [m[1] or m[2] or one.last for m in re.finditer(_ALL.format(re.escape(index)), body.chars)]
    everything = index.isalpha() and index != one.last and bool(sums) and set(sums) == {one.last}
    if not everything and not one.ordered:
        why = f"in which order are the eigenvalues of {one.of} numbered? Write {one.base}_1 \\ge \\dots"
        raise Unreadable(body.place(at), why, "AMBIGUOUS")
    return rf"\lambda_{{{index}}}({one.of})"
