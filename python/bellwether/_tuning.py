"""Collections that were sorted before choose an option of a search (strapping, or regularised least squares)."""

from __future__ import annotations

from typing import Any, Sequence

from sklearn.base import ClusterMixin, clone

from ._base import Clusterer, Learner, Places, _Estimator, _plain, library_options


class _Tuned(Places, ClusterMixin, _Estimator):
    """Shared by both ways to choose."""

    _by = ""

    def _search(self) -> Clusterer | Learner:
        if self.estimator is None:
            from .estimators import SIB

            return SIB()
        if not isinstance(self.estimator, (Clusterer, Learner)):
            raise TypeError("estimator must be one of bellwether's methods, as in SIB(n_clusters=5)")
        return clone(self.estimator)

    def _strap(self) -> str:
        if self.option is None:
            return ""
        if self.values is None:
            raise ValueError(f"say which values of {self.option} to try: values=[0.1, 0.5, 1.0]")
        return f"{next(iter(library_options({self.option: 0})))}=" + ",".join(repr(float(value)) for value in self.values)

    def _tuning(self) -> dict[str, Any]:
        raise NotImplementedError

    def _wishes(self) -> Any:
        wishes = self._search()._wishes()
        wishes.set_trust(self.trust)
        wishes.set_tuning(self._strap(), self._by, self._tuning(), getattr(self, "draws", None))
        return wishes

    def _zero_rows(self) -> str:
        return self._search().zero_rows

    def fit(self, X: Any, y: Any = None, *, solved: Any = None, seeds: Any = None, must_link: Any = None, cannot_link: Any = None,
            min_size: Any = None, max_size: Any = None, known: Any = None, auxiliary: Any = None, annotated: Any = None,
            vectors: Any = None, ontology: Any = None, callback: Any = None) -> Any:
        """Choose the option's value, and cluster the items.

        Parameters
        ----------
        X : array or CSR matrix of shape (n_items, n_features)
        y : ignored
        solved : (X, classes), a list of such pairs, or a path
            Collections that were sorted before, of the same features; or the file of `bellwether tune`.
        seeds, must_link, cannot_link, min_size, max_size, known, auxiliary, annotated
            What else is known, as for the methods that take it.
        vectors
            Not beside solved collections: the error says what goes with them.
        ontology
            Says which of its categories are over-represented in each cluster.
        callback : function of a dict, default=None
            Called with the progress; False from it stops the fit and keeps the best so far.
        """
        if solved is None:
            raise ValueError("solved collections are what this learns from: give fit(X, solved=[(X1, y1), (X2, y2), ...])")
        given = {"seeds": seeds, "must_link": must_link, "cannot_link": cannot_link, "min_size": min_size, "max_size": max_size,
                 "known": known, "auxiliary": auxiliary, "annotated": annotated, "solved": solved,
                 "vectors": vectors, "ontology": ontology}
        return self._fit(X, given, callback)


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

    def _tuning(self) -> dict[str, Any]:
        return {"scale": self.scale}


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

    def _tuning(self) -> dict[str, Any]:
        return {"sigma": _plain(self.sigma), "lambda": _plain(self.lam), "unit": _plain(self.unit)}
