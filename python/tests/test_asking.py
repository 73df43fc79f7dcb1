"""Questions one after the other, answered by people or by an oracle."""

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.metrics import adjusted_rand_score

import bellwether


@pytest.fixture
def iris():
    return load_iris(return_X_y=True)


def test_answers_fed_one_by_one_make_clusters_better(iris):
    X, y = iris
    questions = bellwether.ask(X, 3, n=60, kind="pair", threads=1)
    asked = 0
    for question in questions:
        assert question.kind == "pair" and len(question.items) == 2
        questions.answer(y[question.items[0]] == y[question.items[1]])
        asked += 1
    found = questions.finish()
    assert asked == 60
    assert len(found["must_link"]) + len(found["cannot_link"]) == 60
    plain = bellwether.Auto(n_clusters=3).fit(X)
    assert adjusted_rand_score(y, found["labels"]) > adjusted_rand_score(y, plain.labels_)


def test_an_oracle_finds_what_the_same_answers_by_hand_find(iris):
    X, y = iris
    by_oracle = bellwether.ask(X, 3, n=10, oracle=lambda question: f"species {y[question.items[0]]}")
    assert [q.kind for q in by_oracle] == ["label"] * 10
    by_hand = bellwether.ask(X, 3, n=10)
    for question in by_hand:
        by_hand.answer(f"species {y[question.items[0]]}")
    first, second = by_oracle.finish(), by_hand.finish()
    np.testing.assert_array_equal(first["labels"], second["labels"])
    assert (np.asarray(first["seeds"]) >= 0).sum() == 10


def test_undo_takes_an_answer_back(iris):
    X, _ = iris
    questions = bellwether.ask(X, 3, kind="pair")
    assert not questions.undo()
    next(questions)
    questions.answer(True)
    assert questions.undo()
    assert questions.finish()["must_link"] == []


def test_what_cannot_be_an_answer_is_an_error(iris):
    X, _ = iris
    with pytest.raises(ValueError, match="kind"):
        bellwether.ask(X, 3, kind="colour")
    questions = bellwether.ask(X, 3)
    with pytest.raises(ValueError, match="no open question"):
        questions.answer("a")
    next(questions)
    with pytest.raises(ValueError, match="is a number"):
        questions.answer("17")
    questions.answer("a")  # the question is still open
