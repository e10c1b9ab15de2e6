"""The registry: every statement of the three papers, transcribed or not, and claims that a user adds.

Explicit throughout: the papers stand in one tuple, a paper's package lists its claim modules in ``MODULES``, and
a module's claims are its module-level :class:`~proofs_check.claim.Claim` objects.  No directory of the library is
scanned and importing a claim has no side effect.  Standard library only.

>>> registry = load()
>>> len(registry.entries)
425
>>> registry.find("zfb/lema-17")
Traceback (most recent call last):
proofs_check.errors.UserError: Unknown id 'zfb/lema-17': did you mean 'zfb/lemma-17'? `lemmata list` shows all ids.
"""

from __future__ import annotations

import difflib
import fnmatch
import importlib
import importlib.util
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType, ModuleType

from .catalogue import Entry
from .claim import Claim, Kind
from .digest import claim_digest, digest
from .errors import UserError


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper; ``name`` is the prefix of its ids and the name of its package under :mod:`proofs_check.papers`."""

    name: str
    citation: str
    version: str


PAPERS = (
    Paper("zfb", "Zhang, Frei, Bartlett, Trained Transformers Learn Linear Models In-Context", "arXiv 2306.09927"),
    Paper("ccs", "Cheng, Chen, Sra, Transformers Implement Functional Gradient Descent to Learn Non-Linear Functions "
          "In Context", "arXiv 2312.06528"),
    Paper("zwb", "Zhang, Wu, Bartlett, In-Context Learning of a Linear Transformer Block: Benefits of the MLP "
          "Component and One-Step GD Initialization", "arXiv 2402.14951"),
)


@dataclass(frozen=True, slots=True)
class Statement:
    """One id: its catalogue row, its claim, or both."""

    id: str
    entry: Entry | None
    claim: Claim | None

    @property
    def paper(self) -> str:
        return self.id.split("/", 1)[0]

    @property
    def label(self) -> str:
        return self.id.split("/", 1)[1]

    @property
    def kind(self) -> Kind:
        return self.claim.kind if self.claim else self._row.kind

    @property
    def source(self) -> str:
        return self.claim.source if self.claim else self._row.source

    @property
    def uses(self) -> tuple[str, ...]:
        return self.claim.uses if self.claim else self._row.uses

    @property
    def _row(self) -> Entry:
        assert self.entry is not None, "a statement has a claim or a catalogue row"
        return self.entry


@dataclass(frozen=True)
class Registry:
    """All statements by id: the catalogues in the order of the papers, each corrected claim behind the printed one."""

    entries: Mapping[str, Entry]
    claims: Mapping[str, Claim]

    def __iter__(self) -> Iterator[Statement]:
        placed: set[str] = set()
        for id in self.entries:
            yield self._statement(id)
            for correction in self.corrections(id):
                placed.add(correction.id)
                yield self._statement(correction.id)
        for id in self.claims:
            if id not in self.entries and id not in placed:
                yield self._statement(id)

    @cached_property
    def digest(self) -> str:
        """The digest of all claims together."""
        return digest([claim_digest(claim) for claim in self.claims.values()])

    def _statement(self, id: str) -> Statement:
        return Statement(id, self.entries.get(id), self.claims.get(id))

    def corrections(self, id: str) -> tuple[Claim, ...]:
        """The corrected claims that stand beside the printed claim ``id``."""
        return tuple(c for c in self.claims.values() if c.corrects and c.corrects.split("#")[0] == id)

    def find(self, id: str) -> Statement:
        """The statement with this id; an unknown id raises :class:`UserError` and suggests the nearest."""
        if id in self.entries or id in self.claims:
            return self._statement(id)
        raise UserError(f"Unknown id {id!r}: {self._suggestion(id)} `lemmata list` shows all ids.")

    def _suggestion(self, id: str) -> str:
        known = list(dict.fromkeys((*self.entries, *self.claims)))
        near = difflib.get_close_matches(id, known, n=1, cutoff=0.0)
        return f"did you mean {near[0]!r}?" if near else "the registry is empty."

    def select(self, patterns: Iterable[str] = ()) -> tuple[Statement, ...]:
        """The statements whose ids match any of the ids or globs (all without patterns), in the registry's order.

        Raises:
            UserError: a pattern that matches nothing.
        """
        statements = tuple(self)
        wanted: set[str] = set()
        for pattern in patterns:
            if any(sign in pattern for sign in "*?["):
                hits = {s.id for s in statements if fnmatch.fnmatchcase(s.id, pattern)}
                if not hits:
                    raise UserError(f"No id matches the pattern {pattern!r}: {self._suggestion(pattern)}")
                wanted |= hits
            else:
                wanted.add(self.find(pattern).id)
        return tuple(s for s in statements if not patterns or s.id in wanted)


def claims_of(module: ModuleType) -> tuple[Claim, ...]:
    """The module-level claims of a module, in the order of their definition.

    A claim counts for the module whose name it is bound to; one that a module imports from another is met again
    there and must be the very same object.
    """
    return tuple(value for value in vars(module).values() if isinstance(value, Claim))


def claim_modules(paper: str) -> tuple[ModuleType, ...]:
    """The claim modules that the paper's package lists in ``MODULES``."""
    package = importlib.import_module(f"{__package__}.papers.{paper}")
    names: tuple[str, ...] = getattr(package, "MODULES", ())
    return tuple(importlib.import_module(f"{package.__name__}.{name}") for name in names)


def _collect(modules: Iterable[ModuleType], into: dict[str, Claim]) -> None:
    for module in modules:
        for claim in claims_of(module):
            known = into.setdefault(claim.id, claim)
            if known is not claim:
                raise UserError(f"The id {claim.id!r} in {module.__name__} is taken by another claim: choose a new id.")


@cache
def load(folders: tuple[str, ...] = ()) -> Registry:
    """The registry of the library, with the claims of the user's ``folders`` added."""
    entries: dict[str, Entry] = {}
    claims: dict[str, Claim] = {}
    for paper in PAPERS:
        catalogue = importlib.import_module(f"{__package__}.papers.{paper.name}.catalogue")
        entries.update((entry.id, entry) for entry in catalogue.ENTRIES)
        _collect(claim_modules(paper.name), claims)
    for folder in folders:
        _collect(user_modules(Path(folder)), claims)
    return Registry(MappingProxyType(entries), MappingProxyType(claims))


def user_modules(folder: Path) -> tuple[ModuleType, ...]:
    """The modules of a user's folder: every ``*.py`` directly inside, names starting with ``_`` left out.

    Raises:
        UserError: the folder does not exist, holds no claim file, or a file cannot be imported.
    """
    if not folder.is_dir():
        raise UserError(f"--claims {str(folder)!r} must be a folder of claim files: there is no such folder.")
    files = sorted(path for path in folder.glob("*.py") if not path.name.startswith("_"))
    if not files:
        raise UserError(f"--claims {str(folder)!r} holds no claim file: put a *.py with module-level claims there.")
    return tuple(_import_file(path) for path in files)


def _import_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"lemmata_user_claims.{path.stem}", path)
    if spec is None or spec.loader is None:
        raise UserError(f"The claim file {str(path)!r} cannot be imported: no loader for it.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UserError(f"The claim file {str(path)!r} cannot be imported: {type(error).__name__}: {error}.") from error
    for claim in claims_of(module):
        if "/" not in claim.id:
            raise UserError(f"The id {claim.id!r} in {str(path)!r} must read paper/label, for example 'mine/lemma-1'.")
    return module
