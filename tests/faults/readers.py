"""Random files that NumPy, SciPy, scikit-learn and pandas write, read by bellwether and compared value by value with what was written.

    readers.py [--files N] [--random-seed N]"""

import argparse
import collections
import os
import sys
import tempfile

import numpy as np
import pandas as pd
import scipy.io
import scipy.sparse

from scenarios import run


def numbers(draw, sparse=False):
    rows, columns = draw.integers(1, 40), draw.integers(1, 12)
    kind = draw.integers(4)
    values = draw.normal(size=(rows, columns)) * 10.0 ** draw.integers(-12, 12)
    if kind == 1:
        values = np.round(values)
    if kind == 2:  # every bit pattern of a finite double is as good as another
        values = draw.integers(0, 2**63, size=values.shape, dtype=np.uint64).view(np.float64)
        values = np.where(np.isfinite(values) & (np.abs(values) < 1e150), values, 1.0)
    if sparse:
        values = np.where(draw.random(values.shape) < 0.6, 0.0, values)
    values[0, :] = 1.0  # so that no column or row makes the file mean something else
    return values


def npy(draw, path):
    values = numbers(draw)
    kind = draw.choice(["<f8", ">f8", "<f4", "<i4", "<i8", "|u1", "<u2", "|b1"])
    values = np.clip(values, -1e30, 1e30) if kind[1] == "f" else np.clip(values, 0, 200)
    values = values.astype(kind)
    np.save(path, np.asfortranarray(values) if draw.random() < 0.5 else values)
    return values


def npz(draw, path):
    values = numbers(draw)
    (np.savez if draw.random() < 0.5 else np.savez_compressed)(path, X=values)
    return values


def sparse_npz(draw, path):
    values = numbers(draw, sparse=True)
    scipy.sparse.save_npz(path, scipy.sparse.csr_matrix(values), compressed=bool(draw.integers(2)))
    return values


def matrix_market(draw, path):
    values = numbers(draw, sparse=bool(draw.integers(2)))
    scipy.io.mmwrite(path, scipy.sparse.coo_matrix(values) if draw.integers(2) else values, precision=17)
    return values


def table(draw, path):
    values = numbers(draw)
    frame = pd.DataFrame(values, columns=[f"column {j}" for j in range(values.shape[1])])
    frame.to_csv(path, index=False, sep=str(draw.choice([",", ";", "\t"])) if values.shape[1] > 1 else ",",
                 lineterminator=str(draw.choice(["\n", "\r\n"])), quoting=int(draw.choice([0, 1])), compression=None)
    return values


FORMATS = {"npy": npy, "npz": npz, "sparse.npz": sparse_npz, "mtx": matrix_market, "csv": table}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=30)
    parser.add_argument("--random-seed", type=int, default=1)
    args = parser.parse_args()
    draw, counts, broken = np.random.default_rng(args.random_seed), collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for k in range(args.files):
            for ending, write in FORMATS.items():
                name, back = f"{k}.{ending}", f"{k}-{ending}-back.npy"
                values = write(draw, os.path.join(folder, name)).astype(np.float64)
                status, _, err = run(("vectorize", name, "-o", back, "--threads", "1"), folder)
                counts[ending] += 1
                read = np.load(os.path.join(folder, back)) if status == 0 else None
                if status != 0 or read.shape != values.shape or not np.array_equal(read, values):
                    broken += 1
                    print(f"BROKEN {name}: status {status} {err.decode(errors='replace')[:300]}")
                    if status == 0:
                        print(f"    shape {values.shape} read as {None if read is None else read.shape}; first difference: "
                              f"{[(a, b) for a, b in zip(values.ravel(), read.ravel()) if a != b][:2]}")
    print(f"{sum(counts.values())} files: {dict(counts)}")
    print(f"{broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
