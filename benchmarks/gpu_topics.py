"""Rounds of PLSA on a GPU: a part of benchmarks/gpu.py, which calls it with the plug-in.

The texts are synthetic: words drawn as Zipf would have it, counted. A round is one of EM: topics_round and topics_update, on the clock,
the median of 10 after 3. Beside it the same round in PyTorch, in single precision, and what the processor takes.
"""

from __future__ import annotations

import ctypes as c
import math
import time
from typing import Any, Callable

import numpy as np
import torch


class Sparse(c.Structure):
    _fields_ = [(name, c.c_int64) for name in ("rows", "columns", "stored")] + [
        (name, c.c_void_p) for name in ("starts", "column_of", "values")] + [("memory", c.c_uint64)]


class Part(c.Structure):
    _fields_ = [("held", c.c_void_p), ("shard_rows", c.c_int64), ("weight", c.c_double), ("scales", c.c_void_p), ("mixtures", c.c_void_p)]


class Topics(c.Structure):
    _fields_ = [("topics", c.c_int32), ("parts", c.c_int32), ("part", c.c_void_p), ("table", c.c_void_p)]


class Texts:
    """Counts by rows on the GPU and in the host's memory."""

    def __init__(self, rows: int, columns: int, drawn: int) -> None:
        torch.manual_seed(0)
        often = torch.cumsum(1 / torch.arange(1, columns + 1, dtype=torch.float64, device="cuda"), 0)
        parts = []
        for at in range(0, rows, 1 << 17):
            texts = torch.arange(at, min(rows, at + (1 << 17)), device="cuda").repeat_interleave(drawn)
            words = torch.searchsorted(often, torch.rand(len(texts), dtype=torch.float64, device="cuda") * often[-1])
            parts.append(torch.unique(texts * columns + words.clamp(max=columns - 1), return_counts=True))
        keys, counts = (torch.cat(each) for each in zip(*parts))
        self.rows, self.columns, self.stored = rows, columns, len(keys)
        self.row_of, self.column_of, self.values = keys // columns, (keys % columns).int(), counts.double()
        self.starts = torch.searchsorted(self.row_of, torch.arange(rows + 1, device="cuda"))
        sums = torch.zeros(rows, dtype=torch.float64, device="cuda").index_add_(0, self.row_of, self.values)
        self.scales = 1 / sums
        self.here = [part.cpu() for part in (self.starts, self.column_of, self.values, self.scales)]

    def shard_rows(self, topics: int) -> int:
        """engine/shards.h."""
        by_count = (self.rows + 255) // 256
        size = max(1024, min(by_count, 4096), 16 * self.columns // max(self.stored // self.rows, 1))
        while size < 64 * topics and 2 * size <= by_count:
            size *= 2
        return size


def start(texts: Texts, topics: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Mixtures and topics by chance, padded."""
    width = (topics + 3) // 4 * 4
    mixtures = torch.zeros(texts.rows, width, dtype=torch.float64)
    table = torch.zeros(texts.columns, width, dtype=torch.float64)
    drawn = -torch.log(torch.rand(texts.rows, topics, device="cuda", dtype=torch.float64).clamp(min=1e-300))
    mixtures[:, :topics] = (drawn / drawn.sum(1, keepdim=True)).cpu()
    drawn = -torch.log(torch.rand(texts.columns, topics, device="cuda", dtype=torch.float64).clamp(min=1e-300))
    table[:, :topics] = (drawn / drawn.sum(0)).cpu()
    return mixtures, table


def median(work: Callable[[], Any], times: int = 13, warm: int = 3) -> float:
    took = []
    for _ in range(times):
        torch.cuda.synchronize()
        begun = time.perf_counter()
        work()
        torch.cuda.synchronize()
        took.append(1000 * (time.perf_counter() - begun))
    return sorted(took[warm:])[(times - warm) // 2]


def ours(plugin: Any, handle: Any, texts: Texts, mixtures: torch.Tensor, table: torch.Tensor, topics: int) -> tuple[float, float]:
    """Milliseconds of topics_round, and of both."""
    starts, column_of, values, scales = texts.here
    held, search, objective = handle(), handle(), torch.zeros(1, dtype=torch.float64)
    plugin.call("sparse_hold", c.c_int32(0), Sparse(texts.rows, texts.columns, texts.stored, starts.data_ptr(), column_of.data_ptr(),
                                                    values.data_ptr(), 0), held)
    part = Part(held.value, texts.shard_rows(topics), 1.0, scales.data_ptr(), mixtures.data_ptr())
    plugin.call("topics_begin", c.c_int32(0), Topics(topics, 1, c.addressof(part), table.data_ptr()), search)
    there = c.c_void_p(search.value)

    def round_alone() -> None:
        plugin.call("topics_round", there, c.c_void_p(objective.data_ptr()))

    def both() -> None:
        round_alone()
        plugin.call("topics_update", there)

    took = median(both), median(round_alone)
    if not math.isfinite(objective.item()):
        raise RuntimeError(f"the log-likelihood is {objective.item()}")
    for name, what in (("topics_let_go", there), ("sparse_let_go", c.c_void_p(held.value))):
        c.CFUNCTYPE(None, c.c_void_p)(getattr(plugin.table, name))(what)
    return took[1], took[0]


def gathered(texts: Texts, mixtures: torch.Tensor, table: torch.Tensor) -> float:
    """In PyTorch, as one writes it: the rows of both tables for a piece of the values."""
    theta, phi = mixtures.float().cuda(), table.float().cuda()
    shares = (texts.values * texts.scales[texts.row_of]).float()

    def work() -> None:
        gains, sums = torch.zeros_like(theta), torch.zeros_like(phi)
        for at in range(0, texts.stored, 1 << 23):
            rows, columns = texts.row_of[at:at + (1 << 23)], texts.column_of[at:at + (1 << 23)].long()
            of_rows, of_columns = theta[rows], phi[columns]
            ratios = (shares[at:at + (1 << 23)] / (of_rows * of_columns).sum(1))[:, None]
            gains.index_add_(0, rows, of_columns.mul_(ratios))
            sums.index_add_(0, columns, of_rows.mul_(ratios))
        gains.mul_(theta).div_(gains.sum(1, keepdim=True))
        sums.mul_(phi).div_(sums.sum(0))

    return median(work, 6, 1)


def multiplied(texts: Texts, mixtures: torch.Tensor, table: torch.Tensor) -> float:
    """In PyTorch by its sparse products (cuSPARSE): p at the stored places, then R phi and R' theta."""
    theta, phi = mixtures.float().cuda(), table.float().cuda()
    shares = (texts.values * texts.scales[texts.row_of]).float()
    shape = (texts.rows, texts.columns)
    starts, column_of = texts.starts.int(), texts.column_of
    zeros = torch.sparse_csr_tensor(starts, column_of, torch.zeros_like(shares), shape)
    order = torch.argsort(texts.column_of, stable=True)
    of_columns = torch.searchsorted(texts.column_of[order].contiguous(), torch.arange(texts.columns + 1, device="cuda", dtype=torch.int32)).int()
    rows_in_order = texts.row_of[order].int()

    def work() -> None:
        found = torch.sparse.sampled_addmm(zeros, theta, phi.T, beta=0)
        ratios = shares / found.values()
        gains = torch.sparse_csr_tensor(starts, column_of, ratios, shape) @ phi
        sums = torch.sparse_csr_tensor(of_columns, rows_in_order, ratios[order], shape[::-1]) @ theta
        gains.mul_(theta).div_(gains.sum(1, keepdim=True))
        sums.mul_(phi).div_(sums.sum(0))

    return median(work, 6, 1)


def on_the_processor(texts: Texts, topics: int) -> float:
    """A round of the library's own loop on all cores: what eight rounds take beyond two, by six."""
    import bellwether
    from scipy import sparse

    starts, column_of, values, _ = texts.here
    counts = sparse.csr_array((values.numpy(), column_of.numpy(), starts.numpy()), shape=(texts.rows, texts.columns))
    took = []
    for rounds in (2, 8):
        begun = time.perf_counter()
        bellwether.PLSA(topics, n_init=1, max_iter=rounds, tol=0).fit(counts)
        took.append(time.perf_counter() - begun)
    return 1000 * (took[1] - took[0]) / 6


def tried(work: Callable[..., float], *given: Any) -> str:
    try:
        return f"{work(*given):.0f}"
    except (RuntimeError, ImportError) as error:
        return f"failed: {str(error).splitlines()[0][:60]}"
    finally:
        torch.cuda.empty_cache()


def topics(plugin: Any, handle: Any, bytes_a_second: float, processor: bool) -> None:
    """`handle` makes what the plug-in writes an address to."""
    np.seterr(all="ignore")
    print("| one round of PLSA | ms | rows alone | bytes at least | of the floor | through the caches | PyTorch, gathering | PyTorch, sparse products | 16 cores |")
    print("|---|---|---|---|---|---|---|---|---|")
    for rows, columns, drawn, many in [(2_000_000, 100_000, 100, 20), (2_000_000, 100_000, 100, 100), (200_000, 30_000, 100, 20)]:
        texts = Texts(rows, columns, drawn)
        mixtures, table = start(texts, many)
        rows_alone, both = ours(plugin, handle, texts, mixtures, table, many)
        width = mixtures.shape[1]
        floor = (12 * texts.stored + 16 * rows * width) / bytes_a_second * 1000
        cached = 2 * 8 * texts.stored * width / (both / 1000) / 1e12
        print(f"| {rows} x {columns}, {texts.stored / rows:.1f} values a row, {many} topics | {both:.1f} | {rows_alone:.1f} | {floor:.2f} | {floor / both:.0%} | "
              f"{cached:.2f} TB/s | {tried(gathered, texts, mixtures, table)} | {tried(multiplied, texts, mixtures, table)} | "
              f"{tried(on_the_processor, texts, many) if processor else ''} |", flush=True)
        del texts, mixtures, table
        torch.cuda.empty_cache()
    print()
