"""Fits over real Dask clusters of processes, beside the same fit in this process: the bits are equal."""

from __future__ import annotations

import inspect
import os
import pickle
import signal
import time

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("distributed", reason="Dask is not installed for this Python; `make test` runs these tests where it is")

import dask  # noqa: E402
import dask.array as da  # noqa: E402
import distributed  # noqa: E402

import bellwether  # noqa: E402
from bellwether import dask as over_dask  # noqa: E402
from dask_clusters import asked_by_default, assert_same, chunks_of, client, cluster_of, items, two  # noqa: E402, F401

pytestmark = pytest.mark.filterwarnings("ignore:Sending large graph", "ignore::sklearn.exceptions.ConvergenceWarning")


METHODS = [("KMeans", {}), ("KMeans", {"start": "random"}), ("KMeans", {"search": "lloyd"}), ("SphericalKMeans", {}), ("GM", {}),
           *[("GM", {"covariance": covariance}) for covariance in ("round", "diagonal", "full", "shared")],
           ("VM", {}), ("VM", {"concentration": "own"}), ("Multinomial", {}), ("PLSA", {}), ("PLSA", {"temper": 0.8})]
COUNTS = ("Multinomial", "PLSA")


@pytest.mark.parametrize("name, options", METHODS)
def test_the_bits_are_those_of_one_process(client, name, options):
    X = items(12000)
    if name in COUNTS:
        X = np.floor(np.abs(X)) + 1
    options = {"n_clusters": 7, "n_init": 2, "max_iter": 8, "random_state": 5, **options}
    local = getattr(bellwether, name)(**options).fit(X)
    found = getattr(over_dask, name)(**options, client=client).fit(da.from_array(X, chunks=(chunks_of(len(X)), 2)))
    assert_same(found, local)


def test_seven_workers_find_the_same():
    X = items()
    with cluster_of(7, processes=False) as cluster, distributed.Client(cluster) as client:
        for name in ("KMeans", "GM", "VM"):
            local = getattr(bellwether, name)(7, n_init=2, max_iter=12).fit(X)
            assert_same(getattr(over_dask, name)(7, n_init=2, max_iter=12, client=client).fit(da.from_array(X, chunks=(2000, 5))), local)


@pytest.mark.parametrize("name", ["SeededKMeans", "ConstrainedKMeans", "ConstrainedSphericalKMeans", "SeededGM", "ConstrainedGM", "ConstrainedVM"])
def test_seeds_stay_with_the_items(two, name):
    X = items(9000)
    seeds = np.full(len(X), -1)
    seeds[5:8000:40] = np.arange(len(seeds[5:8000:40])) % 4
    options = {"n_clusters": 5, "n_init": 2, "max_iter": 8, "trust": "always"}
    local = getattr(bellwether, name)(**options).fit(X, seeds=seeds)
    chunks = da.from_array(X, chunks=(chunks_of(len(X)), 5))
    for known in (seeds, {i: int(s) for i, s in enumerate(seeds) if s >= 0}, da.from_array(seeds, chunks=1234)):
        assert_same(getattr(over_dask, name)(**options, client=two).fit(chunks, seeds=known), local)
    with pytest.raises(ValueError, match="trust='always'"):
        getattr(over_dask, name)(5, client=two).fit(chunks, seeds=seeds)
    with pytest.raises(ValueError, match="a whole number for each of 9000 items"):
        getattr(over_dask, name)(**options, client=two).fit(chunks, seeds=seeds[:-1])


def test_without_a_client_a_cluster_is_made_for_the_call():
    X = items(5000)
    local = bellwether.KMeans(3, n_init=2).fit(X)
    assert_same(over_dask.KMeans(3, n_init=2).fit(da.from_array(X, chunks=(1000, 5))), local)


@pytest.mark.parametrize("name", ["KMeans", "SphericalKMeans"])
def test_sparse_blocks(two, name):
    X = sp.random(9000, 300, density=0.05, format="csr", random_state=1) + sp.csr_matrix(([1.0] * 9000, (range(9000), [0] * 9000)), shape=(9000, 300))
    X = X.tocsr()
    local = getattr(bellwether, name)(4, n_init=2, max_iter=10).fit(X)
    blocks = [dask.delayed(X[first:first + 2500]) for first in range(0, 9000, 2500)]
    assert_same(getattr(over_dask, name)(4, n_init=2, max_iter=10, client=two).fit(blocks), local)


def test_float32_stays_narrow_and_is_added_in_double(two):
    X = items().astype(np.float32)
    local = bellwether.KMeans(5, n_init=2, max_iter=10).fit(X.astype(np.float64))
    assert_same(over_dask.KMeans(5, n_init=2, max_iter=10, client=two).fit(da.from_array(X, chunks=(7000, 5))), local)


def test_a_dataframe_gives_the_names_of_its_columns(two):
    pandas = pytest.importorskip("pandas")
    frames = pytest.importorskip("dask.dataframe")
    table = pandas.DataFrame(items(5000, 3), columns=["a", "b", "c"])
    found = over_dask.KMeans(3, n_init=2, client=two).fit(frames.from_pandas(table, npartitions=3))
    assert_same(found, bellwether.KMeans(3, n_init=2).fit(table))
    assert list(found.feature_names_in_) == ["a", "b", "c"]


def test_files_are_read_by_the_workers(two, tmp_path):
    X = items(9000)
    np.save(tmp_path / "1.npy", X[:2000])
    np.save(tmp_path / "2.npy", X[2000:])
    local = bellwether.KMeans(4, n_init=2, max_iter=10).fit(X)
    assert_same(over_dask.KMeans(4, n_init=2, max_iter=10, client=two).fit(tmp_path), local)
    assert_same(over_dask.KMeans(4, n_init=2, max_iter=10, client=two).fit([tmp_path / "1.npy", str(tmp_path / "2.npy")]), local)


def test_tables_of_arrow_are_read_by_the_workers(two, tmp_path):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import feather, parquet

    X = items(6000, 2)
    for number, rows in enumerate(np.array_split(X, 3)):
        parquet.write_table(pa.table({"a": rows[:, 0], "b": rows[:, 1]}), tmp_path / f"{number}.parquet")
    local = bellwether.KMeans(4, n_init=2, max_iter=10).fit(X)
    assert_same(over_dask.KMeans(4, n_init=2, max_iter=10, client=two).fit(tmp_path), local)
    feather.write_feather(pa.table({"a": X[:, 0], "b": X[:, 1]}), str(tmp_path / "all.feather"))
    assert_same(over_dask.KMeans(4, n_init=2, max_iter=10, client=two).fit(tmp_path / "all.feather"), local)
    parquet.write_table(pa.table({"a": [1.0], "b": [[1, 2]]}), tmp_path / "9.parquet")
    with pytest.raises(ValueError, match="9.parquet: column b holds list"):
        over_dask.KMeans(2, client=two).fit(tmp_path / "9.parquet")


def killing(cluster, at):
    """A callback that ends one worker by its process id, once, in the middle of the fit; and whom it ended."""
    ended = []

    def callback(progress):
        if progress["stage"] == at and progress["iteration"] >= 2 and not ended:
            ended.append(next(iter(cluster.workers.values())).pid)
            os.kill(ended[0], signal.SIGKILL)

    return callback, ended


@pytest.mark.parametrize("name, at", [("KMeans", "iterating"), ("KMeans", "choosing the first means"), ("GM", "iterating"), ("PLSA", "iterating")])
def test_a_worker_that_is_killed_loses_nothing(name, at):
    X = items(60000)
    if name in COUNTS:
        X = np.floor(np.abs(X)) + 1
    options = {"n_clusters": 12, "n_init": 1, "max_iter": 60 if name == "KMeans" else 20, "tol": 0.0}
    local = getattr(bellwether, name)(**options).fit(X)
    with cluster_of(2) as cluster, distributed.Client(cluster) as client:
        callback, ended = killing(cluster, at)
        found = getattr(over_dask, name)(**options, client=client).fit(da.from_array(X, chunks=(7000, 5)), callback=callback)
        assert ended, "the fit ended before a worker could be killed"
        assert_same(found, local)


def test_a_number_that_is_none_is_named_with_part_and_row(two):
    X = items(5000)
    X[3210, 2] = np.nan
    with pytest.raises(ValueError, match=r"part 3, row 210, column 2 .* is not a finite number"):
        over_dask.KMeans(3, client=two).fit(da.from_array(X, chunks=(1000, 5)))
    sparse = sp.csr_matrix(np.diag([1.0, 2.0, np.inf]))
    with pytest.raises(ValueError, match=r"part 0, row 2, column 2 .* is not a finite number"):
        over_dask.KMeans(2, client=two).fit([dask.delayed(sparse)])


def test_a_row_without_a_direction_is_named(two):
    X = items(2000)
    X[1500] = 0
    with pytest.raises(ValueError, match="part 1, row 500 .* is all zeros"):
        over_dask.SphericalKMeans(3, client=two).fit(da.from_array(X, chunks=(1000, 5)))


def test_empty_parts_do_not_matter(two):
    X = items(5000)
    empty = dask.delayed(X[:0])
    blocks = [empty, dask.delayed(X[:3000]), empty, dask.delayed(X[3000:]), empty]
    assert_same(over_dask.KMeans(3, n_init=2, client=two).fit(blocks), bellwether.KMeans(3, n_init=2).fit(X))
    with pytest.raises(ValueError, match="X has no items"):
        over_dask.KMeans(3, client=two).fit([empty])


def test_parts_that_do_not_go_together_are_named(two):
    pandas = pytest.importorskip("pandas")
    X = items(2000)
    with pytest.raises(ValueError, match="part 1 has 4 columns, but the first has 5"):
        over_dask.KMeans(3, client=two).fit([dask.delayed(X), dask.delayed(X[:, :4])])
    with pytest.raises(ValueError, match="part 1 has the columns a, c, but the first has a, b"):
        over_dask.KMeans(3, client=two).fit([dask.delayed(pandas.DataFrame(X[:, :2], columns=names)) for names in (["a", "b"], ["a", "c"])])
    with pytest.raises(ValueError, match="part 1 is sparse"):
        over_dask.KMeans(3, client=two).fit([dask.delayed(X), dask.delayed(sp.csr_matrix(X))])
    with pytest.raises(ValueError, match="part 0 does not hold numbers alone"):
        over_dask.KMeans(3, client=two).fit([dask.delayed(np.array([["a", "b"], ["c", "d"]]))])


def test_a_file_that_cannot_be_read_is_named(two, tmp_path):
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 is not all")
    with pytest.raises(Exception, match="(?i)parquet"):
        over_dask.KMeans(3, client=two).fit(tmp_path / "broken.parquet")
    with pytest.raises(ValueError, match="cannot read .xlsx"):
        over_dask.KMeans(3, client=two).fit(tmp_path / "table.xlsx")
    with pytest.raises(TypeError, match="use the estimator of the same name in bellwether"):
        over_dask.KMeans(3, client=two).fit(np.zeros((3, 3)))


def test_errors_of_the_library_come_through(two):
    blocks = da.ones((5000, 3), chunks=(1000, 3))
    with pytest.raises(bellwether.InvalidInput, match="fewer of the 5000 items are different"):
        over_dask.KMeans(3, client=two).fit(blocks)


def test_what_does_not_distribute_says_what_to_do(two):
    X = da.from_array(items(2000), chunks=(500, 5))
    for options, word in [({"min_size": 3}, "sizes"), ({"n_clusters": "auto"}, "choose_k"), ({"zero_rows": "largest"}, "zero_rows")]:
        with pytest.raises(ValueError, match=word):
            over_dask.KMeans(**{"n_clusters": 3, **options}, client=two).fit(X)


def test_a_client_that_goes_away_ends_the_fit_with_words_and_leaves_the_cluster_usable():
    X = da.from_array(items(20000), chunks=(2000, 5))
    with cluster_of(2) as cluster:
        leaving = distributed.Client(cluster)

        def callback(progress):
            if progress["iteration"] >= 2:
                leaving.close()

        began = time.monotonic()
        with pytest.raises(Exception, match="(?i)clos|cancel|lost|connection"):
            over_dask.KMeans(8, tol=0.0, client=leaving).fit(X, callback=callback)
        assert time.monotonic() - began < 60
        with distributed.Client(cluster) as client:
            assert over_dask.KMeans(3, n_init=1, client=client).fit(X).labels_.compute().shape == (20000,)


def test_a_cluster_without_workers_is_an_error_and_not_a_wait(monkeypatch):
    from bellwether import _dask_wait

    monkeypatch.setattr(_dask_wait, "_PATIENCE", 1.0)
    with cluster_of(0) as cluster, distributed.Client(cluster) as client:
        with pytest.raises(RuntimeError, match="no worker left"):
            over_dask.KMeans(3, client=client).fit(da.ones((5000, 3), chunks=(1000, 3)))


def test_a_worker_with_too_little_memory_is_an_error_and_not_a_wait():
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}):
        with cluster_of(1, memory_limit="300MB") as cluster, distributed.Client(cluster) as client:
            rows = da.random.random((60_000_000, 1), chunks=(60_000_000, 1))
            with pytest.raises(Exception, match="(?i)memory|kill|died|dying"):
                over_dask.KMeans(3, n_init=1, max_iter=2, client=client).fit(rows)


def test_the_progress_is_told_and_false_keeps_the_best_so_far(two):
    told = []

    def callback(progress):
        told.append(progress["stage"])
        return progress["stage"] != "iterating" or progress["iteration"] < 3

    with pytest.warns(bellwether.StoppedWarning):
        found = over_dask.KMeans(12, tol=0.0, client=two).fit(da.from_array(items(), chunks=(5000, 5)), callback=callback)
    assert found.stopped_ and "choosing the first means" in told
    assert len(np.unique(found.labels_.compute())) == 12


def test_a_model_learned_on_a_cluster_places_items_anywhere(two, tmp_path):
    X = items(6000)
    chunks = da.from_array(X, chunks=(1000, 5))
    found = over_dask.KMeans(4, n_init=2, client=two).fit(chunks)
    labels = found.labels_.compute()
    found.save(tmp_path / "model.bw")
    assert np.array_equal(bellwether.load(tmp_path / "model.bw").predict(X), labels)
    assert np.array_equal(found.predict(X), labels)
    assert isinstance(found.predict(chunks), da.Array)
    assert np.array_equal(found.predict(chunks).compute(), labels)
    assert np.array_equal(pickle.loads(pickle.dumps(found)).predict(X), labels)


@pytest.mark.parametrize("name", [name for name in over_dask.__all__ if name not in ("Normaliser", "SVD", "Vectorizer", "predict")])
def test_parameters_are_those_of_the_local_estimator_and_a_client(name):
    def parameters(module):
        return {n: p.default for n, p in inspect.signature(getattr(module, name).__init__).parameters.items()}

    assert parameters(over_dask) == {**parameters(bellwether), "client": None}
