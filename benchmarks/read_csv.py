#!/usr/bin/env python3
"""read() against pandas.read_csv on about 200 MB of numbers: benchmarks/read_csv.py PROGRAM

Both run in processes of their own on one thread, in turns, and the best of five counts.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy as np

PANDAS = """
import sys, time, pandas
start = time.perf_counter()
pandas.read_csv(sys.argv[1])
print(time.perf_counter() - start)
"""


def tables(random):
    yield "17 digits", random.standard_normal((1_000_000, 11)), "%.17g"
    yield "6 decimals", random.random((220_000, 100)), "%.6f"
    yield "whole numbers", random.integers(0, 256, (70_000, 784)), "%d"
    yield "19 digits, exponent", random.standard_normal((400_000, 20)), "%.18e"


def main(program):
    one_thread = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    with tempfile.TemporaryDirectory() as folder:
        for name, values, form in tables(np.random.default_rng(0)):
            path = os.path.join(folder, "table.csv")
            header = ",".join(f"f{i}" for i in range(values.shape[1]))
            np.savetxt(path, values, fmt=form, delimiter=",", header=header, comments="")
            ours, theirs = [], []
            for _ in range(5):
                ours.append(json.loads(subprocess.check_output([program, path], env=one_thread)))
                theirs.append(float(subprocess.check_output([sys.executable, "-c", PANDAS, path], env=one_thread)))
            seconds = min(run["seconds"] for run in ours)
            memory = max(run["peak_over_matrix"] for run in ours)
            print(
                f"{name:20} {os.path.getsize(path) / 1e6:4.0f} MB  {seconds:.3f} s, "
                f"{os.path.getsize(path) / 1e6 / seconds:4.0f} MB/s; pandas {min(theirs):.3f} s: "
                f"{min(theirs) / seconds:.1f} times as fast; peak memory {memory:.2f} x the matrix"
            )


if __name__ == "__main__":
    main(sys.argv[1])
