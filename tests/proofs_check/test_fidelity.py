"""The formulas of a page are read and compared with its transcription; a slip in either is no confirmation."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import import_module

import pytest
from click.testing import CliRunner

from proofs_check import Kind, claim, eq, matrix, scalar, tr
from proofs_check.claims import Claim
from proofs_check.cli import main
from proofs_check.fidelity import form as forms
from proofs_check.fidelity.form import form
from proofs_check.fidelity.judged import Outcome, counted, fidelity
from proofs_check.fidelity.page import units
from proofs_check.fidelity.spellings import Spelling, respelled
from proofs_check.registry import load
from proofs_check.statement.terms import Abbrev, MadeSym, Op, absolute, expect, eye, norm_2, sqrt, vector

A, B, S = matrix("A"), matrix("B"), matrix("S", "d", "d", "symmetric")
a, b = scalar("a"), scalar("b")
x, u = vector("x", "d", "random"), vector("u", "d")
G = Abbrev(matrix("G"), A + a * eye())
READ = {"zfb": (433, 390), "zwb": (305, 247), "ccs": (484, 323)}
CONFIRMED = {"zfb": 311, "zwb": 150, "ccs": 201}
"""Relations on the pages, and how many are read at least; a better reader raises it."""


SLIPPED = {
    "zfb/lemma-10", "zfb/lemma-17", "zfb/lemma-19", "zfb/eq-40", "zfb/lemma-27", "zfb/lemma-23",
    "zfb/lemma-28", "zfb/eq-64", "zwb/eq-b.12", "zwb/eq-c.4", "zwb/lemma-g.2", "ccs/eq-65", "ccs/eq-45",
    "ccs/eq-34-bound", "ccs/eq-49", "ccs/eq-23", "ccs/theorem-4.5",
}  # fmt: skip
"""Statements in whose confirmed relations slips are made."""


def page(text: str, prop=None) -> Claim:
    def stated():
        return eq(tr(A * B), a + b) if prop is None else prop

    stated.__doc__ = text
    return claim("own/page", kind=Kind.IDENTITY)(stated)


def outcomes(text: str, prop=None) -> list[str]:
    return [row.outcome.value for row in fidelity(page(text, prop))]


def test_a_page_that_says_what_the_tree_says_is_confirmed() -> None:
    assert outcomes(r"We have $\mathrm{tr}(AB)=a+b$.") == ["confirmed"]


@pytest.mark.parametrize("print_", [
    r"a+b=\operatorname{tr}(AB)", r"\operatorname{tr}(BA)=b+a", r"\operatorname{tr}(AB)-0=a+b",
])  # fmt: skip
def test_the_order_of_a_sum_and_of_a_trace_is_a_matter_of_form(print_: str) -> None:
    assert outcomes(f"${print_}$") == ["confirmed"]


@pytest.mark.parametrize("print_", [
    r"\operatorname{tr}(AB^\top)=a+b", r"\operatorname{tr}(AB)=a-b", r"\operatorname{tr}(AB)=2a+b",
    r"\operatorname{tr}(A)\operatorname{tr}(B)=a+b", r"\operatorname{tr}(AB)\le a+b", r"\operatorname{tr}(AB)=ab",
])  # fmt: skip
def test_a_slip_differs(print_: str) -> None:
    assert outcomes(f"${print_}$") == ["differs"]


def test_what_is_not_read_says_why() -> None:
    (row,) = fidelity(page(r"$\operatorname{tr}(AB)\approx a+b$"))
    assert row.outcome is Outcome.NOT_READ
    assert "no relation" in row.why


def test_a_chain_is_judged_link_by_link() -> None:
    assert outcomes(r"$\operatorname{tr}(AB)=a+b=q$") == ["confirmed", "not read"]


def test_the_number_of_an_equation_within_it_parts_nothing_and_at_its_start_it_is_what_the_paper_says() -> None:
    assert outcomes(r"$\operatorname{tr}(AB)$ (5) $=a$ (6) $+b$.") == ["confirmed"]
    assert outcomes(r"$\operatorname{tr}(AB)=a+b$. By (5) $=a+b$.") == ["confirmed", "not read"]


@pytest.mark.parametrize(("id", "wrong", "outcome"), [
    ("ccs/eq-38", r"B_\ell(S):=C_\ell", "not compared"), ("ccs/eq-38", r"B_\ell=-b_\ell\Sigma^{-1/2}", "differs"),
    ("ccs/theorem-4.5", r"B_\ell=c_\ell\Sigma^{-1/2}", "differs"), ("ccs/theorem-f.1", r"A_\ell=b_\ell I", "differs"),
    ("ccs/appendix-e.1-conclusion", r"\frac d{dt}f\le c", "differs"),
])  # fmt: skip
def test_a_letter_that_is_written_out_is_another_one_where_the_page_says_so(id: str, wrong: str, outcome: str) -> None:
    claim_ = load(()).find(id).claim
    assert claim_ is not None
    assert [row.outcome.value for row in fidelity(replace(claim_, printed=f"${wrong}$"))] == [outcome]


def test_forms_are_not_values() -> None:
    assert form(A * B) != form(B * A)
    assert form(A.T * A) != form(A * A.T)
    assert form(sqrt(a**2)) != form(a) != form(absolute(a))
    assert form(expect(norm_2(x) ** 2)) != form(norm_2(expect(x)) ** 2)
    assert form(S.T * u) == form(S * u) != form(A.T * u)
    assert form(expect(A * x * x.T * B)) == form(A * expect(x * x.T) * B)
    assert form(u.T * A * u * u.T * B * u) == form((u.T * B.T * u) * (u.T * A * u))
    assert form((A * B).T) == form(B.T * A.T) != form(A.T * B.T)
    assert form(Op("^", (a * A, -scalar("one")))) != form(A)


def test_an_abbreviation_that_the_page_defines_is_confirmed_where_it_stands_for_that() -> None:
    prop = eq(G * B, B)
    assert outcomes(r"$G:=A+aI$, $GB=B$", prop) == ["confirmed", "confirmed"]
    assert outcomes(r"$G:=A-aI$, $GB=B$", prop) == ["differs", "confirmed"]


def test_a_silent_index_stays_with_the_letters_that_have_it() -> None:
    how = Spelling(silent=(r"\tau",))
    assert respelled(r"H_\tau x_{\tau,q}+w_{\tau}", how, frozenset("H")) == r"H_\tau x_{q}+w"


def test_no_slip_in_a_confirmed_relation_of_a_paper_is_confirmed() -> None:
    changed = 0
    slips = (("+", "-"), ("-", "+"), ("\\Lambda", "\\Gamma"), ("^2", "^3"), ("\\frac12", "\\frac13"), ("\\le", "\\ge"))
    for statement in load(()):
        if statement.id not in SLIPPED:
            continue
        claim_ = statement.claim
        assert claim_ is not None
        for row in fidelity(claim_):
            for old, new in slips:
                if row.outcome is Outcome.CONFIRMED and old in row.tex.replace("u_{-1}", ""):
                    wrong = row.tex.replace("u_{-1}", "@").replace(old, new, 1).replace("@", "u_{-1}")
                    again = fidelity(replace(claim_, printed=f"({row.part}) ${wrong}$"))
                    assert not any(r.outcome is Outcome.CONFIRMED for r in again), wrong
                    changed += 1
    assert changed > 20


def test_a_name_that_the_page_defines_is_put_in_and_its_definition_is_not_compared() -> None:
    assert outcomes(r"$c_1:=a+b$, $\operatorname{tr}(AB)=c_1$") == ["not compared", "confirmed"]
    assert outcomes(r"$\mathrm{II}=a+b$, $\operatorname{tr}(AB)=\mathrm{II}$") == ["not compared", "confirmed"]
    assert outcomes(r"$c_1:=a-b$, $\operatorname{tr}(AB)=c_1$") == ["not compared", "differs"]


def test_a_print_with_arguments_is_one_letter_and_another_argument_is_another_one() -> None:
    at_A, at_B = (Abbrev(MadeSym(f"G({X})", ("d", "d"), tex=rf"G({X}, 0)"), X) for X in (A, B))
    prop = eq(at_A * at_B, B)
    assert outcomes(r"$G(A,0)G(B,0)=B$", prop) == ["confirmed"]
    assert outcomes(r"$G(B,0)G(A,0)=B$", prop) == ["differs"]
    assert outcomes(r"$G(A,0)G(AB,0)=B$", prop) == ["not read"]


def test_a_sign_above_with_a_number_is_the_sign_and_with_a_word_it_says_something_else() -> None:
    assert [u.tex for u in units(r"$a\overset{(i)}=b$")] == ["a= b"]
    assert [row.outcome for row in fidelity(page(r"$\operatorname{tr}(AB)\stackrel d=a+b$"))] == [Outcome.NOT_READ]


def test_a_mean_before_a_round_bracket_is_that_of_the_whole_product_where_the_paper_says_so() -> None:
    how = Spelling(mean_of_product=True)
    assert respelled(r"\mathbb E(a)^2+b", how) == r"\mathbb E[(a)^2]+b"
    assert respelled(r"\mathbb E(a-\mathbb E(b)^2)(c-d)=e", how) == r"\mathbb E[(a-\mathbb E[(b)^2])(c-d)]=e"
    for bracketed in (r"\mathbb E(a)\mathbb E(b)", r"\mathbb E(ab)u+c", r"\mathbb E(a)"):
        assert respelled(bracketed, how) == bracketed
    assert respelled(r"\mathbb E(a)^2", Spelling()) == r"\mathbb E(a)^2"


def test_an_arrow_is_a_limit_and_one_to_something_else_differs() -> None:
    limit = next(s.claim for s in load(()) if s.id == "zfb/section-4.1-large-lengths")
    assert limit is not None

    def of(tex: str) -> list[Outcome]:
        return [row.outcome for row in fidelity(replace(limit, printed=f"(a) ${tex}$"))]

    assert of(r"\Gamma^{-1}\approx\Lambda^{-1}") == [Outcome.CONFIRMED]
    assert of(r"\Gamma^{-1}=\Lambda^{-1}") == of(r"\Lambda^{-1}\approx\Gamma^{-1}") == [Outcome.DIFFERS]
    assert of(r"\Gamma\approx\Lambda^{-1}") == [Outcome.DIFFERS]


def test_a_case_of_the_words_is_not_called_explained() -> None:
    for paper in READ:
        explained = vars(import_module(f"proofs_check.papers.{paper}.page"))["EXPLAINED"]
        assert not any(why.startswith("a case") for why in explained)


@pytest.mark.slow
def test_what_is_read_of_the_papers_is_confirmed_or_explained() -> None:
    found: dict[str, list] = {paper: [] for paper in READ}
    for statement in load(()):
        if statement.paper in READ and statement.claim is not None and not statement.is_ours:
            rows = fidelity(statement.claim)
            assert not [row for row in rows if row.outcome is Outcome.DIFFERS], (statement.id, rows)
            found[statement.paper] += rows
    for paper, (count, read) in READ.items():
        counts = counted(found[paper])
        assert len(found[paper]) >= count
        assert count - counts[Outcome.NOT_READ] >= read, (paper, counts)
        assert counts[Outcome.CONFIRMED] >= CONFIRMED[paper], (paper, counts)


def test_the_command_shows_each_relation_and_the_totals(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    shown = CliRunner().invoke(main, ["fidelity", "zfb/lemma-17"]).output
    assert "confirmed" in shown
    told = json.loads(CliRunner().invoke(main, ["fidelity", "zfb/lemma-1*", "--json"]).output)
    assert told["totals"]["zfb"]["differs"] == 0
    assert told["totals"]["zfb"]["confirmed"] > 40
    assert "relations on the page" in CliRunner().invoke(main, ["show", "zfb/lemma-17"]).output


def test_what_is_said_of_a_letter_that_the_transcription_lacks_is_no_explanation() -> None:
    rows = [row for s in load() if s.claim is not None and s.paper == "zwb" for row in fidelity(s.claim)]
    assert any(row.outcome is Outcome.UNCOMPARED for row in rows)
    assert not any("does not occur" in row.why for row in rows if row.outcome is Outcome.EXPLAINED)


def test_a_function_of_the_page_is_put_in_where_it_is_used() -> None:
    prop = eq(A * B + b * A, B)
    assert outcomes(r"$F(S):=AS+bA$, $F(B)=B$", prop) == ["not compared", "confirmed"]
    assert outcomes(r"$F(S):=AS-bA$, $F(B)=B$", prop) == ["not compared", "differs"]
    assert outcomes(r"$F(S):=AS+bA$, $F(A)=B$", prop) == ["not compared", "differs"]
    assert outcomes(r"$F(S)=AS+bA$, $F(B)=B$", prop)[-1] == "not read"


def test_an_order_that_turns_bounds_what_the_one_before_bounds() -> None:
    assert [u.tex for u in units(r"$a\ge b$ for all, and $\le c$")] == ["a\\ge b", "a \\le c"]
    assert [u.tex.strip() for u in units(r"$a\le b$, $\le c$")] == ["a\\le b", "b \\le c"]


def test_the_number_of_an_equation_is_no_number() -> None:
    assert outcomes(r"$(41)=\operatorname{tr}(AB)$") == ["not read"]
    assert outcomes(r"$\operatorname{tr}(AB)=(41)$") == ["not read"]


def test_a_letter_that_the_transcription_writes_out_is_compared_as_what_it_stands_for() -> None:
    gap = next(s.claim for s in load(()) if s.id == "zwb/eq-b.18")
    risk = next(s.claim for s in load(()) if s.id == "zwb/eq-b.14")
    assert gap is not None
    assert risk is not None

    def of(claim_: Claim, tex: str) -> list[Outcome]:
        return [row.outcome for row in fidelity(replace(claim_, note="", printed=f"(a) ${tex}$"))]

    assert of(gap, r"\mathrm{II}\ge0") == [Outcome.CONFIRMED]
    assert of(gap, r"\mathrm{II}\le0") == [Outcome.DIFFERS]
    assert of(risk, r"\mathbb E\|z_3\|_H^2=\frac{M+2}M\sigma^4\|c\|_H^2") == [Outcome.CONFIRMED]
    for z, plus in ((2, 2), (3, 1)):
        slip = rf"\mathbb E\|z_{z}\|_H^2=\frac{{M+{plus}}}M\sigma^4\|c\|_H^2"
        assert of(risk, slip) == [Outcome.DIFFERS]


def test_a_value_of_a_recursion_is_read_by_its_print() -> None:
    layer = next(s.claim for s in load(()) if s.id == "ccs/eq-3")
    assert layer is not None

    def of(tex: str) -> list[Outcome]:
        return [row.outcome for row in fidelity(replace(layer, printed=f"${tex}$"))]

    step = r"Z_{\ell+1}=Z_\ell+V_\ell Z_\ell M\tilde h(B_\ell X_\ell,C_\ell X_\ell)"
    assert of(step) == [Outcome.CONFIRMED]
    for old, new in (("Z_{\\ell+1}", "Z_\\ell"), ("+V", "-V"), ("(B_", "(C_"), ("=Z_\\ell", "=Z_{\\ell+1}")):
        assert of(step.replace(old, new)) not in ([Outcome.CONFIRMED], [Outcome.EXPLAINED]), new


def test_a_place_is_no_number_of_a_key(monkeypatch):
    monkeypatch.setattr(forms, "_KEYS", [("bound", 0), ("bound", 1)])
    assert not forms._mentions(("bound", 0), frozenset({1}))
    assert not forms._mentions((("bound", 0), True, 1), frozenset({1}))
    assert forms._mentions((forms.Number(1), True), frozenset({1}))
