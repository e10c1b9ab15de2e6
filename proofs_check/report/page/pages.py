"""All files of the report as text, page by page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from ...registry import Paper, Registry, Statement
from ...results import Result
from ...verdict import OPEN
from .. import latex
from ..errata import Erratum, errata
from ..errata.letter import counted
from ..jsonio import summary
from ..looseness import table, times
from . import charts
from .claims import formula, short, unused, view
from .evidence import WITNESSES
from .graph import svg
from .mathml import math
from .pictures import pictures
from .prose import line, prose
from .site import Site, heading, slug, upper
from .status import Status

_STATIC = ("style.css", "report.js")


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
    return sum(s.claim is not None for s in statements) + 3 * len({s.paper for s in statements}) + 5


def files(statements: Sequence[Statement], results: Mapping[str, Result], known: Registry) -> Iterator[File]:
    """The report of these statements, the front page last; addresses in it are relative, nothing is fetched."""
    site = Site.of(statements, results, known)
    found = errata(statements, results, known)
    derived = _derived(statements)
    env = _environment()
    for name in _STATIC:
        assert env.loader is not None, "the environment has templates"
        yield File(name, env.loader.get_source(env, name)[0])

    def page(template: str, path: str, **variables: Any) -> File:
        here = replace(site, here=path)
        shared = {"site": here, "here": path, "to": here.to, "formulas": derived}
        return File(path, env.get_template(template).render({**shared, **variables}))

    papers = [_overview(site, paper) for paper in site.papers]
    for paper in papers:
        folder = slug(paper.name)
        for k, s in enumerate(paper.rows):
            path = site.paths[s.id]
            around = {"before": paper.ids[k - 1] if k else None, "after": (*paper.ids, None)[k + 1]}
            variables = view(replace(site, here=path), s)
            drawn = pictures(s, results[s.id])
            yield page("claim.html", path, **variables, **around, paper=s.paper, label=s.label, pictures=drawn)
        if paper.rows:
            path = f"{folder}/graph.html"
            here = replace(site, here=path)
            uses = _graphed(here, paper.rows)
            drawing = svg(uses, here.node, f"Dependency graph of {paper.name}")
            yield page("graph.html", path, paper=paper, graph=Markup(drawing), **_counted(site, tuple(uses)))
            yield page("sharpness.html", f"{folder}/sharpness.html", paper=paper, **_sharpness(site, paper))
        yield page("paper.html", f"{folder}/index.html", paper=paper)
    if derived:
        yield page("formulas.html", "formulas.html")
    yield page("errata.html", "errata.html", errata=found, script=_script)
    yield page(
        "index.html", "index.html", papers=papers, errata=found, totals=summary(statements, results),
        transcribed=sum(p.transcribed for p in papers), statuses=list(Status), witnesses=WITNESSES,
        open=sum(results[s.id].verdict in OPEN for s in statements if s.claim),
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
    rows = tuple(s for s in own if s.claim is not None)
    return Overview(
        paper.name, paper.citation, paper.version, rows, tuple(s for s in own if s.claim is None),
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
    present = {s.paper for s in statements if s.claim is not None}
    models = [model for model in dict.fromkeys(latex.MODELS.values()) if model.split("/")[0] in present]
    return [
        (model, [
            {"name": f.name, "title": f.title.split("derived: ", 1)[-1], "formula": Markup(math(f.body, block=True))}
            for f in latex.derived_formulas([model])
        ])
        for model in models
    ]  # fmt: skip


def _script(erratum: Erratum) -> str:
    return erratum.script.read_text(encoding="utf-8") if erratum.script else erratum.generated
