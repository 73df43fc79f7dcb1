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
import scipy.sparse

from topics import topics

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


def texts(rows: int, columns: int, words: int, seed: int, signed: bool = False) -> scipy.sparse.csr_matrix:
    """Rows of some words, of which a few are frequent and most are rare."""
    draw = np.random.default_rng(seed)
    places = np.minimum(columns ** draw.uniform(size=(rows, words)) - 1, columns - 1).astype(np.int64)
    values = draw.normal(size=places.shape) if signed else 0.1 + draw.uniform(size=places.shape)
    return scipy.sparse.csr_matrix((values.ravel(), (np.repeat(np.arange(rows), words), places.ravel())), shape=(rows, columns))


def one_word(rows: int, columns: int) -> scipy.sparse.csr_matrix:
    """Most cosines are 0 or 1, and most choices between equals."""
    items = np.arange(rows)
    return scipy.sparse.csr_matrix((1.0 + items % 3, (items, 7 * items % columns)), shape=(rows, columns))


def long_rows() -> scipy.sparse.csr_matrix:
    """Some of 100,000 values among short ones."""
    short = texts(5000, 150_000, 20, 31)
    draw = np.random.default_rng(32)
    long = scipy.sparse.random(8, 150_000, density=0.66, format="csr", random_state=draw)
    return scipy.sparse.vstack([short[:2500], long, short[2500:]]).tocsr()


def sparse_inputs() -> list[tuple[str, scipy.sparse.csr_matrix, dict]]:
    few = [
        ("k = 7", texts(3000, 400, 12, 22), {"n_clusters": 7}),
        ("k = 1", texts(3000, 401, 12, 23), {"n_clusters": 1}),
        ("k = 12, 7 columns, 1025 items", texts(1025, 7, 5, 24, True), {"n_clusters": 12}),
        ("k = 30, of both signs", texts(4000, 1002, 20, 25, True), {"n_clusters": 30}),
        ("k = 50, full of ties", one_word(6000, 50), {"n_clusters": 50}),
        ("k = 100", texts(5000, 2003, 30, 26), {"n_clusters": 100, "n_init": 2}),
        ("k = 150, long columns", texts(40_000, 30, 6, 27), {"n_clusters": 150, "n_init": 1, "max_iter": 12}),
        ("1 column", texts(2000, 1, 1, 28), {"n_clusters": 1}),
        ("too few directions", one_word(2000, 5), {"n_clusters": 9}),
        ("clusters that empty", one_word(6000, 200), {"n_clusters": 190, "start": "random", "n_init": 3}),
    ]
    if FEW:
        return few[:4] if LEAST else few
    return few + [
        ("rows of 100,000 values", long_rows(), {"n_clusters": 20, "n_init": 1}),
        ("k = 1200", texts(60_000, 5000, 20, 29), {"n_clusters": 1200, "n_init": 1, "max_iter": 10}),
        ("300,000 items, k = 100", texts(300_000, 20_000, 40, 30), {"n_clusters": 100, "n_init": 1, "max_iter": 20}),
        ("2.2 million items", texts(2_200_000, 3000, 8, 33), {"n_clusters": 20, "n_init": 1, "max_iter": 6}),
        ("a million columns", texts(200_000, 1_000_000, 30, 34), {"n_clusters": 16, "n_init": 1, "max_iter": 6}),
    ]


def sparse() -> int:
    """Spherical k-means of sparse rows."""
    tried = 0
    for name, items, options in sparse_inputs():
        rows = items.shape[0]
        seeds = np.where(np.arange(rows) % 11 == 0, np.arange(rows) % options["n_clusters"], -1)
        for kind, knowledge in [(bellwether.SphericalKMeans, {}), (bellwether.SeededSphericalKMeans, {"seeds": seeds}),
                                (bellwether.ConstrainedSphericalKMeans, {"seeds": seeds})]:
            given = {**options, "trust": "always"} if knowledge else dict(options)
            if LEAST:
                given.update(n_init=1, max_iter=2)
            begun = time.perf_counter()
            try:
                here = kind(**given).fit(items, **knowledge)
            except ValueError as error:
                try:
                    kind(**given, device="cuda").fit(items, **knowledge)
                    raise AssertionError(f"{name}: no error on the device: {error}")
                except ValueError as other:
                    assert str(error) == str(other), f"{name}: {error} / {other}"
                print(f"  {kind.__name__:28} {'sparse, ' + name:32}  the same error", flush=True)
                tried += 1
                continue
            middle = time.perf_counter()
            there = kind(**given, device="cuda").fit(items, **knowledge)
            same(f"{kind.__name__}, sparse, {name}", here, there)
            print(f"  {kind.__name__:28} {'sparse, ' + name:32} {here.n_iter_:4} rounds  equal  "
                  f"{middle - begun:7.2f} s  {time.perf_counter() - middle:7.2f} s", flush=True)
            tried += 1
    os.environ["BELLWETHER_DEVICE_MEMORY"] = "1"
    try:
        bellwether.SphericalKMeans(3, device="cuda").fit(texts(20_000, 400, 20, 35))
        raise AssertionError("sparse: a limit of 1 MiB was not kept")
    except ValueError as error:
        assert "too little memory" in str(error), error
    del os.environ["BELLWETHER_DEVICE_MEMORY"]
    return tried + 1


class OverDlpack:
    """An array that has nothing but DLPack."""

    def __init__(self, array) -> None:
        self.array = array

    def __dlpack__(self, *, stream=None):
        return self.array.__dlpack__(stream=stream)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def owners() -> list[tuple[str, object]]:
    """Libraries that put arrays on the GPU, of those that are installed."""
    found = []
    try:
        import cupy
        found += [("CuPy", cupy.asarray), ("CuPy over DLPack", lambda values: OverDlpack(cupy.asarray(values)))]
    except ImportError:
        pass
    try:
        import torch
        found += [("PyTorch", lambda values: torch.from_numpy(values).cuda()),
                  ("PyTorch over DLPack", lambda values: OverDlpack(torch.from_numpy(values).cuda()))]
    except ImportError:
        pass
    return found


def arrays() -> int:
    """Arrays that lie on the GPU: the bits of the same values in the host's memory, and no copy of them."""
    cases = [("1 feature", blobs(3000, 1, 4, 1), 5), ("3 features, single", blobs(5000, 3, 6, 2, True), 7), ("43 features", blobs(5000, 43, 6, 4), 12),
             ("43 features, single", blobs(5001, 43, 6, 4, True), 12), ("200 features", blobs(3000, 200, 5, 5), 70), ("k = 1", blobs(3000, 9, 3, 3), 1),
             ("one item", blobs(1, 4, 1, 3), 1), ("an offset of 1e8", blobs(4000, 8, 5, 7) + 1e8, 6), ("units of 1e-150", blobs(3000, 8, 5, 8) * 1e-150, 6)]
    put_there = owners()
    if not put_there:
        print("  neither CuPy nor PyTorch is installed: arrays on the GPU are not tried")
        return 0
    if FEW:
        put_there = put_there[:1] if LEAST else put_there[::3]
        cases = cases[:2] if LEAST else cases
    else:
        cases += [("300,000 items, single", blobs(300_000, 64, 64, 13, True), 64), ("2.2 million items, single", blobs(2_200_000, 21, 30, 19, True), 30),
                  ("1.1 million items", blobs(1_100_000, 12, 20, 12), 33)]
    tried = 0
    for name, items, clusters in cases:
        seeds = np.where(np.arange(len(items)) % 11 == 0, np.arange(len(items)) % clusters, -1)
        single = np.array_equal(items, items.astype(np.float32))
        values = items.astype(np.float32) if single else items
        large = len(items) > 100_000
        kinds = [(bellwether.KMeans, {}), (bellwether.SphericalKMeans, {}), (bellwether.GM, {}), (bellwether.ConstrainedSphericalKMeans, {"seeds": seeds})]
        if not large:
            kinds += [(bellwether.VM, {}), (bellwether.SeededKMeans, {"seeds": seeds}), (bellwether.ConstrainedGM, {"seeds": seeds})]
        for kind, knowledge in kinds:
            options = {"n_init": 1, "max_iter": 2 if LEAST else 8, **({"trust": "always"} if knowledge else {})}
            if kind in (bellwether.KMeans, bellwether.SphericalKMeans) and not LEAST and not large:
                options["n_init"] = 2
            directions = kind in (bellwether.SphericalKMeans, bellwether.VM, bellwether.ConstrainedSphericalKMeans)
            if directions and items.shape[1] == 1:  # there are two
                continue
            from_host = kind(clusters, **options, device="cuda").fit(values, **knowledge)
            if kind in (bellwether.KMeans, bellwether.SphericalKMeans, bellwether.SeededKMeans, bellwether.ConstrainedSphericalKMeans):
                here = kind(clusters, **options).fit(values, **knowledge)
                same(f"{kind.__name__}, {name}, the processor", here, from_host)
            for owner, put in put_there[::3 if large else 1]:
                begun = time.perf_counter()
                there = kind(clusters, **options, device="cuda").fit(put(values), **knowledge)
                took = time.perf_counter() - begun
                same(f"{kind.__name__}, {name}, {owner}", from_host, there)
                assert np.array_equal(there.predict(put(values[:1000])), from_host.predict(values[:1000])), f"{name}, {owner}: predict"
                print(f"  {kind.__name__:28} {name:32} {owner:20} equal  {took:7.2f} s", flush=True)
                tried += 1
    if FEW or not put_there[-1][0].startswith("PyTorch"):
        return tried
    return tried + streams() + no_copy() + resident_streamed()


def streams() -> int:
    """Values that are still being made, on a stream of their own, are waited for."""
    import torch
    values = torch.from_numpy(blobs(300_000, 16, 8, 31, True).astype(np.float32))
    expected = bellwether.KMeans(8, n_init=1, max_iter=5, device="cuda").fit(values.numpy())
    for wrapped in (lambda t: t, OverDlpack):
        items, late, big = torch.zeros(values.shape, device="cuda"), values.cuda(), torch.randn(8192, 8192, device="cuda")
        torch.cuda.synchronize()
        aside = torch.cuda.Stream()
        with torch.cuda.stream(aside):
            for _ in range(40):  # a while
                big = (big @ big).clamp(-1, 1)
            items.copy_(late)
        same("a stream of its own", expected, bellwether.KMeans(8, n_init=1, max_iter=5, device="cuda").fit(wrapped(items)))
    print(f"  {'KMeans':28} {'still being made':32} equal", flush=True)
    return 2


def no_copy() -> int:
    """Beside the rows there are those in half precision, and a few numbers for each."""
    import threading

    import torch
    items = torch.randn(8_000_000, 128, device="cuda")
    halves = items.numel() * 2
    torch.cuda.synchronize()
    free = torch.cuda.mem_get_info()[0]
    least, done = [free], threading.Event()

    def watch() -> None:
        while not done.wait(0.002):
            least[0] = min(least[0], torch.cuda.mem_get_info()[0])

    watcher = threading.Thread(target=watch)
    watcher.start()
    bellwether.KMeans(32, n_init=1, max_iter=5, device="cuda").fit(items)
    done.set()
    watcher.join()
    used, whole = free - least[0], items.numel() * 4
    print(f"  KMeans of {whole >> 20} MiB on the GPU took {used >> 20} MiB more, of which {halves >> 20} MiB are rows in half precision", flush=True)
    assert used < halves + whole // 2, "the rows were copied"
    return 1


def resident_streamed() -> int:
    """Rows on the GPU whose half-precision form does not fit beside them."""
    import torch
    values = blobs(1_300_000, 64, 20, 21, True).astype(np.float32)
    items = torch.from_numpy(values).cuda()
    tried = 0
    for kind in (bellwether.KMeans, bellwether.SphericalKMeans, bellwether.GM):
        options = {"n_init": 1, "max_iter": 6, "device": "cuda"}
        whole = kind(20, **options).fit(items)
        os.environ["BELLWETHER_DEVICE_MEMORY"] = "200"
        in_parts = kind(20, **options).fit(items)
        del os.environ["BELLWETHER_DEVICE_MEMORY"]
        (near if kind is bellwether.GM else same)(f"{kind.__name__}, on the GPU, in parts", whole, in_parts)
        print(f"  {kind.__name__:28} {'on the GPU, in parts of 200 MiB':32} equal", flush=True)
        tried += 1
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
    tried += sparse()
    tried += topics()
    tried += arrays()
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
