"""What a GPU finds is what the processor finds, bit by bit, of mixtures within rounding: python cuda/tests/bits.py [--few | --least]

Needs an NVIDIA GPU and an importable bellwether with its plug-in. For compute-sanitizer there are --few, small inputs alone, and --least,
one start and two rounds of them.
"""

from __future__ import annotations

import os
import sys
import time
import warnings

import numpy as np
from scipy import sparse

import bellwether

LEAST = "--least" in sys.argv[1:]
FEW = LEAST or "--few" in sys.argv[1:]


def blobs(rows: int, columns: int, groups: int, seed: int, single: bool = False) -> np.ndarray:
    draw = np.random.default_rng(seed)
    centres = draw.normal(size=(groups, columns)) / 2
    items = centres[draw.integers(groups, size=rows)] + draw.normal(size=(rows, columns))
    return items.astype(np.float32).astype(np.float64) if single else items


def losing(rows: int, columns: int) -> np.ndarray:
    """One large value and many that are lost beside it, when numbers are added as the matrix units add them."""
    draw = np.random.default_rng(5)
    items = np.full((rows, columns), 2.0**-12) * (1 + draw.integers(0, 4, size=(rows, columns)))
    items[:, 0] = draw.choice([1.0, 0.999, 0.5], size=rows)
    items[:, 1] = draw.choice([-1.0, 0.998], size=rows)
    return items


def inputs() -> list[tuple[str, np.ndarray, dict]]:
    grid = np.stack(np.meshgrid(np.arange(90.0), np.arange(70.0)), axis=-1).reshape(-1, 2)
    few = [
        ("a grid, full of ties", grid, {"n_clusters": 9}),
        ("1 feature", blobs(3000, 1, 4, 1), {"n_clusters": 5}),
        ("3 features", blobs(5000, 3, 6, 2), {"n_clusters": 7}),
        ("k = 1", blobs(3000, 9, 3, 3), {"n_clusters": 1}),
        ("43 features, single", blobs(5000, 43, 6, 4, True), {"n_clusters": 12}),
        ("200 features", blobs(3000, 200, 5, 5), {"n_clusters": 70}),
        ("equal items", np.repeat(blobs(40, 6, 3, 6), 100, axis=0), {"n_clusters": 8}),
        ("an offset of 1e8", blobs(4000, 8, 5, 7) + 1e8, {"n_clusters": 6}),
        ("units of 1e-150", blobs(3000, 8, 5, 8) * 1e-150, {"n_clusters": 6}),
        ("units of 1e140", blobs(3000, 8, 5, 9) * 1e140, {"n_clusters": 6}),
        ("values that are lost in sums", losing(4000, 130), {"n_clusters": 10}),
    ]
    if FEW:
        return few
    wide = blobs(40_000, 16, 30, 10)
    wide[::1000] *= 1e6
    return few + [
        ("many items, single", blobs(1_300_000, 16, 20, 11, True), {"n_clusters": 20, "n_init": 2, "max_iter": 12}),
        ("2.2 million items", blobs(2_200_000, 21, 30, 19, True), {"n_clusters": 30, "n_init": 1, "max_iter": 6}),
        ("many items, double", blobs(1_100_000, 12, 20, 12), {"n_clusters": 33, "n_init": 1, "max_iter": 12}),
        ("64 features, k = 64", blobs(300_000, 64, 64, 13, True), {"n_clusters": 64, "n_init": 2}),
        ("k = 1200", blobs(60_000, 20, 500, 14, True), {"n_clusters": 1200, "n_init": 1}),
        ("768 features, k = 300", blobs(30_000, 768, 300, 15, True), {"n_clusters": 300, "n_init": 1}),
        ("items far outside", wide, {"n_clusters": 40, "n_init": 2}),
        ("clusters that empty", np.repeat(blobs(300, 5, 3, 16), 50, axis=0), {"n_clusters": 250, "start": "random", "n_init": 3}),
    ]


def same(name: str, here: bellwether.KMeans, there: bellwether.KMeans) -> None:
    assert there.on_device_, f"{name}: not on the device"
    assert np.array_equal(here.labels_, there.labels_), f"{name}: {np.sum(here.labels_ != there.labels_)} labels differ"
    assert np.array_equal(here.cluster_centers_, there.cluster_centers_), f"{name}: centres differ"
    assert np.array_equal(here.trace_, there.trace_), f"{name}: objectives differ"
    assert here.n_iter_ == there.n_iter_ and here.converged_ == there.converged_, f"{name}: rounds differ"


def near(name: str, here: bellwether.GM, there: bellwether.GM) -> None:
    assert there.on_device_, f"{name}: not on the device"
    assert abs(here.objective_ - there.objective_) <= 1e-12 * abs(here.objective_), f"{name}: {here.objective_!r}, {there.objective_!r}"
    unlike = np.sum(here.labels_ != there.labels_)
    assert unlike == 0, f"{name}: {unlike} labels differ"
    apart = np.max(np.abs(here.cluster_centers_ - there.cluster_centers_)) / np.max(np.abs(here.cluster_centers_))
    assert apart <= 1e-10, f"{name}: centres differ by {apart}"
    assert here.n_iter_ == there.n_iter_, f"{name}: rounds differ"


def mixtures() -> int:
    """A few rounds, so that rounding is not magnified by where they lead."""
    cases = [("3 features", blobs(5000, 3, 6, 2), 7), ("43 features, single", blobs(5000, 43, 6, 4, True), 12),
             ("200 features", blobs(3000, 200, 5, 5), 70), ("k = 1", blobs(3000, 9, 3, 3), 1)]
    if LEAST:
        cases = cases[:2]
    if not FEW:
        cases += [("many items, double", blobs(1_100_000, 12, 20, 12), 33), ("64 features, k = 64", blobs(300_000, 64, 64, 13, True), 64),
                  ("768 features, k = 300", blobs(30_000, 768, 300, 15, True), 300)]
    tried = 0
    for name, items, clusters in cases:
        seeds = np.where(np.arange(len(items)) % 11 == 0, np.arange(len(items)) % clusters, -1)
        for kind, knowledge, options in [
            (bellwether.GM, {}, {}),
            (bellwether.VM, {}, {}),
            (bellwether.VM, {}, {"concentration": "own"}),
            (bellwether.ConstrainedGM, {"seeds": seeds}, {"trust": "always"}),
        ]:
            options = {"n_init": 1, "max_iter": 2 if LEAST else 8, **options}
            begun = time.perf_counter()
            here = kind(clusters, **options).fit(items, **knowledge)
            middle = time.perf_counter()
            there = kind(clusters, **options, device="cuda").fit(items, **knowledge)
            near(f"{kind.__name__}, {name}", here, there)
            print(f"  {kind.__name__:28} {name:32} {here.n_iter_:4} rounds  near   "
                  f"{middle - begun:7.2f} s  {time.perf_counter() - middle:7.2f} s", flush=True)
            tried += 1
    return tried


def streamed() -> int:
    """Rows that do not fit into what the GPU may use pass through it in every round."""
    items = blobs(1_300_000, 64, 20, 21, True)
    tried = 0
    for kind in (bellwether.KMeans, bellwether.SphericalKMeans, bellwether.GM):
        options = {"n_init": 1, "max_iter": 6, "device": "cuda"}
        whole = kind(20, **options).fit(items)
        os.environ["BELLWETHER_DEVICE_MEMORY"] = "300"
        begun = time.perf_counter()
        in_parts = kind(20, **options).fit(items)
        took = time.perf_counter() - begun
        del os.environ["BELLWETHER_DEVICE_MEMORY"]
        (near if kind is bellwether.GM else same)(f"{kind.__name__}, in parts", whole, in_parts)
        print(f"  {kind.__name__:28} {'in parts of 300 MiB':32} {whole.n_iter_:4} rounds  equal  {took:7.2f} s", flush=True)
        tried += 1
    return tried


def words(rows: int, columns: int, each: int, seed: int, empty: int = 0) -> sparse.csr_array:
    """About `each` words of a text, drawn as Zipf would have it, in a shuffled vocabulary; every `empty`-th text has none."""
    draw = np.random.default_rng(seed)
    often = 1 / np.arange(1, columns + 1)
    lengths = draw.poisson(each, size=rows) + 1
    if empty:
        lengths[::empty] = 0
    of_text = np.repeat(np.arange(rows), lengths)
    drawn = np.searchsorted(np.cumsum(often / often.sum()), draw.random(len(of_text))).clip(max=columns - 1)
    theme = draw.permutation(columns)[(drawn + of_text % 7) % columns]
    counts = sparse.coo_array((np.ones(len(of_text)), (of_text, theme)), shape=(rows, columns)).tocsr()
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
             ("1 word", sparse.csr_array(np.arange(1.0, 60.0)[:, None]), 1, {}), ("a tempered start", short, 5, {"temper": 0.7})]
    if LEAST:
        cases = cases[2:8]
    if not FEW:
        many = words(300_000, 30_000, 60, 6)
        cases += [("many texts, k = 20", many, 20, {"n_init": 2}), ("many texts, k = 100", many, 100, {}), ("k = 300", words(20_000, 5000, 50, 7), 300, {}),
                  ("few words", words(1_200_000, 500, 8, 8), 9, {}), ("one long text", sparse.vstack([words(1, 200_000, 150_000, 9), words(5000, 200_000, 40, 10)]).tocsr(), 33, {})]
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
    tagged = (short[:300], sparse.csr_array(np.eye(20)[np.arange(300) % 20]))
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


def main() -> None:
    tried = 0
    warnings.simplefilter("ignore")
    for name, items, options in inputs():
        seeds = np.where(np.arange(len(items)) % 11 == 0, np.arange(len(items)) % options["n_clusters"], -1)
        for kind, knowledge in [
            (bellwether.KMeans, {}),
            (bellwether.SphericalKMeans, {}),
            (bellwether.SeededKMeans, {"seeds": seeds}),
            (bellwether.ConstrainedKMeans, {"seeds": seeds}),
            (bellwether.ConstrainedSphericalKMeans, {"seeds": seeds}),
        ]:
            if kind is bellwether.SphericalKMeans and np.any(~items.any(axis=1)):
                items = items + 1.0
            begun = time.perf_counter()
            given = {**options, "trust": "always"} if knowledge else options
            if LEAST:
                given = {**given, "n_init": 1, "max_iter": 2}
            try:
                here = kind(**given).fit(items, **knowledge)
            except ValueError as error:
                try:
                    kind(**given, device="cuda").fit(items, **knowledge)
                    raise AssertionError(f"{name}: no error on the device: {error}")
                except ValueError as other:
                    assert str(error) == str(other), f"{name}: {error} / {other}"
                tried += 1
                continue
            middle = time.perf_counter()
            there = kind(**given, device="cuda").fit(items, **knowledge)
            same(f"{kind.__name__}, {name}", here, there)
            print(f"  {kind.__name__:28} {name:32} {here.n_iter_:4} rounds  equal  "
                  f"{middle - begun:7.2f} s  {time.perf_counter() - middle:7.2f} s", flush=True)
            tried += 1
    tried += mixtures()
    tried += topics()
    if FEW:
        print(f"{tried} passed, 0 failed")
        return
    tried += streamed()
    items = blobs(700_000, 8, 9, 20, True)
    there = bellwether.KMeans(9, n_init=1, device="cuda").fit(items)
    for threads in range(1, 17):
        same(f"{threads} threads", bellwether.KMeans(9, n_init=1, threads=threads).fit(items), there)
        tried += 1
    print(f"{tried} passed, 0 failed")


if __name__ == "__main__":
    main()
