"""Collections that were sorted before choose an option of a search (strapping, or regularised least squares)."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np
from sklearn.base import ClusterMixin, clone

from . import _core
from ._base import Clusterer, Places, _Estimator, _plain, _threads, library_options, signature_defaults
from ._errors import said_in_python
from ._items import like, take
from ._knowledge import classes_of, pair_of
from ._progress import Teller


def _collections(solved: Any, estimator: Any) -> list[tuple[Any, np.ndarray]]:
    """One `(X, y)`, or a list of them."""
    if solved is None:
        raise ValueError("solved collections are what this learns from: give fit(X, solved=[(X1, y1), (X2, y2), ...])")
    several = isinstance(solved, list) or (isinstance(solved, tuple) and all(isinstance(s, tuple) for s in solved))
    sources = list(solved) if several else [solved]
    pairs = [pair_of(source, f"solved[{i}]", "classes") for i, source in enumerate(sources)]
    rows = [like(estimator, items) for items, _ in pairs]
    return [(row, classes_of(classes, row, "solved")) for row, (_, classes) in zip(rows, pairs)]


class _Tuned(Places, ClusterMixin, _Estimator):
    """Shared by both ways to choose."""

    _by = ""

    def _search(self) -> Clusterer:
        if self.estimator is None:
            from .estimators import SIB

            return SIB()
        if not isinstance(self.estimator, Clusterer):
            raise TypeError("estimator must be one of bellwether's methods, as in SIB(n_clusters=5)")
        return clone(self.estimator)

    def _strap(self) -> str:
        if self.option is None:
            return ""
        if self.values is None:
            raise ValueError(f"say which values of {self.option} to try: values=[0.1, 0.5, 1.0]")
        return f"{next(iter(library_options({self.option: 0})))}=" + ",".join(repr(float(value)) for value in self.values)

    def _fit(self, X: Any, solved: Any, callback: Any, draws: int, tuning: dict[str, Any]) -> Any:
        items = take(self, X, reset=True)
        search = self._search()
        seed = search._seed()
        defaults = signature_defaults(type(search))  # an option that was not set is free to be chosen
        given = {n: v for n, v in search.get_params(deep=False).items() if v != defaults[n] or n == "n_clusters"}
        options = {n: v for n, v in search._options(seed).items() if n in library_options(given) or n == "random_seed"}
        teller = Teller(self.verbose, callback)
        collections = _collections(solved, self)
        with said_in_python():
            found = _core.tune(
                search._method, items.rows, options, collections, strap=self._strap(), by=self._by,
                tuning_options=tuning, draws=draws if draws >= 0 else 5 if len(collections) == 1 else 0,
                trust=self.trust, random_seed=seed, threads=_threads(self.threads), callback=teller.callback)
        teller.done()
        self._keep(found, items)
        self.option_, self.value_ = found["option"], found["value"]
        self.untuned_value_, self.unguided_labels_ = found["untuned_value"], found["unguided_labels"]
        self.values_, self.scores_, self.moved_ = found["values"], found["scores"], found["moved"]
        equal = f"all values of {self.option_} do equally well on the solved collections: it stays {self.untuned_value_}"
        self._keep_check(found["check"], equal if found["indifferent"] else None)
        return self


class Strapping(_Tuned):
    """Collections that were sorted before teach which clustering of several to trust (strapping).

    The search runs once with every value of one of its options. A ranking, learned from collections whose classes are
    known, picks one of the clusterings by cues that need no truth. Each solved collection is left out in turn to see
    whether that helps; where it does not, the search with its default is returned, and a warning says so.

    Parameters
    ----------
    estimator : estimator, default=SIB()
        The search, with the number of clusters: any method of this package with a numeric option.
    option : str, default=None
        The option to choose; None: the order `alpha` of SIB and IDT.
    values : sequence of float, default=None
        The values to try; None: 0.1, 0.2, ..., 1 for `alpha`.
    draws : int, default=None
        So many collections like the items are drawn from the solved ones; 0: they are taken as they are. None: 5 if
        there is one solved collection, and 0 if there are several.
    scale : {"every", "plain"}, default="every"
        Which cues are scaled to 0 .. 1: all, as the paper says, or the first four alone.
    trust : {"checked", "always"}, default="checked"
        Whether what was learned is used only if it helps on collections left out.
    threads : int, default=0
        0: every core. The result is the same.
    verbose : int, default=0
        1: print how far the fit is.

    Attributes
    ----------
    labels_ : ndarray of shape (n_items,)
        The cluster of each item.
    option_, value_ : str, float
        What was chosen.
    values_, scores_ : ndarray
        Every value that was tried, and how it was ranked; the larger, the better.
    unguided_labels_ : ndarray of shape (n_items,)
        What the search finds with the option's default, `untuned_value_`.
    knowledge_used_ : bool
        False: the labels are those of the untuned search.
    check_, reason_ : dict, str
        Errors on solved collections left out, tuned and untuned; and what that means, in words.

    References
    ----------
    Karakos, Eisner, Khudanpur & Priebe 2007 (cross-instance tuning); Eisner & Karakos 2005 (strapping).

    Examples
    --------
    >>> import bellwether
    >>> def sorted_before(seed):
    ...     items = bellwether.read(f"data:topics?random_seed={seed}&items=60&clusters=3")
    ...     return items.data, items.labels
    >>> X, truth = sorted_before(1)
    >>> search = bellwether.SIB(n_clusters=3, n_init=2)
    >>> found = bellwether.Strapping(search, trust="always").fit(X, solved=[sorted_before(2), sorted_before(3)])
    >>> found.option_, bool(0.1 <= found.value_ <= 1)
    ('alpha', True)
    """

    _by = "strapping"

    def __init__(self, estimator: Any = None, *, option: str | None = None, values: Sequence[float] | None = None,
                 draws: int | None = None, scale: str = "every", trust: str = "checked", threads: int = 0,
                 verbose: int = 0) -> None:
        self.estimator = estimator
        self.option = option
        self.values = values
        self.draws = draws
        self.scale = scale
        self.trust = trust
        self.threads = threads
        self.verbose = verbose

    def fit(self, X: Any, y: Any = None, *, solved: Any = None, callback: Any = None) -> "Strapping":
        """Choose the option's value, and cluster the items.

        Parameters
        ----------
        X : array or CSR matrix of shape (n_items, n_features)
        y : ignored
        solved : (X, classes), or a list of such pairs
            Collections that were sorted before, of the same features.
        callback : function of a dict, default=None
            Called with the progress; False from it stops the fit and keeps the best so far.
        """
        draws = -1 if self.draws is None else self.draws
        return self._fit(X, solved, callback, draws, {"scale": self.scale})


class RLS(_Tuned):
    """Regularised least squares guess an option's value from one collection that looks like the items.

    Parameters
    ----------
    estimator : estimator, default=SIB()
        The search, with the number of clusters.
    option : str, default=None
        The option to choose; None: the order `alpha` of SIB and IDT.
    values : sequence of float, default=None
        The values to try; None: 0.1, 0.2, ..., 1 for `alpha`.
    sigma : float, default=0.5
        How different errors may be to count as alike.
    lam : float, default=0.1
        How much the estimate is smoothed.
    unit : float, default=1.0
        What errors are multiplied by: 1 for shares, 100 for percent.
    trust : {"checked", "always"}, default="checked"
        Whether the estimate is used only if it helps on the matched collection.
    threads : int, default=0
        0: every core. The result is the same.
    verbose : int, default=0
        1: print how far the fit is.

    References
    ----------
    Karakos, Eisner, Khudanpur & Priebe 2007 (cross-instance tuning).

    Examples
    --------
    >>> import bellwether
    >>> items = bellwether.read("data:topics?random_seed=1&items=60&clusters=3")
    >>> other = bellwether.read("data:topics?random_seed=2&items=120&clusters=3")
    >>> search = bellwether.SIB(n_clusters=3, n_init=2)
    >>> found = bellwether.RLS(search, trust="always").fit(items.data, solved=(other.data, other.labels))
    >>> found.labels_.shape
    (60,)
    """

    _by = "rls"

    def __init__(self, estimator: Any = None, *, option: str | None = None, values: Sequence[float] | None = None,
                 sigma: float = 0.5, lam: float = 0.1, unit: float = 1.0, trust: str = "checked", threads: int = 0,
                 verbose: int = 0) -> None:
        self.estimator = estimator
        self.option = option
        self.values = values
        self.sigma = sigma
        self.lam = lam
        self.unit = unit
        self.trust = trust
        self.threads = threads
        self.verbose = verbose

    def fit(self, X: Any, y: Any = None, *, solved: Any = None, callback: Any = None) -> "RLS":
        """Estimate the option's value, and cluster the items; arguments as for `Strapping.fit`."""
        tuning = {"sigma": _plain(self.sigma), "lambda": _plain(self.lam), "unit": _plain(self.unit)}
        return self._fit(X, solved, callback, 0, tuning)
