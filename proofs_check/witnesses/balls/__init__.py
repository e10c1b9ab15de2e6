"""The witness in Arb balls: points, boxes and trajectories, each comparison rigorous."""
