r"""LaTeX of a formula cut into pieces with their widths, as TeX would set them in display style at 10pt.

Good to a few percent: the letters have the widths of Computer Modern, spaces are those of TeX's classes.  Standard
library only; whatever is unknown counts as one letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Union

_LETTERS = {
    "A": 7.5, "B": 8.1, "C": 7.9, "D": 8.6, "E": 8.0, "F": 7.8, "G": 7.9, "H": 9.1, "I": 5.2, "J": 6.5, "K": 9.2,
    "L": 6.8, "M": 10.8, "N": 9.1, "O": 7.9, "P": 7.8, "Q": 7.9, "R": 7.7, "S": 6.7, "T": 7.2, "U": 7.9, "V": 8.0,
    "W": 10.8, "X": 9.1, "Y": 8.0, "Z": 7.5, "a": 5.3, "b": 4.3, "c": 4.3, "d": 5.2, "e": 4.7, "f": 6.0, "g": 5.2,
    "h": 5.8, "i": 3.4, "j": 4.7, "k": 5.5, "l": 3.2, "m": 8.8, "n": 6.0, "o": 4.8, "p": 5.0, "q": 4.8, "r": 4.8,
    "s": 4.7, "t": 3.6, "u": 5.7, "v": 5.2, "w": 7.4, "x": 5.7, "y": 5.3, "z": 5.1, "(": 3.9, ")": 3.9, "[": 2.8,
    "]": 2.8, "|": 2.8, "+": 7.8, "-": 7.8, "=": 7.8, "<": 7.8, ">": 7.8, ",": 2.8, ";": 2.8, ":": 2.8, ".": 2.8,
    "/": 5.0, "'": 2.8, "!": 2.8, "*": 5.0,
}  # fmt: skip
_COMMANDS = {
    "Lambda": 6.9, "Gamma": 6.3, "Theta": 7.8, "Delta": 8.3, "Sigma": 7.2, "Psi": 7.8, "Phi": 7.2, "Omega": 7.2,
    "lambda": 5.8, "gamma": 5.7, "sigma": 6.1, "tau": 5.2, "ell": 4.2, "infty": 10.0, "top": 7.8, "nabla": 8.3,
    "partial": 5.8, "cdots": 12.0, "dots": 12.0, "ldots": 12.0, "vdots": 2.8, "forall": 5.6, "exists": 5.6, "|": 5.0,
    "{": 5.0, "}": 5.0, "langle": 3.9, "rangle": 3.9, "#": 8.3, "sum": 14.4, "prod": 12.8, "perp": 7.8, "circ": 5.0,
}  # fmt: skip
_RELATIONS = {
    "=": 7.8, "<": 7.8, ">": 7.8, ":=": 10.6, "le": 7.8, "ge": 7.8, "ne": 7.8, "to": 10.0, "in": 6.7, "equiv": 7.8,
    "succeq": 7.8, "succ": 7.8, "preceq": 7.8, "approx": 7.8, "sim": 7.8, "mid": 2.8, "mapsto": 10.0, "ll": 10.0,
    "Longrightarrow": 16.4, "Longleftrightarrow": 18.6, "Rightarrow": 10.0, "perp": 7.8, "parallel": 5.0,
}  # fmt: skip
_BINARY = {"+": 7.8, "-": 7.8, "cdot": 2.8, "otimes": 7.8, "times": 7.8, "pm": 7.8, "circ": 5.0, "oplus": 7.8}
_NAMES = {
    "lim": 13.9, "min": 16.4, "max": 19.2, "exp": 14.7, "det": 13.9, "log": 12.8, "inf": 11.4, "sup": 14.7, "ln": 8.3,
}  # fmt: skip
_LIMITS = frozenset({"lim", "min", "max", "inf", "sup", "sum", "prod"})
_SPACES = {"quad": 10.0, "qquad": 20.0, ",": 1.7, ";": 2.8, ":": 2.2, " ": 3.3, "!": -1.7}
_WRAPPED = frozenset({"mathrm", "mathbb", "mathcal", "mathit", "mathbf", "operatorname", "text", "textrm"})
_ACCENTS = frozenset({"hat", "tilde", "bar", "dot", "overline", "widehat", "widetilde"})
_OPENING = {"(": ")", "[": "]", r"\langle": r"\rangle", r"\{": r"\}"}
_SIZES = {"bigl": 4.6, "Bigl": 6.0, "biggl": 7.4, "Biggl": 7.9}
_SCRIPT = 0.8
"""Widths at 7pt relative to 10pt."""
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)


@dataclass(slots=True)
class Leaf:
    """What is never broken: its LaTeX, its class (ord, op, bin, rel, punct, open, close, space) and its width."""

    tex: str
    kind: str
    width: float
    small: float = 0.0
    """The width in a subscript."""
    tall: int = 0
    """0 for what fits on a line of text, 1 for fractions and sums, 2 for matrices."""
    spaced: bool = False
    """Whether the source has a space before it, as between the factors of a product."""
    fraction: tuple[str, str] | None = None
    """Numerator and denominator of a fraction, which may have to be broken, too."""
    cells: tuple[str, tuple[tuple[str, ...], ...]] | None = None
    """The environment of a matrix and its rows of entries, likewise."""


@dataclass(slots=True)
class Fence:
    """Brackets around pieces between which a line may be broken; ``sized`` where they have a size of their own."""

    left: str
    body: list[Piece]
    right: str
    sized: bool = False
    scripts: str = ""
    after: float = 0.0
    """The width of the scripts."""
    spaced: bool = False
    kind: str = field(default="ord", init=False)

    @property
    def tall(self) -> int:
        return max((x.tall for x in self.body), default=0)

    def bracket(self) -> float:
        return 5.0 if self.sized else (3.9, 7.4, 8.8)[self.tall]

    @property
    def tex(self) -> str:
        return join([self.left, *(_spaced(x) for x in self.body), self.right]) + self.scripts

    @property
    def width(self) -> float:
        return row_width(self.body) + 2 * self.bracket() + self.after

    @property
    def small(self) -> float:
        return _SCRIPT * (row_width(self.body) + 8.0 + self.after)


Piece = Union[Leaf, Fence]


def pieces(tex: str) -> list[Piece]:
    """The formula as a row of pieces."""
    return _Parser([t for t in _TOKEN.findall(tex) if not t.startswith("%")]).row(())


def row_width(row: Sequence[Piece], small: bool = False) -> float:
    """The width of pieces side by side, with TeX's spaces between them."""
    width, before = 0.0, "open"
    for x in row:
        width += (x.small if small else x.width) + (0.0 if small else space_between(before, x.kind))
        before = x.kind
    return width


def space_between(left: str, right: str) -> float:
    if "rel" in (left, right):
        return 0.0 if left == right else 2.8
    if "bin" in (left, right):
        return 2.2
    if left == "punct":
        return 1.7
    return 1.7 if "op" in (left, right) and left not in ("open", "space") and right not in ("open", "close") else 0.0


def join(texts: Sequence[str]) -> str:
    r"""Texts side by side, with a space where a command such as ``\Lambda`` would swallow the next letter."""
    out = ""
    for text in texts:
        gap = " " if re.search(r"\\[A-Za-z]+$", out) and text[:1].isalpha() else ""
        out += gap + text
    return out


def environment(name: str, rows: Sequence[Sequence[str]]) -> str:
    return rf"\begin{{{name}}}" + r"\\ ".join(" & ".join(row) for row in rows) + rf"\end{{{name}}}"


def total_height(row: Sequence[Piece]) -> int:
    return max((x.tall for x in row), default=0)


class _Parser:
    """Reads tokens from the left; ``at`` is the next one."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.at = tokens, 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1]

    def row(self, stop: tuple[str, ...]) -> list[Piece]:
        """Pieces up to one of the tokens ``stop``, which is left standing."""
        out: list[Piece] = []
        spaced = False
        while self.at < len(self.tokens) and self.peek() not in stop:
            if self.peek().isspace():
                self.take()
                spaced = True
                continue
            piece = self._scripted(self._piece(out))
            piece.spaced, spaced = spaced, False
            out.append(piece)
        return out

    def _piece(self, before: Sequence[Piece]) -> Piece:
        token = self.take()
        if token == "{":
            body = self._until("}")
            return Leaf("{" + join([_spaced(x) for x in body]) + "}", "ord", row_width(body), row_width(body, True),
                        total_height(body))
        close = _OPENING.get(token) or (r"\|" if token == r"\|" else "")
        if close and self._closes(token, close):
            return Fence(token, self._until(close), close)
        if token.startswith("\\") and (token[1:].isalpha() or token[1:] in _SPACES):
            return self._command(token)
        if token in ("+", "-"):
            unary = not before or before[-1].kind in ("bin", "rel", "punct", "open", "op", "space")
            return self._leaf(token, "ord" if unary else "bin", 7.8)
        if token == ":" and self.peek() == "=":
            self.take()
            return self._leaf(":=", "rel", 10.6)
        if token in _RELATIONS:
            return self._leaf(token, "rel", 7.8)
        if token in (",", ";", ":"):
            return self._leaf(token, "punct", 2.8)
        return self._leaf(token, "ord", _LETTERS.get(token, 5.0) if not token.startswith("\\") else 5.0)

    def _closes(self, opening: str, closing: str) -> bool:
        """Whether the bracket is closed before the group around it ends."""
        depth, braces = 1, 0
        for token in self.tokens[self.at :]:
            braces += (token == "{") - (token == "}")
            if braces < 0:
                return False
            if braces == 0:
                depth += (token == opening != closing) - (token == closing)
            if depth == 0:
                return True
        return False

    @staticmethod
    def _leaf(tex: str, kind: str, width: float, tall: int = 0) -> Leaf:
        return Leaf(tex, kind, width, _SCRIPT * width, tall)

    def _until(self, stop: str) -> list[Piece]:
        body = self.row((stop,))
        if self.at < len(self.tokens):
            self.take()
        return body

    def _command(self, token: str) -> Piece:
        name = token[1:]
        if name == "left" or name in _SIZES:
            return self._fence(token, name)
        if name == "begin":
            return self._environment()
        if name == "frac":
            top, bottom = self._argument(), self._argument()
            width = max(top.width, bottom.width) + 2.4
            return Leaf(rf"\frac{top.tex}{bottom.tex}", "ord", width, max(top.small, bottom.small) + 2.4,
                        max(1, top.tall, bottom.tall), fraction=(top.tex[1:-1], bottom.tex[1:-1]))
        if name == "sqrt":
            body = self._argument()
            return Leaf(rf"\sqrt{body.tex}", "ord", body.width + 9.0, body.small + 7.0, body.tall)
        if name in _WRAPPED:
            return self._word(name)
        if name in _ACCENTS or name == "not":
            base = self._scriptless()
            return Leaf(join([token, base.tex]), base.kind, base.width, base.small, base.tall)
        if name in _SPACES:
            return Leaf(token, "space", _SPACES[name], 0.0)
        if name in ("big", "Big"):
            return self._leaf(token + self.take(), "ord", 3.3, 1)
        if name in _NAMES:
            return self._leaf(token, "op", _NAMES[name])
        if name in _RELATIONS:
            return self._leaf(token, "rel", _RELATIONS[name])
        if name in _BINARY:
            return self._leaf(token, "bin", _BINARY[name])
        return self._leaf(token, "op" if name in _LIMITS else "ord", _COMMANDS.get(name, 5.5), int(name in _LIMITS))

    def _fence(self, token: str, name: str) -> Fence:
        left = token + self.take()
        stop = r"\right" if name == "left" else "\\" + name[:-1] + "r"
        body = self._until(stop)
        right = stop + (self.take() if self.at < len(self.tokens) else ".")
        return Fence(left, body, right, sized=name != "left")

    def _argument(self) -> Leaf:
        while self.peek().isspace():
            self.take()
        body = self._until("}") if self.peek() == "{" and self.take() else [self._piece([])]
        tex = "{" + join([_spaced(x) for x in body]) + "}"
        return Leaf(tex, "ord", row_width(body), row_width(body, True), total_height(body))

    def _scriptless(self) -> Piece:
        while self.peek().isspace():
            self.take()
        return self._piece([])

    def _word(self, name: str) -> Leaf:
        """Letters that belong together, as they stand."""
        while self.peek().isspace():
            self.take()
        body = self.take()
        if body == "{":
            depth, body = 1, ""
            while depth and self.at < len(self.tokens):
                token = self.take()
                depth += (token == "{") - (token == "}")
                body += token if depth else ""
        width = sum(_LETTERS.get(c, 5.0) if name != "text" else 3.3 if c == " " else 4.8 for c in body)
        width = 6.9 if name == "mathbb" else width
        return self._leaf(rf"\{name}{{{body}}}", "op" if name == "operatorname" else "ord", width)

    def _environment(self) -> Leaf:
        name = join(self._names())
        rows: list[list[list[Piece]]] = [[]]
        while self.at < len(self.tokens):
            rows[-1].append(self.row(("&", r"\\", r"\end")))
            token = self.take() if self.at < len(self.tokens) else r"\end"
            if token == r"\end":
                self._names()
                break
            if token == r"\\":
                rows.append([])
        columns = max(len(row) for row in rows)
        widths = [max((_text_width(row[k]) for row in rows if k < len(row)), default=0.0) for k in range(columns)]
        width = sum(widths) + 10.0 * (columns - 1) + (16.0 if name.startswith("p") else 10.0)
        cells = tuple(tuple(join([_spaced(x) for x in cell]).strip() for cell in row) for row in rows)
        return Leaf(environment(name, cells), "ord", width, _SCRIPT * width, 1 + (len(rows) > 1), cells=(name, cells))

    def _names(self) -> list[str]:
        self.take()
        out = []
        while self.at < len(self.tokens) and (token := self.take()) != "}":
            out.append(token)
        return out

    def _scripted(self, base: Piece) -> Piece:
        """``base`` with the scripts that follow it."""
        scripts: list[tuple[str, Leaf]] = []
        while True:
            mark = self.at
            while self.peek().isspace():
                self.take()
            if self.peek() not in ("^", "_"):
                self.at = mark
                break
            sign = self.take()
            scripts.append((sign, self._script()))
        if not scripts:
            return base
        tex = "".join(sign + x.tex for sign, x in scripts)
        wide = max(x.small for _, x in scripts)
        if isinstance(base, Fence):
            base.scripts, base.after = base.scripts + tex, base.after + wide + 0.5
            return base
        if base.kind == "op" and base.tex.lstrip("\\") in _LIMITS:
            return Leaf(base.tex + tex, "op", max(base.width, wide), base.small + wide, max(1, base.tall))
        return Leaf(base.tex + tex, base.kind, base.width + wide + 0.5, base.small + 0.8 * wide, base.tall,
                    cells=base.cells)

    def _script(self) -> Leaf:
        if self.peek() == "{":
            return self._argument()
        x = self._piece([])
        return Leaf(x.tex, "ord", x.width, x.small, x.tall)


def _spaced(x: Piece) -> str:
    return (" " if x.spaced else "") + x.tex


def _text_width(row: Sequence[Piece]) -> float:
    """In a matrix fractions are set small."""
    return sum(x.small if x.tall == 1 else x.width for x in row) + sum(
        space_between(a.kind, b.kind) for a, b in pairwise(row)
    )
