r"""The file that ``lemmata latex`` writes: the same input gives the same bytes, and each macro carries a digest.

Before each definition stands ``% formula ID DIGEST`` (or ``letters``, or ``status``), with the digest of
the body, so that what was changed by hand is told from what is out of date; :func:`read` reads such a file back.
"""

from __future__ import annotations

import hashlib
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from symbolic.typesetting.lines import WIDTH

from ...errors import UserError
from .formulas import Formula, definition
from .text import escaped

MARK = "lemmata-latex 1"
"""The format of the file, in its header."""
PACKAGES = "amsmath,amssymb"
_HEADER = r"""% Macros of Lemmata {version}, for \input in the preamble of a paper that loads \usepackage{{{packages}}}.
% Written by: {command}
% Formulas are for math mode: \[\zfbLemmaSeventeen\], or by id: \[\lemmata{{zfb/lemma-17}}\],
% part (b): \lemmata[b]{{zfb/lemma-12}}, its second reading: \lemmata[b@2]{{...}}.
% What the letters of a formula stand for, for math mode: \zfbLemmaSeventeenWhere or \lemmatawhere{{zfb/lemma-17}}.
% What became of a statement is for text: \zfbLemmaSeventeenStatus or \lemmatastatus{{zfb/lemma-17}}.
% Is it out of date?  lemmata latex --check FILE tells.
% {mark}: {count} macros, lines of {width}pt
"""
_COMMANDS = r"""\providecommand{\lemmata}[2][]{\lemmataget{formula}{#2}{#1}}
\providecommand{\lemmatawhere}[2][]{\lemmataget{letters}{#2}{#1}}
\providecommand{\lemmatastatus}[2][]{\lemmataget{status}{#2}{#1}}
\providecommand{\lemmataget}[3]{\ifcsname lemmata@#1@#2@#3\endcsname\csname lemmata@#1@#2@#3\endcsname\else
  \PackageError{lemmata}{No #1 [#3]{#2} here}{Write the file again: lemmata latex #2 -o FILE}\fi}
\providecommand{\lemmataset}[4]{\expandafter\def\csname lemmata@#1@#2@#3\endcsname{#4}}
"""
_PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amssymb}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\raggedright
\interlinepenalty=10000
"""
_ENTRY = re.compile(r"^% (formula|letters|status) (.+) ([0-9a-f]{16})$", re.MULTILINE)
_DEFINITION = re.compile(r"\\newcommand\{\\([A-Za-z]+)\}\{%\n")


@dataclass(frozen=True, slots=True)
class Entry:
    """One macro of a file, as it stands there; without a name where the definition cannot be read."""

    kind: str
    place: str
    """The id with part and reading, ``zfb/lemma-12#b@2``."""
    digest: str
    name: str = ""
    body: str = ""

    @property
    def untouched(self) -> bool:
        return bool(self.name) and body_digest(self.body) == self.digest


@dataclass(frozen=True, slots=True)
class Written:
    """A file of ours: its macros, how many were written, for which line width, and by which command."""

    entries: tuple[Entry, ...]
    count: int
    width: int
    command: str


def body_digest(body: str) -> str:
    """Sixteen hexadecimal digits of the SHA-256 of a body."""
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def kind_of(f: Formula) -> str:
    return "status" if f.key.status else "letters" if f.key.where else "formula"


def place_of(f: Formula) -> str:
    return f.key.address + (f"#{f.key.place}" if f.key.place else "")


def text(formulas: Sequence[Formula], command: Sequence[str], width: int) -> str:
    r"""The file for ``\input``; ``command`` are the arguments after ``lemmata latex`` that give it again."""
    call = shlex.join(["lemmata", "latex", *command]).replace("\n", " ")
    header = _HEADER.format(
        version=_version(), packages=PACKAGES, command=call, mark=MARK, count=len(formulas), width=width
    )
    return header + _COMMANDS + "\n" + "\n".join(_written(f) for f in formulas)


def _version() -> str:
    try:
        return metadata.version("lemmata")
    except metadata.PackageNotFoundError:
        return "(run from its sources)"


def _written(f: Formula) -> str:
    title = f"% {' '.join(f.title.split())}\n" if f.title else ""
    link = rf"\lemmataset{{{kind_of(f)}}}{{{f.key.address}}}{{{f.key.place}}}{{\{f.name}}}"
    return f"% {kind_of(f)} {place_of(f)} {body_digest(f.body)}\n{title}{definition(f)}{link}\n"


def standalone(formulas: Sequence[Formula], command: Sequence[str], width: int) -> str:
    """A document that compiles: every macro, formulas under their titles with what became of them."""
    shown = "\n".join(_shown(f) for f in formulas)
    measure = "" if width == WIDTH else f"\\setlength{{\\textwidth}}{{{width}pt}}\n"
    return f"{_PREAMBLE}{measure}\n{text(formulas, command, width)}\n\\begin{{document}}\n{shown}\\end{{document}}\n"


def _shown(f: Formula) -> str:
    place = rf"\texttt{{{escaped(place_of(f))}}}"
    if f.key.status:
        return rf"\smallskip {place}: \{f.name}." + "\\par\\bigskip\n"
    title = "where" if f.key.where else f"{place}\\quad {_title(f.title)}"
    return f"{title}\n\\[\\{f.name}\\]\n"


def _title(title: str) -> str:
    """The title in text mode; sources may carry math of their own between dollar signs."""
    pieces = title.split("$")
    if len(pieces) % 2 == 0:
        return escaped(title)
    pieces[::2] = [escaped(piece) for piece in pieces[::2]]
    return "$".join(pieces)


def read(path: Path) -> Written:
    """A file that ``lemmata latex`` wrote; raises :class:`UserError` where there is none, or it is not one of ours."""
    if path.is_dir():
        raise UserError(f"--check {str(path)!r} must be a file: it is a folder. Name the file in it.")
    try:
        content = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(f"--check {str(path)!r}: there is no such file. `lemmata latex -o FILE` writes one.") from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text in UTF-8"
        raise UserError(f"--check {str(path)!r} cannot be read: {reason}.") from error
    content = content.replace("\r\n", "\n")
    found = re.search(rf"^% {MARK}: (\d+) macros, lines of (\d+)pt$", content, re.MULTILINE)
    if not found:
        raise UserError(
            f"--check {str(path)!r} is no file of `lemmata latex`: the line '% {MARK}: ...' is missing in its header."
        )
    call = re.search(r"^% Written by: (.*)$", content, re.MULTILINE)
    marks = list(_ENTRY.finditer(content))
    ends = [m.start() for m in marks[1:]] + [len(content)]
    entries = tuple(_entry(m, content[m.end() : end]) for m, end in zip(marks, ends, strict=True))
    return Written(entries, int(found[1]), int(found[2]), call[1] if call else "")


def _entry(mark: re.Match[str], rest: str) -> Entry:
    kind, place, digest = mark.groups()
    start = _DEFINITION.search(rest)
    end = _closing(rest, start.end()) if start else None
    if start is None or end is None:
        return Entry(kind, place, digest)
    return Entry(kind, place, digest, start[1], rest[start.end() : end])


def _closing(content: str, start: int) -> int | None:
    """Where the brace closes that was open at ``start``."""
    depth = 1
    for match in re.finditer(r"\\.|[{}]", content[start:], re.DOTALL):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if depth == 0:
            return start + match.start()
    return None
