"""What is rewritten before it is read is compared with the source: where a sign is lost, changed or moved, nothing is
read."""

from __future__ import annotations

# ruff: noqa: E501, formulas stand in rows
from dataclasses import replace

import pytest

from proofs_check.reading import reader
from proofs_check.reading.canonical import same
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.reading.tokens import grouped

LETTERS = declared(
    r"x, b: d; S: d x d symmetric; A: d x d; z ~ N(0,1); y ~ N(0,S); w ~ N(0,A); f(x) := \frac12 x^\top S x; u, v: number; "
    r"g(u,v) := u^2 v; h(u) := u^3 + u"
)
FORMULAS = [
    "h'(u) = 3u^2 + 1", "h''(u) = 6u", r"h^{\prime\prime}(u) = 6u", "h'(2) = 13", "h''(v) = 6v", r"\frac{dh}{du} = 3u^2+1",
    r"\frac{d^2h}{du^2} = 6u", r"\frac{d}{du} h(u) = 3u^2+1", r"\nabla^2 h(u) = 6u", r"\nabla^2 h = 6u",
    r"\frac{\partial g}{\partial u} = 2uv", r"\partial_v g = u^2", r"\nabla f(b) = Sb", r"\nabla f(x)^\top b = x^\top Sb",
    r"\nabla f = Sx", r"\nabla^2 f(x) = S", r"\nabla^2 f = S", r"\nabla^2 f(x) \succeq A", r"\nabla^2 f(x) \preceq 0",
    r"A = \nabla_x^2 f(x)", r"\operatorname{tr}\nabla^2 f(x) = \operatorname{tr}(S)",
    r"\operatorname{tr}(\nabla^2 f) = \operatorname{tr}(S)", r"\operatorname{Var}(z) = 1", r"\operatorname{Var}(h(z)) = 22",
    r"\operatorname{Cov}(y) = S", r"\operatorname{Cov}(z, z^2) = 0", r"\operatorname{Cov}(y, w) = 0",
    r"\operatorname{Var}(z) + h''(u) = 1 + 6u", r"\nabla f(x) = Sx, \quad \nabla^2 f(x) = S",
]
SIGNS = {"PLUS": "MINUS", "MINUS": "PLUS"}


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_formula_with_such_signs_is_read(formula):
    assert isinstance(read(formula, LETTERS), Read)


def _mutants(made):
    """The tokens without one of them, or with one that says something else."""
    for k, lex in enumerate(made):
        yield [*made[:k], *made[k + 1 :]]
        if k + 1 < len(made) and (lex.kind, lex.text) != (made[k + 1].kind, made[k + 1].text):
            yield [*made[:k], made[k + 1], lex, *made[k + 2 :]]
        if lex.kind in SIGNS:
            yield [*made[:k], replace(lex, kind=SIGNS[lex.kind]), *made[k + 1 :]]
        elif lex.kind == "SUP":
            yield [*made[:k], replace(lex, text="3", items=grouped("3")), *made[k + 1 :]]
        elif lex.kind == "NAME":
            yield [*made[:k], replace(lex, text="v"), *made[k + 1 :]]
        elif lex.kind == "HEAD" and lex.text == "grad":
            below = made[k + 1 : k + 2]
            yield [*made[:k], *made[k + 2 :]]
            yield [*made[:k], lex, *below, *made[k:]]
            yield [*made[:k], *below, *made[k + 1 :]]


@pytest.mark.parametrize("rewriting", ["with_signs", "with_moments", "with_derivatives"])
@pytest.mark.parametrize("formula", FORMULAS)
def test_a_rewriting_that_says_something_else_reads_nothing_else(monkeypatch, formula, rewriting):
    meant, right = read(formula, LETTERS), getattr(reader, rewriting)
    count = 0
    while True:
        made = []

        def wrong(found, *args, at=count, made=made):
            out = right(found, *args)
            mutants = list(_mutants(out)) if out != list(found) else []
            made.append(len(mutants))
            return mutants[at] if at < len(mutants) else out

        monkeypatch.setattr(reader, rewriting, wrong)
        try:
            found = read(formula, LETTERS)
        except (IndexError, AttributeError, ValueError):
            found = None  # no tokens that the next rewriting can be given
        assert not isinstance(found, Read) or same(found.tree, meant.tree), found
        count += 1
        if not made or count >= max(made):
            break


def test_without_the_count_a_lost_order_would_be_read(monkeypatch):
    """``f''`` was read as ``f'`` once: the print shows what was read, and not what stands in the source."""
    right = reader.with_signs
    monkeypatch.setattr(reader, "with_signs", lambda found, *args: right(
        [lex if lex.text != "''" else replace(lex, text="'") for lex in found], *args))  # fmt: skip
    assert not isinstance(read("h''(u) = 6u", LETTERS), Read)
    monkeypatch.setattr(reader, "is_balanced", lambda *args: True)
    assert isinstance(read("h''(u) = 6u", LETTERS), Read)


@pytest.mark.parametrize("formula", [r"\nabla h() = 1", r"\nabla_u h() = 1", "h'() = 1", r"\operatorname{Var}() = 1", "h() = 1"])
def test_a_function_of_nothing_is_not_read(formula):
    assert isinstance(read(formula, LETTERS), NotRead)
