"""Names of the generators: one place says how an entry of a matrix is called."""

from __future__ import annotations

from dataclasses import dataclass


def entry_name(matrix: str, i: int, j: int) -> str:
    """The generator of entry (i, j), counted from 1.

    >>> entry_name("U11", 1, 2)
    'U11_1_2'
    """
    return f"{matrix}_{i}_{j}"


@dataclass(frozen=True, slots=True)
class Names:
    """Generator names of the loss at dimension d, in the shapes of the paper's symbols."""

    d: int
    general: bool
    """Whether Lam is a general symmetric matrix; otherwise it is diagonal."""

    @property
    def U11(self) -> list[list[str]]:
        return [[entry_name("U11", i, j) for j in self._range] for i in self._range]

    @property
    def u12(self) -> list[str]:
        return [f"u12_{i}" for i in self._range]

    @property
    def u21(self) -> list[str]:
        return [f"u21_{i}" for i in self._range]

    u_1 = "u_m1"
    N = "N"

    @property
    def Lam(self) -> list[list[str]]:
        """Symmetric; off the diagonal "0" where Lam is diagonal."""
        return [
            [entry_name("Lam", min(i, j), max(i, j)) if self.general or i == j else "0" for j in self._range]
            for i in self._range
        ]

    @property
    def parameters(self) -> list[str]:
        return [name for row in self.U11 for name in row] + self.u12 + self.u21 + [self.u_1]

    @property
    def covariance(self) -> list[str]:
        return list(dict.fromkeys(name for row in self.Lam for name in row if name != "0"))

    def grids(self) -> dict[str, list[list[str]]]:
        """Matrix and vector letters of words, by name."""
        return {"Lam": self.Lam, "U11": self.U11, "u12": [[x] for x in self.u12], "u21": [[x] for x in self.u21]}

    def scalar_names(self) -> dict[str, str]:
        """Named scalars of words."""
        return {"u_-1": self.u_1}

    def symbols(self) -> dict[str, object]:
        """The names as ``derive --json`` prints them."""
        return {
            "U11": self.U11, "u12": self.u12, "u21": self.u21, "u_-1": self.u_1, "Lam": self.Lam, "N": self.N,
        }

    @property
    def _range(self) -> range:
        return range(1, self.d + 1)
