"""How many clusters: the same choice as `bellwether cluster -k auto`, without the clustering."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _core
from ._auto import Auto
from ._base import _zeros_allowed, k_choice
from ._errors import said_in_python
from ._items import take
from ._knowledge import evidence_of
from ._progress import Teller


@dataclass
class KChoice:
    """A number of clusters, and why.

    Attributes
    ----------
    k : int
        The number that is chosen.
    runner_up : int or None
        What would be chosen if that were not possible.
    sure : float
        0 to 1: the share of resamples that choose it, or what the criterion gives it.
    rule : str
        "borders", "round", "bic" or "held_back": see docs/choosing-k.md.
    reason : str
        Why, in words.
    curve : list of dict
        For each number that was tried `clusters`, `apart` (1 or more: all clusters are apart), `bic`, `met` (of seeds and
        links that were held back), each None where it was not measured, and `open` (False: what is held back speaks
        clearly against it).
    """

    k: int
    runner_up: int | None
    sure: float
    rule: str
    reason: str
    curve: list[dict[str, Any]]


def choose_k(X: Any, *, k_range: tuple[int, int] | None = None, method: str = "auto", random_state: Any = 0,
             zero_rows: str = "error", threads: int = 0, verbose: int = 0, callback: Any = None, **knowledge: Any) -> KChoice:
    """The number of clusters that the items show, or that what is known of them asks for.

    Parameters
    ----------
    X : array or CSR matrix of shape (n_items, n_features), or a frame
    k_range : (int, int), default=None
        The fewest and the most clusters to try; None: 1 to 30, fewer for few items.
    method : str, default="auto"
        A search of `bellwether.methods()`; mixtures choose by their BIC.
    random_state, zero_rows, threads, verbose, callback
        As for the estimators.
    knowledge
        What is known, as for `Auto.fit`: seeds, must_link, cannot_link, min_size, max_size, known.

    Examples
    --------
    >>> import bellwether
    >>> bellwether.choose_k(bellwether.read("data:blobs?clusters=4")).k
    4
    """
    asked = Auto("auto" if k_range is None else k_range, random_state=random_state, zero_rows=zero_rows, threads=threads,
                 verbose=verbose)
    items = take(asked, X, reset=True)
    teller = Teller(verbose, callback)
    with said_in_python():
        wishes = asked._wishes()
        wishes.method = method
        evidence = evidence_of(asked, items, wishes, **knowledge)
        told = _core.choose_k(items.rows, evidence, wishes, zeros_allowed=_zeros_allowed(zero_rows),
                              **asked._how(items, teller))
    teller.done()
    found = k_choice(told)
    return KChoice(found["clusters"], *(found[name] for name in ("runner_up", "sure", "rule", "reason", "curve")))
