"""Of what a paper says of letters, what two readers may take in two ways: it is refused, and what decides is told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

from ...statement.props import Prop, subterms
from ...statement.terms import Op, Sym, Term
from ..letters import spelled
from .supposed import Condition, Entry, Fact

_OPERATION = re.compile(r"\\top|T|\\intercal|\\mathsf\s*\{?T\}?|\\dagger|-.*|\d+(/\d+)?")
_MARKS = frozenset({"'", "+", "*"})
_INTEGERS = frozenset("ijklmnN")
_ORDER = re.compile(r"<=?|>=?|\\(?:leq?|geq?|leqslant|geqslant|lt|gt)(?![A-Za-z])")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def open_fact(kept: Sequence[Entry]) -> tuple[Fact | Condition, str] | None:
    """A letter with a script that may be an operation on another letter, ``A^2`` or ``A'``."""
    facts = [entry for entry in kept if isinstance(entry, Fact)]
    letters = {fact.letter for fact in facts}
    for fact in facts:
        base, sup = _scripts(fact.letter)
        operation = bool(_OPERATION.fullmatch(sup)) and not (sup.isdigit() and fact.fresh and base not in letters)
        if (operation or (sup in _MARKS and base in letters and not fact.fresh)) and not fact.certain:
            why = f"{fact.letter} may be a letter of its own or made of {base}"
            return fact, f"{why}: write a relation for the latter, or say '%! let {fact.letter}: ...'"
    for entry in kept:
        if not isinstance(entry, Condition):
            continue
        left, sign, right = (side.strip() for side in entry.body.chars.partition("="))
        base, sup = _scripts(left) if sign else ("", "")
        same = right.lstrip("-").strip() == base or is_step(left, right, facts)
        if sup in {"'", "+"} and base in letters and left not in letters and not same:
            what, sign = ("transpose", "\\top") if sup == "'" else ("pseudo-inverse", "\\dagger")
            why = f"{left} may be the {what} of {base} or a letter of its own"
            return entry, f"{why}: write ':=' for a definition, and {base}^{sign} for the {what}"
    return None


def is_step(left: str, right: str, facts: Sequence[Fact], functions: Iterable[str] = ()) -> bool:
    """``x^+ = x - ...`` of a letter that is not square: one of its own, since to x its pseudo-inverse is not added."""
    base, sup = _scripts(left)
    moved = sup in {"'", "+"} and re.match(rf"{re.escape(base)}\s*[-+]", right.strip())
    own = [fact for fact in facts if fact.letter == base and ":=" not in fact.text]
    argument = any(f"({base})" in name for name in functions)
    return bool(moved) and (any(map(is_not_square, own)) or (argument and not own))


def is_not_square(fact: Fact) -> bool:
    r"""Whether it is of ``\mathbb R^d`` or ``\mathbb R^{m\times d}``: transposed it has another shape."""
    shape = re.fullmatch(r".* in \\mathbb\s*\{?R\}?\s*\^\s*\{?\s*(\w)\s*(?:\\times\s*(\w)\s*)?\}?", fact.text)
    return shape is not None and shape[1] != (shape[2] or "1")


def _scripts(letter: str) -> tuple[str, str]:
    found = spelled(letter)
    return (found[0], found[2]) if found is not None and not found[1] else ("", "")


def numbers_of(kept: Sequence[Entry]) -> list[Fact]:
    r"""Letters of which nothing else is said than an order among numbers: ``t \ge -1``, ``0 < \mu \le L``."""
    known = {fact.letter for fact in kept if isinstance(fact, Fact)}
    spoken = " ".join(fact.text for fact in kept if isinstance(fact, Fact) and ":=" not in fact.text)
    out: dict[str, Fact] = {}
    for entry in kept:
        sides = [side.strip() for side in _ORDER.split(entry.body.chars)] if isinstance(entry, Condition) else []
        if not isinstance(entry, Condition) or len(sides) < 2 or not any(map(_NUMBER.fullmatch, sides)):
            continue
        for side in sides:
            if re.fullmatch(r"[A-Za-z]|\\[A-Za-z]+", side) and spelled(side) is not None and side not in known:
                if side in _INTEGERS or re.search(rf"(?<![A-Za-z\\]){re.escape(side)}(?![A-Za-z])", spoken):
                    continue
                out[side] = Fact(side, f"{side}: number", entry.body.place(0))
    return list(out.values())


def open_number(
    prop: Prop, given: Sequence[Prop], bounded: AbstractSet[Sym], facts: Sequence[Fact]
) -> str | None:
    """A letter that may be an integer or a number, an index that may be 0, an entry that may be a letter of its own."""
    terms = [node for one in (prop, *given) for _, node in subterms(one)]
    used = {node for node in terms if isinstance(node, Sym)}
    texts = {fact.letter: [f.text for f in facts if f.letter == fact.letter] for fact in facts}
    sure = {fact.letter for fact in facts if fact.certain}
    dims = {word for sym in used for dim in sym.shape for word in re.findall(r"[A-Za-z]\w*", str(dim))}
    for sym in sorted(used, key=lambda one: one.name):
        tex = sym.tex or sym.name
        said = texts.get(tex, [])
        if tex in sure or tex in dims or sym in bounded or not said:
            continue
        base, sub, sup = spelled(tex) or ("", "", "")
        if sub and sym.shape == (1, 1) and any(
            one.shape != (1, 1) and spelled(one.tex or one.name) == (base, "", sup) for one in used
        ):
            what = f"{tex} may be an entry of {base} or a letter of its own"
            return f"{what}: say '%! let {tex}: number', or write [{base}]_{{{sub}}}"
        if tex in _INTEGERS and not sym.has("integer") and not any(re.search(r"\sin\s|:", text) for text in said):
            return f"{tex} may be an integer or any number: write '{tex} \\in \\mathbb N', or '{tex} \\in \\mathbb R'"
        if sym.has("integer") and sym.has("nonnegative"):
            return f"{tex} may be 0, and of integers the language has the positive ones alone: write '{tex} \\ge 1'"
        natural = any(re.search(r"\sin\s+(\\mathbb\s*\{?N\}?|\\N(?![A-Za-z]))\s*$", text) for text in said)
        positive = any(not re.search(r"\sin\s", text) for text in said)
        if natural and not positive and not _divides(sym, terms):
            how = f"write '{tex} \\ge 1', or '{tex} \\in \\mathbb N_{{\\ge 1}}'"
            return f"whether 0 is in \\mathbb N is not said: {how}"
    return None


def _divides(sym: Sym, terms: Sequence[Term]) -> bool:
    """Whether the formula divides by the letter, so that it is not 0."""
    return any(isinstance(node, Op) and node.head == "/" and _factor(sym, node.args[1]) for node in terms)


def _factor(sym: Sym, term: Term | Prop) -> bool:
    return term == sym or (isinstance(term, Op) and term.head == "*" and any(_factor(sym, arg) for arg in term.args))
