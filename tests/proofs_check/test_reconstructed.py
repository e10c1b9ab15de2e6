"""Where our copy of a paper lost a formula, every surface says that the statement is our reconstruction."""

import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from proofs_check.catalogue import Registry
from proofs_check.claims import Claim
from proofs_check.merging import merge
from proofs_check.report import jupyter
from proofs_check.report.jsonio import document, listing
from proofs_check.report.latex.formulas import statement_formulas
from proofs_check.report.latex.status import status
from proofs_check.report.show import print_statement
from proofs_check.report.terminal import list_table, print_check
from proofs_check.results import Examined, Result
from tests.proofs_check.stubs import PROVED, make_claim, make_registry

WHY = "computed anew from the definitions"
CLAIM = replace(make_claim("t/lost"), reconstructed=WHY)
KNOWN = make_registry(CLAIM, make_claim("t/printed"))


def results() -> dict[str, Result]:
    return {id: merge(KNOWN.claims[id], [Examined.of("words", "", "", PROVED, 1.0)], 1.0) for id in KNOWN.claims}


def on_screen(show: object, *arguments: object) -> str:
    screen = Console(width=160, file=io.StringIO())
    show(screen, *arguments)  # type: ignore[operator]
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def listed(screen: Console, known: Registry) -> None:
    screen.print(list_table(tuple(known), {}, 160))


def test_the_list_marks_it() -> None:
    marked = [line for line in on_screen(listed, KNOWN).splitlines() if "reconstructed" in line]
    assert [line.split()[0] for line in marked] == ["t/lost"]


def test_check_counts_them() -> None:
    assert "the formulas of 1 of them are our reconstruction" in on_screen(print_check, tuple(KNOWN), results(), KNOWN)


def test_show_says_from_what() -> None:
    assert WHY in on_screen(print_statement, KNOWN.find("t/lost"), KNOWN, {})


def test_a_machine_reads_it() -> None:
    for data in (document(tuple(KNOWN), results(), KNOWN), listing(tuple(KNOWN), {}, KNOWN)):
        assert [c["reconstructed"] for c in json.loads(json.dumps(data))["claims"]] == [WHY, ""]


def test_latex_says_it_beside_the_formula_and_in_the_status() -> None:
    titles = [f.title for f in statement_formulas(tuple(KNOWN), results(), KNOWN) if not f.key.status]
    assert ["reconstructed" in title for title in titles] == [True, False]
    assert "reconstruction" in status(KNOWN.find("t/lost"), KNOWN, results())


@pytest.mark.parametrize(("claim", "says"), [(CLAIM, True), (make_claim("t/printed"), False)], ids=["lost", "printed"])
def test_notebooks_say_it(claim: Claim, says: bool) -> None:
    assert (WHY in jupyter.claim_markdown(claim)) is says
