"""How loose the printed inequalities are, with the best and the worst case that was found."""

from proofs_check import registry
from proofs_check.report.looseness import rows, table
from proofs_check.report.page import files
from proofs_check.runner import run
from proofs_check.witnesses import Context


def test_every_inequality_of_a_claim_is_listed_with_its_extremes_and_where_they_are():
    known = registry.load(())
    statement = known.find("zfb/eq-46")
    results = run([statement], Context(None, (1, 2), "fast", "cpu"), known=known, only=("balls",))
    found = list(rows(statement.claim, results[statement.id]))
    assert found == table([statement], results)
    assert len(found) == 1
    for row in found:
        assert 1 <= row.tightest <= row.loosest
        assert "Lam = " in row.tightest_at
        assert "Lam = " in row.loosest_at
        assert "<=" in row.relation or "≤" in row.relation
    text = {file.path: file.text for file in files([statement], results, known)}["zfb/sharpness.html"]
    assert "How loose the inequalities are" in text
