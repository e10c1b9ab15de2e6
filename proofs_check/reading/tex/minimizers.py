r"""``The unique minimizer of $L$ is $\hat w = A^{-1}b$``, of a function L(w) that has a formula: an equation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .facts import function_named, names_in, relation_signs
from .pieces import Piece
from .sources import Text, joined

_KIND = "(?:population |empirical |expected |ridge |regularized |least-squares |training |quadratic )*"
_LOSS = rf"(?:(?:the |our )?{_KIND}(?:loss|function|objective|risk|problem) )?"
_UNIQUE = "(?:(?:unique |global )*)"
_GIVEN = r"(?:,? ?(?:which is |and it is |that is )?(?:given|attained) (?:by|at) |,? namely |,? )"
_OVER = r"(?: over (?P<over>\d+))?"
_SAID = tuple(re.compile(pattern) for pattern in (
    rf"the {_UNIQUE}minimi[sz]er of {_LOSS}(?P<of>\d+){_OVER} (?:is|is given by|equals) (?P<is>\d+)",
    rf"{_LOSS}(?P<of>\d+) is uniquely minimi[sz]ed{_OVER} (?:at|by) (?P<is>\d+)",
    rf"{_LOSS}(?P<of>\d+) (?:has|admits|possesses) (?:a|the) unique (?:global )?minimi[sz]er{_OVER}{_GIVEN}(?P<is>\d+)",
    rf"(?P<is>\d+) is the {_UNIQUE}minimi[sz]er of {_LOSS}(?P<of>\d+){_OVER}",
))  # fmt: skip
_ATTAINED = tuple(re.compile(pattern) for pattern in (
    rf"{_LOSS}(?P<of>\d+) is minimi[sz]ed{_OVER} (?:at|by) (?P<is>\d+)",
    rf"{_LOSS}(?P<of>\d+) (?:attains|achieves) its (?:global )?minimum{_OVER} at (?P<is>\d+)",
    rf"the (?:global )?minimum of {_LOSS}(?P<of>\d+){_OVER} is (?:attained|achieved) at (?P<is>\d+)",
    rf"(?P<is>\d+) is a (?:global )?minimi[sz]er of {_LOSS}(?P<of>\d+){_OVER}(?= ,|,|$| and)",
))  # fmt: skip
"""Where it is a minimizer, and there may be others."""
_ARGMIN = re.compile(r"\\arg\s*\\min(?![A-Za-z])|\\operatorname\*?\s*\{\s*arg\s*(?:\\,)?\s*min\s*\}")
_MAPS = re.compile(r"\s*([A-Za-z]|\\[A-Za-z]+)\s*\\mapsto(?![A-Za-z])(.*)", re.DOTALL)
_SPACE = re.compile(r"(?:\\mathbb\{?R\}?|\\R)(?:\^(?:\w|\{[^{}]*\}))?")


def with_minimizers(items: Sequence[Piece], defined: Iterable[str], own: Iterable[str] = ()) -> list[Piece]:
    """The sentence, ``\\arg\\min_w L(w)`` standing in the place of the words; of a letter with a formula they stay.

    Args:
        own: what has a formula in the statement itself: of the one function among it ``the minimizer`` is.
    """
    known = frozenset(defined)
    items = _of_the_one(items, known, frozenset(own))
    for first in range(len(items)):
        if first and items[first - 1].kind != "comma" and items[first - 1].text.lower() not in ("then", "and", "that"):
            continue
        words = [str(first + k) if piece.kind == "math" else piece.text.lower() if piece.kind == "word" else ","
                 for k, piece in enumerate(items[first:])]  # fmt: skip
        for pattern in (*_SAID, *_ATTAINED):
            found = pattern.match(" ".join(words).replace(" ,", ","))
            made = _made(items, found, known, unique=pattern in _SAID) if found is not None else []
            if found is not None and made:
                ends = max(int(found[name]) for name in ("of", "is", "over") if found[name])
                return [*items[:first], *made, *items[ends + 1 :]]
    return list(items)


_ALONE = re.compile(rf"(?:the|its) {_UNIQUE}minimi[sz]er(?= (?:is|is given by|equals) \d+)")


def _of_the_one(items: Sequence[Piece], known: frozenset[str], own: frozenset[str]) -> Sequence[Piece]:
    """``The unique minimizer is`` as ``the unique minimizer of $L$ is``, where one function is spoken of."""
    said = " ".join(str(k) if piece.kind == "math" else "," if piece.kind == "comma" else
                    "?" if piece.kind != "word" else piece.text.lower() for k, piece in enumerate(items))  # fmt: skip
    found = _ALONE.search(said)
    functions = next(filter(None, ([f for f in names if function_named(f)] for names in (own, known))), [])
    if found is None or len(functions) != 1:
        return items
    name = functions[0].partition("(")[0].strip()
    before = [piece.body.chars for piece in items[: len(said[: found.start()].split())] if piece.kind == "math"]
    others = {_bare(chars.partition("(")[0]) for chars in before if names_in(chars) or function_named(chars)}
    if others - {_bare(name)}:
        return items
    first, at = len(said[: found.start()].split()), len(said[: found.end()].split())
    of = items[at - 1].body
    letter = Piece("math", name, Text(name, (of.place(0),) * len(name)))
    words = [Piece("word", word, of.part(0, 1)) for word in ("the", "of")]
    return [*items[:first], words[0], *items[first + 1 : at], words[1], letter, *items[at:]]


def _made(items: Sequence[Piece], found: re.Match[str], known: frozenset[str], *, unique: bool) -> list[Piece]:
    """The definition of a function that is named here for the first time, and of its minimizer, and the equation."""
    of, told = items[int(found["of"])], items[int(found["is"])]
    if found["over"] and not _SPACE.fullmatch(_bare(items[int(found["over"])].body.chars)):
        return []
    left, sign, _ = of.body.chars.replace("&", " ").partition("=")
    new = bool(sign) and function_named(left) is not None and relation_signs(of.body.chars) == ["="]
    if new and _bare(left.partition("(")[0]) in {_bare(name.partition("(")[0]) for name in known}:
        return []
    function = _function(left if new else of.body.chars, known | ({left.strip()} if new else set()))
    body = _equation(function, told, known, unique=unique) if function is not None else None
    if body is None:
        return []
    wide = len(left.rstrip(" :"))
    defines = Text(" := ", (of.body.place(0),) * 4)
    told_of = _math(joined(of.body.part(0, wide), defines, of.body.part(len(left) + 1)), of) if new else of
    defining = [_word("let", of), told_of, _word("then", of)] if new else []
    left, _, formula = told.body.chars.replace("&", " ").partition("=")
    name = left.strip(" :")
    wide = len(left) + 1 + len(formula.partition("=")[0])
    named = [_math(joined(Text(f"{name} := ", (told.body.place(0),) * (len(name) + 4)),
                          told.body.part(len(left) + 1, wide)), told)]  # fmt: skip
    named = [] if _ARGMIN.search(named[0].text) else named
    return [*defining, *named, replace(told, text=body.chars, body=body)]


def _word(text: str, beside: Piece) -> Piece:
    return Piece("word", text, beside.body.part(0, 1))


def _math(body: Text, like: Piece) -> Piece:
    return replace(like, text=body.chars, body=body, labels=())


def _function(chars: str, known: Iterable[str]) -> tuple[str, str] | None:
    r"""The argument and the formula: of ``L`` and ``L(w)`` with a definition, or of ``w \mapsto L(w) + \|w\|^2``."""
    if (maps := _MAPS.fullmatch(chars)) is not None:
        return maps[1], rf"\left({maps[2].strip()}\right)"
    found = [name for name in known if function_named(name) is not None
             and _bare(chars) in (_bare(name), _bare(name.partition("(")[0]))]  # fmt: skip
    argument = found[0].partition("(")[2].strip().removesuffix(")") if len(found) == 1 else ","
    return None if "," in argument else (argument, found[0])


def _equation(function: tuple[str, str], told: Piece, known: frozenset[str], *, unique: bool) -> Text | None:
    r"""``\arg\min_w L(w) = A^{-1}b``, or ``\min_w L(w) = L(A^{-1}b)`` where there may be other minimizers."""
    chars = told.body.chars
    left, sign, right = chars.replace("&", " ").partition("=")
    name = left.strip(" :")
    if not sign or set(relation_signs(chars)) != {"="} or names_in(name) != (name,) or name in known:
        return None
    argument, formula = function
    place = told.body.place(0)
    behind = told.body.part(len(left) + 1)
    first, more, _ = right.partition("=")
    if not unique:
        at = formula.partition("(")[0]
        before, after = rf"\min_{{{argument}}} {formula} = {at}\left(", r"\right)"
        ends = (Text(before, (place,) * len(before)), Text(after, (place,) * len(after)))
        return None if more or at.startswith("\\left") else joined(ends[0], behind, ends[1])
    if (minimum := _ARGMIN.search(first)) is None:
        by = rf"\arg\min_{{{argument}}} {formula} = "
        return joined(Text(by, (place,) * len(by)), behind)
    below = re.match(r"\s*_\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\}|(\w))", first[minimum.end() :])
    under = _bare(re.split(r"\\in(?![A-Za-z])", below[1] or below[2])[0]) if below is not None else ""
    rest = first[minimum.end() + below.end() :] if below is not None else ""
    same = not first[: minimum.start()].strip() and under == _bare(argument) and _bare(rest) == _bare(formula)
    return behind if same and more else None


def _bare(source: str) -> str:
    return re.sub(r"[\s{}]|\\left|\\right|\\[,;!]", "", source)
