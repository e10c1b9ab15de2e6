"""What changed since a commit: claims, verdicts, derived formulas."""
