r"""A paper in LaTeX becomes claims: its statements, with what the paper says of the letters before and around them.

The way of a document: :mod:`.sources` reads the files, :mod:`.macros` expands commands, :mod:`.pieces` tells words from
formulas, :mod:`.sentences` what a sentence supposes and what it states, :mod:`.scope` which letters are in force,
:mod:`.document` goes through all of it, :mod:`.claims` makes the claims.  Words that stand for signs are turned into
these before (:mod:`.wordings`, :mod:`.minimizers`, :mod:`.equivalences`, :mod:`.memberships`), and derivatives along a
flow, labels and members after (:mod:`.flows`, :mod:`.labels`, :mod:`.members`).

Of a sentence that is not understood it is asked what it may say (:mod:`.prose`): where that can be a condition alone,
what stands below it is read without it, and a refutation does not count; else that is not read.  Whatever is left is
listed, with its place and the reason.
"""
