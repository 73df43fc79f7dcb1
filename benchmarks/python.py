#!/usr/bin/python3
"""What Python costs beside the library itself: python.py TOOL PACKAGE [--quick]

The same k-means of 200000 x 64 values, by the tool, which times the fit in C++, and by the estimator, in turn; then how
long the package takes to import. Medians of five.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

tool, package = sys.argv[1:3]
quick = "--quick" in sys.argv
sys.path.insert(0, package)

import numpy as np  # noqa: E402

import bellwether  # noqa: E402

ITEMS, FEATURES, CLUSTERS, ITERATIONS = (20000 if quick else 200000), 64, 64, 20
REPEATS = 3 if quick else 5


def overlapping(random):
    centres = random.normal(size=(CLUSTERS, FEATURES))
    return centres[random.integers(0, CLUSTERS, ITEMS)] + random.normal(size=(ITEMS, FEATURES))


def by_the_tool(path, threads):
    command = [tool, "cluster", path, "-k", str(CLUSTERS), "--method", "kmeans", "--iterations", str(ITERATIONS),
               "--restarts", "1", "--tolerance", "0", "--threads", str(threads), "--json"]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["seconds"]["fit"]


def by_the_estimator(data, threads):
    estimator = bellwether.KMeans(CLUSTERS, max_iter=ITERATIONS, n_init=1, tol=0.0, threads=threads)
    begun = time.perf_counter()
    estimator.fit(data)
    return time.perf_counter() - begun


def importing(code):
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "PYTHONPATH": package})
    return time.perf_counter() - begun


def main():
    import warnings

    warnings.simplefilter("ignore")  # twenty rounds are not enough to converge
    data = overlapping(np.random.default_rng(0))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "items.npy")
        np.save(path, data)
        print(f"k-means, {ITEMS} x {FEATURES}, k = {CLUSTERS}, {ITERATIONS} iterations")
        for threads in (1, 2):
            by_the_estimator(data, threads)  # the first call loads scikit-learn
            pairs = [(by_the_tool(path, threads), by_the_estimator(data, threads)) for _ in range(REPEATS)]
            cpp, python = (statistics.median(column) for column in zip(*pairs))
            ratio = statistics.median(p / c for c, p in pairs)
            print(f"| {threads} thread{'s' if threads > 1 else ''} | {cpp:.4f} | {python:.4f} | {ratio:.3f} |")
    for code in ("pass", "import numpy", "import bellwether", "import bellwether; bellwether.KMeans"):
        print(f"| `{code}` | {statistics.median(importing(code) for _ in range(REPEATS)):.3f} |")


main()
