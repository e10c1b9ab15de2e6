"""The words witness: identities in normal form, for every size."""
