"""Scaling of features by what all items of a Dask cluster say."""

from __future__ import annotations

from typing import Any

import dask

from . import _core
from ._dask_fit import Workers, client_or_own
from ._dask_items import blocks_of, checked, parts_of
from ._errors import said_in_python
from ._items import as_rows, from_rows


class Normaliser:
    """Features, or items, on one scale: what `bellwether.vectorize(table, normalise=...)` does, over a Dask cluster.

    Parameters
    ----------
    normalise : {"standard", "range", "l1", "l2"}, default="standard"
    client : distributed.Client, default=None
        None: the default client, or a cluster of threads made for the call.

    Attributes
    ----------
    vectorizer_ : Model
        What `bellwether.vectorize(table, vectorizer=...)` takes.
    """

    def __init__(self, normalise: str = "standard", *, client: Any = None) -> None:
        self.normalise = normalise
        self.client = client

    def fit(self, X: Any) -> "Normaliser":
        """Learn the scale of each feature; X as for the estimators of bellwether.dask."""
        with client_or_own(self.client) as (client, _):
            parts = parts_of(client, X, 1, False)
            with said_in_python():
                self.vectorizer_ = _core.scale_parts(self.normalise, Workers(client, parts), parts.names)
        return self

    def transform(self, X: Any) -> list[Any]:
        """A delayed block for each block of X; what the estimators of bellwether.dask take as items."""
        if not hasattr(self, "vectorizer_"):
            raise ValueError("nothing was learned yet: call fit with some items first")
        shared = dask.delayed(self.vectorizer_, pure=False)
        return [dask.delayed(_scaled, pure=False)(block, shared, number) for number, block in enumerate(blocks_of(X))]

    def fit_transform(self, X: Any) -> list[Any]:
        return self.fit(X).transform(X)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "client": None}


def _scaled(block: Any, model: Any, number: int) -> Any:
    rows = checked(block, number, False)[0]
    with said_in_python():
        return from_rows(model.measure(rows if isinstance(rows, tuple) else as_rows(rows), threads=1))
