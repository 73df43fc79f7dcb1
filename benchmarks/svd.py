#!/usr/bin/python3
"""svd.py BENCH_SVD [FILE.npz [DIMENSIONS]]: truncated SVD beside scikit-learn's, on one matrix, in one run.

Medians of five; each repeat runs every engine once in turn. Without a file, a sparse matrix is made whose words
are as unequal as those of a text (Zipf's law). Prints a Markdown table.
"""

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[variable] = "1"

import json
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import scipy.sparse
from sklearn.decomposition import TruncatedSVD

REPEATS = 5


def zipf_like(documents=20000, words=100000, topics=20, length=150, random_seed=0):
    """Documents of 20 topics, each of which prefers some of the words; ltc-like weights, rows of length 1."""
    random = np.random.default_rng(random_seed)
    counts = []
    preferred = [random.permutation(words) for _ in range(topics)]
    for document in range(documents):
        size = random.poisson(length)
        common = np.minimum(random.zipf(1.3, size) - 1, words - 1)
        own = preferred[document % topics][np.minimum(random.zipf(1.5, size // 2) - 1, words - 1)]
        counts.append(np.concatenate([common, own]))
    rows = np.repeat(np.arange(documents), [len(c) for c in counts])
    columns = np.concatenate(counts)
    matrix = scipy.sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(documents, words))
    matrix.sum_duplicates()
    frequency = np.bincount(matrix.indices, minlength=words)
    matrix.data = (1 + np.log(matrix.data)) * (np.log((1 + documents) / (1 + frequency[matrix.indices])) + 1)
    norms = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    return scipy.sparse.diags(1 / np.maximum(norms, 1e-300)).dot(matrix).tocsr()


def bellwether(bench, path, dimensions, threads, solver):
    words = [bench, path, str(dimensions), str(threads), solver]
    answer = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    return answer["seconds"], answer["explained"]


def scikit_learn(matrix, dimensions, algorithm):
    begin = time.perf_counter()
    fitted = TruncatedSVD(n_components=dimensions, algorithm=algorithm, random_state=0).fit(matrix)
    return time.perf_counter() - begin, fitted.explained_variance_ratio_.sum()


def compare(bench, path, dimensions):
    matrix = scipy.sparse.load_npz(path).tocsr()
    engines = {
        "bellwether": lambda: bellwether(bench, path, dimensions, 1, "randomised"),
        "bellwether, two threads": lambda: bellwether(bench, path, dimensions, 2, "randomised"),
        "bellwether, lanczos": lambda: bellwether(bench, path, dimensions, 1, "lanczos"),
        "scikit-learn TruncatedSVD": lambda: scikit_learn(matrix, dimensions, "randomized"),
        "scikit-learn TruncatedSVD, arpack": lambda: scikit_learn(matrix, dimensions, "arpack"),
    }
    runs = {name: [] for name in engines}
    for _ in range(REPEATS):
        for name, engine in engines.items():
            runs[name].append(engine())
    seconds = {name: statistics.median(r[0] for r in found) for name, found in runs.items()}
    base = seconds["scikit-learn TruncatedSVD"]

    rows, columns = matrix.shape
    print(f"### {dimensions} dimensions of {rows} x {columns}, {matrix.nnz} stored\n")
    print("| engine | seconds | ratio to scikit-learn's default | explained variance |")
    print("|---|---|---|---|")
    for name, found in runs.items():
        print(f"| {name} | {seconds[name]:.3f} | {seconds[name] / base:.2f} | {found[0][1]:.6f} |")
    faster = seconds["bellwether"] / seconds["bellwether, two threads"]
    print(f"| two threads against one |  | {faster:.2f} times faster |  |")


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    dimensions = int(sys.argv[3]) if len(sys.argv) == 4 else 30
    if len(sys.argv) > 2:
        return compare(sys.argv[1], sys.argv[2], dimensions)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "zipf.npz")
        scipy.sparse.save_npz(path, zipf_like())
        compare(sys.argv[1], path, dimensions)


if __name__ == "__main__":
    main()
