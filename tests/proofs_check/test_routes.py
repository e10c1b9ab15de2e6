"""Routes are independent: two of them share the statement language, the interpreter of propositions, nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

import proofs_check
from proofs_check import routes, witnesses
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.merging import merge
from proofs_check.results import Examined, Result, from_json, to_json
from proofs_check.statement.props import conj, differs, eq
from proofs_check.statement.terms import matrix, scalar, tr
from proofs_check.verdict import Outcome, Scope, Verdict

HOME = Path(proofs_check.__file__).parents[1]
WITNESSES = "proofs_check.witnesses"


# What modules import -------------------------------------------------------------------------------------------------

@cache
def modules() -> dict[str, Path]:
    """All modules of the three packages by name."""
    found = {}
    for top in ("symbolic", "numeric", "proofs_check"):
        for path in (HOME / top).rglob("*.py"):
            parts = path.relative_to(HOME).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes, those inside functions too, but for what type checkers alone read."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            continue
        yield node
        yield from statements(node)


@cache
def imported(module: str) -> frozenset[str]:
    """What a module imports anywhere, of our own."""
    path, found = modules()[module], set()
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {name if (name := f"{base}.{alias.name}") in modules() else base for alias in node.names}
    return frozenset(found & modules().keys())


def within(module: str, prefixes: Iterable[str]) -> bool:
    return any(module == prefix or module.startswith(prefix + ".") for prefix in prefixes)


def is_language(module: str) -> bool:
    return module in ("proofs_check", WITNESSES) or within(module, routes.LANGUAGE)


@cache
def reached(route: str) -> frozenset[str]:
    """All that the witnesses of a route import, directly or not, beyond the language."""
    seen: set[str] = set()
    todo = [f"{WITNESSES}.{name}.witness" for name in routes.WITNESSES[route]]
    while todo:
        module = todo.pop()
        if module not in seen and not is_language(module):
            seen.add(module)
            todo += [other for other in imported(module) if (module, other) not in routes.BORROWED]
    return frozenset(seen)


PAIRS = [pair for pair in combinations(routes.WITNESSES, 2) if set(pair) != routes.KIN]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_two_routes_share_the_interpreter_of_propositions_at_most(pair: tuple[str, str]) -> None:
    shared = reached(pair[0]) & reached(pair[1])
    assert [module for module in sorted(shared) if not within(module, routes.INTERPRETER)] == []


def test_all_that_is_called_shared_is_shared() -> None:
    shared = frozenset().union(*(reached(a) & reached(b) for a, b in PAIRS))
    assert [prefix for prefix in routes.INTERPRETER if not any(within(m, [prefix]) for m in shared)] == []
    assert [pair for pair in routes.BORROWED if pair[1] not in imported(pair[0])] == []


def test_what_is_settled_for_all_witnesses_is_asked_by_the_runner_alone() -> None:
    assert routes.AFTERWARDS.keys() <= imported("proofs_check.runner")
    shared = frozenset().union(*(reached(a) & reached(b) for a, b in PAIRS))
    assert not routes.AFTERWARDS.keys() & shared


def test_training_shares_with_draws_what_reads_and_draws_numbers_and_nothing_symbolic() -> None:
    shared = reached("numbers") & reached("training")
    assert shared
    known = ("numeric", "proofs_check.algebras", "proofs_check.logic")
    assert [m for m in sorted(shared) if not within(m, known)] == []


def test_each_route_has_mathematics_of_its_own() -> None:
    own = {
        "algebra": ("symbolic.words", "symbolic.indexed", "proofs_check.algebras.words", "proofs_check.proof.checker"),
        "entrywise": ("symbolic.entries", "symbolic.grid", "proofs_check.algebras.entries"),
        "numbers": ("numeric.arithmetic", "proofs_check.algebras.balls", "proofs_check.algebras.sampling"),
    }
    for route, prefixes in own.items():
        for prefix in prefixes:
            assert any(within(m, [prefix]) for m in reached(route)), (route, prefix)
            for other in own.keys() - {route}:
                assert not any(within(m, [prefix]) for m in reached(other)), (route, prefix, other)


def test_every_witness_but_definition_is_of_one_route() -> None:
    listed = [name for names in routes.WITNESSES.values() for name in names]
    assert sorted([*listed, "definition"]) == sorted(witnesses.NAMES)


def test_the_language_computes_nothing() -> None:
    """What all routes share imports neither wing and no engine, but for showing formulas and chains as data."""
    shown = ("proofs_check.report", "proofs_check.evidence")
    engines = ("symbolic", "numeric", "proofs_check.algebras")
    wrong = [
        (module, other) for module in modules() if within(module, routes.LANGUAGE) and not within(module, shown)
        for other in imported(module) if within(other, engines) and other != "symbolic.errors"
        and not within(module, ["symbolic"])
    ]
    assert wrong == []


# What verdicts say ---------------------------------------------------------------------------------------------------

a = scalar("a")
CLAIM = Claim(
    id="mine/one", kind=Kind.IDENTITY, source="", printed="", forall=(a,),
    parts=(Part("", (Reading("", eq(a, a)),)),), witnesses=("words", "entries"),
)
EVERY = Scope("every a", whole=True)


def said(*rows: tuple[str, Verdict]) -> Result:
    examined = [
        Examined.of(name, "", "", Outcome(verdict, "", EVERY if verdict is Verdict.PROVED else Scope("")), 0.0)
        for name, verdict in rows
    ]
    return merge(CLAIM, examined, 0.0)


def test_witnesses_of_one_route_count_once() -> None:
    (decided,) = said(("words", Verdict.PROVED), ("proof", Verdict.PROVED)).parts
    assert decided.routes == ("algebra",)
    assert routes.told(decided.routes) == "rests on one route: dimension-free algebra and proofs"


def test_a_route_that_leaves_it_open_does_not_count() -> None:
    (decided,) = said(("words", Verdict.PROVED), ("entries", Verdict.UNDECIDED), ("sampled", Verdict.SUPPORTED)).parts
    assert decided.routes == ("algebra", "numbers")


def test_training_and_draws_are_not_independent() -> None:
    assert routes.independent(("numbers", "training")) == 1
    assert routes.independent(("algebra", "entrywise", "numbers", "training")) == 3
    assert routes.told(("numbers", "training")).startswith("rests on one route: enclosures and draws, with training")


def test_what_is_refuted_or_defined_rests_on_no_route() -> None:
    for verdict in (Verdict.REFUTED, Verdict.DEFINED, Verdict.UNDECIDED):
        (decided,) = said(("words", verdict)).parts
        assert decided.routes == ()
        assert routes.told(decided.routes) == ""


def test_what_words_proves_by_a_point_of_entries_is_of_the_entrywise_route() -> None:
    A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
    claim = Claim(
        id="mine/two", kind=Kind.IDENTITY, source="", printed="", forall=(A, B), witnesses=("words",),
        parts=(Part("", (Reading("", conj(eq(tr(A * B), tr(B * A)), differs(A * B, B * A))),)),
               Part("b", (Reading("", eq(tr(A * B), tr(B * A))),))),
    )
    found = [
        witnesses.witness("words").examine(claim, part, part.readings[0], witnesses.Context()) for part in claim.parts
    ]
    assert [o.verdict for o in found] == [Verdict.PROVED] * 2
    assert [routes.route_of("words", o.figures) for o in found] == ["entrywise", "algebra"]


def test_routes_are_stored_and_read_back() -> None:
    result = said(("words", Verdict.PROVED), ("entries", Verdict.PROVED))
    assert from_json(to_json(result)).parts == result.parts
