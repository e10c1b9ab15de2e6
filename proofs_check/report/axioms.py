"""The reference page of what proofs may rest on: the facts that a step names, and the schemes of the kernel.

``python -m proofs_check.report.axioms`` writes ``proofs_check/proof/README.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..proof.facts import FACTS, Fact
from ..statement.props import Prop, subterms
from ..statement.terms import Sym
from ..theorems.schemes import ALL, MOST_VARIABLES, Scheme

PAGE = Path(__file__).parents[1] / "proof" / "README.md"
_OPENING = """# Facts and schemes

What a proof may rest on, beside what is computed: each with its exact statement and its source. This page is made by
`python -m proofs_check.report.axioms`. The language itself is [beside its table](../statement/heads/README.md); five
proofs to begin with are in the [cookbook](COOKBOOK.md).

## Facts that a step names

A step `FromFact("squeeze", f=..., g=...)` takes a fact at the given terms; its premises are the hypotheses, in their
order. Letters marked *constant* stand for what does not move along the flow. Facts *of the flow* speak of all of it,
and are no use under an assumption about one moment. Facts without a formula are what a rule rests on, which is named.
"""
_SCHEMES = f"""## Schemes of the kernel

The axioms of theorems, all of them ([`schemes.py`](../theorems/schemes.py)): letters stand for terms, `apply(f, x)`
for a term in which x may occur, `holds(P, x)` for a statement. Schemes *over 1* exist up to {MOST_VARIABLES} symbols.
"""
_KINDS = {
    "polynomial": "a polynomial in what is drawn", "smooth": "a polynomial in the parameters", "loss": "the loss",
    "moved": "a parameter", "drawn": "random", "place": "one of its values", "law": "the covariance of the family",
    "identity": "an identity matrix", "fixed": "not random", "column": "one column",
    "family": "a family of independent Gaussian vectors", "number": "a number",
}  # fmt: skip


def page() -> str:
    return "\n".join([_OPENING, *_facts(), "", _SCHEMES, *_schemes(), ""])


def _facts() -> Iterator[str]:
    yield from ("| fact | says | from | follows | letters | source |", "|---" * 6 + "|")
    for fact in FACTS.values():
        letters = "; ".join(_letters(fact))
        name = f"`{fact.name}`" + " (of the flow)" * fact.trajectory
        yield _row(name, fact.says, _listed(fact.hypotheses), _listed(fact.conclusions), letters, fact.citation)


def _letters(fact: Fact) -> Iterator[str]:
    named = (sym for prop in (*fact.hypotheses, *fact.conclusions) for sym in _symbols(prop))
    constant = dict.fromkeys(sym.name for sym in named if sym.has("constant"))
    if constant:
        yield f"{', '.join(constant)}: constant"
    for kind, words in _KINDS.items():
        if getattr(fact, kind):
            yield f"{', '.join(sym.name for sym in getattr(fact, kind))}: {words}"
    if fact.definite:
        yield "the covariance is positive definite"


def _symbols(prop: Prop) -> Iterator[Sym]:
    return (node for _, node in subterms(prop) if isinstance(node, Sym))


def _schemes() -> Iterator[str]:
    yield from ("| scheme | from | follows | source |", "|---" * 4 + "|")
    for scheme in ALL.values():
        if not scheme.name.endswith(tuple(f" over {k}" for k in range(2, MOST_VARIABLES + 1))):
            yield _scheme(scheme)


def _scheme(scheme: Scheme) -> str:
    return _row(f"`{scheme.name}`", _listed(scheme.hypotheses), _listed(scheme.conclusions), scheme.cites)


def _listed(props: Iterable[Prop]) -> str:
    return "<br>".join(f"`{prop!r}`".replace("|", "∣") for prop in props)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE}: {len(FACTS)} facts, {len(ALL)} schemes")
