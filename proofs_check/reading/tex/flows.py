r"""``Under the gradient flow $\dot w=-\nabla L(w)$``: a derivative in time is the one along the velocity.

By the chain rule ``\frac{d}{dt} F(w)`` is ``\langle\nabla_w F(w), v(w)\rangle`` where ``\dot w = v(w)``, at each w,
since a solution starts from each.  Where a start, or time itself, is spoken of, w is not any point: it is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .facts import relation_signs, several
from .labels import tokens_of
from .pieces import Piece
from .sources import Text, Unreadable, joined
from .spelled_letters import letters_in
from .supposed import Along, Condition, Entry, Fact

_D = r"(?:\\mathrm\s*\{?\s*d\s*\}?|\\rm\s+d|d)"
_RATE = rf"\\[td]?frac\s*\{{\s*{_D}\s*\}}\s*\{{\s*{_D}\s*t\s*\}}"
_LETTER = r"(?:[A-Za-z]|\\[A-Za-z]+)(?:_(?:\w|\{\w+\}))?"
_DOT = rf"\\dot\s*(?:\{{\s*({_LETTER})\s*\}}|({_LETTER}))"
_FLOW = re.compile(
    rf"\s*(?:{_DOT}|{_RATE}\s*({_LETTER})|\\[td]?frac\s*\{{\s*{_D}\s*({_LETTER})\s*\}}\s*\{{\s*{_D}\s*t\s*\}})"
    rf"\s*(?:\(\s*t\s*\))?\s*=(.*)", re.DOTALL,
)  # fmt: skip
_ENDS = re.compile(r"=|<|>|,|\\(?:[lg]eq?|[lg]eqslant|neq?|q?quad|implies|iff|approx|to|text)(?![A-Za-z])|&|\\\\")
_OPENING = re.compile(r"\s*(?:\\(?:left|[bB]igg?l?)\s*)?[(\[]")
_TOKEN = re.compile(r"\\(?:left|right|[bB]igg?[lr]?)?\s*[{}\[\]()|]|\\[A-Za-z]+|\\.|.", re.DOTALL)


def is_flow(source: str) -> bool:
    """Whether this is the equation of a flow, and one alone."""
    return bool(_FLOW.fullmatch(source)) and relation_signs(source) == ["="] and len(several(source)) == 1


def follows(items: Sequence[Piece]) -> int:
    """How many pieces ``$w(t)$ follow the gradient flow`` takes, before the equation."""
    words = [piece.text.lower() if piece.kind == "word" else "" for piece in items[1:8]]
    named = items[0].kind == "math" and re.fullmatch(rf"\s*{_LETTER}\s*(?:\(\s*t\s*\))?\s*", items[0].body.chars)
    for said in _FOLLOWS:
        behind = items[len(said) + 1 : len(said) + 2]
        if named and tuple(words[: len(said)]) == said and behind and is_flow(behind[0].body.chars):
            return len(said) + 1
    return 0


_FOLLOWS = tuple(
    tuple(f"{verb}{what}".split())
    for verb in ("follow ", "follows ", "evolve according to ", "evolves according to ", "evolve by ", "evolves by ",
                 "solve ", "solves ", "satisfy ", "satisfies ", "be the solution of ", "be a solution of ")
    for what in ("", "gradient flow", "the gradient flow", "the flow")
)  # fmt: skip


def directions(body: Text, entries: Sequence[Entry]) -> tuple[str, str] | None:
    """Two letters that stand for every direction, where it is stated of something that it does not move."""
    if not _sides(body):
        return None
    texts = [e.body.chars if isinstance(e, Condition) else e.text for e in entries if isinstance(e, Condition | Fact)]
    taken = letters_in(" ".join((body.chars, *texts)))
    free = [name for name in ("u", "v", "z", "h", "p", "q", "r", "s") if name not in taken]
    return (free[0], free[1]) if len(free) > 1 else None


_MOVED = re.compile(
    rf"(?:{_RATE}(?:\s|\\[,!;])*(?:\\left|\\[bB]igg?l?)?\s*[(\[](.*)(?:\\right|\\[bB]igg?r?|(?<!\\right))\s*[)\]]|"
    rf"{_RATE}(?:\s|\\[,!;])*(.*)|{_DOT})", re.DOTALL,
)  # fmt: skip


@dataclass(frozen=True)
class _Side:
    of: Text
    """What is derived in time, or the side itself."""
    moved: bool


def _sides(body: Text) -> list[_Side]:
    """The sides of equations, some of them derivatives in time of something, and derived nowhere else; else none."""
    signs = relation_signs(body.chars)
    parts = _parted(body)
    if set(signs) != {"="} or len(parts) != len(signs) + 1:
        return []
    found = [_side(part) for part in parts]
    moved = any(side is not None and side.moved for side in found)
    return [side for side in found if side is not None] if moved and None not in found else []


def _side(part: Text) -> _Side | None:
    found = _MOVED.fullmatch(part.chars)
    spans = [found.span(k) for k in range(1, 5) if found[k] is not None] if found is not None else []
    for span in spans:
        of = part.part(*span)
        if _is_balanced(of.chars) and not re.search(_RATE, of.chars) and (found[2] is None or not _is_sum(of.chars)):  # type: ignore[index]
            return _Side(of, moved=True)
    if spans or re.search(_RATE, part.chars) or not part.chars:
        return None
    return _Side(part, moved=False)


def _parted(body: Text) -> list[Text]:
    """What stands between signs of equality outside of brackets, without the space around."""
    cuts, depth = [-1], 0
    for token in _TOKEN.finditer(body.chars):
        depth += (token[0][-1] in "{([") - (token[0][-1] in "})]")
        cuts += [token.start()] if depth == 0 and token[0] == "=" else []
    parts = [body.part(a + 1, b) for a, b in pairwise([*cuts, len(body)])]
    idle = re.compile(r"(?:[\s&]|\\\\|\\[,;!])*")
    return [part.part(idle.match(part.chars).end(), len(re.sub(r"(?:[\s&.,]|\\\\|\\[,;!])+$", "", part.chars)))  # type: ignore[union-attr]
            for part in parts]  # fmt: skip


def directed(body: Text, letters: tuple[str, str]) -> Text:
    """Of matrices that move, or do not, the equations of the bilinear forms in these directions."""
    place = body.place(0)

    def text(sign: str) -> Text:
        return Text(sign, (place,) * len(sign))

    def form(side: _Side) -> Text:
        opened, closed = (r"\left(", r"\right)") if _is_sum(side.of.chars) else (" ", " ")
        made = joined(text(rf"{letters[0]}^\top {opened}"), side.of, text(rf"{closed} {letters[1]}"))
        if side.moved:
            return joined(text(r"\frac{d}{dt}\left("), made, text(r"\right)"))
        return text("0") if side.of.chars == "0" else made

    first, *rest = map(form, _sides(body))
    return joined(first, *(part for side in rest for part in (text(" = "), side)))


def _is_balanced(source: str) -> bool:
    """Whether each bracket closes one that was opened in it."""
    depth = 0
    for token in _TOKEN.finditer(source):
        depth += (token[0][-1] in "{([") - (token[0][-1] in "})]")
        if depth < 0:
            return False
    return depth == 0


def _is_sum(source: str) -> bool:
    """Whether there is a sum or a difference outside of brackets."""
    depth = 0
    for token in _TOKEN.finditer(source):
        sign = token[0][-1]
        depth += (sign in "{([") - (sign in "})]")
        if depth == 0 and token[0] in "+-":
            return True
    return False


def with_flows(body: Text, entries: Sequence[Entry]) -> tuple[Text, list[Entry]]:
    """The formula with derivatives along the flows that are in force, and the rest of what is."""
    flows: dict[str, str] = {}
    for entry in entries:
        found = _FLOW.fullmatch(entry.body.chars) if isinstance(entry, Condition) else None
        if found is not None and is_flow(found[0]):
            letter, told = next(filter(None, found.groups()[:4])), found[5].strip(" .")
            if _bare(flows.setdefault(letter, told)) != _bare(told):
                raise Unreadable(body.place(0), f"{letter} moves along two flows: say which in this statement alone")
    if not flows and any(isinstance(entry, Along) for entry in entries):
        raise Unreadable(body.place(0), "of which flow? Write its equation, 'the gradient flow $\\dot w = ...$'")
    if not flows:
        return body, list(entries)
    kept = [entry for entry in entries if not (isinstance(entry, Condition) and is_flow(entry.body.chars))]
    flows = {name: _timeless(told, flows) for name, told in flows.items()}
    said = [e.body.chars if isinstance(e, Condition) else e.text for e in kept if isinstance(e, Condition | Fact)]
    if any(one[1] in flows for text in (body.chars, *said) for one in _START.finditer(text)):
        raise Unreadable(body.place(0), "of a flow from a given start this is not read: state it for every point")
    made = joined(*_derived(Text(_timeless(body.chars, flows), body.places), flows, _made_of(kept)))
    if re.search(r"(?<![A-Za-z\\])t(?![A-Za-z])|\\dot(?![A-Za-z])", made.chars):
        raise Unreadable(body.place(0), "of a flow this is not read: time stands outside of derivatives")
    return made, kept


_TIME = re.compile(rf"({_LETTER})\s*\(\s*t\s*\)")
_START = re.compile(r"([A-Za-z]|\\[A-Za-z]+)(?:_\w|_\{\w+\})?\s*(?:\(\s*0\s*\)|_\s*\{?\s*0)")


def _bare(velocity: str) -> str:
    r"""A velocity as it is compared with another: ``-\nabla_w L`` is that of ``-\nabla_{w} L(w)``."""
    return re.sub(r"[\s{}]", "", re.sub(r"\([\w\\,{}\s]*\)\s*$", "", velocity))


def _timeless(source: str, flows: Mapping[str, str]) -> str:
    """As long as it was, without the ``(t)`` behind what moves."""
    return _TIME.sub(lambda m: m[1] + " " * (len(m[0]) - len(m[1])) if m[1] in flows else m[0], source)


def _made_of(kept: Sequence[Entry]) -> Mapping[str, frozenset[str]]:
    """The letters in the formula of a letter; a function stands there with a bracket behind it, too."""
    told = [entry for entry in kept if isinstance(entry, Fact) and ":=" in entry.text]
    made = {entry.key: letters_in(entry.text.partition(":=")[2]) for entry in told}
    return made | {f"{entry.key}(": made[entry.key] for entry in told if "(" in entry.letter}


def _derived(body: Text, flows: Mapping[str, str], made_of: Mapping[str, frozenset[str]]) -> Iterator[Text]:
    last = 0
    for found in re.finditer(rf"{_RATE}|{_DOT}", body.chars):
        if found.start() < last:
            raise Unreadable(body.place(found.start()), "of a flow second derivatives are not read")
        named, start, end = found[1] or found[2], body.part(last, found.start()), found.end()
        if named is None:
            end = _reach(body, found.end())
            by = _along(body.chars[found.end() : end].strip(), flows, made_of, body, found.start())
        elif named in flows:
            start, by = _with_sign(body, last, found.start(), flows[named].strip())
        elif made_of.get(named) and f"{named}(" not in made_of:
            by = _along(named, flows, made_of, body, found.start())
        else:
            continue
        yield start
        yield Text(by, (body.place(found.start()),) * len(by))
        last = end
    yield body.part(last)


def _with_sign(body: Text, last: int, at: int, velocity: str) -> tuple[Text, str]:
    r"""What stands before ``\dot w``, and the velocity; its minus sign is that of the term, where it stands first."""
    before = body.part(last, at)
    bare = re.sub(r"(?:\s|\\[,!;]|&)+$", "", before.chars)
    if not velocity.startswith("-") or _is_sum(velocity[1:]):
        return before, f"({velocity})"
    rest = f"({velocity[1:].strip()})"
    if bare[-1:] in ("+", "-") and not bare.endswith("\\-"):
        earlier = re.sub(r"(?:\s|\\[,!;]|&)+$", "", bare[:-1])
        alone = earlier[-1:] in ("(", "[", "=") or not (earlier or last)
        sign = "-" if bare[-1] == "+" else "" if alone else "+"
        return joined(body.part(last, last + len(bare) - 1), Text(sign, (body.place(at),) * len(sign))), rest
    first = (not bare and not last) or bare[-1:] in ("(", "[", "=")
    return before, f"-{rest}" if first else f"({velocity})"


def _reach(body: Text, start: int) -> int:
    """Where what is derived ends: a bracket, or all up to the relation where it is no sum."""
    bracket, depth, bars = _OPENING.match(body.chars, start), 0, 0
    place = start
    while (token := _TOKEN.match(body.chars, place)) is not None:
        sign = token[0][-1]
        depth += (sign in "{([") - (sign in "})]") if not re.match(r"\\[{}]", token[0]) else 0
        depth += (token[0] == "\\langle") - (token[0] == "\\rangle")
        if sign == "|" or token[0] in ("\\lVert", "\\rVert", "\\lvert", "\\rvert"):
            bars, depth = (bars - 1, depth - 1) if bars else (bars + 1, depth + 1)
        if depth < 0 or (depth == 0 and _ENDS.match(body.chars, place)):
            break
        if depth == 0 and token[0] in "+-":
            raise Unreadable(body.place(place), "how far this derivative reaches stays open: write brackets")
        place = token.end()
        if depth == 0 and bracket is not None and place >= bracket.end():
            rest = body.chars[place:].lstrip()
            if rest and not _ENDS.match(rest) and rest[0] not in "+-)]}":
                raise Unreadable(body.place(place), "how far this derivative reaches stays open: write brackets")
            break
    return place


def _along(of: str, flows: Mapping[str, str], made_of: Mapping[str, frozenset[str]], body: Text, at: int) -> str:
    if of in flows:
        return f"({flows[of]})"
    used, behind = letters_in(of), frozenset[str]()
    while (more := behind.union(*(made_of.get(key, frozenset()) for key in used | behind))) != behind:
        behind = more
    bases = {name: letters_in(name, scripts=False) for name in flows}
    terms = [rf"\left\langle \nabla_{{{name}}} {of}, {told}\right\rangle" for name, told in flows.items()
             if bases[name] & behind or (bases[name] & used and _occurs(name, of, flows))]  # fmt: skip
    if not terms:
        raise Unreadable(body.place(at), "nothing that moves stands in what is derived here")
    return terms[0] if len(terms) == 1 else rf"\left({' + '.join(terms)}\right)"


def _occurs(name: str, of: str, flows: Mapping[str, str]) -> bool:
    """Whether a letter may occur in this: not where all of its base are other letters that move."""
    base, _, below = _bare(name).partition("_")
    texts = [tok.text for tok in tokens_of(of) if tok.text not in "{}"]
    found = {"".join(texts[k : k + 3]) for k, text in enumerate(texts) if text == base}
    moved = {_bare(one) for one in flows}
    return not (below and found and found <= moved and _bare(name) not in found)
