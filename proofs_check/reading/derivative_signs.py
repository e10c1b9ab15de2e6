r"""Derivatives as people write them of functions that have a name: ``f'(x)``, ``\frac{df}{dx}``, ``\nabla L``.

``f'(p)`` is ``(\nabla_x f(x))|_{x = p}`` for a function of one number, and its second derivative ``f''(x)`` is what
``\nabla^2 f(x)`` says then.  A function that stands alone behind a sign of differentiation stands for its value at its
own letters.  ``\operatorname{tr}\nabla^2 f(x)`` is the sum of the second derivatives.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from ..statement.terms import Abbrev, Sym, free_symbols
from .applied_names import closing, function_at, is_moved, named_at, tex_of, tokens_of, variable_of
from .letters import Letters, Named, arguments_of, letter_of
from .lexer import Lex
from .outcomes import Refusal, Span
from .tokens import Tok, grouped

_ENDS = frozenset({"PLUS", "MINUS", "REL", "SEP", "COMMA", "IMPL", "CLOSE", "RBRACE", "NORMR", "BARR", "RANGLE", "END",
                   "AMP", "ROW", "MID"})  # fmt: skip
"""What may stand behind all of a derivative."""


def with_signs(found: Sequence[Lex], letters: Letters, source: str) -> list[Lex]:
    """The tokens with gradients in the place of these signs."""
    for k, lex in enumerate(found[2:], 2):
        if (found[k - 1].kind, lex.kind) == ("OPEN", "CLOSE") and found[k - 1].text == lex.text == "(":
            raise Refusal(lex.span, "Nothing stands in this bracket.")
    out = _with_quotients(list(found), letters, source)
    out = _with_letters(out, letters)
    out = _with_primes(out, letters, source)
    out = _with_traces(out, letters)
    return _with_squares(out, letters, source)


# Primes --------------------------------------------------------------------------------------------------------


def _with_primes(found: list[Lex], letters: Letters, source: str) -> list[Lex]:
    k = 0
    while k < len(found):
        tokens, count = _primes(found[k + 1 :])
        opened = k + 1 + tokens
        named = _number_function(found[k], letters) if count and found[k].kind == "NAME" else None
        if named is None or letters.find(found[k].text, "", "'" * count) or not _opens(found, opened):
            k += 1
            continue
        end = closing(found, opened)
        if count > 2:
            raise Refusal(found[k].span, "Derivatives are read to the second, f''(x).")
        found[k : end + 1] = _derivative(found[k], named, found[opened + 1 : end], count, letters, source)
        k += 1
    return found


def _primes(found: Sequence[Lex]) -> tuple[int, int]:
    """How many tokens of primes stand there, and how many primes."""
    if found and found[0].kind == "SUP" and re.fullmatch(r"(?:\\prime)+", found[0].text):
        return 1, len(found[0].items)
    primes = list(takewhile(lambda lex: lex.kind == "PRIME", found))
    return len(primes), sum(len(lex.text) for lex in primes)


def _opens(found: Sequence[Lex], k: int) -> bool:
    return k < len(found) and found[k].kind == "OPEN"


def _number_function(lex: Lex, letters: Letters) -> Named | None:
    """The function of this name; of a vector it has no prime."""
    named = letters.find(lex.text, "", "")
    sym = named.sym if isinstance(named, Abbrev) else named
    if named is None or sym is None or not (arguments_of(sym) or sym.has("function")):
        return None
    variable = variable_of(named)
    if isinstance(named, Abbrev) and (variable is None or variable.shape != (1, 1)):
        raise Refusal(lex.span, f"{letter_of(named.sym)}' is read of a function of one number that has a formula: "
                      "write \\nabla_{x} for a derivative with respect to x.")  # fmt: skip
    return named


def _derivative(
    lex: Lex, named: Named, point: Sequence[Lex], count: int, letters: Letters, source: str
) -> list[Lex]:
    """The derivative there: of a function without a formula with respect to the letter that it is applied to."""
    span = lex.span
    letter = variable_of(named) if isinstance(named, Abbrev) else _number_letter(point, letters)
    if letter is None:
        raise Refusal(span, f"{lex.text}' is read at a letter that is a declared number, {lex.text}'(x).")
    own = tokens_of(letter, span)
    moved = isinstance(named, Abbrev) and is_moved(point, letter, letters)
    made = [lex, Lex("OPEN", span, "("), *own, Lex("CLOSE", span, "(")]
    for _ in range(count):
        made = [Lex("OPEN", span, "("), *_gradient(letter, span), *made, Lex("CLOSE", span, "(")]
    if not moved:
        return made
    items = (*grouped(tex_of(letter)), Tok("=", *span), *grouped(source[point[0].span[0] : point[-1].span[1]]))
    return [Lex("OPEN", span, "("), *made, Lex("AT", span, "=", items), Lex("CLOSE", span, "(")]


def _number_letter(point: Sequence[Lex], letters: Letters) -> Sym | None:
    named = named_at(point, letters) if point and point[0].kind == "NAME" else None
    if not isinstance(named, Sym) or named.shape != (1, 1) or named.has("random") or named.has("index"):
        return None
    whole = [lex.text for lex in point] == [lex.text for lex in tokens_of(named, point[0].span)]
    return named if whole else None


def _gradient(letter: Sym, span: Span) -> list[Lex]:
    tex = tex_of(letter)
    return [Lex("HEAD", span, "grad"), Lex("SUB", span, tex, grouped(tex))]


# Quotients -----------------------------------------------------------------------------------------------------


def _with_quotients(found: list[Lex], letters: Letters, source: str) -> list[Lex]:
    r"""``\frac{df}{dx}`` and ``\frac{d}{dx} f(x)``, of a function of one number: a function is no factor."""
    k = 0
    while k < len(found):
        made, width = _quotient(found[k:], letters, source)
        if width:
            found[k : k + width] = made
        k += 1
    return found


def _quotient(found: Sequence[Lex], letters: Letters, source: str) -> tuple[list[Lex], int]:
    if [lex.kind for lex in found[:2]] == ["HEAD", "NAME"] and found[0].text == "slope":
        order, above, below, behind = 1, list[Lex](), [Lex("NAME", found[0].span, "t")], 1
    else:
        parts = _above_and_below(found)
        if parts is None:
            return [], 0
        order, above, below, behind = parts
    following = not above
    told = list(found[behind:]) if following else above
    named = letters.find(told[0].text, "", "") if told and told[0].kind == "NAME" else None
    letter = variable_of(named) if isinstance(named, Abbrev) else None
    if named is None or letter is None or letter.shape != (1, 1) or named_at(below, letters) != letter:
        return [], 0
    if [lex.text for lex in below] != [lex.text for lex in tokens_of(letter, below[0].span)]:
        return [], 0
    applied = _opens(told, 1)
    end = closing(told, 1) if applied else 0
    point = told[2:end] if applied else tokens_of(letter, below[0].span)
    if (not following and end != len(told) - 1) or is_moved(point, letter, letters):
        return [], 0
    if following and _goes_on(told[end + 1 : end + 2]):
        raise Refusal(found[0].span, "How far this derivative reaches stays open: write brackets around it.")
    made = _derivative(told[0], named, point, order, letters, source)
    return made, behind + (end + 1 if following else 0)


def _above_and_below(found: Sequence[Lex]) -> tuple[int, list[Lex], list[Lex], int] | None:
    """Of a quotient of differentials its order, what stands behind the d above and below, and where it ends."""
    if [lex.kind for lex in found[:2]] != ["FRAC", "LBRACE"]:
        return None
    middle = closing(found, 1)
    if middle + 1 >= len(found) or found[middle + 1].kind != "LBRACE":
        return None
    end = closing(found, middle + 1)
    above, below = list(found[2:middle]), list(found[middle + 2 : end])
    if not (above and len(below) > 1 and _is_d(above[0]) and _is_d(below[0])):
        return None
    above, below = above[1:], below[1:]
    order = 1
    if above and above[0].kind == "SUP" and above[0].text == "2" and below[-1].kind == "SUP" and below[-1].text == "2":
        order, above, below = 2, above[1:], below[:-1]
    return order, above, below, end + 1


def _goes_on(behind: Sequence[Lex]) -> bool:
    """Whether a factor, a power or a stroke follows."""
    return bool(behind) and behind[0].kind not in _ENDS


def _is_d(lex: Lex) -> bool:
    return (lex.kind, lex.text) == ("NAME", "d")


# Functions alone -----------------------------------------------------------------------------------------------


def _with_letters(found: list[Lex], letters: Letters) -> list[Lex]:
    r"""``\nabla_w L`` as ``\nabla_w L(w)``, of a function that has a formula; and ``L`` beside it in the same way."""
    out: list[Lex] = []
    derived = {lex.text for k, lex in enumerate(found) if lex.kind == "NAME" and _is_derived(found[:k])
               and not (k + 1 < len(found) and found[k + 1].kind in ("OPEN", "SUB"))}  # fmt: skip
    for k, lex in enumerate(found):
        out.append(lex)
        told = lex.kind == "NAME" and (lex.text in derived or _is_derived(found[:k]))
        named = letters.find(lex.text, "", "") if told else None
        names = arguments_of(named.sym) if isinstance(named, Abbrev) else ()
        alone = found[k + 1 : k + 2]
        if not names or (alone and alone[0].kind in ("OPEN", "SUB", "SUP", "PRIME", "AT")):
            continue
        own = {sym.name: sym for sym in free_symbols(named) if isinstance(sym, Sym)} if named is not None else {}
        if not own.keys() >= set(names):
            raise Refusal(lex.span, f"{lex.text} is a function: write a value, such as {lex.text}(x).")
        out.append(Lex("OPEN", lex.span, "("))
        for j, name in enumerate(names):
            out += [Lex("COMMA", lex.span, ",")] if j else []
            out += tokens_of(own[name], lex.span)
        out.append(Lex("CLOSE", lex.span, "("))
    return out


def _is_derived(before: Sequence[Lex]) -> bool:
    """Whether a sign of differentiation stands right before."""
    rest = list(before)
    while rest and rest[-1].kind in ("SUB", "SUP"):
        rest.pop()
    return bool(rest) and rest[-1].kind == "HEAD" and rest[-1].text in ("grad", "partial")


# Second derivatives --------------------------------------------------------------------------------------------


def _hessian(found: Sequence[Lex], letters: Letters) -> tuple[Sym, int] | None:
    r"""Of ``\nabla^2 f(...)`` the letter of the function, and where it is applied."""
    if not found or (found[0].kind, found[0].text) != ("HEAD", "grad"):
        return None
    at = next((k for k, lex in enumerate(found[1:], 1) if lex.kind not in ("SUB", "SUP")), len(found))
    above = [lex.text for lex in found[1:at] if lex.kind == "SUP"]
    below = [lex.text for lex in found[1:at] if lex.kind == "SUB"]
    named = function_at(found[at : at + 2], letters)
    letter = variable_of(named) if named is not None else None
    if above != ["2"] or letter is None or below not in ([], [tex_of(letter)]):
        return None
    return letter, at


def _with_squares(found: list[Lex], letters: Letters, source: str) -> list[Lex]:
    r"""``\nabla^2 f(x)`` of a function of one number: its second derivative."""
    k = 0
    while k < len(found):
        hessian = _hessian(found[k:], letters)
        if hessian is not None and hessian[0].shape == (1, 1):
            at = k + hessian[1]
            end, named = closing(found, at + 1), letters.find(found[at].text, "", "")
            assert named is not None
            if found[end + 1 : end + 2] and found[end + 1].kind == "SUP":
                raise Refusal(found[end + 1].span, "The power of the derivative, or the derivative of the power? Write "
                              "brackets.")  # fmt: skip
            found[k : end + 1] = _derivative(found[at], named, found[at + 2 : end], 2, letters, source)
        k += 1
    return found


def _with_traces(found: list[Lex], letters: Letters) -> list[Lex]:
    r"""``\operatorname{tr}\nabla^2 f(x)``, of a vector with as many coordinates as a letter or a number says."""
    k = 0
    while k < len(found):
        start = k + 1
        wrapped = (found[k].kind, found[k].text) == ("HEAD", "tr") and _opens(found, start)
        start += wrapped
        hessian = _hessian(found[start:], letters) if (found[k].kind, found[k].text) == ("HEAD", "tr") else None
        if hessian is None or hessian[0].shape == (1, 1) or hessian[0].shape[1] != 1:
            k += 1
            continue
        letter, at = hessian[0], start + hessian[1]
        end = closing(found, at + 1)
        own = [lex.text for lex in tokens_of(letter, found[k].span)]
        behind = found[end + 1 : end + 2]
        whole = bool(behind) and behind[0].kind == "CLOSE" if wrapped else not _goes_on(behind)
        dim = str(letter.shape[0])
        if not whole or [lex.text for lex in found[at + 2 : end]] != own or not dim.isalnum():
            raise Refusal(found[k].span, "The trace of a Hessian is read alone, \\operatorname{tr}(\\nabla^2 f(x)), at "
                          "the letter of the function.")  # fmt: skip
        found[k : end + 1 + wrapped] = _trace(letter, dim, found[at : end + 1], found, letters, found[k].span)
        k += 1
    return found


def _trace(
    letter: Sym, dim: str, value: Sequence[Lex], found: Sequence[Lex], letters: Letters, span: Span
) -> list[Lex]:
    taken = {lex.text for lex in found} | letters.bases | set(letters.dims)
    i = next(name for name in ("i", "j", "k", "l", "p", "q") if name not in taken)
    opened, closed = Lex("OPEN", span, "["), Lex("CLOSE", span, "[")
    below = Lex("SUB", span, i, grouped(i))
    inner = [opened, *_gradient(letter, span), *value, closed, below]
    outer = [opened, *_gradient(letter, span), *inner, closed, below]
    limits = [Lex("SUB", span, f"{i}=1", grouped(f"{i}=1")), Lex("SUP", span, dim, grouped(dim))]
    return [Lex("OPEN", span, "("), Lex("HEAD", span, "sum"), *limits, *outer, Lex("CLOSE", span, "(")]


