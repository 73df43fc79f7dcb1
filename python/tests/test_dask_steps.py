"""Numbers, spaces and labels over a Dask cluster, beside the same in this process: the bits are equal."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest
import scipy.sparse as sp

pytest.importorskip("distributed", reason="Dask is not installed for this Python; `make test` runs these tests where it is")

import dask  # noqa: E402
import dask.array as da  # noqa: E402
import distributed  # noqa: E402

import bellwether  # noqa: E402
from bellwether import dask as over_dask  # noqa: E402
from dask_clusters import asked_by_default, assert_same, chunks_of, client, cluster_of, items, some_texts, two  # noqa: E402, F401

pytestmark = pytest.mark.filterwarnings("ignore:Sending large graph", "ignore::sklearn.exceptions.ConvergenceWarning")


def as_array(values):
    return values.toarray() if sp.issparse(values) else values


@pytest.mark.parametrize("weights", ["none", "known", "mixed"])
def test_whiten_learns_from_classes_that_the_workers_hold(two, weights):
    rng = np.random.default_rng(7)
    stretch = np.array([10.0, 1.0, 1.0, 5.0])
    known = (rng.normal(size=(5000, 4)) + 6 * np.eye(4)[rng.integers(0, 3, 5000)]) * stretch
    classes = rng.integers(0, 3, 5000)
    X = (rng.normal(size=(7000, 4)) + 6 * np.eye(4)[rng.integers(0, 4, 7000)]) * stretch
    options = {"n_clusters": 4, "weights": weights, "clusterer": "kmeans", "clusterer_params": {"n_init": 2}, "trust": "always"}
    local = bellwether.Whiten(**options).fit(X, known=(known, classes))
    chunks = da.from_array(X, chunks=(chunks_of(len(X)), 4))
    for labels in (classes, [f"class {c}" for c in classes], da.from_array(classes, chunks=999)):
        found = over_dask.Whiten(**options, client=two).fit(chunks, known=(da.from_array(known, chunks=(1500, 4)), labels))
        assert np.array_equal(found.labels_.compute(), local.labels_)
        assert np.array_equal(found.cluster_centers_, local.cluster_centers_) and found.objective_ == local.objective_
        assert np.array_equal(found.predict(X[:100]), local.labels_[:100])


@pytest.mark.parametrize("kind", ["standard", "range", "l2"])
def test_features_are_scaled_by_what_all_items_say(client, kind, tmp_path):
    X = items(9000) * [1, 100, 0.01, 5, 1] + [0, 0, 3, 0, 1e6]
    np.save(tmp_path / "X.npy", X)
    local = bellwether.vectorize(tmp_path / "X.npy", normalise=kind).data
    scaled = over_dask.Normaliser(kind, client=client).fit_transform(da.from_array(X, chunks=(chunks_of(len(X)), 2)))
    assert np.array_equal(np.concatenate(dask.compute(*scaled)), local)
    assert_same(over_dask.KMeans(4, n_init=2, client=client).fit(scaled), bellwether.KMeans(4, n_init=2).fit(local))


@pytest.mark.parametrize("options", [{"purpose": "clustering"}, {"weighting": "okapi", "min_documents": 3}, {"steps": "tf-idf + l2"},
                                     {"vocabulary": 9, "language": "english"},
                                     {"purpose": "clustering", "svd": 5}, {"steps": "tf-idf + svd:8,solver=lanczos + standard"}])
def test_words_are_those_of_all_texts_in_one_place(client, options):
    texts = some_texts(3000)
    local = bellwether.vectorize(texts, **options)
    blocks = [dask.delayed(texts[:700]), dask.delayed([]), dask.delayed(texts[700:710]), dask.delayed(texts[710:])]
    words = over_dask.Vectorizer(client=client, **options).fit(blocks)
    found = np.concatenate([as_array(block) for block in dask.compute(*words.transform(blocks)) if block.shape[0]])
    assert np.array_equal(found, as_array(local.data))
    assert np.array_equal(as_array(bellwether.vectorize(texts[:9], vectorizer=words.vectorizer_).data), found[:9])


def test_words_of_parquet_files_are_clustered_where_they_are(two, tmp_path):
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    texts = some_texts(6000)
    for number, first in enumerate(range(0, 6000, 2500)):
        parquet.write_table(pa.table({"body": texts[first:first + 2500]}), tmp_path / f"{number}.parquet", row_group_size=900)
    words = over_dask.Vectorizer(purpose="clustering", text_column="body", client=two)
    found = over_dask.SphericalKMeans(3, n_init=2, client=two).fit(words.fit_transform(tmp_path))
    assert_same(found, bellwether.SphericalKMeans(3, n_init=2).fit(bellwether.vectorize(texts, purpose="clustering").data))
    with pytest.raises(ValueError, match="no column text"):
        over_dask.Vectorizer(text_column="text", client=two).fit(tmp_path)
    with pytest.raises(ValueError, match="say which column"):
        over_dask.Vectorizer(client=two).fit(tmp_path)
    words.save(tmp_path / "words.bw")
    assert (tmp_path / "words.bw").stat().st_size > 0


def test_words_that_need_all_texts_in_one_place_say_so(two):
    texts = [dask.delayed(some_texts(30))]
    for options, word in [({"select": "information", "vocabulary": 3}, "information"), ({"steps": "svd:3 + ltc"}, "ltc"), ({"normalise": "standard"}, "sparse")]:
        with pytest.raises(ValueError, match=word):
            over_dask.Vectorizer(client=two, **options).fit(texts)
    with pytest.raises(ValueError, match="part 0, row 1 .* is None and not a text"):
        over_dask.Vectorizer(client=two).fit([dask.delayed(["a text", None])])
    with pytest.raises(ValueError, match="X has no texts"):
        over_dask.Vectorizer(client=two).fit([dask.delayed([])])


def spread(rows, columns):
    """Features of very different sizes."""
    return np.random.default_rng(2).normal(size=(rows, columns)) / (1 + np.arange(columns))


def in_one_process(X, path, **options):
    np.save(path, X) if isinstance(X, np.ndarray) else sp.save_npz(path, X)
    return bellwether.vectorize(path, **options).data


@pytest.mark.parametrize("name", ["tall", "wide", "small", "sparse"])
def test_singular_vectors_are_those_of_one_process(client, name, tmp_path):
    X = {"tall": spread(6000, 300), "wide": spread(1200, 1400), "small": spread(1500, 30)}.get(name)
    if X is None:
        X = sp.random(9000, 400, density=0.03, format="csr", random_state=1)
        blocks = [dask.delayed(X[first:first + 2500]) for first in range(0, 9000, 2500)]
    else:
        blocks = da.from_array(X, chunks=(chunks_of(len(X), (701, 3333, 1)), 100))
    local = in_one_process(X, tmp_path / ("X.npz" if name == "sparse" else "X.npy"), steps="svd:6 + l2")
    first = over_dask.SVD(6, client=client).fit_transform(blocks)
    then = over_dask.Normaliser("l2", client=client).fit_transform(first)
    assert np.array_equal(np.concatenate(dask.compute(*then)), local)


@pytest.mark.parametrize("workers", [1, 7])
def test_one_and_seven_workers_find_the_same_space_and_topics(workers, tmp_path):
    X, counts = spread(8000, 300), np.floor(np.abs(items(8000))) + 1
    others, tags = counts[:200] + 1, [f"tag {i % 5}" for i in range(200)]
    classes = np.arange(8000) % 3
    local = in_one_process(X, tmp_path / "X.npy", svd=6)
    topics = bellwether.APLSA(4, n_init=1, max_iter=5, trust="always").fit(counts, annotated=(others, tags))
    metric = {"n_clusters": 3, "gamma": 20.0, "clusterer": "kmeans", "clusterer_params": {"n_init": 1}, "trust": "always"}
    taught = bellwether.TCSGM(**metric).fit(counts, known=(counts, classes))
    with cluster_of(workers, processes=False) as cluster, distributed.Client(cluster) as client:
        found = over_dask.SVD(6, client=client).fit_transform(da.from_array(X, chunks=(chunks_of(len(X)), 300)))
        assert np.array_equal(np.concatenate(dask.compute(*found)), local)
        chunks = da.from_array(counts, chunks=(chunks_of(len(counts)), 5))
        assert_same(over_dask.APLSA(4, n_init=1, max_iter=5, trust="always", client=client).fit(chunks, annotated=(others, tags)), topics)
        assert np.array_equal(over_dask.TCSGM(**metric, client=client).fit(chunks, known=(chunks, classes)).labels_.compute(), taught.labels_)


def test_a_worker_that_is_killed_loses_no_singular_vector(tmp_path):
    X = spread(60000, 300)
    local = in_one_process(X, tmp_path / "X.npy", svd=6)
    with cluster_of(2) as cluster, distributed.Client(cluster) as client:
        ended = []

        def callback(progress):
            if progress["stage"] == "decomposing" and progress["iteration"] >= 2 and not ended:
                ended.append(next(iter(cluster.workers.values())).pid)
                os.kill(ended[0], signal.SIGKILL)

        found = over_dask.SVD(6, client=client).fit_transform(da.from_array(X, chunks=(7000, 300)), callback=callback)
        assert ended, "the fit ended before a worker could be killed"
        assert np.array_equal(np.concatenate(dask.compute(*found)), local)


def test_texts_reduced_by_an_svd_are_clustered_where_they_are(two, tmp_path):
    texts = some_texts(5000)
    local = bellwether.KMeans(3, n_init=2).fit(bellwether.vectorize(texts, purpose="clustering", svd=5).data)
    blocks = [dask.delayed(texts[first:first + 1300]) for first in range(0, 5000, 1300)]
    words = over_dask.Vectorizer(purpose="clustering", svd=5, client=two)
    found = over_dask.KMeans(3, n_init=2, client=two).fit(words.fit_transform(blocks))
    assert_same(found, local)
    words.save(tmp_path / "words.bw")
    again = bellwether.vectorize(texts[:50], vectorizer=bellwether.load(tmp_path / "words.bw")).data
    assert np.array_equal(found.predict(again), local.labels_[:50])


@pytest.mark.parametrize("weights", ["rows", "even"])
def test_topics_of_items_and_tags_are_those_of_one_process(two, weights):
    X = np.floor(np.abs(items(6000, 8))) + 1
    others, tags = np.floor(np.abs(items(300, 8))) + 1, [["a", "b"] if i % 3 else ["c"] for i in range(300)]
    options = {"n_clusters": 4, "n_init": 2, "max_iter": 8, "weights": weights}
    local = bellwether.APLSA(**options, trust="always").fit(X, annotated=(others, tags))
    chunks = da.from_array(X, chunks=(chunks_of(len(X)), 8))
    assert_same(over_dask.APLSA(**options, trust="always", client=two).fit(chunks, annotated=(others, tags)), local)
    with pytest.raises(ValueError, match="trust='always'"):
        over_dask.APLSA(**options, client=two).fit(chunks, annotated=(others, tags))


@pytest.mark.parametrize("name, options", [("TCSGM", {"gamma": 20.0}), ("TCSGML2", {"gamma": 20.0}), ("TCSGM", {"gamma": 5.0, "form": "diagonal"})])
def test_a_metric_from_classes_that_the_workers_hold(two, name, options):
    rng = np.random.default_rng(7)
    classes = rng.integers(0, 3, 5000)
    known = rng.normal(size=(5000, 4)) + 2 * np.eye(4)[classes]
    X = rng.normal(size=(7000, 4)) + 6 * np.eye(4)[rng.integers(0, 4, 7000)]
    options = {"n_clusters": 4, "clusterer": "kmeans", "clusterer_params": {"n_init": 2}, "trust": "always", **options}
    local = getattr(bellwether, name)(**options).fit(X, known=(known, classes))
    there = (da.from_array(known, chunks=(1500, 4)), classes)
    found = getattr(over_dask, name)(**options, client=two).fit(da.from_array(X, chunks=(chunks_of(len(X)), 4)), known=there)
    assert np.array_equal(found.labels_.compute(), local.labels_)
    assert np.array_equal(found.cluster_centers_, local.cluster_centers_) and found.objective_ == local.objective_
    with pytest.raises(bellwether.InvalidOption, match="as a sample of the items finds them"):
        getattr(over_dask, name)(**{**options, "gamma": "auto"}, client=two).fit(da.from_array(X), known=there)


def test_any_model_places_the_items_of_a_cluster(two, tmp_path, topics):
    X = items(6000)
    bellwether.COPKMeans(4, n_init=2).fit(X[:500]).save(tmp_path / "model.bw")
    model = bellwether.load(tmp_path / "model.bw")
    chunks = da.from_array(X, chunks=(chunks_of(len(X)), 2))
    assert np.array_equal(over_dask.predict(model, chunks).compute(), model.predict(X))
    found = bellwether.ITCC(3).fit(topics.data)
    blocks = [dask.delayed(topics.data[:50]), dask.delayed(topics.data[:0]), dask.delayed(topics.data[50:])]
    assert np.array_equal(over_dask.predict(found, blocks).compute(), found.predict(topics.data))


def test_what_needs_all_items_in_one_place_says_what_to_do():
    with pytest.raises(ImportError, match="SIB needs all items in one place: fit bellwether.SIB on a sample of the items, and place the others"):
        from bellwether.dask import SIB  # noqa: F401
    with pytest.raises(ImportError, match="CSP .* give its labels as seeds"):
        over_dask.CSP
    with pytest.raises(AttributeError):
        over_dask.Nothing
