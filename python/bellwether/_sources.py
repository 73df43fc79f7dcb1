"""What people have becomes numbers (`read`, `vectorize`), and clusters get their marks (`scores`)."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Sequence

import numpy as np

from . import _core
from ._errors import SCIKIT_NAMES, in_python, said_in_python
from ._progress import Teller


@dataclass(repr=False)
class Items:
    """Items as numbers, with what else their source knew about them.

    Attributes
    ----------
    data : ndarray or CSR matrix of shape (n_items, n_features)
    ids : list of str
        One for each item; numbers from 0 where the source has none.
    features : list of str
        Names of the columns, or empty.
    labels : ndarray of str, or None
        The truth, for scores; never used to cluster.
    notes : list of str
        What the reader decided by itself.
    vectorizer : Model or None
        What `vectorize` fitted, to measure other items with the same ruler.
    """

    data: Any
    ids: list[str]
    features: list[str]
    labels: np.ndarray | None
    notes: list[str] = field(default_factory=list)
    vectorizer: Any = None

    def __repr__(self) -> str:
        classes = "" if self.labels is None else f", {len(set(self.labels.tolist()))} classes"
        return f"<{self.data.shape[0]} items x {self.data.shape[1]} features{classes}>"


def _items(found: dict[str, Any]) -> Items:
    from ._items import from_rows

    data = from_rows(found["data"])
    ids = found["ids"] or [str(i) for i in range(data.shape[0])]
    labels = np.array(found["labels"]) if found["labels"] else None
    notes = [in_python(note) for note in found["notes"]]
    return Items(data, ids, found["features"], labels, notes, found.get("vectorizer"))


def _words(**arguments: Any) -> list[tuple[str, str]]:
    """What was given, in the words of the command line."""
    return [
        (name, str(value).lower() if isinstance(value, bool) else str(value))
        for name, value in arguments.items()
        if value is not None and value is not False
    ]


def _existing(source: Any) -> str:
    path = os.fspath(source)
    if not path.startswith("data:") and not os.path.exists(path):
        raise FileNotFoundError(f"{path}: there is no such file or folder")
    return path


def _yes_or_no(header: Any) -> str:
    return ("yes" if header else "no") if isinstance(header, bool) else header


def read(source: Any, *, label_column: Any = None, id_column: Any = None, truth: Any = None, ignore: Any = (),
         columns: Any = (), categories: Any = (), missing: str = "error", header: Any = "auto",
         delimiter: str | None = None, limit: Any = None) -> Items:
    """Read a table: CSV, TSV, JSON, NPY, NPZ, SVMlight, Matrix Market, CLUTO, ARFF; .gz and .zst, too.

    Parameters
    ----------
    source : str or path
        A file, or a built-in collection such as "data:iris".
    label_column, id_column : str or int, default=None
        Columns that are no features: a name, a number from 1, "first" or "last".
    truth : str or path, default=None
        The true classes: a file of id,label, or a column.
    ignore : list of str or int, default=()
        Columns that are left out, named likewise.
    columns : list of str or int, default=()
        The only features, named likewise or as "2-5"; empty: all others are.
    categories : list of str or int, default=()
        Columns of categories, whatever is in them. Columns of words that repeat are taken so anyway.
    missing : {"error", "mean", "drop"}, default="error"
        What to do about empty cells.
    header : {"auto", "yes", "no"} or bool, default="auto"
        Whether the first row names the columns.
    delimiter : str, default=None
        Between cells: a character, or "tab", "comma", "semicolon", "space"; None: whichever fits.
    limit : str or int, default=None
        Read no more than this from a pipe or out of a packed file: "8GB", or a number of bytes.

    Returns
    -------
    Items

    Examples
    --------
    >>> import bellwether
    >>> bellwether.read("data:iris")
    <150 items x 4 features, 3 classes>
    """
    path = _existing(source)
    words = _words(label_column=label_column, id_column=id_column, truth=truth, missing=missing,
                   header=_yes_or_no(header), delimiter=delimiter, limit=limit)
    for name, asked in (("ignore", ignore), ("columns", columns), ("categories", categories)):
        words += [(name, str(column)) for column in ([asked] if isinstance(asked, (str, int)) else asked)]
    with said_in_python():
        return _items(_core.read(path, words))


def _embedded(source: Any, embed: Any, others: list[str]) -> Items:
    """Texts by a function of the user's own."""
    if isinstance(source, (str, os.PathLike)):
        raise ValueError("embed takes texts in a list: read them first, and give vectorize([text, ...], embed=...)")
    if others:
        raise ValueError(f"embed measures the texts by itself: leave out {', '.join(others)}")
    texts = [str(text) for text in source]
    data = np.ascontiguousarray(embed(texts), dtype=np.float64)
    if data.ndim != 2 or data.shape[0] != len(texts):
        raise ValueError(f"embed must give a matrix with a row for each of {len(texts)} texts, but gave shape {data.shape}")
    if not np.isfinite(data).all():
        raise ValueError("embed gave numbers that are not finite")
    return Items(data, [str(i) for i in range(len(texts))], [f"embedding {d + 1}" for d in range(data.shape[1])], None)


@dataclass
class Project:
    """What was said in `bellwether studio`, as it stands, by the ids of the items.

    Attributes
    ----------
    groups : list of str
        Their names.
    seeds : dict of str to str
        The name of the group of each item that was put into one.
    must_link, cannot_link : list of pairs of str
    min_size, max_size : int
        Of every group; 0: no bound.
    dropped : list of str
        Items that are not to be clustered.
    method : str
    """

    groups: list[str]
    seeds: dict[str, str]
    must_link: list[tuple[str, str]]
    cannot_link: list[tuple[str, str]]
    min_size: int
    max_size: int
    dropped: list[str]
    method: str


def read_project(path: str | os.PathLike[str]) -> Project:
    """Read what was said in `bellwether studio`; the studio may be running.

    Parameters
    ----------
    path : str or path
        A .bwp file.

    Returns
    -------
    Project
    """
    with said_in_python():
        return Project(**_core.read_project(os.fspath(path)))


def vectorize(source: Any, *, features: str | None = None, weighting: str | None = None, svd: int | None = None,
              normalise: str | None = None, steps: str | None = None, purpose: str = "counting",
              text_column: Any = None, lines: bool = False, label_column: Any = None, id_column: Any = None,
              truth: Any = None, label_folder: str = "auto", missing: str = "error", header: Any = "auto",
              delimiter: str | None = None, limit: Any = None, vectorizer: Any = None, embed: Any = None,
              threads: int = 0, verbose: int = 0, callback: Any = None, **words: Any) -> Items:
    """Turn texts, pictures, series or tables into numbers.

    Parameters
    ----------
    source : str, path, or list of str
        A folder, an archive, a table, a .jsonl, an mbox, "data:headlines"; or the texts themselves, in a list.
    features : str, default=None
        "words", "sift", "dense-sift", "hog", "pixels" or "fourier", with options as in "sift:words=400"; None: what fits.
    weighting : {"none", "tf-idf", "ltc", "okapi"}, default=None
        Of counts.
    svd : int, default=None
        Reduce to this many dimensions.
    normalise : {"none", "standard", "range", "l1", "l2"}, default=None
        After the others.
    steps : str, default=None
        All of these in an order of your own: "tf-idf + l2 + svd:30 + l2".
    purpose : {"counting", "clustering"}, default="counting"
        Counts as they are; or, as `bellwether cluster` has it, words weighted by ltc unless something else is asked for.
    text_column, lines, label_column, id_column, truth, label_folder, missing, header, delimiter, limit
        How to read the source, as for the command line.
    vectorizer : Model, default=None
        `Items.vectorizer` of an earlier call: its vocabulary and steps are applied, and nothing is learned.
    embed : function of a list of str, default=None
        Gives a matrix with a row for each text, such as a SentenceTransformer's `encode`; its columns are the features, in
        place of counts of words. For texts in a list, without other options.
    threads : int, default=0
        0: every core.
    verbose : int, default=0
        1: print how far it is.
    callback : function of a dict, default=None
        Called with the progress.
    **words
        Options of words: language, stem, stop_words, numbers, min_length, ngrams, min_documents, vocabulary, ...

    Returns
    -------
    Items

    Examples
    --------
    >>> import bellwether
    >>> texts = ["A cat and a dog.", "Two cats!", "The dogs of war"]
    >>> items = bellwether.vectorize(texts, language="english")
    >>> items.features
    ['cat', 'dog', 'two', 'war']
    >>> bellwether.vectorize(["war and cats"], vectorizer=items.vectorizer).data.toarray()
    array([[1., 0., 0., 1.]])
    """
    if embed is not None:
        named = {"features": features, "weighting": weighting, "svd": svd, "normalise": normalise, "steps": steps,
                 "vectorizer": vectorizer, **words}
        return _embedded(source, embed, [name for name, value in named.items() if value is not None])
    asked = _words(features=features, weighting=weighting, svd=svd, normalise=normalise, steps=steps,
                   text_column=text_column, lines=lines, label_column=label_column, id_column=id_column, truth=truth,
                   label_folder=label_folder, missing=missing, header=_yes_or_no(header), delimiter=delimiter, limit=limit)
    of_text = [(name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in words.items()]
    teller = Teller(verbose, callback)
    fitted = vectorizer.model if isinstance(vectorizer, Placer) else vectorizer
    how = {"purpose": purpose, "vectorizer": fitted, "threads": threads, "callback": teller.callback}
    with said_in_python():
        if isinstance(source, (str, os.PathLike)):
            found = _core.vectorize_source(_existing(source), asked, of_text, **how)
        else:
            found = _core.vectorize_texts([str(text) for text in source], asked, of_text, **how)
    teller.done()
    return _items(found)


def scores(found: Sequence[Any], truth: Sequence[Any]) -> dict[str, float]:
    """How well clusters agree with the truth.

    Parameters
    ----------
    found, truth : sequences of labels, numbers or words, one for each item

    Returns
    -------
    dict
        nmi, nmi_geometric, mutual_information, rand, adjusted_rand, purity, entropy_bits, accuracy, homogeneity,
        completeness, v_measure.

    Examples
    --------
    >>> import bellwether
    >>> bellwether.scores([0, 0, 1, 1], ["a", "a", "b", "b"])["accuracy"]
    1.0
    """
    from ._knowledge import number

    if len(found) != len(truth):
        raise ValueError(f"there are clusters of {len(found)} items, and the truth of {len(truth)}")
    with said_in_python():
        return _core.scores(number(found)[0], number(truth)[0])


def load(path: Any) -> "Placer":
    """A model that `save`, or `bellwether cluster -o`, wrote.

    Returns
    -------
    Placer
        With `predict` and `transform`.
    """
    with said_in_python():
        return Placer(_core.Model.load(_existing(path)))


class Placer:
    """A model from a file: it places items of the features that it was made with."""

    def __init__(self, model: Any) -> None:
        self.model = model

    @property
    def method(self) -> str:
        return self.model.method

    def predict(self, X: Any) -> np.ndarray:
        """The cluster of each item."""
        from ._items import as_rows

        with said_in_python():
            return self.model.place(as_rows(X))[0]

    def transform(self, X: Any) -> Any:
        """Items as the steps of the model measure them."""
        from ._items import as_rows, from_rows

        with said_in_python():
            return from_rows(self.model.measure(as_rows(X)))


@dataclass(frozen=True)
class Method:
    """One row of the table: what a method is called, here and on the command line, and what it is for."""

    name: str
    estimator: str
    summary: str
    citation: str
    takes: tuple[str, ...]
    options: tuple[str, ...]


def methods() -> list[Method]:
    """Every method and every learner.

    Examples
    --------
    >>> import bellwether
    >>> [m.estimator for m in bellwether.methods() if "auxiliary" in m.takes]
    ['STC']
    """
    from ._names import class_name, knowledge_of

    return [
        Method(row["name"], class_name(row["name"]), row["summary"], row["citation"], knowledge_of(row),
               tuple(SCIKIT_NAMES.get(o["name"], o["name"]) for o in row["options"]))
        for row in _core.describe()
    ]
