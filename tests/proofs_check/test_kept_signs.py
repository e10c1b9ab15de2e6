"""What the lexer makes of a source is compared with it: where a sign is lost, doubled, moved or changed, nothing is read."""

from __future__ import annotations

# ruff: noqa: E501, formulas stand in rows
from dataclasses import replace

import pytest

from proofs_check.reading import lexer
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.reading.tokens import grouped

LETTERS = declared(
    r"A, B, C: d x d; u, v: d; a, b, c: number; x ~ N(0,C); z_i ~ N(0,C) iid; n: positive integer; W: d x d trained; f(v) := v^\top A v"
)
FORMULAS = [
    "AB - BA = C",
    r"A^\top B u = 2C v",
    r"e^{-ab} = e^{-a b}",
    r"\exp(a+b) = e^{a}e^{b}",
    r"\sum_{i,j=1}^n z_i^\top A z_j = b",
    r"|u^\top A v| \le \|u\|\,\|v\|",
    r"\mathbb E[x x^\top A x\mid a] \ne C",
    r"\frac{a-b}{c} < \frac12 a, \quad a = b",
    r"\frac{\partial f(v)}{\partial v} = Av",
    r"\begin{pmatrix}A & B\\ C & A\end{pmatrix} = \begin{pmatrix}A & C\\ B & A\end{pmatrix}",
    r"A \preceq B \implies B - A \succeq 0",
    r"\mathbf 1(a = b) = c",
    r"\langle Au, v\rangle = u^\top A^\top v",
    r"\operatorname{tr}(ABC) = \tr(CAB)",
    r"\min_v v^\top v = a",
    r"A = B \iff B = A",
    r"\det(AB) = \tr(A)",
    r"\frac{d}{dt}(W A) = (\frac{d}{dt} W) A",
    r"(a+b)^2 \ge 4ab \ne 0.5c",
]
STEPS = ["paired", "_tidied", "_apart", "_with_powers_of_e", "with_indicators"]


def _mutants(made):
    """The tokens without one of them, with one twice, with two exchanged, or with one that says something else."""
    for k, lex in enumerate(made):
        yield [*made[:k], *made[k + 1 :]]
        yield [*made[: k + 1], *made[k:]]
        yield [*made[:k], *made[k : k + 2][::-1], *made[k + 2 :]]
        if lex.kind == "NAME":
            yield [*made[:k], replace(lex, text="b"), *made[k + 1 :]]
            yield from ([*made[:k], replace(lex, kind=kind), *made[k + 1 :]] for kind in ("PRIME", "IMPL"))
        elif lex.kind in ("HEAD", "IMPL"):
            others = ("tr", "det", "infimum", "expect", "relu") if lex.kind == "HEAD" else ("implies", "iff")
            yield from ([*made[:k], replace(lex, text=other), *made[k + 1 :]] for other in others)
        elif lex.kind == "NUM":
            yield [*made[:k], replace(lex, text="7"), *made[k + 1 :]]
        elif lex.kind == "REL":
            yield [*made[:k], replace(lex, text="ge"), *made[k + 1 :]]
        elif lex.kind in ("SUP", "SUB"):
            yield [*made[:k], replace(lex, text="3", items=grouped("3")), *made[k + 1 :]]
        elif lex.kind in ("PLUS", "MINUS"):
            yield [*made[:k], replace(lex, kind="MINUS" if lex.kind == "PLUS" else "PLUS"), *made[k + 1 :]]


def _differs(made, mutant):
    """Whether they say another thing: what the grammar leaves out, and where a layout stands, is none."""
    return [(lex.kind, lex.text) for lex in made] != [(lex.kind, lex.text) for lex in mutant]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("formula", FORMULAS)
def test_a_step_of_the_lexer_that_says_something_else_reads_nothing_else(monkeypatch, formula, step):
    right, source = getattr(lexer, step), lexer.lexed(grouped(formula), frozenset("ABCuvabcxznWf"))
    meant = read(formula, LETTERS)
    kinds = sorted(lex.kind for lex in source)
    count, most = 0, 1
    while count < most:
        made = [0]

        def wrong(found, *args, at=count, made=made):
            out = list(right(found, *args))
            if abs(len(out) - len(kinds)) > 3:
                return out  # a script, or the print
            mutants = [one for one in _mutants(out) if _differs(out, one)]
            made[0] = max(made[0], len(mutants))
            return mutants[at] if at < len(mutants) else out

        monkeypatch.setattr(lexer, step, wrong)
        try:
            found = read(formula, LETTERS)
        except (IndexError, AttributeError, ValueError, KeyError):
            found = None  # no tokens that the next step can be given
        assert not isinstance(found, Read) or found.tree == meant.tree, found
        count, most = count + 1, made[0]


@pytest.mark.parametrize("formula", FORMULAS)
def test_these_formulas_are_read_or_refused_for_another_reason(formula):
    found = read(formula, LETTERS)
    assert isinstance(found, Read) or (isinstance(found, NotRead) and "read as others" not in found.sentence)


def test_without_the_comparison_factors_would_change_places(monkeypatch):
    monkeypatch.setattr(lexer, "is_kept", lambda *_: True)
    right = lexer._tidied
    monkeypatch.setattr(
        lexer, "_tidied", lambda found: [*right(found)[:2][::-1], *right(found)[2:]] if len(found) > 3 else right(found)
    )
    assert repr(read("AB = C", LETTERS).tree) == "B A = C"
