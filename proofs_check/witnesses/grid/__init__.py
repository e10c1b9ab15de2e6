"""The grid witness: identities in a finite span, proved by exact agreement at enough points."""
