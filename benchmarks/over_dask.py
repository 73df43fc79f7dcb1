#!/usr/bin/env python3
"""k-means over 1, 2 and 4 Dask worker processes, beside one process and dask-ml, in one run on one machine.

    build/dask/bin/python benchmarks/over_dask.py PACKAGE [--rows N] [--columns P] [--clusters K] [--rounds R]

PACKAGE is build/release/python. Of each fit: the time for the parts, for the first means and for the rounds; bytes that go
through the client in each round; the client's memory beside what it had before. The data are made by the workers, so that the
client never has them; one process gets them from a .npy file. dask-ml is compared where it is installed (pip install dask-ml), from
the same first means, with the same number of rounds.
"""

import argparse
import os
import resource
import sys
import tempfile
import time
import warnings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("package")
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--columns", type=int, default=64)
    parser.add_argument("--clusters", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2, 4])
    return parser.parse_args()


args = arguments()
sys.path.insert(0, args.package)

import dask  # noqa: E402
import dask.array as da  # noqa: E402
import distributed  # noqa: E402
import numpy as np  # noqa: E402

import bellwether  # noqa: E402
from bellwether import _dask_fit, dask as over_dask  # noqa: E402

CHUNK = 100_000


def chunk(number, rows):
    """Overlapping groups, the same whoever makes them."""
    centres = np.random.default_rng(0).normal(size=(args.clusters, args.columns))
    rng = np.random.default_rng(number + 1)
    values = centres[rng.integers(0, args.clusters, rows)] + rng.normal(size=(rows, args.columns))
    return values.astype(np.float32)


def chunks():
    return [(number, min(CHUNK, args.rows - number * CHUNK)) for number in range(-(-args.rows // CHUNK))]


class Phases:
    """When the first means began to be chosen, when the rounds began, and when the last ended."""

    def __init__(self):
        self.begun = time.perf_counter()
        self.at = {}

    def __call__(self, progress):
        now = time.perf_counter()
        self.at.setdefault(progress["stage"], now)
        self.last = now

    def words(self):
        rounds = self.at["iterating"]
        start = self.at.get("choosing the first means", rounds)
        return start - self.begun, rounds - start, self.last - rounds


class Counted(_dask_fit.Workers):
    """Counts the bytes that the client sends and gets."""

    through = 0
    sums = 0

    def sum(self, step, model):
        answer = super().sum(step, model)
        if step == "kmeans":
            Counted.through += len(model) + len(answer)
            Counted.sums += 1
        return answer


def memory():
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() / 1e6


def options():
    return {"n_clusters": args.clusters, "n_init": 1, "max_iter": args.rounds, "tol": 0.0}


def in_one_process(path):
    data = np.ascontiguousarray(np.load(path), dtype=np.float64)
    phases = Phases()
    found = bellwether.KMeans(**options(), threads=2).fit(data, callback=phases)
    return found, phases


def over(workers):
    before = memory()
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with distributed.Client(cluster) as client:
            blocks = [dask.delayed(chunk)(*which) for which in chunks()]
            Counted.through = Counted.sums = 0
            phases = Phases()
            found = over_dask.KMeans(**options(), client=client).fit(blocks, callback=phases)
            labels = found.labels_.compute()
            return found, labels, phases, Counted.through / max(Counted.sums, 1), memory() - before - labels.nbytes / 1e6


def dask_ml(first, workers):
    try:
        from dask_ml.cluster import KMeans
    except ImportError as error:
        return print(f"dask-ml is not compared: {error}")
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster):
        blocks = [da.from_delayed(dask.delayed(chunk)(*which), shape=(which[1], args.columns), dtype=np.float32) for which in chunks()]
        items = da.concatenate(blocks).persist()
        distributed.wait(items)
        begun = time.perf_counter()
        found = KMeans(n_clusters=args.clusters, init=first.astype(np.float32), max_iter=args.rounds, tol=0.0).fit(items)
        print(f"dask-ml, {workers} workers, {found.n_iter_} rounds from our first means: {time.perf_counter() - begun:.1f} s")


def main():
    warnings.simplefilter("ignore")
    _dask_fit.Workers = Counted
    print(f"k-means, {args.rows} x {args.columns} float32, k = {args.clusters}, {args.rounds} rounds")
    print("                       parts  first means  rounds (s)")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "items.npy")
        whole = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=(args.rows, args.columns))
        for number, rows in chunks():
            whole[number * CHUNK:number * CHUNK + rows] = chunk(number, rows)
        del whole
        alone, phases = in_one_process(path)
        print("one process, 2 threads  {:6.1f}  {:11.1f}  {:6.1f}".format(*phases.words()))
    rounds = phases.words()[2]
    for workers in args.workers:
        found, labels, phases, through, used = over(workers)
        same = np.array_equal(labels, alone.labels_) and np.array_equal(found.cluster_centers_, alone.cluster_centers_)
        print("{:d} workers{:19.1f}  {:11.1f}  {:6.1f}   {:.2f} of one process; {:.0f} kB through the client in a round, {:.0f} MB in it; {}".format(
            workers, *phases.words(), phases.words()[2] / rounds, through / 1e3, used, "the same bits" if same else "OTHER BITS"))
    dask_ml(alone.cluster_centers_, 2)


if __name__ == "__main__":
    main()
