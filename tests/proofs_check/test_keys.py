"""What is stale is found, and what is fresh is not done again: claims, what they cite, and the code that decides."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from proofs_check import registry, relevant_code, runner, shelf, sources
from proofs_check.catalogue import Registry
from proofs_check.claims import Claim, Expected, Hypothesis, Kind, Part, Reading
from proofs_check.compiled import Code, code_of, functions_in
from proofs_check.model import gradient_flow
from proofs_check.proof.chain import FromClaim, Proof, Step
from proofs_check.statement.citations import cites
from proofs_check.statement.props import eq, ge
from proofs_check.statement.terms import matrix, scalar, tr
from proofs_check.store import Store
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

A, a, b = matrix("A"), scalar("a"), scalar("b")
theta = scalar("theta", "parameter")
CITED = Claim("t/cited", Kind.IDENTITY, "", "", (Part("", (Reading("", ge(a, 0)),)),))
CITING = Claim(
    "t/citing", Kind.IDENTITY, "Section 1", "words", (Part("", (Reading("", ge(a, 0)),)),), (a,),
    (Hypothesis("a is small", ge(1, a)),),
    proofs={"": Proof((Step("r", ge(a, 0), FromClaim("t/cited")),))},
)  # fmt: skip
OTHER = replace(CITED, id="t/other")


def known(*claims: Claim) -> Registry:
    return Registry({}, {claim.id: claim for claim in claims})


def key(tmp_path: Path, *claims: Claim, id: str = "t/citing", context: Context | None = None) -> str:
    return Store(tmp_path).key(id, ("proof",), context or Context(), known(*claims))


CHANGES: dict[str, Mapping[str, Any]] = {
    "its kind": {"kind": Kind.INEQUALITY},
    "a part": {"parts": (Part("", (Reading("", ge(b, 0)),)),)},
    "the name of a reading": {"parts": (Part("", (Reading("strictly", ge(a, 0)),)),)},
    "what it quantifies over": {"forall": (a, b)},
    "a hypothesis": {"given": (Hypothesis("a is small", ge(2, a)),)},
    "the citation of a fact": {"fact": "Theorem 1 of a book"},
    "a step of its proof": {"proofs": {"": Proof((Step("r", ge(2 * a, 0), FromClaim("t/cited")),))}},
    "an option": {"options": {"balls": {"digits": 20}}},
    "its model": {"model": gradient_flow(theta**2, (theta,))},
    "what it uses": {"uses": ("t/other",)},
}


@pytest.mark.parametrize("changed", CHANGES)
def test_whatever_witnesses_see_of_a_claim_is_part_of_its_key(tmp_path: Path, changed: str) -> None:
    before = key(tmp_path, CITED, CITING, OTHER)
    assert key(tmp_path, CITED, replace(CITING, **CHANGES[changed]), OTHER) != before


@pytest.mark.parametrize("change", [
    {"printed": "other words"}, {"source": "Section 2"}, {"line": 7}, {"file": "moved.py"}, {"see": ("t/other",)},
    {"expected": Expected(Verdict.REFUTED, "why")}, {"reconstructed": "by us"},
])  # fmt: skip
def test_what_no_witness_sees_makes_nothing_stale(tmp_path: Path, change: Mapping[str, Any]) -> None:
    assert key(tmp_path, CITED, replace(CITING, **change)) == key(tmp_path, CITED, CITING)


def test_settings_are_part_of_the_key(tmp_path: Path) -> None:
    keys = {
        key(tmp_path, CITED, CITING, context=context)
        for context in (Context(), Context(seed=1), Context(dims=(1, 2)), Context(tier="full"), Context(device="cuda"))
    }
    assert len(keys) == 5


def test_what_is_cited_is_part_of_the_key_however_far_and_nothing_else_is(tmp_path: Path) -> None:
    far = replace(CITED, id="t/far")
    between = replace(CITED, proofs={"": Proof((Step("r", ge(a, 0), FromClaim("t/far")),))})
    before = key(tmp_path, far, between, CITING, OTHER)
    assert key(tmp_path, replace(far, fact="a book"), between, CITING, OTHER) != before
    assert key(tmp_path, between, CITING, OTHER) != before
    assert key(tmp_path, far, between, CITING, replace(OTHER, fact="a book")) == before
    assert key(tmp_path, far, between, CITING) == before


def test_a_display_that_is_added_to_a_proof_makes_citations_of_it_stale(tmp_path: Path) -> None:
    says = replace(CITED, id="t/says", parts=(Part("", (Reading("", cites("t/theorem", "t/cited")),)),))
    before = key(tmp_path, says, CITED, id="t/says")
    assert key(tmp_path, says, CITED, replace(OTHER, id="t/theorem-step"), id="t/says") != before
    assert key(tmp_path, says, CITED, OTHER, id="t/says") == before


def test_an_examination_meets_no_claim_that_its_key_does_not_cover() -> None:
    found = known(CITED, CITING, OTHER).within("t/citing")
    assert set(found.claims) == {"t/citing", "t/cited"}
    with pytest.raises(ValueError, match="nothing that is examined names it"):
        found.find("t/other")


def test_a_change_of_one_claim_of_the_library_concerns_few_others() -> None:
    library = registry.load()
    reached = {id: set(library.within(id).claims) for id in library.claims}
    stale = [sum(id in covered for covered in reached.values()) for id in library.claims]
    assert sum(stale) / len(stale) < 12


def test_experiments_are_decided_with_the_setup_that_the_key_covers() -> None:
    from proofs_check.witnesses.trained.experiment import experiments_of, measures

    library = registry.load()
    for claim in library.claims.values():
        for reading in (reading for part in claim.parts for reading in part.readings):
            if measures(reading.prop):
                setups = {of.setup[0] for of in experiments_of(claim.paper, reading.prop)}
                assert setups <= set(library.within(claim.id).claims), claim.id


def _inside(value: Any) -> Iterator[Any]:
    yield value
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _inside(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _inside(pair)
    elif isinstance(value, (tuple, list, frozenset)):
        for item in value:
            yield from _inside(item)


def test_no_claim_of_the_library_brings_a_function_whose_code_no_digest_covers() -> None:
    for claim in registry.load().claims.values():
        assert not any(callable(value) for value in _inside((claim.options, claim.model))), claim.id


def test_the_index_says_what_the_claims_say() -> None:
    made = registry._read_papers()
    assert {id: registry.load().row(id) for id in made} == made


def test_whatever_claims_are_made_from_is_part_of_the_state_of_the_index() -> None:
    code = shelf.code()
    waiting, found = [path for path in code if sources.is_of_papers(path)], set[str]()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += relevant_code._files(code[path].on_import, path)
    assert not [path for path in found if not path.startswith(shelf._OF_CLAIMS) and path.count("/") > 1]


# Code -------------------------------------------------------------------------------------------------------------

DECIDING = sorted(path for path in relevant_code._all() if path.endswith(".py"))
TEXT = '''"""Title."""
from __future__ import annotations
from .other import x
K = 1
TABLE = {1: lambda y: known(y)}


class C:
    """Words."""
    L = 2

    def f(self):
        """More."""
        return x
'''


def test_comments_docstrings_and_layout_are_no_code() -> None:
    written = TEXT.replace("Title", "Another title").replace("Words", "Other").replace("More", "Less")
    written = "# A comment.\n" + written.replace("return x", "# why\n\n        return x  # here")
    assert code_of(written.encode(), "symbolic/some.py") == code_of(TEXT.encode(), "symbolic/some.py")


@pytest.mark.parametrize(("old", "new"), [
    ("K = 1", "K = 2"), ("L = 2", "L = 2.0"), ("self", "self, y=K"), ("x\nK", "y\nK"),
])  # fmt: skip
def test_constants_heads_and_imports_run_when_a_file_is_imported(old: str, new: str) -> None:
    before, after = (code_of(text.encode(), "symbolic/some.py") for text in (TEXT, TEXT.replace(old, new)))
    assert before.whole != after.whole
    assert before.frame != after.frame


@pytest.mark.parametrize(("added", "seen"), [
    ("def g(y):\n    return y", False), ("@lru_cache(9)\ndef g(y):\n    return y", False),
    ("def g(y=-1, *, z=()):\n    return y", False), ("def g(y=K):\n    return y", True),
    ("@noted\ndef g(y):\n    return y", True), ("@lru_cache(K)\ndef g(y):\n    return y", True),
    ("g = len", True), ("f(K)", True), ("def x():\n    return 1", True), ("def __getattr__(name):\n    return 1", True),
    ("if K:\n    def g(y):\n        return y", True), ("def g():\n    return globals()", True),
    ("def g(y):\n    global g", True), ("def known(y):\n    return y", True),
])  # fmt: skip
def test_a_function_that_is_never_called_is_not_seen_unless_it_is_noted_elsewhere(added: str, seen: bool) -> None:
    before, after = (code_of(text.encode(), "symbolic/some.py") for text in (TEXT, f"{TEXT}\n\n{added}\n"))
    assert before.whole != after.whole
    assert (before.frame != after.frame) == seen


def test_what_is_inside_a_function_runs_when_it_is_called() -> None:
    before, after = (code_of(text.encode(), "a.py") for text in (TEXT, TEXT.replace("return x", "return x + 1")))
    assert before.whole != after.whole
    assert before.frame == after.frame


@pytest.mark.parametrize("text", ["assert a < 1", "return {1, 2}", "return -0.0", "return True", "return lambda: 1"])
def test_small_things_are_code(text: str) -> None:
    made = {code_of(f"def f(a):\n    {t}\n".encode(), "a.py").whole for t in (text, text.replace("1", "2"), "return 0")}
    assert len(made) == (3 if "1" in text else 2)


@pytest.mark.slow
def test_every_deciding_file_can_be_told_from_a_changed_one() -> None:
    """A call in its first function changes that one, a constant the frame; a comment changes nothing."""
    for path in DECIDING:
        text = sources.bytes_of(path)
        before = shelf.code()[path]
        assert code_of(text + b"\n# A comment.\n", path) == before, path
        assert code_of(text + b"\n_ADDED = 1\n", path).frame != before.frame, path
        tree = ast.parse(text)
        for name, node in [*functions_in(tree)][:1]:
            node.body.insert(0, ast.parse("print()").body[0])
            after = code_of(ast.unparse(tree).encode(), path)
            assert after.whole != before.whole, path
            assert after.frame == before.frame, path
            assert {n for n in before.functions if after.functions[n] != before.functions[n]} == {name}, path


def changed(monkeypatch: pytest.MonkeyPatch, path: str, **new: Any) -> None:
    """Another digest of code that is there as before: what counts stays the same."""
    code = dict(shelf.code())
    code[path] = replace(code[path], **new)
    monkeypatch.setattr(shelf, "code", lambda: code)
    units = zip(relevant_code._units(), relevant_code._lines(), strict=True)
    lines = tuple(relevant_code._line(*unit) if unit[0] == path else line for unit, line in units)
    monkeypatch.setattr(relevant_code, "_lines", lambda: lines)


EXECUTED = ("proofs_check/witnesses/words/witness.py WordsWitness.examine", "symbolic/words/scalars.py merge")


def test_a_change_of_any_deciding_file_makes_stale_what_was_not_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "source_digest", lambda: None)
    before = relevant_code.digest_of(None)
    for path in relevant_code._all():
        with monkeypatch.context() as patch:
            changed(patch, path, whole="another")
            assert relevant_code.digest_of(None) != before, path


def counting(*executed: str) -> dict[str, set[str]]:
    """The units of code that count, by their kind."""
    mask, found = relevant_code._counting(executed), dict[str, set[str]]()
    for (path, kind, name), bit in relevant_code._units().items():
        if mask & bit:
            found.setdefault(kind, set()).add(f"{path} {name}".strip())
    return found


def test_of_executed_functions_the_bodies_count_of_what_they_import_the_frames_and_of_the_rest_nothing() -> None:
    found = counting(*EXECUTED)
    assert found["function"] == set(EXECUTED)
    assert found["whole"] == set(relevant_code._KEEPERS)
    assert {"symbolic/words/coefficients.py", "proofs_check/papers/zfb/model.py"} <= found["frame"]
    assert not {"proofs_check/algebras/growth/towers.py", "numeric/training/attention/run.py"} & found["frame"]


def test_whatever_counts_is_part_of_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before, code = relevant_code.digest_of(EXECUTED), shelf.code()
    for path, name in (one.split(" ") for one in EXECUTED):
        with monkeypatch.context() as patch:
            changed(patch, path, functions={**code[path].functions, name: ("another", ())})
            assert relevant_code.digest_of(EXECUTED) != before
            others = {other: ("another", known[1]) for other, known in code[path].functions.items() if other != name}
            changed(patch, path, functions={name: code[path].functions[name], **others})
            assert relevant_code.digest_of(EXECUTED) == before
    for path in ("symbolic/words/coefficients.py", "symbolic/words/scalars.py"):
        with monkeypatch.context() as patch:
            changed(patch, path, frame="another")
            assert relevant_code.digest_of(EXECUTED) != before


def test_of_a_file_that_was_imported_before_the_watch_all_counts() -> None:
    assert "symbolic/words/scalars.py" in counting("symbolic/words/scalars.py *")["whole"]


def test_a_function_that_is_gone_is_not_what_was_executed() -> None:
    assert "symbolic/words/scalars.py" in counting("symbolic/words/scalars.py merge no_such_name")["whole"]


def test_the_functions_that_are_noted_are_those_that_have_digests() -> None:
    for path in DECIDING:
        noted = {name for name, _ in functions_in(ast.parse(sources.bytes_of(path)))}
        assert noted == shelf.code()[path].functions.keys(), path


def test_where_records_are_looked_for_they_count() -> None:
    assert any(path.endswith(".json") for path in counting("proofs_check/evidence/records.py found")["whole"])
    assert not any(path.endswith(".json") for path in counting(*EXECUTED)["whole"])


def test_files_that_are_imported_by_a_computed_name_are_known() -> None:
    """Of these the closure of imports knows nothing: their functions are executed, or their names end as said."""
    named = {
        path for path in DECIDING
        if not sources.is_of_papers(path) and b"import_module(" in sources.bytes_of(path)
    }  # fmt: skip
    assert named == {
        "numeric/training/costs.py", "proofs_check/annotations.py",
        "proofs_check/evidence/budgeted.py", "proofs_check/evidence/deciding.py",
        "proofs_check/evidence/experiments.py", "proofs_check/executors.py", "proofs_check/model.py",
        "proofs_check/reading/tex/notations.py",  # what it reads stands in the claims that are made of it
        "proofs_check/shelf.py",
        "proofs_check/witnesses/__init__.py", "proofs_check/workers.py", "proofs_check/written_out.py",
        "symbolic/shown.py",  # functions that are executed
    }  # fmt: skip


def test_a_code_of_which_a_file_is_gone_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = relevant_code.digest_of(EXECUTED)
    code: dict[str, Code] = {path: one for path, one in shelf.code().items() if not EXECUTED[1].startswith(path)}
    monkeypatch.setattr(shelf, "code", lambda: code)
    _forget()
    try:
        assert relevant_code.digest_of(EXECUTED) != before
    finally:
        monkeypatch.undo()
        _forget()


def _forget() -> None:
    for cached in vars(relevant_code).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


def test_two_terms_that_differ_in_one_letter_have_two_keys(tmp_path: Path) -> None:
    one, two = (replace(CITED, parts=(Part("", (Reading("", eq(tr(m), 1)),)),)) for m in (A, matrix("B")))
    assert key(tmp_path, one, id="t/cited") != key(tmp_path, two, id="t/cited")


def test_what_was_found_while_a_claim_file_was_written_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "claims"
    folder.mkdir()
    (folder / "one.py").write_text(
        "from proofs_check import Kind, claim, eq, scalar\n\na = scalar('a')\n\n\n"
        "@claim('t/one', kind=Kind.IDENTITY)\ndef one():\n    return eq(a + a, 2 * a)\n"
    )
    found, usual = registry.load((str(folder),)), runner.perform

    def slowly(job: runner.Job) -> Any:
        (folder / "one.py").touch()
        return usual(job)

    def run() -> int:
        store, folders = Store(tmp_path), (str(folder),)
        runner.run(found.select(), Context(), known=found, only=("words",), folders=folders, store=store)
        return len(list(tmp_path.glob("results/*/*.json")))

    with monkeypatch.context() as patch:
        patch.setattr(runner, "perform", slowly)
        assert run() == 0
    assert run() == 1
