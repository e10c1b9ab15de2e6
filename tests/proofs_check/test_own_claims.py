"""A folder of claim files is a paper: what works, and the sentence for what cannot be meant."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs_check import Kind, claim, eq, mask, matrix
from proofs_check.cli import main
from proofs_check.errors import UserError
from proofs_check.own.wellformed import check_claim, check_references
from proofs_check.registry import load
from proofs_check.statement.props import Prop
from proofs_check.store import Store
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

TOP = """\
from fractions import Fraction
from proofs_check import *
from proofs_check import lsa
A, B = matrix("A"), matrix("B")
S = matrix("S", "d", "d", "symmetric", "posdef")
u, v = vector("u"), vector("v")
"""


def written(folder: Path, files: dict[str, str]) -> tuple[str, ...]:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return (str(folder),)


def claim_of(body: str, arguments: str = "", id: str = "mine/a", name: str = "a") -> str:
    return f"@claim({id!r}, kind=Kind.IDENTITY, {arguments})\ndef {name}():\n    r'''Words.'''\n    {body}\n"


TRUE = claim_of("return eq(tr(A * B), tr(B * A))")


def command(*arguments: str) -> tuple[str, int]:
    done = CliRunner().invoke(main, arguments)
    return done.output, done.exit_code


# What works ------------------------------------------------------------------------------------------------

def test_files_of_a_folder_import_each_other_and_folders_inside_it_are_read(tmp_path: Path) -> None:
    folders = written(tmp_path, {
        "notation.py": "from proofs_check import matrix\nA = matrix('A')\n",
        "first.py": "from proofs_check import *\nfrom .notation import A\n" + claim_of("return eq(A, A.T.T)"),
        "second/lemma.py": "from ..notation import A\nfrom ..first import a as cited\nfrom proofs_check import *\n"
        + claim_of("return eq(A.T, A.T.T.T)", id="other/a"),
    })  # fmt: skip
    known = load(folders)
    assert known.own == {"mine/a", "other/a"}
    assert known.find("other/a").claim is not None


def test_one_file_can_be_named_instead_of_a_folder(tmp_path: Path) -> None:
    written(tmp_path, {"one.py": TOP + TRUE, "two.py": TOP + claim_of("return eq(A, A)", id="mine/b")})
    assert load((str(tmp_path / "one.py"),)).own == {"mine/a"}


def test_an_edited_file_is_read_again(tmp_path: Path) -> None:
    folders = written(tmp_path, {"one.py": TOP + TRUE})
    assert load(folders).own == {"mine/a"}
    written(tmp_path, {"one.py": TOP + TRUE.replace("mine/a", "mine/another")})
    assert load(folders).own == {"mine/another"}
    assert not (tmp_path / "__pycache__").exists()


def test_other_scripts_and_tests_in_the_folder_are_not_run(tmp_path: Path) -> None:
    folders = written(tmp_path, {
        "one.py": TOP + TRUE, "setup.py": "raise SystemExit('ran')", "test_it.py": "import proofs_check\nraise OSError",
        "train.py": "raise SystemExit('ran')", "_old.py": "from proofs_check import nothing_of_this_name",
    })  # fmt: skip
    assert load(folders).own == {"mine/a"}


def test_without_ids_the_own_claims_are_meant_and_patterns_select_from_all(tmp_path: Path) -> None:
    folders = written(tmp_path, {"one.py": TOP + TRUE})
    known = load(folders)
    assert [s.id for s in known.select(())] == ["mine/a"]
    assert len(known.select(("*",))) > 425
    assert [s.id for s in known.select(("mine/*", "zfb/lemma-17"))] == ["zfb/lemma-17", "mine/a"]
    assert len(load().select(())) > 400


def test_a_paper_is_named_where_its_claims_are_listed(tmp_path: Path) -> None:
    paper = "from proofs_check import Paper\nPAPER = Paper('mine', 'Me, On Traces', 'draft 3')\n"
    written(tmp_path, {"__init__.py": paper, "one.py": TOP + TRUE})
    text, status = command("list", "--claims", str(tmp_path))
    assert (status, "1 statements" in text, "mine/…  Me, On Traces, draft 3" in text) == (0, True, True)


def test_the_free_symbols_are_what_a_claim_quantifies_over(tmp_path: Path) -> None:
    body = "return eq(expect(lsa.x_q.T * A * lsa.x_q), tr(A * lsa.Lam))"
    claim = load(written(tmp_path, {"one.py": TOP + claim_of(body)})).find("mine/a").claim
    assert claim is not None
    assert [sym.name for sym in claim.forall] == ["A", "Lam"]


CHAIN = TOP + """
from proofs_check.proof import FromClaim, Identity, Proof, Step
x = gaussian("x", "d", cov=S)
""" + claim_of("return eq(expect(x.T * x), tr(S))", "witnesses=('words',)") + """
CHAIN = Proof((
    Step("cited", eq(expect(x.T * x), tr(S)), FromClaim("mine/a")),
    Step("doubled", eq(2 * expect(x.T * x), 2 * tr(S)), Identity(2), ("cited",)),
))
""" + claim_of("return eq(2 * expect(x.T * x), 2 * tr(S))", "witnesses=('proof',), proof=CHAIN", "mine/b", "b")


@pytest.mark.parametrize(("change", "verdict"), [("", "PROVED"), ("3 * tr(S)", "REFUTED")])
def test_a_proof_cites_a_claim_of_the_same_folder(tmp_path: Path, change: str, verdict: str) -> None:
    from proofs_check.runner import run

    text = CHAIN.replace("return eq(expect(x.T * x), tr(S))", f"return eq(expect(x.T * x), {change or 'tr(S)'})")
    known = load(written(tmp_path, {"one.py": text}))
    results = run(known.select(()), Context(), known=known, folders=(str(tmp_path),))
    assert results["mine/a"].verdict.name == verdict
    assert (results["mine/b"].verdict is Verdict.PROVED) == (not change)


def test_the_key_of_a_proof_covers_what_it_cites_and_no_more(tmp_path: Path) -> None:
    def keys(text: str) -> dict[str, str]:
        known = load(written(tmp_path, {"one.py": text}))
        named = {id: known.find(id).claim for id in ("mine/a", "mine/b", "zfb/lemma-17")}
        return {id: Store(tmp_path).key(claim, ("proof",), Context(), known) for id, claim in named.items() if claim}

    before, after = keys(CHAIN), keys(CHAIN.replace("eq(expect(x.T * x), tr(S)),", "eq(expect(x.T * x), 1 * tr(S)),"))
    assert [id for id in before if before[id] != after[id]] == ["mine/b"]
    again = keys(CHAIN.replace("return eq(expect(x.T * x), tr(S))", "return eq(expect(x.T * x), 1 * tr(S))"))
    assert [id for id in before if before[id] != again[id]] == ["mine/a", "mine/b"]


def test_claims_made_on_the_spot_are_looked_at_and_may_be_cited() -> None:
    from proofs_check import Kind, claim, eq, matrix, tr

    A = matrix("A")

    @claim("mine/on-the-spot", kind=Kind.IDENTITY, uses=("zfb/lemma-10",))
    def fine():
        return eq(tr(A), tr(A.T))

    assert load().beside(fine).find("mine/on-the-spot").claim is fine

    @claim("mine/wrong", kind=Kind.IDENTITY)
    def wrong():
        return eq(tr(A), A)

    with pytest.raises(UserError, match="mine/wrong: The two sides have different shapes: tr"):
        load().beside(wrong)


def test_the_claims_of_the_library_meet_what_is_asked_of_others() -> None:
    known = load()
    for each in known.claims.values():
        check_claim(each)
        check_references(each, known)


# What cannot be meant --------------------------------------------------------------------------------------

MISTAKES = {
    "no return": (claim_of("eq(A, A)"), "a.. returns nothing: end it with `return eq"),
    "== for eq": (claim_of("return tr(A * B) == tr(B * A)"), "returns False: == compares how two formulas are written"),
    "== within": (claim_of("return eq(A == B, 0)"), "False cannot stand in a formula: == compares"),
    "a formula": (claim_of("return tr(A)"), r"returns the formula tr\(A\), of which nothing is stated"),
    "<=": (claim_of("return tr(A) <= tr(B)"), "formulas are not compared by <=: write le"),
    "and": (claim_of("return eq(A, A) and eq(A, B)"), r"join statements by conj\(p, q\), not by `and`"),
    "a list": (claim_of("return [eq(A, A), eq(B, B)]"), r"join statements by conj\(p, q\), or name parts"),
    "a part is None": (claim_of("return {'a': eq(A, A), 'b': None}"), "as part 'b', nothing: end it"),
    "no parts": (claim_of("return {}"), "returns no parts"),
    "a float": (claim_of("return eq(0.5 * A, A / 2)"), r"the float 0.5 .* numbers are exact: write Fraction\(1, 2\)"),
    "a quotient of integers": (claim_of("return eq(1/3 * A, A / 3)"), r"write Fraction\(1, 3\)"),
    "a text": (claim_of("return eq(tr(A), 'tr(B)')"), r"the text 'tr\(B\)' cannot stand in a formula"),
    "//": (claim_of("return eq(1 // lsa.N, 0)"), "numbers are exact: divide by /"),
    "@": (claim_of("return eq(A @ B, B * A)"), r"the product of matrices is written A \* B, not A @ B"),
    "vector times vector": (claim_of("return eq(u * v, 0)"), r"In u v the columns of u \(d x 1\) .* Write u.T \* v"),
    "shapes of a sum": (claim_of("return eq(u + v.T, 0)"), "the terms have different shapes: u is d x 1, v.* is 1 x d"),
    "a bare number": (claim_of("return eq(tr(3), 3)"), r"tr\(...\) is applied to 3: it takes formulas"),
    "matrices in order": (claim_of("return le(A, B)"), r"compare numbers: A is d x d. For matrices write psd\(B - A\)"),
    "power of a vector": (claim_of("return eq(u**2, 0)"), "A power needs a square matrix: u is d x 1"),
    "trace of a vector": (claim_of("return eq(tr(u), 0)"), "tr needs a square matrix: u is d x 1"),
    "unknown witness": (
        claim_of("return eq(A, A)", "witnesses=('word',)"),
        "unknown witness 'word': did you mean 'words'",
    ),
    "a text for a tuple": (
        claim_of("return eq(A, A)", "witnesses='words'"),
        "witnesses='words' must be a tuple: write wit",
    ),
    "a symbol for a tuple": (claim_of("return eq(A, A)", "forall=A"), "forall=A must be a tuple"),
    "a prop for a hypothesis": (
        claim_of("return eq(A, A)", "given=(psd(A),)"),
        "given holds A.*, which is no Hypothesis",
    ),
    "wrong kind": (
        claim_of("return eq(A, A)").replace("Kind.IDENTITY", "'identty'"),
        "write kind=Kind.IDENTITY, or one of",
    ),
    "a summary of nothing": (TRUE.replace("Kind.IDENTITY", "Kind.SUMMARY"), "a summary is not checked: name"),
    "no id": ("@claim\ndef a():\n    return eq(A, A)\n", "missing a required argument: 'kind'"),
    "an id without a label": (claim_of("return eq(A, A)", id="mine"), "The id 'mine' must read paper/label"),
    "an id with a blank": (claim_of("return eq(A, A)", id="mine/lemma 1"), "The id 'mine/lemma 1' must read"),
    "an id of the library": (claim_of("return eq(A, A)", id="zfb/lemma-17"), "'zfb/lemma-17' is taken by the claim in"),
    "a prefix of the library": (claim_of("return eq(A, A)", id="zfb/mine"), "'zfb/mine' is a paper of the library"),
    "an id twice": (
        TRUE + claim_of("return eq(A, A)", name="b"),
        "one.py, line .*: the id 'mine/a' is taken by .*line 7",
    ),
    "uses what is not there": (
        claim_of("return eq(A, A)", "uses=('zfb/lema-10',)"),
        "in uses=..., Unknown id 'zfb/lema-10'",
    ),
    "uses itself": (claim_of("return eq(A, A)", "uses=('mine/a',)"), "goes in a circle, mine/a -> mine/a"),
    "corrects nothing": (claim_of("return eq(A, A)", "corrects='zfb/theorem-99'"), "in corrects=..., Unknown id"),
    "corrects no part": (
        claim_of("return eq(A, A)", "corrects='zfb/lemma-17#z'"),
        "names no part of zfb/lemma-17: it has the",
    ),
    "expects of no part": (
        claim_of("return eq(A, A)", "expected=Expected(Verdict.REFUTED, 'why', ('b',))"),
        "names a part 'b': .* no named parts",
    ),
    "takes arguments": (
        "@claim('mine/a', kind=Kind.LIMIT)\ndef a(A):\n    return eq(A, A)\n",
        "takes arguments, a claim's",
    ),
    "backslashes": (TRUE.replace("r'''Words.", "'''$\\tr A$, \\beta"), r'begin it with r"""'),
    "two shapes of a name": (
        claim_of("return eq(tr(A), inner(u, vector('A')))"),
        "two symbols are called A, d x d and d x 1",
    ),
    "an unknown trait": (
        claim_of("return ge(scalar('a', 'postive'), 0)"),
        "unknown trait 'postive': did you mean 'positive'",
    ),
    "a trait for a dimension": (
        claim_of("return eq(vector('a', 'random'), 0)"),
        "'random' stands where a has its dimension",
    ),
    "a real dimension": (
        claim_of("return eq(scalar('k') * matrix('C', 'k', 'd'), 0)"),
        "k is a dimension of C and so an",
    ),
    "a range that may be empty": (
        claim_of("return eq(scalar('k', 'integer', 'nonnegative') * entry(vector('v', 'k'), index('i', 'k'), 1), 0)"),
        "k is",
    ),
    "a name that is not there": (
        claim_of("return eq(A, Lam)"),
        "one.py, line 10: NameError: name 'Lam' is not defined",
    ),
    "a name to be imported": (
        TRUE.replace("tr(", "proofs_check.tr("), "NameError: name 'proofs_check' is not defined",
    ),
    "a public name": ("del conj\n" + claim_of("return conj(eq(A, A))"), "import it: from proofs_check import conj"),
    "a fraction of symbols": (claim_of("return eq(Fraction(1, lsa.N), 1)"), "is a quotient: 1 / N"),
    "an entry by brackets": (claim_of("return eq(A[1, 1], 1)"), r"an entry is entry\(A, i, j\)"),
    "abs": (claim_of("return ge(abs(tr(A)), 0)"), r"is absolute\(a\)"),
    "a method": (claim_of("return eq(A.inverse(), A)"), r"Operations are functions, inv\(A\)"),
    "a vector without a law": (claim_of("return eq(expect(vector('g', 'd', 'random')), 0)"), r"write gaussian\('g', "),
    "a diagonal matrix": (claim_of("return eq(matrix('D', 'd', 'd', 'diagonal'), 0)"), r"is diag\(v\) of a vector"),
    "an orthogonal matrix": (claim_of("return eq(matrix('Q', 'd', 'd', 'orthogonal'), 0)"), "Q is orthogonal is a"),
    "a flow of nothing": (claim_of("return conserved(tr(parameter('W', 'd', 'd')))"), "nothing moves W here: say"),
    "a power by ^": (claim_of("return eq(tr(A)^2, 1)"), r"a power is written a\*\*2, not a\^2"),
    "a quotient by 0": (claim_of("return eq(tr(A) / 0, 1)"), r"tr\(A\) is divided by 0, which is no number"),
    "a power of 0": (claim_of("return eq(term(0) ** -1, 1)"), "1 is divided by 0, which is no number"),
    "no rows": (claim_of("return eq(matrix('R', 0, 'd'), 0)"), "R has the dimension 0: a dimension is a positive"),
    "entry 0": (claim_of("return eq(entry(A, 0, 1), 0)"), "has the index 0: rows and columns are counted 1, 2"),
    "a flow that no model names": (claim_of("return conserved(scalar('a'))"), r"which flow, model=gradient_flow\("),
    "a rate that no model names": (claim_of("return eq(ddt(scalar('a')), 0)"), r"which flow, model=gradient_flow\("),
    "a kind that is none": (
        "@claim('mine/a', kind=Kind.IDENTITIES)\ndef a():\n    'Words.'\n    return eq(A, A)\n",
        "line 7: there is no Kind.IDENTITIES: write Kind.IDENTITY, or one of",
    ),
    "a matrix for a loss": (
        "V = parameter('V', 'k', 'd')\ngradient_flow(V, (V,))\n", "the loss must be a number: V is k x d. Of a matrix",
    ),
    "no Python": ("def a(:\n", "one.py, line 7: SyntaxError: "),
    "it leaves": ("raise SystemExit(3)\n", "one.py, line 7: SystemExit: 3."),
}  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), MISTAKES.values(), ids=MISTAKES)
def test_what_cannot_be_meant_gets_a_sentence_with_its_place(tmp_path: Path, text: str, sentence: str) -> None:
    folders = written(tmp_path, {"one.py": TOP + text})
    with pytest.raises(UserError, match=sentence) as told:
        load(folders)
    assert re.match(rf"{re.escape(str(tmp_path / 'one.py'))}(, line \d+)?: ", str(told.value)), told.value
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "holds no claim file: write one with `lemmata new"),
        ({"one.py": TOP}, "holds no claim"),
        ({"one.py": "def f(:\n"}, "one.py, line 1: SyntaxError"),
        ({"one.py": "import json\nimport nosuch\n"}, "one.py, line 2: there is no module 'nosuch' to be imported"),
        ({"one.py": "import json\n"}, "holds no claim file"),
        ({"one.py": "import proofs_check\nfrom notation import A\n", "notation.py": ""}, "from .notation import"),
        ({"one.py": "from .absent import A\nimport proofs_check\n"}, "one.py, line 1: ModuleNotFoundError"),
        ({"v1.2.py": TOP + TRUE}, "has a dot too many"),
        ({"one.py": "from .two import A\n", "two.py": "import proofs_check\n\nA = 1 / 0\n"}, "two.py, line 3: Zero"),
    ],
)
def test_a_folder_that_cannot_be_read_gets_a_sentence(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        load(written(tmp_path, files))


def test_what_is_not_kept_is_shown_with_the_command_that_examines_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, {"my claims/one.py": TOP + TRUE})
    text, status = command("show", "mine/a", "--claims", "my claims")
    assert status == 0
    assert "not run yet, or the tool met a defect, whose results are not kept" in text
    assert "lemmata check mine/a --claims 'my claims'" in text


def test_a_forgotten_option_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, {"claims/one.py": TOP + TRUE})
    text, status = command("check", "mine/a")
    assert (status, "is called 'mine', but zfb, ccs, zwb. Your own claims need --claims DIR." in text) == (2, True)
    text, status = command("check", "claims/one.py")
    assert (status, "it is a file or folder. Name it as one, --claims claims/one.py." in text) == (2, True)
    text, status = command("list", "mine/a", "--claims", "claims/one.py")
    assert (status, "1 statements" in text) == (0, True)


def test_a_folder_that_is_not_there_is_bad_usage(tmp_path: Path) -> None:
    text, status = command("check", "--claims", str(tmp_path / "absent"))
    assert (text, status) == (
        f"lemmata: --claims {str(tmp_path / 'absent')!r} must be a folder of claim files: there is no such folder.\n", 2
    )


def test_the_mask_may_be_called_as_on_the_page() -> None:
    X, M = matrix("X", "d", "n+1"), mask("n+1")

    @claim("mine/mask", kind=Kind.IDENTITY)
    def masked() -> Prop:
        """The mask is a projection."""
        return eq(X * M * M, X * M)

    check_claim(masked)
