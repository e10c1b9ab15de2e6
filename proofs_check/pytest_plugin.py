"""The pytest plugin: claims as test items, beside the tests of a repository.

``pytest --lemmata 'zfb/lemma-1*'`` and ``pytest --lemmata-claims claims`` add claims to the tests; ``pytest
'lemmata::mine/*'`` runs claims alone, ``-m lemmata`` selects them.  A claim that came out as expected passes, what is
unexpected and what is a defect fails with the evidence, and what stays open is skipped with the reason (under
``--lemmata-strict`` it fails).  Results are stored and reused as by ``lemmata check``.

pytest loads this module at every start: nothing of ours is imported before claims are asked for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from .catalogue import Registry, Statement
    from .report.ci.findings import Finding
    from .results import Result
    from .store import Store
    from .witnesses import Context

_NODE = "lemmata"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, and what a repository can set for all its runs."""
    group = parser.getgroup("lemmata", "claims of papers, examined by Lemmata")
    group.addoption("--lemmata", metavar="GLOB", action="append", default=[],
                    help="Examine the claims whose ids match (repeatable), for example 'zfb/lemma-1*'.")
    group.addoption("--lemmata-claims", metavar="DIR", action="append", default=[],
                    help="A folder of claim files (repeatable); without --lemmata, all claims of it are examined.")
    group.addoption("--lemmata-tier", choices=("fast", "full"), default=None, help="By default fast.")
    group.addoption("--lemmata-strict", action="store_true", default=None, help="What stays open fails, too.")
    parser.addini("lemmata_claims", "Folders of claim files, relative to this file.", type="paths", default=[])
    parser.addini("lemmata_tier", "The tier of claims: fast or full.", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Read what is asked for; arguments ``lemmata::ID`` mean claims alone."""
    config.addinivalue_line("markers", "lemmata: a claim, examined by Lemmata")
    named = [argument for argument in config.args if argument.startswith(f"{_NODE}::")]
    if named:
        config.args[:] = [argument for argument in config.args if argument not in named]
        config.option.lemmata = [*config.option.lemmata, *(name.split("::", 1)[1] for name in named)]
        config.option.lemmata_alone = not config.args
    if getattr(config.option, "lemmata_alone", False):
        config.args[:] = []
    if config.option.lemmata or config.option.lemmata_claims or config.getini("lemmata_claims"):
        config.pluginmanager.register(_Claims(config), "lemmata-claims")


class _Claims:
    """The part of the plugin that is there only where claims are asked for."""

    def __init__(self, config: pytest.Config) -> None:
        """Select the claims now: what is mistyped is told before any test runs."""
        from .config import settings
        from .options import with_corrections
        from .registry import load, tried
        from .store import Store, store_folder
        from .witnesses import Context

        option = config.option
        try:
            table = settings(config.rootpath)
            given = option.lemmata_claims or config.getini("lemmata_claims") or table.claims
            self.folders = tuple(_absolute(folder, config) for folder in given)
            load()
            self.known: Registry = tried(self.folders)
            self.selected: tuple[Statement, ...] = with_corrections(self.known.select(option.lemmata), self.known)
            tier = _tier(option.lemmata_tier or config.getini("lemmata_tier"), table.tier)
            self.context: Context = Context(tier=tier)
            self.strict: bool = table.strict if option.lemmata_strict is None else option.lemmata_strict
            self.store: Store = Store(store_folder())
        except ValueError as error:
            if not getattr(error, "is_user_error", False):
                raise
            raise pytest.UsageError(f"lemmata: {error}") from error

    def pytest_report_header(self) -> list[str]:
        """What is asked for, where results are kept, and which installed papers cannot be read."""
        tier = f"{self.context.tier} tier" + (", strict" if self.strict else "")
        asked = f"lemmata: {len(self.selected)} claims, {tier}, results in {self.store.folder}"
        return [asked, *(f"lemmata: {sentence}" for sentence in self.known.left_out)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, items: list[pytest.Item]) -> None:
        """Before -k, -m and the like choose from all items."""
        items.extend(session.genitems(_Collector.from_parent(session, name=_NODE, nodeid=_NODE, claims=self)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """A skipped claim is shown where it stands, not where it was skipped."""
        report = yield
        if isinstance(item, ClaimItem) and report.skipped and isinstance(report.longrepr, tuple):
            path, line, _ = item.reportinfo()
            report.longrepr = (str(path), (line or 0) + 1, report.longrepr[2])
        return report

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """With -v, the verdict of a claim that passed."""
        from .verdict import GOOD, Verdict

        verdict = dict(report.user_properties).get("verdict") if report.nodeid.startswith(f"{_NODE}::") else None
        if verdict and report.when == "call" and report.passed:
            return "passed", ".", str(verdict) + ("" if Verdict[str(verdict)] in GOOD else " AS EXPECTED")
        return None


def _absolute(folder: Any, config: pytest.Config) -> str:
    return str((config.invocation_params.dir / folder).resolve())


def _tier(given: str, default: str) -> str:
    from .config import TIERS
    from .errors import UserError

    if given and given not in TIERS:
        raise UserError(f"lemmata_tier {given!r} must be fast or full.")
    return given or default


class _Collector(pytest.Collector):
    """The claims under one node, ``lemmata``."""

    def __init__(self, claims: _Claims, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.claims = claims

    def collect(self) -> Iterator[pytest.Item]:
        for sentence in self.claims.known.wrong:
            yield WrongItem.from_parent(self, name=sentence.split(": ", 1)[0], sentence=sentence)
        for statement in self.claims.selected:
            yield ClaimItem.from_parent(self, name=statement.id, statement=statement)


class Unexpected(Exception):
    """The claim did not come out as expected, or a witness has a defect; the findings say which."""


class WrongItem(pytest.Item):
    """Something in the claim files that cannot be meant; the other claims are examined."""

    def __init__(self, sentence: str, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.sentence = sentence
        self.add_marker("lemmata")

    def runtest(self) -> None:
        raise Unexpected(self.sentence)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any) -> Any:
        """The sentence alone."""
        return str(excinfo.value)


class ClaimItem(pytest.Item):
    """One claim; its node id is ``lemmata::`` and the claim's id."""

    def __init__(self, statement: Statement, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.statement = statement
        self.claims: _Claims = self.parent.claims  # type: ignore[union-attr]
        self.add_marker("lemmata")

    def runtest(self) -> None:
        from . import runner
        from .report.ci.findings import findings_of

        claims = self.claims
        results = runner.run(
            (self.statement,), claims.context, known=claims.known, folders=claims.folders, store=claims.store
        )
        result: Result = results[self.statement.id]
        self.user_properties += _properties(self.statement, result)
        found: list[Finding] = list(findings_of(self.statement, result, strict=claims.strict))
        if any(finding.failing for finding in found):
            raise Unexpected("\n".join(finding.text for finding in found))
        if found:
            pytest.skip(_reason(result, found[0]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any) -> Any:
        """The evidence, where that is what failed, or the sentence for the user; of anything else, the traceback."""
        shown = isinstance(excinfo.value, Unexpected) or getattr(excinfo.value, "is_user_error", False)
        return str(excinfo.value) if shown else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        from .report.ci.findings import place

        where = place(self.statement)
        return (where.file, where.line - 1, self.name) if where else (self.path, None, self.name)


def _properties(statement: Statement, result: Result) -> list[tuple[str, object]]:
    return [("verdict", result.verdict.name), ("scope", result.scope), ("kind", statement.kind.value)]


def _reason(result: Result, finding: Finding) -> str:
    """Why nothing came out, as its witnesses say it."""
    sentences = dict.fromkeys(row.sentence for row in result.witnesses if row.verdict is result.verdict)
    return "; ".join((finding.headline, *sentences))
