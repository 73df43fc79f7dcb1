#!/usr/bin/python3
"""PLSA: bellwether beside enstop and scikit-learn's NMF, in one run, one thread.

    benchmarks/topics_models.py TOPICS_PROGRAM [--quick]

The rows of the counts are scaled to sum 1 for every engine, so that all maximise the same log-likelihood, which is
computed here for every engine's topics in the same way. The times are the processor's, medians of rounds in which every
engine runs once; enstop is compiled before. enstop comes from PyPI, is not installed by make, and is left out with a
word if it is missing (its package wants more at import than its PLSA needs, so its modules are loaded by themselves):
    pip install --no-deps --target build/peers enstop numba llvmlite
"""

import argparse
import importlib
import os
import sys
import tempfile
import time
import types

os.environ["NUMBA_NUM_THREADS"] = "1"
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append("build/peers")
from peers import Table, in_turn, optional, ours  # noqa: E402  (sets the threads)

import numpy as np  # noqa: E402
import scipy.sparse  # noqa: E402

TOPICS = 20


def likelihood(x, mixtures, topics):
    """sum a log P(f|v), after the factors were scaled to distributions."""
    mixtures, topics = np.asarray(mixtures, float), np.asarray(topics, float)
    sums = topics.sum(1, keepdims=True)
    topics, mixtures = topics / sums, mixtures * sums.T
    mixtures = mixtures / mixtures.sum(1, keepdims=True)
    rows = np.repeat(np.arange(x.shape[0]), np.diff(x.indptr))
    p = np.einsum("ij,ij->i", mixtures[rows], topics.T[x.indices])
    return float(x.data @ np.log(np.maximum(p, 1e-290)))


class Ours:
    def __init__(self, program, path, iterations, objective=0, threads=1):
        self.words = [program, "fit", path, TOPICS, iterations, threads, objective]

    def __call__(self):
        self.result = ours(*self.words)
        return self.result["cpu"]


class Peer:
    """`learn` gives mixtures and topics."""

    def __init__(self, learn):
        self.learn = learn

    def __call__(self):
        begin = time.process_time()
        self.factors = self.learn()
        return time.process_time() - begin


def enstop_modules():
    folder = next((f"{path}/enstop" for path in sys.path if os.path.isdir(f"{path}/enstop")), None)
    if folder is None or not optional("numba"):
        return None
    np.float = float  # a name that enstop uses and NumPy has dropped
    package = types.ModuleType("enstop")
    package.__path__ = [folder]
    sys.modules["enstop"] = package
    return importlib.import_module("enstop.block_parallel_plsa"), importlib.import_module("enstop.plsa")


def peers(x, iterations):
    found = {}
    if modules := enstop_modules():
        blocks, whole = modules
        for name, make in ("enstop, blocks", blocks.BlockParallelPLSA), ("enstop, plain", whole.PLSA):
            def learn(make=make, rounds=iterations, x=x):
                # Tested for convergence after the first round at most: every round is made.
                model = make(n_components=TOPICS, n_iter=rounds, n_iter_per_test=10**6, tolerance=0, random_state=0)
                return model.fit_transform(x), model.components_
            learn(rounds=1)  # compiles
            found[name] = Peer(learn)
    if kit := optional("sklearn.decomposition"):
        def factor():
            model = kit.NMF(TOPICS, init="random", solver="mu", beta_loss="kullback-leibler", tol=0, max_iter=iterations,
                            random_state=0)
            return model.fit_transform(x), model.components_
        found["scikit-learn NMF, mu"] = Peer(factor)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="one repeat of ten iterations")
    args = parser.parse_args()
    repeats, iterations = (1, 10) if args.quick else (3, 50)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/counts.npz"
        os.system(f"{args.program} make 10000 20000 {TOPICS} 0.13 107 {path}")
        counts = scipy.sparse.load_npz(path).tocsr()
        x = scipy.sparse.diags(1 / np.asarray(counts.sum(1)).ravel()) @ counts
        mine, others = Ours(args.program, path, iterations), peers(x, iterations)
        two = Ours(args.program, path, iterations, threads=2)
        seconds = in_turn({"bellwether": mine, **others}, repeats)
        table = Table(f"PLSA: {x.shape[0]} x {x.shape[1]}, {x.nnz / x.shape[0]:.1f} values a row, {TOPICS} topics, "
                      f"{iterations} iterations, one thread",
                      ["engine", "CPU seconds", "log-likelihood", "ratio for equal iterations",
                       "bellwether to that log-likelihood", "ratio"])
        table.add("bellwether", f"{seconds['bellwether']:.3f}", f"{mine.result['objective']:.1f}", "", "", "")
        for name, peer in others.items():
            goal = likelihood(x, *peer.factors)
            same = Ours(args.program, path, 20 * iterations, goal)
            needed = in_turn({"": same}, repeats)[""]
            reached = same.result["objective"] >= goal
            table.add(name, f"{seconds[name]:.3f}", f"{goal:.1f}", f"{seconds['bellwether'] / seconds[name]:.3f}",
                      f"{needed:.3f} s, {same.result['iterations']} iterations" if reached else "not reached",
                      f"{needed / seconds[name]:.3f}" if reached else "-")
        print(table.text())
        walls = {1: [], 2: []}
        for _ in range(repeats):
            for threads, run in (1, mine), (2, two):
                run()
                walls[threads].append(run.result["seconds"])
        print(f"two threads: {np.median(walls[1]) / np.median(walls[2]):.2f} times faster by the clock")
        limit = (4 * x.nnz + 3 * 8 * TOPICS * sum(x.shape)) / 2**20
        print(f"memory beyond the data: {mine.result['added_mb']:.1f} MB on one thread, {two.result['added_mb']:.1f} MB "
              f"on two; 4 bytes a value and three times the parameters are {limit:.1f} MB")
    if "enstop, blocks" not in others:
        print("not installed, and so not compared: enstop\n    pip install --no-deps --target build/peers enstop numba llvmlite")


if __name__ == "__main__":
    main()
