"""A sentence in the forms that are read: other ways to write them are rewritten first."""

from __future__ import annotations

from collections.abc import Sequence

from .braces import with_braces
from .coined_words import with_coined_words
from .coordinates import with_coordinates
from .equalities import with_equalities
from .equivalences import with_equivalences
from .flows import is_flow
from .gradient_flows import with_gradient_flows
from .iterations import with_steps
from .maps import with_maps
from .memberships import with_memberships
from .minima_named import with_named_minima
from .minimizers import with_minimizers
from .pieces import Piece
from .plain_words import with_plain_words
from .shown_definitions import with_shown_definitions
from .spectra import with_noted_spectra
from .supposed import Condition, Entry
from .wordings import with_signs


def rewritten(
    sentence: Sequence[Piece], entries: Sequence[Entry], told: set[str], functions: frozenset[str],
    own: frozenset[str],
) -> list[Piece]:
    """The sentence, where these entries are in force, of the letters of which something was ``told``.

    Args:
        own: the functions that the statement itself defines, of ``functions`` with a formula.
    """
    plain = with_coordinates(with_coined_words(with_braces(sentence), entries))
    shown = with_shown_definitions(plain, told | functions)
    items = with_equivalences(with_equalities(with_signs(with_maps(shown))))
    items = with_plain_words(items, functions, told)
    flows = any(isinstance(entry, Condition) and is_flow(entry.body.chars) for entry in entries)
    items = with_gradient_flows(items, functions, flows=flows)
    items = with_named_minima(items, functions, entries)
    items = with_steps(with_minimizers(with_memberships(items), functions, own), entries)
    return with_noted_spectra(items)
