#!/usr/bin/python3
"""A folder of texts to a tf-idf matrix: bellwether beside scikit-learn's TfidfVectorizer, with the same words.

    benchmarks/text.py BENCH_TEXT [FOLDER]

Runs take turns, medians of 5. Without a folder it writes 4000 documents of invented words to a temporary one.
"""

import glob
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

REPEATS = 5
# scikit-learn's own pattern, and one that finds what Unicode's boundaries find in ASCII text.
PATTERNS = {
    "runs": r"(?u)\b\w\w+\b",
    "boundaries": r"(?u)(?<![\w@])[\w@](?:[\w@]|(?<=[^\W\d_])['.](?=[^\W\d_])|(?<=\d)['.,;](?=\d)"
                  r"|(?<=[@])['.](?=[^\W\d_])|(?<=[^\W\d_])['.](?=@))+",
}


def invent(folder):
    draw = random.Random(1)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(draw.choice(letters) for _ in range(draw.randint(2, 11))) for _ in range(60000)]
    for i in range(4000):
        chosen = (words[min(int(draw.paretovariate(0.35)), len(words)) - 1] for _ in range(250))
        with open(os.path.join(folder, f"{i:05}.txt"), "w") as f:
            f.write(" ".join(chosen) + "\n")


def sklearn_once(files, pattern):
    from sklearn.feature_extraction.text import TfidfVectorizer
    began = time.perf_counter()
    matrix = TfidfVectorizer(input="filename", decode_error="replace", token_pattern=pattern).fit_transform(files)
    return time.perf_counter() - began, matrix


def ours_once(bench, folder, rule, threads):
    done = subprocess.run([bench, folder, rule, str(threads), "1"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def compare(bench, folder, rule):
    files = sorted(f for f in glob.glob(os.path.join(folder, "**", "*"), recursive=True) if os.path.isfile(f))
    times = {"ours, 1 thread": [], "ours, 2 threads": [], "scikit-learn": []}
    for _ in range(REPEATS):
        ours = ours_once(bench, folder, rule, 1)
        times["ours, 1 thread"] += ours["seconds"]
        times["ours, 2 threads"] += ours_once(bench, folder, rule, 2)["seconds"]
        seconds, matrix = sklearn_once(files, PATTERNS[rule])
        times["scikit-learn"].append(seconds)
    print(f"\n{rule}: {len(files)} files")
    print(f"  {ours['words']} words and {ours['stored']} values, sum {ours['sum']:.3f}; scikit-learn "
          f"{matrix.shape[1]} and {matrix.nnz}, sum {matrix.sum():.3f}")
    base = statistics.median(times["scikit-learn"])
    for name, seconds in times.items():
        print(f"  {name:<16} {statistics.median(seconds):7.3f} s   {statistics.median(seconds) / base:5.2f}")


def main():
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    bench = sys.argv[1]
    with tempfile.TemporaryDirectory() as invented:
        folder = sys.argv[2] if len(sys.argv) > 2 else invented
        if folder == invented:
            invent(invented)
        for rule in PATTERNS:
            compare(bench, folder, rule)


if __name__ == "__main__":
    main()
