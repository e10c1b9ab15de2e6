"""A letter that is called after a bound one: whoever writes it means a family, and as one letter it is not read."""

from __future__ import annotations

import pytest

from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.reading.tex.claims import paper

LET = (
    r"x_i, a_{ij}, w^{(i)}, a_n, w_t, t: number; n: positive integer; "
    r"z_i ~ N(0,S) iid; w: vector; \bar z := \frac1n\sum_{i=1}^nz_i"
)


@pytest.mark.parametrize("source", [
    r"\sum_{i=1}^n x_i^2 = \frac1n(\sum_{i=1}^n x_i)^2", r"\sum_{i=1}^n\sum_{j=1}^n a_{ij} = n^2 a_{ij}",
    r"\sum_{i=1}^n w^{(i)} = n w^{(i)}", r"\lim_{n\to\infty} (a_n + \frac1n) = a_n", r"\min_t (w_t^2 + t^2) = w_t^2",
    r"\nabla_t (w_t t) = w_t", r"(w_t t)\big|_{t=0} = 0", r"\exists n: a_n = 1", r"a_n = O(n) \text{ in } n",
])  # fmt: skip
def test_what_is_called_after_a_bound_letter_is_not_read_as_one_that_stays(source):
    found = read(source, declared(LET))
    assert isinstance(found, NotRead)
    assert "one letter" in found.sentence


@pytest.mark.parametrize("source", [
    r"\sum_{i=1}^n z_i^\top w = n\bar z^\top w", r"a_n \le n", r"\sum_{j=1}^n x_i = nx_i", r"\min_t t^2 \le w_t^2",
])  # fmt: skip
def test_a_family_runs_and_a_letter_stands_where_nothing_is_bound(source):
    assert isinstance(read(source, declared(LET)), Read)


def test_in_a_paper_the_mean_of_numbers_is_not_one_of_them(tmp_path):
    file = tmp_path / "p.tex"
    file.write_text(
        r"\newtheorem{lemma}{Lemma}\begin{document}\begin{lemma} Let $x_i\in\mathbb R$ for $i=1,\dots,n$. "
        r"Then $\sum_{i=1}^nx_i^2=\frac1n(\sum_{i=1}^nx_i)^2$.\end{lemma}\end{document}"
    )
    found = paper(file)
    assert not found.claims
    assert "one letter" in found.unread[0].sentence
