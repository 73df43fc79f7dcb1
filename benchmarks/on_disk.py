#!/usr/bin/env python3
"""k-means of rows on disk beside reading the file by `cat`, once for each pass over the rows, in one run.

    python3 benchmarks/on_disk.py TOOL FILE.npy [--rows N] [--rounds R] [--repeats N]

TOOL is build/release/bellwether. FILE, 100 million x 16 float32 (6.4 GB) unless --rows says otherwise, is made if it is not there, and stays.
"Cold": the system is told to forget the file before (posix_fadvise), and, with "emptied", also four times a second while it is read, so
that each pass comes from the disk. Medians.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import threading
import time

import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("file")
parser.add_argument("--rows", type=int, default=100_000_000)
parser.add_argument("--columns", type=int, default=16)
parser.add_argument("--rounds", type=int, default=4)
parser.add_argument("--repeats", type=int, default=3)
args = parser.parse_args()


def make():
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(16, args.columns)).astype(np.float32)
    whole = np.lib.format.open_memmap(args.file, mode="w+", dtype=np.float32, shape=(args.rows, args.columns))
    for first in range(0, args.rows, 1_000_000):
        count = min(1_000_000, args.rows - first)
        whole[first:first + count] = centres[rng.integers(0, 16, count)] + rng.standard_normal((count, args.columns), dtype=np.float32)
    whole.flush()


def forget():
    descriptor = os.open(args.file, os.O_RDONLY)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)


class Emptied:
    """The file does not stay in the system's cache meanwhile."""

    def __enter__(self):
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.empty)
        self.thread.start()

    def empty(self):
        while not self.over.wait(0.25):
            forget()

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()


def cat():
    begun = time.perf_counter()
    subprocess.run(f"cat '{args.file}' > /dev/null", shell=True, check=True)
    return time.perf_counter() - begun


def fit(rounds):
    """Seconds of the search, and of the processor with everything; the most memory, in MB."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([args.tool, "cluster", args.file, "-k", "16", "--method", "kmeans", "--memory", "1G", "--restarts", "1", "--iterations", str(rounds),
                           "--tolerance", "0", "--set", "start=random", "--json", "--quiet"], stdout=subprocess.PIPE, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(done.stdout)["seconds"]["fit"], after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime, after.ru_maxrss / 1e3


def told(name, cats, fits, passes):
    file = statistics.median(cats)
    seconds, user, system, memory = (statistics.median(column) for column in zip(*fits))
    print(f"{name}: cat {file:.2f} s for all {passes} passes; k-means {seconds:.2f} s ({user:.1f} s user, {system:.1f} s system), {seconds / file:.2f} of cat; "
          f"{memory:.0f} MB; load {os.getloadavg()[0]:.1f}", flush=True)


def main():
    if not os.path.exists(args.file):
        make()
    passes = args.rounds + 2  # where the items lie, and what the means after the last round are worth
    kinds = {name: ([], []) for name in ("in the system's cache", "cold at first", "emptied")}
    for _ in range(args.repeats):
        cat()
        kinds["in the system's cache"][0].append(passes * cat())
        kinds["in the system's cache"][1].append(fit(args.rounds))
        forget()
        cold = cat()
        kinds["cold at first"][0].append(cold + (passes - 1) * cat())
        forget()
        kinds["cold at first"][1].append(fit(args.rounds))
        with Emptied():
            forget()
            kinds["emptied"][0].append(passes * cat())
            kinds["emptied"][1].append(fit(args.rounds))
    for name, (cats, fits) in kinds.items():
        told(name, cats, fits, passes)


if __name__ == "__main__":
    sys.exit(main())
