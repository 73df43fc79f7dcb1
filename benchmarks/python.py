#!/usr/bin/python3
"""What Python costs beside the library itself: python.py TOOL PACKAGE [--quick]

A k-means of 200000 x 64 values: the C++ call inside, as the estimator measures it, and the whole fit in Python, of the same
run; beside them the tool, in a process of its own. Then how long the package takes to import. Medians of five.
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
    return estimator.seconds_, time.perf_counter() - begun


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
            runs = [(by_the_tool(path, threads), *by_the_estimator(data, threads)) for _ in range(REPEATS)]
            by_tool, inside, whole = (statistics.median(column) for column in zip(*runs))
            ratio = statistics.median(w / i for _, i, w in runs)
            print(f"| {threads} | {inside:.4f} | {whole:.4f} | {ratio:.3f} | {by_tool:.4f} |")
    for code in ("pass", "import numpy", "import bellwether", "import bellwether; bellwether.KMeans"):
        print(f"| `{code}` | {statistics.median(importing(code) for _ in range(REPEATS)):.3f} |")


main()
