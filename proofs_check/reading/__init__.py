r"""LaTeX with declared letters becomes the statement tree, in the printed order; :func:`.ask.ask` says what comes out.

The way of a formula: :mod:`.tokens` and :mod:`.lexer` know TeX, :mod:`.grammar` what stands where, :mod:`.typing`,
:mod:`.factors` and :mod:`.scripts` what it means with these letters (variances and derivatives written out by
:mod:`.moments` and :mod:`.derivatives`), :mod:`.echo` prints it back and compares.
Spellings are in :mod:`.spellings`, declarations in :mod:`.declarations`.

The reader never guesses: where more than one typing fits, reading ends AMBIGUOUS, with all of them; where none does, or
where people differ on what is meant, it ends NOT READ, with the place.  These are no verdicts.
"""
