"""All files of the report as text, page by page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ...catalogue import Paper, Registry, Statement
from ...results import Result
from ...verdict import OPEN
from ...workers import shared_out
from .. import latex
from ..errata import Errata, Erratum, errata
from ..errata.letter import counted
from ..jsonio import summary
from ..looseness import table, times
from . import charts
from .claims import formula, short, unused, view
from .evidence import WITNESSES
from .graph import svg
from .kept import formulas_of, keep_pages, kept_page, key_of_pages
from .mathml import math
from .pictures import pictures
from .prose import line, prose
from .site import Site, heading, slug, upper
from .status import Status

_STATIC = ("style.css", "report.js")
_WORTH_SHARING = 30
"""From so many pages on, processes are quicker than one."""


@dataclass(frozen=True)
class File:
    """One file of the report."""

    path: str
    text: str


@dataclass(frozen=True)
class Overview:
    """A paper with what became of its statements."""

    name: str
    citation: str
    version: str
    rows: tuple[Statement, ...]
    waiting: tuple[Statement, ...]
    counts: tuple[tuple[Status, tuple[str, ...]], ...]
    unexpected: tuple[str, ...]
    defects: tuple[str, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(s.id for s in self.rows)

    @property
    def transcribed(self) -> int:
        return len(self.rows)

    @property
    def total(self) -> int:
        return len(self.rows) + len(self.waiting)


def count(statements: Sequence[Statement]) -> int:
    """How many files :func:`files` will write, about: for a progress bar."""
    return sum(s.row is not None for s in statements) + 3 * len({s.paper for s in statements}) + 5


def files(
    statements: Sequence[Statement], results: Mapping[str, Result], known: Registry, *, processes: int = 1
) -> Iterator[File]:
    """The report of these statements, the front page last; addresses in it are relative, nothing is fetched.

    What is asked for again comes from the store; what is not there is made by so many processes.
    """
    env = _environment()
    for name in _STATIC:
        assert env.loader is not None, "the environment has templates"
        yield File(name, env.loader.get_source(env, name)[0])
    pages = _Pages(statements, results, known)
    key = key_of_pages(pages.site)
    paths = list(pages.makers)
    held = {path: text for path in paths if (text := kept_page(key, path)) is not None}
    missing = [path for path in paths if path not in held]
    texts = shared_out(pages.text, missing, processes if len(missing) >= _WORTH_SHARING else 1)
    made: dict[str, str] = {}
    for path in paths:
        if path not in held:
            made[path] = next(texts)
        yield File(path, held.get(path) or made[path])
    keep_pages(key, made)


class _Pages:
    """How each page is made, by its path in their order; what several pages show is found when one asks for it."""

    def __init__(
        self, statements: Sequence[Statement], results: Mapping[str, Result], known: Registry
    ) -> None:
        self.statements, self.results, self.known = statements, results, known
        self.site = Site.of(statements, results, known)
        self.makers: dict[str, Callable[[str], str]] = {}
        for paper in self.site.papers:
            folder = slug(paper.name)
            rows = [s for s in self.site.of_paper(paper.name) if s.row is not None]
            for s in rows:
                self.makers[self.site.paths[s.id]] = partial(self._claim, s)
            if rows:
                self.makers[f"{folder}/graph.html"] = partial(self._graph, paper.name)
                self.makers[f"{folder}/sharpness.html"] = partial(self._sharpness, paper.name)
            self.makers[f"{folder}/index.html"] = partial(self._paper, paper.name)
        if _models(statements):
            self.makers["formulas.html"] = self._formulas
        self.makers["errata.html"] = self._errata
        self.makers["index.html"] = self._index

    def text(self, path: str) -> str:
        with formulas_of(path):
            return self.makers[path](path)

    @cached_property
    def errata(self) -> Errata:
        return errata(self.statements, self.results, self.known)

    @cached_property
    def papers(self) -> dict[str, Overview]:
        return {paper.name: _overview(self.site, paper) for paper in self.site.papers}

    def _page(self, template: str, path: str, **variables: Any) -> str:
        here = replace(self.site, here=path)
        shared = {"site": here, "here": path, "to": here.to, "formulas": _models(self.statements)}
        return _environment().get_template(template).render({**shared, **variables})

    def _claim(self, s: Statement, path: str) -> str:
        ids = self.papers[s.paper].ids
        k = ids.index(s.id)
        around = {"before": ids[k - 1] if k else None, "after": (*ids, None)[k + 1]}
        variables = view(replace(self.site, here=path), s)
        drawn = pictures(s, self.results[s.id])
        return self._page("claim.html", path, **variables, **around, paper=s.paper, label=s.label, pictures=drawn)

    def _graph(self, name: str, path: str) -> str:
        here = replace(self.site, here=path)
        paper = self.papers[name]
        uses = _graphed(here, paper.rows)
        drawing = svg(uses, here.node, f"Dependency graph of {name}")
        return self._page("graph.html", path, paper=paper, graph=Markup(drawing), **_counted(self.site, tuple(uses)))

    def _sharpness(self, name: str, path: str) -> str:
        paper = self.papers[name]
        return self._page("sharpness.html", path, paper=paper, **_sharpness(self.site, paper))

    def _paper(self, name: str, path: str) -> str:
        return self._page("paper.html", path, paper=self.papers[name])

    def _formulas(self, path: str) -> str:
        return self._page("formulas.html", path, formulas=_derived(self.statements))

    def _errata(self, path: str) -> str:
        return self._page("errata.html", path, errata=self.errata, script=_script)

    def _index(self, path: str) -> str:
        papers = list(self.papers.values())
        return self._page(
            "index.html", path, papers=papers, errata=self.errata, totals=summary(self.statements, self.results),
            transcribed=sum(p.transcribed for p in papers), statuses=list(Status), witnesses=WITNESSES,
            open=sum(self.results[s.id].verdict in OPEN for s in self.statements if s.row),
        )  # fmt: skip


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader(__package__, "templates"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    made.globals.update(
        slug=slug, heading=heading, counted=counted, times=times, formula=formula, short=short, upper=upper,
        prose=lambda text: Markup(prose(text)),
        inline_prose=lambda text: Markup(line(text)),
    )  # fmt: skip
    return made


def _overview(site: Site, paper: Paper) -> Overview:
    own = site.of_paper(paper.name)
    rows = tuple(s for s in own if s.row is not None)
    return Overview(
        paper.name, paper.citation, paper.version, rows, tuple(s for s in own if s.row is None),
        _counts(site, [s.id for s in rows]),
        tuple(s.id for s in own if site.status[s.id] is Status.UNEXPECTED and not site.results[s.id].defects),
        tuple(sentence for s in own for sentence in site.results[s.id].defects),
    )  # fmt: skip


def _counts(site: Site, ids: Sequence[str]) -> tuple[tuple[Status, tuple[str, ...]], ...]:
    by_status: dict[Status, list[str]] = defaultdict(list)
    for id in ids:
        by_status[site.status[id]].append(id)
    return tuple((status, tuple(by_status[status])) for status in Status if by_status[status])


def _counted(site: Site, ids: Sequence[str]) -> dict[str, Any]:
    return {"counts": _counts(site, ids), "total": len(ids)}


def _graphed(site: Site, rows: Sequence[Statement]) -> dict[str, tuple[str, ...]]:
    """The uses of a paper's transcribed statements, with those of others that they use."""
    own = {s.id for s in rows}
    foreign = {u: () for s in rows for u in s.uses if u not in own and u in site.by_id}
    return {**foreign, **{s.id: tuple(u for u in s.uses if u in own or u in foreign) for s in rows}}


def _sharpness(site: Site, paper: Overview) -> dict[str, Any]:
    here = replace(site, here=f"{slug(paper.name)}/sharpness.html")
    loose = table(paper.rows, site.results)
    power = charts.power_rows(paper.rows, site.results)
    return {
        "looseness": loose,
        "looseness_chart": Markup(charts.looseness(loose, here.href)),
        "power": power,
        "power_chart": Markup(charts.power(power, here.href)),
        "unused": [(s.id, found) for s in paper.rows if s.claim and (found := unused(s.claim, site.results[s.id]))],
    }


def _derived(statements: Sequence[Statement]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The derived formulas of the models of the papers that are shown."""
    return [
        (model, [
            {"name": f.name, "title": f.title.split("derived: ", 1)[-1], "formula": Markup(math(f.body, block=True))}
            for f in latex.derived_formulas([model])
        ])
        for model in _models(statements)
    ]  # fmt: skip


def _models(statements: Sequence[Statement]) -> list[str]:
    present = {s.paper for s in statements if s.row is not None}
    return [model for model in dict.fromkeys(latex.MODELS.values()) if model.split("/")[0] in present]


def _script(erratum: Erratum) -> str:
    return erratum.script.read_text(encoding="utf-8") if erratum.script else erratum.generated
