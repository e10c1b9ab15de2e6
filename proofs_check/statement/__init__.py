"""The statement language: terms, propositions, folds and mutations.  Standard library only."""
