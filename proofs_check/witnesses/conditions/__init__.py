"""Where a claim has values, which conditions it states, and whether its hypotheses can be met."""
