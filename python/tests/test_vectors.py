"""Word vectors that were learned elsewhere, and texts embedded by a function of the user's own."""

from __future__ import annotations

import csv
import json
import subprocess

import numpy as np
import pytest

import bellwether


def word(number):
    """A word of ten letters for each number."""
    return "".join("bcdfghklmnprstvz"[number >> shift & 15] + "aeiou"[(number >> shift) % 5] for shift in (0, 4, 8, 12, 16))


@pytest.fixture(scope="module")
def synonyms(tmp_path_factory):
    """Short texts of three topics, whose synonyms have vectors that are alike."""
    random = np.random.default_rng(3)
    words = np.array([word(7 * i + 1) for i in range(400)])
    texts = [" ".join(words[np.where(random.random(8) < 0.6, 100 * (i % 3) + random.integers(0, 100, 8),
                                     300 + random.integers(0, 100, 8))]) for i in range(150)]
    vectors = random.normal(0, 0.4, (400, 8)) + 1
    for topic in range(3):
        vectors[100 * topic:100 * (topic + 1), topic] += 1.5
    folder = tmp_path_factory.mktemp("synonyms")
    with open(folder / "vectors.txt", "w") as file:
        for spelled, vector in zip(words, vectors):
            file.write(" ".join([spelled, *(f"{value:.4f}" for value in vector)]) + "\n")
    with open(folder / "texts.csv", "w", newline="") as file:
        csv.writer(file).writerows([["text"], *([text] for text in texts)])
    return texts, np.arange(150) % 3, folder


def test_synonyms_are_found_as_on_the_command_line(synonyms, tool, tmp_path):
    texts, truth, folder = synonyms
    flags = ["-k", "3", "--trust", "always", "--random-seed", "5", "--quiet", "-o", str(tmp_path / "out")]
    ran = subprocess.run([tool, "cluster", str(folder / "texts.csv"), "--text-column", "text", "--vectors",
                          str(folder / "vectors.txt"), *flags], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    with open(tmp_path / "out" / "assignments.csv", newline="") as file:
        labels = [int(row["cluster"]) for row in csv.DictReader(file)]
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    found = bellwether.Auto(3, random_state=5, trust="always", zero_rows="largest").fit(
        bellwether.vectorize(texts), vectors=folder / "vectors.txt")
    assert found.labels_.tolist() == labels
    assert found.objective_ == result["objective"]["value"]
    assert [verdict["kind"] for verdict in found.verdicts_] == ["vectors"]
    assert bellwether.scores(labels, truth.astype(str))["nmi"] > 0.8


def test_new_texts_are_placed(synonyms):
    texts, _, folder = synonyms
    items = bellwether.vectorize(texts)
    found = bellwether.KMeans(3, trust="always").fit(items, vectors=str(folder / "vectors.txt"))
    assert (found.predict(items.data) == found.labels_).all()


def test_vectors_need_words_and_no_counts(synonyms):
    texts, _, folder = synonyms
    items = bellwether.vectorize(texts)
    with pytest.raises(ValueError, match="as bellwether.vectorize"):
        bellwether.KMeans(3).fit(items.data, vectors=folder / "vectors.txt")
    with pytest.raises(ValueError, match="multinomial needs counts of words"):
        bellwether.Multinomial(3).fit(items, vectors=folder / "vectors.txt")
    with pytest.raises(ValueError, match="nowhere.txt"):
        bellwether.KMeans(3).fit(items, vectors=folder / "nowhere.txt")


def test_a_function_of_the_users_own_embeds():
    items = bellwether.vectorize(["a", "bb", "ccc"], embed=lambda texts: [[len(text), 1] for text in texts])
    assert items.data.tolist() == [[1, 1], [2, 1], [3, 1]]
    assert items.features == ["embedding 1", "embedding 2"]
    with pytest.raises(ValueError, match="a row for each of 2 texts"):
        bellwether.vectorize(["a", "b"], embed=lambda texts: [[1.0]])
    with pytest.raises(ValueError, match="leave out svd"):
        bellwether.vectorize(["a", "b"], embed=len, svd=3)
    with pytest.raises(ValueError, match="not finite"):
        bellwether.vectorize(["a"], embed=lambda texts: [[np.nan]])
    with pytest.raises(ValueError, match="texts in a list"):
        bellwether.vectorize("data:headlines", embed=len)
