r"""What became of a claim as LaTeX text: ``proved (every $d$, $N$ and $\Lambda$)``.  Standard library only.

The text is for text mode and safe there; it depends on the verdicts and scopes alone, so that it is the same on every
machine that came to the same result; :func:`with_depth` adds what `lemmata certify` found on this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...catalogue import PAPERS, Registry, Statement
from ...certificates.depth import reached
from ...claims import Claim
from ...results import Decided, Result
from ...statement.props import Prop
from ...statement.terms import Abbrev, Op, Sym
from ...verdict import Verdict
from ..symbols import symbol_tex
from .text import escaped

NOT_CHECKED = "not checked"
"""Printed where no result is stored."""
_WORDS = {
    Verdict.PROVED: "proved",
    Verdict.SUPPORTED: "supported, not proved",
    Verdict.FACT: "cited, not proved here",
    Verdict.DEFINED: "a definition; two implementations agree",
    Verdict.UNDECIDED: "undecided",
    Verdict.NOT_APPLICABLE: "nothing to decide",
    Verdict.NOT_RUN: "not run",
    Verdict.NOT_TRANSCRIBED: "not transcribed",
    Verdict.STALE: "out of date",
}
_COMMON = {"d": "d", "N": "N", "M": "M", "Lam": r"\Lambda"}
_NUMBERS = r"-?[0-9]+(?:, -?[0-9]+)*(?![0-9.])"


def status(
    statement: Statement, known: Registry, results: Mapping[str, Result], part: str | None = None, reading: str = ""
) -> str:
    """The verdict on a statement, or on one reading of one part, with its scope."""
    claim, result = statement.claim, results.get(statement.id)
    if claim is None:
        return _WORDS[Verdict.NOT_TRANSCRIBED]
    if result is None:
        return NOT_CHECKED
    names = symbols(claim)
    if part is not None:
        decided = [d for d in result.parts if (d.part, d.reading) == (part, reading)]
        here = " in this reading" if len(claim.part(part).readings) > 1 else ""
        return _one(decided, claim, names, here) if decided else _WORDS[Verdict.NOT_APPLICABLE]
    ours = "; the formula is a reconstruction" if claim.reconstructed else ""
    return _whole(result, claim, names) + _correction(statement, result, known, results) + ours


def with_depth(text: str, rows: Sequence[str]) -> str:
    """The status of a statement, with how deep its proofs were re-checked; nothing where they rest on our engines."""
    found = reached(rows)
    return f"{text}{_DEPTH}{found.replace('verify.py', _PROGRAM)}" if found else text


def without_depth(text: str) -> str:
    """The status without that."""
    return text.rpartition(_DEPTH)[0] if text.endswith(_PROGRAM) else text


_DEPTH, _PROGRAM = "; ", r"\texttt{verify.py}"


def _whole(result: Result, claim: Claim, names: Mapping[str, str]) -> str:
    """All parts together where they came out alike; otherwise one after the other."""
    if not result.parts:
        return _WORDS[result.verdict]
    texts = {part: _part(result, part, verdict, claim, names) for part, verdict in result.part_verdicts().items()}
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    groups: dict[str, list[str]] = {}
    for part, text in texts.items():
        groups.setdefault(text, []).append(part)
    return "; ".join(f"{', '.join(f'({escaped(p)})' for p in parts)} {text}" for text, parts in groups.items())


def _part(result: Result, part: str, verdict: Verdict, claim: Claim, names: Mapping[str, str]) -> str:
    """A part by the readings that came out as it did, and how many of them there are where not all did."""
    every = [d for d in result.parts if d.part == part]
    found = [d for d in every if d.verdict is verdict]
    share = f" in {len(found)} of {len(every)} readings" if len(found) < len(every) else ""
    return _one(found, claim, names, share)


def _one(decided: Sequence[Decided], claim: Claim, names: Mapping[str, str], where: str = "") -> str:
    verdict = decided[0].verdict
    scope = typeset_scope("; ".join(d.scope for d in decided if d.scope), names)
    if verdict is Verdict.REFUTED:
        printed = " as printed" if claim.paper in {paper.name for paper in PAPERS} else ""
        return f"refuted{where or printed}" + (f" (counterexample: {scope})" if scope else "")
    if verdict is Verdict.FACT and claim.fact:
        return f"{_WORDS[verdict]} ({escaped(claim.fact)})"
    word, comma, rest = _WORDS[verdict].partition(", ")
    return word + where + comma + rest + (f" ({scope})" if scope and verdict is not Verdict.UNDECIDED else "")


def _correction(statement: Statement, result: Result, known: Registry, results: Mapping[str, Result]) -> str:
    corrections = known.corrections(statement.id) if result.verdict is Verdict.REFUTED else ()
    found = [status(known.find(claim.id), known, results) for claim in corrections]
    return "".join(f"; the corrected statement: {text}" for text in dict.fromkeys(found))


# Scopes --------------------------------------------------------------------------------------------------

def symbols(claim: Claim) -> dict[str, str]:
    """LaTeX of the symbols in the claim, by the names that scopes use."""
    found = dict(_COMMON)
    props = [r.prop for p in claim.parts for r in p.readings] + [h.prop for h in claim.given]
    for sym in (*(s for prop in props for s in _syms(prop)), *claim.forall):
        found[sym.name] = symbol_tex(sym)
    return found


def _syms(node: object) -> Iterator[Sym]:
    if isinstance(node, Sym):
        yield node
    elif isinstance(node, Abbrev):
        yield from _syms(node.body)
    elif isinstance(node, (Op, Prop)):
        for arg in node.args:
            yield from _syms(arg)


def typeset_scope(scope: str, names: Mapping[str, str]) -> str:
    r"""A scope in LaTeX; of two lists "every ..." the one that the other contains is dropped.

    >>> print(typeset_scope("every d, N and Lam; every d, N, Lam, sigma", {"d": "d", "N": "N", "Lam": r"\Lambda"}))
    every $d$, $N$, $\Lambda$ and sigma
    >>> print(typeset_scope("d = 1, 2, N = 1, 2, 3", {"d": "d", "N": "N"}))
    $d = 1, 2$, $N = 1, 2, 3$
    """
    clauses = list(dict.fromkeys(filter(None, scope.split("; "))))
    lists = {clause: _listed(clause) for clause in clauses}
    kept: list[str] = []
    for clause in clauses:
        own = set(lists[clause])
        others = [set(lists[c]) for c in clauses if c != clause]
        earlier = [set(lists[c]) for c in clauses[: clauses.index(clause)]]
        if own and (any(own < other for other in others) or own in earlier):
            continue
        kept.append(_every(lists[clause], names) if own else _sentence(clause, names))
    return "; ".join(kept)


def _listed(clause: str) -> list[str]:
    """What stands in ``every d, N and Lam``; nothing for any other clause."""
    if not re.fullmatch(r"every \w\S*(, \S[^,]*)*( and \S[^,]*)?", clause):
        return []
    return re.split(r", | and ", clause.removeprefix("every "))


def _every(listed: Sequence[str], names: Mapping[str, str]) -> str:
    shown = [_named(item, names) for item in listed]
    return "every " + (", ".join(shown[:-1]) + " and " if shown[1:] else "") + shown[-1]


def _named(item: str, names: Mapping[str, str]) -> str:
    """A symbol, or words that end in one (``law of lam_tau``)."""
    front, _, last = item.rpartition(" ")
    shown = f"${names[last]}$" if last in names else escaped(last)
    return f"{escaped(front)} {shown}" if front else shown


def _sentence(clause: str, names: Mapping[str, str]) -> str:
    """Words with relations such as ``d = 1, 2`` or ``(d, N) = (1, 3)`` set in math."""
    bound = r"[0-9]+ <= \w+ <= [0-9]+(?: / \w+(?:\^[0-9]+)?)?"
    pattern = rf"\((?:\w+, )*\w+\) = \([0-9/, -]+\)|\b\w+ = {_NUMBERS}|\b\w+ in \[[0-9/, -]+\]|{bound}"
    out, position = "", 0
    for match in re.finditer(pattern, clause):
        variables = re.findall(r"[A-Za-z_][\w-]*", match.group().replace(" in ", " "))
        if not all(v in names or len(v) == 1 or "_" in v for v in variables):
            continue
        shown = match.group().replace(" in ", r" \in ").replace("<=", r"\le")
        shown = re.sub(r"(?<!\\)\b[A-Za-z_]\w*", lambda m: names.get(m.group()) or symbol_tex(Sym(m.group())), shown)
        out += escaped(clause[position : match.start()]) + f"${shown}$"
        position = match.end()
    return out + escaped(clause[position:])
