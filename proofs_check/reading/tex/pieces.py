r"""Words, formulas, labels and environments of a paper, in their order.  Standard library only.

>>> from .sources import Text
>>> source = r"Let $A$ be symmetric. \begin{equation}\label{eq:a} A = B \quad\text{if } C = D. \end{equation}"
>>> found = pieces(Text(source, tuple((0, k) for k in range(len(source)))))
>>> [(p.kind, p.text) for p in found][5:]
[('math', 'A = B'), ('word', 'if'), ('math', 'C = D'), ('stop', '.')]
>>> found[5].labels
('eq:a',)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .harmless import comment
from .macros import closing
from .sources import DIRECTIVE, Text

ROWS = frozenset({"align", "gather", "alignat", "flalign", "eqnarray", "multline", "aligned", "gathered", "split"})
DISPLAYS = ROWS | {"equation", "displaymath", "math"}
_PATTERN = re.compile(
    rf"{DIRECTIVE}(?P<directive>[^{DIRECTIVE}]*){DIRECTIVE}"
    r"|(?P<par>\n[ \t]*\n\s*|\\par(?![A-Za-z]))"
    r"|(?P<blank>[^\S\n]+|\n|~|\\[ ,;!/]|\\(?:noindent|medskip|bigskip|smallskip|qed|qedhere|centering|maketitle|hfill|"
    r"newpage|clearpage|displaystyle|hspace\*?\{[^{}]*\}|vspace\*?\{[^{}]*\})(?![A-Za-z])|\{|\})"
    r"|(?P<front>\\(?:title|author|date|keywords|address|email|affil|institute|subjclass|dedicatory)\*?(?:\s*\[[^\]]*\])?\s*"
    r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})"
    r"|(?P<open>\$\$|\$|\\\[|\\\()"
    r"|\\begin\s*\{(?P<begin>[^{}]*)\}|\\end\s*\{(?P<end>[^{}]*)\}"
    r"|\\label\s*\{(?P<label>[^{}]*)\}"
    r"|(?P<ref>\\(?:eq|c|C|auto|name|page|v)?ref\*?\s*\{[^{}]*\}|\\cite[a-z]*\*?(?:\s*\[[^\]]*\])*\s*\{[^{}]*\})"
    r"|\\(?P<heading>part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?\s*(?=[\[{])"
    r"|(?P<item>\\item(?![A-Za-z])(?:\s*\[[^\]]*\])?)"
    r"|(?P<font>\\(?:emph|textbf|textit|textsc|textrm|textup|text|mbox|underline|em|it|bf)(?![A-Za-z]))"
    r"|(?P<iid>i\.\s*\\?,?\s*i\.\s*\\?,?\s*d\.?(?:\\(?=\s))?)"
    r"|(?P<abbreviation>(?:i\.e|e\.g|w\.r\.t|resp|cf|a\.s|a\.e|et al|vs|viz)\.\\?|"
    r"(?:[Cc]h|[Ss]ec|[Tt]hm|Prop|Lem|Cor|[Ee]qs?|[Ff]igs?|App|Def|pp?|[Nn]o|[Vv]ol)\.\\?(?=[~\s]*[\d(\\]))"
    r"|(?P<word>[^\W\d_]+(?:(?:['’-]|--(?=[A-ZÀ-Þ\\{]))(?:Ł|\{\\L\}|\\L\s|\{\\L\s+\})?[^\W\d_]+)*(?:(?<=s)['’](?=\s))?|\d+(?:\.\d+)?|\\[A-Za-z@]+\*?|\\.)"
    r"|(?P<stop>[.?!])|(?P<comma>--+|[,;:])|(?P<other>.)",
    re.DOTALL,
)
_TITLE = re.compile(r"\s*\[((?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\}|\[[^\[\]]*\])*)\]")
_CLOSE = {"$$": "$$", "$": "$", "\\[": "\\]", "\\(": "\\)"}


@dataclass(frozen=True)
class Piece:
    """``kind``: word, math, stop, comma, par, begin, end, label, ref, heading, item, directive."""

    kind: str
    text: str
    body: Text
    display: bool = False
    labels: tuple[str, ...] = ()


def pieces(text: Text) -> tuple[Piece, ...]:
    return tuple(_pieces(text))


def _pieces(text: Text) -> Iterator[Piece]:
    place = 0
    while (found := _PATTERN.match(text.chars, place)) is not None:
        kind, place = str(found.lastgroup), found.end()
        body = text.part(found.start(), found.end())
        if kind == "open":
            end = _math_end(text.chars, place, _CLOSE[found[0]])
            inside = text.part(place, end)
            place = end + len(_CLOSE[found[0]])
            yield from _formula(inside, "", display=found[0] in ("$$", "\\["))
        elif kind == "begin" and found["begin"].removesuffix("*") in DISPLAYS:
            end, place = _environment_end(text.chars, place, found["begin"])
            yield from _formula(text.part(found.end(), end), found["begin"].removesuffix("*"), display=True)
        elif kind == "begin":
            title = _TITLE.match(text.chars, place)
            place = title.end() if title else place
            refs = re.findall(r"ref\*?\{([^{}]*)\}", title[1]) if title else []
            yield Piece("begin", found["begin"], body, labels=(title[1], *refs) if title else ())
        elif kind == "heading":
            end = _skipped(text.chars, place)
            yield Piece("heading", text.chars[place:end], body, labels=(found["heading"],))
            place = end
        elif kind == "iid":
            yield Piece("word", "i.i.d.", body)
        elif kind in ("directive", "end", "label"):
            inside = text.part(found.start(kind), found.end(kind))
            yield Piece(kind, found[kind].strip(), inside if kind == "directive" else body)
        elif kind not in ("blank", "front", "font"):
            yield Piece({"other": "word", "abbreviation": "word"}.get(kind, kind), found[0].rstrip("\\") or "\\", body)


def _math_end(chars: str, place: int, sign: str) -> int:
    """Where the formula ends; the dollars in a text inside are passed over."""
    while place < len(chars):
        text = re.compile(r"\\(?:text|mbox|textrm)\s*(?=\{)").match(chars, place)
        if text is not None:
            place = (closing(chars, text.end()) or text.end()) + 1
        elif chars.startswith(sign, place):
            return place
        else:
            place += 2 if chars[place] == "\\" else 1
    return len(chars)


def _environment_end(chars: str, place: int, name: str) -> tuple[int, int]:
    depth = 1
    for found in re.compile(rf"\\(begin|end)\s*\{{{re.escape(name)}\}}").finditer(chars, place):
        depth += 1 if found[1] == "begin" else -1
        if depth == 0:
            return found.start(), found.end()
    return len(chars), len(chars)


def _skipped(chars: str, place: int) -> int:
    """Behind the title of a section, and its short form."""
    short = re.compile(r"\[[^\]]*\]\s*").match(chars, place)
    place = short.end() if short else place
    end = closing(chars, place) if chars[place : place + 1] == "{" else None
    return place if end is None else end + 1


# Formulas ------------------------------------------------------------------------------------------------------

_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_IDLE = re.compile(r"\\label\s*\{[^{}]*\}|\\tag\*?\s*\{"
                   r"(?:\(?[A-Za-z]{0,4}[\d.]*[a-z]?['*]*\)?|\$\\[a-z]+\$)\}|\\(?:nonumber|notag|qedhere|displaybreak)"
                   r"(?![A-Za-z])|\\(?:hspace|vspace)\*?\s*\{[^{}]*\}")  # fmt: skip
_WORDS = re.compile(r"\\(?:text|mbox|textrm|textnormal|hbox|intertext|shortintertext)\s*(?=\{)")
COLON = "then:"
"""The word for the colon behind a quantifier."""
_CONNECTED = re.compile(r"\\(?:implies|iff|[Ll]?(?:ong)?(?:left)?rightarrow)(?![A-Za-z])", re.IGNORECASE)
_SAID = re.compile(r"\\(?:in|sim|geq?|leq?|neq?|succ|succeq)(?![A-Za-z])|[<>=]")
_MARK = re.compile(rf"{DIRECTIVE}([^{DIRECTIVE}]*){DIRECTIVE}")


def _formula(body: Text, name: str, *, display: bool) -> Iterator[Piece]:
    """A formula, or the several of a display, with the words between them."""
    for mark in _MARK.finditer(body.chars):
        yield Piece("directive", mark[1].strip(), body.part(mark.start(1), mark.end(1)))
    body = _blanked(body, _MARK)
    if name in ("alignat",):
        body = body.part((closing(body.chars, body.chars.find("{")) or -1) + 1)
    inner = re.compile(r"\s*\\begin\{(aligned|gathered|split)\}(\[\w\])?(.*)\\end\{\1\}\s*([.,;]?)\s*", re.DOTALL)
    alone = inner.fullmatch(_IDLE.sub(lambda m: " " * len(m[0]), body.chars))
    labels = tuple(_LABEL.findall(body.chars))
    if alone is not None:
        name, end = alone[1], alone[4]
        yield from _rows(_blanked(body, _IDLE).part(alone.start(3), alone.end(3)), labels)
        if end:
            yield _closing(end, body.part(alone.start(4), alone.end(4)))
    elif name in ROWS - {"multline"}:
        yield from _rows(body, ())
    else:
        yield from _chunks(_blanked(body, _IDLE), labels, display=display)


_BESIDE = re.compile(r"(?:&\s*|\\q?quad\s*)+\\(?:text|mbox|textrm)\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*(?=\\\\|$)")


def _rows(body: Text, labels: tuple[str, ...]) -> Iterator[Piece]:
    """The statements of a display: a row that goes on with a relation or a sign belongs to the one before."""
    marked = _IDLE.sub(lambda m: " " * len(m[0]), body.chars)
    for found in reversed(list(_BESIDE.finditer(marked))):
        if comment(found[1]):
            body = Text(body.chars[: found.start()] + " " * len(found[0]) + body.chars[found.end() :], body.places)
    groups: list[tuple[int, int]] = []
    last = 0
    for cut in (*_top_level(body.chars, "\\\\"), len(body.chars)):
        row = _IDLE.sub(" ", body.chars[last:cut])
        first = re.sub(r"^\s*\\\\(\[[^\]]*\])?", "", row)
        words = _WORDS.match(first.lstrip())
        follows = re.match(r"\s*(&\s*)*(=|<|>|\+|-|\\(?:leq?|geq?|leqslant|geqslant|preceq|succeq|prec|succ|quad|qquad|"
                           r"cdot|times|ne|neq|implies|iff|approx|sim)(?![A-Za-z]))|\s*&|\s*$", first)  # fmt: skip
        before = body.chars[groups[-1][0] : groups[-1][1]] if groups else ""
        open_ = bool(re.search(r"(=|<|>|\+|-|\\(?:leq?|geq?|cdot))\s*&?\s*$", _IDLE.sub(" ", before)))
        if groups and (follows or open_) and not words:
            groups[-1] = (groups[-1][0], cut)
        else:
            groups.append((last, cut))
        last = cut
    for k, (start, end) in enumerate(groups):
        part = body.part(start, end)
        row_break = re.match(r"\s*\\\\(\[[^\]]*\])?", part.chars)
        part = part.part(row_break.end() if row_break else 0)
        named = tuple(_LABEL.findall(part.chars)) or (labels if k == 0 else ())
        if k:
            yield _closing(",", part.part(0, 1))
        yield from _chunks(_blanked(part, _IDLE), named, display=True)


def _top_level(chars: str, sign: str) -> list[int]:
    """The places of a sign outside of braces and inner environments."""
    depth, found = 0, []
    for token in re.compile(r"\\begin(?![A-Za-z])|\\end(?![A-Za-z])|\\[A-Za-z]+|\\.|[{}]|.", re.DOTALL).finditer(chars):
        depth += {"{": 1, "}": -1, "\\begin": 1, "\\end": -1}.get(token[0], 0)
        if depth == 0 and token[0] == sign:
            found.append(token.start())
    return found


def _chunks(body: Text, labels: tuple[str, ...], *, display: bool) -> Iterator[Piece]:
    """Formulas, and the words among them."""
    last, depth, place, round_, quantified = 0, 0, 0, 0, False
    tokens = re.compile(r"\\begin(?![A-Za-z])|\\end(?![A-Za-z])|\\[A-Za-z]+|\\.|[{}]|.", re.DOTALL)
    while (token := tokens.match(body.chars, place)) is not None:
        place = token.end()
        depth += {"{": 1, "}": -1, "\\begin": 1, "\\end": -1}.get(token[0], 0)
        round_ += (token[0] in ("(", "[")) - (token[0] in (")", "]"))
        if depth == 0 and token[0] == "\\forall" and not _CONNECTED.search(body.chars):
            at = body.part(token.start(), place)
            yield from _one(body.part(last, token.start()), labels, display=display)
            yield from (Piece("word", "for", at), Piece("word", "all", at))
            last, quantified, labels = place, True, ()
            continue
        ends = (token[0] == "," and _SAID.search(body.chars, last, place)) or token[0] in (":", "\\colon")
        if quantified and depth == round_ == 0 and ends and body.chars[place : place + 1] != "=":
            yield from _one(body.part(last, token.start()), labels, display=display)
            yield _closing(",", body.part(token.start(), place))
            last, quantified = place, token[0] == ","
            yield from () if quantified else (Piece("word", COLON, body.part(token.start(), place)),)
            continue
        words = _WORDS.match(body.chars, token.start()) if depth == 0 else None
        if words is None or body.chars[: token.start()].rstrip()[-1:] in ("_", "^"):
            continue
        end = closing(body.chars, words.end())
        if end is None:
            continue
        yield from _one(body.part(last, token.start()), labels, display=display)
        yield from _pieces(body.part(words.end() + 1, end))
        last = place = end + 1
        labels = () if body.chars[: token.start()].strip(" \n\t&,") else labels
    yield from _one(body.part(last), labels, display=display)


def _one(body: Text, labels: tuple[str, ...], *, display: bool) -> Iterator[Piece]:
    """A formula without the spaces around it; the stop or the comma at its end is one of the sentence."""
    chars = body.chars
    start = len(chars) - len(re.sub(r"^(?:\s|&|\\(?:quad|qquad|displaystyle|[,;!: ])(?![A-Za-z]))+", "", chars))
    bare = re.sub(r"(?:\s|&|\\(?:quad|qquad|[,;!: ])(?![A-Za-z])|\\\\)+$", "", chars)
    sign = bare[-1:] if bare[-1:] in (".", ",", ";") else ""
    end = len(re.sub(r"(?:\s|\\(?:quad|qquad|[,;!: ])(?![A-Za-z]))+$", "", bare[:-1])) if sign else len(bare)
    if start < end and chars[start:end].strip(" \n\t&"):
        kept = body.part(start, end)
        yield Piece("math", kept.chars, kept, display, labels)
    if sign:
        yield _closing(sign, body.part(len(bare) - 1, len(bare)))


def _closing(sign: str, body: Text) -> Piece:
    return Piece("stop" if sign == "." else "comma", sign, body)


def _blanked(body: Text, pattern: re.Pattern[str]) -> Text:
    return Text(pattern.sub(lambda found: " " * len(found[0]), body.chars), body.places)
