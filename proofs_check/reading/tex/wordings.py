r"""Words that stand for signs, ``almost surely``, ``the pseudoinverse of``; and ``a := b = c`` as the two it says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from . import vocabulary as v
from .facts import relation_signs, several
from .pieces import Piece
from .sources import Text, joined

_SURELY = (("almost", "surely"), ("a.s.",), ("with", "probability", "one"), ("with", "probability", "1"))
_LEADS = ("we", "then", "it", "that", "the", "following", "and", "moreover")
_DEFINES = re.compile(r"[^=<>{}]*(?:\{[^{}]*\}[^=<>{}]*)*?(?::\s*=|\\coloneqq(?![A-Za-z])|\\triangleq(?![A-Za-z]))")
_DENOTES = frozenset({"denotes", "denote", "is", "be", "for", "to denote", ""})
_PSEUDO = re.compile(r"the (?:(?:moore[- –]+penrose )?(?:pseudo-?inverse|generali[sz]ed inverse)|"
                     r"moore[- –]+penrose inverse)")  # fmt: skip
_PLUS = re.compile(r"\s*([A-Za-z]|\\[A-Za-z]+)\s*\^\s*\{?\s*(\+|\\dagger)\s*\}?\s*")


def with_signs(items: Sequence[Piece]) -> list[Piece]:
    """The sentence with signs in the place of such words, where they stand right behind what they belong to."""
    out: list[Piece] = []
    k = 0
    while k < len(items):
        words = [piece.text.lower() if piece.kind == "word" else "" for piece in items[k : k + 6]]
        surely = next((len(said) for said in _SURELY if tuple(words[: len(said)]) == said), 0)
        ends = k + surely >= len(items) or items[k + surely].kind == "comma"
        if surely and ends and out and out[-1].kind == "math":
            tail = r"\text{almost surely}"
            body = joined(out[-1].body, Text(tail, (items[k].body.place(0),) * len(tail)))
            out[-1] = replace(out[-1], text=body.chars, body=body)
            k += surely
        elif (width := _pseudo_inverse(items[k:])) > 0:
            made = _defined(items[k])
            if made.kind == "comma" and out and out[-1].text.lower() in ("where", "here", "let"):
                out.pop()
            out.append(made)
            k += width
        else:
            out += _defined_and_stated(items[k]) if _may_state(out) else [items[k]]
            k += 1
    return out


def _may_state(before: Sequence[Piece]) -> bool:
    """Whether nothing that supposes stands before."""
    words = [piece.text.lower() for piece in before]
    return all(piece.kind == "word" for piece in before) and v.ASSERTS.union(_LEADS).issuperset(words)


def _defined_and_stated(piece: Piece) -> list[Piece]:
    r"""``S \triangleq A^\top A = I`` of a display: what S is, and that ``A^\top A = I``."""
    found = _DEFINES.match(piece.body.chars) if piece.kind == "math" and piece.display else None
    rest = piece.body.chars[found.end() :] if found is not None else ""
    signs = relation_signs(rest)
    if found is None or not signs or set(signs) != {"="} or len(several(rest)) > 1:
        return [piece]
    first = piece.body.part(0, found.end() + rest.index("="))
    stated = piece.body.part(found.end())
    return [replace(piece, text=first.chars, body=first, labels=()), Piece("word", "then", stated.part(0, 1)),
            replace(piece, text=stated.chars, body=stated)]  # fmt: skip


def _pseudo_inverse(items: Sequence[Piece]) -> int:
    """How many pieces ``$A^+$ denotes the pseudoinverse of $A$`` takes."""
    plus = _PLUS.fullmatch(items[0].body.chars) if items[0].kind == "math" else None
    words = " ".join(piece.text.lower() if piece.kind == "word" else "$" for piece in items[1:9])
    verb, _, rest = f" {words}".partition(" the ")
    verb = verb.strip()
    found = _PSEUDO.match(f"the {rest}") if verb in _DENOTES else None
    if plus is None or found is None:
        return 0
    behind = f"the {rest}"[found.end() :].split()
    width = 1 + len(verb.split()) + len(found[0].split())
    of = behind[:2] == ["of", "$"] and items[width + 1].body.chars.strip() == plus[1]
    return width + 2 if of else 0 if behind[:1] == ["of"] else width


def _defined(piece: Piece) -> Piece:
    r"""``A^+ := A^\dagger``; of ``A^\dagger`` nothing has to be said."""
    found = _PLUS.fullmatch(piece.body.chars)
    assert found is not None
    if found[2] != "+":
        return Piece("comma", ",", piece.body.part(0, 1))
    chars = rf"{found[1]}^+ := {found[1]}^\dagger"
    return Piece("math", chars, Text(chars, (piece.body.place(0),) * len(chars)))
