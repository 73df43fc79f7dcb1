"""What every estimator does; the estimators themselves are written from the table of methods (estimators.py)."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, ClusterMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from . import _core
from ._errors import SCIKIT_NAMES, KnowledgeWarning, StoppedWarning, said_in_python
from ._items import Items, as_rows, from_rows, like, take
from ._knowledge import auxiliary_of, classes_of, links_of, pair_of, seeds_of, start_of, tags_of
from ._progress import Teller

_LIBRARY_NAMES = {python: library for library, python in SCIKIT_NAMES.items()}

#: Parameters of every estimator that are not options of its method.
_OUR_OWN = {"trust", "zero_rows", "threads", "verbose", "clusterer", "clusterer_params"}


def _plain(value: Any) -> Any:
    """NumPy's numbers as Python's."""
    return value.item() if isinstance(value, np.generic) else value


def _threads(threads: Any) -> int:
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or threads < 0:
        raise ValueError(f"threads is {threads!r}, but must be a whole number, at least 0 (0: every core)")
    return int(threads)


def library_options(options: dict[str, Any] | None) -> dict[str, Any]:
    """Options by the names that the library has, whichever of both names they came with."""
    return {_LIBRARY_NAMES.get(name, name): _plain(value) for name, value in (options or {}).items()}


def _zeros_to_largest(zero_rows: str) -> bool:
    if zero_rows not in ("error", "largest"):
        raise ValueError(f"zero_rows is {zero_rows!r}, but must be one of 'error', 'largest'")
    return zero_rows == "largest"


class _Estimator(BaseEstimator):
    """Parameters to options, and what was found to attributes."""

    _needs_counts = False
    _model: Any

    def _seed(self) -> int:
        """None draws a new one, as scikit-learn does; a whole number is the command line's --random-seed."""
        state = getattr(self, "random_state", 0)
        if state is None or isinstance(state, np.random.RandomState):
            return int(check_random_state(state).randint(2**31 - 1))
        return _plain(state)

    def _options(self, seed: int) -> dict[str, Any]:
        """Options of the method by the names that the library has."""
        options = {}
        for name, value in self.get_params(deep=False).items():
            if name in _OUR_OWN:
                continue
            options[_LIBRARY_NAMES.get(name, name)] = seed if name == "random_state" else _plain(value)
        return options

    def _keep(self, found: dict[str, Any], items: Items) -> None:
        self.labels_ = found["labels"]
        self.objective_ = found["objective"]
        self.objective_name_ = found["objective_name"]
        self.trace_ = found["trace"]
        self.n_iter_ = max(found["iterations"], 1)
        self.converged_ = found["converged"]
        self.stopped_ = found["stopped"]
        self.parameters_ = found["parameters"]
        self.options_ = found["options"]
        self.notes_ = found["notes"]
        self.seconds_ = found.get("seconds")
        self.method_ = found["method"]
        self.choice_ = found.get("choice", "asked for")
        self._set("cluster_centers_", self.parameters_.get("means", self.parameters_.get("directions")))
        for name in ("probabilities", "feature_labels", "feature_weights", "auxiliary_labels", "tree"):
            self._set(name + "_", found.get(name))
        self._set("ids_", items.ids)
        self._model = found.get("model")
        self._warn_of_the_end()

    def _set(self, name: str, value: Any) -> None:
        """Attributes that a fit may have or not; one of an earlier fit does not stay."""
        if value is not None:
            setattr(self, name, value)
        elif hasattr(self, name):
            delattr(self, name)

    def _warn_of_the_end(self) -> None:
        if self.stopped_:
            warnings.warn("interrupted: this is the best that was found until then", StoppedWarning, stacklevel=5)
        elif not self.converged_:
            warnings.warn(
                f"the search was still improving when it ended; try max_iter={10 * self.n_iter_}",
                ConvergenceWarning,
                stacklevel=5,
            )

    def _keep_check(self, check: dict[str, Any] | None, reason: str | None = None) -> None:
        """What knowledge was worth; said aloud if it was left out."""
        self.check_ = check
        self.knowledge_used_ = bool(check and check["used"])
        self.reason_ = reason or in_words(check)
        if check is not None and not check["used"]:
            warnings.warn(self.reason_, KnowledgeWarning, stacklevel=4)

    def fit_predict(self, X: Any, y: Any = None, **knowledge: Any) -> np.ndarray:
        """Fit, and the cluster of each item; keywords as for `fit`."""
        return self.fit(X, **knowledge).labels_

    def save(self, path: Any) -> None:
        """Keep the model for `bellwether.load` and for the command line (`bellwether assign`)."""
        check_is_fitted(self)
        self._require_model()
        self._model.save(str(path))

    def _require_model(self) -> None:
        if self._model is None:
            raise ValueError(f"{self.method_} has no model that could place new items")

    def _more_tags(self) -> dict[str, Any]:  # scikit-learn before 1.6
        return {"requires_positive_X": self._needs_counts}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = self._needs_counts
        return tags


def in_words(check: dict[str, Any] | None) -> str:
    """Whether knowledge was used, and why."""
    if check is None:
        return "nothing was known"
    if not check["asked"]:
        return "used, and not checked, as asked"
    if not check["possible"]:
        return "used, but not checked: too little is known to hold some of it back"
    figures = f"{check['measure']}: {check['with']:.3g} with it, {check['without']:.3g} without"
    if check["used"]:
        return f"used ({figures})"
    return f"what is known is not used, because it does not clearly help ({figures}); trust='always' uses it all the same"


class Places:
    """A model that can place new items."""

    _model: Any
    _require_model: Any
    threads: int

    def predict(self, X: Any) -> np.ndarray:
        """The cluster of each of other items, of the same features."""
        check_is_fitted(self)
        self._require_model()
        items = take(self, X, reset=False)
        largest = _zeros_to_largest(getattr(self, "zero_rows", "error"))
        with said_in_python():
            return self._model.place(items.rows, zeros_to_largest=largest, threads=_threads(self.threads))[0]


class Represents(ClassNamePrefixFeaturesOutMixin, TransformerMixin):
    """What was found brings items into a space of its own."""

    threads: int

    def transform(self, X: Any) -> Any:
        """Items as what was found measures them."""
        check_is_fitted(self)
        items = take(self, X, reset=False)
        with said_in_python():
            return from_rows(self._representation.measure(items.rows, threads=_threads(self.threads)))

    def fit_transform(self, X: Any, y: Any = None, **knowledge: Any) -> Any:
        """Fit, and the items themselves transformed; keywords as for `fit`."""
        return self.fit(X, **knowledge).transform(X)

    def _keep_representation(self, model: Any, X: Any) -> None:
        self._representation = model
        sample = X[:1] if not isinstance(X, tuple) else (X[0][:2], X[1], X[2], X[3])
        moved = model.measure(sample)
        self._n_features_out = moved[3][1] if isinstance(moved, tuple) else moved.shape[1]


class Clusterer(ClusterMixin, _Estimator):
    """A method of the table: it searches for clusters, with what is known of the items or with other data."""

    _method = ""

    def _fit(self, X: Any, *, init: Any = None, seeds: Any = None, must_link: Any = None, cannot_link: Any = None,
             auxiliary: Any = None, annotated: Any = None, callback: Any = None) -> Any:
        items = take(self, X, reset=True)
        seed = self._seed()
        options = self._options(seed)
        clusters, names = seeds_of(seeds, items, _plain(self.n_clusters))
        knowledge = {
            "start": start_of(init, items),
            "seeds": clusters,
            "must_link": links_of(must_link, items, "must_link"),
            "cannot_link": links_of(cannot_link, items, "cannot_link"),
            "auxiliary": auxiliary_of(auxiliary, self),
            "tags": self._tags(annotated),
        }
        teller = Teller(self.verbose, callback)
        with said_in_python(counts=self._needs_counts):
            found = _core.cluster(
                self._method, items.rows, options, **knowledge,
                trust=getattr(self, "trust", "checked"),
                zeros_to_largest=_zeros_to_largest(getattr(self, "zero_rows", "error")),
                item_names=items.names, cluster_names=names or None, features=feature_names(self),
                random_seed=seed, threads=_threads(self.threads), callback=teller.callback)
        teller.done()
        self._keep(found, items)
        rest = [str(k) for k in range(len(names), found["clusters"])]
        self._set("cluster_names_", np.array(names + rest) if names else None)
        guided = found.get("guided") or {"unguided_labels": self.labels_, "moved": 0, "check": None}
        if hasattr(self, "trust"):
            self.unguided_labels_ = guided["unguided_labels"]
            self.moved_ = guided["moved"]
            self.broken_links_ = guided.get("must_broken", []) + guided.get("cannot_broken", [])
            self._keep_check(guided["check"])
        if "representation" in found and isinstance(self, Represents):
            self._keep_representation(found["representation"], items.rows)
        return self

    def _tags(self, annotated: Any) -> Any:
        """Rows of tags from (items, tags of each)."""
        if annotated is None:
            return None
        others, tags = pair_of(annotated, "annotated", "tags")
        rows = like(self, others)
        has, names = tags_of(tags, len(rows[0]) - 1 if isinstance(rows, tuple) else len(rows))
        with said_in_python():
            moved = _core.rows_of_tags(rows, has, names)
        return as_rows(from_rows(moved))


class Learner(Places, Represents, ClusterMixin, _Estimator):
    """Learns a representation from what is known of other clusters, and finds the clusters of the items in it."""

    _learner = ""
    _takes_clusters = False  #: the learner itself must know how many there are

    def _options(self, seed: int) -> dict[str, Any]:
        options = super()._options(seed)
        if not self._takes_clusters:
            options.pop("clusters")
        known = _learner_options(self._learner)
        return {name: value for name, value in options.items() if name in known}

    def _learn(self, items: Items, known: Any, links: dict[str, Any], seed: int, callback: Any) -> dict[str, Any] | None:
        options = self._options(seed)
        more = {"trust": self.trust, "features": feature_names(self), "threads": _threads(self.threads), "callback": callback}
        if known is not None:
            others, classes = pair_of(known, "known", "classes")
            rows = like(self, others)
            return _core.learn_from_classes(
                self._learner, items.rows, rows, classes_of(classes, rows, "known"), options, random_seed=seed, **more)
        if any(value is not None for value in links.values()):
            return _core.learn_from_links(self._learner, items.rows, options=options, **links, **more)
        return None

    def _fit(self, X: Any, *, known: Any = None, seeds: Any = None, must_link: Any = None, cannot_link: Any = None,
             callback: Any = None) -> Any:
        items = take(self, X, reset=True)
        links = {
            "seeds": seeds_of(seeds, items, np.iinfo(np.int32).max)[0],
            "must_link": links_of(must_link, items, "must_link"),
            "cannot_link": links_of(cannot_link, items, "cannot_link"),
        }
        if known is not None and any(value is not None for value in links.values()):
            raise ValueError("known takes the classes of its items: leave out seeds, must_link and cannot_link")
        if not isinstance(self.clusterer, str):
            raise TypeError(f"clusterer must be the name of a method, as in 'kmeans', but is {type(self.clusterer).__name__}")
        seed = self._seed()
        teller = Teller(self.verbose, callback)
        with said_in_python():
            learned = self._learn(items, known, links, seed, teller.callback)
            model = learned["model"] if learned else None
            search = self.clusterer if self.clusterer != "auto" else learned["search"] if learned else "gm"
            options = {"clusters": _plain(self.n_clusters), "random_seed": seed, **library_options(self.clusterer_params)}
            how: dict[str, Any] = {"item_names": items.names, "threads": _threads(self.threads), "callback": teller.callback}
            found = _core.cluster(search, items.rows, options, steps=model, features=feature_names(self), **how)
            used = learned is not None and learned["check"]["used"]
            plain = _core.cluster(search, items.rows, options, zeros_to_largest=True, **how) if used else found
        teller.done()
        self._keep(found, items)
        self.unguided_labels_ = plain["labels"]
        self.learned_ = learned.get("learned") if learned else None
        self._keep_check(learned["check"] if learned else None, learned["reason"] if learned else None)
        self._keep_representation(model if model is not None else _core.Model(), items.rows)
        return self


def _learner_options(name: str) -> set[str]:
    about = next(row for row in _core.describe() if row["name"] == name)
    return {option["name"] for option in about["options"]}


def feature_names(estimator: Any) -> list[str] | None:
    names = getattr(estimator, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


def signature_defaults(kind: Any) -> dict[str, Any]:
    """The parameters of an estimator's class with their defaults."""
    return {name: p.default for name, p in inspect.signature(kind.__init__).parameters.items() if name != "self"}
