r"""Names of the LaTeX macros: letters only, as TeX wants, made from the id alone, so that they never change.

The label is spelled word by word, numbers in words; then the part, the reading where a sentence admits several, and
``Status`` for the macro that prints what became of the claim, ``Where`` for what the letters of a formula stand for:

>>> name_of(Key("zfb/lemma-17")), name_of(Key("zfb/eq-31", "b")), name_of(Key("zfb/section-5.1-nonconvex", "", 2))
('zfbLemmaSeventeen', 'zfbEqThirtyOneB', 'zfbSectionFiveOneNonconvexReadingTwo')
>>> name_of(Key("my-paper-2/lemma-1", status=True))
'mypapertwoLemmaOneStatus'

A word of the label that means a number is in capitals (``one-third`` is ``ONEThird``, ``1-third`` is ``OneThird``).
No two keys share a name: each name is read back, and where that does not give the key again, as for ``eq-5-1``
beside ``eq-5.1``, six letters from the key's digest are appended.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_SMALL = [
    "Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
    "Thirteen", "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
]  # fmt: skip
_TENS = ["Zero", "Ten", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"]
_OURS = ("Part", "Reading", "Status", "Where", "Whole")
_RESERVED = {word.lower() for word in (*_SMALL, *_TENS, *_OURS, "Hundred", "Point")}
_VALUES = {word: k for k, word in enumerate(_SMALL)} | {word: 10 * k for k, word in enumerate(_TENS) if k > 1}


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What a macro is for: a statement, one of its parts, one reading of it (the first is 1), its status or letters."""

    id: str
    part: str = ""
    reading: int = 1
    status: bool = False
    where: bool = False
    """Whether it is for what the letters of the formula stand for."""

    @property
    def place(self) -> str:
        r"""The optional argument of ``\lemmata`` and ``\lemmatastatus``: ``b``, ``b@2``, or nothing."""
        return _tame(self.part) + (f"@{self.reading}" if self.reading > 1 else "")

    @property
    def address(self) -> str:
        r"""The mandatory argument of ``\lemmata``: the id, as it is written everywhere."""
        return _tame(self.id)

    def __str__(self) -> str:
        what = "status of " if self.status else "letters of " if self.where else ""
        return what + self.address + (f"#{self.place}" if self.place else "")


def _tame(text: str) -> str:
    """``text`` without the characters that TeX would read as commands."""
    return re.sub(r"[^A-Za-z0-9 .,=+/_-]", "-", text)


def name_of(key: Key) -> str:
    """The macro's name."""
    if key.where:
        return f"{name_of(replace(key, where=False))}Where"
    paper, _, label = key.id.partition("/")
    front = "".join(spelled(token).lower() for token in _tokens(paper)) or "lemmata"
    words = _words(label)
    single = bool(words) and len(words[-1]) == 1
    if key.part:
        part = _words(_slug(key.part))
        words += part if len(part) == 1 and len(part[0]) == 1 and not single else ["Part", *part]
    elif single:
        words.append("Whole")
    words += ["Reading", spelled(str(key.reading))] if key.reading > 1 else []
    words += ["Status"] if key.status else []
    back = _read("".join(words))
    plain = back == (label, _slug(key.part), key.reading, key.status)
    return front + "".join(words) + ("" if plain else _letters(f"{key.id}|{key.part}|{key.reading}|{key.status}"))


def spelled_out(id: str) -> str:
    """The name of a derived formula: every digit a word.

    >>> spelled_out("zfb/lsa-flow-u11"), spelled_out("zfb/lsa-loss-dim-2")
    ('zfbLsaFlowUOneOne', 'zfbLsaLossDimTwo')
    """
    paper, _, label = id.partition("/")
    words = re.findall("[A-Za-z]+|[0-9]", label)
    return paper + "".join(_SMALL[int(w)] if w.isdigit() else w[:1].upper() + w[1:] for w in words)


def spelled(token: str) -> str:
    """A word with a capital, in capitals where it has a meaning here; a number in words, a long one digit by digit."""
    if not token.isdigit():
        return token.upper() if token.lower() in _RESERVED else token[:1].upper() + token[1:].lower()
    value = int(token)
    if value >= 1000 or str(value) != token:
        return "".join(_SMALL[int(digit)] for digit in token)
    hundreds, rest = divmod(value, 100)
    front = _SMALL[hundreds] + "Hundred" if hundreds else ""
    if hundreds and not rest:
        return front
    return front + (_SMALL[rest] if rest < 20 else _TENS[rest // 10] + (_SMALL[rest % 10] if rest % 10 else ""))


def _tokens(text: str) -> list[str]:
    return re.findall(r"[A-Za-z]+|[0-9]+", text)


def _words(text: str) -> list[str]:
    """The spelled tokens of a label; a point between numbers is written where they could be read as one."""
    out: list[str] = []
    tokens = _tokens(text)
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True) if tokens else ():
        out.append(spelled(token))
        if token.isdigit() and following.isdigit() and _runs_on(token, following):
            out.append("Point")
    return out


def _runs_on(first: str, second: str) -> bool:
    return _numbers(_WORD.findall(spelled(first) + spelled(second))) != [first, second]


def _slug(part: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", part.lower()).strip("-")


def _letters(text: str) -> str:
    """Six letters from a digest."""
    digits = hashlib.sha256(text.encode()).digest()[:6]
    return "X" + "".join(chr(ord("a") + byte % 26) for byte in digits)


# Reading a name back -------------------------------------------------------------------------------------

def _read(words: str) -> tuple[str, str, int, bool]:
    """Label, part, reading and status that the words of a name stand for."""
    tokens = _numbers(_WORD.findall(words))
    status = bool(tokens) and tokens[-1] == "<status>"
    tokens = tokens[:-1] if status else tokens
    reading = 1
    if len(tokens) > 2 and tokens[-2] == "<reading>" and tokens[-1].isdigit():
        reading = int(tokens[-1])
        tokens = tokens[:-2]
    if tokens and tokens[-1] == "<whole>":
        return _joined(tokens[:-1]), "", reading, status
    if "<part>" in tokens:
        k = tokens.index("<part>")
        return _joined(tokens[:k]), "-".join(tokens[k + 1 :]), reading, status
    if len(tokens) > 1 and len(tokens[-1]) == 1 and tokens[-1].isalpha():
        return _joined(tokens[:-1]), tokens[-1], reading, status
    return _joined(tokens), "", reading, status


def _numbers(words: list[str]) -> list[str]:
    """The words in lower case, number words as digits, ``Point`` between two of them dropped."""
    return list(_digits(words))


def _digits(words: list[str]) -> Iterator[str]:
    k = 0
    while k < len(words):
        word = words[k]
        if word not in _VALUES:
            if not (word == "Point" and 0 < k < len(words) - 1 and words[k - 1] in _ENDS and words[k + 1] in _VALUES):
                yield _MARKS.get(word, word.lower())
            k += 1
            continue
        value = _VALUES[word]
        k += 1
        if 0 < value < 10 and k < len(words) and words[k] == "Hundred":
            value, k = 100 * value, k + 1
            if k < len(words) and _VALUES.get(words[k], 0) > 0:
                value, k = value + _VALUES[words[k]], k + 1
        if value % 100 >= 20 and value % 10 == 0 and k < len(words) and 0 < _VALUES.get(words[k], 0) < 10:
            value, k = value + _VALUES[words[k]], k + 1
        yield str(value)


_ENDS = frozenset({*_VALUES, "Hundred"})
_CAPITALS = "|".join(f"{word.upper()}(?![a-z])" for word in sorted(_RESERVED, key=lambda w: (-len(w), w)))
_WORD = re.compile(_CAPITALS + "|[A-Z][a-z]*")
_MARKS = {word: f"<{word.lower()}>" for word in _OURS}
"""Words of ours, told from the same words of a label, which are in capitals."""


def _joined(tokens: list[str]) -> str:
    """The label that these tokens are in our ids: a point before a number that follows one, or a letter."""
    out = ""
    for before, token in zip(["", *tokens], tokens, strict=False):
        numbered = token.isdigit() and (before.isdigit() or len(before) == 1)
        out += ("." if numbered else "-" if out else "") + token
    return out
