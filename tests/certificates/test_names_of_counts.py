"""Two indices that are called alike, and range differently, are two symbols of a certificate."""

from __future__ import annotations

from proofs_check import index
from proofs_check.certificates.nodes import Rows


def test_the_second_of_two_counts_bears_a_prime() -> None:
    rows = Rows()
    a, b = index("i", "n"), index("i", "d")
    first, second, again = rows.add(a), rows.add(b), rows.add(index("i", "n"))
    assert first == again
    assert [rows.rows[k][1] for k in (first, second)] == ["i", "i′"]
