"""Statements about attention read as numbers: fractions, balls or floats, with concrete activations and laws."""
