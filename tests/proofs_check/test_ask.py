"""`lemmata ask`: closed forms of formulas as theorists type them, verdicts of relations, one sentence for bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from proofs_check import UserError, load, words
from proofs_check.cli import main
from proofs_check.reading.ask import as_python, ask
from proofs_check.reading.canonical import same
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Read, ReadingError
from proofs_check.reading.reader import read
from proofs_check.reading.tokens import name_of
from proofs_check.statement.props import eq
from proofs_check.statement.terms import Term

from . import reading_corpus as corpus

GAUSS = "x ~ N(0,S); A, B: d x d"
SAMPLE = r"x_i ~ N(0,\Sigma) iid; \hat\Sigma := \frac1n\sum_{i=1}^n x_i x_i^\top; n: positive integer; A: d x d"
LEAST = "W: m x d; X: d x n; Y: m x n"
THIRTY = [
    (r"\mathbb E[x x^\top]", GAUSS, "S"),
    (r"\E\|x\|^2", GAUSS, r"\tr(S)"),
    (r"\E x^\top A x", GAUSS, r"\tr(AS)"),
    (r"\E[x x^\top x x^\top]", GAUSS, r"2S^2 + \tr(S)S"),
    (r"\mathbb E[x x^\top A x x^\top]", GAUSS, r"SAS + SA^\top S + \tr(AS)S"),
    (r"\E\|x\|^4", GAUSS, r"\tr(S)^2 + 2\tr(S^2)"),
    (r"\E\|x\|^6", "x ~ N(0, I)", r"d^3 + 6d^2 + 8d"),
    (r"\E[(x^\top A x)(x^\top B x)]", GAUSS, r"\tr(AS)\tr(BS) + \tr(ASBS) + \tr(ASB^\top S)"),
    (r"\E[\langle x, Ax\rangle^2]", GAUSS, r"\tr(AS)^2 + \tr(ASAS) + \tr(ASA^\top S)"),
    (r"\E[(x x^\top) \otimes I_d]", "x ~ N(0,S)", r"S \otimes I_d"),
    (r"\E[x^\top z z^\top x]", "x ~ N(0,S); z ~ N(0,I)", r"\tr(S)"),
    (r"\E[x z^\top z x^\top]", "x ~ N(0,S); z ~ N(0,I)", r"d S"),
    (r"\mathbb E[\hat\Sigma]", SAMPLE, r"\Sigma"),
    (r"\mathbb E[\hat\Sigma^2]", SAMPLE, r"\frac{n+1}{n}\Sigma^2 + \frac{1}{n}\tr(\Sigma)\Sigma"),
    (r"\mathbb E[\hat\Sigma A\hat\Sigma]", SAMPLE,
     r"\Sigma A\Sigma + \frac1n(\Sigma A^\top\Sigma + \tr(A\Sigma)\Sigma)"),
    (r"\E\tr(\hat\Sigma)", SAMPLE, r"\tr(\Sigma)"),
    (r"\nabla_W \tfrac12\|WX-Y\|_F^2", LEAST, r"(WX-Y)X^\top"),
    (r"\nabla_W \left(\tfrac{1}{2n}\|WX-Y\|_F^2\right)", LEAST, r"\frac1n(WX-Y)X^\top"),
    (r"\nabla_w \left(w^\top A w\right)", "w: vector; A: d x d", r"(A+A^\top)w"),
    (r"\nabla_w \|Aw-b\|^2", "w: vector d; A: m x d; b: vector m", r"2A^\top(Aw-b)"),
    (r"\nabla_w \left(\|Aw-b\|^2 + \lambda\|w\|^2\right)", r"w: vector d; A: m x d; b: vector m; \lambda > 0",
     r"2A^\top(Aw-b) + 2\lambda w"),
    (r"\nabla_w \mathbb E[(w^\top x - b^\top x)^2]", "w, b: vector; x ~ N(0,S)", r"2S(w-b)"),
    (r"\nabla_X \operatorname{tr}(X^\top A X B)", "X: d x m; A: d x d; B: m x m", r"AXB + A^\top XB^\top"),
    (r"\nabla_X \operatorname{tr}(AX)", "X: d x m; A: m x d", r"A^\top"),
    (r"\nabla_X \|X X^\top - A\|_F^2", "X: d x m; A: d x d symmetric", r"4(XX^\top - A)X"),
    (r"\E[(y - w^\top x)^2]", r"x ~ N(0,S); \epsilon ~ N(0,\sigma^2); w, b: vector; y := b^\top x + \epsilon",
     r"(w-b)^\top S(w-b) + \sigma^2"),
    (r"\operatorname{tr}((A+B)^2)", "A, B: d x d", r"\tr(A^2) + 2\tr(AB) + \tr(B^2)"),
    (r"\|A+B\|_F^2 - \|A-B\|_F^2", "A, B: d x m", r"4\tr(AB^\top)"),
    (r"\E[U A U^\top]", "U: haar; A: d x d", r"\frac1d\tr(A)I"),
    (r"(A+uv^\top)(A+uv^\top)^\top", "A: d x d; u, v: vector", r"AA^\top + Avu^\top + uv^\top A^\top + \|v\|^2uu^\top"),
    (r"\tr(I_d)", "A: d x d", "d"),
    (r"\E[x x^\top]", r"x ~ N(\mu, S)", r"S + \mu\mu^\top"),
    (r"\E\|x\|^2", r"x ~ N(0, \sigma^2 I_d)", r"\sigma^2 d"),
    (r"\E\|Ax\|^2", r"A: m x d; x ~ N(\mu, \sigma^2 I)", r"\sigma^2\tr(A^\top A) + \mu^\top A^\top A\mu"),
    (r"\E[z^4]", "z ~ N(0,1)", "3"),
    (r"\E[z^2]", r"z ~ N(\mu,\sigma^2)", r"\mu^2+\sigma^2"),
    (r"\E_{x\sim\mathcal N(0,S)}[x^\top A x]", GAUSS, r"\tr(AS)"),
]  # fmt: skip


def lemmata(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


@pytest.mark.parametrize(("formula", "let", "closed"), THIRTY, ids=[formula for formula, _, _ in THIRTY])
def test_formulas_of_theorists_have_the_closed_forms_that_they_know(formula: str, let: str, closed: str) -> None:
    answer, letters = ask(formula, let), declared(let)
    known = read(closed, letters)
    assert isinstance(known, Read), known
    assert isinstance(answer.tree, Term)
    assert isinstance(known.tree, Term)
    assert answer.value == words(known.tree)
    assert answer.value is not None
    assert not answer.conditions


def test_there_are_thirty_formulas() -> None:
    assert len(THIRTY) >= 30


@pytest.mark.parametrize(("formula", "let", "verdict"), [
    (r"\tr(AB) = \tr(BA)", "A: d x m; B: m x d", "PROVED"),
    (r"\tr(ABC) = \tr(BAC)", "A, B, C: d x d", "REFUTED"),
    (r"(a+b)^2 \le a^2 + 2b^2", "a, b: number", "REFUTED"),
    (r"a > 0 \implies a^2 > 0", "a: number", "SUPPORTED"),
])  # fmt: skip
def test_a_relation_has_its_verdict(formula: str, let: str, verdict: str) -> None:
    answer = ask(formula, let)
    assert answer.verdict is not None
    assert answer.verdict.name == verdict
    assert answer.result is not None
    assert bool(answer.result.counterexample) == (verdict == "REFUTED")


def test_a_term_with_a_quotient_says_where_it_has_a_value() -> None:
    assert ask(r"\frac{a}{b}", "a, b: number").conditions == ("b != 0",)


def test_the_command_prints_the_closed_form_and_what_is_supposed() -> None:
    shown = lemmata("ask", r"\mathbb E[x x^\top A x x^\top]", "--let", "x ~ N(0,S), A: d x d")
    assert shown.exit_code == 0
    assert shown.output.splitlines() == [
        "E[x xᵀ A x xᵀ] = S*A*S + S*A.T*S + tr(A*S)*S",
        r"LaTeX: \mathbb{E}[x x^\top A x x^\top] = SAS+SA^\top S+\operatorname{tr}(SA)S",
        "for every d", "  S: d x d, positive definite", "  x: d x 1, N(0, S)", "  A: d x d",
    ]  # fmt: skip


def test_a_refuted_relation_shows_its_counterexample_with_exit_status_1() -> None:
    shown = lemmata("ask", r"(a+b)^2 \le a^2 + 2b^2", "--let", "a, b: number")
    assert shown.exit_code == 1
    assert "counterexample: a = " in shown.output


@pytest.mark.parametrize(("formula", "let", "sentence"), [
    (r"\tr AB", "A, B: d x d", "AMBIGUOUS: \\tr AB can be read in 2 ways"),
    (r"A + ", "A: d x d", "NOT READ: The formula stops too early"),
    (r"A", "", "NOT READ: A is not declared: say what it is, as in --let 'A: d x d'."),
    (r"A^\top", "A: d y d", "'d' in 'A: d y d' is not known"),
    (r"x", "x ~ N(0, 2I) iid", "is read of one vector, and not of a family"),
    (r"a", r"a \in \mathbb R_+", "with 0, or without?"),
    (r"x", "x ~ Cauchy", "The law 'Cauchy' is not read"),
    (r"x", "x", "'x' declares nothing"),
    (r"x_1", "x_i ~ N(0,S)", "say that its members are independent"),
    (r"A", "A: d x d; A: m x m", "A has two shapes"),
    (r"A", r"A: d x m; A \succ 0", "only a square matrix"),
    (r"", "A: d x d", "NOT READ: Nothing to read."),
    ("A\u0000", "A: d x d", "NOT READ: The sign"),
    (r"\det(A)\mathrm", "A: d x d", "NOT READ"),
])  # fmt: skip
def test_bad_input_is_one_message_with_exit_status_2(formula: str, let: str, sentence: str) -> None:
    shown = lemmata("ask", formula, "--let", let)
    assert shown.exit_code == 2, shown.output
    assert sentence in shown.output
    assert "Traceback" not in shown.output


def test_outcomes_of_reading_are_no_verdicts_in_json() -> None:
    shown = lemmata("ask", r"\|A\|", "--let", "A: d x d", "--json")
    assert shown.exit_code == 2
    found = json.loads(shown.output)
    assert (found["outcome"], len(found["readings"]), "verdict" in found) == ("ambiguous", 2, False)
    good = json.loads(lemmata("ask", r"\tr(AB) = \tr(BA)", "--let", "A, B: d x d", "--json").output)
    assert (good["outcome"], good["verdict"], good["scope"]) == ("read", "PROVED", "every d, A and B")


def test_the_claim_file_states_the_same_tree(tmp_path: Path) -> None:
    for formula, let in (
        (r"\E[x x^\top A x x^\top] = SAS + SA^\top S + \tr(AS)S", "x ~ N(0,S); A: d x d"),
        (r"\frac12\sum_{i=1}^n x_i^\top A^{-1} x_i \le \|\hat\Lambda\|_F^2",
         r"x_i ~ N(0,\Lambda) iid; A, \hat\Lambda: d x d"),
        (r"-a^2 + \frac{1}{2}b - 3 \le \lambda_{\min}(A)^{1/2}", r"a, b: number; A: d x d symmetric"),
        (r"\E[x x^\top] = S + \mu\mu^\top", r"x ~ N(\mu, S)"),
        (r"f(x+y) - f(x-y) = 4 x^\top A y", r"A: d x d symmetric; x, y: vector; f(x) := x^\top A x"),
        (r"\lim_{n\to\infty} \frac{a}{n} = 0", "a: number; n: positive integer"),
        (r"\begin{pmatrix}a\\ u\end{pmatrix} = 0, \quad A \preceq I", r"a: number; u: vector; A: d x d symmetric"),
    ):  # fmt: skip
        file = tmp_path / "claims" / "formula.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(as_python(formula, let), encoding="utf-8")
        claim = load((str(file.parent),)).find("mine/formula").claim
        assert claim is not None
        meant = read(formula, declared(let))
        assert isinstance(meant, Read)
        assert same(claim.parts[0].readings[0].prop, meant.tree), formula


def test_every_tree_of_the_corpus_is_written_as_python_that_gives_it_back() -> None:
    from proofs_check.reading.python import claim_file

    for source, meant in corpus.CORPUS:
        if meant in (corpus.AMBIGUOUS, corpus.NOT_READ) or "f(u" in source:
            continue
        text = claim_file(meant, "formula", corpus.LETTERS)  # type: ignore[arg-type]
        space: dict[str, object] = {}
        exec(compile(text, "formula.py", "exec"), space)
        stated = space["formula"].parts[0].readings[0].prop  # type: ignore[attr-defined]
        assert same(stated, eq(meant, meant) if isinstance(meant, Term) else meant), text  # type: ignore[arg-type]


def test_names_are_words() -> None:
    assert [name_of(tex) for tex in (r"\hat\Lambda", "W^{PV}", "U_{11}", r"\beta^*", "x'", r"\tilde x_q")] == [
        "hat_Lambda", "W_PV", "U_11", "beta_star", "x_prime", "tilde_x_q",
    ]  # fmt: skip


def test_reading_errors_are_errors_of_the_user() -> None:
    with pytest.raises(ReadingError, match="AMBIGUOUS"):
        ask(r"\tr AB", "A, B: d x d")
    with pytest.raises(UserError, match="a mean has no closed form"):
        ask(r"\E[U A U^\top B U C U^\top]", "U: haar; A, B, C: d x d")


def test_what_the_readme_shows_is_what_the_command_prints() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    shown = lemmata("ask", r"\mathbb E[x x^\top A x x^\top]", "--let", "x ~ N(0,S), A: d x d").output
    refused = lemmata("ask", r"\tr AB", "--let", "A, B: d x d").output
    assert shown in readme
    assert refused in readme
