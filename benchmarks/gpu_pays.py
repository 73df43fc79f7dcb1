"""From how many items on a GPU pays: python benchmarks/gpu_pays.py

Seconds of a whole fit of k-means and of spherical k-means of texts, with device="cpu" on all cores and with device="cuda", the better of two; and what
a process pays once for waking the GPU. Needs an importable bellwether with its plug-in (BELLWETHER_DEVICES).
"""

from __future__ import annotations

import time
import warnings

import numpy as np
import scipy.sparse

import bellwether


def seconds(kind, clusters: int, items, device: str) -> float:
    took = []
    for _ in range(2):
        begun = time.perf_counter()
        kind(clusters, n_init=1, max_iter=20, device=device).fit(items)
        took.append(time.perf_counter() - begun)
    return min(took)


def blobs(rows: int, columns: int, groups: int) -> np.ndarray:
    draw = np.random.default_rng(0)
    items = draw.standard_normal((rows, columns), dtype=np.float32)
    items += draw.normal(size=(groups, columns))[draw.integers(groups, size=rows)].astype(np.float32) / 2
    return items.astype(np.float64)


def texts(rows: int, columns: int, words: int) -> scipy.sparse.csr_matrix:
    draw = np.random.default_rng(0)
    places = np.minimum(columns ** draw.uniform(size=(rows, words)) - 1, columns - 1).astype(np.int64)
    return scipy.sparse.csr_matrix((np.ones(places.size), (np.repeat(np.arange(rows), words), places.ravel())), shape=(rows, columns))


def main() -> None:
    warnings.simplefilter("ignore")  # of searches that end before they settle
    begun = time.perf_counter()
    bellwether.KMeans(3, n_init=1, device="cuda").fit(blobs(1000, 4, 3))
    print(f"the first search of a process: {time.perf_counter() - begun:.2f} s\n\n| items | values | products of a round | cpu, s | cuda, s | ratio |\n|---|---|---|---|---|---|")
    for rows, columns, clusters in [(20_000, 16, 16), (200_000, 16, 16), (1_000_000, 8, 8), (50_000, 64, 64), (200_000, 64, 64), (1_000_000, 64, 16),
                                    (1_000_000, 64, 64), (20_000, 768, 100), (100_000, 768, 100)]:
        items = blobs(rows, columns, clusters)
        here, there = (seconds(bellwether.KMeans, clusters, items, device) for device in ("cpu", "cuda"))
        print(f"| {rows} x {columns}, k = {clusters} | {items.size:.1e} | {items.size * clusters:.1e} | {here:.3f} | {there:.3f} | {here / there:.2f} |", flush=True)
    for rows, columns, words, clusters in [(20_000, 30_000, 80, 20), (100_000, 50_000, 80, 20), (500_000, 100_000, 80, 20), (500_000, 100_000, 80, 100)]:
        items = texts(rows, columns, words)
        here, there = (seconds(bellwether.SphericalKMeans, clusters, items, device) for device in ("cpu", "cuda"))
        print(f"| texts: {rows} x {columns}, k = {clusters} | {items.nnz:.1e} | {items.nnz * clusters:.1e} | {here:.3f} | {there:.3f} | {here / there:.2f} |", flush=True)


if __name__ == "__main__":
    main()
