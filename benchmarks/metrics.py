#!/usr/bin/python3
"""Learned metrics: bellwether's xing beside MMC of metric-learn, the same criterion, in one run, one thread.

    benchmarks/metrics.py METRICS_PROGRAM [--quick]

The objective is sum_S |d|_A^2 / (sum_D |d|_A)^2, which no scale of A changes: smaller is better. The peer comes
from PyPI, is not installed by make, and is left out with a word if it is missing:
    pip install --no-deps --target build/peers metric-learn
"""

import argparse
import os
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.path.append("build/peers")
from peers import Table, in_turn, optional, ours, require_openblas, timed  # noqa: E402  (sets the threads)

import numpy as np  # noqa: E402

from links import true_links  # noqa: E402


def items(rng, count, informative, noise, classes):
    """Classes that differ in some columns; the others are wider and say nothing."""
    truth = rng.integers(classes, size=count)
    centres = 1.2 * rng.normal(size=(classes, informative))
    useful = centres[truth] + rng.normal(size=(count, informative))
    return np.ascontiguousarray(np.hstack([useful, 1.5 * rng.normal(size=(count, noise))])), truth


def objective(x, pairs, metric):
    d = x[pairs[:, 0].astype(int)] - x[pairs[:, 1].astype(int)]
    squares = np.einsum("ij,jk,ik->i", d, metric, d)
    similar = pairs[:, 2] > 0
    return squares[similar].sum() / np.sqrt(squares[~similar].clip(0)).sum() ** 2


def neighbours(x, truth, metric):
    """The share of items that 5 nearest others of the second half classify right."""
    kit = optional("sklearn.neighbors")
    if not kit:
        return "-"
    values, vectors = np.linalg.eigh(metric)
    mapped = x @ (vectors * np.sqrt(values.clip(0)))
    half = len(x) // 2
    return f"{kit.KNeighborsClassifier(5).fit(mapped[:half], truth[:half]).score(mapped[half:], truth[half:]):.3f}"


class Ours:
    def __init__(self, program, form, folder, x, pairs):
        np.save(f"{folder}/x.npy", x)
        np.save(f"{folder}/pairs.npy", pairs)
        self.words = [program, form, f"{folder}/x.npy", f"{folder}/pairs.npy", 1]

    def __call__(self):
        result = ours(*self.words)
        metric = np.array(result["metric"])
        side = int(round(len(metric) ** 0.5))
        self.metric = metric.reshape(side, side) if self.words[1] == "full" else np.diag(metric)
        return result["seconds"]


class Mmc:
    def __init__(self, diagonal, x, pairs):
        self.model = optional("metric_learn").MMC(diagonal=diagonal)
        places = pairs[:, :2].astype(int)
        self.data, self.kinds = x[places], pairs[:, 2].astype(int)

    def __call__(self):
        seconds = timed(lambda: self.model.fit(self.data, self.kinds))
        self.metric = self.model.get_mahalanobis_matrix()
        return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="one repeat")
    args = parser.parse_args()
    require_openblas()
    rng = np.random.default_rng(0)
    x, truth = items(rng, 2000, 10, 20, 10)
    pairs = true_links(rng, truth, 500)
    table = Table("A learned metric: 2000 x 30, 10 classes, 500 + 500 pairs",
                  ["engine", "seconds", "ratio to the peer", "objective", "5-NN"])
    table.add("no metric", "", "", f"{objective(x, pairs, np.eye(30)):.8f}", neighbours(x, truth, np.eye(30)))
    with tempfile.TemporaryDirectory() as folder:
        for form in ("full", "diagonal"):
            workers = {f"bellwether xing, {form}": Ours(args.program, form, folder, x, pairs)}
            if optional("metric_learn"):
                workers[f"metric-learn MMC, {form}"] = Mmc(form == "diagonal", x, pairs)
            seconds = in_turn(workers, 1 if args.quick else 5)
            peer = list(seconds.values())[-1] if len(seconds) > 1 else float("nan")
            for name, worker in workers.items():
                table.add(name, f"{seconds[name]:.4f}", f"{seconds[name] / peer:.4f}",
                          f"{objective(x, pairs, worker.metric):.8f}", neighbours(x, truth, worker.metric))
    print(table.text())
    if not optional("metric_learn"):
        print("not installed, and so not compared: metric-learn\n    pip install --no-deps --target build/peers "
              "metric-learn")


if __name__ == "__main__":
    main()
