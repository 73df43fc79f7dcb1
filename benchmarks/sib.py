#!/usr/bin/python3
"""The sequential information bottleneck: bellwether beside IBM's sib, in one run, one thread.

    benchmarks/sib.py SIB_PROGRAM [--quick]

Counts of words: 10000 x 20000, about 81 nonzeros a row, 20 topics, 13 % of the words topical. Both go from the same
random clusters and stop by the same rule, each in orders of its own; the information of what they find is computed
here, from the labels. Times are the processor's, without what comes before the first pass. The
peer comes from PyPI, is not installed by make (it takes Cython to build), and is left out with a word if it is missing:
    pip install --no-deps --target build/peers sib-clustering
"""

import argparse
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, "build/peers")  # before the folder of this file, which is called as the peer is
from peers import Table, in_turn, optional, ours  # noqa: E402  (sets the threads)

import numpy as np  # noqa: E402

CLUSTERS = 20
PASSES, TOLERANCE = 15, 0.02  # the peer's own


def information(counts, labels):
    """I(X;Z) in nats, every item weighing the same."""
    counts = counts.tocsr()
    joint = np.zeros((max(labels) + 1, counts.shape[1]))
    sums = np.asarray(counts.sum(1)).ravel()
    coo = counts.tocoo()
    np.add.at(joint, (np.asarray(labels)[coo.row], coo.col), coo.data / sums[coo.row] / counts.shape[0])
    rows, columns = joint.sum(1, keepdims=True), joint.sum(0, keepdims=True)
    there = joint > 0
    return float((joint[there] * np.log(joint[there] / (rows * columns)[there])).sum())


class Peer:
    """What its fit() does for one start, with the start and the time of the passes in view."""

    def __init__(self, kit, counts):
        self.kit, self.counts = kit, counts
        model = self.model = kit.SIB(CLUSTERS, n_jobs=1, n_init=1, max_iter=PASSES, tol=TOLERANCE)
        model.n_samples, model.n_features = counts.shape
        (model.xy, model.xy_sum, model.xy_log_sum, model.x_sum, model.y_sum, model.x_nz_indices, model.y_nz_indices,
         model.sparse) = model.prepare_data(counts)
        model.ixy, model.hx, model.hy = model.calc_mi_entropy(model.xy, model.xy_sum, model.x_sum, model.y_sum,
                                                              model.xy_log_sum, model.x_nz_indices, model.y_nz_indices)

    def begin(self, seed):
        model = self.model
        self.optimizer, _ = model.create_optimizers()
        self.partition = self.kit.Partition(model.n_samples, model.n_features, model.n_clusters, model.xy, model.x_sum,
                                            model.xy_sum, model.xy_log_sum, model.hy, model.x_nz_indices,
                                            np.random.RandomState(seed), self.optimizer, model.sparse, None)
        return self.partition.labels.copy()

    def run(self, seed):
        """Seconds a pass, and the labels."""
        self.begin(seed)
        begin = time.process_time()
        while not self.model.converged(self.partition):
            self.model.optimize(self.partition, self.optimizer, None)
        seconds = time.process_time() - begin
        self.passes = self.partition.n_iter
        return seconds / self.passes


def from_start(program, path, start, found, kind, alpha, passes=PASSES, tolerance=TOLERANCE):
    return ours(program, "from", path, start, found, CLUSTERS, kind, alpha, passes, tolerance)


def draw(program, folder, items, features, clusters, words):
    path = f"{folder}/{items}.npz"
    words = [program, "data", path, items, features, clusters, words, 0.13]
    if os.spawnvp(os.P_WAIT, program, [str(w) for w in words]):
        sys.exit("the collection could not be drawn")
    return path


def beside_peer(program, folder, path, peer, counts, starts):
    table = Table(f"sIB of 10000 x 20000 into {CLUSTERS}, {starts} starts",
                  ["engine", "CPU seconds a pass", "ratio", "passes", "mean information", "NMI"])
    ours_seconds, ours_found, ours_passes, score = [], [], [], []
    peers_seconds, peers_found, peers_passes = [], [], []
    for seed in range(starts):
        start = peer.begin(seed) if peer else np.random.RandomState(seed).permutation(counts.shape[0]) % CLUSTERS
        np.save(f"{folder}/start.npy", start.astype(float).reshape(-1, 1))
        whole = from_start(program, path, f"{folder}/start.npy", f"{folder}/found.csv", "csiszar", 1)
        ours_seconds.append(whole["pass"])
        ours_passes.append(whole["passes"])
        score.append(whole["nmi"])
        ours_found.append(information(counts, np.loadtxt(f"{folder}/found.csv", dtype=int)))
        if peer:
            peers_seconds.append(peer.run(seed))
            peers_passes.append(peer.passes)
            peers_found.append(information(counts, peer.partition.labels))
    base = np.median(peers_seconds) if peer else float("nan")
    table.add("bellwether", f"{np.median(ours_seconds):.4f}", f"{np.median(ours_seconds) / base:.2f}",
              f"{np.mean(ours_passes):.1f}", f"{np.mean(ours_found):.6f}", f"{np.mean(score):.3f}")
    if peer:
        table.add("IBM sib, exact logarithms", f"{base:.4f}", "1.00", f"{np.mean(peers_passes):.1f}",
                  f"{np.mean(peers_found):.6f}", "")
    else:
        print("not installed, and so not compared: sib-clustering")
    return table


def by_order(program, folder, path, repeats):
    start, found = f"{folder}/start.npy", f"{folder}/found.csv"
    tasks = [("csiszar", 1)] + [("csiszar", a) for a in (0.9, 0.7, 0.5, 0.3, 0.1, 0.99)]
    tasks += [("jensen-renyi", a) for a in (0.9, 0.5, 0.1)]
    seconds = in_turn({task: lambda task=task: from_start(program, path, start, found, *task, 8, 0)["pass"] for task in tasks},
                      repeats)
    table = Table("A pass by the order of the information", ["information", "alpha", "CPU seconds", "of alpha = 1"])
    for (kind, alpha), s in seconds.items():
        table.add(kind, alpha, f"{s:.4f}", f"{s / seconds['csiszar', 1]:.2f}")
    return table


def two_threads(program, path, repeats):
    run = lambda threads: ours(program, "sib", path, CLUSTERS, "csiszar", 1, 10, threads)["seconds"]  # noqa: E731
    seconds = in_turn({1: lambda: run(1), 2: lambda: run(2)}, repeats)
    table = Table("10 restarts, wall time", ["threads", "seconds"])
    for threads, s in seconds.items():
        table.add(threads, f"{s:.3f}")
    table.add("two against one", f"{seconds[1] / seconds[2]:.2f} times faster")
    return table


def small(program, folder, repeats):
    table = Table("10 restarts of 500 x 6000, two threads", ["clusters", "alpha", "seconds", "CPU seconds", "NMI"])
    for clusters in (5, 10):
        path = draw(program, folder, 500, 6000, clusters, 105)
        for alpha in (1, 0.5, 0.7):
            runs = [ours(program, "sib", path, clusters, "csiszar", alpha, 10, 2) for _ in range(repeats)]
            middle = sorted(runs, key=lambda run: run["processor"])[len(runs) // 2]
            table.add(clusters, alpha, f"{middle['seconds']:.3f}", f"{middle['processor']:.3f}", f"{middle['nmi']:.3f}")
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="one repeat")
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    repeats = 1 if args.quick else 3
    sparse, kit = optional("scipy.sparse"), optional("sib.sib_main")
    if not sparse:
        sys.exit("scipy is missing: install python3-scipy")
    with tempfile.TemporaryDirectory() as folder:
        path = draw(program, folder, 10000, 20000, CLUSTERS, 107)
        counts = sparse.csr_matrix(sparse.load_npz(path)).astype(float)
        peer = Peer(kit, counts) if kit else None
        print(beside_peer(program, folder, path, peer, counts, 2 if args.quick else 6).text(), flush=True)
        print(by_order(program, folder, path, repeats).text(), flush=True)
        print(two_threads(program, path, repeats).text(), flush=True)
        print(small(program, folder, repeats).text(), flush=True)


if __name__ == "__main__":
    main()
