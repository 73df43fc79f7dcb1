"""`ask`: the questions whose answers change the clusters most, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterator

import numpy as np

from . import _core
from ._errors import said_in_python
from ._items import take
from ._knowledge import evidence_of, whole


@dataclass(frozen=True)
class Question:
    """What is asked, in the order of what an answer is expected to change.

    Attributes
    ----------
    kind : "label", "pair" or "group"
        Which group is the item in? Do the two belong together? Are the groups of the two one group?
    items : list of int
        One item for a label, two otherwise.
    names : list of str
        Names of groups that there are, the likeliest for the item first.
    why : str
        Why it is asked.
    effect : float
        How many items are expected to change their group by the answer.
    """

    kind: str
    items: list[int]
    names: list[str]
    why: str
    effect: float
    number: int


class Questions(Iterator[Question]):
    """A generator of questions. Each is to be answered by `answer` before the next; one that is not counts as unknown."""

    def __init__(self, asking: Any, n: int, oracle: Callable[[Question], str] | None) -> None:
        self._asking, self._left, self._oracle = asking, n, oracle
        self._open: Question | None = None

    def __next__(self) -> Question:
        if self._open is not None:
            self.answer("unknown")
        if self._left <= 0:
            raise StopIteration
        with said_in_python():
            found = self._asking.next(1)
        if not found:
            raise StopIteration
        self._left -= 1
        asked = {name: value for name, value in found[0].items() if name != "clusters"}
        self._open = question = Question(**asked)
        if self._oracle is not None:
            self.answer(self._oracle(question))
        return question

    def answer(self, answer: str | bool | None) -> None:
        """"yes", "no", "unknown" or the name of a group; True, False and None are the first three.

        Raises ValueError if it contradicts earlier answers; the question then stays open.
        """
        if self._open is None:
            raise ValueError("there is no open question: take one with next() first")
        words = {True: "yes", False: "no", None: "unknown"}
        text = words[answer] if answer is None or isinstance(answer, (bool, np.bool_)) else str(answer)
        with said_in_python():
            self._asking.answer(self._open.number, text)
        self._open = None

    def undo(self) -> bool:
        """Takes the last answer back; False if there is none."""
        self._open = None
        undone: bool = self._asking.undo()
        self._left += undone
        return undone

    def finish(self) -> dict[str, Any]:
        """Clusters with all answers, checked.

        Returns a dict with `labels`, `verdicts`, what the answers came to (`seeds`, -1 where there is none, with their
        `label_names`; `must_link`; `cannot_link`), and `doubtful`: answers that everything else speaks against.
        """
        with said_in_python():
            found: dict[str, Any] = self._asking.finish()
        return found


def ask(X: Any, n_clusters: int, *, n: int = 20, kind: str = "label", oracle: Callable[[Question], str] | None = None,
        seeds: Any = None, must_link: Any = None, cannot_link: Any = None, random_state: int = 0, threads: int = 0) -> Questions:
    """Asks about the items whose answers change the clusters most.

    Parameters
    ----------
    X : array, CSR matrix, data frame or Items
    n_clusters : int
    n : int
        How many questions at most.
    kind : "label", "pair" or "group"
    oracle : callable
        Answers each question by itself: for experiments.
    seeds, must_link, cannot_link
        What is known already, as for `fit`.

    Returns
    -------
    Questions
        A generator. After the last question, `finish()` clusters with all answers.

    Examples
    --------
    >>> questions = bellwether.ask(X, 3, kind="pair")
    >>> for question in questions:
    ...     questions.answer(y[question.items[0]] == y[question.items[1]])
    >>> labels = questions.finish()["labels"]
    """
    from .estimators import KMeans  # scikit-learn is loaded with the first estimator

    items = take(KMeans(), X, reset=True)
    with said_in_python():
        wishes = _core.Wishes()
        wishes.clusters = whole(n_clusters, "n_clusters", 1)
        wishes.random_seed = whole(random_state, "random_state")
        evidence = evidence_of(None, items, wishes, seeds=seeds, must_link=must_link, cannot_link=cannot_link)
        asking = _core.Asking(items.rows, evidence, wishes, items.names, kind, whole(threads, "threads"))
    return Questions(asking, whole(n, "n", 1), oracle)
