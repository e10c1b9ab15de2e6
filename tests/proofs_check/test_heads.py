"""One table of heads: each has a full row, and what its row says of its example is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from proofs_check.errors import UserError
from proofs_check.report.language import PAGE, page
from proofs_check.report.render import SPECIAL, latex, plain
from proofs_check.statement import citations, fold
from proofs_check.statement.binders import names_of
from proofs_check.statement.domains import asked, kinks
from proofs_check.statement.head_shapes import HeadShapes
from proofs_check.statement.heads import HEADS, PROPS, TERMS, THEMES
from proofs_check.statement.heads.examples import example
from proofs_check.statement.heads.row import Head, PropHead, TermHead
from proofs_check.statement.mutate import slips, twins
from proofs_check.statement.props import Prop, eq
from proofs_check.statement.sizes import check_sizes
from proofs_check.statement.terms import Op, Sym, matrix, scalar, tr

A, B, C = matrix("A"), matrix("B"), matrix("C")
a, b = scalar("a"), scalar("b")


def test_every_head_has_one_row() -> None:
    assert len(HEADS) == len(TERMS) + len(PROPS) == sum(len(theme.HEADS) for theme in THEMES)


def test_every_head_that_a_constructor_makes_has_a_row() -> None:
    text = "".join(file.read_text() for file in Path(fold.__file__).parent.glob("*.py"))
    assert set(re.findall(r'Op\("([^"]+)"', text)) <= TERMS.keys()
    assert set(re.findall(r'Prop\("([^"]+)"', text)) <= PROPS.keys()


def test_a_head_without_a_form_has_a_printer_and_no_other_has_one() -> None:
    special = {head for head, row in TERMS.items() if row.form is None}
    assert special == SPECIAL.keys() | {"sequence"}  # whose print is that of its letter, its equations beside it
    assert [head for head, row in PROPS.items() if row.form is None] == ["and"]


@pytest.mark.parametrize("row", HEADS.values(), ids=lambda row: row.name)
def test_a_row_says_what_its_example_is(row: Head) -> None:
    made = example(row)
    assert row.means.endswith(".")
    assert row.takes_so_many(len(made.args))
    assert latex(made)
    assert plain(made)
    assert row.binds is None or all(isinstance(sym, Sym) for sym in names_of(made))
    if isinstance(made, Prop):
        check_sizes(made, plain)
    else:
        check_sizes(eq(made, made), plain) if not TERMS[row.name].is_law else None


@pytest.mark.parametrize("row", TERMS.values(), ids=lambda row: row.name)
def test_the_example_of_a_term_has_the_shape_that_its_row_says(row: TermHead) -> None:
    made = example(row)
    assert isinstance(made, Op)
    shapes = HeadShapes(plain)
    assert shapes.text(shapes(made)) == row.gives
    assert all(made.args or found for _, found in (*asked(made), *kinks(made)))


@pytest.mark.parametrize("row", [row for row in TERMS.values() if row.slips], ids=lambda row: row.name)
def test_a_slip_makes_something_else_of_the_example_of_a_term(row: TermHead) -> None:
    made = example(row)
    assert isinstance(made, Op)
    changed = [new for _, new in slips(made)]
    assert changed
    assert made not in changed


@pytest.mark.parametrize("row", PROPS.values(), ids=lambda row: row.name)
def test_the_twins_of_the_example_of_a_proposition_differ_from_it(row: PropHead) -> None:
    made = example(row)
    assert isinstance(made, Prop)
    found = [twin.prop for twin in twins(made)]
    assert bool(found) is (row.name not in citations.HEADS - {"supplies"})
    assert made not in found


@pytest.mark.parametrize(("prop", "told"), [
    (eq(Op("trace", (A,)), 0), "'trace' is no head"),
    (Prop("equals", (A, B)), "'equals' is no head"),
    (eq(Op("+", (A, B, C)), 0), "3 arguments are given"),
    (eq(tr(Op("block", (A, B))), 0), "2 arguments are given"),
    (Prop("eq", (a,)), "1 arguments are given"),
    (Prop("global_minimum", (a**2, a)), "2 arguments are given"),
], ids=range(6))  # fmt: skip
def test_what_has_no_row_or_other_arguments_is_no_claim(prop: Prop, told: str) -> None:
    with pytest.raises(UserError, match=re.escape(told)):
        check_sizes(prop, str)


def test_the_reference_page_is_that_of_the_table() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m proofs_check.report.language"
