"""Items of a Dask cluster: blocks as they come, checked where they are, and cut anew where shards begin."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any, NamedTuple

import dask
import dask.array as da
import numpy as np
import scipy.sparse as sp

from . import _core
from ._dask_wait import gathered

_BLOCK_BYTES = 64 << 20  #: of a file that is cut into blocks
_PART_BYTES = 128 << 20  #: of a part, at most about this
_PARTS_OF_A_THREAD = 8  #: at least, if there are enough shards


class Measure(NamedTuple):
    """What the client learns about a block."""

    rows: int
    columns: int
    stored: int
    sparse: bool
    narrow: bool  #: float32
    names: list[str] | None


class Parts(NamedTuple):
    """Where the items are: one future for each part, in the order of the items."""

    futures: list[Any]
    sizes: list[int]
    rows: int
    columns: int
    stored: int
    sparse: bool
    names: list[str] | None
    seeded: bool = False  #: labels of some items lie with the parts


class HeldRows:
    """A part on its worker. What the compiled half remembers of it does not travel: it is found again."""

    def __init__(self, values: Any, begin: int, rows: int, columns: int, stored: int, seeds: Any = None) -> None:
        self.values = values
        self.seeds = seeds
        self.place = (rows, columns, stored, begin)
        self._forget()

    def _forget(self) -> None:
        self._lock = threading.Lock()
        self._part: Any = None

    def __getstate__(self) -> dict[str, Any]:
        return {"values": self.values, "place": self.place, "seeds": self.seeds}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    def __sizeof__(self) -> int:
        arrays = self.values[:3] if isinstance(self.values, tuple) else [self.values]
        # Beside the values: a label, a bound, and while the first means are chosen a distance and an owner.
        return sum(array.nbytes for array in arrays) + 24 * self.count

    @property
    def count(self) -> int:
        return len(self.values[0]) - 1 if isinstance(self.values, tuple) else len(self.values)

    def _compiled(self) -> Any:
        with self._lock:
            if self._part is None:
                self._part = _core.Part(self.values, *self.place, self.seeds)
        return self._part

    def answer(self, step: str, question: bytes) -> bytes:
        return self._compiled().answer(step, question)

    def labels(self, step: str, model: bytes) -> tuple[np.ndarray, np.ndarray]:
        return self._compiled().labels(step, model)


def blocks_of(X: Any) -> list[Any]:
    """Delayed blocks, in the order of the items."""
    if isinstance(X, da.Array):
        if X.ndim != 2:
            raise ValueError(f"X has {X.ndim} dimensions, but items are rows of two")
        return list(X.rechunk({1: -1}).to_delayed().ravel())
    if hasattr(X, "to_delayed"):  # a Dask dataframe
        return list(X.to_delayed())
    if isinstance(X, (str, os.PathLike)):
        X = [X]
    if not isinstance(X, (list, tuple)) or not X:
        raise TypeError("X must be a Dask array or dataframe, a list of delayed blocks, or paths of .npy or .parquet files; for "
                        f"{type(X).__name__} use the estimator of the same name in bellwether")
    blocks: list[Any] = []
    for block in X:
        blocks += _blocks_of_file(Path(block)) if isinstance(block, (str, os.PathLike)) else [block]
    return blocks


def _blocks_of_file(path: Path) -> list[Any]:
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix in _READERS)
        if not files:
            raise ValueError(f"{path} has no file that ends in {', '.join(_READERS)}")
        return [block for file in files for block in _blocks_of_file(file)]
    if path.suffix not in _READERS:
        raise ValueError(f"{path}: cannot read {path.suffix or 'files without an ending'}, only {', '.join(_READERS)}")
    if path.suffix != ".npy":
        return [dask.delayed(_read_table, pure=False)(str(path))]
    shape = np.load(path, mmap_mode="r").shape
    if len(shape) != 2:
        raise ValueError(f"{path} has {len(shape)} dimensions, but items are rows of two")
    step = max(1, _BLOCK_BYTES // max(1, 8 * shape[1]))
    return [dask.delayed(_read_npy, pure=False)(str(path), first, min(first + step, shape[0])) for first in range(0, shape[0], step)]


def _read_npy(path: str, first: int, last: int) -> np.ndarray:
    return np.array(np.load(path, mmap_mode="r")[first:last])


def _read_table(path: str) -> Any:
    if path.endswith(".parquet"):
        from pyarrow import parquet

        table = parquet.read_table(path)
    else:
        from pyarrow import feather

        table = feather.read_table(path)
    for field in table.schema:
        kind = str(field.type)
        if not kind.startswith(("int", "uint", "float", "double", "halffloat", "bool")):
            raise ValueError(f"{path}: column {field.name} holds {kind}, but items are numbers: leave it out when the file is written, or "
                             "read the columns that are wanted with dask.dataframe.read_parquet")
    return table.to_pandas()


_READERS = (".npy", ".parquet", ".feather", ".arrow")


def checked(block: Any, number: int, directions: bool) -> Any:
    """The block as the compiled half takes it, float32 as it is; its names are beside it. Trouble is named by part and row."""
    names = [str(name) for name in block.columns] if hasattr(block, "columns") and not callable(block.columns) else None
    if sp.issparse(block):
        rows: Any = block.tocsr()
        if not rows.has_canonical_format:
            rows = rows.copy()
            rows.sum_duplicates()
        values = np.ascontiguousarray(rows.data, dtype=np.float64)
        rows = (rows.indptr.astype(np.int64), rows.indices.astype(np.int32), values, rows.shape[1])
    else:
        try:
            array = np.asarray(block)
            narrow = array.dtype in (np.float32, np.float16)
            rows = np.ascontiguousarray(array, dtype=np.float32 if narrow else np.float64)
        except (TypeError, ValueError) as error:
            raise ValueError(f"part {number} does not hold numbers alone: {error}") from None
        if rows.ndim != 2:
            raise ValueError(f"part {number} has {rows.ndim} dimensions, but items are rows of two")
        values = rows
    if not np.isfinite(values).all():
        row, column = _first_bad(rows)
        raise ValueError(f"part {number}, row {row}, column {names[column] if names else column} (counted from 0) is not a finite number: "
                         "drop the row, or fill it")
    if directions:
        lengths = np.diff(rows[0]) if isinstance(rows, tuple) else np.abs(rows).max(axis=1, initial=0)
        if len(lengths) and not lengths.all():
            raise ValueError(f"part {number}, row {int(np.argmin(lengths != 0))} (counted from 0) is all zeros and has no direction: "
                             "remove it, or choose KMeans")
    return rows, names


def _first_bad(rows: Any) -> tuple[int, int]:
    if isinstance(rows, tuple):
        at = int(np.argmin(np.isfinite(rows[2])))
        return int(np.searchsorted(rows[0], at, side="right")) - 1, int(rows[1][at])
    bad = ~np.isfinite(rows)
    row = int(np.argmax(bad.any(axis=1)))
    return row, int(np.argmax(bad[row]))


def measured(block: Any) -> Measure:
    rows, names = block
    if isinstance(rows, tuple):
        return Measure(len(rows[0]) - 1, rows[3], len(rows[2]), True, False, names)
    return Measure(rows.shape[0], rows.shape[1], rows.size, False, rows.dtype == np.float32, names)


def sliced(block: Any, first: int, last: int) -> Any:
    rows = block[0]
    if not isinstance(rows, tuple):
        return rows[first:last]
    starts, columns, values, width = rows
    begin, end = int(starts[first]), int(starts[last])
    return starts[first:last + 1] - begin, columns[begin:end], values[begin:end], width


def held(slices: list[Any], narrow: bool, begin: int, rows: int, columns: int, stored: int, seeds: Any = None) -> HeldRows:
    if not isinstance(slices[0], tuple):
        kind = np.float32 if narrow else np.float64
        whole: Any = slices[0] if len(slices) == 1 else np.concatenate(slices)
        return HeldRows(np.ascontiguousarray(whole, dtype=kind), begin, rows, columns, stored, seeds)
    starts, before = [np.zeros(1, dtype=np.int64)], 0
    for piece in slices:
        starts.append(piece[0][1:] + before)
        before += int(piece[0][-1])
    whole = (np.concatenate(starts), np.concatenate([piece[1] for piece in slices]), np.concatenate([piece[2] for piece in slices]), columns)
    return HeldRows(whole, begin, rows, columns, stored, seeds)


def _last_labelled(classes: Any, rows: int) -> Any:
    if classes.ndim != 1 or len(classes) > rows:
        raise ValueError(f"there are {len(classes)} classes, but {rows} items: give one for each known item")
    rest = np.full(rows - len(classes), -1, dtype=np.int32)
    if isinstance(classes, da.Array):
        whole = da.concatenate([da.from_array(rest, chunks=max(1, len(rest))), classes.astype(np.int32)])
        return lambda first, last: whole[first:last]
    known = np.concatenate([rest, classes])
    return lambda first, last: known[first:last]


def seeds_of(seeds: Any, rows: int) -> Any:
    """A function of first and last: the seeds of these items, or what will be them."""
    if seeds is None:
        return lambda first, last: None
    if hasattr(seeds, "classes"):  # of the last items, and the others have none
        return _last_labelled(seeds.classes, rows)
    if isinstance(seeds, da.Array):
        if seeds.shape != (rows,):
            raise ValueError(f"the seeds have the shape {seeds.shape}, but there are {rows} items: give one for each, -1 where nothing is known")
        return lambda first, last: seeds[first:last].astype(np.int32)
    known = np.full(rows, -1, dtype=np.int32)
    if isinstance(seeds, dict):
        for item, label in seeds.items():
            if not isinstance(item, (int, np.integer)) or not 0 <= item < rows:
                raise ValueError(f"there is no item {item!r}: items are 0 to {rows - 1}")
            known[item] = label
    else:
        given = np.asarray(seeds)
        if given.shape != (rows,) or given.dtype.kind not in "iu":
            raise ValueError(f"seeds must be a whole number for each of {rows} items, -1 where nothing is known; or a dict of items and numbers")
        known[:] = given
    return lambda first, last: known[first:last]


def _kept_blocks(client: Any, X: Any, directions: bool) -> list[tuple[Any, Measure]]:
    """Checked blocks that have items, and that go together."""
    delayed = [dask.delayed(checked, pure=False)(block, number, directions) for number, block in enumerate(blocks_of(X))]
    blocks = client.compute(delayed)
    measures: list[Measure] = gathered(client, [client.submit(measured, block, pure=False) for block in blocks])
    kept = [(block, measure) for block, measure in zip(blocks, measures) if measure.rows > 0]
    if not kept:
        raise ValueError("X has no items")
    first = kept[0][1]
    for number, measure in enumerate(measures):
        if measure.rows == 0:
            continue
        if measure.columns != first.columns:
            raise ValueError(f"part {number} has {measure.columns} columns, but the first has {first.columns}")
        if measure.names != first.names:
            raise ValueError(f"part {number} has the columns {_some(measure.names)}, but the first has {_some(first.names)}")
        if measure.sparse != first.sparse:
            raise ValueError(f"part {number} is {'sparse' if measure.sparse else 'dense'}, but the first is not")
    return kept


_ROWS_OF_A_PRODUCT = 1024  #: rows that the library multiplies at once, from the first of all


def blocks_at(client: Any, X: Any) -> list[Any]:
    """Blocks of the same rows, dense ones cut where the library cuts its products: their last bits are then those of one process."""
    kept = _kept_blocks(client, X, False)
    rows, first = sum(m.rows for _, m in kept), kept[0][1]
    if first.sparse:
        return blocks_of(X)
    wanted = max(1, rows // max(rows * first.columns * 8 // _PART_BYTES + 1, 2 * sum(client.nthreads().values())))
    size = -(-wanted // _ROWS_OF_A_PRODUCT) * _ROWS_OF_A_PRODUCT
    blocks = []
    for _, pieces in _cut_anew(kept, [*range(0, rows, size), rows]):
        slices = [client.submit(sliced, block, low, high, pure=False) for block, low, high in pieces]
        blocks.append(client.submit(_together, slices, first.names, pure=False))
    return blocks


def _together(slices: list[np.ndarray], names: list[str] | None) -> Any:
    rows = np.concatenate(slices)
    if names is None:
        return rows
    import pandas

    return pandas.DataFrame(rows, columns=names)


def parts_of(client: Any, X: Any, clusters: int, directions: bool, seeds: Any = None) -> Parts:
    """Blocks, checked and cut anew. The client sees their sizes, never a row."""
    kept = _kept_blocks(client, X, directions)
    first = kept[0][1]
    rows, stored = sum(m.rows for _, m in kept), sum(m.stored for _, m in kept)
    narrow = all(m.narrow for _, m in kept)
    cuts = _cuts(client, rows, first.columns, stored, 4 if narrow else 8, clusters)
    futures, sizes = [], []
    known = seeds_of(seeds, rows)
    homes = homes_of(client, len(cuts) - 1)
    for (begin, pieces), end, home in zip(_cut_anew(kept, cuts), cuts[1:], homes):
        slices = [client.submit(sliced, block, low, high, pure=False) for block, low, high in pieces]
        these = known(begin, end)
        these = client.compute(these) if isinstance(these, da.Array) else these
        futures.append(client.submit(held, slices, narrow, begin, rows, first.columns, stored, these, pure=False,
                                     workers=[home] if home else None, allow_other_workers=True))
        sizes.append(end - begin)
    return Parts(futures, sizes, rows, first.columns, stored, first.sparse, first.names, seeds is not None)


def _some(names: list[str] | None) -> str:
    if names is None:
        return "without names"
    return ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")


def _cuts(client: Any, rows: int, columns: int, stored: int, width: int, clusters: int) -> list[int]:
    """Where parts begin, and the end: whole branches of the tree in which shards are merged, so that the statistics of each are one
    table. Several for each thread, so that threads have about as much to do. This changes the wait, not the result."""
    shard = _core.shard_rows(rows, columns, stored, clusters)
    threads = max(1, sum(client.nthreads().values()))
    wanted = max(stored * width // _PART_BYTES + 1, _PARTS_OF_A_THREAD * threads)
    cuts = [0, -(-rows // shard)]
    while len(cuts) - 1 < wanted and any(last - first > 1 for first, last in zip(cuts, cuts[1:])):
        halves = [cut for first, last in zip(cuts, cuts[1:]) for cut in ((first, first + (last - first) // 2) if last - first > 1 else (first,))]
        cuts = [*halves, cuts[-1]]
    return [min(cut * shard, rows) for cut in cuts]


def homes_of(client: Any, count: int) -> list[str | None]:
    """A worker for each part: neighbours together, and as many for each thread."""
    threads = [address for address, threads in client.nthreads().items() for _ in range(threads)]
    return [threads[part * len(threads) // count] if threads else None for part in range(count)]


def _cut_anew(blocks: list[tuple[Any, Measure]], cuts: list[int]) -> Any:
    """For each part its first item, and the pieces of blocks that it is made of."""
    block, offset = 0, 0
    for begin, end in zip(cuts, cuts[1:]):
        wanted, pieces = end - begin, []
        while wanted > 0:
            take = min(wanted, blocks[block][1].rows - offset)
            pieces.append((blocks[block][0], offset, offset + take))
            wanted, offset = wanted - take, offset + take
            if offset == blocks[block][1].rows:
                block, offset = block + 1, 0
        yield begin, pieces
