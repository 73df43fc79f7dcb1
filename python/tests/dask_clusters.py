"""Clusters of processes, items for them, and how a fit over them is compared with one in this process."""

from __future__ import annotations

import dask.array as da
import distributed
import numpy as np
import pytest


def items(rows=30000, columns=5):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(rows, columns))
    X[rng.random(rows) < 0.5] += 4
    return X


def chunks_of(rows, sizes=(1, 7001, 4096, 333)):
    """Unequal chunks, none of which ends where a shard does."""
    chunks, left = [], rows
    while left:
        chunks.append(min(left, sizes[len(chunks) % len(sizes)]))
        left -= chunks[-1]
    return tuple(chunks)


def cluster_of(workers, **options):
    return distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, **options)


@pytest.fixture(scope="module", params=[2, 3])
def client(request):
    with cluster_of(request.param) as cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def two():
    with cluster_of(2) as cluster, distributed.Client(cluster) as client:
        yield client


@pytest.fixture(autouse=True)
def asked_by_default(request):
    """The test's own cluster: others may be there, too."""
    name = next((name for name in ("client", "two") if name in request.fixturenames), None)
    if name is None:
        yield
        return
    with request.getfixturevalue(name).as_current():
        yield


def assert_same(found, local):
    assert isinstance(found.labels_, da.Array)
    assert np.array_equal(found.labels_.compute(), local.labels_)
    assert found.parameters_.keys() == local.parameters_.keys()
    for name, table in local.parameters_.items():
        assert np.array_equal(found.parameters_[name], table), name
    assert found.figures_ == local.figures_
    if getattr(local, "probabilities_", None) is not None and len(local.probabilities_):
        assert np.array_equal(found.probabilities_.compute(), local.probabilities_)
    assert np.array_equal(found.trace_, local.trace_)
    assert found.objective_ == local.objective_ and found.n_iter_ == local.n_iter_
    assert found.converged_ == local.converged_ and found.options_ == local.options_
    assert np.array_equal(found.sizes_, np.bincount(local.labels_, minlength=local.n_clusters_))


TOPICS = [["river", "rain", "flood", "cloud", "storm"], ["bank", "money", "loan", "price", "market"], ["goal", "match", "team", "league", "coach"]]


def some_texts(count):
    rng = np.random.default_rng(1)
    return [" ".join(rng.choice(TOPICS[k % 3] + ["report", "today", f"number{k % 50}"], 6)) for k in range(count)]
