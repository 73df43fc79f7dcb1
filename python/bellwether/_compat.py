"""What differs between the versions of scikit-learn that this package works with (1.2 and later)."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

try:  # since 1.6
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:
    _validate_data = None


def validate(estimator: Any, X: Any, *, reset: bool) -> Any:
    """X as float64 in C order or as CSR, finite, of the estimator's columns; a copy only if it is something else."""
    columns = getattr(X, "columns", None)
    with warnings.catch_warnings():
        if columns is not None:  # then they are compared below, whatever scikit-learn makes of the frame
            warnings.filterwarnings("ignore", "X does not have valid feature names")
        checked = _validate(estimator, X, accept_sparse="csr", dtype="float64", order="C", reset=reset)
    if columns is not None and all(isinstance(name, str) for name in columns):
        _names_of_frame(estimator, np.array(list(columns), dtype=object), reset)
    return checked


def _validate(estimator: Any, X: Any, **how: Any) -> Any:
    if _validate_data is not None:
        return _validate_data(estimator, X, **how)
    return estimator._validate_data(X, **how)


def _names_of_frame(estimator: Any, names: np.ndarray, reset: bool) -> None:
    """scikit-learn reads the names of a polars frame by a protocol that polars 2 no longer has (scikit-learn before 1.8), or not at
    all (before 1.4): then they are kept, and compared, here."""
    if reset:
        if not hasattr(estimator, "feature_names_in_"):
            estimator.feature_names_in_ = names
    elif not np.array_equal(getattr(estimator, "feature_names_in_", names), names):
        raise ValueError("The feature names should match those that were passed during fit")
