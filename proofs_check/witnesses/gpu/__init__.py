"""The GPU witness: what a device found, read from a record; ``python -m proofs_check.witnesses.gpu`` makes the records.

Making them needs NumPy and torch alone.  `lemmata check` reads them afterwards, anywhere, and recomputes the verdicts.
"""
