"""The letters of a formula as it stands, without what is declared of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..outcomes import Refusal
from ..spellings import ACCENTS, FONTS, GREEK, SAME_ACCENT, WORDS
from ..tokens import tokens

OVER = re.compile(r"\\(?:overset|stackrel)\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{?\s*(\\sim|=)\s*\}?")


def bare(source: str) -> str:
    r"""A formula on one line, ``\overset{iid}{\sim}`` as ``\sim``."""
    plain = OVER.sub(lambda m: "\\sim " if m[2] == "\\sim" else ":=" if "def" in m[1] else m[0], source)
    return re.sub(r"\s+", " ", plain).strip()


def base_of(tex: str) -> str:
    """The letter itself with its accent, without scripts."""
    if (named := _WORD.match(tex.strip())) is not None and named[1] not in WORDS:
        return _of_word(named[1])
    return next(iter(_letters(re.split(r"[_^']", tex)[0])), tex)


def letters_in(source: str, *, scripts: bool = True) -> frozenset[str]:
    """The letters that occur in a formula, with their accents and without their scripts."""
    functions = {_of_word(found[1]) for found in _APPLIED.finditer(source) if found[1] not in WORDS}
    return frozenset(functions) | frozenset(_letters(_NAMES.sub(" ", bare(source)), scripts=scripts))


_WORD = re.compile(r"\\(?:operatorname\*?|mathrm)\s*\{\s*([A-Za-z]{2,})\s*\}")
_APPLIED = re.compile(
    rf"{_WORD.pattern}(?=\s*(?:[_^]\s*(?:\w|\{{[^{{}}]*\}})\s*)*(?:\\left|\\[bB]igg?l?)?\s*\()"
)
"""A function that is called by a word: ``\\operatorname{df}_1(\\lambda)``."""


def _of_word(word: str) -> str:
    return f"\\operatorname{{{word}}}"


_NAMES = re.compile(r"\^\s*\{?\s*\\(?:mathsf|mathrm|mathtt|text|top|intercal)\s*(?:\{\s*T\s*\})?\s*\}?(?![A-Za-z])|"
                    r"\\(?:operatorname\*?|mathrm|text|textrm|mathop)\s*\{\s*[A-Za-z]{2}[A-Za-z -]*\}")
"""Operators and words in a formula: their letters are none of it."""


def occurrences(source: str, letter: str) -> tuple[bool, bool]:
    """Whether a letter occurs with a subscript, and whether it occurs without one."""
    plain = re.sub(r"\\(?:begin|end|text|operatorname\*?|mathrm)\s*\{[^{}]*\}", " ", source)
    below = [sub for name, sub in _told(plain) if name == letter]
    return True in below, False in below


def _letters(source: str, *, scripts: bool = True) -> Iterator[str]:
    return (name for name, _ in _told(source, scripts=scripts))


def _told(source: str, *, scripts: bool = True) -> Iterator[tuple[str, bool]]:
    """The letters, and whether each has a subscript."""
    try:
        found = list(tokens(source))
    except Refusal:
        for name in re.findall(r"\\[A-Za-z]+|[A-Za-z]", source):
            yield from ((name, True), (name, False))
        return
    accent, depth, below, expected = "", 0, 0, False
    for k, tok in enumerate(found):
        depth += {"{": 1, "}": -1}.get(tok.text, 0)
        below = depth if tok.text == "{" and expected and not below else 0 if depth < below else below
        if tok.text in ACCENTS | FONTS:
            accent += SAME_ACCENT.get(tok.text, tok.text)
        elif tok.text in GREEK or (len(tok.text) == 1 and tok.text.isalpha()):
            if scripts or not (below or expected):
                behind = next((other.text for other in found[k + 1 :] if not (accent and other.text == "}")), "")
                yield accent + tok.text, behind == "_"
            accent = ""
        elif tok.text != "{":
            accent = ""
        expected = tok.text in ("_", "^")
