"""Texts that a Dask cluster holds become numbers there: what `bellwether.vectorize` makes of all of them in one place."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import dask
import numpy as np

from . import _core
from ._dask_fit import Workers, client_or_own
from ._dask_items import parts_of
from ._dask_wait import result_of
from ._errors import said_in_python
from ._sources import _words, vectorize

_ARITY = 8  #: neighbours whose words a worker merges at once


class Vectorizer:
    """Words of texts over a Dask cluster; arguments as `bellwether.vectorize`.

    Parameters
    ----------
    weighting : {"none", "tf-idf", "ltc", "okapi"}, default=None
    svd : int, default=None
        Reduce to so many dimensions by a truncated SVD of all texts.
    normalise : {"none", "standard", "range", "l1", "l2"}, default=None
    steps : str, default=None
        All of these in an order of your own: "ltc + svd:30 + l2".
    purpose : {"counting", "clustering"}, default="counting"
        Counts as they are; or, as `bellwether cluster` has it, words weighted by ltc unless something else is asked for.
    text_column : str, default=None
        Of a dataframe or of files.
    client : distributed.Client, default=None
        None: the default client, or a cluster of threads made for the call.
    **words
        Options of words: language, stem, stop_words, numbers, min_length, ngrams, min_documents, vocabulary, ...

    Attributes
    ----------
    vectorizer_ : Model
        What `bellwether.vectorize(texts, vectorizer=...)` takes.

    Examples
    --------
    >>> import bellwether.dask                                                                  # doctest: +SKIP
    >>> words = bellwether.dask.Vectorizer(language="english", purpose="clustering", text_column="body")
    >>> items = words.fit_transform("texts/")             # blocks that stay with the workers
    >>> bellwether.dask.SphericalKMeans(200).fit(items)
    """

    def __init__(self, *, weighting: str | None = None, svd: int | None = None, normalise: str | None = None, steps: str | None = None,
                 purpose: str = "counting", text_column: str | None = None, client: Any = None, **words: Any) -> None:
        self.weighting = weighting
        self.svd = svd
        self.normalise = normalise
        self.steps = steps
        self.purpose = purpose
        self.text_column = text_column
        self.client = client
        self.words = words

    def fit(self, X: Any) -> "Vectorizer":
        """Choose the words, and learn how common they are.

        Parameters
        ----------
        X : dask dataframe, series or bag, list of delayed lists of texts, or paths of .parquet or .feather files that workers can read
        """
        asked = _words(weighting=self.weighting, svd=self.svd, normalise=self.normalise, steps=self.steps)
        of_text = [(name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in self.words.items()]
        with said_in_python():
            later = _core.later_steps(asked, of_text, self.purpose)
        with client_or_own(self.client) as (client, _):
            totals = client.compute([dask.delayed(_totals, pure=False)(block, number, asked, of_text, self.purpose)
                                     for number, block in enumerate(self._blocks(X))])
            while len(totals) > 1:
                totals = [client.submit(_merged, totals[at:at + _ARITY], pure=False) for at in range(0, len(totals), _ARITY)]
            # Chosen on a worker: the client sees the words that are kept, and no others.
            self.vectorizer_ = result_of(client, client.submit(_chosen, totals[0], asked, of_text, self.purpose, pure=False))
            for name, options in later:
                self._learn_step(client, X, name, options)
        return self

    def _learn_step(self, client: Any, X: Any, name: str, options: dict[str, Any]) -> None:
        """One that the numbers of all texts teach; it is put behind those that are there."""
        parts = parts_of(client, self.transform(X), 1, False)
        with said_in_python():
            workers = Workers(client, parts)
            learned = _core.svd_parts(workers, options) if name == "svd" else _core.scale_parts(name, workers)
            self.vectorizer_ = _core.with_step(self.vectorizer_, learned)

    def transform(self, X: Any) -> list[Any]:
        """A delayed CSR matrix for each block; what the estimators of bellwether.dask take as items."""
        if not hasattr(self, "vectorizer_"):
            raise ValueError("the words are not chosen yet: call fit with some texts first")
        shared = dask.delayed(self.vectorizer_, pure=False)
        return [dask.delayed(_numbers, pure=False)(block, number, shared) for number, block in enumerate(self._blocks(X))]

    def fit_transform(self, X: Any) -> list[Any]:
        """Both; every text is read twice, and once more for an SVD or learned scales."""
        return self.fit(X).transform(X)

    def save(self, path: str | os.PathLike[str]) -> None:
        """For `bellwether vectorize` and `bellwether.load`."""
        with said_in_python():
            self.vectorizer_.save(os.fspath(path))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "client": None}

    def _blocks(self, X: Any) -> list[Any]:
        if hasattr(X, "to_delayed"):
            parts = X.to_delayed()
            parts = parts.ravel().tolist() if isinstance(parts, np.ndarray) else parts
            return [dask.delayed(_column_of, pure=False)(part, self.text_column, number) for number, part in enumerate(parts)]
        if isinstance(X, (str, os.PathLike)):
            X = [X]
        if not isinstance(X, (list, tuple)) or not X:
            raise TypeError("X must be a Dask dataframe, series or bag, a list of delayed lists of texts, or paths of .parquet files; for "
                            f"{type(X).__name__} use bellwether.vectorize")
        blocks: list[Any] = []
        for block in X:
            blocks += self._blocks_of_file(Path(block)) if isinstance(block, (str, os.PathLike)) else [
                dask.delayed(_column_of, pure=False)(block, self.text_column, len(blocks))]
        return blocks

    def _blocks_of_file(self, path: Path) -> list[Any]:
        """One for each row group, so that no worker has to hold a whole file."""
        if path.is_dir():
            files = sorted(file for file in path.iterdir() if file.suffix in (".parquet", ".feather", ".arrow"))
            if not files:
                raise ValueError(f"{path} has no .parquet or .feather file")
            return [block for file in files for block in self._blocks_of_file(file)]
        if self.text_column is None:
            raise ValueError(f"{path}: say which column has the texts, as in text_column=\"body\"")
        if path.suffix != ".parquet":
            return [dask.delayed(_read_feather, pure=False)(str(path), self.text_column)]
        from pyarrow import parquet

        groups = parquet.ParquetFile(path).num_row_groups
        return [dask.delayed(_read_group, pure=False)(str(path), self.text_column, group) for group in range(groups)]


def _texts(column: Any, where: str) -> list[str]:
    texts = list(column)
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise ValueError(f"{where}, row {row} (counted from 0) is {text!r} and not a text: drop the row, or fill it")
    return texts


def _column_of(block: Any, text_column: str | None, number: int) -> list[str]:
    if hasattr(block, "columns") and not callable(block.columns):
        if text_column is None or text_column not in block.columns:
            raise ValueError(f"part {number} has the columns {', '.join(map(str, block.columns))}: say which has the texts by text_column")
        block = block[text_column]
    return _texts(block, f"part {number}")


def _read_group(path: str, column: str, group: int) -> list[str]:
    from pyarrow import parquet

    return _texts(_found(parquet.ParquetFile(path).read_row_group(group, columns=[column]), path, column), f"{path}, row group {group}")


def _read_feather(path: str, column: str) -> list[str]:
    from pyarrow import feather

    return _texts(_found(feather.read_table(path, columns=[column]), path, column), path)


def _found(table: Any, path: str, column: str) -> list[Any]:
    if column not in table.column_names:
        raise ValueError(f"{path} has no column {column}")
    return table.column(column).to_pylist()


def _totals(texts: list[str], number: int, asked: Any, of_text: Any, purpose: str) -> bytes | None:
    with said_in_python():
        return _core.word_totals(texts, asked, of_text, purpose) if texts else None


def _merged(totals: list[bytes | None]) -> bytes | None:
    there = [some for some in totals if some is not None]
    return _core.merge_words(there) if there else None


def _chosen(totals: bytes | None, asked: Any, of_text: Any, purpose: str) -> Any:
    if totals is None:
        raise ValueError("X has no texts")
    with said_in_python():
        return _core.vectorizer_of_words(totals, asked, of_text, purpose)


def _numbers(texts: list[str], number: int, model: Any) -> Any:
    import scipy.sparse as sp

    if not texts:
        return sp.csr_matrix((0, 1))
    return vectorize(texts, vectorizer=model, threads=1).data
