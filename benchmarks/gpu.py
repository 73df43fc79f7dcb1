"""Rounds of k-means, of EM and of spherical k-means on texts, on a GPU: python benchmarks/gpu.py PLUG_IN [WORD...]

Milliseconds of device events, the median of 20 rounds after 3, beside PyTorch and the floor, measured in the same run. The items are
overlapping blobs: centres of normal coordinates of deviation 0.5, items around them of deviation 1. Needs PyTorch.
"""

from __future__ import annotations

import ctypes as c
import math
import sys
import time

import torch
from gpu_topics import topics

FILL = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_int64, c.c_int64, c.c_void_p)
MESSAGE = 512


class Items(c.Structure):
    _fields_ = [("rows", c.c_int64), ("columns", c.c_int64), ("value_bytes", c.c_int32), ("memory", c.c_uint64),
                ("resident", c.c_void_p), ("fill", FILL), ("context", c.c_void_p)]


class Extent(c.Structure):
    _fields_ = [("shard_rows", c.c_int64), ("least", c.c_void_p), ("most", c.c_void_p), ("sums", c.c_void_p)]


class Search(c.Structure):
    _fields_ = [("clusters", c.c_int32), ("shard_rows", c.c_int64), ("centres", c.c_void_p), ("held", c.c_void_p),
                ("iterations", c.c_int32), ("tolerance", c.c_double)]


class Progress(c.Structure):
    _fields_ = [("ended", c.c_int32), ("converged", c.c_int32), ("iterations", c.c_int32), ("refills", c.c_int32),
                ("objective", c.c_double), ("uncertain", c.c_int64), ("crowded", c.c_int64), ("milliseconds", c.c_double)]


class Expectation(c.Structure):
    _fields_ = [(name, c.c_void_p) for name in ("centres", "factors", "offsets", "sums", "counts", "sizes")] + [
        ("scatter", c.c_double), ("objective", c.c_double)]


class Sparse(c.Structure):
    _fields_ = [("rows", c.c_int64), ("columns", c.c_int64), ("stored", c.c_int64), ("starts", c.c_void_p), ("column_of", c.c_void_p),
                ("values", c.c_void_p), ("memory", c.c_uint64)]


class Directions(c.Structure):
    _fields_ = [("clusters", c.c_int32), ("shard_rows", c.c_int64), ("directions", c.c_void_p), ("held", c.c_void_p)]


class Cosines(c.Structure):
    _fields_ = [("counts", c.c_void_p), ("objective", c.c_double), ("worst", c.c_double), ("misfit", c.c_int64), ("doubts", c.c_int64)]


class Functions(c.Structure):
    _fields_ = [("interface_version", c.c_int32), ("version", c.c_char_p), ("platform", c.c_char_p)] + [
        (name, c.c_void_p) for name in ("count", "facts", "hold", "let_go", "extent", "squares", "copy_out", "frame", "begin", "go_on",
                                            "finish", "sum", "labels", "expect_begin", "expect", "expected", "cover_first", "cover_look",
                                            "cover_keep", "cover_nearest", "cover_drawn", "sparse_hold", "sparse_let_go", "sparse_lay",
                                            "sparse_cover_first", "sparse_cover_look", "sparse_cover_keep", "sparse_cover_nearest",
                                            "sparse_cover_drawn", "directions_begin", "directions_round", "directions_turn", "directions_end",
                                            "topics_begin", "topics_round", "topics_update", "topics_found", "topics_let_go")]


class Handle(c.c_void_p):
    """Where the plug-in writes what it holds."""


class Plugin:
    def __init__(self, file: str) -> None:
        library = c.CDLL(file)
        library.bellwether_device_functions.restype = c.POINTER(Functions)
        self.table = library.bellwether_device_functions().contents
        self.message = c.create_string_buffer(MESSAGE)

    def call(self, name: str, *arguments) -> None:
        """Structures, and what a call writes to, go by their addresses."""
        given = [c.c_void_p(c.addressof(a)) if isinstance(a, (c.Structure, Handle)) else a for a in arguments]
        function = c.CFUNCTYPE(c.c_int, *[type(a) for a in given], c.c_char_p)(getattr(self.table, name))
        if function(*given, self.message) != 0:
            raise RuntimeError(f"{name}: {self.message.value.decode()}")

    def let_go(self, held, name: str = "let_go") -> None:
        c.CFUNCTYPE(None, c.c_void_p)(getattr(self.table, name))(held)


def shard_rows(rows: int, columns: int, clusters: int) -> int:
    """engine/shards.h, of dense rows."""
    by_count = (rows + 255) // 256
    size = max(1024, min(by_count, 4096), 16)
    while size < 64 * clusters and 2 * size <= by_count:
        size *= 2
    return size


def blobs(rows: int, columns: int, clusters: int) -> tuple[torch.Tensor, torch.Tensor]:
    torch.manual_seed(0)
    centres = torch.randn(clusters, columns, device="cuda") / 2
    items = torch.empty(rows, columns, device="cuda")
    for at in range(0, rows, 1 << 22):
        part = items[at:at + (1 << 22)]
        torch.randn(part.shape, out=part)
        part += centres[torch.randint(clusters, (len(part),), device="cuda")]
    return items, items[torch.randperm(min(rows, 1 << 24), device="cuda")[:clusters]].double().cpu().contiguous()


def hold(plugin: Plugin, items: torch.Tensor):
    """On the device it stays where it is; in the host's memory it is copied in pieces."""
    def fill(_, first, count, into):  # by PyTorch, which copies with several threads
        values = (c.c_float * (count * items.shape[1])).from_address(into)
        torch.frombuffer(values, dtype=torch.float32).view(count, -1).copy_(items[first:first + count])
        return 0

    given = Items(items.shape[0], items.shape[1], 4, 0, items.data_ptr() if items.is_cuda else None, FILL(fill), None)
    held = Handle()
    plugin.call("hold", c.c_int32(0), given, held)
    return c.c_void_p(held.value), given


def frame(plugin: Plugin, held, columns: int, rows: int) -> None:
    of_shard = shard_rows(rows, columns, 1)
    least, most, sums = (torch.zeros((rows + of_shard - 1) // of_shard, columns, dtype=torch.float64) for _ in range(3))
    plugin.call("extent", held, Extent(of_shard, least.data_ptr(), most.data_ptr(), sums.data_ptr()))
    shift = sums.sum(0) / rows
    radius = max((most.amax(0) - shift).max().item(), (shift - least.amin(0)).max().item())
    scale = math.ldexp(1.0, -(math.frexp(radius)[1]))
    plugin.call("frame", held, c.c_void_p(shift.data_ptr()), c.c_double(scale), c.c_void_p(None))


def begin(plugin: Plugin, held, items: torch.Tensor, start: torch.Tensor, rounds: int) -> None:
    rows, columns = items.shape
    plugin.call("begin", held, Search(len(start), shard_rows(rows, columns, len(start)), start.data_ptr(), None, rounds, 0.0))


def rounds_of(plugin: Plugin, items: torch.Tensor, start: torch.Tensor, each: int) -> tuple[float, Progress]:
    held, _ = hold(plugin, items)
    frame(plugin, held, items.shape[1], items.shape[0])
    progress, took = Progress(), []
    for _ in range(23 if each > 1 else 1):
        begin(plugin, held, items, start, 10**6)
        for _ in range(1 if each > 1 else 23):
            plugin.call("go_on", held, c.c_int32(each), c.c_int32(0), progress)
            took.append(progress.milliseconds / each)
        if progress.ended:
            raise RuntimeError("the search has ended: these are not rounds")
    plugin.let_go(held)
    return sorted(took[3:])[10], progress


def rounds_of_em(plugin: Plugin, items: torch.Tensor, centres: torch.Tensor) -> float:
    """Of gm with one width: scores, shares and sums, in double. On the clock: each round ends with its sums on the host."""
    rows, columns = items.shape
    clusters = len(centres)
    held, _ = hold(plugin, items)
    frame(plugin, held, columns, rows)
    plugin.call("expect_begin", held, c.c_int32(clusters), c.c_void_p(None))
    factors, offsets = torch.full((clusters,), -0.5, dtype=torch.float64), torch.full((clusters,), -math.log(clusters), dtype=torch.float64)
    sums, counts, sizes = torch.empty_like(centres), torch.empty_like(factors), torch.empty(clusters, dtype=torch.int64)
    round_ = Expectation(*(t.data_ptr() for t in (centres, factors, offsets, sums, counts, sizes)), 0.0, 0.0)
    took = []
    for _ in range(13):
        begun = time.perf_counter()
        plugin.call("expect", held, round_)
        took.append(1000 * (time.perf_counter() - begun))
    plugin.let_go(held)
    return sorted(took[3:])[5]


def em_in_torch(items: torch.Tensor, centres: torch.Tensor) -> float:
    """The same round as one writes it in PyTorch, in double precision and in pieces."""
    means = centres.cuda()
    took = []
    for _ in range(7):
        torch.cuda.synchronize()
        begun = time.perf_counter()
        sums, counts, objective = torch.zeros_like(means), torch.zeros(len(means), dtype=torch.float64, device="cuda"), 0.0
        for at in range(0, len(items), 1 << 20):
            part = items[at:at + (1 << 20)].double()
            scores = part @ means.T - 0.5 * (means * means).sum(1) - 0.5 * (part * part).sum(1, keepdim=True)
            objective += torch.logsumexp(scores, 1).sum().item()
            shares = torch.softmax(scores, 1)
            sums += shares.T @ part
            counts += shares.sum(0)
        torch.cuda.synchronize()
        took.append(1000 * (time.perf_counter() - begun))
    return sorted(took[2:])[2]


def in_torch(items: torch.Tensor, start: torch.Tensor) -> float:
    """Lloyd as one writes it in PyTorch: single precision, in pieces where the scores would not fit."""
    centres = start.float().cuda()
    piece = max(1, (1 << 31) // len(start))
    took = []
    for _ in range(13):
        before, after = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        before.record()
        offsets = (centres * centres).sum(1)
        sums, counts = torch.zeros_like(centres), torch.zeros(len(centres), device="cuda")
        for at in range(0, len(items), piece):
            part = items[at:at + piece]
            labels = torch.addmm(offsets, part, centres.T, alpha=-2).argmin(1)
            sums.index_add_(0, labels, part)
            counts += torch.bincount(labels, minlength=len(centres))
        centres = sums / counts.clamp(min=1)[:, None]
        after.record()
        torch.cuda.synchronize()
        took.append(before.elapsed_time(after))
    return sorted(took[3:])[5]


def texts(rows: int, columns: int, words: int, topics: int) -> torch.Tensor:
    """Sparse rows on the device: half of an item's words are drawn from all, the n-th as often as 1 / n; half from its topic, which has them
    in another order. Words are weighted by log(items / items with it)."""
    torch.manual_seed(0)
    starts, columns_of, counts = [torch.zeros(1, dtype=torch.int64, device="cuda")], [], torch.zeros(columns, device="cuda")
    for at in range(0, rows, 1 << 18):
        count = min(1 << 18, rows - at)
        rank = (columns ** torch.rand(count, words, device="cuda", dtype=torch.float64) - 1).long().clamp_(0, columns - 1)
        topic = torch.randint(topics, (count, 1), device="cuda")
        own = torch.rand(count, words, device="cuda") < 0.5
        word, _ = torch.where(own, (rank * 7919 + topic * 104729) % columns, rank).sort(1)
        fresh = torch.ones_like(word, dtype=torch.bool)
        fresh[:, 1:] = word[:, 1:] != word[:, :-1]
        columns_of.append(word[fresh].int())
        starts.append(starts[-1][-1] + fresh.sum(1).cumsum(0))
        counts += torch.bincount(columns_of[-1], minlength=columns)
    column_of = torch.cat(columns_of).long()
    values = torch.log(rows / counts.clamp(min=1).double())[column_of] + 0.01
    return torch.sparse_csr_tensor(torch.cat(starts), column_of, values, (rows, columns), check_invariants=False)


def sparse_shard_rows(rows: int, columns: int, stored: int, clusters: int) -> int:
    """engine/shards.h, of sparse rows."""
    by_count = (rows + 255) // 256
    size = max(1024, min(by_count, 4096), 16 * columns // max(stored // rows, 1))
    while size < 64 * clusters and 2 * size <= by_count:
        size *= 2
    return size


def rounds_of_texts(plugin: Plugin, items: torch.Tensor, inverse: torch.Tensor, start: torch.Tensor) -> tuple[float, float, float]:
    """Seconds to hold them; milliseconds of a round and of the turn that follows, on the clock: the host waits for each; and the share of doubts."""
    starts, column_of, values = items.crow_indices().cpu(), items.col_indices().int().cpu(), items.values().cpu()
    rows, columns = items.shape
    given = Sparse(rows, columns, len(values), starts.data_ptr(), column_of.data_ptr(), values.data_ptr(), 0)
    held = Handle()
    begun = time.perf_counter()
    plugin.call("sparse_hold", c.c_int32(0), given, held)
    held = c.c_void_p(held.value)
    size = sparse_shard_rows(rows, columns, len(values), len(start))
    lengths = inverse.cpu()
    plugin.call("sparse_lay", held, c.c_void_p(lengths.data_ptr()))
    plugin.call("directions_begin", held, Directions(len(start), size, start.data_ptr(), None))
    print(f"  held after {time.perf_counter() - begun:.2f} s, shards of {size} rows", flush=True)
    counts = torch.zeros(len(start), dtype=torch.float64)
    found, rounds, turns = Cosines(counts.data_ptr()), [], []
    for _ in range(13):
        begun = time.perf_counter()
        plugin.call("directions_round", held, found)
        middle = time.perf_counter()
        plugin.call("directions_turn", held, c.c_int32(-1), c.c_void_p(None))
        rounds.append(1000 * (middle - begun))
        turns.append(1000 * (time.perf_counter() - middle))
    plugin.let_go(held, "sparse_let_go")
    return sorted(rounds[3:])[5], sorted(turns[3:])[5], found.doubts / rows


def texts_in_torch(items: torch.Tensor, inverse: torch.Tensor, start: torch.Tensor) -> float:
    """The same round and turn as one writes them in PyTorch: single precision, sums by atomic additions."""
    rows, columns = items.shape
    narrow = torch.sparse_csr_tensor(items.crow_indices().int(), items.col_indices().int(), items.values().float(), items.shape,
                                     check_invariants=False)
    lengths = items.crow_indices().diff()
    row_of = torch.repeat_interleave(torch.arange(rows, device="cuda"), lengths)
    scaled = (items.values() * inverse[row_of]).float()
    directions = start.float().cuda().T.contiguous()
    took = []
    for _ in range(8):
        before, after = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        before.record()
        labels = (narrow @ directions).argmax(1)
        sums = torch.zeros_like(directions)
        sums.view(-1).index_add_(0, items.col_indices() * len(start) + labels[row_of], scaled)
        directions = sums / sums.norm(dim=0).clamp(min=1e-12)
        after.record()
        torch.cuda.synchronize()
        took.append(before.elapsed_time(after))
    return sorted(took[3:])[2]


def texts_by_bellwether(items: torch.Tensor, clusters: int, some: int) -> None:
    """Fits of the installed package, if there is one: a round is a half of what two more of them take; and whole fits of some of the items,
    with k-means++."""
    try:
        import bellwether
        import scipy.sparse
    except ImportError:
        return
    matrix = scipy.sparse.csr_matrix((items.values().cpu().numpy(), items.col_indices().cpu().numpy(), items.crow_indices().cpu().numpy()), items.shape)
    for device in ("cpu", "cuda"):
        took = []
        for rounds in (1, 3):
            begun = time.perf_counter()
            bellwether.SphericalKMeans(clusters, start="random", n_init=1, max_iter=rounds, tol=0, device=device).fit(matrix)
            took.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        found = bellwether.SphericalKMeans(clusters, n_init=1, max_iter=20, tol=0, device=device).fit(matrix[:some])
        print(f"  SphericalKMeans(device=\"{device}\"): {took[0]:.2f} s with 1 round, {took[1]:.2f} s with 3: {1000 * (took[1] - took[0]) / 2:.0f} ms a round; "
              f"{some} items with k-means++ and {found.n_iter_} rounds: {time.perf_counter() - begun:.2f} s", flush=True)


def rounds_on_texts(plugin: Plugin, rows: int, columns: int, words: int, clusters: int, bytes_a_second: float) -> None:
    items = texts(rows, columns, words, clusters)
    lengths = items.crow_indices().diff()
    stored = len(items.values())
    row_of = torch.repeat_interleave(torch.arange(rows, device="cuda"), lengths)
    inverse = torch.zeros(rows, dtype=torch.float64, device="cuda").index_add_(0, row_of, items.values() ** 2).rsqrt()
    start = torch.zeros(clusters, columns, dtype=torch.float64)
    for k, item in enumerate(torch.randperm(rows)[:clusters].tolist()):
        begin, end = items.crow_indices()[item].item(), items.crow_indices()[item + 1].item()
        start[k, items.col_indices()[begin:end].cpu()] = (items.values()[begin:end] * inverse[item]).cpu()
    print(f"{rows} x {columns}, {stored / rows:.0f} values each, k = {clusters}", flush=True)
    del row_of
    torch.cuda.empty_cache()
    round_took, turn_took, doubts = rounds_of_texts(plugin, items, inverse, start)
    theirs = texts_in_torch(items, inverse, start)
    # Of each value: itself and its column; then, by columns, itself, its item and that item's label.
    read = (12 + 16) * stored / bytes_a_second * 1000
    table = stored * 4 * clusters
    print(f"  round {round_took:.2f} ms, turn {turn_took:.2f} ms; {doubts:.4%} in doubt; PyTorch {theirs:.1f} ms; stored values once by rows and once by columns: "
          f"{read:.2f} ms; rows of directions: {table / 1e9:.0f} GB, {table / round_took / 1e9:.2f} TB/s", flush=True)
    if rows > 1_000_000:
        texts_by_bellwether(items, clusters, 400_000)


def rates() -> tuple[float, float]:
    """Bytes a second of a copy, and half-precision operations a second of a product."""
    def fastest(work) -> float:
        took = []
        for _ in range(8):
            before, after = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            before.record()
            work()
            after.record()
            torch.cuda.synchronize()
            took.append(before.elapsed_time(after) / 1000)
        return sorted(took)[4]

    source = torch.randn(1 << 30, device="cuda")
    target = torch.empty_like(source)
    copied = 2 * source.nbytes / fastest(lambda: target.copy_(source))
    del source, target
    a, b = (torch.randn(8192, 8192, device="cuda", dtype=torch.half) for _ in range(2))
    return copied, 2 * 8192**3 / fastest(lambda: a @ b)


def whole(plugin: Plugin, rows: int, columns: int, clusters: int, rounds: int, bytes_a_second: float) -> None:
    """From the host's memory to labels, the start given."""
    items, start = blobs(rows, columns, clusters)
    host = torch.empty(items.shape, dtype=torch.float32, pin_memory=True)
    begun = time.perf_counter()
    host.copy_(items)
    back = time.perf_counter()
    items.copy_(host, non_blocking=True)
    torch.cuda.synchronize()
    bus = time.perf_counter() - back
    del items
    torch.cuda.empty_cache()
    labels = torch.empty(rows, dtype=torch.int32)
    means, trace = torch.empty_like(start), torch.empty(rounds + 1, dtype=torch.float64)
    progress = Progress()
    begun = time.perf_counter()
    held, given = hold(plugin, host)
    loaded = time.perf_counter()
    frame(plugin, held, columns, rows)
    begin(plugin, held, host, start, rounds)
    prepared = time.perf_counter()
    took = 0.0
    while not progress.ended:
        plugin.call("go_on", held, c.c_int32(7), c.c_int32(0), progress)
        took += progress.milliseconds / 1000
    ended = time.perf_counter()
    plugin.call("finish", held, c.c_void_p(means.data_ptr()), c.c_void_p(trace.data_ptr()), c.c_void_p(labels.data_ptr()))
    all_of_it = time.perf_counter() - begun
    plugin.let_go(held)
    floor = bus + (rounds + 1) * rows * columns * 4 / bytes_a_second
    print(f"{rows} x {columns}, k = {clusters}, {rounds} rounds from the host's memory: {all_of_it:.2f} s (loading {loaded - begun:.3f}, "
          f"laying out {prepared - loaded:.3f}, rounds {took:.3f} in {ended - prepared:.3f}, labels {begun + all_of_it - ended:.3f}); a copy over the bus {bus:.2f} s, floor {floor:.2f} s, ratio {all_of_it / floor:.2f}", flush=True)


def arrays(rows: int, columns: int, clusters: int) -> None:
    """Whole fits in Python, of the same values as a NumPy array and where they lie on the GPU; one start, at most 20 rounds."""
    import bellwether
    items, _ = blobs(rows, columns, clusters)
    host = items.cpu().numpy()
    print(f"| a fit of {rows} x {columns}, k = {clusters}, in seconds | NumPy, float32 | on the GPU already |")
    print("|---|---|---|")
    for kind in (bellwether.KMeans, bellwether.SphericalKMeans, bellwether.GM):
        took = []
        for values in (host, items):
            best = math.inf
            for _ in range(3):
                torch.cuda.synchronize()
                begun = time.perf_counter()
                kind(clusters, n_init=1, max_iter=20, device="cuda").fit(values)
                best = min(best, time.perf_counter() - begun)
            took.append(best)
        print(f"| `{kind.__name__}` | {took[0]:.2f} | {took[1]:.2f} |", flush=True)
    print()


def main() -> None:
    plugin, words = Plugin(sys.argv[1]), sys.argv[2:]
    bytes_a_second, operations = rates()
    print(f"{torch.cuda.get_device_name()}: a copy moves {bytes_a_second / 1e12:.2f} TB/s, half-precision products "
          f"{operations / 1e12:.0f} TFLOP/s\n", flush=True)
    print("| work, one round | ms | PyTorch | bytes / products at least | of the floor | measured in double, against all centres |")
    print("|---|---|---|---|---|---|")
    for rows, columns, clusters, each in [(10_000_000, 64, 64, 1), (10_000_000, 64, 1024, 1), (2_000_000, 768, 1000, 1),
                                          (200_000, 64, 64, 20)]:
        name = f"{rows} x {columns}, k = {clusters}"
        if words and not any(word in name for word in words):
            continue
        items, start = blobs(rows, columns, clusters)
        ours, progress = rounds_of(plugin, items, start, each)
        theirs = in_torch(items, start)
        read, products = rows * columns * 4 / bytes_a_second * 1000, 2 * rows * columns * clusters / operations * 1000
        print(f"| {name} | {ours:.3f} | {theirs:.2f} | {read:.2f} / {products:.2f} | {max(read, products) / ours:.0%} | "
              f"{progress.uncertain / rows:.3%}, {progress.crowded / rows:.4%} |", flush=True)
        del items
        torch.cuda.empty_cache()
    print()
    if not words or "em" in words:
        print("| one round of EM, in double | ms | PyTorch, in double |")
        print("|---|---|---|")
        for rows, columns, clusters in [(10_000_000, 64, 64), (2_000_000, 768, 100)]:
            items, start = blobs(rows, columns, clusters)
            ours, theirs = rounds_of_em(plugin, items, start), em_in_torch(items, start)
            print(f"| {rows} x {columns}, k = {clusters} | {ours:.1f} | {theirs:.1f} |", flush=True)
            del items
            torch.cuda.empty_cache()
        print()
    if not words or "sparse" in words:
        rounds_on_texts(plugin, 2_000_000, 100_000, 95, 100, bytes_a_second)
        rounds_on_texts(plugin, 500_000, 100_000, 95, 1000, bytes_a_second)
        torch.cuda.empty_cache()
    if not words or "topics" in words:
        topics(plugin, Handle, bytes_a_second, "processor" in words)
    if not words or "arrays" in words:
        arrays(10_000_000, 64, 64)
    if not words or "whole" in words:
        whole(plugin, 100_000_000, 64, 64, 20, bytes_a_second)


if __name__ == "__main__":
    main()
