"""The little of linear algebra that ratings need, in plain Python."""

Matrix = list[list[float]]


def zeros(size: int) -> Matrix:
    """So many rows of as many."""
    return [[0.0] * size for _ in range(size)]


def add_edge(matrix: Matrix, one: int, other: int, weight: float) -> None:
    """Adds the weight of what only the difference of the two depends on."""
    matrix[one][one] += weight
    matrix[other][other] += weight
    matrix[one][other] -= weight
    matrix[other][one] -= weight


def covariance(information: Matrix) -> Matrix:
    """The pseudo-inverse of the Fisher information of strengths of which only the differences matter.

    Each row and column of it adds up to 0, which makes it singular. With every entry raised by 1/n it is regular,
    and its inverse is the one sought, raised by 1/n.

    Args:
        information: symmetric; all strengths linked with each other.
    """
    share = 1 / len(information)
    inverted = _inverse([[entry + share for entry in row] for row in information])
    return [[entry - share for entry in row] for row in inverted]


def _inverse(matrix: Matrix) -> Matrix:
    """Gauss-Jordan without pivoting, which a symmetric and positive definite matrix can do without."""
    size = len(matrix)
    rows = [[*row, *(float(at == column) for column in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        scale = 1 / rows[at][at]
        pivot = rows[at] = [entry * scale for entry in rows[at]]
        for other in range(size):
            factor = rows[other][at]
            if other != at and factor:
                rows[other] = [entry - factor * above for entry, above in zip(rows[other], pivot, strict=True)]
    return [row[size:] for row in rows]
