"""Long sums as text in brackets of a few terms each.

Python's compiler, and with it SymPy's ``sympify``, goes down one level for each term of a sum that is written without
brackets; some thousand terms are more than its recursion limit.

>>> in_brackets("a - b + c + d - e", most=2)
'((a - b) + (c + d)) - e'
>>> in_brackets("(a + b)*c + d", most=2)
'(a + b)*c + d'
"""

from __future__ import annotations

import re

_MOST = 64
_SIGNS = re.compile(r"(\(|\)| \+ | - )")

Terms = list[tuple[str, str]]
"""Each with its sign."""


def in_brackets(text: str, most: int = _MOST) -> str:
    """The same expression, no sum in it with more than ``most`` terms outside brackets."""
    open_sums: list[Terms] = [[("", "")]]
    for piece in _SIGNS.split(text):
        if piece == "(":
            open_sums.append([("", "")])
        elif piece == ")":
            closed = _written(open_sums.pop(), most)
            _append(open_sums[-1], f"({closed})")
        elif piece in (" + ", " - "):
            open_sums[-1].append((piece[1], ""))
        else:
            _append(open_sums[-1], piece)
    return _written(open_sums[0], most)


def _append(terms: Terms, text: str) -> None:
    sign, last = terms[-1]
    terms[-1] = sign, last + text


def _written(terms: Terms, most: int) -> str:
    if any("," in term for _, term in terms):  # the arguments of a function
        return _joined(terms)
    while len(terms) > most:
        terms = [_bracket(terms[start : start + most]) for start in range(0, len(terms), most)]
    return _joined(terms)


def _bracket(terms: Terms) -> tuple[str, str]:
    if len(terms) == 1:
        return terms[0]
    sign, first = terms[0]
    return ("+" if sign else "", f"({_joined([('', '-' + first if sign == '-' else first), *terms[1:]])})")


def _joined(terms: Terms) -> str:
    return "".join(f" {sign} {term}" if sign else term for sign, term in terms)
