"""The trained witness: models that are trained, and records of experiments."""
