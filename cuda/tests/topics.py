"""PLSA on a GPU beside that on the processor: a part of bits.py, which runs it; the same bits."""

from __future__ import annotations

import os
import sys
import time

import numpy as np
import scipy.sparse

import bellwether

LEAST = "--least" in sys.argv[1:]
FEW = LEAST or "--few" in sys.argv[1:]


def words(rows: int, columns: int, each: int, seed: int, empty: int = 0) -> scipy.sparse.csr_array:
    """About `each` words of a text, drawn as Zipf would have it, in a shuffled vocabulary; every `empty`-th text has none."""
    draw = np.random.default_rng(seed)
    often = 1 / np.arange(1, columns + 1)
    lengths = draw.poisson(each, size=rows) + 1
    if empty:
        lengths[::empty] = 0
    of_text = np.repeat(np.arange(rows), lengths)
    drawn = np.searchsorted(np.cumsum(often / often.sum()), draw.random(len(of_text))).clip(max=columns - 1)
    theme = draw.permutation(columns)[(drawn + of_text % 7) % columns]
    counts = scipy.sparse.coo_array((np.ones(len(of_text)), (of_text, theme)), shape=(rows, columns)).tocsr()
    counts.sum_duplicates()
    return counts


def same_topics(name: str, here: bellwether.PLSA, there: bellwether.PLSA) -> None:
    assert there.on_device_, f"{name}: not on the device"
    for what in ("labels_", "probabilities_", "trace_"):
        assert np.array_equal(getattr(here, what), getattr(there, what)), f"{name}: {what} differ"
    assert np.array_equal(here.parameters_["topics"], there.parameters_["topics"]), f"{name}: topics differ"
    assert here.n_iter_ == there.n_iter_ and here.converged_ == there.converged_, f"{name}: rounds differ"


def topics() -> int:
    """PLSA and aPLSA of counts: the same bits."""
    short = words(3000, 400, 30, 1)
    zeros = short.copy()
    zeros.data[::9] = 0  # stored all the same
    cases = [("k = 1", short, 1, {}), ("k = 5", short, 5, {}), ("k = 23", short, 23, {}), ("k = 50", short, 50, {}),
             ("k = 130", words(1500, 300, 40, 2), 130, {"max_iter": 10}), ("dense rows", short.toarray(), 8, {}),
             ("texts without words", words(2000, 300, 20, 3, 11), 6, {"zero_rows": "largest"}), ("zeros that are stored", zeros, 7, {}),
             ("long texts", words(50, 9000, 4000, 4), 9, {}), ("more words than texts", words(300, 40_000, 60, 5), 12, {}),
             ("1 word", scipy.sparse.csr_array(np.arange(1.0, 60.0)[:, None]), 1, {}), ("a tempered start", short, 5, {"temper": 0.7})]
    if LEAST:
        cases = cases[2:8]
    if not FEW:
        many = words(300_000, 30_000, 60, 6)
        cases += [("many texts, k = 20", many, 20, {"n_init": 2}), ("many texts, k = 100", many, 100, {}), ("k = 300", words(20_000, 5000, 50, 7), 300, {}),
                  ("few words", words(1_200_000, 500, 8, 8), 9, {}), ("one long text", scipy.sparse.vstack([words(1, 200_000, 150_000, 9), words(5000, 200_000, 40, 10)]).tocsr(), 33, {})]
    tried = 0
    for name, items, clusters, options in cases:
        options = {"n_init": 1, "max_iter": 2 if LEAST else 12, "tol": 0, **options}
        begun = time.perf_counter()
        here = bellwether.PLSA(clusters, **options).fit(items)
        middle = time.perf_counter()
        there = bellwether.PLSA(clusters, **options, device="cuda").fit(items)
        if "temper" in options:
            assert not there.on_device_
            there.on_device_ = True
        same_topics(f"PLSA, {name}", here, there)
        print(f"  {'PLSA':28} {name:32} {here.n_iter_:4} rounds  equal  {middle - begun:7.2f} s  {time.perf_counter() - middle:7.2f} s", flush=True)
        tried += 1
    tagged = (short[:300], scipy.sparse.csr_array(np.eye(20)[np.arange(300) % 20]))
    for weight in (0.0, 0.2, 1.0):
        options = {"n_init": 1, "max_iter": 2 if LEAST else 12, "tol": 0, "trust": "always", "lam": weight}
        here, there = (bellwether.APLSA(6, **options, **where).fit(short, annotated=tagged) for where in ({}, {"device": "cuda"}))
        same_topics(f"APLSA, {weight}", here, there)
        print(f"  {'APLSA':28} {f'lambda {weight}':32} {here.n_iter_:4} rounds  equal", flush=True)
        tried += 1
    if not FEW:
        options = {"n_init": 1, "max_iter": 5, "device": "cuda"}
        whole = bellwether.PLSA(100, **options).fit(many)
        os.environ["BELLWETHER_DEVICE_MEMORY"] = "1500"  # room for the sums of two thirds of the topics at once
        same_topics("PLSA, some topics at a time", whole, bellwether.PLSA(100, **options).fit(many))
        for too_little in ("300", "900"):  # for the counts, for the search
            os.environ["BELLWETHER_DEVICE_MEMORY"] = too_little
            try:
                bellwether.PLSA(100, **options).fit(many)
            except ValueError as error:
                assert "too little memory" in str(error), error
            else:
                raise AssertionError(f"{too_little} MiB were enough")
        del os.environ["BELLWETHER_DEVICE_MEMORY"]
        print("  PLSA: the same in 1500 MiB, too little memory with 300 and 900", flush=True)
        tried += 3
    return tried
