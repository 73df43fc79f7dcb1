#!/usr/bin/python3
"""Large margin nearest neighbours: bellwether beside metric-learn and mlpack, in one run, one thread.

    benchmarks/lmnn.py LMNN_PROGRAM [--quick]

The objective is the loss of bellwether/transforms/lmnn.h with mu = 1/2, computed here for every engine's map in the
same way (where push is chosen, mu is another, found by the neighbours of learned items held back). For each peer, bellwether runs until its loss is at or below the peer's; the times are the processor's.
5-NN is the share of other items, drawn alike, that their 5 nearest among the learned ones classify right. The peers come
from PyPI, are not installed by make, and are left out with a word if they are missing:
    pip install --no-deps --target build/peers metric-learn mlpack
"""

import argparse
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append("build/peers")
from peers import Table, in_turn, optional, ours, require_openblas  # noqa: E402  (sets the threads)

import numpy as np  # noqa: E402

NEIGHBOURS = 3


def drawn(rng, count, centres, noise):
    """Classes that differ in some columns; the others are wider and say nothing."""
    truth = rng.integers(len(centres), size=count)
    useful = centres[truth] + rng.normal(size=(count, centres.shape[1]))
    return np.ascontiguousarray(np.hstack([useful, 2.2 * rng.normal(size=(count, noise))])), truth


def target_neighbours(x, truth):
    targets = np.empty((len(x), NEIGHBOURS), int)
    for label in np.unique(truth):
        rows, = np.nonzero(truth == label)
        squares = ((x[rows][:, None] - x[rows]) ** 2).sum(-1)
        np.fill_diagonal(squares, np.inf)
        targets[rows] = rows[np.argsort(squares, kind="stable")[:, :NEIGHBOURS]]
    return targets


def objective(x, truth, targets, matrix, push=0.5):
    z = x @ matrix
    near = ((z[:, None] - z[targets]) ** 2).sum(-1)
    norms = (z ** 2).sum(1)
    squares = norms[:, None] + norms - 2 * z @ z.T
    squares[truth[:, None] == truth] = np.inf
    hinges = sum(np.maximum(0, 1 + near[:, [q]] - squares).sum() for q in range(NEIGHBOURS))
    return (1 - push) * near.sum() + push * hinges


def neighbours(learned, other, matrix):
    kit = optional("sklearn.neighbors")
    if not kit:
        return "-"
    classifier = kit.KNeighborsClassifier(5).fit(learned[0] @ matrix, learned[1])
    return f"{classifier.score(other[0] @ matrix, other[1]):.4f}"


class Ours:
    def __init__(self, program, folder, goal=0, push=0.5):
        self.words = [program, f"{folder}/x.npy", f"{folder}/y.npy", NEIGHBOURS, push, goal, 1]

    def __call__(self):
        result = ours(*self.words)
        values = np.array(result["map"])
        side = int(round(len(values) ** 0.5))
        self.matrix, self.iterations = values.reshape(side, side), result["iterations"]
        return result["seconds"]


class Peer:
    """`learn` gives L, one row for each dimension."""

    def __init__(self, learn):
        self.learn = learn

    def __call__(self):
        begin = time.process_time()
        matrix = self.learn()
        seconds = time.process_time() - begin
        self.matrix = np.asarray(matrix).T
        return seconds


class Mlpack(Peer):
    """Whose output is the map of rows, as it comes: by its transpose neighbours are far worse."""

    def __call__(self):
        seconds = super().__call__()
        self.matrix = self.matrix.T
        return seconds


def peers(x, truth):
    found = {}
    if metric_learn := optional("metric_learn"):
        make = metric_learn.LMNN
        found["metric-learn, 50 steps"] = Peer(lambda: make(n_neighbors=NEIGHBOURS, max_iter=50).fit(x, truth).components_)
        found["metric-learn, to its end"] = Peer(lambda: make(n_neighbors=NEIGHBOURS).fit(x, truth).components_)
        # Its default step of 1e-7 grows by 1 % with each: to start with a longer one is faster here.
        found["metric-learn, step 1e-6, to its end"] = Peer(
            lambda: make(n_neighbors=NEIGHBOURS, learn_rate=1e-6).fit(x, truth).components_)
    if mlpack := optional("mlpack"):
        for words, normalize in ("", False), (", normalize", True):
            found[f"mlpack L-BFGS, 50 steps{words}"] = Mlpack(lambda normalize=normalize: mlpack.lmnn(
                input_=x, labels=truth, k=NEIGHBOURS, optimizer="lbfgs", max_iterations=50,
                normalize=normalize)["output"])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="one repeat")
    args = parser.parse_args()
    require_openblas()
    repeats = 1 if args.quick else 3
    rng = np.random.default_rng(0)
    centres = 1.5 * rng.normal(size=(10, 10))
    learned, other = drawn(rng, 2000, centres, 20), drawn(rng, 2000, centres, 20)
    targets = target_neighbours(*learned)
    loss = lambda matrix: objective(*learned, targets, matrix)  # noqa: E731
    table = Table(f"LMNN: 2000 x 30, 10 classes, {NEIGHBOURS} neighbours",
                  ["engine", "CPU seconds", "objective", "5-NN of others", "bellwether to that objective", "ratio"])
    table.add("no map", "", f"{loss(np.eye(30)):.2f}", neighbours(learned, other, np.eye(30)), "", "")
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", learned[0])
        np.save(f"{folder}/y.npy", learned[1].astype(float))
        mine = {"bellwether": Ours(args.program, folder),
                "bellwether, push=auto": Ours(args.program, folder, push=0)}
        others = peers(*learned)
        seconds = in_turn({**mine, **others}, repeats)
        for name, worker in mine.items():
            table.add(name, f"{seconds[name]:.3f}", f"{loss(worker.matrix):.2f}",
                      neighbours(learned, other, worker.matrix), f"{worker.iterations} steps, converged", "")
        for name, worker in others.items():
            goal = loss(worker.matrix)
            same = Ours(args.program, folder, goal * (1 + 1e-9))
            needed = in_turn({"": same}, repeats)[""]
            reached = loss(same.matrix) <= goal * (1 + 1e-6)
            table.add(name, f"{seconds[name]:.3f}", f"{goal:.2f}", neighbours(learned, other, worker.matrix),
                      f"{needed:.3f} s" if reached else "not reached",
                      f"{needed / seconds[name]:.4f}" if reached else "-")
    print(table.text())
    missing = [name for name in ("metric_learn", "mlpack") if not optional(name)]
    if missing:
        print(f"not installed, and so not compared: {', '.join(missing)}\n"
              "    pip install --no-deps --target build/peers metric-learn mlpack")


if __name__ == "__main__":
    main()
