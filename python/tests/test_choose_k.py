"""The number of clusters is chosen here as on the command line, bit by bit."""

from __future__ import annotations

import json
import subprocess

import numpy as np
import pytest
from sklearn.base import clone

import bellwether


def by_tool(tool, *arguments):
    ran = subprocess.run([tool, "cluster", *map(str, arguments), "--json"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def same_curve(curve, told):
    assert [point["clusters"] for point in curve] == [point["clusters"] for point in told]
    for mine, theirs in zip(curve, told):
        for name in ("apart", "bic", "met"):
            assert mine[name] == theirs.get(name)
        assert mine["open"] == theirs["open"]


@pytest.mark.parametrize("method", ["auto", "kmeans", "gm"])
def test_choice_is_that_of_the_command_line(method, tool, iris, tmp_path):
    np.save(tmp_path / "items.npy", iris.data)
    told = by_tool(tool, tmp_path / "items.npy", "-k", "auto", "--method", method, "--random-seed", 4)["k"]
    choice = bellwether.choose_k(iris.data, method=method, random_state=4)
    assert (choice.k, choice.runner_up, choice.sure, choice.rule) == (
        told["clusters"], told["runner_up"], told["sure"], told["rule"])
    same_curve(choice.curve, told["curve"])


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_knowledge_counts_as_on_the_command_line(tool, iris, tmp_path):
    np.save(tmp_path / "items.npy", iris.data)
    pairs = [(0, 1), (50, 51), (100, 102), (2, 3), (60, 61), (110, 111)]
    apart = [(0, 50), (50, 100), (1, 120), (3, 60), (61, 111), (70, 130)]
    (tmp_path / "must.csv").write_text("".join(f"{a},{b}\n" for a, b in pairs))
    (tmp_path / "cannot.csv").write_text("".join(f"{a},{b}\n" for a, b in apart))
    result = by_tool(tool, tmp_path / "items.npy", "-k", "auto", "--must-link", tmp_path / "must.csv", "--cannot-link",
                     tmp_path / "cannot.csv")
    found = bellwether.Auto("auto").fit(iris.data, must_link=pairs, cannot_link=apart)
    assert found.n_clusters_ == result["clusters"] == found.k_choice_["clusters"]
    assert found.objective_ == result["objective"]["value"]
    same_curve(found.k_choice_["curve"], result["k"]["curve"])


@pytest.mark.parametrize("method", [m for m in bellwether.methods() if not m.takes], ids=lambda m: m.name)
def test_estimators_take_auto(method, iris):
    estimator = clone(getattr(bellwether, method.estimator)("auto"))
    found = estimator.fit(np.abs(iris.data[::3]))
    assert found.n_clusters == "auto"
    assert len(set(found.labels_)) <= found.n_clusters_
    assert found.k_choice_["curve"]


def test_a_range_bounds_it(iris):
    assert 3 <= bellwether.KMeans((3, 5)).fit(iris.data).n_clusters_ <= 5
    assert 3 <= bellwether.choose_k(iris.data, k_range=(3, 5)).k <= 5


def test_a_given_number_is_not_chosen(iris):
    found = bellwether.KMeans("auto").fit(iris.data)
    found.n_clusters = 3
    assert not hasattr(found.fit(iris.data), "k_choice_")


def test_known_classes_and_links_teach_with_auto():
    fresh, known = bellwether.read("data:stretched"), bellwether.read("data:stretched?part=known")
    assert bellwether.TCS("auto").fit(fresh.data, known=(known.data, known.labels)).n_clusters_ >= 1
    found = bellwether.Xing("auto", trust="always").fit(fresh.data, must_link=[(0, 1), (2, 3)], cannot_link=[(0, 200)])
    assert found.n_clusters_ == found.k_choice_["clusters"]


def test_what_is_wrong_is_said(iris):
    with pytest.raises(ValueError, match='"auto" or'):
        bellwether.KMeans("some").fit(iris.data)
    with pytest.raises(ValueError, match="a range is a pair"):
        bellwether.KMeans((1, 2, 3)).fit(iris.data)
    with pytest.raises(bellwether.InvalidOption, match='k_range="3:9"'):
        bellwether.choose_k(iris.data, k_range=(9, 3))
    with pytest.raises(bellwether.InvalidInput, match="only 149 items differ"):
        bellwether.choose_k(iris.data, k_range=(2, 200))
