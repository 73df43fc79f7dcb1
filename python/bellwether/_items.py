"""Items as Python has them become what the compiled half takes: arrays go in as they are, without a copy."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from ._compat import validate
from ._device_rows import lies_on_device, refuse


class Items(NamedTuple):
    """Rows for the compiled half, and how people call them."""

    rows: Any  #: an array, or the parts of a CSR matrix
    size: int
    ids: np.ndarray | None  #: a frame's index, if it says more than 0, 1, 2, ...
    names: list[str] | None  #: the same as text, for errors
    vectorizer: Any = None  #: what made numbers of texts, if the items come from `vectorize`


def as_rows(X: Any) -> Any:
    """A float64 array in C order, or a CSR matrix, as the compiled half takes it.

    Values and columns of a CSR matrix are not copied; its row starts are, if they are 32-bit numbers. Columns that do
    not rise within a row are sorted in a copy.
    """
    if lies_on_device(X):
        refuse()
    if not sp.issparse(X):
        return np.ascontiguousarray(X, dtype=np.float64)
    X = X.tocsr()
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return (
        X.indptr.astype(np.int64, copy=False),
        X.indices.astype(np.int32, copy=False),
        X.data.astype(np.float64, copy=False),
        X.shape[1],
    )


def from_rows(rows: Any) -> Any:
    """What the compiled half returns: an array, or a CSR matrix of its parts."""
    if not isinstance(rows, tuple):
        return rows
    starts, columns, values, shape = rows
    return sp.csr_matrix((values, columns, starts), shape=shape, copy=False)


def count_of(rows: Any) -> int:
    """How many items rows for the compiled half have."""
    return len(rows[0]) - 1 if isinstance(rows, tuple) else len(rows)


def is_polars(X: Any) -> bool:
    return type(X).__module__.split(".")[0] == "polars"


def _frame_ids(X: Any) -> tuple[Any, np.ndarray | None]:
    """The values; and the ids that come with them."""
    if hasattr(X, "vectorizer") and hasattr(X, "data") and hasattr(X, "ids"):  # what read() and vectorize() return
        numbered = X.ids == [str(i) for i in range(len(X.ids))]
        return X.data, None if numbered else np.array(X.ids)
    if isinstance(X, (list, tuple)) and len(X) and isinstance(X[0], str):
        raise ValueError("X holds texts: make numbers of them first, with bellwether.vectorize(X).data")
    if is_polars(X):
        return (X.drop("id"), X["id"].to_numpy()) if "id" in X.columns else (X, None)
    index = getattr(X, "index", None)
    if index is None or callable(index) or not hasattr(X, "columns"):
        return X, None
    plain = index.dtype.kind == "i" and np.array_equal(np.asarray(index), np.arange(len(index)))
    return X, None if plain else np.asarray(index)


def take(estimator: Any, X: Any, *, reset: bool) -> Items:
    """Checked items. Frames bring their ids: the index of pandas, a column `id` of polars."""
    if lies_on_device(X):
        refuse()
    vectorizer = getattr(X, "vectorizer", None) if hasattr(X, "data") and hasattr(X, "ids") else None
    X, ids = _frame_ids(X)
    X = validate(estimator, X, reset=reset)
    if ids is not None and len(np.unique(ids)) != len(ids):
        raise ValueError("the index names two items alike: ids must differ (reset_index() numbers them)")
    return Items(as_rows(X), X.shape[0], ids, None if ids is None else [str(i) for i in ids], vectorizer)


def like(estimator: Any, X: Any) -> Any:
    """Other items in the same columns, as rows."""
    return take(estimator, X, reset=False).rows


def places(ids: Any, items: Items) -> np.ndarray:
    """Where items are: by id if they have ids, else the numbers themselves, which may be written out."""
    if items.ids is None:
        array = np.asarray(ids)
        written = array.dtype.kind == "U" and all(name.isdigit() for name in array.ravel().tolist())
        return array.astype(np.int64) if written else array
    at = {name: i for i, name in enumerate(items.ids.tolist())}
    missing = next((name for name in np.asarray(ids).tolist() if name not in at), None)
    if missing is not None:
        raise ValueError(f"no item has the id {missing!r}")
    return np.array([at[name] for name in np.asarray(ids).tolist()], dtype=np.int64)
