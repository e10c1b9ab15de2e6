"""``[tool.lemmata]`` of a repository's ``pyproject.toml``: what the command does where its line says nothing.

.. code-block:: toml

    [tool.lemmata]
    claims = ["claims"]     # folders of claim files, relative to this file
    ids = ["mine/*"]        # what `lemmata check` examines; by default all claims of the folders
    tier = "full"
    strict = true

Standard library only.
"""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from .errors import UserError

TIERS = ("fast", "full")


@dataclass(frozen=True, slots=True)
class Settings:
    """The table; the folders are absolute."""

    claims: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    tier: str = "fast"
    strict: bool = False


def settings(start: Path | None = None) -> Settings:
    """The table of the nearest ``pyproject.toml`` that has one, from ``start`` (the current directory) up to the root
    of the repository; without one, the defaults.

    Raises:
        UserError: the file cannot be read, or the table has an unknown key, a wrong type, or a missing folder.
    """
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        file = folder / "pyproject.toml"
        table = _table(file) if file.is_file() else None
        if table is not None:
            return _settings(table, file)
        if (folder / ".git").exists():
            break
    return Settings()


def default_map(command: str) -> dict[str, Any]:
    """The defaults of a command's parameters, by the names that its function gives them."""
    found = settings()
    shared: dict[str, Any] = {"folders": found.claims} if found.claims else {}
    if command != "check":
        return shared
    own = {"patterns": found.ids, "tier": found.tier, "strict": found.strict}
    return shared | {name: value for name, value in own.items() if value}


def _table(file: Path) -> dict[str, Any] | None:
    try:
        tools = tomllib.loads(file.read_text(encoding="utf-8")).get("tool", {})
    except (OSError, ValueError) as error:
        raise UserError(f"{str(file)!r} cannot be read: {error}. Correct it, or work in another folder.") from error
    table = tools.get("lemmata")
    if table is not None and not isinstance(table, dict):
        raise UserError(f"tool.lemmata in {str(file)!r} must be a table: write [tool.lemmata] above its keys.")
    return table


def _settings(table: dict[str, Any], file: Path) -> Settings:
    where = f"[tool.lemmata] in {str(file)!r}"
    known = [field.name for field in fields(Settings)]
    for key in table:
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1, cutoff=0.0)[0]
            raise UserError(f"{where} has the unknown key {key!r}: did you mean {near!r}? It knows {', '.join(known)}.")
    folders = _texts(table, "claims", where)
    for folder in folders:
        if not (file.parent / folder).exists():
            raise UserError(f"{where} has claims = {folder!r}, which does not exist beside that file: make it.")
    tier, strict = table.get("tier", "fast"), table.get("strict", False)
    if tier not in TIERS:
        raise UserError(f"{where} has tier = {tier!r}, which must be 'fast' or 'full'.")
    if not isinstance(strict, bool):
        raise UserError(f"{where} has strict = {strict!r}, which must be true or false.")
    return Settings(
        tuple(str((file.parent / folder).resolve()) for folder in folders), _texts(table, "ids", where), tier, strict
    )


def _texts(table: dict[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise UserError(f"{where} has {key} = {value!r}, which must be a list of strings, for example [\"claims\"].")
    return tuple(value)
