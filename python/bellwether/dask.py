"""Estimators for items that a Dask cluster holds: the same arguments, and the same bits, as the local ones.

Items stay with the workers. The client holds models and statistics only: each round it sends a model, workers add up their shards in an
order that the numbers of items, features and clusters fix, and the sums come back merged. So labels, centres and objective do not depend
on the number of workers, on how chunks were cut, or on a worker that died meanwhile, and are those of `bellwether.KMeans` in one process.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import Any, Iterator

import numpy as np

from . import _core, estimators
from ._dask_items import HeldRows, Parts, blocks_of, checked, parts_of
from ._dask_wait import gathered, result_of
from ._errors import said_in_python
from ._items import as_rows
from ._knowledge import whole
from ._progress import Teller

try:
    import dask
    import dask.array as da
    import distributed
except ImportError as error:  # pragma: no cover
    raise ImportError("bellwether.dask needs Dask: pip install 'dask[array,dataframe,distributed]'") from error

__all__ = ["KMeans", "SphericalKMeans"]

_ARITY = 8  #: neighbours whose statistics a worker merges at once


def _same(value: bytes) -> bytes:
    return value


def _answer(part: HeldRows, step: str, question: bytes) -> bytes:
    with said_in_python():
        return part.answer(step, question)


def _joined(step: str, answers: list[bytes]) -> bytes:
    return _core.join(step, answers)


def _placed(part: HeldRows, model: Any) -> np.ndarray:
    """In pieces, so that rows of single precision are not all widened at once."""
    if isinstance(part.values, tuple):
        return model.place(part.values, threads=1)[0]
    step = max(1, (16 << 20) // max(1, part.values.shape[1]))
    return np.concatenate([model.place(as_rows(part.values[at:at + step]), threads=1)[0] for at in range(0, part.count, step)])


def _placed_block(block: Any, model: Any, number: int) -> np.ndarray:
    rows = checked(block, number, False)[0]
    if not isinstance(rows, tuple):
        rows = as_rows(rows)
    return model.place(rows, threads=1)[0] if (len(rows[0]) > 1 if isinstance(rows, tuple) else len(rows)) else np.zeros(0, dtype=np.int32)


class _Workers:
    """What the compiled half asks: sums that workers merge among themselves, and answers of every part."""

    def __init__(self, client: Any, parts: Parts) -> None:
        self.client = client
        self.parts = parts
        self.rows, self.columns, self.stored, self.sparse = parts.rows, parts.columns, parts.stored, parts.sparse

    def _answers(self, step: str, question: bytes) -> list[Any]:
        # The question is a task, not a value: a worker that comes later can have it, too.
        shared = self.client.submit(_same, question, pure=False)
        return [self.client.submit(_answer, part, step, shared, pure=False) for part in self.parts.futures]

    def sum(self, step: str, model: bytes) -> bytes:
        answers = self._answers(step, model)
        while True:
            answers = [self.client.submit(_joined, step, answers[at:at + _ARITY], pure=False) for at in range(0, len(answers), _ARITY)]
            if len(answers) == 1:
                return result_of(self.client, answers[0])

    def ask(self, step: str, question: bytes) -> list[bytes]:
        return gathered(self.client, self._answers(step, question))


@contextmanager
def _client_or_own(client: Any) -> Iterator[tuple[Any, bool]]:
    """The client that was given, the default one, or one of a cluster of threads made for the call."""
    if client is None:
        try:
            client = distributed.get_client()
        except ValueError:
            with distributed.LocalCluster(processes=False, n_workers=1, dashboard_address=None) as cluster:
                with distributed.Client(cluster) as own:
                    yield own, True
            return
    yield client, False


class _OverWorkers:
    """`fit` and `predict` of items that a Dask cluster holds; the rest is the local estimator's."""

    _directions = False
    _method: str
    client: Any

    def fit(self: Any, X: Any, y: Any = None, *, callback: Any = None) -> Any:
        """Cluster the items.

        Parameters
        ----------
        X : dask array, dask dataframe, list of delayed blocks, or paths of .npy, .parquet or .feather files that workers can read
            The items. float32 stays float32, and is added up in double.
        callback : function of a dict, default=None
            Called with the progress; False from it stops the fit and keeps the best so far.
        """
        self._require_what_distributes()
        begun = time.monotonic()
        teller = Teller(self.verbose, callback)
        options = {**self._options(), "clusters": whole(self.n_clusters, "n_clusters", 1), "random_seed": self._seed()}
        with _client_or_own(self.client) as (client, own):
            parts = parts_of(client, X, options["clusters"], self._directions)
            with said_in_python():
                found = _core.cluster_parts(self._method, _Workers(client, parts), options, parts.names, teller.callback)
            teller.done()
            self._keep_found(found, parts)
            self.labels_ = self._labels(client, parts, own)
        self.seconds_ = time.monotonic() - begun
        self._warn_of_the_end(stacklevel=3)
        return self

    def _require_what_distributes(self: Any) -> None:
        if not isinstance(self.n_clusters, (int, np.integer)):
            raise ValueError("the number of clusters is not chosen over workers: take a sample of the items, and ask bellwether.choose_k")
        if getattr(self, "zero_rows", "error") != "error":
            raise ValueError("zero_rows='largest' needs all items in one place: drop rows that are all zeros before")
        if self.min_size or self.max_size:
            raise ValueError("bounds on sizes need all items in one place: cluster a sample with them by the estimator of the same name "
                             "in bellwether, and place the others with its predict")

    def _keep_found(self: Any, found: dict[str, Any], parts: Parts) -> None:
        self.objective_ = found["objective"]
        self.objective_name_ = found["objective_name"]
        self.trace_ = found["trace"]
        self.n_iter_ = max(found["iterations"], 1)
        self.converged_ = found["converged"]
        self.stopped_ = found["stopped"]
        self.parameters_ = found["parameters"]
        self.cluster_centers_ = next(iter(found["parameters"].values()))
        self.options_ = found["options"]
        self.n_clusters_ = found["clusters"]
        self.sizes_ = found["sizes"].astype(np.int64)
        self.method_ = self._method
        self.n_features_in_ = parts.columns
        if parts.names is not None:
            self.feature_names_in_ = np.array(parts.names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        self._model = found["model"]

    def _labels(self: Any, client: Any, parts: Parts, own: bool) -> Any:
        futures = [client.submit(_placed, part, self._model, pure=False) for part in parts.futures]
        if own:  # the cluster ends with the call, its memory with it
            return da.from_array(np.concatenate(gathered(client, futures)), chunks=(tuple(parts.sizes),))
        blocks = [da.from_delayed(dask.delayed(future), shape=(size,), dtype=np.int32) for future, size in zip(futures, parts.sizes)]
        return da.concatenate(blocks)

    def predict(self: Any, X: Any) -> Any:
        """The cluster of each of other items: lazily for a Dask array or dataframe, at once for a local array."""
        if isinstance(X, da.Array) or hasattr(X, "to_delayed"):
            self._require_model()
            blocks = [dask.delayed(_placed_block, pure=False)(block, self._model, number) for number, block in enumerate(blocks_of(X))]
            sizes = X.chunks[0] if isinstance(X, da.Array) else [np.nan] * len(blocks)
            return da.concatenate([da.from_delayed(block, shape=(size,), dtype=np.int32) for block, size in zip(blocks, sizes)],
                                  allow_unknown_chunksizes=True)
        return super().predict(X)  # type: ignore[misc]

    def fit_predict(self: Any, X: Any, y: Any = None, *, callback: Any = None) -> Any:
        """Fit, and the cluster of each item as a Dask array."""
        return self.fit(X, callback=callback).labels_

    def __getstate__(self: Any) -> dict[str, Any]:
        """Without the cluster: a model that is saved or sent away places items anywhere."""
        state = dict(super().__getstate__())  # type: ignore[misc]
        state["client"] = None
        state.pop("labels_", None)
        return state


class KMeans(_OverWorkers, estimators.KMeans):
    """K-means over a Dask cluster; parameters as `bellwether.KMeans`.

    client : distributed.Client, default=None
        None: the default client, or a cluster of threads made for the call.
    """

    def __init__(self, n_clusters=2, *, start="k-means++", n_init=10, max_iter=300, tol=1e-06, search="bounded", min_size=0, max_size=0,
                 random_state=0, zero_rows="error", trust="checked", threads=0, verbose=0, client=None):
        super().__init__(n_clusters, start=start, n_init=n_init, max_iter=max_iter, tol=tol, search=search, min_size=min_size,
                         max_size=max_size, random_state=random_state, zero_rows=zero_rows, trust=trust, threads=threads, verbose=verbose)
        self.client = client


class SphericalKMeans(_OverWorkers, estimators.SphericalKMeans):
    """Spherical k-means over a Dask cluster; parameters as `bellwether.SphericalKMeans`.

    client : distributed.Client, default=None
        None: the default client, or a cluster of threads made for the call.
    """

    _directions = True

    def __init__(self, n_clusters=2, *, start="k-means++", n_init=10, max_iter=300, tol=1e-06, min_size=0, max_size=0, random_state=0,
                 zero_rows="error", trust="checked", threads=0, verbose=0, client=None):
        super().__init__(n_clusters, start=start, n_init=n_init, max_iter=max_iter, tol=tol, min_size=min_size, max_size=max_size,
                         random_state=random_state, zero_rows=zero_rows, trust=trust, threads=threads, verbose=verbose)
        self.client = client
