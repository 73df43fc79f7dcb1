"""Steps that are learned from all items of a Dask cluster: scales of features, and a truncated SVD."""

from __future__ import annotations

import os
from typing import Any

import dask
import numpy as np

from . import _core
from ._dask_fit import Workers, client_or_own
from ._dask_items import blocks_at, blocks_of, checked, parts_of
from ._errors import said_in_python
from ._items import as_rows, from_rows
from ._progress import Teller


class _Step:
    """Learned by `_learn`, applied to each block."""

    vectorizer_: Any
    client: Any

    def fit(self, X: Any, *, callback: Any = None) -> Any:
        """Learn from X; X as for the estimators of bellwether.dask."""
        with client_or_own(self.client) as (client, _):
            parts = parts_of(client, X, 1, False)
            with said_in_python():
                self.vectorizer_ = self._learn(Workers(client, parts), parts.names, Teller(0, callback).callback)
        return self

    def _learn(self, workers: Workers, names: Any, callback: Any) -> Any:
        raise NotImplementedError

    def transform(self, X: Any) -> list[Any]:
        """A delayed block for each block of X; what the estimators of bellwether.dask take as items."""
        self._require_fitted()
        shared = dask.delayed(self.vectorizer_, pure=False)
        return [dask.delayed(_measured, pure=False)(block, shared, number) for number, block in enumerate(self._blocks(X))]

    def _blocks(self, X: Any) -> list[Any]:
        return blocks_of(X)

    def fit_transform(self, X: Any, *, callback: Any = None) -> list[Any]:
        """Both."""
        return self.fit(X, callback=callback).transform(X)

    def save(self, path: str | os.PathLike[str]) -> None:
        """For `bellwether vectorize --vectorizer` and `bellwether.load`."""
        self._require_fitted()
        with said_in_python():
            self.vectorizer_.save(os.fspath(path))

    def _require_fitted(self) -> None:
        if not hasattr(self, "vectorizer_"):
            raise ValueError("nothing was learned yet: call fit with some items first")

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "client": None}


class Normaliser(_Step):
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

    def _learn(self, workers: Workers, names: Any, callback: Any) -> Any:
        return _core.scale_parts(self.normalise, workers, names, callback)


class SVD(_Step):
    """The leading singular vectors of all items: what `bellwether.vectorize(table, svd=...)` does, over a Dask cluster.

    Products with the items are made where they are. Of items that outnumber the features only features x 8 numbers (16, 32 for many
    dimensions) go to the client in each round; a table of at most 2 million cells with a side of at most 256 is fetched whole.

    Parameters
    ----------
    dimensions : int, default=30
    solver : {"automatic", "lanczos", "randomised"}, default="automatic"
    random_seed : int, default=0
    client : distributed.Client, default=None
        None: the default client, or a cluster of threads made for the call.

    Attributes
    ----------
    vectorizer_ : Model
        What `bellwether.vectorize(table, vectorizer=...)` takes.
    """

    def __init__(self, dimensions: int = 30, *, solver: str = "automatic", random_seed: int = 0, client: Any = None) -> None:
        self.dimensions = dimensions
        self.solver = solver
        self.random_seed = random_seed
        self.client = client

    def _learn(self, workers: Workers, names: Any, callback: Any) -> Any:
        options = {"dimensions": self.dimensions, "solver": self.solver, "random_seed": self.random_seed}
        return _core.svd_parts(workers, options, names, callback)

    def _blocks(self, X: Any) -> list[Any]:
        """Dense rows are cut where one process would cut them, since a product's last bits depend on it."""
        with client_or_own(self.client) as (client, own):
            return blocks_of(X) if own else blocks_at(client, X)


def _measured(block: Any, model: Any, number: int) -> Any:
    rows = checked(block, number, False)[0]
    if (len(rows[0]) - 1 if isinstance(rows, tuple) else len(rows)) == 0:
        return np.zeros((0, 1))
    with said_in_python():
        return from_rows(model.measure(rows if isinstance(rows, tuple) else as_rows(rows), threads=1))
