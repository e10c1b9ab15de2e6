r"""What is said of matrices and functions in words, as the formula that it is.

``The loss $L$ is convex`` of a function L(w) that has a formula, ``$A$ and $B$ commute``, ``As $n\to\infty$, we have
$a\to b$``, ``the product $W=UV^\top$ satisfies`` of a letter that is named here first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from . import harmless
from . import vocabulary as v
from .facts import function_named, names_in, relation_signs, several
from .gradient_flows import function_of, said_in_words
from .introduced_words import INTRODUCE
from .pieces import Piece
from .sources import Text, joined
from .spelled_letters import base_of, letters_in

_LOSS = r"(?:(?:the |our )?(?:population |empirical |training )?(?:loss|function|objective|risk) (?:function )?)?"
_CONVEX = re.compile(
    rf"{_LOSS}(?P<of>\d+) is (?P<how>convex|not convex|nonconvex|non-convex)(?: in (?P<in>\d+))?(?= ,|$| and)"
)
_COMMUTE = re.compile(
    r"(?:(?:the )?matrices )?(?P<a>\d+) (?:and (?P<b>\d+) commute|commutes with (?P<c>\d+))(?= ,|$)"
)
_TENDS = re.compile(
    r"(?:as|when) (?P<of>\d+) ?,? (?:(?:then )?(?:we have(?: that)?|it holds that|one has) )?(?P<is>\d+)(?= ,|$)"
)
_STATES_ITS = re.compile(
    r"(?P<of>\d+) (?:satisfies|satisfy|fulfils|obeys|solves) (?P<called>(?:(?:the|a) (?:[^\W\d_][^\s\d]* )+)?)"
    r"(?P<is>\d+)(?= ,|$)"
)
_LEADING = frozenset(
    ["then", "moreover", "furthermore", "also", "and", "in", "particular", "hence", "thus", "therefore", "consequently",
     "finally"]
)  # fmt: skip
_EACH_MINIMUM = re.compile(
    rf"(?:every|any|each) (?:global minimum|global minimi[sz]er|minimi[sz]er) (?:\d+ )?of {_LOSS}(?P<of>\d+) "
    r"(?:satisfies|obeys|fulfils) (?P<is>\d+)(?= ,$|$)"
)
_MINIMUM = re.compile(
    rf"at (?:every|any|each) (?:global minimum|global minimi[sz]er|minimi[sz]er) of {_LOSS}(?P<of>\d+) ?,? "
    r"(?:(?:we have(?: that)?|it holds that|one has) )?(?P<is>\d+)(?= ,|$)"
)
_SADDLE = re.compile(
    rf"(?:(?:the point )?(?P<at>\d+)|the origin|zero) is a saddle (?:point )?of {_LOSS}(?P<of>\d+)"
    r"(?= ,|$| and)"
)
_SUPPOSES = frozenset({"if", "for", "when", "whenever", "where", "provided", "with", "on", "given"})
_GROWS = re.compile(r"\s*([A-Za-z])\s*\\(?:to|rightarrow)\s*\\infty\s*")
_TO = re.compile(r"\\(?:to|rightarrow)(?![A-Za-z])")


def with_plain_words(items: Sequence[Piece], defined: Iterable[str], known: Iterable[str]) -> list[Piece]:
    """The sentence with formulas in the place of such words; ``known`` are the letters of which something is said."""
    out = [piece for k, piece in enumerate(items) if not (_opens(items[:k]) and piece.text.lower() in v.BESIDE)]
    for form in (*INTRODUCE, _is, _stating, _convex, _at_minima, _saddle, _commuting, _tending):
        out = form(out, frozenset(defined), frozenset(known))
    return out


def _opens(before: Sequence[Piece]) -> bool:
    return bool(before) and before[-1].text.lower() in ("if", "when", "whenever")


def _starts(items: Sequence[Piece], k: int) -> bool:
    """Whether a clause begins there."""
    before = items[k - 1] if k else None
    return before is None or before.kind == "comma" or before.text.lower() in ("then", "and", "that", "moreover")


def _replaced(items: list[Piece], said: str, found: re.Match[str], like: Piece, *parts: Text | str) -> list[Piece]:
    """The sentence with a formula in the place of what was found; nothing where no clause begins there."""
    start, end = len(said[: found.start()].split()), len(said[: found.end()].split())
    if not _starts(items, start):
        return items
    place = like.body.place(0)
    body = joined(*(Text(part, (place,) * len(part)) if isinstance(part, str) else part for part in parts))
    return [*items[:start], replace(like, text=body.chars, body=body), *items[end:]]


_IS = re.compile(
    r"(?P<of>\d+) is (?P<what>symmetric|positive (?:semi-?)?definite|psd|non-?negative|positive)"
    r"(?= ,|$| and| for)"
)
_SAYS = {"symmetric": r"^\top = ", "psd": r" \succeq 0", "positive definite": r" \succ 0", "positive": " > 0",
         "nonnegative": r" \ge 0"}  # fmt: skip


def _is(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    r"""``Then $AB$ is symmetric`` as ``Then $(AB)^\top = AB$``, of what is no letter alone."""
    said = said_in_words(items)
    found = _IS.search(said)
    piece = items[int(found["of"])] if found is not None else None
    if found is None or piece is None or names_in(piece.body.chars) is not None or relation_signs(piece.body.chars):
        return items
    start = len(said[: found.start()].split())
    leads = {one.text.lower() for one in items[:start] if one.kind != "comma"}
    if not leads or not leads <= _LEADING or len(several(piece.body.chars)) > 1:
        return items
    what = re.sub("positive semi-?definite", "psd", found["what"]).replace("non-", "non")
    again = [piece.body] if what == "symmetric" else []
    return _replaced(items, said, found, piece, r"\left(", piece.body, rf"\right){_SAYS[what]}", *again)


def _stating(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    """``$f$ satisfies the inequality`` before a display, as ``we have``: the display says it."""
    said = said_in_words(items)
    found = _STATES_ITS.search(said)
    if found is None or not items[int(found["is"])].display:
        return items
    called, of = found["called"].split(), items[int(found["of"])]
    start = len(said[: found.start()].split())
    plain = names_in(of.body.chars) is not None or function_named(of.body.chars) is not None
    relation = not called or called[-1] in ("inequality", "identity", "equation", "equations", "relation", "bound")
    leads = {piece.text.lower() for piece in items[:start] if piece.kind != "comma"}
    if not (plain and relation and all(map(harmless.names_a_matter, called[1:])) and leads and leads <= _LEADING):
        return items
    at = int(found["is"])
    return [*items[:start], *(Piece("word", word, of.body.part(0, 1)) for word in ("we", "have")), *items[at:]]


def _convex(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    said = said_in_words(items)
    found = _CONVEX.search(said)
    piece = items[int(found["of"])] if found is not None else None
    function = function_of(piece.body.chars, defined) if piece is not None else None
    if found is None or piece is None or function is None:
        return items
    name, letters = function
    if _bound_elsewhere(items, found, letters):
        return items
    if found["in"]:
        chars = items[int(found["in"])].body.chars.strip()
        told = names_in(_without_brackets(chars))
        if told is None or not set(told) <= set(letters):
            return items
        letters = told
    how = "convex" if found["how"] == "convex" else "not convex"
    return _replaced(items, said, found, piece,
                     rf"{name}({', '.join(function[1])}) \text{{ is {how} in }} {', '.join(letters)}")  # fmt: skip


def _at_minima(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    said = said_in_words(items)
    found = _MINIMUM.search(said) or _EACH_MINIMUM.search(said)
    function = function_of(items[int(found["of"])].body.chars, defined) if found is not None else None
    if found is None or function is None:
        return items
    told = items[int(found["is"])]
    if len(several(told.body.chars)) > 1 or _bound_elsewhere(items, found, function[1]):
        return items
    name = f"{function[0]}({', '.join(function[1])})"
    return _replaced(items, said, found, told, rf"\text{{at every global minimum of }} {name}:\ ", told.body)


def _saddle(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    said = said_in_words(items)
    found = _SADDLE.search(said)
    function = function_of(items[int(found["of"])].body.chars, defined) if found is not None else None
    if found is None or function is None:
        return items
    (name, letters), point = function, items[int(found["at"] or found["of"])]
    if _bound_elsewhere(items, found, letters):
        return items
    values = _without_brackets(point.body.chars).split(",") if found["at"] else ["0"] * len(letters)
    if len(values) != len(letters) or re.search(r"[(){}\[\]=<>]", "".join(values)):
        return items
    told = ", ".join(f"{letter} = {value.strip()}" for letter, value in zip(letters, values, strict=True))
    return _replaced(items, said, found, point, rf"{told} \text{{ is a saddle point of }} {name}({', '.join(letters)})")


def _bound_elsewhere(items: Sequence[Piece], found: re.Match[str], letters: Sequence[str]) -> bool:
    """Whether something is supposed in the sentence of letters that the function binds: ``if $u>0$``."""
    own = {int(place) for place in found.groupdict().values() if place and place.isdigit()}
    words = {piece.text.lower() for piece in items[min(own) :] if piece.kind == "word"}
    last = len(items) if _SUPPOSES & words else min(own)
    others = [piece.body.chars for k, piece in enumerate(items[:last]) if piece.kind == "math" and k not in own]
    names = {base_of(letter) for letter in letters}
    return any(names & letters_in(chars) for chars in others if relation_signs(chars))


def _without_brackets(chars: str) -> str:
    return re.sub(r"^\s*(?:\\left\s*)?\(|(?:\\right\s*)?\)\s*$", "", chars)


def _commuting(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    said = said_in_words(items)
    found = _COMMUTE.search(said)
    if found is None:
        return items
    a, b = items[int(found["a"])], items[int(found["b"] or found["c"])]
    if any(relation_signs(piece.body.chars) or len(several(piece.body.chars)) > 1 for piece in (a, b)):
        return items
    one, two = (_factor(piece) for piece in (a, b))
    return _replaced(items, said, found, a, *one, *two, " = ", *two, *one)


def _factor(piece: Piece) -> list[Text | str]:
    return ["\\left(", piece.body, "\\right)"] if names_in(piece.body.chars) is None else [piece.body, " "]


def _tending(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    r"""``As $n\to\infty$, $a\to b$`` as ``\lim_{n\to\infty} (a) = b``."""
    said = said_in_words(items)
    found = _TENDS.search(said)
    if found is None or not (grows := _GROWS.fullmatch(items[int(found["of"])].body.chars)):
        return items
    piece = items[int(found["is"])]
    arrows = list(_TO.finditer(piece.body.chars))
    if len(arrows) != 1 or relation_signs(piece.body.chars) or len(several(piece.body.chars)) > 1:
        return items
    left, right = piece.body.part(0, arrows[0].start()), piece.body.part(arrows[0].end())
    around = ("", " ") if names_in(left.chars) else (r"\left(", r"\right)")
    limit = rf"\lim_{{{grows[1]}\to\infty}} {around[0]}"
    return _replaced(items, said, found, piece, limit, left, around[1], " = ", right)

