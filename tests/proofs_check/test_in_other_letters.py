"""No engine knows a letter: renaming every symbol of a claim changes no verdict."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from proofs_check import Hypothesis, Kind, check, claim, conserved, eq, expect, gaussian, gt, noise, parameter, tr
from proofs_check.catalogue import Registry
from proofs_check.lsa import U11, L, Lam, N, assumption_3, in_letters, t, u_1, w, x, x_q
from proofs_check.model import gradient_flow
from proofs_check.naming import in_engine_letters
from proofs_check.registry import load
from proofs_check.results import Result
from proofs_check.roles import LETTERS
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Sym, at, index, matrix, scalar, total, vector
from proofs_check.verdict import Verdict
from tests.proofs_check.in_other_letters import as_the_engines_call_theirs, fresh, permuted, registry_in, said

PAPERS = ("zfb", "ccs", "zwb")
WITNESSES = ("words", "entries", "proof")
EACH = 20
IN_ORDER = frozenset({"zfb/eq-23-two-point-law"})
"""Here the two values play one part, and either may come first."""


@cache
def renamed(how: str) -> Registry:
    if how == "fresh":
        return registry_in({paper: fresh(paper) for paper in PAPERS})
    change = permuted if how == "permuted" else as_the_engines_call_theirs
    return registry_in({paper: change(paper, 7) for paper in PAPERS})


def _chosen() -> list[tuple[str, str]]:
    """Each way of renaming with other claims, drawn once and for all."""
    ids = sorted(load().claims)
    Random(20).shuffle(ids)
    ways = ("fresh", "permuted", "of the engines")
    return [(how, id) for k, how in enumerate(ways) for id in ids[EACH * k : EACH * (k + 1)] if id not in IN_ORDER] + [
        ("fresh", id) for id in sorted(IN_ORDER)
    ]


@pytest.mark.parametrize(("how", "id"), _chosen())
def test_a_claim_of_the_library_has_the_same_verdicts_in_other_letters(how: str, id: str) -> None:
    assert said(renamed(how), id, WITNESSES) == said(load(), id, WITNESSES)


# Claims of somebody else ---------------------------------------------------------------------------------------

def verdict(prop: Prop, *given: Prop, **more: object) -> Verdict:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    def body() -> Prop:
        """Words."""
        return prop

    found = check(claim("mine/a", kind=Kind.IDENTITY, given=hypotheses, **more)(body), dims=(1, 2))  # type: ignore[arg-type]
    assert isinstance(found, Result)
    assert found.defects == ()
    return found.verdict


@pytest.mark.parametrize("name", sorted(LETTERS))
def test_a_matrix_may_have_any_letter(name: str) -> None:
    A, B = matrix(name, "size", "size"), matrix("other", "size", "size")
    assert verdict(eq(tr(A * B), tr(B * A)), witnesses=("words", "entries", "grid")) is Verdict.PROVED
    assert verdict(eq(A * B, B * A), witnesses=("words", "entries", "grid")) is Verdict.REFUTED


@pytest.mark.parametrize("name", ["N", "M", "B", "n", "m", "t", "k", "d_in"])
def test_the_number_of_samples_may_have_any_letter(name: str) -> None:
    S, n, i = matrix("S", "d", "d", "symmetric", "posdef"), scalar(name, "integer", "positive"), index("i", name)
    z = gaussian("z", "d", cov=S, iid=True)
    mean = 1 / n * total(i, n, at(z, i) * at(z, i).T)
    assert verdict(eq(expect(mean * mean), (n + 1) / n * S**2 + tr(S) * S / n)) is Verdict.PROVED
    assert verdict(eq(expect(mean * mean), (n + 2) / n * S**2 + tr(S) * S / n)) is Verdict.REFUTED


@pytest.mark.parametrize("name", ["s", "sigma", "N", "t", "Theta", "lam_tau"])
def test_a_standard_deviation_may_have_any_letter(name: str) -> None:
    p = scalar(name, "positive")
    e = noise("e", p, normal=True)
    assert verdict(eq(expect(e**4), 3 * p**4)) is Verdict.PROVED
    assert verdict(gt(p, 0)) in {Verdict.PROVED, Verdict.SUPPORTED}


@pytest.mark.parametrize("names", [("t", "s"), ("s", "t"), ("u", "time"), ("N", "d")])
def test_the_time_of_a_flow_may_have_any_letter(names: tuple[str, str]) -> None:
    from proofs_check import always
    from proofs_check.statement.terms import at0, exp

    u, time = parameter(names[0]), scalar(names[1], "nonnegative")
    model = gradient_flow(u**2 / 2, (u,), time=time)
    assert verdict(always(eq(u, exp(-time) * at0(u))), model=model) in {Verdict.PROVED, Verdict.SUPPORTED}
    assert verdict(always(eq(u, exp(-2 * time) * at0(u))), model=model) is Verdict.REFUTED


def test_a_model_of_the_library_may_be_told_in_letters_of_ones_own() -> None:
    mine = in_letters({Lam: "S", x: "w", x_q: "z", w: "x", L: "risk", N: "m", U11: "N", u_1: "a", t: "Lam"})
    kept, lost = (mine(conserved(tr(U11 * U11.T) - sign * u_1**2)) for sign in (1, -1))
    given = tuple(mine(h.prop) for h in assumption_3)
    assert verdict(kept, *given, model=mine.model) is Verdict.PROVED
    assert verdict(lost, *given, model=mine.model) is Verdict.REFUTED
    assert verdict(mine(eq(expect(x_q.T * x_q), tr(Lam))), model=mine.model) is Verdict.PROVED
    assert verdict(mine(eq(expect(w.T * x_q * (w.T * x_q)), tr(Lam))), model=mine.model) is Verdict.PROVED


def test_names_that_engines_would_give_are_free_as_well() -> None:
    A, B = matrix("Lam__own"), matrix("Lam")
    stated = claim("mine/a", kind=Kind.IDENTITY)(lambda: eq(A * B, B * A))
    other, by = in_engine_letters(stated)
    assert by.symbol(A) not in {A, B, by.symbol(B)}
    assert in_engine_letters(other)[0] is other
    assert verdict(eq(A * B, B * A)) is Verdict.REFUTED


def test_what_is_told_is_told_in_the_names_of_the_claim() -> None:
    v = vector("x", "d")
    found = check(claim("mine/a", kind=Kind.IDENTITY)(lambda: eq(v * v.T, 0 * v * v.T)), only=("entries",))
    assert isinstance(found, Result)
    assert "x = " in (found.counterexample or "")
    assert "own" not in repr(found)


def test_how_a_symbol_is_printed_is_no_part_of_it() -> None:
    assert Sym("A", ("d", "d"), tex="a") == Sym("A", ("d", "d"))
