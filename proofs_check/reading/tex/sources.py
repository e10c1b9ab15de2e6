"""The files of a paper as one text in which each character knows where it stands.  Standard library only."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from ...errors import UserError

Place = tuple[int, int]
"""The number of a file, and how many characters stand before."""
DIRECTIVE = "\x02"
"""Around what a comment ``%! ...`` says, which is kept in its place."""
_INPUT = re.compile(r"\\(?:input|include|subfile)(?![A-Za-z])\s*(?:\{([^{}]*)\}|([^\s\\{}%]+))")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%(!?)([^\n]*)(\n[ \t]*)?")
_VERBATIM = re.compile(r"\\begin\{(verbatim\*?|lstlisting|comment|minted)\}.*?\\end\{\1\}", re.DOTALL)


@dataclass(frozen=True)
class Text:
    """Characters with their places."""

    chars: str
    places: tuple[Place, ...]

    def __len__(self) -> int:
        return len(self.chars)

    def part(self, start: int, end: int | None = None) -> Text:
        return Text(self.chars[start:end], self.places[start:end])

    def place(self, at: int) -> Place:
        return self.places[max(0, min(at, len(self.places) - 1))] if self.places else (0, 0)


def joined(*parts: Text) -> Text:
    return Text("".join(part.chars for part in parts), tuple(place for part in parts for place in part.places))


@dataclass(frozen=True)
class Spot:
    """Where something stands, as an editor shows it."""

    file: Path
    line: int
    column: int


@dataclass(frozen=True)
class Sources:
    """The files as they are on disk, in the order in which they are met."""

    files: tuple[Path, ...]
    texts: tuple[str, ...]
    whole: Text
    """What is left of them without comments, those inside put in their places."""

    @cached_property
    def _lines(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(accumulate((len(line) for line in text.splitlines(True)), initial=0)) for text in self.texts)

    def spot(self, place: Place) -> Spot:
        file, offset = place
        before = self.texts[file][:offset]
        line = before.count("\n")
        return Spot(self.files[file], line + 1, offset - (before.rfind("\n") + 1) + 1)

    def printed(self, place: Place, end: Place) -> str:
        """The statement as it stands in the file."""
        text, (file, last) = self.texts[place[0]], end
        inside = text[place[1] : last] if file == place[0] else ""
        inside = re.sub(r"^\\begin\{[^{}]*\}(\[[^\]]*\])?|\\label\{[^{}]*\}|(?<!\\)%[^\n]*", "", inside)
        return re.sub(r"\s+", " ", inside).strip()


def sources(path: Path) -> Sources:
    r"""The paper with all that it inputs.

    Raises:
        UserError: a file that cannot be read: what it declares would be missing.
    """
    files: list[Path] = []
    texts: list[str] = []

    def read(file: Path, open_: tuple[Path, ...], asked: str) -> Text:
        if file in open_:
            raise UserError(f"{asked}: it inputs itself. Take the line away.")
        try:
            text = file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            what = "it is no text in UTF-8" if isinstance(error, UnicodeDecodeError) else "there is no such file"
            raise UserError(f"{asked}: {what}. Name a file of LaTeX.") from error
        number = len(files)
        files.append(file)
        texts.append(text)
        whole = Text(text, tuple((number, k) for k in range(len(text))))
        return _with_inputs(_uncommented(whole), file, (*open_, file))

    def _with_inputs(text: Text, file: Path, open_: tuple[Path, ...]) -> Text:
        parts: list[Text] = []
        last = 0
        for found in _INPUT.finditer(text.chars):
            name = (found[1] or found[2] or "").strip()
            inner = _beside(open_[0].parent, name)
            line = 1 + texts[files.index(file)].count("\n", 0, text.place(found.start())[1])
            parts += [text.part(last, found.start()), read(inner, open_, f"{file}, line {line}: \\input{{{name}}}")]
            last = found.end()
        return joined(*parts, text.part(last))

    whole = read(path, (), str(path))
    return Sources(tuple(files), tuple(texts), whole)


def _beside(folder: Path, name: str) -> Path:
    return folder / (name if Path(name).suffix else f"{name}.tex")


def _uncommented(text: Text) -> Text:
    r"""Without comments and what is verbatim; ``%! ...`` is kept between marks."""
    for pattern in (_VERBATIM, _COMMENT):
        parts: list[Text] = []
        last = 0
        for found in pattern.finditer(text.chars):
            parts.append(text.part(last, found.start()))
            last = found.end()
            if pattern is _COMMENT:
                parts.append(text.part(found.start(), found.start() + len(found[1])))
                if found[2]:
                    at = text.place(found.start(3))
                    mark = Text(DIRECTIVE, (at,))
                    parts += [mark, text.part(found.start(3), found.end(3)), mark]
                if found[4] and found[2]:
                    last = found.start(4)
        text = joined(*parts, text.part(last))
    return text


class Unreadable(Exception):
    """Why a statement is not read, and where."""

    def __init__(self, place: Place, sentence: str, outcome: str = "NOT_READ") -> None:
        super().__init__(sentence)
        self.place = place
        self.sentence = sentence
        self.outcome = outcome


def body_of(whole: Text) -> Text:
    """The definitions of the preamble, and what stands in the document."""
    start = whole.chars.find("\\begin{document}")
    if start < 0:
        return whole
    end = whole.chars.find("\\end{document}")
    return whole.part(0, end if end >= 0 else None)
