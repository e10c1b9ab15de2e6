r"""Words that introduce letters, as ``let`` does: ``a task is a vector $w$ drawn from``, ``the risk $R(w)=...$ is``."""

from __future__ import annotations

import re
from dataclasses import replace

from . import harmless
from . import vocabulary as v
from .facts import declaration, function_named, names_in, relation_signs
from .gradient_flows import said_in_words
from .pieces import Piece
from .sources import Text, joined

_NAMED = re.compile(
    r"(?:the|our) (?P<called>(?:[^\W\d_][\w'’-]* )+)(?P<of>\d+) "
    r"(?:satisf(?:ies|y)|obeys?|evolves according to|evolves as|evolves by|equals|is|is equal to|is given by|reads|"
    r"(?:can|may) (?:also |equivalently )?be (?:re)?written as|has the form|takes the form|admits the closed form|"
    r"has the closed form|admits the representation|has the representation) \d+(?= ,|$| for| whenever| if)"
)
_GIVEN_BY = re.compile(r"(?P<of>\d+) (?:be |is )?(?:given|defined) by (?P<is>\d+)(?= |$)")
_MAPS_TO = re.compile(
    r"\s*([A-Za-z]|\\[A-Za-z]+)\s*(?::|\\colon)\s*(\\mathbb\s*\{?R\}?(?:\s*\^\s*(?:\w|\{[\w\s\\]*\}))?)\s*"
    r"\\(?:to|rightarrow)\s*\\mathbb\s*\{?R\}?\s*"
)
_IS_A = re.compile(
    r"(?:a|an|the|each|our) (?P<what>(?:[^\W\d_]\S* )+)(?:is|are) (?:a|an|the) (?P<kind>(?:[^\W\d_]\S* )+)"
    r"(?P<of>\d+)(?= |$)"
)
_PROMPTS = re.compile(
    r"(?:given the task ,? ?)?(?:a|an|the|each|every) (?P<what>(?:[^\W\d_]\S* )+)(?:consists of|contains|comprises) "
    r"(?:\d+ )?(?:i\.i\.d\. )?(?:examples|pairs|samples|demonstrations|observations) (?P<of>\d+) "
    r"(?:with|where|such that|satisfying)(?= \d)"
)


def _named(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    r"""``The product $W=UV^\top$ satisfies`` as ``Let $W:=UV^\top$. Then``, of a letter of which nothing was said."""
    said = said_in_words(items)
    found = _NAMED.search(said)
    piece = items[int(found["of"])] if found is not None else None
    if found is None or piece is None:
        return items
    start = len(said[: found.start()].split())
    if not all(map(harmless.names_a_matter, found["called"].split())):
        return items
    left, _, right = piece.body.chars.partition("=")
    names = names_in(left.rstrip(": ")) or function_named(left.rstrip(": "))
    known = known | {name.partition("(")[0].strip() for name in known}
    leads = [word.text.lower() for word in items[:start] if word.kind == "word"]
    idle = {"then", "moreover", "furthermore", "finally", "hence"}
    start = 0 if len(leads) == start and idle.issuperset(leads) else start
    unknown = names is not None and (left.rstrip().endswith(":") or names[0].partition("(")[0].strip() not in known)
    new = names is not None and len(names) == 1 and unknown
    if start or not new or relation_signs(piece.body.chars) not in (["="], [":="], [":=", "="]) or not right.strip():
        return items
    place = piece.body.place(0)
    assert names is not None
    body = joined(Text(f"{names[0]} := ", (place,) * (len(names[0]) + 4)), piece.body.part(len(left) + 1))
    last = int(said[: found.end()].split()[-1])
    words = [Piece("word", word, piece.body.part(0, 1)) for word in ("let", "then")]
    return [words[0], replace(piece, text=body.chars, body=body), words[1], *items[last:]]


def _given_by(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    r"""``Let $f:\mathbb R^d\to\mathbb R$ be given by $f(x)=...$`` as ``Let $f(x)=...$``."""
    found = _GIVEN_BY.search(said_in_words(items))
    name = _MAPS_TO.fullmatch(items[int(found["of"])].body.chars) if found is not None else None
    left = items[int(found["is"])].body.chars.partition("=")[0] if found is not None else ""
    if found is None or name is None or function_named(left) is None or left.partition("(")[0].strip() != name[1]:
        return items
    at, argument = items[int(found["of"])], left.partition("(")[2].strip().removesuffix(")").strip()
    if names_in(argument) != (argument,) or argument in known:
        return items
    chars = rf"{argument}\in {name[2]}"
    space = replace(at, text=chars, body=Text(chars, (at.body.place(0),) * len(chars)))
    return [*items[: int(found["of"])], space, Piece("word", "and", at.body.part(0, 1)), *items[int(found["is"]) :]]


def _is_a(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    r"""``A task is a vector $w\in\mathbb R^d$ drawn from`` as ``Let $w\in\mathbb R^d$ be drawn from``."""
    found = _IS_A.match(said_in_words(items))
    if found is None or not {*found["what"].split(), *found["kind"].split()} <= v.NOUNS | v.COLLECTIONS:
        return items
    at = int(found["of"])
    told = declaration(items[at].body.chars)
    if told is None or told.sign not in ("in", "~"):
        return items
    words = [Piece("word", word, items[0].body.part(0, 1)) for word in ("let", "be")]
    more = items[at + 1 : at + 2]
    verb = bool(more) and more[0].text.lower() in ("drawn", "sampled", "distributed", "independent", "i.i.d.")
    return [words[0], items[at], *(words[1:] if verb else []), *items[at + 1 :]]


def _prompts(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    r"""``A prompt contains $n$ examples $(x_i,y_i)$ with $y_i=w^\top x_i$`` as ``Let $y_i=w^\top x_i$``."""
    said = said_in_words(items)
    found = _PROMPTS.match(said)
    if found is None or not {*found["what"].split()} <= v.NOUNS | v.COLLECTIONS:
        return items
    bare = re.sub(r"\s|\\left|\\right", "", items[int(found["of"])].body.chars)
    pair = re.fullmatch(r"\(([^(),]*),([^(),]*)\)", bare)
    if pair is None or not all(names_in(letter) for letter in pair.groups()):
        return items
    return [Piece("word", "let", items[0].body.part(0, 1)), *items[len(found[0].split()) :]]


_HAS = re.compile(
    r"(?:a|an|the|our|each) (?P<what>(?:[^\W\d_]\S* )+)has (?:the |a )?(?P<kind>(?:[^\W\d_]\S* )*)(?P<of>\d+)(?= |$)"
)


def _has(items: list[Piece], defined: frozenset[str], known: frozenset[str]) -> list[Piece]:
    r"""``A linear network has weights $W_1\in\mathbb R^{h\times d}$`` as ``Let $W_1\in\mathbb R^{h\times d}$``."""
    found = _HAS.match(said_in_words(items))
    told = declaration(items[int(found["of"])].body.chars) if found is not None else None
    named = found is not None and all(map(_names_a_model, found["what"].split()))
    if found is None or not named or not {*found["kind"].split()} <= v.NOUNS or told is None or told.sign != "in":
        return items
    return [Piece("word", "let", items[0].body.part(0, 1)), *items[int(found["of"]) :]]


def _names_a_model(word: str) -> bool:
    return word in v.OF_MODELS or harmless.names_a_matter(word) or re.fullmatch(r"\w+-layer", word) is not None


INTRODUCE = (_given_by, _is_a, _has, _prompts, _named)
