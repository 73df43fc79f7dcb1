"""A space that known classes teach, over a Dask cluster: the sums over the items of each class are made where the items are."""

from __future__ import annotations

from typing import Any

import dask.array as da
import numpy as np

from . import _core, _dask_estimators, estimators
from ._base import library_options
from ._dask_fit import OverWorkers, Workers, client_or_own
from ._dask_items import HeldRows, blocks_of, parts_of
from ._errors import said_in_python
from ._items import as_rows, from_rows
from ._names import class_name
from ._progress import Teller


class Whiten(OverWorkers, estimators.Whiten):
    """`bellwether.Whiten` over a Dask cluster, with its parameters. Clusterer "auto" is "kmeans" here.

    client : distributed.Client, default=None
        None: the default client, or a cluster of threads made for the call.
    """

    def __init__(self, n_clusters=2, *, shrinkage=0.6, weights="none", random_state=0, clusterer="auto", clusterer_params=None, zero_rows="error",
                 trust="checked", threads=0, verbose=0, client=None):
        super().__init__(n_clusters, shrinkage=shrinkage, weights=weights, random_state=random_state, clusterer=clusterer,
                         clusterer_params=clusterer_params, zero_rows=zero_rows, trust=trust, threads=threads, verbose=verbose)
        self.client = client

    def fit(self, X: Any, y: Any = None, *, known: Any = None, callback: Any = None) -> "Whiten":
        """Learn from items of known classes, and find the clusters of others.

        Parameters
        ----------
        X : dask array, dask dataframe, list of delayed blocks, or paths of files that workers can read
        known : (items, classes)
            Items of known classes, as X, and the class of each: an array of whole numbers or words, or a dask array of whole numbers.
        callback : function of a dict, default=None
            Called with the progress; False from it stops the fit and keeps the best so far.
        """
        if known is None or len(known) != 2:
            raise ValueError("Whiten learns from items of known classes: give known=(items, classes)")
        if self.trust != "always":
            raise ValueError("what is known is not checked over workers, as that needs all items in one place: give trust='always'")
        items, classes = known
        if not isinstance(classes, da.Array):
            classes = np.unique(np.asarray(classes), return_inverse=True)[1].astype(np.int32)
        with client_or_own(self.client) as (client, own):
            blocks = list(blocks_of(X)) + list(blocks_of(items))  # in one list, as the local estimator has them
            parts = parts_of(client, blocks, 1, False, Labelled(classes))
            options = library_options({"shrinkage": self.shrinkage, "weights": self.weights})
            with said_in_python():
                self._measure, self.learned_ = _core.learn_parts("whiten", Workers(client, parts), options, parts.names,
                                                                 Teller(self.verbose, callback).callback)
            whole = parts_of(client, X, self.n_clusters, False)
            mapped = [client.submit(_mapped, part, self._measure, pure=False) for part in whole.futures]
            name = class_name("kmeans" if self.clusterer == "auto" else self.clusterer)
            if name not in _dask_estimators.__all__:
                raise ValueError(f"{self.clusterer} needs all items in one place: clusterer may be one of those in bellwether.dask")
            finder = getattr(_dask_estimators, name)(self.n_clusters, random_state=self.random_state, verbose=self.verbose, client=client,
                                                     **(self.clusterer_params or {}))
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


class Labelled:
    """Classes of the last items; those before them have none."""

    def __init__(self, classes: Any) -> None:
        self.classes = classes


def _mapped(part: HeldRows, measure: Any) -> Any:
    values = part.values if isinstance(part.values, tuple) else as_rows(part.values)
    return from_rows(measure.measure(values, threads=1))
