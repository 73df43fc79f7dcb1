"""Categories of words and of items: which stand out in each cluster."""

from __future__ import annotations

import json
import subprocess

import pytest

import bellwether

TREE = "term,parent\nprofit,money\nshares,money\nstorm,weather\nflood,weather\nrain,weather\nmoney,thing\nweather,thing\n"


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    path = tmp_path_factory.mktemp("ontology") / "tree.csv"
    path.write_text(TREE)
    return path


@pytest.fixture(scope="module")
def headlines():
    return bellwether.vectorize("data:headlines", language="english")


def test_categories_stand_out_as_on_the_command_line(tree, headlines, tool, tmp_path):
    ran = subprocess.run([tool, "cluster", "data:headlines", "--language", "english", "-k", "6", "--trust", "always", "--ontology",
                          str(tree), "--quiet", "-o", str(tmp_path / "out")], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    found = bellwether.Auto(6, trust="always", zero_rows="largest").fit(headlines, ontology=tree)
    assert found.objective_ == result["objective"]["value"]
    assert found.categories_ == result["ontology"]["clusters"]
    assert {"money", "weather"} <= {of_cluster[0]["category"] for of_cluster in found.categories_ if of_cluster}


def test_categories_of_items_change_nothing(tmp_path):
    iris = bellwether.read("data:iris")
    (tmp_path / "early.csv").write_text("item,category\n" + "".join(f"{i},early\n" for i in range(50)))
    found, plain = bellwether.KMeans(3).fit(iris, ontology=tmp_path / "early.csv"), bellwether.KMeans(3).fit(iris)
    assert (found.labels_ == plain.labels_).all() and found.verdicts_ == []
    assert [[category["items"] for category in of_cluster] for of_cluster in found.categories_].count([50]) == 1
    assert not hasattr(plain, "categories_")


def test_methods_that_need_counts_are_explained(tree, headlines):
    found = bellwether.Multinomial(6).fit(headlines, ontology=tree)
    assert any(found.categories_) and any("only explains the clusters" in note for note in found.notes_)


def test_what_is_wrong_is_said(tree, headlines, tmp_path):
    with pytest.raises(ValueError, match="no words: give texts"):
        bellwether.KMeans(3).fit(bellwether.read("data:iris"), ontology=tree)
    (tmp_path / "vectors.txt").write_text("storm 1 2\nrain 3 4\n")
    with pytest.raises(ValueError, match="only one of them can guide"):
        bellwether.KMeans(6).fit(headlines, ontology=tree, vectors=tmp_path / "vectors.txt")
