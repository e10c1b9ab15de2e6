r"""For notebooks: ``check`` examines claims in one word, ``words`` derives what a term means, ``show`` names a formula.

>>> from proofs_check.papers.zfb.notation import U11, Lam
>>> from proofs_check.statement.terms import expect, tr
>>> words(tr(Lam * U11 * Lam))
tr(Lam**2*U11)

Values, claims and results show themselves where a cell ends in one: formulas typeset, verdicts as a table.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .arguments import named_paths, several
from .catalogue import Registry, Statement
from .claims import Claim
from .errors import UserError
from .registry import tried
from .results import Result, Results
from .statement.props import Prop, eq
from .statement.sizes import check_sizes
from .statement.terms import Term, TermLike, term
from .witnesses import NAMES, Context

if TYPE_CHECKING:
    from concurrent.futures import Executor

    import sympy

    from symbolic.indexed import AnyIndexed
    from symbolic.words import Scalar, Value
    from symbolic.words.structure import Name

    from .certificates.bundle import Certificates


@dataclass(frozen=True)
class Shown:
    """A formula with its name: ``tex`` where the front end draws formulas, ``text`` elsewhere."""

    text: str
    tex: str

    def __repr__(self) -> str:
        return self.text

    def _repr_latex_(self) -> str:
        from .report.jupyter import inline

        return inline(self.tex)


def check(
    *what: str | Claim | Statement, only: tuple[str, ...] = (), dims: tuple[int, ...] | None = None,
    claims: str | Path | Sequence[str | Path] = (), context: Context | None = None, executor: Executor | None = None,
) -> Result | Results:  # fmt: skip
    """Examine claims by their witnesses, nothing reused: ids and patterns, or claims just written.

    One id or claim gives its result, a pattern or several give a table of them.  ``only`` names the witnesses to ask
    (by default all that apply), ``dims`` the dimensions where they work entry by entry, ``claims`` folders of claim
    files that ids may come from.  Claims just written may cite each other where they are checked together.  Claims
    named by ids or patterns are handed to the workers of any ``executor`` of :mod:`concurrent.futures`, such as a dask
    client's ``get_executor()``; it is not shut down.  Raises :class:`UserError` for an unknown id or witness and for a
    claim that cannot be meant.
    """
    from .executors import check_executor
    from .options import witness_names

    asked_of = _asked("check", what)
    names = witness_names(several("only", only, str, "('words',)"), NAMES)
    if not isinstance(context, (Context, type(None))):
        raise UserError(f"context={context!r} is no Context: leave it out, or pass only=... and dims=...")
    asked = context or Context()
    if dims is not None:
        asked = replace(asked, dims=dims)
    if executor is not None:
        executor = check_executor(executor, "executor")
    folders = named_paths("claims", claims)
    known = _known(folders, asked_of)
    results = Results()
    for one in asked_of:
        results.update(_examined(one, names, asked, known, folders, executor))
    single = len(asked_of) == 1 and (isinstance(asked_of[0], Claim) or not _is_pattern(asked_of[0]))
    return next(iter(results.values())) if single else results


def certify(
    *what: str | Claim | Statement, to: str | Path, claims: str | Path | Sequence[str | Path] = ()
) -> Certificates:
    """Examine claims as :func:`check` does, and write certificates of what is PROVED into the folder ``to``.

    The folder is a bundle that needs nothing of Lemmata: ``python verify.py .`` in it re-checks each theorem.  What is
    given back tells what verify.py says of each.  Raises :class:`UserError` where nothing is PROVED.
    """
    from .certificates.bundle import bundle
    from .store import check_folder

    asked_of, folders = _asked("certify", what), named_paths("claims", claims)
    (folder,) = map(Path, named_paths("to", to))
    check_folder(folder, "to")
    known, results = _known(folders, asked_of), Results()
    for one in asked_of:
        results.update(_examined(one, (), Context(), known, folders, None))
    return bundle(folder, [known.find(id) for id in results], results, known)


def _asked(function: str, what: Sequence[object]) -> list[str | Claim]:
    """Ids, patterns and claims; raises :class:`UserError` for anything else."""
    found: list[str | Claim] = []
    for one in what:
        one = (one.claim or one.id) if isinstance(one, Statement) else one
        if not isinstance(one, (str, Claim)):
            ways = f"pass an id, {function}('zfb/lemma-17'), a pattern or a claim."
            raise UserError(f"{function}({one!r}) names no claim: {ways}")
        found.append(one)
    if not found:
        raise UserError(f"{function} needs at least one id, pattern or claim, for example {function}('zfb/lemma-17').")
    return found


def _known(folders: tuple[str, ...], asked_of: Sequence[str | Claim]) -> Registry:
    """All that is known, with the claims just written; what is wrong in the folders is told."""
    found = tried(folders)
    for sentence in found.wrong:
        warnings.warn(f"left out: {sentence}", stacklevel=3)
    return found.beside(*(one for one in asked_of if isinstance(one, Claim)))


def _examined(
    what: str | Claim, only: tuple[str, ...], context: Context, known: Registry, folders: tuple[str, ...],
    executor: Executor | None,
) -> Mapping[str, Result]:
    from .report.progress import progress_bar
    from .runner import applicable, examine, run
    from .store import Store

    if isinstance(what, Claim):
        names = applicable(Statement(what.id, what), only)
        return {what.id: examine(what, names, replace(context, known=known))}
    chosen = known.select((what,)) if _is_pattern(what) else [known.find(what)]
    last = Store(Path(os.environ.get("LEMMATA_HOME") or ".lemmata"))
    with progress_bar(chosen, last, 1, quiet=len(chosen) == 1) as report:
        return run(chosen, context, known=known, only=only, folders=folders, executor=executor, progress=report)


def _is_pattern(id: str) -> bool:
    return any(mark in id for mark in "*?[")


def words(value: TermLike, *given: Prop) -> Value | AnyIndexed:
    """What a term of the statement language is, derived from the definitions for every d and N.

    Means are taken, gradients formed, the prediction and the losses put in; the result is in normal form.  ``given``
    are laws of random vectors (``iid_entries``), whose moments are then put in as well.  Raises :class:`UserError` for
    what words do not know.
    """
    from symbolic.errors import InputError
    from symbolic.indexed import Indexed, IndexedMatrix
    from symbolic.indexed.laws import with_moments

    from .algebras.words import WordsAlgebra
    from .algebras.words.laws import moments_of, of_plain_terms
    from .statement.fold import Fold, Lacks

    given = several("given", given, Prop, "iid_entries(v, exponential(1))")
    try:
        moments = moments_of(given, of_plain_terms())
        derived: Any = Fold(WordsAlgebra(moments=moments))(term(value))
        for letter, moment in moments.items():
            if isinstance(derived, IndexedMatrix):
                derived = replace(derived, body=with_moments(derived.body, letter, moment))
            elif isinstance(derived, Indexed):
                derived = with_moments(derived, letter, moment)
    except (Lacks, InputError) as error:
        raise UserError(f"{str(error).rstrip('.')}. Check the statement instead: other witnesses may know.") from error
    except Exception:
        check_sizes(eq(value, value), repr)  # what fits together and fails all the same is a defect
        raise
    return derived


def isotropic(value: Scalar | Term) -> sympy.Expr:
    r"""A derived scalar at :math:`\Lambda=I`, as a factored SymPy expression in d, N and the other scalars.

    >>> from symbolic.landscape import landscape
    >>> isotropic(landscape().minimum)
    d*(d + 1)/(2*(N + d + 1))
    """
    import sympy

    from symbolic.words import Matrix, Scalar, names, substitute, to_sympy

    derived = words(value) if isinstance(value, Term) else value
    if not isinstance(derived, Scalar):
        raise UserError(f"isotropic takes a scalar on words, not {derived!r}: take a trace or an entry first.")
    letters = [x for x in names(derived) if not isinstance(x, str) and x.definite]
    identity: dict[Name, Value] = {x: Matrix.identity(x.rows) for x in letters}
    plain = to_sympy(substitute(derived, identity))
    squares = [s for s in plain.free_symbols if _is_square(s.name)]
    return sympy.factor(plain.subs({s: sympy.Symbol(rf"\|{s.name[1]}\|", nonnegative=True) ** 2 for s in squares}))


def _is_square(name: str) -> bool:
    """Whether this is the name of ``(w.T*w)``."""
    return name.startswith("(") and name[1:-1].split(".T*") == [name[1]] * 2


def show(value: object, name: str = "") -> Any:
    r"""``name = value`` typeset, the name in LaTeX; claims and results show themselves as they are.

    Values: derived ones (on words, with indices, or the data of :func:`symbolic.derive.derive`), terms and
    propositions.  Raises :class:`UserError` for anything else.
    """
    front = f"{name} = " if name else ""
    if isinstance(value, (Claim, Result, Results)):
        return value
    if isinstance(value, (list, tuple)) and value and all(isinstance(one, Result) for one in value):
        return Results((one.id, one) for one in value)
    if isinstance(value, (Term, Prop)):
        from .report import jupyter

        return Shown(front + repr(value), front + jupyter.tex(value))
    tex = _typeset(value, name)
    if tex is None:
        kinds = "derived values, terms, propositions, claims or results"
        raise UserError(f"show cannot typeset {type(value).__name__} {value!r}: pass {kinds}.")
    return Shown(front + repr(value), tex)


def _typeset(value: Any, name: str) -> str | None:
    """Derived values by their own printers; None for anything else."""
    from symbolic.derived import Derived
    from symbolic.indexed import Indexed, IndexedMatrix
    from symbolic.typesetting.indexed import typeset
    from symbolic.typesetting.words import broken
    from symbolic.words import Matrix, Scalar

    if isinstance(value, Derived):
        return value.tex(name) or rf"\text{{{len(repr(value))} characters, too long to be typeset}}"
    if isinstance(value, (Indexed, IndexedMatrix)):
        return typeset(value, name)
    if isinstance(value, (Scalar, Matrix)):
        return broken(value, left=name)
    return None
