#!/usr/bin/python3
"""bellwether beside its peers, in one run on one machine: medians of five, as ratios.

    benchmarks/peers.py TASK_PROGRAM [--markdown FILE] [--quick]

Each repeat runs ours and every peer once, in turn, so that a noisy moment hits all alike. Same data, same
start, same number of iterations, one thread unless said. A peer that is not installed is left out, and the
table says so. Peers use the OpenBLAS of the system; with the reference BLAS the comparison is refused.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"
import numpy as np  # noqa: E402  (the number of threads is read when it is loaded)

warnings.simplefilter("ignore")
MACHINE_NOISE = 5  # repeats


def optional(module):
    try:
        return __import__(module, fromlist=["x"])
    except ImportError:
        return None


def require_openblas():
    np.ones((4, 4)) @ np.ones((4, 4))
    with open("/proc/self/maps") as maps:
        if "openblas" not in maps.read():
            sys.exit("NumPy runs on another BLAS than OpenBLAS, which would make the peers 7 to 10 times slower: "
                     "install libopenblas-pthread-dev, or choose it with update-alternatives")


def mixture(rng, items, features, clusters, separation):
    centres = separation * rng.normal(size=(clusters, features))
    x = centres[rng.integers(clusters, size=items)] + rng.normal(size=(items, features))
    return np.ascontiguousarray(x), np.ascontiguousarray(x[rng.choice(items, clusters, replace=False)])


def ours(program, *words):
    out = subprocess.run([program, *map(str, words)], check=True, capture_output=True, text=True).stdout
    return json.loads(out)


def timed(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def sklearn_kmeans(x, start, iterations, dtype):
    cluster = optional("sklearn.cluster")
    if not cluster:
        return None
    x, start = x.astype(dtype), start.astype(dtype)

    def work():
        cluster.KMeans(len(start), init=start, n_init=1, max_iter=iterations, tol=0, algorithm="lloyd",
                       copy_x=False).fit(x)
    return lambda: timed(work)


def faiss_kmeans(x, start, iterations, spherical=False):
    faiss = optional("faiss")
    if not faiss:
        return None
    faiss.omp_set_num_threads(1)
    x, start = x.astype(np.float32), start.astype(np.float32)
    if spherical:
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        start /= np.linalg.norm(start, axis=1, keepdims=True)

    def work():
        search = faiss.Kmeans(x.shape[1], len(start), niter=iterations, nredo=1, spherical=spherical,
                              min_points_per_centroid=1, max_points_per_centroid=10**9)
        search.train(x, init_centroids=start)
    return lambda: timed(work)


class Table:
    def __init__(self, title, columns):
        self.title, self.rows = title, []
        self.columns = columns

    def add(self, *cells):
        self.rows.append([str(c) for c in cells])

    def text(self):
        lines = [f"### {self.title}", "", "| " + " | ".join(self.columns) + " |", "|" + "---|" * len(self.columns)]
        return "\n".join(lines + ["| " + " | ".join(r) + " |" for r in self.rows]) + "\n"


def in_turn(workers, repeats):
    """The median of each worker's seconds; every repeat runs each once."""
    seconds = {name: [] for name in workers}
    for _ in range(repeats):
        for name, work in workers.items():
            seconds[name].append(work())
    return {name: statistics.median(s) for name, s in seconds.items()}


def save(folder, x, start):
    np.save(f"{folder}/x.npy", x)
    np.save(f"{folder}/start.npy", start)
    return f"{folder}/x.npy", f"{folder}/start.npy"


def bench_kmeans(program, folder, title, items, features, clusters, separation, repeats, iterations=20):
    x, start = mixture(np.random.default_rng(0), items, features, clusters, separation)
    files = save(folder, x, start)
    run = lambda task, threads: ours(program, task, *files, iterations, threads)["seconds"]  # noqa: E731
    peers = {"scikit-learn Lloyd, float32": sklearn_kmeans(x, start, iterations, np.float32),
             "scikit-learn Lloyd, float64": sklearn_kmeans(x, start, iterations, np.float64),
             "faiss, float32": faiss_kmeans(x, start, iterations)}
    workers = {"bellwether": lambda: run("kmeans", 1), "bellwether, two threads": lambda: run("kmeans", 2),
               "bellwether, lloyd (no bounds)": lambda: run("lloyd", 1)}
    workers.update({name: work for name, work in peers.items() if work})
    seconds = in_turn(workers, repeats)
    best = min((seconds[name] for name in peers if name in seconds), default=float("nan"))
    table = Table(f"k-means, {title}: {items} x {features}, k = {clusters}, {iterations} iterations",
                  ["engine", "seconds", "ratio to the fastest peer"])
    for name, s in seconds.items():
        table.add(name, f"{s:.4f}", f"{s / best:.2f}")
    fit = ours(program, "kmeans", *files, iterations, 1)
    lloyd = ours(program, "lloyd", *files, iterations, 1)
    size = x.nbytes / 2**20
    table.add("memory added by the fit", f"{fit['added_mb']:.1f} MB", f"{fit['added_mb'] / size:.1%} of the data")
    table.add("two threads against one", "", f"{seconds['bellwether'] / seconds['bellwether, two threads']:.2f} times faster")
    table.add("same objective as lloyd, to the last bit", "", "yes" if fit["objective"] == lloyd["objective"] else "NO")
    return table


def bench_sphere(program, folder, repeats, iterations=20):
    x, start = mixture(np.random.default_rng(1), 20000, 64, 20, 0.3)
    files = save(folder, x, start)
    run = lambda task: ours(program, task, *files, iterations, 1)["seconds"]  # noqa: E731
    workers = {"bellwether spherical-kmeans": lambda: run("spherical"), "bellwether vm (soft)": lambda: run("vm")}
    peer = faiss_kmeans(x, start, iterations, spherical=True)
    if peer:
        workers["faiss spherical, float32"] = peer
    seconds = in_turn(workers, repeats)
    best = seconds.get("faiss spherical, float32", float("nan"))
    table = Table(f"Directions: 20000 x 64, k = 20, {iterations} iterations", ["engine", "seconds", "ratio to faiss"])
    for name, s in seconds.items():
        table.add(name, f"{s:.4f}", f"{s / best:.2f}")
    return table


def write_csv(path, rows, columns):
    rng = np.random.default_rng(2)
    with open(path, "w") as out:
        for _ in range(rows // 1000):
            block = rng.normal(size=(1000, columns))
            out.write("\n".join(",".join(map("{:.6f}".format, row)) for row in block) + "\n")


def bench_csv(program, folder, rows, repeats):
    columns, path = 50, f"{folder}/numbers.csv"
    write_csv(path, rows, columns)
    size = os.path.getsize(path) / 2**20
    workers = {"bellwether": lambda: ours(program, "read", path)["seconds"]}
    pandas = optional("pandas")
    if pandas:
        workers["pandas, C engine"] = lambda: timed(lambda: pandas.read_csv(path, header=None))
    seconds = in_turn(workers, repeats)
    fit = ours(program, "read", path)
    matrix = fit["rows"] * fit["columns"] * 8 / 2**20
    table = Table(f"Reading a CSV of numbers: {size:.0f} MB, {fit['rows']} x {fit['columns']}",
                  ["engine", "seconds", "MB/s", "ratio to pandas"])
    for name, s in seconds.items():
        table.add(name, f"{s:.3f}", f"{size / s:.0f}", f"{s / seconds.get('pandas, C engine', float('nan')):.2f}")
    table.add("peak memory of the process", f"{fit['peak_mb']:.0f} MB", "", f"{fit['peak_mb'] / matrix:.2f} of the matrix")
    return table


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--markdown", help="write the tables here, too")
    parser.add_argument("--quick", action="store_true", help="one repeat and a small CSV")
    args = parser.parse_args()
    require_openblas()
    repeats = 1 if args.quick else MACHINE_NOISE
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        for title, items, features, clusters in (("large", 200000, 64, 64), ("small", 20000, 16, 26)):
            for words, separation in (("overlapping", 0.5), ("touching", 1.0)):
                tables.append(bench_kmeans(args.program, folder, f"{title}, {words}", items, features, clusters,
                                           separation, repeats))
                print(tables[-1].text(), flush=True)
        tables.append(bench_sphere(args.program, folder, repeats))
        print(tables[-1].text(), flush=True)
        tables.append(bench_csv(args.program, folder, 44000 if args.quick else 440000, repeats))
        print(tables[-1].text(), flush=True)
    missing = [name for name in ("sklearn", "faiss", "pandas") if not optional(name)]
    if missing:
        print("not installed, and so not compared: " + ", ".join(missing))
    if args.markdown:
        with open(args.markdown, "w") as out:
            out.write("\n".join(t.text() for t in tables))


if __name__ == "__main__":
    main()
