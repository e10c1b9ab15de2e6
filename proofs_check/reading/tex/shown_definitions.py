r"""Definitions that share a formula: ``M := A = B``, ``P = VW, \quad E = PX``, ``f(x) = ..., \quad \nabla f(x) = ...``.

Each becomes a formula of its own, with the words between that say what it is: a definition, or what holds of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from . import vocabulary as v
from .facts import declaration, function_named, names_in, relation_signs
from .gradient_flows import said_in_words
from .labels import tokens_of
from .pieces import Piece
from .sources import Text, joined
from .spelled_letters import base_of, letters_in

_SIGN = re.compile(r":\s*=|=|\\coloneqq(?![A-Za-z])|\\triangleq(?![A-Za-z])")
_SPACE = re.compile(r"^(?:\\q?quad(?![A-Za-z])|\\[,;:! ]|[\s&~,])+|(?:\\q?quad(?![A-Za-z])|\\[,;:! ]|[\s&~,.])+$")
_CALLED_BY = re.compile(
    r"(?:the|our|its) (?:[^\W\d_][\w'’-]* )+(?:is|are|reads|is given by|equals|outputs?|predicts?|returns?|computes?)$"
)
"""What a letter is that follows: ``The estimator is``."""
_SPACE_BELOW = re.compile(
    r"min(?:\s*\})?\s*(?:\\limits\s*)?_\s*\{\s*(?P<name>(?:\\(?:bm|boldsymbol|mathbf)\s*)?\{?\\?[A-Za-z]+\}?)\s*\\in\s*"
    r"(?:\\mathbb\s*\{?\s*R\s*\}?|\\R)(?:\s*\^\s*(?:\w|\{[^{}]*\}))?\s*\}"
)
_OPEN, _CLOSE = frozenset({"{", "(", "[", "\\{", "\\langle"}), frozenset({"}", ")", "]", "\\}", "\\rangle"})
_SUPPOSES = frozenset(
    {"if", "when", "whenever", "suppose", "assume", "provided", "for", "given", "unless", "let", "where"}
)
"""Words behind which ``A = B`` may be supposed."""
_NAMES = frozenset({"abbreviate", "write", "define", "denote", "set", "put", "introduce"})
_DERIVED = re.compile(r"\s*&?\s*(?:\\nabla|\\partial|\\[td]?frac\s*\{\s*(?:\\partial|\\mathrm\s*\{?d|d(?![A-Za-z])))")


@dataclass(frozen=True)
class _Defined:
    name: str
    body: Text
    """``name := formula``."""
    rest: Text | None
    """What the formula is said to be equal to: ``formula = ...``."""
    by: bool
    """Whether it is written with a sign of definition."""


def with_shown_definitions(items: Sequence[Piece], known: Iterable[str]) -> list[Piece]:
    """The sentence with such formulas taken apart; ``known`` are the letters of which something is said before."""
    told = {_plain(name.partition("(")[0]) for name in known}
    out: list[Piece] = []
    for piece in items:
        made = _apart(piece, out, told) if piece.kind == "math" else []
        out += made or [piece]
        one = _defined(piece.body) if piece.kind == "math" else None
        told |= {_plain(one.name)} if one is not None else set()
    return out


def _apart(piece: Piece, before: Sequence[Piece], known: set[str]) -> list[Piece]:
    parts = _parts(piece.body)
    words = said_in_words(before)
    opens = _opens(before)
    found = [_defined(part) for part in parts]
    first = found[0]
    if first is None or _plain(first.name.partition("(")[0]) in known:
        return []
    if first.rest is not None:
        claims = first.by or _CALLED_BY.search(words) is not None
        named = not opens or bool(opens & _NAMES and not _may_be_set(first.rest))
        supposed = _SUPPOSES.intersection(words.split())
        return _chain(piece, first) if len(parts) == 1 and claims and named and not supposed else []
    if len(parts) == 1:
        bound = (opens or first.by or _CALLED_BY.search(words)) and _SPACE_BELOW.search(first.body.chars)
        return _one(first.body, piece) if bound else []
    if not opens:
        return []
    out, own = [_math(first.body, piece)], {_plain(first.name.partition("(")[0])}
    stating = False
    for part, one in zip(parts[1:], found[1:], strict=True):
        told = declaration(part.chars)
        name = _plain(one.name.partition("(")[0]) if one is not None else ""
        if told is not None and told.sign == "in":
            out[1:1] = [_word("and", piece), replace(_math(part, piece), display=False)]
        elif one is not None and one.rest is None and name not in known | own and not stating:
            out += [_word("and", piece), _math(one.body, piece)]
            own.add(name)
        elif _is_about(part, first.name):
            out += [_word("and" if stating else "then", piece), replace(_math(part, piece), labels=piece.labels)]
            stating = True
        else:
            return []
    return out


def _may_be_set(rest: Text) -> bool:
    """Whether ``set s := x^T x = 1`` may suppose this: a number or a letter is what the others are equal to."""
    last = _SPACE.sub("", rest.chars.rpartition("=")[2])
    return names_in(last) is not None or bool(re.fullmatch(r"[-+]?[\d.]+", last))


def _chain(piece: Piece, one: _Defined) -> list[Piece]:
    assert one.rest is not None
    return [*_one(one.body, piece), _word("then", piece), replace(piece, text=one.rest.chars, body=one.rest)]


def _one(body: Text, piece: Piece) -> list[Piece]:
    r"""The definition, ``\arg\min_{b\in\mathbb R^d}`` as ``\arg\min_b`` with what b is behind it."""
    found = list(_SPACE_BELOW.finditer(body.chars))
    if len(found) != 1:
        return [_math(body, piece)]
    name, end = found[0].span("name")[1], found[0].end() - 1
    space = body.part(found[0].start("name"), end)
    bound = replace(_math(space, piece), display=False)
    return [_math(joined(body.part(0, name), body.part(end)), piece), _word("where", piece), bound]


def _opens(before: Sequence[Piece]) -> set[str]:
    """The words of what opens definitions, where nothing but names of what is defined stands behind it."""
    words: list[str] = []
    for piece in reversed(before):
        if piece.kind != "word":
            break
        words.insert(0, piece.text.lower())
    for k in range(len(words)):
        for phrase in (*v.STANDING, ("where",), ("with",)):
            if tuple(words[k : k + len(phrase)]) == phrase and not {"be", "is"} & {*words[k + len(phrase) :]}:
                return {*phrase}
    return set()


def _is_about(part: Text, name: str) -> bool:
    r"""Whether a derivative of what was just defined stands alone on its left side."""
    left, sign, _ = part.chars.partition("=")
    function, _, arguments = name.partition("(")
    own = {base_of(function), *letters_in(arguments), "d"}
    return bool(sign) and bool(_DERIVED.match(left)) and letters_in(left) <= own and relation_signs(part.chars) == ["="]


def _parts(body: Text) -> list[Text]:
    """The formulas between commas and wide spaces outside of brackets, without these."""
    cuts, depth = [0], 0
    for tok in tokens_of(body.chars):
        depth += (tok.text in _OPEN) - (tok.text in _CLOSE)
        if depth == 0 and tok.text in (",", "\\quad", "\\qquad"):
            cuts += [tok.start, tok.end]
    out = []
    for start, end in zip(cuts[::2], [*cuts[1::2], len(body)], strict=True):
        part = body.part(start, end)
        first, bare = _SPACE.match(part.chars), _SPACE.sub("", part.chars)
        begin = first.end() if first is not None and first.start() == 0 else 0
        out += [part.part(begin, begin + len(bare))] if bare else []
    return out


def _defined(body: Text) -> _Defined | None:
    """A letter, or a function at letters, with its formula, and with what that is said to be equal to."""
    sign = _SIGN.search(body.chars)
    if sign is None:
        return None
    left = " ".join(body.chars[: sign.start()].replace("&", " ").split())
    names = function_named(left) or names_in(left)
    behind = body.chars[sign.end() :]
    signs = relation_signs(behind)
    if names is None or len(names) != 1 or set(signs) - {"="} or not behind.strip():
        return None
    end, rest = len(body), None
    if signs:
        end = sign.end() + _first_equal(behind)
        rest = body.part(sign.end())
    formula = body.part(sign.end(), end)
    if not formula.chars.strip() or (rest is not None and names_in(_SPACE.sub("", formula.chars)) is not None):
        return None
    chars = f"{names[0]} := "
    return _Defined(names[0], joined(Text(chars, (body.place(0),) * len(chars)), formula), rest, sign[0] != "=")


def _first_equal(source: str) -> int:
    """Where the first sign of equality outside of braces stands."""
    depth = 0
    for k, char in enumerate(source):
        depth += (char == "{") - (char == "}")
        if char == "=" and depth == 0:
            return k
    return len(source)


def _math(body: Text, like: Piece) -> Piece:
    return replace(like, text=body.chars, body=body, labels=())


def _word(text: str, beside: Piece) -> Piece:
    return Piece("word", text, beside.body.part(0, 1))


def _plain(name: str) -> str:
    return re.sub(r"[\s{}]", "", name)
