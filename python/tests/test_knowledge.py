"""Every kind of knowledge, by keyword."""

from __future__ import annotations

import inspect
import subprocess

import numpy as np
import pytest
import scipy.sparse as sp

import bellwether
from bellwether._names import KEYWORDS
from conftest import estimator_classes


def test_held_seeds_stay(iris, some_seeds):
    found = bellwether.ConstrainedKMeans(3, trust="always").fit(iris.data, seeds=some_seeds)
    known = some_seeds >= 0
    np.testing.assert_array_equal(found.labels_[known], some_seeds[known])
    assert found.knowledge_used_ and found.unguided_labels_.shape == (150,)


def test_seeds_may_be_words(iris):
    seeds = np.full(150, "", dtype=object)
    seeds[[0, 60, 120]] = "round", "long", "wide"
    found = bellwether.ConstrainedKMeans(3, trust="always").fit(iris.data, seeds=seeds)
    assert found.cluster_names_.tolist() == ["round", "long", "wide"]
    assert found.labels_[[0, 60, 120]].tolist() == [0, 1, 2]


@pytest.mark.parametrize("seeds, message", [
    ([0, 1], "one each"), ([7] * 150, "0 to 2"), (["a", "b", "c", "d"] + [""] * 146, "4 different labels")])
def test_seeds_that_make_no_sense(iris, seeds, message):
    with pytest.raises(ValueError, match=message):
        bellwether.SeededKMeans(3).fit(iris.data, seeds=seeds)


@pytest.mark.parametrize("kind", [bellwether.COPKMeans, bellwether.PCC, bellwether.CSP])
def test_links_hold(kind, iris):
    together, apart = [(0, 1), (50, 51)], [(0, 50), (50, 100)]
    found = kind(3, trust="always").fit(iris.data, must_link=together, cannot_link=apart)
    for a, b in together:
        assert found.labels_[a] == found.labels_[b]
    assert found.labels_[0] != found.labels_[50]


def test_a_third_column_weighs_a_link(iris):
    def objective(links):
        return bellwether.PCC(3, metric="none", trust="always").fit(iris.data, cannot_link=links).objective_

    plain = objective([(0, 1), (50, 51)])
    assert objective([(0, 1, 1), (50, 51, 1)]) == plain
    assert objective(np.array([[0, 1, 1e-6], [50, 51, 1e-6]])) < plain
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(iris.data, index=[f"f{i}" for i in range(150)])
    named = bellwether.PCC(3, metric="none", trust="always").fit(frame, cannot_link=[("f0", "f1", 1e-6), ("f50", "f51", 1e-6)])
    assert named.objective_ == objective([(0, 1, 1e-6), (50, 51, 1e-6)])


@pytest.mark.parametrize("links, message", [
    ([(0, 1, 0)], "must be a number above 0"), ([("0", "1", "much")], "numbers above 0 as weights"),
    ([(0, 999)], "999|items"), ([0, 1], "pairs"), ([(0, 0.5)], "item numbers"), ([("a", "b")], "item numbers")])
def test_links_that_make_no_sense(iris, links, message):
    with pytest.raises(ValueError, match=message):
        bellwether.COPKMeans(3).fit(iris.data, must_link=links)


def test_links_that_contradict_each_other_are_named(iris):
    with pytest.raises(bellwether.InvalidInput):
        bellwether.COPKMeans(3).fit(iris.data, must_link=[(0, 1)], cannot_link=[(0, 1)])


def test_knowledge_that_does_not_help_is_left_out_and_said(iris):
    noise = np.random.default_rng(1).integers(0, 3, 150)
    with pytest.warns(bellwether.KnowledgeWarning, match='seeds: not used .*trust="always"'):
        found = bellwether.ConstrainedKMeans(3).fit(iris.data, seeds=noise)
    assert not found.knowledge_used_
    np.testing.assert_array_equal(found.labels_, found.unguided_labels_)
    assert found.check_["with"] <= found.check_["without"] + 2 * found.check_["error"]


def test_other_data_in_all_forms(topics):
    items, others = topics.data[:60], topics.data[60:]
    one = bellwether.STC(3, trust="always").fit(items, auxiliary=others)
    same = bellwether.STC(3, trust="always").fit(items, auxiliary=[others])
    weighed = bellwether.STC(3, trust="always").fit(items, auxiliary=[(others[:30], 0.5), (others[30:], 2.0)])
    np.testing.assert_array_equal(one.labels_, same.labels_)
    assert len(one.auxiliary_labels_) == 1 and len(weighed.auxiliary_labels_) == 2
    assert one.feature_labels_.shape == (200,)
    with pytest.raises(ValueError, match="features"):
        bellwether.STC(3).fit(items, auxiliary=others[:, :50])


def test_tags_as_lists_labels_and_matrices(topics):
    items, others, labels = topics.data[:60], topics.data[60:], topics.labels[60:]
    as_labels = bellwether.APLSA(3, trust="always").fit(items, annotated=(others, labels))
    as_lists = bellwether.APLSA(3, trust="always").fit(items, annotated=(others, [[label] for label in labels]))
    names = sorted(set(labels.tolist()))
    matrix = sp.csr_matrix([[float(label == name) for name in names] for label in labels])
    as_matrix = bellwether.APLSA(3, trust="always").fit(items, annotated=(others, matrix))
    np.testing.assert_array_equal(as_labels.labels_, as_lists.labels_)
    np.testing.assert_array_equal(as_labels.labels_, as_matrix.labels_)
    assert as_labels.transform(items).shape == (60, 3)
    with pytest.raises(ValueError, match="60 annotated items"):
        bellwether.APLSA(3).fit(items, annotated=(others, labels[:5]))
    with pytest.raises(ValueError, match="pair"):
        bellwether.APLSA(3).fit(items, annotated=others)


def test_known_classes_teach_what_a_group_is():
    fresh, known = bellwether.read("data:stretched"), bellwether.read("data:stretched?part=known")
    plain = bellwether.GM(3).fit(fresh.data)
    taught = bellwether.TCS(n_clusters=3, regulariser="l2").fit(fresh.data, known=(known.data, known.labels))
    assert taught.knowledge_used_ and taught.learned_["map"].shape == (2, 2)
    before, after = (bellwether.scores(e.labels_, fresh.labels)["adjusted_rand"] for e in (plain, taught))
    assert after > before + 0.3
    assert taught.transform(fresh.data).shape == fresh.data.shape
    np.testing.assert_array_equal(taught.predict(fresh.data), taught.labels_)


def test_a_metric_from_links(iris):
    flowers = np.random.default_rng(0).integers(0, 150, (200, 2))
    same = iris.labels[flowers[:, 0]] == iris.labels[flowers[:, 1]]
    distinct = flowers[:, 0] != flowers[:, 1]
    links = {"must_link": flowers[same & distinct], "cannot_link": flowers[~same]}
    found = bellwether.Xing(3).fit(iris.data, **links)
    assert found.check_["asked"] and found.learned_["map"].shape == (4, 4)
    both = bellwether.Xing(3, trust="always").fit(iris.data, known=(iris.data, iris.labels), **links)
    assert [verdict["kind"] for verdict in both.verdicts_] == ["links", "known"] and both.method_ == "cop-kmeans"


def test_a_metric_from_links_is_learned_and_then_used_as_on_the_command_line(iris, tool, tmp_path):
    """learn, and cluster --transform; the metric is used, so clusters are not those of the items as they are."""
    links = {"must_link": [(0, 1), (50, 51), (100, 101)], "cannot_link": [(0, 50), (50, 100)]}
    found = bellwether.Xing(3, trust="always").fit(iris.data, **links)
    np.save(tmp_path / "items.npy", iris.data)
    for name, pairs in links.items():
        (tmp_path / name).write_text("id,id\n" + "".join(f"{a},{b}\n" for a, b in pairs))
    for command in (["learn", "items.npy", "--must-link", "must_link", "--cannot-link", "cannot_link", "--trust", "always", "-o", "map"],
                    ["cluster", "items.npy", "-k", "3", "--transform", "map", "-o", "result"]):
        assert subprocess.run([tool, *command, "--quiet"], cwd=tmp_path).returncode == 0
    labels = [line.split(",")[1] for line in (tmp_path / "result" / "assignments.csv").read_text().splitlines()[1:]]
    assert found.labels_.astype(str).tolist() == labels
    assert found.moved_ > 0


def test_solved_collections_choose_an_option():
    def collection(seed):
        items = bellwether.read(f"data:topics?items=60&clusters=3&features=100&random_seed={seed}")
        return items.data, items.labels

    X, truth = collection(0)
    search = bellwether.SIB(n_clusters=3, n_init=2)
    strapped = bellwether.Strapping(search, values=[0.2, 0.6], option="alpha", trust="always")
    strapped.fit(X, solved=[collection(seed) for seed in (1, 2, 3)])
    assert strapped.option_ == "alpha" and strapped.value_ in strapped.values_
    assert strapped.values_.tolist() == [0.2, 0.6, 1.0]  # the default is always among them
    assert strapped.untuned_value_ == 1 and strapped.unguided_labels_.shape == (60,)
    guessed = bellwether.RLS(search, trust="always").fit(X, solved=collection(4))
    assert 0.1 <= guessed.value_ <= 1
    with pytest.raises(ValueError, match="values"):
        bellwether.Strapping(search, option="alpha").fit(X, solved=[collection(1)])
    with pytest.raises(TypeError, match="SIB"):
        bellwether.Strapping("sib").fit(X, solved=[collection(1)])


def test_a_start_from_given_clusters(iris):
    begun = np.repeat([2, 0, 1], 50)
    found = bellwether.KMeans(3).fit(iris.data, init=begun)
    assert found.labels_[0] == 2 and found.labels_[60] == 0
    with pytest.raises(ValueError, match="150 cluster numbers"):
        bellwether.KMeans(3).fit(iris.data, init=[0, 1])


def test_seeds_may_be_a_dict_or_hold_minus_one_as_a_word(iris):
    as_array = bellwether.ConstrainedKMeans(3, trust="always").fit(iris, seeds=np.where(np.arange(150) % 50 == 0,
                                                                                       np.arange(150) // 50, -1))
    as_dict = bellwether.ConstrainedKMeans(3, trust="always").fit(iris, seeds={0: 0, 50: 1, 100: 2})
    np.testing.assert_array_equal(as_array.labels_, as_dict.labels_)
    words = np.array(["-1"] * 150)
    words[[0, 50, 100]] = "a", "b", "c"
    named = bellwether.ConstrainedKMeans(3, trust="always").fit(iris, seeds=words)
    assert named.cluster_names_.tolist() == ["a", "b", "c"]
    with pytest.raises(ValueError, match="items are 0 to 149"):
        bellwether.ConstrainedKMeans(3).fit(iris, seeds={150: 0})


def test_what_could_not_be_checked_has_no_figures(iris):
    found = bellwether.SeededKMeans(3).fit(iris, seeds={0: 0, 50: 1, 100: 2})
    assert found.knowledge_used_ and "not checked" in found.reason_
    assert found.check_["with"] is None and found.check_["possible"] is False
    assert bellwether.SeededKMeans(3).fit(iris).reason_ == "nothing was known"
    xing = bellwether.Xing(3).fit(iris, must_link=[(0, 1)], cannot_link=[(0, 50)])
    assert "not checked" in xing.reason_


def test_the_check_says_what_it_measured(iris, some_seeds):
    found = bellwether.SeededKMeans(3).fit(iris, seeds=np.repeat([0, 1, 2], 50))
    assert found.check_["possible"] and found.check_["measure"].startswith("share of held-out seeds")
    assert f"{100 * found.check_['with']:.0f} % of held-out seeds" in found.reason_


def test_what_read_returns_is_knowledge_by_itself(topics):
    fresh, known = bellwether.read("data:stretched"), bellwether.read("data:stretched?part=known")
    whole = bellwether.Whiten(n_clusters=3).fit(fresh, known=known)
    parts = bellwether.Whiten(n_clusters=3).fit(fresh.data, known=(known.data, known.labels))
    np.testing.assert_array_equal(whole.labels_, parts.labels_)
    strapping = bellwether.Strapping(bellwether.SIB(3, n_init=1), trust="always")
    strapping.fit(topics, solved=((topics.data, topics.labels), (topics.data[:90], topics.labels[:90])))
    assert strapping.labels_.shape == (120,)


def test_options_of_others_go_by_either_name(iris):
    ours = bellwether.Whiten(n_clusters=3, clusterer="kmeans", clusterer_params={"max_iter": 7})
    theirs = bellwether.Whiten(n_clusters=3, clusterer="kmeans", clusterer_params={"iterations": 7})
    known = {"known": (iris.data, iris.labels)}
    assert ours.fit(iris, **known).options_["iterations"] == theirs.fit(iris, **known).options_["iterations"] == 7
    with pytest.raises(TypeError, match="as in 'kmeans'"):
        bellwether.Whiten(clusterer=bellwether.KMeans(3)).fit(iris)


def test_tags_may_be_an_array_of_words(topics):
    items, others, labels = topics.data[:60], topics.data[60:], topics.labels[60:]
    table = bellwether.APLSA(3, trust="always").fit(items, annotated=(others, np.array([[label] for label in labels])))
    lists = bellwether.APLSA(3, trust="always").fit(items, annotated=(others, labels))
    np.testing.assert_array_equal(table.labels_, lists.labels_)


# --- kinds together ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", estimator_classes())
def test_every_estimator_takes_every_kind(kind):
    taken = set(inspect.signature(kind.fit).parameters) | set(inspect.signature(kind.__init__).parameters)
    assert {keyword for keywords in KEYWORDS.values() for keyword in keywords} <= taken


def test_a_method_that_takes_no_seeds_says_which_do(iris, some_seeds):
    with pytest.raises(bellwether.InvalidOption, match="kmeans takes no seeds; these methods do: .*seeded-kmeans"):
        bellwether.KMeans(3).fit(iris, seeds=some_seeds)
    with pytest.raises(bellwether.InvalidOption, match="gm takes no sizes; these methods do: .*cop-kmeans"):
        bellwether.GM(3).fit(iris, max_size=60)


def test_what_represents_the_items_goes_before_any_search():
    """Classes differ in the first feature, and items of every class in the second, ten times as much."""
    random = np.random.default_rng(0)
    classes, truth = np.arange(120) % 6, np.arange(90) % 3
    known = np.column_stack([4 * classes + random.normal(size=120), 40 * random.normal(size=120)])
    items = np.column_stack([4 * truth - 20 + 0.5 * random.normal(size=90), 40 * random.normal(size=90)])
    found = bellwether.KMeans(3).fit(items, known=(known, classes))
    assert found.method_ == "kmeans" and found.knowledge_used_ and found.learned_ is not None
    plain, guided = (bellwether.scores(labels, truth)["accuracy"] for labels in (found.unguided_labels_, found.labels_))
    assert plain < 0.6 and guided > 0.95
    named = bellwether.Auto(3, represent="whiten:shrinkage=0.2 + whiten", trust="always").fit(items, known=(known, classes))
    assert named.learned_["options"]["shrinkage"] == 0.2


def test_kinds_are_judged_one_by_one(iris):
    """Seeds that help stay when links that do not are left out."""
    seeds = np.where(np.arange(150) % 3 == 0, np.repeat([0, 1, 2], 50), -1)
    pairs = np.random.default_rng(2).permutation(np.flatnonzero(seeds < 0)).reshape(50, 2)
    wrong = pairs[iris.labels[pairs[:, 0]] != iris.labels[pairs[:, 1]]]
    with pytest.warns(bellwether.KnowledgeWarning, match="^links: not used"):
        found = bellwether.Auto(3).fit(iris, seeds=seeds, must_link=wrong)
    assert {verdict["kind"]: verdict["used"] for verdict in found.verdicts_} == {"seeds": True, "links": False}
    assert found.knowledge_used_ and found.check_ is found.verdicts_[0]
    assert found.reason_.startswith("seeds: used (") and "; links: not used (" in found.reason_


def test_names_of_clusters_do_not_clash(iris):
    seeds = {0: "1", 1: "1", 60: "b", 61: "b"}
    found = bellwether.ConstrainedKMeans(4, trust="always").fit(iris, seeds=seeds)
    assert found.cluster_names_.tolist() == ["1", "b", "2", "3"]
    found = bellwether.ConstrainedKMeans(3, trust="always").fit(iris, seeds={0: "2", 60: "b"})
    assert len(set(found.cluster_names_.tolist())) == 3


def test_sizes_by_keyword_and_by_parameter_are_the_same(iris):
    links = {"cannot_link": [(0, 50), (50, 100)]}
    found = bellwether.Auto(3, trust="always").fit(iris, min_size=45, max_size=55, **links)
    sizes = np.bincount(found.labels_)
    assert sizes.min() >= 45 and sizes.max() <= 55 and found.method_ == "cop-kmeans"
    same = bellwether.COPKMeans(3, min_size=45, max_size=55, trust="always").fit(iris, **links)
    np.testing.assert_array_equal(found.labels_, same.labels_)
    with pytest.raises(ValueError, match="min_size is -1, but must be a whole number"):
        bellwether.COPKMeans(3, min_size=-1).fit(iris, **links)


def test_solved_collections_are_a_keyword_of_every_search(topics, tool, tmp_path):
    def spec(seed):
        return f"data:topics?items=60&clusters=3&features=100&random_seed={seed}"

    X, solved = bellwether.read(spec(0)), [bellwether.read(spec(seed)) for seed in (1, 2, 3)]
    search = bellwether.SIB(3, n_init=2, trust="always")
    found = search.fit(X, solved=solved)
    strapped = bellwether.Strapping(search, trust="always").fit(X, solved=solved)
    np.testing.assert_array_equal(found.labels_, strapped.labels_)
    assert found.objective_ == strapped.objective_ and (found.option_, found.value_) == (strapped.option_, strapped.value_)
    tuned = tmp_path / "tuned.bellwether"
    ran = subprocess.run([tool, "tune", *[word for seed in (1, 2, 3) for word in ("--solved", spec(seed))], "--method", "sib",
                          "--restarts", "2", "-o", str(tuned), "--quiet"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    np.testing.assert_array_equal(bellwether.SIB(3, n_init=2, trust="always").fit(X, solved=tuned).labels_, found.labels_)


def test_many_features_are_reduced_before_a_map_is_learned():
    """As on the command line: an SVD of more than 200 features, kept for new items."""
    random = np.random.default_rng(4)
    centres = random.normal(scale=3, size=(7, 230))
    known = centres[np.arange(80) % 4] + random.normal(size=(80, 230))
    items = centres[4 + np.arange(60) % 3] + random.normal(size=(60, 230))
    found = bellwether.Whiten(n_clusters=3, trust="always").fit(items, known=(known, np.arange(80) % 4))
    assert found.transform(items).shape[1] <= 200
    np.testing.assert_array_equal(found.predict(items), found.labels_)


def test_without_knowledge_an_estimator_is_its_plain_twin(iris, topics):
    for kind, twin in [(bellwether.SeededGM, bellwether.GM), (bellwether.COPKMeans, bellwether.KMeans),
                       (bellwether.PCC, bellwether.KMeans), (bellwether.STC, bellwether.ITCC), (bellwether.APLSA, bellwether.PLSA)]:
        found, plain = kind(3).fit(iris.data), twin(3).fit(iris.data)
        np.testing.assert_array_equal(found.labels_, plain.labels_)
        assert found.method_ == plain.method_ and found.verdicts_ == [] and found.moved_ == 0


def test_what_is_left_out_leaves_no_trace(iris):
    noise = np.random.default_rng(1).integers(0, 3, 150)
    with pytest.warns(bellwether.KnowledgeWarning):
        found = bellwether.ConstrainedGM(3).fit(iris, seeds=noise)
    plain = bellwether.GM(3).fit(iris)
    np.testing.assert_array_equal(found.labels_, plain.labels_)
    assert found.trace_.tolist() == plain.trace_.tolist() and found.objective_ == plain.objective_
    assert not hasattr(found, "cluster_names_")
