"""Data flows one way: modules that import each other are those of one mathematical recursion, and named here."""

from __future__ import annotations

import grimp
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

RECURSIONS = (
    {"words.scalars", "words.roots"},  # a root is taken of a value, and is one
    {"words.matrices", "words.inverses"},
    {"words.functions", "words.images", "words.resolvents"},  # matrices are arguments of functions of matrices
    {"indexed.values", "indexed.binders", "indexed.powers", "indexed.factoring", "indexed.matrices",
     "indexed.from_words", "indexed.calculus"},  # a sum over an index is a value, and values stand in it
    {"typesetting.words", "typesetting.indexed"},
    {"contexts.reader", "contexts.heads", "contexts.binders", "contexts.means", "contexts.spectral"},
    {"algebras.balls", "algebras.ball_psd", "sampling.algebra", "sampling.derivatives", "sampling.minima"},
    {"report.render", "report.recursions"},
)  # fmt: skip


def test_no_module_imports_itself_through_others() -> None:
    graph = grimp.build_graph("symbolic", "numeric", "proofs_check", exclude_type_checking_imports=True, cache_dir=None)
    modules = sorted(graph.modules)
    place = {module: k for k, module in enumerate(modules)}
    arrows = [(place[a], place[b]) for a in modules for b in graph.find_modules_directly_imported_by(a)]
    rows, columns = zip(*arrows, strict=True)
    count, parts = connected_components(
        csr_array((np.ones(len(arrows)), (rows, columns)), shape=(len(modules),) * 2), connection="strong"
    )
    circles = [[modules[k] for k in np.flatnonzero(parts == part)] for part in range(count)]
    found = [{".".join(name.split(".")[-2:]) for name in circle} for circle in circles if len(circle) > 1]
    assert not [circle for circle in found if circle not in RECURSIONS]
