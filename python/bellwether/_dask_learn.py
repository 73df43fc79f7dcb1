"""A space that known classes teach, over a Dask cluster: the sums over the items are made where the items are."""

from __future__ import annotations

from typing import Any

import dask
import dask.array as da
import numpy as np
import scipy.sparse as sp

from . import _core
from ._dask_fit import OverWorkers, Workers, client_or_own
from ._dask_items import blocks_at, blocks_of, parts_of
from ._dask_wait import result_of
from ._errors import said_in_python
from ._items import as_rows, from_rows
from ._knowledge import number
from ._names import class_name
from ._progress import Teller


class LearnsOverWorkers(OverWorkers):
    """`fit` of a learner: a space from items of known classes, then clusters in it. They themselves are written from the table."""

    _learner: str
    _sees_new_items = False  #: what is learned may depend on the items to be clustered

    def _learn_there(self: Any, X: Any, known: Any, callback: Any) -> Any:
        name = type(self).__name__
        if known is None or len(known) != 2:
            raise ValueError(f"{name} learns from items of known classes: give known=(items, classes)")
        if self.trust != "always":
            raise ValueError("what is known is not checked over workers, as that needs all items in one place: give trust='always'")
        from . import _dask_estimators  # which are written from the table, and stand on this

        finder_name = class_name("kmeans" if self.clusterer == "auto" else self.clusterer)
        if finder_name not in _dask_estimators.__all__:
            raise ValueError(f"{self.clusterer} needs all items in one place: clusterer may be one of those in bellwether.dask")
        with client_or_own(self.client) as (client, own):
            self._measure, self.learned_ = self._learned(client, X, known, callback)
            whole = parts_of(client, X, self.n_clusters, False)
            mapped = [client.submit(_mapped, block, self._measure, pure=False) for block in client.compute(blocks_at(client, X))]
            finder = getattr(_dask_estimators, finder_name)(self.n_clusters, random_state=self.random_state, verbose=self.verbose,
                                                            client=client, **(self.clusterer_params or {}))
            finder.fit(mapped, callback=callback)
            for attribute, value in vars(finder).items():
                if attribute.endswith("_") and not attribute.startswith("_"):
                    setattr(self, attribute, value)
            for attribute in ("labels_", "probabilities_"):
                there = getattr(self, attribute, None)
                if own and isinstance(there, da.Array):  # the cluster ends with the call
                    setattr(self, attribute, da.from_array(there.compute(), chunks=there.chunks))
        self.n_features_in_ = whole.columns
        if whole.names is not None:
            self.feature_names_in_ = np.array(whole.names, dtype=object)
        self._model = _core.behind(self._measure, finder._model)
        return self

    def _learned(self: Any, client: Any, X: Any, known: Any, callback: Any) -> Any:
        items, classes = known
        blocks = list(blocks_of(items))
        if self._sees_new_items:
            blocks = list(blocks_of(X)) + blocks  # in one list, as the local estimator has them
        elif getattr(self, "form", "full") == "full":
            blocks = [dask.delayed(_dense, pure=False)(block) for block in blocks]
        parts = parts_of(client, blocks, 1, False, Labelled(_in_order(client, classes)))
        with said_in_python():
            return _core.learn_parts(self._learner, Workers(client, parts), self._options(), parts.names, Teller(self.verbose, callback).callback)


class Labelled:
    """Classes of the last items; those before them have none."""

    def __init__(self, classes: Any) -> None:
        self.classes = classes


def _in_order(client: Any, classes: Any) -> Any:
    """Classes as 0, 1, 2, ... in the order in which they first occur, as one process numbers them."""
    if not isinstance(classes, da.Array):
        return number(classes)[0]
    values, first = result_of(client, client.compute(dask.delayed(da.unique(classes, return_index=True))))
    return classes.map_blocks(_numbered, values[np.argsort(first)], dtype=np.int32)


def _numbered(classes: np.ndarray, names: np.ndarray) -> np.ndarray:
    order = np.argsort(names)
    return order[np.searchsorted(names, classes, sorter=order)].astype(np.int32)


def _dense(block: Any) -> Any:
    return block.toarray() if sp.issparse(block) else block


def _mapped(block: Any, measure: Any) -> Any:
    return from_rows(measure.measure(as_rows(block), threads=1))
