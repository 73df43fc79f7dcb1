"""What is known, as Python says it: checked, numbered, and in the arrays that the compiled half takes."""

from __future__ import annotations

import os
from typing import Any, Sequence

import numpy as np
import scipy.sparse as sp

from . import _core
from ._items import Items, as_rows, count_of, from_rows, like, places


def number(labels: Sequence[Any]) -> tuple[np.ndarray, list[Any]]:
    """Labels as 0, 1, 2, ... in the order in which they first occur, and what they were."""
    codes: dict[Any, int] = {}
    numbered = [codes.setdefault(label, len(codes)) for label in np.asarray(labels).tolist()]
    return np.array(numbered, dtype=np.int32), list(codes)


def _unknown(label: Any) -> bool:
    return label is None or label in ("", "-1", -1) or label != label


def whole(value: Any, name: str, least: int = 0) -> int:
    """A whole number, or an error that says so."""
    plain = value.item() if isinstance(value, np.generic) else value
    if isinstance(plain, bool) or not isinstance(plain, int) or plain < least:
        raise ValueError(f"{name} is {value!r}, but must be a whole number, at least {least}")
    return plain


def seeds_of(seeds: Any, items: Items) -> tuple[np.ndarray | None, list[str]]:
    """The cluster of each item, -1 where it is not known; and the names of clusters, if seeds are words.

    Whole numbers are the clusters themselves. A dict has items (numbers, or ids) and their labels; a pandas series is
    matched by its index to items that have ids.
    """
    if seeds is None:
        return None, []
    if isinstance(seeds, dict):
        found = np.full(items.size, None, dtype=object)
        at = places(list(seeds), items)
        if at.dtype.kind not in "iu" or (at.size and (at.min() < 0 or at.max() >= items.size)):
            raise ValueError(f"seeds name items that are not there: items are 0 to {items.size - 1}")
        found[at] = list(seeds.values())
        seeds = found
    elif items.ids is not None and hasattr(seeds, "index") and not callable(seeds.index):
        found = np.full(items.size, None, dtype=object)
        found[places(np.asarray(seeds.index), items)] = np.asarray(seeds, dtype=object)
        seeds = found
    labels = np.asarray(seeds)
    if labels.shape != (items.size,):
        raise ValueError(f"seeds are for {items.size} items, one each (-1: not known), but their shape is {labels.shape}")
    known = np.array([not _unknown(label) for label in labels.tolist()], dtype=bool)
    result = np.full(items.size, -1, dtype=np.int32)
    if not known.any():
        return None, []
    given = labels[known].tolist()
    if all(isinstance(label, (int, float)) and label == int(label) for label in given):
        result[known] = np.array(given, dtype=np.int32)
        return result, []
    codes, names = number(given)
    result[known] = codes
    return result, [str(name) for name in names]


def links_of(pairs: Any, items: Items, name: str) -> np.ndarray | None:
    """Pairs of item numbers; of items with ids, pairs of ids. A third column is for `weights_of`."""
    if pairs is None or len(pairs) == 0:
        return None
    array = np.asarray(pairs)
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ValueError(f"{name} must be pairs, as in [(0, 1), (4, 7)], or pairs with a weight, but its shape is {array.shape}")
    both = array[:, :2]
    if array.shape[1] == 3 and both.dtype.kind == "f" and np.all(both == np.floor(both)):
        both = both.astype(np.int64)  # numbers of items beside a weight that is no whole number
    numbers = places(both.ravel(), items)
    if numbers.dtype.kind not in "iu":
        raise ValueError(f"{name} must be pairs of item numbers, but holds {both.ravel()[0]!r}")
    return np.ascontiguousarray(numbers.reshape(-1, 2), dtype=np.int64)


def weights_of(pairs: Any, name: str) -> np.ndarray | None:
    """What each pair counts, if it says so in a third column."""
    array = np.asarray([] if pairs is None else pairs)
    if array.ndim != 2 or array.shape[1] != 3:
        return None
    try:
        return np.ascontiguousarray(array[:, 2], dtype=np.float64)
    except ValueError:
        raise ValueError(f"{name} must have numbers above 0 as weights, but has {array[0, 2]!r}") from None


def start_of(start: Any, items: Items) -> np.ndarray | None:
    """The clusters to begin from, one for each item."""
    if start is None:
        return None
    array = np.asarray(start)
    if array.shape != (items.size,) or array.dtype.kind not in "iu":
        raise ValueError(f"init must be {items.size} cluster numbers, one for each item")
    return np.ascontiguousarray(array, dtype=np.int32)


def _is_pair(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2


def auxiliary_of(auxiliary: Any, estimator: Any) -> list[tuple[Any, float | None]]:
    """Other items: one collection, or a list of them; each alone, or with its weight as (items, weight)."""
    if auxiliary is None:
        return []
    sources = auxiliary if isinstance(auxiliary, list) and not np.isscalar(auxiliary[0]) else [auxiliary]
    if sources and isinstance(sources[0], list):  # one collection, as rows in lists
        sources = [np.asarray(auxiliary)]
    pairs = [source if _is_pair(source) and np.isscalar(source[1]) else (source, None) for source in sources]
    return [(like(estimator, items), None if weight is None else float(weight)) for items, weight in pairs]


def tags_of(tags: Any, count: int) -> tuple[Any, list[str]]:
    """Which items have which tags, as CSR rows, and the tags' names in order.

    A matrix of items x tags, a list of tags for each item, or a label for each item.
    """
    if getattr(tags, "ndim", 1) == 2 and getattr(getattr(tags, "dtype", None), "kind", "") in "USO":
        tags = tags.tolist()  # words in rows
    if sp.issparse(tags) or getattr(tags, "ndim", 1) == 2 or hasattr(tags, "columns"):
        matrix = sp.csr_matrix(tags, dtype=np.float64)
        named = getattr(tags, "columns", None)
        names = [f"tag {j:09}" for j in range(matrix.shape[1])] if named is None else [str(name) for name in named]
    else:
        lists = [[str(tags_i)] if np.isscalar(tags_i) else [str(t) for t in tags_i] for tags_i in tags]
        names = sorted({tag for tags_i in lists for tag in tags_i}, key=lambda tag: tag.encode())
        at = {tag: j for j, tag in enumerate(names)}
        rows = [i for i, tags_i in enumerate(lists) for _ in tags_i]
        columns = [at[tag] for tags_i in lists for tag in tags_i]
        matrix = sp.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(lists), len(names)))
    if matrix.shape[0] != count:
        raise ValueError(f"there are {count} annotated items, and tags of {matrix.shape[0]}")
    matrix.eliminate_zeros()
    order = sorted(range(len(names)), key=lambda j: names[j].encode())
    return as_rows(matrix[:, order]), [names[j] for j in order]


def pair_of(value: Any, name: str, what: str) -> tuple[Any, Any]:
    """`(X, y)`, or an error that says so. What read() returns is a pair by itself, if it has labels."""
    if getattr(value, "labels", None) is not None and hasattr(value, "data"):
        return value.data, value.labels
    if not _is_pair(value):
        raise ValueError(f"{name} must be a pair (X, {what}), but is {type(value).__name__}")
    return value


def classes_of(labels: Any, rows: Any, name: str) -> list[str]:
    """The class of each row as a word; "" where an item has none."""
    array = np.asarray(labels)
    if array.shape != (count_of(rows),):
        raise ValueError(f"{name} has {count_of(rows)} items, but classes of shape {array.shape}")
    return ["" if _unknown(label) else str(label) for label in array.tolist()]


def _add_known(evidence: Any, known: Any, estimator: Any) -> None:
    others, labels = pair_of(known, "known", "classes")
    rows = like(estimator, others)
    classes = classes_of(labels, rows, "known")
    codes, names = number([label for label in classes if label])
    of_all = np.full(len(classes), -1, dtype=np.int32)
    of_all[np.array([bool(label) for label in classes], dtype=bool)] = codes
    evidence.set_known(rows, of_all, names)


def _add_annotated(evidence: Any, annotated: Any, estimator: Any) -> None:
    others, tags = pair_of(annotated, "annotated", "tags")
    rows = like(estimator, others)
    has, names = tags_of(tags, count_of(rows))
    evidence.set_annotated(as_rows(from_rows(_core.rows_of_tags(rows, has, names))), count_of(rows))


def _add_solved(evidence: Any, solved: Any, estimator: Any, wishes: Any) -> None:
    """One `(X, y)`, or a list of them; or the file that `bellwether tune` wrote."""
    if isinstance(solved, (str, os.PathLike)):
        return evidence.load_solved(os.fspath(solved))
    several = isinstance(solved, list) or (isinstance(solved, tuple) and all(isinstance(s, tuple) for s in solved))
    sources = list(solved) if several else [solved]
    for i, source in enumerate(sources):
        items, labels = pair_of(source, f"solved[{i}]", "classes")
        rows = like(estimator, items)
        evidence.add_solved(f"solved[{i}]", rows, classes_of(labels, rows, "solved"), wishes.draws_from(len(sources)))


def _of_texts(items: Items) -> Any:
    """What made counts of words of the texts, so that words of a file are matched in the same form."""
    if items.vectorizer is None:
        raise ValueError("vectors are of words: give the items as bellwether.vectorize(texts) returns them, so that their words "
                         "are known")
    return items.vectorizer


def evidence_of(estimator: Any, items: Items, wishes: Any, *, seeds: Any = None, must_link: Any = None, cannot_link: Any = None,
                min_size: Any = None, max_size: Any = None, known: Any = None, auxiliary: Any = None, annotated: Any = None,
                solved: Any = None, vectors: Any = None, ontology: Any = None) -> Any:
    """Everything that is known, as the pipeline takes it."""
    evidence = _core.Evidence()
    evidence.set_seeds(*seeds_of(seeds, items))
    evidence.set_links(links_of(must_link, items, "must_link"), links_of(cannot_link, items, "cannot_link"),
                       weights_of(must_link, "must_link"), weights_of(cannot_link, "cannot_link"))
    evidence.min_size = whole(min_size or 0, "min_size")
    evidence.max_size = whole(max_size or 0, "max_size")
    if known is not None:
        _add_known(evidence, known, estimator)
    for rows, weight in auxiliary_of(auxiliary, estimator):
        evidence.add_auxiliary(rows, weight)
    if annotated is not None:
        _add_annotated(evidence, annotated, estimator)
    if solved is not None:
        _add_solved(evidence, solved, estimator, wishes)
    if vectors is not None:
        evidence.load_vectors(os.fspath(vectors), _of_texts(items))
    if ontology is not None:
        evidence.load_ontology(os.fspath(ontology), items.rows, items.names, items.vectorizer)
    return evidence
