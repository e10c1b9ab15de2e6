"""What a reader sees: the terminal, HTML pages, LaTeX, errata, differences since a commit, notebooks, files for CI."""
