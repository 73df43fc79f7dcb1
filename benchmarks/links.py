#!/usr/bin/python3
"""Links: bellwether beside active-semi-supervised-clustering, in one run, one thread, from the same start.

    benchmarks/links.py LINKS_PROGRAM [--quick]

The peer comes from PyPI, is not installed by make, and is left out with a word if it is missing:
    pip install --no-deps --target build/peers active-semi-supervised-clustering
"""

import argparse
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append("build/peers")
from peers import Table, in_turn, optional, ours, require_openblas, timed  # noqa: E402  (sets the threads)

import numpy as np  # noqa: E402

PEER = "active_semi_clustering.semi_supervised.pairwise_constraints"


def blobs(rng, items, features, clusters, separation):
    centres = separation * rng.normal(size=(clusters, features))
    truth = rng.integers(clusters, size=items)
    x = centres[truth] + rng.normal(size=(items, features))
    return np.ascontiguousarray(x), truth, np.ascontiguousarray(x[rng.choice(items, clusters, replace=False)])


def true_links(rng, truth, each):
    """Rows of two items and 1 or -1, the same number of both kinds."""
    links, left = [], {1: each, -1: each}
    while left[1] or left[-1]:
        i, j = rng.integers(len(truth), size=2)
        kind = 1 if truth[i] == truth[j] else -1
        if i != j and left[kind]:
            left[kind] -= 1
            links.append((i, j, kind))
    return np.array(links, dtype=float)


def broken(links, labels):
    same = labels[links[:, 0].astype(int)] == labels[links[:, 1].astype(int)]
    must = links[:, 2] > 0
    return f"{np.sum(must & ~same)} + {np.sum(~must & same)}"


def nmi(labels, truth):
    metrics = optional("sklearn.metrics")
    return f"{metrics.normalized_mutual_info_score(truth, labels):.3f}" if metrics else "-"


def distances(x, labels):
    """The sum of squared distances to the means: comparable whatever the method minimises."""
    return sum(((x[labels == k] - x[labels == k].mean(axis=0)) ** 2).sum() for k in np.unique(labels))


class Peer:
    """One of the peer's classes, made to start from given means."""

    def __init__(self, name, x, start, links, iterations):
        base = getattr(optional(PEER), name)
        given = lambda self, *_: start.copy()  # noqa: E731
        self.kind = type(name, (base,), {"_init_cluster_centers": given, "_initialize_cluster_centers": given})
        self.x, self.clusters, self.iterations = x, len(start), iterations
        pairs = lambda kind: [(int(i), int(j)) for i, j, k in links if k == kind]  # noqa: E731
        self.must, self.cannot = pairs(1), pairs(-1)

    def __call__(self):
        np.random.seed(0)
        model = self.kind(n_clusters=self.clusters, max_iter=self.iterations)
        seconds = timed(lambda: model.fit(self.x, ml=self.must, cl=self.cannot))
        self.labels = np.asarray(model.labels_)
        return seconds


class Ours:
    def __init__(self, program, task, folder, x, start, links, iterations, threads=1):
        for name, values in (("x", x), ("start", start), ("links", links)):
            np.save(f"{folder}/{name}.npy", values)
        self.words = [program, task, *(f"{folder}/{n}.npy" for n in ("x", "start", "links")), iterations, threads]

    def __call__(self):
        result = ours(*self.words)
        self.labels = np.array(result["labels"])
        return result["seconds"]


def beside_the_peer(program, folder, repeats):
    rng = np.random.default_rng(0)
    x, truth, start = blobs(rng, 2000, 16, 10, 0.7)
    links = true_links(rng, truth, 250)
    table = Table("Links: 2000 x 16, k = 10, 250 + 250 links, 10 iterations",
                  ["engine", "seconds", "ratio to the peer", "NMI", "broken must + cannot", "half the squared distances + broken links"])
    have = optional(PEER)
    for task, name, iterations in (("cop", "COPKMeans", 10), ("pck", "PCKMeans", 10), ("mpck", "MPCKMeans", 1)):
        workers = {f"bellwether {task}": Ours(program, task, folder, x, start, links, 10)}
        if have:
            words = f"{name}, {iterations} iteration{'s' * (iterations > 1)}"
            workers[words] = Peer(name, x, start, links, iterations)
        seconds = in_turn(workers, repeats if iterations > 1 else 1)
        peer = list(seconds.values())[-1] if have else float("nan")
        for engine, worker in workers.items():
            table.add(engine, f"{seconds[engine]:.4f}", f"{seconds[engine] / peer:.4f}", nmi(worker.labels, truth),
                      broken(links, worker.labels),
                      f"{distances(x, worker.labels) / 2 + sum(map(int, broken(links, worker.labels).split(' + '))):.0f}")
    return table


def beside_kmeans(program, folder, repeats):
    rng = np.random.default_rng(1)
    x, truth, start = blobs(rng, 20000, 16, 26, 0.7)
    links = true_links(rng, truth, 5000)
    tasks = {"kmeans": "k-means", "cop": "cop-kmeans", "pck": "pcc, no metric", "mpck": "pcc, diagonal metric",
             "sized": "cop-kmeans, sizes within 5 of equal"}
    workers = {words: Ours(program, task, folder, x, start, links, 10) for task, words in tasks.items()}
    seconds = in_turn(workers, repeats)
    table = Table("Links: 20,000 x 16, k = 26, 5,000 + 5,000 links, 10 iterations",
                  ["method", "seconds", "ratio to k-means", "NMI", "broken must + cannot"])
    for name, worker in workers.items():
        table.add(name, f"{seconds[name]:.4f}", f"{seconds[name] / seconds['k-means']:.1f}",
                  nmi(worker.labels, truth), broken(links, worker.labels))
    return table


def chain(program, length):
    seconds = ours(program, "chain", length)
    table = Table(f"A chain of {length:,} must-links", ["step", "seconds", "ratio to k-means"])
    words = {"closure": "closing the links", "cop": "cop-kmeans, k = 2", "kmeans": "k-means, k = 2"}
    for step, name in words.items():
        table.add(name, f"{seconds[step]:.3f}", f"{seconds[step] / seconds['kmeans']:.1f}")
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="one repeat, a shorter chain")
    args = parser.parse_args()
    require_openblas()
    repeats = 1 if args.quick else 5
    with tempfile.TemporaryDirectory() as folder:
        print(beside_the_peer(args.program, folder, repeats).text(), flush=True)
        print(beside_kmeans(args.program, folder, repeats).text(), flush=True)
    print(chain(args.program, 100_000 if args.quick else 1_000_000).text())
    if not optional(PEER):
        print("not installed, and so not compared: active-semi-supervised-clustering\n    pip install --no-deps "
              "--target build/peers active-semi-supervised-clustering")


if __name__ == "__main__":
    main()
