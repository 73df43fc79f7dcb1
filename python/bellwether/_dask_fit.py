"""What estimators over a Dask cluster do; they themselves are written from the table of methods (_dask_estimators.py)."""

from __future__ import annotations

import itertools
import time
from contextlib import contextmanager
from typing import Any, Iterator

import dask
import dask.array as da
import distributed
import numpy as np
import scipy.sparse as sp

from . import _core
from ._dask_items import HeldRows, Parts, blocks_of, checked, homes_of, parts_of
from ._dask_wait import WorkerGone, gathered, result_of
from ._errors import said_in_python
from ._items import as_rows, count_of, from_rows
from ._knowledge import pair_of, tags_of, whole
from ._progress import Teller
from ._sources import Placer

_ARITY = 8  #: neighbours whose statistics a worker merges at once
_FEW = 4  #: threads that the client asks itself: more hand the question on among themselves, and merge what they answer


def _there(part: HeldRows) -> bool:
    return True


def _itself(part: HeldRows) -> HeldRows:
    return part


def _same(value: bytes) -> bytes:
    return value


def _answers(parts: list[HeldRows], step: str, question: bytes) -> list[bytes]:
    with said_in_python():
        return [part.answer(step, question) for part in parts]


def _sum(parts: list[HeldRows], step: str, question: bytes) -> bytes:
    return _core.join(step, _answers(parts, step, question))


def _joined(step: str, answers: list[bytes]) -> bytes:
    return _core.join(step, answers)


def _labelled(part: HeldRows, step: str, model: bytes) -> tuple[np.ndarray, np.ndarray]:
    with said_in_python():
        return part.labels(step, model)


def _first(pair: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    return pair[0]


def _is_sure(pair: tuple[np.ndarray, np.ndarray]) -> bool:
    return len(pair[1]) > 0


def _second(pair: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    return pair[1]


def _placed_block(block: Any, model: Any, number: int) -> np.ndarray:
    rows = checked(block, number, False)[0]
    if not isinstance(rows, tuple):
        rows = as_rows(rows)
    if count_of(rows) == 0:
        return np.zeros(0, dtype=np.int32)
    with said_in_python():
        return model.place(rows, threads=1)[0]


class Workers:
    """What the compiled half asks: sums that workers merge among themselves, and answers of every part.

    Each part is asked where it lies, and what it remembers from round to round is there, too. When a worker goes, Dask makes its parts
    again elsewhere, and the question is asked again.
    """

    def __init__(self, client: Any, parts: Parts) -> None:
        self.client = client
        self.parts = parts
        self.rows, self.columns, self.stored, self.sparse = parts.rows, parts.columns, parts.stored, parts.sparse
        self.seeded = parts.seeded
        self._settle()
        self._spread()

    def _settle(self) -> None:
        """Where the parts are, once all of them are somewhere."""
        for part in self.parts.futures:
            result_of(self.client, self.client.submit(_there, part, pure=False))
        held = self.client.who_has(self.parts.futures)
        self.homes = [next(iter(held[part.key]), None) for part in self.parts.futures]
        self.groups = self._grouped()

    def _spread(self) -> None:
        """Dask lets idle workers take parts that were meant for others, and these then wait in every round: such parts are moved."""
        wanted = homes_of(self.client, len(self.parts.futures))
        astray = [at for at, home in enumerate(wanted) if home is not None and home != self.homes[at]]
        if not astray:
            return
        for at in astray:
            self.parts.futures[at] = self.client.submit(_itself, self.parts.futures[at], workers=[wanted[at]], allow_other_workers=True, pure=False)
        self._settle()

    def _grouped(self) -> list[tuple[str | None, list[Any]]]:
        """Neighbours that are on one worker: as many groups of them as it has threads, since each group is one task in a round."""
        threads = self.client.nthreads()
        groups: list[tuple[str | None, list[Any]]] = []
        for home, run in itertools.groupby(zip(self.homes, self.parts.futures), key=lambda pair: pair[0]):
            parts = [part for _, part in run]
            count = min(len(parts), threads.get(home, 1))
            cuts = [group * len(parts) // count for group in range(count + 1)]
            groups += [(home, parts[first:last]) for first, last in zip(cuts, cuts[1:])]
        return groups

    def each(self, function: Any, *arguments: Any) -> list[Any]:
        """`function(part, ...)` of every part, where it lies."""
        return [self.client.submit(function, part, *arguments, workers=[home] if home else None, pure=False)
                for part, home in zip(self.parts.futures, self.homes)]

    def _asked(self, ask: Any) -> Any:
        while True:
            try:
                return ask()
            except WorkerGone:
                self._settle()

    def _of_groups(self, function: Any, step: str, question: bytes) -> list[Any]:
        # The question is a task, not a value, if many want it: they have it from each other, and a worker that comes later, too.
        shared = question if len(self.groups) <= _FEW else self.client.submit(_same, question, pure=False)
        return [self.client.submit(function, parts, step, shared, workers=[home] if home else None, pure=False) for home, parts in self.groups]

    def sum(self, step: str, model: bytes) -> bytes:
        def ask() -> bytes:
            sums = self._of_groups(_sum, step, model)
            while len(sums) > _FEW:
                sums = [self.client.submit(_joined, step, sums[at:at + _ARITY], pure=False) for at in range(0, len(sums), _ARITY)]
            return _core.join(step, gathered(self.client, sums, self.homes))

        return self._asked(ask)

    def ask(self, step: str, question: bytes) -> list[bytes]:
        return self._asked(lambda: list(itertools.chain.from_iterable(gathered(self.client, self._of_groups(_answers, step, question), self.homes))))


def _joined_array(client: Any, futures: list[Any], sizes: list[int], kind: Any, own: bool) -> Any:
    if own:  # the cluster ends with the call, its memory with it
        return da.from_array(np.concatenate(gathered(client, futures)), chunks=(tuple(sizes),))
    return da.concatenate([da.from_delayed(dask.delayed(future), shape=(size,), dtype=kind) for future, size in zip(futures, sizes)])


@contextmanager
def client_or_own(client: Any) -> Iterator[tuple[Any, bool]]:
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


def predict(model: Any, X: Any) -> Any:
    """The cluster of each item of a Dask array or dataframe, of delayed blocks or of files, lazily: a Dask array.

    `model` is what `bellwether.load` gives, or an estimator that was fitted, by whatever method. What `bellwether assign` finds, block by
    block where the items are.
    """
    compiled = model.model if isinstance(model, Placer) else getattr(model, "_model", None)
    if compiled is None:
        raise ValueError("there is no model that could place items: give what bellwether.load gives, or an estimator that was fitted")
    shared = dask.delayed(compiled, pure=False)
    blocks = [dask.delayed(_placed_block, pure=False)(block, shared, number) for number, block in enumerate(blocks_of(X))]
    sizes = X.chunks[0] if isinstance(X, da.Array) else [np.nan] * len(blocks)
    return da.concatenate([da.from_delayed(block, shape=(size,), dtype=np.int32) for block, size in zip(blocks, sizes)],
                          allow_unknown_chunksizes=True)


def _tags_of(annotated: Any) -> Any:
    """How often each tag occurs with each feature; of other items, which are here."""
    if annotated is None:
        return None
    others, tags = pair_of(annotated, "annotated", "tags")
    rows = as_rows(np.asarray(others) if not sp.issparse(others) else others)
    has, names = tags_of(tags, count_of(rows))
    return as_rows(from_rows(_core.rows_of_tags(rows, has, names)))


class OverWorkers:
    """`fit` and `predict` of items that a Dask cluster holds; the rest is the local estimator's."""

    _directions = False
    _method: str
    client: Any

    def _fit_there(self: Any, X: Any, seeds: Any, callback: Any, annotated: Any = None) -> Any:
        for name, known in (("seeds", seeds), ("annotated items", annotated)):
            if known is not None and self.trust != "always":
                raise ValueError(f"{name} are not checked over workers, as that needs all items in one place: give trust='always'")
        self._require_what_distributes()
        begun = time.monotonic()
        teller = Teller(self.verbose, callback)
        options = {**self._options(), "clusters": whole(self.n_clusters, "n_clusters", 1), "random_seed": self._seed()}
        with client_or_own(self.client) as (client, own):
            parts = parts_of(client, X, options["clusters"], self._directions, seeds)
            with said_in_python():
                workers = Workers(client, parts)
                found = _core.cluster_parts(self._method, workers, options, parts.names, teller.callback, _tags_of(annotated))
            teller.done()
            self._keep_found(found, parts)
            self._keep_labels(client, workers, found["labels"], own)
        self.seconds_ = time.monotonic() - begun
        self._warn_of_the_end(stacklevel=3)
        return self

    def _require_what_distributes(self: Any) -> None:
        if not isinstance(self.n_clusters, (int, np.integer)):
            raise ValueError("the number of clusters is not chosen over workers: take a sample of the items, and ask bellwether.choose_k")
        if getattr(self, "zero_rows", "error") != "error":
            raise ValueError("zero_rows='largest' needs all items in one place: drop rows that are all zeros before")
        if getattr(self, "min_size", 0) or getattr(self, "max_size", 0):
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
        self.figures_ = found["figures"]
        self._set("cluster_centers_", self.parameters_.get("means", self.parameters_.get("directions")))
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

    def _keep_labels(self: Any, client: Any, workers: Workers, told: tuple[str, bytes], own: bool) -> None:
        """They stay where the items are, unless the cluster ends with the call."""
        step, model = told
        shared = client.submit(_same, model, pure=False)
        # Topics are known where the rounds were; other labels are found anywhere.
        pairs = workers.each(_labelled, step, shared) if step == "topics" else [
            client.submit(_labelled, part, step, shared, pure=False) for part in workers.parts.futures]
        parts = workers.parts
        self.labels_ = _joined_array(client, [client.submit(_first, pair, pure=False) for pair in pairs], parts.sizes, np.int32, own)
        sure = None
        if result_of(client, client.submit(_is_sure, pairs[0], pure=False)):
            sure = _joined_array(client, [client.submit(_second, pair, pure=False) for pair in pairs], parts.sizes, np.float64, own)
        self._set("probabilities_", sure)

    def predict(self: Any, X: Any) -> Any:
        """The cluster of each of other items: lazily for a Dask array or dataframe, at once for a local array."""
        if isinstance(X, da.Array) or hasattr(X, "to_delayed"):
            self._require_model()
            return predict(self, X)
        return super().predict(X)  # type: ignore[misc]

    def fit_predict(self: Any, X: Any, y: Any = None, **known: Any) -> Any:
        """Fit, and the cluster of each item as a Dask array."""
        return self.fit(X, **known).labels_

    def __getstate__(self: Any) -> dict[str, Any]:
        """Without the cluster: a model that is saved or sent away places items anywhere."""
        state = dict(super().__getstate__())  # type: ignore[misc]
        state["client"] = None
        for name in ("labels_", "probabilities_"):
            state.pop(name, None)
        return state
