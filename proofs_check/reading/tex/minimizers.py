r"""``The unique minimizer of $L$ is $\hat w = A^{-1}b$``, of a function L(w) that has a formula: an equation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from .facts import function_named, names_in, relation_signs
from .pieces import Piece
from .sources import Text, joined

_SAID = (
    re.compile(r"the (?:unique |global )*minimi[sz]er of (\d+) (?:is|is given by) (\d+)"),
    re.compile(r"(?:the (?:population |empirical )?(?:loss|function|objective|risk) )?(\d+) is "
               r"(?:uniquely )?minimi[sz]ed (?:at|by) (\d+)"),
)  # fmt: skip
_ARGMIN = re.compile(r"\\arg\s*\\min(?![A-Za-z])|\\operatorname\*?\s*\{\s*arg\s*(?:\\,)?\s*min\s*\}")


def with_minimizers(items: Sequence[Piece], defined: Iterable[str]) -> list[Piece]:
    """The sentence, ``\\arg\\min_w L(w)`` standing in the place of the words; of a letter with a formula they stay."""
    known = frozenset(defined)
    for first in range(len(items)):
        if first and items[first - 1].kind != "comma" and items[first - 1].text.lower() not in ("then", "and"):
            continue
        words = [str(first + k) if piece.kind == "math" else piece.text.lower() if piece.kind == "word" else ","
                 for k, piece in enumerate(items[first:])]  # fmt: skip
        for pattern in _SAID:
            found = pattern.match(" ".join(words))
            body = _equation(items[int(found[1])], items[int(found[2])], known) if found is not None else None
            if found is not None and body is not None:
                last = items[int(found[2])]
                return [*items[:first], replace(last, text=body.chars, body=body), *items[int(found[2]) + 1 :]]
    return list(items)


def _equation(of: Piece, told: Piece, known: frozenset[str]) -> Text | None:
    chars = told.body.chars
    functions = [name for name in known if function_named(name) is not None
                 and _bare(of.body.chars) in (_bare(name), _bare(name.partition("(")[0]))]  # fmt: skip
    left, sign, right = chars.replace("&", " ").partition("=")
    name = left.strip()
    signs = set(relation_signs(chars))
    if len(functions) != 1 or not sign or signs != {"="} or names_in(left) != (name,) or name in known:
        return None
    argument = functions[0].partition("(")[2].strip().removesuffix(")")
    if "," in argument:
        return None
    place = told.body.place(0)
    behind = told.body.part(len(left) + 1)
    first, more, _ = right.partition("=")
    if (minimum := _ARGMIN.search(first)) is None:
        by = rf"\arg\min_{{{argument}}} {functions[0]} = "
        return joined(Text(by, (place,) * len(by)), behind)
    below = re.match(r"\s*_\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\}|(\w))", first[minimum.end() :])
    under = _bare(re.split(r"\\in(?![A-Za-z])", below[1] or below[2])[0]) if below is not None else ""
    rest = first[minimum.end() + below.end() :] if below is not None else ""
    same = not first[: minimum.start()].strip() and under == _bare(argument) and _bare(rest) == _bare(functions[0])
    return behind if same and more else None


def _bare(source: str) -> str:
    return re.sub(r"[\s{}]|\\left|\\right|\\[,;!]", "", source)
