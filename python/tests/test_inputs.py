"""Arrays go in without a copy; frames bring their ids; bad input gets the right error."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

import bellwether
from bellwether._items import as_rows


def test_arrays_are_not_copied(iris):
    assert np.shares_memory(as_rows(iris.data), iris.data)
    matrix = sp.csr_matrix(iris.data)
    starts, columns, values, count = as_rows(matrix)
    assert np.shares_memory(values, matrix.data) and np.shares_memory(columns, matrix.indices) and count == 4


def test_fit_reads_the_callers_own_memory(iris):
    """The estimator holds no second copy: sklearn's validation hands the same array on."""
    from bellwether._items import take

    X = np.ascontiguousarray(iris.data)
    assert np.shares_memory(take(bellwether.KMeans(), X, reset=True).rows, X)
    matrix = sp.csr_matrix(X)
    assert np.shares_memory(take(bellwether.KMeans(), matrix, reset=True).rows[2], matrix.data)


@pytest.mark.parametrize("convert", [
    lambda X: np.asfortranarray(X), lambda X: X.astype(np.float32).astype(np.float64), lambda X: X.tolist(),
    lambda X: X[::-1][::-1], sp.csr_matrix, sp.csc_matrix, sp.coo_matrix])
def test_every_form_gives_the_same_clusters(convert, iris):
    data = iris.data.astype(np.float32).astype(np.float64)
    want = bellwether.GM(3).fit(data).labels_
    np.testing.assert_array_equal(bellwether.GM(3).fit(convert(data)).labels_, want)


def test_sparse_rows_out_of_order_are_sorted_in_a_copy():
    matrix = sp.csr_matrix((np.array([2.0, 1, 3, 4, 4]), np.array([1, 0, 0, 1, 1]), np.array([0, 2, 3, 5])), shape=(3, 2))
    before = matrix.indices.copy()
    found = bellwether.KMeans(2, n_init=1).fit(matrix)
    np.testing.assert_array_equal(matrix.indices, before)
    np.testing.assert_array_equal(found.labels_, bellwether.KMeans(2, n_init=1).fit(matrix.toarray()).labels_)


def test_a_sparse_matrix_that_lies_about_its_columns_is_refused():
    from bellwether import _core

    bad = (np.array([0, 1], dtype=np.int64), np.array([7], dtype=np.int32), np.array([1.0]), 2)
    with pytest.raises(bellwether.InvalidInput, match="names column 7"):
        _core.run(bad, _core.Evidence(), _core.Wishes())
    short = (np.array([0, 9], dtype=np.int64), np.array([1], dtype=np.int32), np.array([1.0]), 2)
    with pytest.raises(bellwether.InvalidInput, match="end where"):
        _core.run(short, _core.Evidence(), _core.Wishes())


@pytest.mark.parametrize("kind", ["pandas", "polars"])
def test_frames_bring_ids_and_names(kind, iris, some_seeds):
    frames = pytest.importorskip(kind)
    names = [f"flower {i}" for i in range(150)]
    columns = [f"length {j}" for j in range(4)]
    if kind == "pandas":
        frame = frames.DataFrame(iris.data, index=names, columns=columns)
    else:
        frame = frames.DataFrame({"id": names, **{c: iris.data[:, j] for j, c in enumerate(columns)}})
    found = bellwether.COPKMeans(3, trust="always").fit(frame, cannot_link=[("flower 0", "flower 1")])
    assert found.ids_.tolist() == names and found.feature_names_in_.tolist() == columns
    assert found.labels_[0] != found.labels_[1]
    with pytest.raises(ValueError, match="no item has the id 'flower 999'"):
        bellwether.COPKMeans(3).fit(frame, must_link=[("flower 0", "flower 999")])
    np.testing.assert_array_equal(
        bellwether.SeededKMeans(3).fit(frame, seeds=some_seeds).labels_,
        bellwether.SeededKMeans(3).fit(iris.data, seeds=some_seeds).labels_)
    other = frame.rename(columns={"length 3": "width"}) if kind == "pandas" else frame.rename({"length 3": "width"})
    with pytest.raises(ValueError, match="feature names should match"):
        bellwether.KMeans(3).fit(frame).predict(other)


def test_a_series_of_seeds_is_matched_by_its_index(iris):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(iris.data, index=[f"f{i}" for i in range(150)])
    seeds = pandas.Series(["wide", "long", "round"], index=["f140", "f60", "f0"])
    found = bellwether.ConstrainedKMeans(3, trust="always").fit(frame, seeds=seeds)
    assert found.cluster_names_[found.labels_[[0, 60, 140]]].tolist() == ["round", "long", "wide"]
    with pytest.raises(ValueError, match="ids must differ"):
        bellwether.KMeans(3).fit(pandas.concat([frame, frame]))


@pytest.mark.parametrize("parameters, message", [
    ({"n_clusters": 0}, "clusters"), ({"n_clusters": 151}, "151|items"), ({"n_clusters": "many"}, "clusters"),
    ({"tol": -1.0}, "tolerance"), ({"search": "quick"}, "bounded"), ({"max_iter": 0}, "iterations")])
def test_parameters_out_of_range(parameters, message, iris):
    with pytest.raises(ValueError, match=message):
        bellwether.KMeans(**{"n_clusters": 3, **parameters}).fit(iris.data)


def test_a_parameter_of_no_type_at_all(iris):
    with pytest.raises(TypeError, match="tolerance"):
        bellwether.KMeans(3, tol=[1]).fit(iris.data)
    with pytest.raises(ValueError, match="zero_rows"):
        bellwether.VM(3, zero_rows="drop").fit(iris.data)
    with pytest.raises(ValueError, match="trust"):
        bellwether.SeededKMeans(3, trust="blindly").fit(iris.data, seeds=[0, 1, 2] + [-1] * 147)


def test_values_that_are_no_numbers(iris):
    data = iris.data.copy()
    data[3, 1] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        bellwether.KMeans(3).fit(data)
    with pytest.raises(ValueError, match="features"):
        bellwether.KMeans(3).fit(iris.data).predict(iris.data[:, :2])


def test_random_states(iris):
    same = [bellwether.KMeans(3, n_init=1, random_state=5).fit(iris.data).trace_ for _ in range(2)]
    np.testing.assert_array_equal(*same)
    drawn = [bellwether.KMeans(3, random_state=np.random.RandomState(1)).fit(iris.data).labels_ for _ in range(2)]
    np.testing.assert_array_equal(*drawn)
    bellwether.KMeans(3, random_state=None).fit(iris.data)


def test_what_read_returns_is_an_input(iris):
    np.testing.assert_array_equal(bellwether.KMeans(3).fit(iris).labels_, bellwether.KMeans(3).fit(iris.data).labels_)


def test_texts_are_sent_to_vectorize():
    with pytest.raises(ValueError, match="bellwether.vectorize"):
        bellwether.KMeans(2).fit(["a text", "another"])


@pytest.mark.parametrize("threads", [-1, 1.5, "two", True])
def test_threads_that_make_no_sense(threads, iris):
    with pytest.raises(ValueError, match="threads"):
        bellwether.KMeans(3, threads=threads).fit(iris)


def test_nothing_of_an_earlier_fit_stays(iris):
    pandas = pytest.importorskip("pandas")
    named = pandas.DataFrame(iris.data, index=[f"f{i}" for i in range(150)])
    estimator = bellwether.ConstrainedKMeans(3, trust="always").fit(named, seeds={"f0": "a", "f60": "b"})
    assert estimator.cluster_names_.tolist() == ["a", "b", "2"] and len(estimator.ids_) == 150
    estimator.fit(iris.data)
    assert not hasattr(estimator, "ids_") and not hasattr(estimator, "cluster_names_")
