"""The files that decide, and the tests that hold them to it."""

from __future__ import annotations

from .applying import ROOT

_ENGINES = (
    "numeric/ode/enclosure.py", "numeric/psd.py", "numeric/statistics.py", "numeric/prompts.py", "numeric/laws.py",
    "numeric/boxes.py", "numeric/least_values.py", "numeric/sign_tables.py", "proofs_check/statement/domains.py",
    "proofs_check/statement/heads/asking.py", "proofs_check/statement/binders.py",
    "proofs_check/statement/head_shapes.py", "proofs_check/verdict.py",
)  # fmt: skip
_FOLDERS = (
    "proofs_check/algebras", "symbolic/words", "symbolic/indexed", "symbolic/entries", "symbolic/contexts",
    "symbolic/critical", "proofs_check/recheck", "proofs_check/logic", "proofs_check/theorems",
)  # fmt: skip
"""Every file of these decides."""
_WITNESSES = (
    "deciding/decide", "deciding/reductions", "deciding/along", "deciding/quantified", "deciding/second_order",
    "entries/spectra", "deciding/integrable",
    "entries/finite", "deciding/differentiable", "conditions/written", "conditions/met", "conditions/listed",
    "deciding/nonvanishing", "words/hypotheses", "conditions/vacuity", "grid/witness", "proof/witness",
    "words/witness", "entries/witness", "balls/witness", "balls/truth", "balls/boxes", "balls/least", "points/draws",
    "sampled/judge", "sampled/surely", "sampled/verdict", "proof/citations", "points/special", "deciding/identities",
    "words/engine", "balls/cases", "balls/seen", "grid/engine", "grid/span", "balls/critical", "balls/lengths",
    "balls/quantifiers",
)  # fmt: skip
_SUPPORT = ("binders.py", "chain.py", "desk.py", "facts.py", "__init__.py", "label_moments.py")
"""Files of the checker that hold data."""

DECIDING: tuple[str, ...] = (
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "proofs_check/proof").rglob("*.py"))
      if path.name not in _SUPPORT),
    *(f"proofs_check/witnesses/{name}.py" for name in _WITNESSES),
    *(str(path.relative_to(ROOT)) for folder in _FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))
      if path.name not in ("__init__.py", "printing.py")),
    *_ENGINES,
)  # fmt: skip

_LEFT_OUT = (
    "training", "gpu", "report", "latex", "cli", "notebook", "errata", "records", "experiments", "pytest_plugin",
    "everything_is_shown", "terminal", "readme", "time_limit", "table_1", "ci_files", "diff", "trained", "installed",
    "config", "render", "runner", "new", "registry", "typesetting", "answers", "public_api", "workflow", "looseness",
    "differential", "twins", "routes", "unsaid",
)  # fmt: skip
TESTS: tuple[str, ...] = (
    *(str(path.relative_to(ROOT)) for folder in ("theorems", "logic", "proofs_check", "symbolic", "numeric")
      for path in sorted((ROOT / "tests" / folder).glob("test_*.py"))
      if not any(word in path.name.split("test_", 1)[1] for word in _LEFT_OUT)),
    "tests/adversary/leniency/statements.py",
)  # fmt: skip
"""What runs training, commands or pages is left out: it would be slow, and start processes that know no change."""
