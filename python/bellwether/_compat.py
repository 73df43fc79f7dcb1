"""What differs between the versions of scikit-learn that this package works with (1.2 and later)."""

from __future__ import annotations

from typing import Any

try:  # since 1.6
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:
    _validate_data = None


def validate(estimator: Any, X: Any, *, reset: bool) -> Any:
    """X as float64 in C order or as CSR, finite, of the estimator's columns; a copy only if it is something else."""
    how = {"accept_sparse": "csr", "dtype": "float64", "order": "C", "reset": reset}
    if _validate_data is not None:
        return _validate_data(estimator, X, **how)
    return estimator._validate_data(X, **how)
