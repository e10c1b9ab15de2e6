"""The entrywise witness: exact polynomials at small sizes, and what is decided entry by entry."""
