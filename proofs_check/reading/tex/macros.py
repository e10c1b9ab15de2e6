r"""Commands that the paper defines, expanded; what is not understood of a definition is left as it stands.

>>> from .sources import Text
>>> source = r"\newcommand{\E}[2][x]{\mathbb E_{#1}[#2]} \E{a} \E[y]{b}"
>>> expanded(Text(source, tuple((0, k) for k in range(len(source))))).chars.split()
['\\mathbb', 'E_{x}[a]', '\\mathbb', 'E_{y}[b]']
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ...errors import UserError
from .sources import Text, joined

_COMMAND = re.compile(r"\\([A-Za-z@]+|[^A-Za-z])")
_NEW = frozenset({"newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"})
_OPERATORS = frozenset({"DeclareMathOperator"})
_PAIRED = frozenset({"DeclarePairedDelimiter"})
DEEPEST = 40
"""So deep may commands stand in each other's definitions."""
LONGEST = 2_000_000
"""So many characters may they put in, all together."""
_NAME = re.compile(r"\s*(?:\{\s*\\([A-Za-z@]+|[^A-Za-z])\s*\}|\\([A-Za-z@]+|[^A-Za-z]))")


@dataclass(frozen=True)
class Macro:
    body: str
    count: int = 0
    default: str | None = None
    starred: bool = False
    """Whether a star, or a size in brackets, may stand behind its name."""


def expanded(text: Text) -> Text:
    """The text without definitions, and with what they define put in."""
    return _Expander({}).run(text, 0)


class _Expander:
    def __init__(self, macros: dict[str, Macro]) -> None:
        self.macros = macros
        self.written = 0

    def run(self, text: Text, depth: int) -> Text:
        parts: list[Text] = []
        last = place = 0
        while (found := _COMMAND.search(text.chars, place)) is not None:
            name, place = found[1], found.end()
            if (end := self._defined(text.chars, name, place)) is not None:
                parts.append(text.part(last, found.start()))
                last = place = end
            elif name in self.macros and depth < DEEPEST:
                made, end = self._called(text, self.macros[name], found.start(), place)
                if made is not None:
                    self.written += 1 + len(made)
                    if self.written > LONGEST:
                        raise UserError(f"\\{name}: this command stands for too much, or for itself. Write it out.")
                    parts += [text.part(last, found.start()), self.run(made, depth + 1)]
                    last = place = end
        return _beside(*parts, text.part(last))

    # Definitions -----------------------------------------------------------------------------------------------

    def _defined(self, chars: str, name: str, place: int) -> int | None:
        """The end of the definition that starts here; None where none does, or none that is understood."""
        if name in _NEW:
            return self._new(chars, place)
        if name in _OPERATORS:
            return self._operator(chars, place)
        if name in _PAIRED:
            return self._paired(chars, place)
        return self._def(chars, place) if name == "def" else None

    def _named(self, chars: str, place: int) -> tuple[str, int] | None:
        if place < len(chars) and chars[place] == "*":
            place += 1
        found = _NAME.match(chars, place)
        return (found[1] or found[2], found.end()) if found else None

    def _new(self, chars: str, place: int) -> int | None:
        named = self._named(chars, place)
        if named is None:
            return None
        name, place = named
        count = re.compile(r"\s*\[\s*(\d)\s*\]").match(chars, place)
        place = count.end() if count else place
        default = _optional(chars, place) if count else None
        place = default[1] if default else place
        body = _group(chars, place)
        if body is None:
            return None
        self.macros[name] = Macro(body[0], int(count[1]) if count else 0, default[0] if default else None)
        return body[1]

    def _operator(self, chars: str, place: int) -> int | None:
        star = "*" if place < len(chars) and chars[place] == "*" else ""
        named = self._named(chars, place)
        body = _group(chars, named[1]) if named else None
        if named is None or body is None:
            return None
        word = re.sub(r"\\[,;! ]", "", body[0])
        self.macros[named[0]] = Macro(f"\\operatorname{star}{{{word}}}")
        return body[1]

    def _paired(self, chars: str, place: int) -> int | None:
        named = self._named(chars, place)
        left = _group(chars, named[1]) if named else None
        right = _group(chars, left[1]) if left else None
        if named is None or left is None or right is None:
            return None
        self.macros[named[0]] = Macro(f"{left[0]} #1 {right[0]}", 1, starred=True)
        return right[1]

    def _def(self, chars: str, place: int) -> int | None:
        found = re.compile(r"\s*\\([A-Za-z@]+|[^A-Za-z])((?:#\d)*)(?=\{)").match(chars, place)
        body = _group(chars, found.end()) if found else None
        if found is None or body is None:
            return None
        self.macros[found[1]] = Macro(body[0], len(found[2]) // 2)
        return body[1]

    # Calls -----------------------------------------------------------------------------------------------------

    def _called(self, text: Text, macro: Macro, start: int, place: int) -> tuple[Text | None, int]:
        """What the command stands for, and where its arguments end; None where they are not there."""
        chars, at = text.chars, text.place(start)
        if macro.starred:
            place = re.compile(r"\*?\s*(\[[^\]]*\])?").match(chars, place).end()  # type: ignore[union-attr]
        arguments: list[Text] = []
        if macro.default is not None:
            found = _optional(chars, place)
            arguments.append(_at(macro.default, at) if found is None else text.part(found[2], found[1] - 1))
            place = place if found is None else found[1]
        while len(arguments) < macro.count:
            span = _argument(chars, place)
            if span is None:
                return None, place
            arguments.append(text.part(span[0], span[1]))
            place = span[2]
        parts: list[Text] = []
        last = 0
        for mark in re.finditer(r"#(\d)", macro.body):
            if int(mark[1]) > len(arguments):
                return None, place
            parts += [_at(macro.body[last : mark.start()], at), arguments[int(mark[1]) - 1]]
            last = mark.end()
        return _beside(*parts, _at(macro.body[last:], at)), place


def _beside(*parts: Text) -> Text:
    r"""The parts in a row; ``\top`` stays a command of its own where a letter is put in behind it."""
    told: list[Text] = []
    for part in filter(len, parts):
        if told and part.chars[0].isalpha() and _OPEN_END.search(told[-1].chars):
            told.append(_at(" ", part.place(0)))
        told.append(part)
    return joined(*told)


_OPEN_END = re.compile(r"\\[A-Za-z@]+$")


def _at(chars: str, place: tuple[int, int]) -> Text:
    return Text(chars, (place,) * len(chars))


def _group(chars: str, place: int) -> tuple[str, int] | None:
    """What the braces behind ``place`` hold, and where they end."""
    found = re.compile(r"\s*\{").match(chars, place)
    if found is None:
        return None
    end = closing(chars, found.end() - 1)
    return None if end is None else (chars[found.end() : end], end + 1)


def closing(chars: str, place: int) -> int | None:
    """The brace that closes the one at ``place``."""
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(chars, place):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.start()
    return None


def _optional(chars: str, place: int) -> tuple[str, int, int] | None:
    found = re.compile(r"\s*\[([^\[\]]*)\]").match(chars, place)
    return (found[1], found.end(), found.start(1)) if found else None


def _argument(chars: str, place: int) -> tuple[int, int, int] | None:
    """Start and end of what a command takes, and where one goes on."""
    found = re.compile(r"\s*(?:(\{)|(\\(?:[A-Za-z@]+|.)|[^\s\\}]))", re.DOTALL).match(chars, place)
    if found is None:
        return None
    if not found[1]:
        return found.start(2), found.end(2), found.end(2)
    end = closing(chars, found.start(1))
    return None if end is None else (found.start(1) + 1, end, end + 1)
