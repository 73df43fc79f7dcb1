"""read, vectorize, scores, methods, load; and the package as a whole."""

from __future__ import annotations

import doctest
import importlib
import inspect
import subprocess
import sys

import numpy as np
import pytest

import bellwether
from conftest import estimator_classes


def test_tables(tmp_path):
    path = tmp_path / "items.csv"
    path.write_text("id,height,width,kind\na,1,2,x\nb,3,4.5,y\nc,5,6,x\n")
    items = bellwether.read(path, label_column="last")
    np.testing.assert_array_equal(items.data, [[1, 2], [3, 4.5], [5, 6]])
    assert items.ids == ["a", "b", "c"] and items.features == ["height", "width"]
    assert items.labels.tolist() == ["x", "y", "x"]
    assert repr(items) == "<3 items x 2 features, 2 classes>"


def test_files_that_are_not_there_or_not_what_they_seem(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere.csv"):
        bellwether.read(tmp_path / "nowhere.csv")
    broken = tmp_path / "broken.csv"
    broken.write_text("a,b\n1,2\n3\n")
    with pytest.raises(bellwether.InvalidInput, match="broken.csv:3"):
        bellwether.read(broken)
    with pytest.raises(bellwether.InvalidOption, match="label_column"):
        bellwether.read(broken, label_column="c")
    with pytest.raises(bellwether.InvalidOption, match="iris"):
        bellwether.read("data:irsi")


def test_errors_name_settings_as_arguments_and_keep_their_parts(tmp_path):
    path = tmp_path / "items.csv"
    path.write_text("a,b\n1,2\n3,?\n")
    with pytest.raises(bellwether.InvalidInput, match='use missing="mean" or missing="drop"') as raised:
        bellwether.read(path)
    assert raised.value.remedies == [("missing", "mean"), ("missing", "drop")]
    assert raised.value.where == {"file": str(path), "row": 3, "column": "b", "value": "?"}
    with pytest.raises(bellwether.InvalidOption, match='^label_column="c": no such column'):
        bellwether.read(path, label_column="c")
    with pytest.raises(bellwether.InvalidOption, match="^truth=7: "):
        bellwether.read(path, truth=7)
    assert issubclass(bellwether.InvalidInput, ValueError)


def test_notes_name_settings_as_arguments(tmp_path):
    for folder, text in [("cats", "A cat sat."), ("cats", "Two cats."), ("dogs", "A dog ran."), ("dogs", "Dogs run.")]:
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{len(text)}.txt").write_text(text)
    assert any('(label_folder="none" leaves them out)' in note for note in bellwether.vectorize(tmp_path).notes)


@pytest.mark.parametrize("name, value, written", [
    ("missing", "mean", 'missing="mean"'), ("clusters", "3", "n_clusters=3"), ("hold_seeds", "false", "hold_seeds=False"),
    ("limit", "", "limit"), ("label_column", 'a "b"', 'label_column="a \\"b\\""')])
def test_settings_are_spelled_as_a_caller_writes_them(name, value, written):
    from bellwether._errors import spelled

    assert spelled(name, value) == written


def test_texts_of_a_list_a_folder_and_a_table(tmp_path):
    texts = {"a.txt": "The cat sat.", "b.txt": "Two dogs, one cat.", "c.txt": "A market of shares."}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    from_list = bellwether.vectorize(list(texts.values()), language="english")
    from_folder = bellwether.vectorize(tmp_path, language="english")
    assert from_list.features == from_folder.features
    np.testing.assert_array_equal(from_list.data.toarray(), from_folder.data.toarray())
    assert from_folder.ids == list(texts)
    again = bellwether.vectorize(["cats and shares"], vectorizer=from_list.vectorizer)
    assert again.data.shape == (1, len(from_list.features)) and again.data.sum() == 2


def test_steps_are_kept_for_new_items():
    headlines = bellwether.vectorize("data:headlines", language="english", steps="ltc + svd:10 + l2")
    assert headlines.data.shape == (612, 10)
    np.testing.assert_allclose(np.linalg.norm(headlines.data, axis=1), 1)
    again = bellwether.vectorize("data:headlines", vectorizer=headlines.vectorizer)
    np.testing.assert_allclose(again.data, headlines.data, atol=1e-12)


def test_options_that_vectorize_does_not_know():
    with pytest.raises(bellwether.InvalidOption, match="language"):
        bellwether.vectorize(["a text"], lanugage="english")
    with pytest.raises(bellwether.InvalidOption, match="purpose"):
        bellwether.vectorize(["a text"], purpose="fun")


def test_scores():
    perfect = bellwether.scores(["a", "a", "b"], [1, 1, 0])
    assert perfect["accuracy"] == perfect["nmi"] == perfect["adjusted_rand"] == 1
    with pytest.raises(ValueError, match="2 items"):
        bellwether.scores([0, 1], [0])


def test_scores_agree_with_scikit_learn():
    from sklearn import metrics

    random = np.random.default_rng(3)
    for _ in range(20):
        found, truth = random.integers(0, 4, 60), random.integers(0, 3, 60)
        ours = bellwether.scores(found, truth)
        assert ours["adjusted_rand"] == pytest.approx(metrics.adjusted_rand_score(truth, found), abs=1e-12)
        assert ours["nmi"] == pytest.approx(metrics.normalized_mutual_info_score(truth, found), abs=1e-12)
        assert ours["v_measure"] == pytest.approx(metrics.v_measure_score(truth, found), abs=1e-12)


def test_every_method_has_its_estimator():
    for method in bellwether.methods():
        kind = getattr(bellwether, method.estimator)
        assert set(method.options) <= set(inspect.signature(kind.__init__).parameters)
        assert set(method.takes) <= set(inspect.signature(kind.fit).parameters)
        assert method.citation.lower() in " ".join((kind.__doc__ or "").lower().split())
    assert bellwether.TCS is bellwether.TCSGM
    assert set(dir(bellwether)) >= {"STC", "Strapping", "read"}
    with pytest.raises(AttributeError, match="KMedians"):
        bellwether.KMedians


def test_models_are_kept_in_files(tmp_path, iris):
    found = bellwether.KMeans(3).fit(iris.data)
    found.save(tmp_path / "model.bellwether")
    again = bellwether.load(tmp_path / "model.bellwether")
    assert again.method == "kmeans"
    np.testing.assert_array_equal(again.predict(iris.data), found.labels_)
    (tmp_path / "broken").write_bytes((tmp_path / "model.bellwether").read_bytes()[:-9])
    with pytest.raises(bellwether.InvalidInput):
        bellwether.load(tmp_path / "broken")


def test_a_method_without_a_model_says_so(tmp_path, iris):
    with pytest.raises(ValueError, match="csp has no model"):
        bellwether.CSP(3).fit(iris).save(tmp_path / "model")
    assert not hasattr(bellwether.CSP(3), "predict")


def test_importing_the_package_does_not_wait_for_scikit_learn():
    code = "import sys, bellwether; print('sklearn' in sys.modules, 'pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split() == ["False", "False"]


@pytest.mark.parametrize("name", ["_sources", "_tuning", "estimators"])
def test_examples_in_docstrings(name):
    module = importlib.import_module(f"bellwether.{name}")
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.attempted > 5 and results.failed == 0


@pytest.mark.parametrize("kind", estimator_classes())
def test_every_docstring_has_its_sections(kind):
    text = inspect.getdoc(kind)  # without the indentation, which Python 3.13 takes away by itself
    for section in ("Parameters", "References", "Examples"):
        assert f"\n{section}\n{'-' * len(section)}\n" in text
    for parameter in inspect.signature(kind.__init__).parameters:
        assert parameter == "self" or f"\n{parameter} : " in text or f", {parameter} : " in text
