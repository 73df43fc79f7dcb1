#!/usr/bin/python3
"""Gaussian mixtures: bellwether beside scikit-learn's GaussianMixture, in one run, one thread.

    benchmarks/mixtures.py TASK_PROGRAM [--quick]

The same items, the same first means, the same number of EM iterations, no convergence before. scikit-learn is given equal
weights and unit covariances to begin with, so that it spends no time on k-means; ours begins with those around the means. Log-likelihoods are for each item.
"""

import argparse
import os
import sys
import tempfile
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from peers import MACHINE_NOISE, Table, in_turn, mixture, optional, ours, require_openblas, save, timed  # noqa: E402  (sets the threads)

import numpy as np  # noqa: E402

warnings.simplefilter("ignore")
ITERATIONS = 30
THEIR_NAMES = {"round": "spherical", "diagonal": "diag", "full": "full", "shared": "tied"}


class Theirs:
    def __init__(self, x, start, kind):
        self.x, features = x, x.shape[1]
        precision = {"spherical": np.ones(len(start)), "diag": np.ones(start.shape), "tied": np.eye(features),
                     "full": np.tile(np.eye(features), (len(start), 1, 1))}[kind]
        self.mixture = optional("sklearn.mixture").GaussianMixture(
            len(start), covariance_type=kind, tol=0, reg_covar=0, max_iter=ITERATIONS, init_params="random_from_data",
            weights_init=np.full(len(start), 1 / len(start)), means_init=start, precisions_init=precision)

    def __call__(self):
        return timed(lambda: self.mixture.fit(self.x))


def bench(program, folder, items, features, clusters, repeats):
    x, start = mixture(np.random.default_rng(0), items, features, clusters, 2 / features**0.5)
    files = save(folder, x, start)
    table = Table(f"Gaussian mixtures: {items} x {features}, k = {clusters}, {ITERATIONS} iterations",
                  ["covariance", "bellwether", "scikit-learn", "ratio", "log-likelihood", "scikit-learn's"])
    run = lambda kind: ours(program, f"gm-{kind}", *files, ITERATIONS, 1)  # noqa: E731
    for kind, theirs in THEIR_NAMES.items():
        peer = Theirs(x, start, theirs)
        seconds = in_turn({"ours": lambda: run(kind)["seconds"], "peer": peer}, repeats)
        found = run(kind)
        assert peer.mixture.n_iter_ == found["iterations"] == ITERATIONS
        table.add(kind, f"{seconds['ours']:.4f} s", f"{seconds['peer']:.4f} s", f"{seconds['ours'] / seconds['peer']:.2f}",
                  f"{found['objective'] / items:.4f}", f"{peer.mixture.score(x):.4f}")
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true", help="one repeat")
    args = parser.parse_args()
    require_openblas()
    if not optional("sklearn.mixture"):
        sys.exit("scikit-learn is not installed, so there is nothing to compare with")
    with tempfile.TemporaryDirectory() as folder:
        for items, features in ((20000, 16), (50000, 8), (20000, 64)):
            print(bench(args.program, folder, items, features, 10, 1 if args.quick else MACHINE_NOISE).text(), flush=True)


if __name__ == "__main__":
    main()
