"""The method that fits the items and what is known of them, chosen as the command line chooses."""

from __future__ import annotations

from typing import Any, Sequence

import numpy as np

from ._base import Clusterer, Places


class Auto(Places, Clusterer):
    """The method that fits: chosen by the items and by what is known, as `bellwether cluster` does.

    Every kind of knowledge has methods that take it, and all of them combine. Knowledge that does not
    help when it is obeyed is tried again less strictly, and left out if it does not help then.

    Parameters
    ----------
    n_clusters : int, "auto" or (least, most), default=2
        How many clusters to find; "auto" chooses, and a pair says from where to where.
    n_init : int, default=None
        Searches from different starts; None: as many as the method that is chosen has by default.
    max_iter : int, default=None
        Give up after this many rounds; None likewise.
    tol : float, default=None
        Smallest gain worth another round; None likewise.
    represent : str or list of str, default=None
        What represents the items before the search, one after the other: "stc + whiten". None: what the knowledge asks for.
    random_state : int, RandomState instance or None, default=0
        Where the random draws start.
    zero_rows : {"error", "largest"}, default="error"
        What to do about items that are all zeros, if the method looks at directions.
    trust : {"checked", "always"}, default="checked"
        Whether what is known is used only if it helps on a part of it that was held back.
    threads : int, default=0
        0: every core. The result is the same.
    device : {"cpu", "auto", "cuda"}, default="cpu"
        Where spherical-kmeans, plsa, aplsa, and kmeans of dense items, search: auto takes the GPU where it pays. The result is the same.
    verbose : int, default=0
        1: print how far the fit is.

    Attributes
    ----------
    labels_ : ndarray of shape (n_items,)
        The cluster of each item.
    n_clusters_, k_choice_ : int, dict
        How many there are, and how that number was chosen, if it was: as what `bellwether.choose_k` returns.
    method_, choice_ : str
        The method that was chosen, and why.
    verdicts_ : list of dict
        What each kind of knowledge was worth on a part of it that was held back, and whether it was used.
    categories_ : list of lists of dict
        With `ontology`: for each cluster the categories that are over-represented in it.
    knowledge_used_, reason_, check_, unguided_labels_ : bool, str, dict, ndarray
        What came of the knowledge, in short: whether any is used, why, the first verdict, and what is found without any.

    References
    ----------
    Those of the method that is chosen: `bellwether.methods()`.

    Examples
    --------
    >>> import bellwether
    >>> found = bellwether.Auto(n_clusters=3).fit(bellwether.read("data:iris"))
    >>> found.method_
    'kmeans'
    """

    _method = "auto"

    def __init__(self, n_clusters: int | str | tuple[int, int] = 2, *, n_init: int | None = None, max_iter: int | None = None,
                 tol: float | None = None, represent: str | Sequence[str] | None = None,
                 random_state: int | np.random.RandomState | None = 0, zero_rows: str = "error", trust: str = "checked", threads: int = 0, device: str = "cpu", verbose: int = 0) -> None:
        self.n_clusters = n_clusters
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.represent = represent
        self.random_state = random_state
        self.zero_rows = zero_rows
        self.trust = trust
        self.threads = threads
        self.device = device
        self.verbose = verbose

    def _wishes(self) -> Any:
        wishes = super()._wishes()
        chain = self.represent or []
        wishes.represent = chain.replace("+", " ").split() if isinstance(chain, str) else [str(link) for link in chain]
        return wishes

    def fit(self, X: Any, y: Any = None, *, seeds: Any = None, must_link: Any = None, cannot_link: Any = None, min_size: Any = None,
            max_size: Any = None, known: Any = None, auxiliary: Any = None, annotated: Any = None, solved: Any = None,
            vectors: Any = None, ontology: Any = None, init: Any = None, callback: Any = None) -> "Auto":
        """Choose a method, and find the clusters of the items.

        Parameters
        ----------
        X : array or CSR matrix of shape (n_items, n_features), or a frame
        y : ignored
        seeds, must_link, cannot_link, min_size, max_size, known, auxiliary, annotated, solved, vectors, ontology
            What is known, in any combination, as for the methods that take it.
        init : array of int of shape (n_items,), default=None
            Clusters to begin from.
        callback : function of a dict, default=None
            Called with the progress; False from it stops the fit and keeps the best so far.
        """
        given = {"seeds": seeds, "must_link": must_link, "cannot_link": cannot_link, "min_size": min_size, "max_size": max_size,
                 "known": known, "auxiliary": auxiliary, "annotated": annotated, "solved": solved, "vectors": vectors,
                 "ontology": ontology, "init": init}
        return self._fit(X, given, callback)
