#!/usr/bin/python3
"""Information-theoretic co-clustering: bellwether beside coclust, in one run, one thread.

    benchmarks/coclustering.py COCLUSTERING_PROGRAM [--quick] [--scaling] [--largest NONZEROS]

Counts of words: 10000 x 20000, about 81 nonzeros a row, 20 topics, 13 % of the words topical. A round of coclust is the
difference between fits of 1 and of 11 rounds, and so is one of bellwether's. Times are the processor's. The peer comes
from PyPI, is not installed by make, and is left out with a word if it is missing:
    pip install --no-deps --target build/peers coclust
"""

import argparse
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append("build/peers")
from peers import Table, in_turn, optional, ours  # noqa: E402  (sets the threads)

import numpy as np  # noqa: E402

CLUSTERS = 20


def nmi(truth, found):
    metrics = optional("sklearn.metrics")
    return f"{metrics.normalized_mutual_info_score(truth, found):.3f}" if metrics else "-"


def information(joint):
    joint = np.asarray(joint, dtype=float) / joint.sum()
    rows, columns = joint.sum(1, keepdims=True), joint.sum(0, keepdims=True)
    there = joint > 0
    return float((joint[there] * np.log(joint[there] / (rows * columns)[there])).sum())


def loss(counts, rows, columns):
    """I(X;Z) - I(X~;Z~) in nats, from the labels."""
    counts = counts.tocoo()
    total = counts.sum()
    by_row, by_column = np.asarray(counts.sum(1)).ravel(), np.asarray(counts.sum(0)).ravel()
    p = counts.data / total
    whole = float((p * np.log(counts.data * total / (by_row[counts.row] * by_column[counts.col]))).sum())
    table = np.zeros((max(rows) + 1, max(columns) + 1))
    np.add.at(table, (np.asarray(rows)[counts.row], np.asarray(columns)[counts.col]), counts.data)
    return whole - information(table)


def seconds_to(program, path, columns, objective):
    """Of rounds of moves from chance, until J is as small."""
    for count in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48):
        found = ours(program, "rounds", path, "moves", CLUSTERS, columns, count)
        if found["objective"] <= objective:
            return found["processor"], count
    return float("nan"), 0


class Peer:
    def __init__(self, kit, counts, columns):
        self.kit, self.counts, self.columns = kit, counts, columns

    def fit(self, rounds):
        model = self.kit.CoclustInfo(CLUSTERS, self.columns, n_init=1, max_iter=rounds, tol=-1, random_state=0)
        begin = time.process_time()
        self.model = model.fit(self.counts)
        return time.process_time() - begin

    def round(self):
        one = self.fit(1)
        return (self.fit(11) - one) / 10


def rounds(program, path, search, columns, clusters=CLUSTERS):
    run = lambda count: ours(program, "rounds", path, search, clusters, columns, count)["processor"]  # noqa: E731
    one = run(1)
    return (run(11) - one) / 10


def draw(program, folder, items, features, words):
    path = f"{folder}/{items}.npz"
    ours_path = [program, "data", path, items, features, CLUSTERS, words, 0.13]
    if os.spawnvp(os.P_WAIT, program, [str(w) for w in ours_path]):
        sys.exit("the collection could not be drawn")
    return path


def compare(program, path, columns, repeats):
    sparse = optional("scipy.sparse")
    kit = optional("coclust.coclustering")
    table = Table(f"Co-clustering 10000 x 20000 into {CLUSTERS} x {columns}",
                  ["engine", "CPU seconds", "in rounds of coclust", "J", "NMI"])
    workers = {"bellwether, a round of search=batch": lambda: rounds(program, path, "batch", columns),
               "bellwether, a round of search=moves": lambda: rounds(program, path, "moves", columns)}
    peer = Peer(kit, sparse.csr_matrix(sparse.load_npz(path)), columns) if kit and sparse else None
    if peer:
        workers["coclust CoclustInfo, a round"] = peer.round
    results = {}

    def whole(search, restarts):
        name = f"bellwether, search={search}, {restarts} restarts, whole"
        def work():
            results[name] = ours(program, "itcc", path, search, CLUSTERS, columns, restarts, 1)
            return results[name]["processor"]
        workers[name] = work

    whole("moves", 10)
    whole("moves", 1)
    whole("batch", 10)
    seconds = in_turn(workers, repeats)
    base = seconds.get("coclust CoclustInfo, a round", float("nan"))
    for name, s in seconds.items():
        found = results.get(name)
        table.add(name, f"{s:.4f}", f"{s / base:.2f}", f"{found['objective']:.5f}" if found else "",
                  f"{found['nmi']:.3f}" if found else "")
    if peer:
        peer.fit(40)
        truth = np.load(path, allow_pickle=True)["labels"]
        reached = loss(peer.counts, peer.model.row_labels_, peer.model.column_labels_)
        table.add("coclust CoclustInfo, 40 rounds", f"{40 * base:.3f}", "40", f"{reached:.5f}",
                  nmi(truth, peer.model.row_labels_))
        s, count = seconds_to(program, path, columns, reached)
        table.add(f"bellwether, {count} rounds of moves from chance, to that J", f"{s:.4f}", f"{s / base:.2f}",
                  f"<= {reached:.5f}", "")
    else:
        print("not installed, and so not compared: coclust")
    return table


def two_threads(program, path, repeats):
    run = lambda threads: ours(program, "itcc", path, "moves", CLUSTERS, 32, 10, threads)["seconds"]  # noqa: E731
    seconds = in_turn({1: lambda: run(1), 2: lambda: run(2)}, repeats)
    table = Table("Two threads, wall time", ["threads", "seconds"])
    for threads, s in seconds.items():
        table.add(threads, f"{s:.3f}")
    table.add("two against one", f"{seconds[1] / seconds[2]:.2f} times faster")
    return table


def with_others(program, folder, path, repeats):
    few = draw(program, folder, 1000, 20000, 107)
    table = Table(f"STC: 1000 items and 10000 others, {CLUSTERS} x 32, 10 restarts", ["method", "CPU seconds", "J", "NMI"])
    tasks = {"itcc, the items alone": ("itcc", few, "moves", CLUSTERS, 32, 10, 1),
             "stc, search=moves": ("stc", few, "moves", CLUSTERS, 32, 10, 1, path),
             "stc, search=batch": ("stc", few, "batch", CLUSTERS, 32, 10, 1, path)}
    found = {}

    def worker(name):
        def work():
            found[name] = ours(program, *tasks[name])
            return found[name]["processor"]
        return work

    for name, s in in_turn({name: worker(name) for name in tasks}, repeats).items():
        table.add(name, f"{s:.3f}", f"{found[name]['objective']:.5f}", f"{found[name]['nmi']:.3f}")
    return table


def scaling(program, folder, largest):
    table = Table("A round of moves by size, 20 x 20", ["nonzeros", "CPU seconds", "ns a nonzero", "MB added by a fit",
                                                        "bytes a nonzero"])
    for items in (12000, 36000, 120000, 360000, 1200000):
        if items * 82 > largest * 1.1:
            break
        path = draw(program, folder, items, 20000, 107)
        fit = ours(program, "itcc", path, "moves", CLUSTERS, 20, 1, 1)
        s = rounds(program, path, "moves", 20)
        n = fit["nonzeros"]
        table.add(f"{n:.3g}", f"{s:.3f}", f"{s / n * 1e9:.0f}", f"{fit['added_mb']:.0f}",
                  f"{fit['added_mb'] * 2**20 / n:.0f}")
        os.remove(path)
    return table


def by_clusters(program, path):
    table = Table("A round by the number of clusters (of items and of features)", ["clusters", "batch", "moves"])
    for clusters in (10, 20, 40, 80, 160):
        table.add(clusters, *(f"{rounds(program, path, search, clusters, clusters):.4f}" for search in ("batch", "moves")))
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="one repeat")
    parser.add_argument("--scaling", action="store_true", help="by size and by the number of clusters, too")
    parser.add_argument("--largest", type=float, default=3e7, help="most nonzeros of the scaling")
    args = parser.parse_args()
    program = os.path.abspath(args.program)
    repeats = 1 if args.quick else 3
    with tempfile.TemporaryDirectory() as folder:
        path = draw(program, folder, 10000, 20000, 107)
        for columns in (20, 32):
            print(compare(program, path, columns, repeats).text(), flush=True)
        print(two_threads(program, path, repeats).text(), flush=True)
        print(with_others(program, folder, path, repeats).text(), flush=True)
        if args.scaling:
            print(by_clusters(program, path).text(), flush=True)
            print(scaling(program, folder, args.largest).text(), flush=True)


if __name__ == "__main__":
    main()
