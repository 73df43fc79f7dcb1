"""Estimators for items that a Dask cluster holds: the same arguments, and the same bits, as the local ones.

Items stay with the workers. The client holds models and statistics only: each round it sends a model, workers add up their shards in an
order that the numbers of items, features and clusters fix, and the sums come back merged. So labels, centres and objective do not depend
on the number of workers, on how chunks were cut, or on a worker that died meanwhile, and are those of `bellwether.KMeans` in one process.
"""

from __future__ import annotations

try:
    import dask.array
    import distributed
except ImportError as error:  # pragma: no cover
    raise ImportError("bellwether.dask needs Dask: pip install 'dask[array,dataframe,distributed]'") from error

from typing import Any

from . import _dask_estimators, estimators
from ._dask_estimators import *  # noqa: F403
from ._dask_fit import predict
from ._dask_steps import SVD, Normaliser
from ._dask_vectorizer import Vectorizer

__all__ = [*_dask_estimators.__all__, "Normaliser", "SVD", "Vectorizer", "predict"]


def __getattr__(name: str) -> Any:
    """What does not run over workers says what to do instead; also to `from bellwether.dask import SIB`, which hides other errors."""
    local = getattr(estimators, name, None) if name in estimators.__all__ else None
    if local is None:
        raise AttributeError(f"module 'bellwether.dask' has no attribute {name!r}")
    instead = "place the others with bellwether.dask.predict" if hasattr(local, "predict") else "give its labels as seeds to bellwether.dask.SeededKMeans"
    raise ImportError(f"{name} needs all items in one place: fit bellwether.{name} on a sample of the items, and {instead}")
