"""What holds for all tests: one thread for linear algebra, in this process and in those that it starts.

The workers of pytest-xdist fill the cores already; further threads would wait for each other on matrices this small.
"""

from __future__ import annotations

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
