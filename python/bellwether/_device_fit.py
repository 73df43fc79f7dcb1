"""A fit of items that lie on a GPU."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from . import _core
from ._device_rows import DeviceRows, check_like_host, require_runs_there, rows_of
from ._errors import in_python, said_in_python
from ._items import Items
from ._knowledge import seeds_of, whole
from ._progress import Teller


def _require_what_runs_there(estimator: Any, given: dict[str, Any]) -> None:
    if not isinstance(estimator.n_clusters, (int, np.integer)):
        raise ValueError("the number of clusters is not chosen on a GPU: give a number, or ask bellwether.choose_k about a sample on the host")
    for name, known in given.items():
        if name != "seeds" and known is not None and not (np.isscalar(known) and known == 0):
            raise ValueError(f"{name} cannot be used where X lies on a GPU: copy X to the host first")


def find_there(estimator: Any, X: Any, given: dict[str, Any], callback: Any) -> tuple[dict[str, Any], Items] | None:
    """What the pipeline finds, and the items; None: there is no GPU, or it failed, which a warning has said."""
    require_runs_there(estimator)
    rows = rows_of(X)
    check_like_host(estimator, rows, reset=True)
    _require_what_runs_there(estimator, given)
    items = Items(rows, rows.rows, None, None)
    teller = Teller(estimator.verbose, callback)
    with said_in_python():
        found = _ask(estimator, rows, items, given.get("seeds"), teller)
    teller.done()
    if found is None:
        return None
    if "failure" in found:
        warnings.warn(f"{in_python(found['failure'])}; X is copied to the host", RuntimeWarning, stacklevel=4)
        return None
    if "not_finite" in found:
        check_like_host(estimator, rows, reset=True, value=found["not_finite"])
    return found, items


def _ask(estimator: Any, rows: DeviceRows, items: Items, seeds: Any, teller: Teller) -> dict[str, Any] | None:
    clusters, names = seeds_of(seeds, items)
    options = {**estimator._options(), "clusters": whole(estimator.n_clusters, "n_clusters", 1), "random_seed": estimator._seed()}
    return _core.run_resident(rows, estimator._method, options, seeds=clusters, names=names, trust=estimator.trust,
                              threads=whole(estimator.threads, "threads"), callback=teller.callback, device=estimator.device)
