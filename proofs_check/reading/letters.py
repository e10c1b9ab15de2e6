r"""The letters that have been declared, by how they are printed: a letter, its subscript, its superscript.

>>> from ..statement.terms import matrix
>>> table = Letters([matrix("U_11", tex="U_{11}")])
>>> table.find("U", "11", "") is not None, table.find("U", "", "")
(True, None)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from ..errors import UserError
from ..report.symbols import symbol_tex
from ..statement.terms import Abbrev, Sym
from .family_definitions import index_below
from .lexer import Lex, lexed
from .outcomes import Refusal
from .prints import is_whole
from .tokens import grouped

Named = Sym | Abbrev
Key = tuple[str, str, str]
PREDICTOR = "()"
"""The superscript under which what a model predicts stands: its value has the letter, too."""


class Letters:
    """A table of letters; a letter bound by a sum stands in a table of its own, with the others below it."""

    def __init__(self, declared: Iterable[Named] = ()) -> None:
        self.table: dict[Key, Named] = {}
        self.families: dict[Key, Sym] = {}
        """Those with members: a letter may be both, as x_i and x are."""
        self.formulas: dict[tuple[str, str], Abbrev] = {}
        """Families that are given by a formula, by letter and upper script."""
        self.bound: frozenset[Key] = frozenset()
        self.brackets = self.norm = ""
        self.tries = [0]
        """How many readings of prefixes have been tried, inside sums, too."""
        for named in declared:
            self.add(named)

    def add(self, named: Named) -> None:
        """Raises :class:`UserError` where the letter is taken, or is no letter with scripts."""
        sym = named.sym if isinstance(named, Abbrev) else named
        if sym.has("identity") or sym.has("zero"):
            return
        where = spelled(letter_of(sym))
        if where is None and is_whole(letter_of(sym)):
            where = letter_of(sym), "", ""
        if where is not None and sym.has("predictor"):
            where = (*where[:2], PREDICTOR)
        if where is None:
            raise UserError(f"{symbol_tex(sym)} is no letter that can be read: write a letter with scripts.")
        if isinstance(named, Abbrev) and index_below(sym):
            if self.formulas.setdefault((where[0], where[2]), named) != named or self.table.keys() & self._alike(where):
                raise UserError(f"{symbol_tex(sym)} is declared twice: give one of the two another letter.")
            return
        if sym.has("iid") and isinstance(named, Sym):
            if self.families.setdefault(where, named) != named:
                raise UserError(f"{symbol_tex(sym)} is declared twice: give one of the two another letter.")
            return
        if any(where in self._alike((base, one.sym.tex[-1], sup)) for (base, sup), one in self.formulas.items()):
            raise UserError(f"{symbol_tex(sym)} is declared twice: give one of the two another letter.")
        other = self.table.get(where)
        if other is not None and other != named:
            raise UserError(f"{symbol_tex(sym)} is declared twice: give one of the two another letter.")
        self.table[where] = named

    def with_bound(self, sym: Sym) -> Letters:
        inner = Letters()
        inner.table, inner.families, inner.tries = dict(self.table), self.families, self.tries
        inner.formulas = self.formulas
        inner.brackets, inner.norm = self.brackets, self.norm
        where = spelled(symbol_tex(sym))
        assert where is not None
        inner.table[where] = sym
        inner.bound = self.bound | {where}
        return inner

    @staticmethod
    def _alike(where: Key) -> set[Key]:
        """The letter of a family without its index, and a letter that is called as a member is."""
        return {where, (where[0], "", where[2])}

    def find(self, base: str, sub: str, sup: str) -> Named | None:
        return self.table.get((base, sub, sup))

    def family(self, base: str, sub: str, sup: str) -> Sym | None:
        return self.families.get((base, sub, sup))

    @property
    def bases(self) -> frozenset[str]:
        return frozenset(where[0] for where in (*self.table, *self.families, *self.formulas))

    def like(self, base: str) -> Iterator[Key]:
        """The declared letters with this base."""
        return (where for where in (*self.table, *self.families) if where[0] == base)

    @property
    def named(self) -> Iterator[Named]:
        return iter((*self.table.values(), *self.families.values(), *self.formulas.values()))

    @property
    def abbreviations(self) -> tuple[Abbrev, ...]:
        return tuple(named for named in self.table.values() if isinstance(named, Abbrev))

    @property
    def dims(self) -> tuple[str, ...]:
        """The names of dimensions in the shapes of what is declared."""
        words = (re.findall(r"[A-Za-z_]\w*", str(dim)) for named in (*self.table.values(), *self.families.values())
                 for dim in (named.sym if isinstance(named, Abbrev) else named).shape)  # fmt: skip
        return tuple(dict.fromkeys(word for found in words for word in found))


def letter_of(sym: Sym) -> str:
    """The letter by which it is found: of a function that is given by a formula, what stands before its arguments."""
    return symbol_tex(sym).partition("(")[0] if arguments_of(sym) else symbol_tex(sym)


def arguments_of(sym: Sym) -> tuple[str, ...]:
    """The names of the arguments of a function that is given by a formula."""
    found = next((trait.removeprefix("of:") for trait in sym.traits if trait.startswith("of:")), "")
    return tuple(found.split(",")) if found else ()


@cache
def spelled(tex: str) -> Key | None:
    """Base, subscript and superscript of a letter; None for anything else."""
    try:
        found = lexed(grouped(tex), frozenset({tex}))
    except Refusal:
        return None
    if not found or found[0].kind != "NAME":
        return None
    scripts: dict[str, str] = {}
    for lex in found[1:]:
        if lex.kind not in ("SUB", "SUP", "PRIME") or lex.kind in scripts:
            return None
        scripts[lex.kind] = script(lex)
    if "SUP" in scripts and "PRIME" in scripts:
        return None
    return found[0].text, scripts.get("SUB", ""), scripts.get("SUP", "") or scripts.get("PRIME", "")


def script(lex: Lex) -> str:
    """A script as it is compared; a prime is an upper script."""
    return "'" if lex.text == "\\prime" else lex.text
