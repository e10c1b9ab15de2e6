"""What a reader sees: tables on the terminal, LaTeX, the HTML page."""
