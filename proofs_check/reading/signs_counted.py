r"""Of what is rewritten before it is read, ``f''(x)``, ``\operatorname{Var}(x)``, ``\nabla^2 f(x) = M``, each letter
and each sign is counted, in the source and in what was made of it.

The print of what was read shows the latter alone.  What must stand there is said here a second time, apart from the
rewriting, so that an order of a derivative, a point, a mean that is lost or changed on the way is found.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ..statement.terms import Abbrev, Sym, free_symbols
from .applied_names import closing, tex_of, tokens_of, variable_of
from .letters import Letters, Named, arguments_of
from .lexer import CLOSING, OPENING, Lex, lexed
from .tokens import grouped

Count = Counter[str]
_BRACKETS = frozenset({"OPEN", "CLOSE", "LBRACE", "RBRACE", "DOT"})
_DIRECTION, _PLACE, _TURNED, _MAYBE = "a direction", "a place", "SUP \\top", "turned where it is no number"
_ENDS = frozenset({"SEP", "IMPL"})
_TOLD = frozenset({"NAME", "NUM", "HEAD", "REL", "IMPL", "SUB", "SUP", "PRIME", "MOMENT"})


def is_balanced(source: Sequence[Lex], made: Sequence[Lex], letters: Letters, known: frozenset[str]) -> bool:
    """Whether all that the source says stands in what was made of it, and nothing else; a letter that is not ``known``
    is one of the rewriting, a direction or a place."""
    if list(source) == list(made):
        return True
    if not _in_order(source, made):
        return False
    said = known | {word for lex in source for word in re.findall(r"\\?[A-Za-z]+", lex.text)}
    found: Count = Counter()
    for sign, times in _plain(made, letters).items():
        new = re.fullmatch(r"(NAME|SUB) ([a-z])(?:=1)?", sign)
        own = new is None or new[2] in said
        found[sign if own or new is None else _DIRECTION if new[1] == "NAME" else _PLACE] += times
    meant = _Source(letters).count(source)
    free, more = meant.pop(_MAYBE, 0), found.pop(_TURNED, 0) - meant.pop(_TURNED, 0)
    return found == meant and 0 <= more <= free


def are_means(source: Sequence[Lex], made: Sequence[Lex]) -> bool:
    """Whether variances and covariances became the means that they are, bracket by bracket."""
    meant, found = _with_means(source), [_kind(lex) for lex in made]
    for sign in meant:
        if found[:1] == [sign]:
            found = found[1:]
        elif sign != _TURNED:  # numbers are not transposed: shapes tell
            return False
    return not found


def _kind(lex: Lex) -> str:
    return _sign(lex) if lex.kind in _TOLD else lex.kind


def _with_means(found: Sequence[Lex]) -> list[str]:
    place = next((k for k, lex in enumerate(found) if lex.kind == "MOMENT"), len(found))
    out = [_kind(lex) for lex in found[:place]]
    if place == len(found):
        return out
    end = closing(found, place + 1)
    bodies = [_with_means(body) for body in _parted(found[place + 2 : end])]
    first, last = (["OPEN", "OPEN", *x, "CLOSE", "MINUS", *_expected(["OPEN", *x, "CLOSE"]), "CLOSE"]
                   for x in (bodies[0], bodies[-1]))  # fmt: skip
    inside = [*first, "SUP 2"] if found[place].text == "Var" else [*first, *last, _TURNED]
    return [*out, *_expected(inside), *_with_means(found[end + 1 :])]


def _expected(body: list[str]) -> list[str]:
    return ["HEAD expect", "OPEN", *body, "CLOSE"]


def _parted(inside: Sequence[Lex]) -> list[list[Lex]]:
    """At the commas outside of brackets."""
    depth, bodies = 0, [list[Lex]()]
    for lex in inside:
        depth += (lex.kind in OPENING) - (lex.kind in CLOSING)
        if depth == 0 and lex.kind in ("COMMA", "SEP"):
            bodies.append([])
        else:
            bodies[-1].append(lex)
    return bodies


def _in_order(source: Sequence[Lex], made: Sequence[Lex]) -> bool:
    """Whether of two tokens of the source that stand side by side in what was made, with no bracket between them, the
    first one comes first there."""
    places = {(lex.kind, lex.text, lex.span): k for k, lex in enumerate(source) if lex.kind not in _BRACKETS}
    found = [places.get((lex.kind, lex.text, lex.span)) for lex in made]
    return all(a is None or b is None or a < b for a, b in pairwise(found))


def _plain(found: Sequence[Lex], letters: Letters) -> Count:
    """The signs as they stand there."""
    out: Count = Counter()
    for lex in found:
        if lex.kind == "AT":
            out += _plain(lexed(lex.items, letters.bases), letters)
        elif lex.kind not in _BRACKETS:
            out[_sign(lex)] += 1
    return out


def _sign(lex: Lex) -> str:
    text = re.sub(r"[{}\s]", "", lex.text)
    return f"{lex.kind} {text}" if lex.kind in _TOLD else lex.kind


def _times(count: Count, times: int) -> Count:
    return Counter({sign: times * often for sign, often in count.items()})


class _Source:
    """How often each sign must stand in what is made of the source."""

    def __init__(self, letters: Letters) -> None:
        self.letters = letters

    def count(self, found: Sequence[Lex]) -> Count:
        out: Count = Counter()
        start = 0
        for end in [k for k, lex in enumerate(found) if lex.kind in _ENDS] + [len(found)]:
            out += self._statement(found[start:end]) + _plain(found[end : end + 1], self.letters)
            start = end + 1
        return out

    def _statement(self, found: Sequence[Lex]) -> Count:
        """A relation with a Hessian on one of its sides says more, of a direction."""
        signs = [k for k, lex in enumerate(found) if lex.kind == "REL"]
        sides = (found[: signs[0]], found[signs[0] + 1 :]) if len(signs) == 1 else ()
        if all(self._hessian(side) is None for side in sides):
            return self._terms(found)
        sign, orders = found[signs[0]], {"psd": "REL ge", "nsd": "REL le"}
        out = Counter({orders.get(sign.text, "REL eq"): 1})
        form = Counter({_DIRECTION: 1, _TURNED: 1} if sign.text in orders else {})
        for side in sides:
            own, hessian = self._terms(side), self._hessian(side)
            out += form + own + Counter({_DIRECTION: 1})
            if hessian is not None:
                out += Counter({_TURNED: 1, "HEAD grad": 1, _below(hessian): 2})
                out -= Counter({"SUP 2": 1, **({_below(hessian): 1} if _below(hessian) in own else {})})
            elif sign.text in orders and [lex.kind for lex in side] != ["NUM"]:
                out += _times(own, 2) + Counter({_TURNED: 1, "REL eq": 1, "SEP": 1})
        return out

    def _hessian(self, side: Sequence[Lex]) -> Sym | None:
        r"""The vector of a side that is ``\nabla^2 f(x)``."""
        at = next((k for k, lex in enumerate(side) if lex.kind == "NAME"), 0)
        square = any((lex.kind, lex.text) == ("SUP", "2") for lex in side[:at])
        if not at or not square or (side[0].kind, side[0].text) != ("HEAD", "grad"):
            return None
        letter = self._letter(side[at])
        return letter if letter is not None and letter.shape != (1, 1) else None

    def _terms(self, found: Sequence[Lex]) -> Count:
        out: Count = Counter()
        k = 0
        while k < len(found):
            for form in (self._moment, self._primes, self._quotient, self._trace, self._gradient, self._alone):
                made, width = form(found[k:])
                if width:
                    out, k = out + made, k + width
                    break
            else:
                out, k = out + _plain(found[k : k + 1], self.letters), k + 1
        return out

    # Means -----------------------------------------------------------------------------------------------------

    def _moment(self, found: Sequence[Lex]) -> tuple[Count, int]:
        r"""``Var(x)`` holds x twice, and two means; ``Cov(x, y)`` x and y twice each, and three means."""
        if found[0].kind != "MOMENT" or found[1:2] == [] or found[1].kind != "OPEN":
            return Counter(), 0
        end = closing(found, 1)
        bodies = _parted(found[2:end])
        if found[0].text == "Var":
            made = Counter({"HEAD expect": 2, "MINUS": 1, "SUP 2": 1})
        else:
            made = Counter({"HEAD expect": 3, "MINUS": 2, _MAYBE: 1})
        copies = 2 if found[0].text == "Var" or len(bodies) == 2 else 4
        for body in bodies:
            made += _times(self._terms(body), copies)
        return made, end + 1

    # Derivatives -----------------------------------------------------------------------------------------------

    def _letter(self, lex: Lex) -> Sym | None:
        named = self._function(lex)
        return variable_of(named) if named is not None else None

    def _function(self, lex: Lex) -> Named | None:
        named = self.letters.find(lex.text, "", "") if lex.kind == "NAME" else None
        sym = named.sym if isinstance(named, Abbrev) else named
        return named if sym is not None and (arguments_of(sym) or sym.has("function")) else None

    def _value(self, name: Lex, point: Sequence[Lex], letter: Sym, order: int) -> Count:
        """The derivative of this order, at this point."""
        own = tokens_of(letter, name.span)
        made = Counter({"HEAD grad": order, _below(letter): order}) + _plain([name, *own], self.letters)
        if [lex.text for lex in point] == [lex.text for lex in own]:
            return made
        return made + _plain(own, self.letters) + self._terms(point) + Counter({"REL eq": 1})

    def _primes(self, found: Sequence[Lex]) -> tuple[Count, int]:
        named, k, order = self._function(found[0]), 1, 0
        while k < len(found) and (found[k].kind == "PRIME" or found[k].text.startswith("\\prime")):
            order += len(found[k].text) if found[k].kind == "PRIME" else found[k].text.count("\\prime")
            k += 1
        if named is None or not order or found[k : k + 1] == [] or found[k].kind != "OPEN":
            return Counter(), 0
        if self.letters.find(found[0].text, "", "'" * order):
            return Counter(), 0
        end = closing(found, k)
        point = found[k + 1 : end]
        letter = variable_of(named) if isinstance(named, Abbrev) else self.letters.find(point[0].text, "", "")
        return (self._value(found[0], point, letter, order), end + 1) if isinstance(letter, Sym) else (Counter(), 0)

    def _quotient(self, found: Sequence[Lex]) -> tuple[Count, int]:
        r"""``\frac{df}{dx}``, ``\frac{d^2f(x)}{dx^2}`` and ``\frac{d}{dx} f(x)``."""
        if (found[0].kind, found[0].text) == ("HEAD", "slope"):
            order, above, end = 1, list[Lex](), 0
        elif [lex.kind for lex in found[:2]] == ["FRAC", "LBRACE"] and _is_d(found[2:3]):
            middle = closing(found, 1)
            end = closing(found, middle + 1)
            if not _is_d(found[middle + 2 : middle + 3]):
                return Counter(), 0
            above = list(found[3:middle])
            order = 2 if above[:1] and (above[0].kind, above[0].text) == ("SUP", "2") else 1
            above = above[order - 1 :]
        else:
            return Counter(), 0
        told = above or list(found[end + 1 :])
        letter = self._letter(told[0]) if told else None
        if letter is None or letter.shape != (1, 1):
            return Counter(), 0
        applied = len(told) > 1 and told[1].kind == "OPEN"
        width = 0 if above else (closing(told, 1) if applied else 0) + 1
        return self._value(told[0], tokens_of(letter, found[0].span), letter, order), end + 1 + width

    def _trace(self, found: Sequence[Lex]) -> tuple[Count, int]:
        r"""``\operatorname{tr}\nabla^2 f(x)``: a sum over the places of x, of two gradients."""
        texts = [(lex.kind, lex.text) for lex in found[:3]]
        start = 1 + (texts[1:2] == [("OPEN", "(")])
        at = next((k for k, lex in enumerate(found) if k > start and lex.kind == "NAME"), 0)
        letter = self._letter(found[at]) if at else None
        square = at and any((lex.kind, lex.text) == ("SUP", "2") for lex in found[start + 1 : at])
        if texts[:1] != [("HEAD", "tr")] or not square or letter is None or letter.shape == (1, 1):
            return Counter(), 0
        if (found[start].kind, found[start].text) != ("HEAD", "grad"):
            return Counter(), 0
        applied = found[at + 1 : at + 2] != [] and found[at + 1].kind == "OPEN"
        end = closing(found, at + 1) if applied else at
        made = _plain(found[at : end + 1], self.letters)
        made += Counter() if applied else _plain(tokens_of(letter, found[0].span), self.letters)
        made += Counter({"HEAD sum": 1, "HEAD grad": 2, _below(letter): 2, f"SUP {letter.shape[0]}": 1, _PLACE: 3})
        return made, end + 1 + (start == 2)

    def _gradient(self, found: Sequence[Lex]) -> tuple[Count, int]:
        r"""``\nabla f``, ``\nabla f(p)`` and ``\nabla^2 f(x)`` of a function of one number."""
        if found[0].kind != "HEAD" or found[0].text not in ("grad", "partial"):
            return Counter(), 0
        at = next((k for k, lex in enumerate(found) if k and lex.kind not in ("SUB", "SUP")), len(found))
        named = self._function(found[at]) if at < len(found) else None
        if not isinstance(named, Abbrev):
            return Counter(), 0
        letter, scripts = variable_of(named), _plain(found[1:at], self.letters)
        if at + 1 == len(found) or found[at + 1].kind not in ("OPEN", "SUB", "SUP", "PRIME", "AT"):
            if scripts["SUP 2"] and letter is not None and letter.shape == (1, 1):
                return self._value(found[at], tokens_of(letter, found[0].span), letter, 2), at + 1
            return _plain([found[0]], self.letters) + scripts + self._at_own_letters(found[at], named), at + 1
        if found[at + 1].kind != "OPEN" or letter is None:
            return Counter(), 0
        end = closing(found, at + 1)
        point, own_texts = found[at + 2 : end], [lex.text for lex in tokens_of(letter, found[0].span)]
        if scripts["SUP 2"] and letter.shape == (1, 1):
            return self._value(found[at], point, letter, 2), end + 1
        if not scripts and [lex.text for lex in point] != own_texts:
            return self._value(found[at], point, letter, 1), end + 1
        return Counter(), 0


    def _alone(self, found: Sequence[Lex]) -> tuple[Count, int]:
        r"""``L`` beside ``\nabla L``: its value at its own letters."""
        named = self._function(found[0])
        if not isinstance(named, Abbrev) or (found[1:2] and found[1].kind in ("OPEN", "SUB", "SUP", "PRIME", "AT")):
            return Counter(), 0
        return self._at_own_letters(found[0], named), 1

    def _at_own_letters(self, name: Lex, named: Abbrev) -> Count:
        own = {sym.name: sym for sym in free_symbols(named) if isinstance(sym, Sym)}
        made = _plain([name], self.letters)
        for k, told in enumerate(arguments_of(named.sym)):
            letter = tokens_of(own[told], name.span) if told in own else []
            made += _plain(letter, self.letters) + Counter({"COMMA": 1} if k else {})
        return made


def _is_d(found: Sequence[Lex]) -> bool:
    return bool(found) and (found[0].kind, found[0].text) == ("NAME", "d")


def _below(letter: Sym) -> str:
    tex = tex_of(letter)
    return _sign(Lex("SUB", (0, 0), tex, grouped(tex)))
