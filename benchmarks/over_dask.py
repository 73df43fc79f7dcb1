#!/usr/bin/env python3
"""k-means over 1, 2 and 4 Dask worker processes, beside one process with two threads and dask-ml, in one run on one machine.

    build/dask/bin/python benchmarks/over_dask.py PACKAGE [--rows N] [--columns P] [--clusters K] [--rounds R] [--repeats N]

PACKAGE is build/release/python. One process and workers take turns, `--repeats` times, from the same first means; medians are printed,
processor seconds (user and system, of workers, scheduler and client) beside the time that passed. Of the first fit of each kind: the time
for the parts, for the first means and for the rounds. Bytes that go through the client in each round. The data are made by the workers; one
process makes them by itself. `--client-only` fits once over two workers, in a client that never has the items, and prints its memory.
dask-ml is compared where it is installed (pip install dask-ml), from the same first means, with the same number of rounds.
"""

import argparse
import os
import resource
import statistics
import sys
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
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--workers", type=int, nargs="*", default=[2, 1, 4])
    parser.add_argument("--peer-rounds", type=int, default=0, help="of dask-ml; 0: as many")
    parser.add_argument("--client-only", action="store_true")
    return parser.parse_args()


args = arguments()
sys.path.insert(0, args.package)

import dask  # noqa: E402
import dask.array as da  # noqa: E402
import distributed  # noqa: E402
import numpy as np  # noqa: E402
import psutil  # noqa: E402

import bellwether  # noqa: E402
from bellwether import _dask_fit, dask as over_dask  # noqa: E402

CHUNK = 100_000


def chunk(number, rows):
    """Overlapping groups, the same whoever makes them."""
    centres = np.random.default_rng(0).normal(size=(args.clusters, args.columns)).astype(np.float32)
    rng = np.random.default_rng(number + 1)
    return centres[rng.integers(0, args.clusters, rows)] + rng.standard_normal(size=(rows, args.columns), dtype=np.float32)


def chunks():
    return [(number, min(CHUNK, args.rows - number * CHUNK)) for number in range(-(-args.rows // CHUNK))]


def spent(processes):
    """User and system seconds of this process and of others."""
    return sum(sum(process.cpu_times()[:2]) for process in [psutil.Process(), *processes])


class Phases:
    """When the first means began to be chosen, when the rounds began, and when the last ended; and the processor seconds of the rounds."""

    def __init__(self, processes=()):
        self.processes = processes
        self.begun = time.perf_counter()
        self.at, self.cpu = {}, {}

    def __call__(self, progress):
        self.last = time.perf_counter()
        if progress["stage"] not in self.at:
            self.at[progress["stage"]] = self.last
            self.cpu[progress["stage"]] = spent(self.processes)
        self.last_cpu = spent(self.processes)

    def rounds(self):
        return self.last - self.at["iterating"], self.last_cpu - self.cpu["iterating"]

    def words(self):
        rounds = self.at["iterating"]
        start = self.at.get("choosing the first means", rounds)
        return f"parts {start - self.begun:.1f} s, first means {rounds - start:.1f} s, rounds {self.last - rounds:.2f} s"


class Counted(_dask_fit.Workers):
    """Counts the bytes that the client sends and gets in rounds."""

    through = sums = 0

    def _of_groups(self, function, step, question):
        futures = super()._of_groups(function, step, question)
        if step == "kmeans":
            asked = len(self.groups) if len(self.groups) <= _dask_fit._FEW else 1
            Counted.through += asked * len(question)
            Counted.sums += 1
        return futures


def gathered(client, futures, asked=None, plain=_dask_fit.gathered):
    answers = plain(client, futures, asked)
    Counted.through += sum(len(answer) for answer in answers if isinstance(answer, bytes))
    return answers


def options(**more):
    return {"n_clusters": args.clusters, "n_init": 1, "max_iter": args.rounds, "tol": 0.0, **more}


def in_one_process(data, **more):
    phases = Phases()
    return bellwether.KMeans(**options(**more), threads=2).fit(data, callback=phases), phases


def told(name, walls, cpus, beside=None):
    words = f"{name:14s} rounds {statistics.median(walls):6.2f} s ({min(walls):.2f} to {max(walls):.2f}), processor {statistics.median(cpus):6.2f} s"
    if beside is not None:
        ratios = [wall / other for wall, other in zip(walls, beside[0])], [cpu / other for cpu, other in zip(cpus, beside[1])]
        words += f"; of one process {statistics.median(ratios[0]):.2f}, processor {statistics.median(ratios[1]):.2f}"
    print(words, f"; load {os.getloadavg()[0]:.1f}", flush=True)


def over(workers, data, alone):
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        processes = [psutil.Process(worker.pid) for worker in cluster.workers.values()]
        blocks = client.persist([dask.delayed(chunk)(*which) for which in chunks()])
        distributed.wait(blocks)
        first = Phases(processes)
        found = over_dask.KMeans(**options(), client=client).fit(blocks, callback=first)
        same = np.array_equal(found.labels_.compute(), alone.labels_) and np.array_equal(found.cluster_centers_, alone.cluster_centers_)
        print(f"{workers} workers: {first.words()}; {'the same bits' if same else 'OTHER BITS'}", flush=True)
        del found
        walls, cpus, beside = [], [], ([], [])
        Counted.through = Counted.sums = 0
        for _ in range(args.repeats):
            for seconds, total in zip(in_one_process(data, start="random")[1].rounds(), beside):
                total.append(seconds)
            phases = Phases(processes)
            over_dask.KMeans(**options(start="random"), client=client).fit(blocks, callback=phases)
            wall, cpu = phases.rounds()
            walls.append(wall), cpus.append(cpu)
        told("one process", *beside)
        told(f"{workers} workers", walls, cpus, beside)
        print(f"               {Counted.through / max(Counted.sums, 1) / 1e3:.0f} kB through the client in a round", flush=True)


def dask_ml(first, workers):
    try:
        from dask_ml.cluster import KMeans
    except ImportError as error:
        return print(f"dask-ml is not compared: {error}")
    rounds = args.peer_rounds or args.rounds
    with distributed.LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster):
        processes = [psutil.Process(worker.pid) for worker in cluster.workers.values()]
        blocks = [da.from_delayed(dask.delayed(chunk)(*which), shape=(which[1], args.columns), dtype=np.float32) for which in chunks()]
        items = da.concatenate(blocks).persist()
        distributed.wait(items)
        begun, cpu = time.perf_counter(), spent(processes)
        found = KMeans(n_clusters=args.clusters, init=first.astype(np.float32), max_iter=rounds, tol=0.0).fit(items)
        wall, cpu = time.perf_counter() - begun, spent(processes) - cpu
        print(f"dask-ml, {workers} workers, {found.n_iter_} rounds from our first means, and labels: {wall:.1f} s, processor {cpu:.1f} s", flush=True)


def memory_of_the_client():
    """Of a process that never has the items: scheduler and client."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        before = psutil.Process().memory_info().rss / 1e6
        over_dask.KMeans(**options(), client=client).fit([dask.delayed(chunk)(*which) for which in chunks()])
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
        print(f"{args.rows} x {args.columns}: the client and the scheduler had {before:.0f} MB before the fit, and {most:.0f} MB at most")


def main():
    warnings.simplefilter("ignore")
    if args.client_only:
        return memory_of_the_client()
    _dask_fit.Workers, _dask_fit.gathered = Counted, gathered
    print(f"k-means, {args.rows} x {args.columns} float32, k = {args.clusters}, {args.rounds} rounds, medians of {args.repeats}; load {os.getloadavg()[0]:.1f}")
    data = np.empty((args.rows, args.columns))
    for number, rows in chunks():
        data[number * CHUNK:number * CHUNK + rows] = chunk(number, rows)
    alone, phases = in_one_process(data)
    print(f"one process: {phases.words()}", flush=True)
    for workers in args.workers:
        over(workers, data, alone)
    del data
    dask_ml(alone.cluster_centers_, 2)


if __name__ == "__main__":
    main()
