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
from ._device_fit import find_there
from ._device_rows import check_like_host, host_pieces, lies_on_device, require_runs_there, rows_of, to_host
from ._errors import SCIKIT_NAMES, KnowledgeWarning, StoppedWarning, in_python, said_in_python
from ._items import Items, from_rows, take
from ._knowledge import evidence_of, start_of, whole
from ._progress import Teller

_LIBRARY_NAMES = {python: library for library, python in SCIKIT_NAMES.items()}

#: Parameters that are not options of a method: what every run has, and how.
_NOT_OPTIONS = {"n_clusters", "random_state", "min_size", "max_size", "represent", "trust", "zero_rows", "threads", "device", "verbose",
                "clusterer", "clusterer_params", "client"}

#: What a metric can be learned from, if there are no known classes.
_OF_THESE_ITEMS = ("seeds", "must_link", "cannot_link")


def _plain(value: Any) -> Any:
    """NumPy's numbers as Python's."""
    return value.item() if isinstance(value, np.generic) else value


def library_options(options: dict[str, Any] | None) -> dict[str, Any]:
    """Options by the names that the library has, whichever of both names they came with."""
    return {_LIBRARY_NAMES.get(name, name): _plain(value) for name, value in (options or {}).items()}


def _zeros_allowed(zero_rows: str) -> bool:
    if zero_rows not in ("error", "largest"):
        raise ValueError(f"zero_rows is {zero_rows!r}, but must be one of 'error', 'largest'")
    return zero_rows == "largest"


def _in_spec(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value) if isinstance(value, float) else str(value)


def wish_for_clusters(wishes: Any, n_clusters: Any) -> None:
    """A number; "auto", or the least and the most to choose from."""
    if isinstance(n_clusters, str):
        if n_clusters != "auto":
            raise ValueError(f'n_clusters is {n_clusters!r}, but must be a whole number, at least 1, "auto" or (least, most)')
        return wishes.set_choose_k(0, 0)
    if isinstance(n_clusters, (tuple, list)):
        if len(n_clusters) != 2:
            raise ValueError(f"n_clusters is {n_clusters!r}, but a range is a pair: (2, 30)")
        least, most = (whole(end, "n_clusters", 1) for end in n_clusters)
        return wishes.set_choose_k(least, most)
    wishes.clusters = whole(n_clusters, "n_clusters", 1)


def k_choice(told: dict[str, Any] | None) -> dict[str, Any] | None:
    """How the number of clusters was chosen, its reason in Python's words."""
    return None if told is None else {**told, "reason": in_python(told["reason"])}


class _Estimator(BaseEstimator):
    """Parameters and knowledge to one run of the library's pipeline, and what it found to attributes."""

    _needs_counts = False
    _model: Any

    def _seed(self) -> int:
        """None draws a new one, as scikit-learn does; a whole number is the command line's --random-seed."""
        state = getattr(self, "random_state", 0)
        if state is None or isinstance(state, np.random.RandomState):
            return int(check_random_state(state).randint(2**31 - 1))
        return whole(state, "random_state")

    def _options(self) -> dict[str, Any]:
        """Options that differ from their defaults, by the names that the library has: what is not set may be chosen."""
        defaults = signature_defaults(type(self))
        given = {name: _plain(value) for name, value in self.get_params(deep=False).items() if name not in _NOT_OPTIONS}
        return library_options({name: value for name, value in given.items()
                                if type(value) is not type(defaults[name]) or value != defaults[name]})

    def _wishes(self) -> Any:
        """What is asked for. Without knowledge, an estimator that takes some is its plain twin: `fit(X)` always works."""
        wishes = _core.Wishes()
        wish_for_clusters(wishes, self.n_clusters)
        wishes.random_seed = self._seed()
        wishes.plain_alone = True
        wishes.set_trust(self.trust)
        return wishes

    def _how(self, items: Items, teller: Teller) -> dict[str, Any]:
        names = getattr(self, "feature_names_in_", None)
        return {"ids": items.names, "features": None if names is None else [str(name) for name in names],
                "threads": whole(self.threads, "threads"), "callback": teller.callback}

    def _fit(self, X: Any, given: dict[str, Any], callback: Any) -> Any:
        """`given` has the keywords of `fit`: what is known, and clusters to begin from."""
        sizes = {name: getattr(self, name) for name in ("min_size", "max_size") if hasattr(self, name)}
        known = {**given, **sizes}
        if lies_on_device(X):
            there = find_there(self, X, known, callback)
            if there is not None:
                self._keep(*there)
                return self
            X = to_host(X)
        items = take(self, X, reset=True)
        teller = Teller(self.verbose, callback)
        start = start_of(known.pop("init", None), items)
        with said_in_python(counts=self._needs_counts):
            wishes = self._wishes()
            wishes.set_start(start)
            found = self._find(items, known, wishes, self._how(items, teller))
        teller.done()
        self._keep(found, items)
        return self

    def _find(self, items: Items, known: dict[str, Any], wishes: Any, how: dict[str, Any]) -> dict[str, Any]:
        evidence = evidence_of(self, items, wishes, **known)
        return _core.run(items.rows, evidence, wishes, zeros_allowed=_zeros_allowed(self._zero_rows()),
                         device=getattr(self, "device", "cpu"), **how)

    def _zero_rows(self) -> str:
        return self.zero_rows

    def _keep(self, found: dict[str, Any], items: Items) -> None:
        self.labels_ = found["labels"]
        self.objective_ = found["objective"]
        self.objective_name_ = found["objective_name"]
        self.trace_ = found["trace"]
        self.figures_ = found["figures"]
        self.n_iter_ = max(found["iterations"], 1)
        self.converged_ = found["converged"]
        self.stopped_ = found["stopped"]
        if hasattr(self, "device"):
            self.on_device_ = found["searches_on_device"] > 0
        self.parameters_ = found["parameters"]
        self.options_ = found["options"]
        self.notes_ = [in_python(note) for note in found["notes"]]
        self.seconds_ = found["seconds"]
        self.method_ = found["method"]
        self.choice_ = in_python(found["choice"])
        self.n_clusters_ = found["clusters"]
        self._set("k_choice_", k_choice(found.get("k_choice")))
        self._set("cluster_centers_", self.parameters_.get("means", self.parameters_.get("directions")))
        for name in ("probabilities", "feature_labels", "feature_weights", "auxiliary_labels", "tree", "categories"):
            self._set(name + "_", found.get(name))
        self._set("ids_", items.ids)
        self._model = found.get("model")
        if isinstance(self, Represents):
            self._keep_representation(found["representation"], items.rows)
        self._keep_changes(found["guided"])
        self._warn_of_what_was_left_out()
        self._warn_of_the_end()

    def _keep_changes(self, guided: dict[str, Any]) -> None:
        """What knowledge changed, and what it was worth."""
        self.unguided_labels_ = guided["plain_labels"]
        self.moved_ = guided["moved"]
        self.broken_links_ = guided["must_broken"] + guided["cannot_broken"]
        self._set("cluster_names_", np.array(guided["names"]) if guided["names"] else None)
        self.learned_ = guided.get("learned")
        tuning = guided.get("tuning", {})
        for name in ("option", "value", "untuned_value", "values", "scores"):
            self._set(name + "_", tuning.get(name))
        self.verdicts_ = [{**verdict, "reason": in_python(verdict["reason"])} for verdict in guided["verdicts"]]
        self.check_ = self.verdicts_[0] if self.verdicts_ else None
        self.knowledge_used_ = any(verdict["used"] for verdict in self.verdicts_)
        self.reason_ = reason_of(self.verdicts_)

    def _warn_of_what_was_left_out(self) -> None:
        for verdict in self.verdicts_:
            if not verdict["used"]:
                warnings.warn(f"{verdict['kind']}: {in_words(verdict)}", KnowledgeWarning, stacklevel=5)

    def _set(self, name: str, value: Any) -> None:
        """Attributes that a fit may have or not; one of an earlier fit does not stay."""
        if value is not None:
            setattr(self, name, value)
        elif hasattr(self, name):
            delattr(self, name)

    def _warn_of_the_end(self, stacklevel: int = 5) -> None:
        if self.stopped_:
            warnings.warn("interrupted: this is the best that was found until then", StoppedWarning, stacklevel=stacklevel)
        elif not self.converged_:
            warnings.warn(
                f"the search was still improving when it ended; try max_iter={10 * self.n_iter_}",
                ConvergenceWarning,
                stacklevel=stacklevel,
            )

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


def in_words(verdict: dict[str, Any]) -> str:
    """Whether one kind of knowledge was used, and why."""
    if verdict["used"]:
        return f"used ({verdict['reason']})"
    anyway = '; trust="always" uses it anyway' if verdict["possible"] else ""
    return f"not used ({verdict['reason']}{anyway})"


def reason_of(verdicts: list[dict[str, Any]]) -> str:
    if not verdicts:
        return "nothing was known"
    if len(verdicts) == 1:
        return in_words(verdicts[0])
    return "; ".join(f"{verdict['kind']}: {in_words(verdict)}" for verdict in verdicts)


class Places:
    """A model that can place new items."""

    _model: Any
    _require_model: Any
    _zero_rows: Any
    threads: int

    def predict(self, X: Any) -> np.ndarray:
        """The cluster of each of other items, of the same features."""
        check_is_fitted(self)
        self._require_model()
        if lies_on_device(X):
            return self._predict_there(X)
        items = take(self, X, reset=False)
        largest = _zeros_allowed(self._zero_rows())
        with said_in_python():
            return self._model.place(items.rows, zeros_to_largest=largest, threads=whole(self.threads, "threads"))[0]


    def _predict_there(self, X: Any) -> np.ndarray:
        """X lies on a GPU, and is read from there piece by piece."""
        require_runs_there(self)
        check_like_host(self, rows_of(X), reset=False)
        with said_in_python():
            return np.concatenate([self.predict(piece) for piece in host_pieces(X, self.device)])


class Represents(ClassNamePrefixFeaturesOutMixin, TransformerMixin):
    """What was found brings items into a space of its own."""

    threads: int

    def transform(self, X: Any) -> Any:
        """Items as what was found measures them."""
        check_is_fitted(self)
        items = take(self, X, reset=False)
        with said_in_python():
            return from_rows(self._representation.measure(items.rows, threads=whole(self.threads, "threads")))

    def fit_transform(self, X: Any, y: Any = None, **knowledge: Any) -> Any:
        """Fit, and the items themselves transformed; keywords as for `fit`."""
        return self.fit(X, **knowledge).transform(X)

    def _keep_representation(self, model: Any, X: Any) -> None:
        self._representation = model
        sample = X[:1] if not isinstance(X, tuple) else (X[0][:2], X[1], X[2], X[3])
        moved = model.measure(sample)
        self._n_features_out = moved[3][1] if isinstance(moved, tuple) else moved.shape[1]


class Clusterer(ClusterMixin, _Estimator):
    """A method of the table: it searches for clusters, with all that is known."""

    _method = ""

    def _wishes(self) -> Any:
        wishes = super()._wishes()
        wishes.method = self._method
        wishes.set_options(self._options())
        return wishes


class Learner(Places, Represents, ClusterMixin, _Estimator):
    """Learns a representation from known clusters, and finds the clusters of the items in it."""

    _learner = ""
    _learns_from_links = False  #: seeds and links of the items themselves can teach it, too

    def _wishes(self) -> Any:
        if not isinstance(self.clusterer, str):
            raise TypeError(f"clusterer must be the name of a method, as in 'kmeans', but is {type(self.clusterer).__name__}")
        wishes = super()._wishes()
        options = ",".join(f"{name}={_in_spec(value)}" for name, value in self._options().items())
        wishes.represent = [f"{self._learner}:{options}" if options else self._learner]
        wishes.method = self.clusterer
        wishes.set_options(library_options(self.clusterer_params))
        return wishes

    def _find(self, items: Items, known: dict[str, Any], wishes: Any, how: dict[str, Any]) -> dict[str, Any]:
        taught = {name: known[name] for name in _OF_THESE_ITEMS if known.get(name) is not None}
        if not self._learns_from_links or not taught or known.get("known") is not None:
            return super()._find(items, known, wishes, how)
        return self._learn_then_find(items, taught, {n: v for n, v in known.items() if n not in taught}, wishes, how)

    def _learn_then_find(self, items: Items, taught: dict[str, Any], known: dict[str, Any], wishes: Any,
                         how: dict[str, Any]) -> dict[str, Any]:
        """As `bellwether learn` and then `bellwether cluster --transform`, for a number of clusters that is chosen first."""
        choice = None
        if isinstance(self.n_clusters, (str, tuple, list)):
            choice = _core.choose_k(items.rows, evidence_of(self, items, wishes, **taught, **known), wishes,
                                    zeros_allowed=_zeros_allowed(self.zero_rows), **how)
            wishes.take_chosen(choice["clusters"])
        lesson = _core.learn(self._learner, items.rows, evidence_of(self, items, wishes, **taught), self._options(), wishes, **how)
        how = {**how, "zeros_allowed": _zeros_allowed(self.zero_rows)}
        wishes.represent = []
        found = _core.run(items.rows, evidence_of(self, items, wishes, **known), wishes, transform=lesson["model"], **how)
        plain = _core.run(items.rows, _core.Evidence(), wishes, **how)["labels"] if lesson["used"] else found["labels"]
        if choice is not None:
            found["k_choice"] = choice
        guided = found["guided"]
        guided.update(verdicts=lesson["verdicts"] + guided["verdicts"], learned=lesson["learned"], plain_labels=plain,
                      moved=_core.count_moved(plain, found["labels"]))
        return found


def signature_defaults(kind: Any) -> dict[str, Any]:
    """The parameters of an estimator's class with their defaults."""
    return {name: p.default for name, p in inspect.signature(kind.__init__).parameters.items() if name != "self"}
