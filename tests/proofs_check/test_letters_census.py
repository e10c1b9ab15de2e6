"""Which strings of the engines are names of symbols of a shipped claim: letters of roles, and a list with reasons."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from proofs_check.registry import load
from proofs_check.roles import LETTERS
from proofs_check.statement.terms import MadeSym
from tests.adversary.metamorphic import symbols_in

ROOT = Path(__file__).parents[2]
ENGINES = (
    "proofs_check/algebras", "proofs_check/proof", "proofs_check/statement", "proofs_check/witnesses", "symbolic",
    "numeric",
)
"""What reads claims, or what these read them with; papers give letters, reports and commands show them."""
OTHER_FILES = tuple(
    f"proofs_check/{name}.py" for name in ("model", "derivation", "twins", "naming", "engine_names")
)

HEADS = frozenset({"T", "delta", "row", "gamma"})
"""Heads of the language and names of laws, which are compared with heads."""
TRAITS = frozenset({"layers", "mask", "labels"})
"""Traits that are called like a symbol of a paper."""
SETTINGS = frozenset({
    "batch", "covariances", "embedding", "heads", "labels", "layers", "level", "prompts", "rate", "resample", "runs",
    "size", "steps", "trials", "alpha", "g", "h", "mu", "rho", "theta", "W",
})  # fmt: skip
"""Keys of settings, records and derivations that are called by their name; formats of numbers, modes of files."""
MEASURED = frozenset({
    "apart_0", "apart_LS", "apart_step", "e", "e_0", "e_LS", "e_LSA", "e_covariates", "e_noise", "e_plain", "e_query",
    "e_task", "p_orthogonal",
})  # fmt: skip
"""What a record measured: a symbol with the trait 'measured' points to it by its name, which stays."""
PLACEHOLDERS = {
    "proofs_check/proof/deciding/citing.py": {"V", "f", "i"},
    "proofs_check/proof/facts.py": {"P", "Q", "V", "f", "g", "i"},
    "proofs_check/proof/steps/layers.py": {"f", "q"}, "proofs_check/proof/steps/small_gradients.py": {"f"},
    "proofs_check/proof/steps/families.py": {"f"}, "proofs_check/statement/fold.py": {"V"},
    "proofs_check/statement/heads/examples.py": {"K", "S", "Z", "f", "i", "j", "u", "v", "z"},
    "proofs_check/statement/heads/matrices.py": {"v"}, "proofs_check/statement/heads/of_flows.py": {"f"},
    "proofs_check/proof/values/label_moments.py": {"q"}, "proofs_check/witnesses/sampled/attention.py": {"g"},
}
"""Parameters of facts and rules, which a chain gives by keyword; arguments and examples of heads; fields; type
variables; a place that is no symbol."""
DEFAULTS = {"proofs_check/statement/attention.py": {"U"}}
"""A name that a constructor gives where the user gives none."""
OWN = {
    "proofs_check/algebras/words/analysis.py": {"U", "V"},
    "proofs_check/witnesses/grid/span.py": {"S", "i"},
    "proofs_check/witnesses/definition/witness.py": {"w_"},
    "proofs_check/algebras/entries/law_algebra.py": {"w_"},
    "proofs_check/algebras/entries/space.py": {"m"},
    "proofs_check/engine_names.py": {"m"},
    "proofs_check/algebras/growth/pieces.py": {"i"},
}
"""Which side of a form is tested; what a definition is written with that no claim is read together with; pieces of
names that stand for a sign or an index."""

PARAMETERS = {"deciding/citing.py": {"X", "n", "k"}, "facts.py": {"t", "n", "s"}, "steps/layers.py": {"b", "c"}}
"""Parameters of facts and rules, which are called like the letter of a role."""


@cache
def shipped_names() -> frozenset[str]:
    found = set()
    for claim in load().claims.values():
        found |= symbols_in((claim.parts, claim.given, claim.forall, claim.model, dict(claim.proofs)))
    return frozenset(sym.name for sym in found if not isinstance(sym, MadeSym))


def engine_files() -> Iterator[Path]:
    for folder in ENGINES:
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield from (ROOT / name for name in OTHER_FILES)


def literals(file: Path) -> Iterator[tuple[int, str]]:
    """The strings of a file that are names of shipped symbols: no docstrings, no annotations."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    beside: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            beside.add(node.value)
        for part in ("annotation", "returns"):
            beside.update(ast.walk(getattr(node, part, None) or ast.Pass()))
    for node in ast.walk(tree):
        if node in beside or not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            continue
        if node.value in shipped_names():
            yield node.lineno, node.value


def unexplained() -> list[str]:
    everywhere = LETTERS | HEADS | TRAITS | SETTINGS | MEASURED
    found = []
    for file in engine_files():
        place = file.relative_to(ROOT).as_posix()
        if not place.startswith("proofs_check/"):
            continue  # the wings have letters of their own, and meet those of a claim in the algebras alone
        here = everywhere | PLACEHOLDERS.get(place, set()) | DEFAULTS.get(place, set()) | OWN.get(place, set())
        found += [f"{place}:{line}: {value!r}" for line, value in literals(file) if value not in here]
    return found


def test_no_engine_holds_a_letter_of_a_paper_beside_those_of_roles() -> None:
    assert unexplained() == []


def test_the_proof_checker_holds_no_letter_of_a_role_but_parameters_of_facts() -> None:
    folder = ROOT / "proofs_check/proof"
    files = sorted(folder.rglob("*.py"))
    found = {file.relative_to(folder).as_posix(): {value for _, value in literals(file)} & LETTERS for file in files}
    assert {name: letters for name, letters in found.items() if letters} == PARAMETERS


def test_nothing_is_explained_that_is_not_there() -> None:
    there = {
        (file.relative_to(ROOT).as_posix(), value) for file in engine_files() for _, value in literals(file)
    }
    tables = (PLACEHOLDERS, DEFAULTS, OWN)
    told = {(place, value) for table in tables for place, names in table.items() for value in names}
    assert told <= there
    assert {value for _, value in there} >= HEADS | TRAITS | SETTINGS | MEASURED


def test_the_wings_never_read_a_symbol_of_a_claim() -> None:
    for folder in ("symbolic", "numeric"):
        for file in (ROOT / folder).rglob("*.py"):
            assert "proofs_check" not in file.read_text(encoding="utf-8"), file


def test_what_reads_priors_holds_no_letter() -> None:
    assert not [value for _, value in literals(ROOT / "proofs_check/statement/priors.py") if value in LETTERS]
