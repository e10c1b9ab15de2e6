"""The claims of a paper, and what of it is not read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...claims import Claim, Hypothesis, Kind, claim
from ...errors import UserError
from ...own.wellformed import check_claim
from ...report.render import plain
from ...statement.props import Prop, conj, conjuncts, implies, subprops, subterms
from ...statement.terms import Abbrev, Sym
from ..outcomes import Unread
from ..said import said
from .document import Document, Stated, document
from .indices_apart import with_indices_apart
from .scope import Understood, read_in
from .sources import Unreadable


@dataclass(frozen=True)
class PaperRead:
    name: str
    claims: tuple[Claim, ...]
    unread: tuple[Unread, ...]
    files: tuple[Path, ...] = ()
    labels: Mapping[str, tuple[str, Path]] = field(default_factory=dict)
    """The labels of statements, and the files that they stand in, by ids."""


def paper(path: Path) -> PaperRead:
    """The claims of the file, and what is not read of it.

    Raises:
        UserError: the file, or one that it inputs, cannot be read.
    """
    found = _read(path)
    if all(one.outcome == "SKIPPED" for one in found.unread):
        return found
    more = {claim.id for claim in _read(path, idle=True).claims}
    return replace(found, unread=tuple(replace(one, if_idle=one.id in more) for one in found.unread))


def _read(path: Path, *, idle: bool = False) -> PaperRead:
    found = document(path.resolve(), idle=idle)
    name = name_of(path)
    made: list[Claim] = []
    unread: list[Unread] = []
    taken: set[str] = set()
    labels: dict[str, tuple[str, Path]] = {}
    for stated in found.stated:
        id = f"{name}/{_label(stated, taken)}"
        if stated.labels:
            labels[id] = stated.labels[0], found.files.spot(stated.place).file
        try:
            if stated.skipped:
                raise Unreadable(stated.place, "left out by '%! skip'", "SKIPPED")
            made.append(_claim(id, stated, found, path))
        except Unreadable as problem:
            spot = found.files.spot(problem.place)
            sentence = re.sub(r"LINE (\d+):(\d+)", lambda m: _line(found, (int(m[1]), int(m[2]))), problem.sentence)
            unread.append(Unread(id, spot.file, spot.line, spot.column, problem.outcome, sentence))
    return PaperRead(name, tuple(made), tuple(unread), found.files.files, labels)


def name_of(path: Path) -> str:
    """What stands before the stroke in the ids of the paper's claims."""
    return _word(path.stem) or "paper"


def _line(found: Document, place: tuple[int, int]) -> str:
    return f"line {found.files.spot(place).line}"


def _word(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._]+", "-", text).strip("-._")


def _label(stated: Stated, taken: set[str]) -> str:
    """The label of the statement, or its kind and number."""
    if stated.kind == "proof":
        label = _word(f"{stated.of or 'proof'}-step" if stated.of else "proof-step") + f"-{stated.number}"
        label = _word(stated.labels[0]) if stated.labels else label
    else:
        label = _word(stated.labels[0]) if stated.labels else f"{stated.kind}-{stated.number}"
    while label in taken:
        label += "-again"
    taken.add(label)
    return label


def _claim(id: str, stated: Stated, found: Document, path: Path) -> Claim:
    if stated.problem is not None:
        raise stated.problem
    read = with_indices_apart([read_in(formula.body, formula.entries) for formula in stated.formulas])
    parts = dict(_parts(stated, read))
    given = _of_all(read)
    body = _body(parts, f"{stated.printed}")
    props = list(parts.values())
    kind = Kind.IDENTITY if all(_equations(p) for p in props) else Kind.INEQUALITY
    spot = found.files.spot(stated.place)
    source = f"{spot.file.name}, line {spot.line}" + (f" ({', '.join(stated.labels)})" if stated.labels else "")
    hypotheses = [Hypothesis(f"{plain(prop)}", prop) for prop in given]
    may_suppose = tuple(dict.fromkeys(title for one in read for title in one.may_suppose))
    try:
        made = claim(id, kind=kind, source=source, given=hypotheses, note=_note(read, props, found))(body)
        made = replace(made, file=str(spot.file), line=spot.line, column=spot.column, may_suppose=may_suppose)
        check_claim(made)
    except UserError as error:
        raise Unreadable(stated.place, str(error)) from None
    return made


def _body(parts: dict[str, Prop], printed: str) -> Callable[[], Prop | dict[str, Prop]]:
    def stated() -> Prop | dict[str, Prop]:
        return parts[""] if list(parts) == [""] else parts

    stated.__doc__ = printed
    return stated


def _note(read: list[Understood], props: list[Prop], found: Document) -> str:
    """What is supposed of the letters that are spoken of, and which sentences were not understood."""
    letters = dict.fromkeys(letter for one in read for letter in one.letters)
    used = {node for prop in props for _, node in subterms(prop) if isinstance(node, (Sym, Abbrev))}
    kept = [said(letter) for letter in letters if letter in used]
    open_ = dict.fromkeys(title for one in read for title in one.may_suppose)
    left = f"Read without {', '.join(open_)}, which may be a condition." if open_ else ""
    lines = sorted({found.files.spot(place).line for place in found.talk})
    which = ", ".join(map(str, lines))
    talk = f"By '%! idle sentences', not understood, and conditions at most: lines {which}." if lines else ""
    return " ".join(filter(None, [f"With {'; '.join(kept)}." if kept else "", left, talk]))


def _equations(prop: Prop) -> bool:
    return all(sub.head in ("eq", "and") for _, sub in subprops(prop))


def _of_all(read: list[Understood]) -> list[Prop]:
    """What is supposed for each of the formulas; of the rest a formula carries its own."""
    return [prop for prop in read[0].given if all(prop in one.given for one in read)]


def _parts(stated: Stated, read: list[Understood]) -> Iterator[tuple[str, Prop]]:
    """The formulas as parts; of a chain in a proof each link is one."""
    shared = _of_all(read)
    links: list[Prop] = []
    for one in read:
        own = [prop for prop in one.given if prop not in shared]
        found = conjuncts(one.prop) if stated.kind == "proof" else (one.prop,)
        links += [implies(own[0] if len(own) == 1 else conj(*own), prop) if own else prop for prop in found]
    if len(links) == 1:
        yield "", links[0]
        return
    for k, prop in enumerate(links):
        yield (str(k + 1) if stated.kind == "proof" or k > 25 else chr(ord("a") + k)), prop
