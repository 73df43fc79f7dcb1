"""Pipelines, grid searches, clones and pickles."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

import bellwether
from conftest import estimator_classes

TEXTS = ["the cat sat on a mat", "cats and dogs", "a dog barks at cats", "the market fell again",
         "shares and the market", "bonds and shares rose"] * 3
OTHERS = ["dogs bark and cats purr", "a cat, a dog", "the bond market", "shares fell, bonds rose"] * 3


def test_texts_through_a_pipeline_to_self_taught_clusters():
    vectorizer = TfidfVectorizer(stop_words="english").fit(TEXTS)
    pipeline = Pipeline([("words", vectorizer), ("stc", bellwether.STC(n_clusters=2, feature_clusters=4, trust="always"))])
    pipeline.fit(TEXTS, stc__auxiliary=vectorizer.transform(OTHERS))
    assert bellwether.scores(pipeline["stc"].labels_, [0, 0, 0, 1, 1, 1] * 3)["accuracy"] == 1
    assert pipeline.predict(["cats and a dog"]) == pipeline.predict(["the dog"])
    assert pipeline.transform(TEXTS).shape == (18, 4)


def test_a_pipeline_without_other_data():
    pipeline = make_pipeline(TfidfVectorizer(), bellwether.STC(n_clusters=2)).fit(TEXTS)
    assert pipeline[-1].knowledge_used_ is False
    assert len(pipeline[-1].labels_) == 18


def test_a_grid_search_over_tcs_reads_the_truth_only_to_score(iris):
    stretched = bellwether.read("data:stretched")
    known = bellwether.read("data:stretched?part=known")
    search = GridSearchCV(bellwether.TCS(n_clusters=3, regulariser="l2", trust="always"), {"gamma": [0.01, 1.0]},
                          scoring="adjusted_rand_score", cv=3)
    search.fit(stretched.data, stretched.labels, known=(known.data, known.labels))
    assert search.best_params_["gamma"] in (0.01, 1.0)
    assert search.best_score_ > 0.9
    assert np.isfinite(search.cv_results_["mean_test_score"]).all()


@pytest.mark.filterwarnings("ignore::bellwether.KnowledgeWarning")
@pytest.mark.parametrize("kind", estimator_classes())
def test_the_truth_never_leaks_into_a_fit(kind, iris, topics):
    if kind.__name__ in ("Strapping", "RLS"):
        solved = {"solved": [(topics.data[:60], topics.labels[:60]), (topics.data[60:], topics.labels[60:])]}
        estimator, data, truth = kind(bellwether.SIB(n_clusters=3, n_init=1)), topics.data, topics.labels
    else:
        solved, estimator, data, truth = {}, kind(n_clusters=3), iris.data, iris.labels
    without = clone(estimator).fit(data, **solved).labels_
    with_truth = clone(estimator).fit(data, truth, **solved).labels_
    np.testing.assert_array_equal(without, with_truth)


def test_seeds_are_cut_with_the_items_in_a_grid_search(iris, some_seeds):
    search = GridSearchCV(bellwether.SeededKMeans(3), {"tol": [1e-6, 1e-3]}, scoring="adjusted_rand_score", cv=2)
    order = np.random.default_rng(0).permutation(150)
    search.fit(iris.data[order], iris.labels[order], seeds=some_seeds[order])
    assert search.best_score_ > 0.5


def test_a_learned_map_then_a_guided_search(iris):
    pipeline = Pipeline([("scale", StandardScaler()), ("map", bellwether.Whiten(trust="always")),
                         ("search", bellwether.PCC(n_clusters=2, trust="always"))])
    scaled = StandardScaler().fit(iris.data[50:])
    pipeline.fit(iris.data[50:], map__known=(scaled.transform(iris.data), iris.labels),
                 search__must_link=[(0, 1)], search__cannot_link=[(0, 60)])
    labels = pipeline["search"].labels_
    assert labels[0] == labels[1] and labels[0] != labels[60]


@pytest.mark.parametrize("name", ["KMeans", "VM", "PLSA", "SIB", "Whiten"])
def test_pickles_place_items_where_the_original_does(name, iris):
    estimator = getattr(bellwether, name)(n_clusters=3)
    known = {"known": (iris.data, iris.labels)} if name == "Whiten" else {}
    estimator.fit(iris.data, **known)
    again = pickle.loads(pickle.dumps(estimator))
    np.testing.assert_array_equal(again.predict(iris.data), estimator.predict(iris.data))
    np.testing.assert_array_equal(again.labels_, estimator.labels_)


def test_counts_and_directions_are_asked_for(iris):
    for estimator in [bellwether.PLSA, bellwether.ITCC, bellwether.SIB]:
        with pytest.raises(bellwether.NegativeValues, match="^Negative values in data: .*counts cannot be negative"):
            estimator(2).fit(iris.data - 3)
    counts = CountVectorizer(vocabulary=["cat", "market"]).transform(["cat", "market", "nothing"])
    with pytest.raises(bellwether.InvalidInput, match="item '2' is all zeros"):
        bellwether.SphericalKMeans(2).fit(counts.astype(float))
    found = bellwether.SphericalKMeans(2, zero_rows="largest").fit(counts.astype(float))
    assert len(found.labels_) == 3 and "largest cluster" in found.notes_[0]
    assert len(found.predict(counts.astype(float))) == 3
