"""What reports made before, from the store: pictures, formulas and whole pages, as long as what made them is the same.

A page is kept under the state of all sources and of every result, so that it can never be an old one; the formulas on
it are kept under the code that translates them alone, so that after a change of a claim most of them are there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path

from ... import sources
from ...digest import digest
from ...results import to_json
from ...shelf import Shelf
from ...store import store_folder, write_text
from .site import Site

_KEPT = 2
"""Things kept of one kind and name: this state of the source, and one that one may come back to."""
_DRAWN_BY = ("pictures", "plots", "trajectories", "training", "kept")
_TRANSLATED_BY = ("mathml.py", "mend.py", "kept.py")
_LIBRARIES = ("jinja2", "latex2mathml", "markupsafe", "matplotlib")

_formulas: dict[str, str] = {}
"""Formulas by how they are set and their LaTeX: those that were read, and those that were made here."""
_asked: set[str] = set()
"""Those of them that stand on the page that is made."""


def kept(name: str, depends_on: object, draw: Callable[[], list[dict[str, str]]]) -> list[dict[str, str]]:
    """What ``draw`` made when it was last called with the same dependencies, from the store; else what it makes now."""
    folder = store_folder() / "pictures" / name.replace("/", "_")
    path = folder / f"{digest(depends_on, _code())}.json"
    try:
        found: list[dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
        return found
    except (OSError, ValueError):
        made = draw()
    _keep(path, json.dumps(made))
    return made


def _keep(path: Path, text: str) -> None:
    """Where the store cannot be written, it is made again next time."""
    with suppress(OSError):
        write_text(path, text)
        for outdated in sorted(path.parent.iterdir(), key=lambda file: file.stat().st_mtime_ns)[:-_KEPT]:
            outdated.unlink(missing_ok=True)


def _code() -> list[str]:
    """The source of what draws."""
    here = Path(__file__).parent
    return [(here / f"{name}.py").read_text(encoding="utf-8") for name in _DRAWN_BY]


# Pages ----------------------------------------------------------------------------------------------------

def key_of_pages(site: Site) -> str:
    """What all pages of this report are made from, records included; empty where not all of it lies in the sources."""
    known = site.known
    theirs = (s.row is None or s.row is known.rows.get(s.id) for s in site.statements)
    if not isinstance(known.claims, Shelf) or not all(theirs):
        return ""
    found = sha256(f"{sources.state()} {sources.platform()} {_versions()}\n".encode())
    for template in sorted((Path(__file__).parent / "templates").iterdir()):
        found.update(f"{template.name} {len(template.read_bytes())}\n".encode() + template.read_bytes())
    for s in site.statements:
        row = f"{s.id} {s.row is not None} {known.listed.get(s.id)} {site.depths.get(s.id)}"
        found.update(f"{row}\n{json.dumps(to_json(site.results[s.id]))}\n".encode())
    return found.hexdigest()[:32]


def kept_page(key: str, path: str) -> str | None:
    """The page at ``path`` in the report, as it was made under this key."""
    try:
        return _place("pages", path, key).read_text(encoding="utf-8") if key else None
    except OSError:
        return None


def keep_pages(key: str, made: Mapping[str, str]) -> None:
    """Keep pages by their paths, unless a file was written meanwhile: nobody knows which version made them."""
    if key and made and sources.unchanged():
        for path, text in made.items():
            _keep(_place("pages", path, key), text)


def _place(kind: str, path: str, key: str) -> Path:
    return store_folder() / kind / path.replace("/", "_") / key


@cache
def _versions() -> str:
    return " ".join(f"{name} {metadata.version(name)}" for name in _LIBRARIES)


# Formulas -------------------------------------------------------------------------------------------------

def remembered(kind: str, tex: str, make: Callable[[], str]) -> str:
    """The formula set in this way, as it was made before; else as it is made now."""
    name = f"{kind} {tex}"
    _asked.add(name)
    if name not in _formulas:
        _formulas[name] = make()
    return _formulas[name]


@contextmanager
def formulas_of(path: str) -> Iterator[None]:
    """The formulas of an earlier page at ``path`` are there; afterwards those that were asked for are kept."""
    translators = _translators()
    place = _place("formulas", path, translators)
    held: dict[str, str] = {}
    try:
        held = json.loads(place.read_text(encoding="utf-8"))
        _formulas.update(held)
    except (OSError, ValueError, TypeError):
        held = {}
    _asked.clear()
    yield
    if translators and not held.keys() >= _asked:
        _keep(place, json.dumps({name: _formulas[name] for name in sorted(_asked)}))


@cache
def _translators() -> str:
    """The digest of the code that makes MathML of LaTeX and breaks its lines, all of it imported by now; empty where
    nobody knows which version of it was."""
    if not sources.unchanged():
        return ""
    found = sha256(f"{sources.platform()} {_versions()}\n".encode())
    for path, content in sources.contents().items():
        name = path.rpartition("/")[2]
        breaks = path.startswith(("symbolic/typesetting/", "proofs_check/report/latex/"))
        if breaks or (path.startswith("proofs_check/report/page/") and name in _TRANSLATED_BY):
            found.update(f"{path} {content}\n".encode())
    return found.hexdigest()[:32]
