"""The sampled witness: expectations on draws, with declared statistics, and sure statements on exact draws."""
