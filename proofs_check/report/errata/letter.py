"""Errata as text: Markdown that can be sent to authors, and plain text for a terminal.

What is written is the same; a :class:`~.style.Style` says how headings, formulas and code look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Union

from ...catalogue import PAPERS, Paper
from ...statement.props import Prop
from ...verdict import Verdict
from .model import Better, Correction, Errata, Erratum, Evidence, FalseReading, LeftUnsaid, Line, Repair, Slip
from .style import MARKDOWN, PLAIN, Style, script_name, wrap

Found = Union[Erratum, Repair, FalseReading, LeftUnsaid, Slip, Better]
ENGINES = {
    "words": "symbolic algebra, for every dimension and length at once",
    "entries": "exact algebra, entry by entry, in a fixed dimension",
    "grid": "exact agreement on enough points of a finite span",
    "proof": "a proof, each step of which is checked",
    "balls": "rigorous numerical enclosures",
    "sampled": "prompts drawn from the definition",
    "trained": "training of the model by its definition",
    "gpu": "training of the model by its definition, on a GPU",
    "definition": "comparison of two implementations of the definition",
    "cited": "a citation",
}
"""What the witnesses are, for readers who do not know this tool."""
INTRODUCTION = (
    "These notes come from checking every statement of the paper, line by line, by several exact methods that are "
    "independent of one another. Every counterexample is exact; the scripts that show them need nothing but Python. In "
    "counterexamples names are spelled out (Lam for Lambda, u_-1 for the last entry of u), and a matrix is the list of "
    "its rows."
)
READ_FROM_A_SCAN = (
    "What is quoted was read from a scanned copy, so that a misprint of the copy, or one that a later version has "
    "corrected, may be among them. We hope that the notes are of use; corrections to them are welcome."
)
LOST = (
    "Our copy of the paper lost its formulas: the words are the paper's, the formulas are our reading of them. Where "
    "the page assumes more than its words say, it may well be right."
)
UNSAID = (
    "{} What follows is not on the page as we read it; it is needed so that every formula has a value, or so that the "
    "proof goes through. A reader may well take it for granted."
)
BETTER = "Hypotheses that the proofs do not need, and inequalities whose sides come within a thousandth of each other."
SCANNED = "The page may well print what holds: these concern our copy rather than the paper."


def markdown(found: Errata) -> str:
    """One document that can be sent to the authors: each paper has its part, the scripts stand at the end."""
    return "\n\n".join(block.rstrip() for block in _document(found, MARKDOWN, scripts=True)) + "\n"


def text(found: Errata) -> str:
    """The same for a terminal, without the scripts, which are named."""
    blocks = (block.rstrip() for block in _document(found, PLAIN, scripts=False))
    return "\n\n".join(b if "\n" in b or b.startswith(" ") else wrap(b) for b in blocks) + "\n"


def _document(found: Errata, style: Style, *, scripts: bool) -> Iterator[str]:
    everything: list[Found] = [
        *found.errata, *found.repairs, *found.readings, *found.unsaid, *found.slips, *found.better,
    ]
    if not everything:
        yield style.prose("Nothing that came out is wrong as printed.")
        return
    groups: dict[str, list[Found]] = {}
    for item in everything:
        groups.setdefault(item.id.split("/", 1)[0], []).append(item)
    for name, group in groups.items():
        yield from _paper(name, group[0].paper, group, style)
    if scripts:
        yield from _scripts(found.errata, style)


def _paper(name: str, paper: Paper | None, group: Sequence[Found], style: Style) -> Iterator[str]:
    yield style.heading(1, f"Notes on {paper.citation if paper and paper.citation else name}")
    version = f"Version: {paper.version}. " if paper and paper.version else ""
    yield style.prose(f"{version}{INTRODUCTION}{f' {READ_FROM_A_SCAN}' if paper in PAPERS else ''}")
    printed = [item for item in group if isinstance(item, Erratum) and not item.ours]
    theirs = [item for item in printed if not item.misprint]
    misprints = [item for item in printed if item.misprint]
    lost = [item for item in group if isinstance(item, Erratum) and item.reconstructed]
    ours = [item for item in group if isinstance(item, Erratum) and item.ours and not item.reconstructed]
    repairs = [item for item in group if isinstance(item, Repair)]
    readings = [item for item in group if isinstance(item, FalseReading) and not item.unclear]
    scanned = [item for item in group if isinstance(item, FalseReading) and item.unclear]
    unsaid = [item for item in group if isinstance(item, LeftUnsaid)]
    slips = [item for item in group if isinstance(item, Slip)]
    better = [item for item in group if isinstance(item, Better)]
    counted_too = {
        "misprint": len(misprints) + len(slips), "proof with a gap": len(repairs),
        "sentence that holds in one reading and fails in another": len(readings),
        "statement that fails as we reconstructed it": len(lost), "statement that leaves something unsaid": len(unsaid),
    }
    yield from _summary(theirs, counted_too, style)
    sections: tuple[tuple[str, str, Iterable[Iterator[str]]], ...] = (
        ("Statements that fail as printed", "", (_erratum(item, style) for item in theirs)),
        ("Misprints that make a statement fail", "", (_misprint(item, style) for item in misprints)),
        ("Other misprints", "", _slips(slips, style)),
        ("Statements that fail as we reconstructed them", LOST, (_erratum(item, style) for item in lost)),
        ("Proofs with a gap, of statements that hold", "", _repairs(repairs, style)),
        ("Sentences that hold in one reading and fail in another", "", (_reading(item, style) for item in readings)),
        ("Where the scan is unclear, and one reading fails", SCANNED, (_reading(item, style) for item in scanned)),
        ("What the page leaves unsaid", UNSAID.format(counted(unsaid)), _unsaid(unsaid, style)),
        ("What is better than the page says", BETTER, _better(better, style)),
        ("Statements of ours that fail", "These are no statements of the paper.", (_erratum(i, style) for i in ours)),
    )
    for title, remark, items in sections:
        written = [list(item) for item in items]
        if written:
            yield style.heading(2, title)
            if remark:
                yield style.prose(remark)
        for blocks in written:
            yield from blocks


def _summary(theirs: Sequence[Erratum], found: Mapping[str, int], style: Style) -> Iterator[str]:
    """What a reader in a hurry wants to know: what fails, an item a line, and how much else there is."""
    yield style.heading(2, "In short")
    count = f"{len(theirs)} statements fail" if len(theirs) != 1 else "1 statement fails"
    yield style.prose((count if theirs else "No statement fails") + f" as printed{':' if theirs else '.'}")
    if theirs:
        yield _list([f"{_place(item)} ({item.id}): {_repaired(item)}" for item in theirs], style)
    told = [f"{what}: {number}" for what, number in found.items() if number]
    if told:
        yield style.prose("Found as well, by number:")
        yield _list(told, style)


def _place(item: Found) -> str:
    return f"{item.source[:1].upper()}{item.source[1:]}"


def _repaired(item: Erratum) -> str:
    """How the statement is mended, in a few words."""
    if item.correction:
        proved = item.correction.verdict is Verdict.PROVED
        return "a corrected statement is proved" if proved else "a correction stands"
    readings = ", ".join(dict.fromkeys(line.reading for line in item.standing))
    return f"it holds read as: {readings}" if readings else "no repair yet"


def _better(found: Sequence[Better], style: Style) -> Iterator[Iterator[str]]:
    if not found:
        return
    unneeded: dict[tuple[str, ...], list[str]] = {}
    for item in found:
        if item.not_needed:
            unneeded.setdefault(item.not_needed, []).append(item.id)
    lines = [style.prose(f"{'; '.join(names)}: not needed in {', '.join(ids)}.") for names, ids in unneeded.items()]
    lines += [
        f"{style.prose(f'{_place(b)} ({b.id})')}: {style.inline(prop)} is met at {style.prose(where)}."
        for b in found for prop, where in b.met
    ]
    yield iter(["\n".join(f"- {line}" for line in lines)])


def _slips(found: Sequence[Slip], style: Style) -> Iterator[Iterator[str]]:
    if found:
        yield iter([_list([f"{s.source} ({s.id}): for {s.misprint.printed} read {s.misprint.meant}." for s in found],
                          style)])


def _title(item: Found, style: Style) -> str:
    return style.heading(3, style.prose(f"{_place(item)} ({item.id})"))


def _erratum(item: Erratum, style: Style) -> Iterator[str]:
    yield _title(item, style)
    if item.ours:
        whose = "The formula is our reconstruction" if item.reconstructed else "This statement is ours"
        yield style.label("Origin") + style.prose(f"{whose}: {item.ours}.")
    if item.excerpt:
        yield style.label("Printed")
        yield style.quote(item.excerpt)
    if item.scan:
        yield style.label("The scan") + style.prose("; ".join(item.scan) + ".")
    yield style.label("Read as")
    said: set[Prop] = set()
    yield from _lines(item.lines, style, said)
    if item.standing:
        yield style.label("It holds read as")
        yield from _lines(item.standing, style, said)
    if item.hypotheses:
        yield style.label("Assumed") + "; ".join(style.inline(h.prop) for h in item.hypotheses) + "."
    if item.reason:
        yield style.label("What fails") + style.prose(_sentence(item.reason))
    if item.counterexample:
        yield style.label("Counterexample")
        yield style.code("", item.counterexample)
    yield from style.script(item)
    yield style.label("How it is known")
    yield _list(_known(item.evidence), style)
    yield from _correction(item, style, said)
    if item.unused_hypotheses:
        yield style.label("Hypotheses never used") + style.prose("; ".join(item.unused_hypotheses) + ".")
    if item.printed_proof and item.printed_proof != "follows":
        yield style.label("Printed proof") + style.prose(item.printed_proof + ".")


def _misprint(item: Erratum, style: Style) -> Iterator[str]:
    """What is printed, what is meant, and the values that tell them apart: the statement itself is fine."""
    yield _title(item, style)
    if item.excerpt:
        yield style.label("Printed")
        yield style.quote(item.excerpt)
    if item.scan:
        yield style.label("The scan") + style.prose("; ".join(item.scan) + ".")
    yield _list([f"for {slip.printed} read {slip.meant}" for slip in item.slips], style)
    if item.reason:
        yield style.label("What fails") + style.prose(_sentence(item.reason))
    if item.counterexample:
        yield style.label("Counterexample to the print")
        yield style.code("", item.counterexample)
    yield from style.script(item)
    if item.correction:
        yield style.label("Read so, it is") + style.prose(_became(item.correction).removesuffix(", by:") + ".")
    elif item.standing:
        yield style.label("Read so, it is") + style.prose(_said(item.standing[0].verdict or Verdict.UNDECIDED) + ".")


def _correction(item: Erratum, style: Style, said: set[Prop]) -> Iterator[str]:
    corrected = item.correction
    if corrected is None and item.standing:
        return
    if corrected is None:
        yield style.label("Correction") + style.prose("none is known yet.")
        return
    yield style.label("Correction")
    yield style.quote(corrected.printed)
    yield from _lines(corrected.lines, style, said)
    if item.changes:
        yield style.label("Smallest change")
        yield "\n".join(f"- {change.sentence(style.inline)}" for change in item.changes)
    yield style.label("What became of it") + style.prose(_became(corrected))
    yield _list(_known(corrected.evidence), style)


def _became(corrected: Correction) -> str:
    if corrected.verdict is None:
        return "not examined yet."
    scope = f" ({corrected.scope})" if corrected.scope else ""
    return f"{_said(corrected.verdict)}{scope}, by:"


def _said(verdict: Verdict) -> str:
    return verdict.name.lower().replace("_", " ")


def _repairs(found: Sequence[Repair], style: Style) -> Iterator[Iterator[str]]:
    """Each step once: a proof that takes it from another one's says so."""
    said: dict[tuple[str, Prop], Repair] = {}
    for item in found:
        yield _repair(item, style, said)
        for step in item.steps:
            said.setdefault((step.printed, step.prop), item)


def _repair(item: Repair, style: Style, said: Mapping[tuple[str, Prop], Repair]) -> Iterator[str]:
    yield _title(item, style)
    scope = f" for {item.scope}" if item.scope else ""
    yield style.prose(f"The statement is {_said(item.verdict)}{scope}. Its printed proof: {item.status}.")
    for step in item.steps:
        if before := said.get((step.printed, step.prop)):
            yield style.label(f"At the step “{step.label}”") + style.prose(f"As in {_place(before)} ({before.id}).")
            continue
        yield style.label(f"At the step “{step.label}”") + style.prose(_sentence(step.printed))
        yield "The step that was checked instead shows"
        yield style.display(step.prop)
    if item.silent:
        added = ", ".join(step.label for step in item.silent)
        yield style.label("Steps left out on the page, and added") + style.prose(added + ".")
    if item.unused_hypotheses:
        yield style.label("Hypotheses never used") + style.prose("; ".join(item.unused_hypotheses) + ".")


def _reading(item: FalseReading, style: Style) -> Iterator[str]:
    yield _title(item, style)
    yield style.label("Printed")
    yield style.quote(item.excerpt)
    if item.scan:
        yield style.label("The scan") + style.prose("; ".join(item.scan) + ".")
    yield style.label("It holds as")
    said: set[Prop] = set()
    yield from _lines(item.standing, style, said)
    yield style.label("It fails as")
    yield from _lines(item.failing, style, said)
    if item.counterexample:
        yield style.label("Counterexample")
        yield style.code("", item.counterexample)


def counted(found: Sequence[LeftUnsaid]) -> str:
    """How many statements leave how much unsaid."""
    conditions = sum(bool(item.what.conditions) for item in found)
    added = sum(bool(item.what.hypotheses) for item in found)
    statements = f"{len(found)} statement{'s' if len(found) != 1 else ''}"
    given = f"{conditions} with a condition that nothing on the page gives"
    return f"{statements}: {given}, {added} with hypotheses of ours."


def _unsaid(found: Sequence[LeftUnsaid], style: Style) -> Iterator[Iterator[str]]:
    """Statement by statement, in one list."""
    if found:
        yield iter(["\n".join(f"- {style.prose(item.id)}: {_left(item, style)}" for item in found)])


def _left(item: LeftUnsaid, style: Style) -> str:
    said = [style.prose(line.words) for line in item.what.conditions if not line.is_long]
    longer = len(item.what.conditions) - len(said)
    if longer:
        said.append(f"{longer} longer condition{'s' if longer > 1 else ''} (lemmata show {item.id})")
    said += [f"{style.prose(h.name)} (our hypothesis)" for h in item.what.hypotheses]
    return "; ".join(said) + "."


def _lines(lines: Sequence[Line], style: Style, said: set[Prop]) -> Iterator[str]:
    """The formulas, after each the rules of its letters that were not yet ``said``."""
    for line in lines:
        why = f", {line.why}" if line.why else ""
        if line.place:
            yield style.prose(f"{line.place}{why}:")
        yield style.display(line.prop)
        rules = [rule for rule in line.rules if rule not in said]
        if rules:
            yield "where " + ", ".join(style.inline(rule) for rule in rules) + "."
        said.update(rules)


def _known(evidence: Sequence[Evidence]) -> list[str]:
    """One line a witness: what it is, and what it says."""
    said: dict[str, dict[str, None]] = {}
    for row in evidence:
        sentence = row.sentence.rstrip(".").replace("not so: ", "it is not so that ")
        said.setdefault(row.witness, {})[f"{row.place} {sentence}".strip()] = None
    return [f"{name} ({ENGINES.get(name, name)}): {'; '.join(sentences)}." for name, sentences in said.items()]


def _list(lines: Sequence[str], style: Style) -> str:
    return "\n".join(f"- {style.prose(line)}" for line in lines)


def _sentence(words: str) -> str:
    first = words.split(" ", 1)[0]
    if first.isalpha() and first.islower() and (len(first) > 1 or first == "a"):
        words = words[0].upper() + words[1:]
    return words if words.endswith(".") else words + "."


def _scripts(errata: Sequence[Erratum], style: Style) -> Iterator[str]:
    scripts = [(e, e.script.read_text(encoding="utf-8") if e.script else e.generated) for e in errata]
    shown = [(e, source) for e, source in scripts if source]
    if shown:
        yield style.heading(1, "Scripts")
    for item, source in shown:
        yield style.heading(2, style.prose(script_name(item)))
        yield style.code("python", source)
