r"""Words that a paper gives a meaning, ``The weights are \emph{balanced} if $D=0$``: the relation stands for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from . import vocabulary as v
from .facts import relation_signs, several
from .gradient_flows import said_in_words
from .pieces import Piece
from .supposed import Coined, Entry

_WHAT = r"(?:(?:the|our|two|these|all) )?(?P<what>(?:(?:weight|parameter|layer) )?[^\W\d_]+s?)(?: \d+(?: and \d+)?)?"
_WORD = r"(?P<word>[^\W\d_][\w-]*)"
_IF = "(?:if|when|whenever)"
_COINS = (
    re.compile(rf"(?:we say that )?{_WHAT} (?:is|are) (?:said to be |called |termed )?{_WORD} {_IF} (?P<is>\d+)"),
    re.compile(rf"we (?:call|say that) {_WHAT} (?:are |is )?{_WORD} {_IF} (?P<is>\d+)"),
)  # fmt: skip
_SUPPOSED = (
    r"(?P<open>if|when|whenever|suppose|suppose that|assume|assume that) (?:the|our|all) (?:\w+ )?\w+ (?:is|are) {0}"
    r"(?= ,|$| then)|(?P<for>for) (?:any |all |arbitrary )?{0} (?:weights|parameters|layers|matrices|factors)(?= ,|$)|"
    r"(?P<under>under|assuming) {0}(?:ness)(?= ,|$)"
)
_TAKEN = frozenset(word for phrase in v.TRAITS for word in phrase) | {"orthogonal", "random", "independent", "equal"}


def coined_in(items: Sequence[Piece]) -> Coined | None:
    """What a sentence that says nothing else gives a meaning."""
    said = said_in_words(items)
    found = next(filter(None, (pattern.fullmatch(said) for pattern in _COINS)), None)
    if found is None or found["word"] in _TAKEN or found["what"] not in v.NOUNS | v.OF_NETWORKS | {"factors"}:
        return None
    told = items[int(found["is"])]
    one = len(several(told.body.chars)) == 1 and len(relation_signs(told.body.chars)) == 1
    return Coined(found["word"], told.body) if one else None


def with_coined_words(items: Sequence[Piece], entries: Sequence[Entry]) -> list[Piece]:
    """The sentence with the relations in the place of such words."""
    out = list(items)
    meant = {entry.word: entry for entry in entries if isinstance(entry, Coined)}
    for coined in meant.values():
        if any(isinstance(e, Coined) and e.word == coined.word and e.body.chars != coined.body.chars for e in entries):
            continue
        said = said_in_words(out)
        found = re.search(_SUPPOSED.format(re.escape(coined.word)), said)
        if found is None or (found.start() and said[found.start() - 1] != " "):
            continue
        start, end = len(said[: found.start()].split()), len(said[: found.end()].split())
        opened = (found["open"] or "if").split()
        words = [Piece("word", word, out[start].body) for word in opened]
        out = [*out[:start], *words, Piece("math", coined.body.chars, coined.body), *out[end:]]
    return out
