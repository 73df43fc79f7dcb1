"""Lets every call that can fail, fail: the n-th open, read, write, fsync, rename, mkdir, lock, mmap, thread and allocation of every verb, for every n
until the command gets through. The law is in broken_laws().

    inject.py LIBRARY [--only WORDS] [--faults KIND,KIND|NAME] [--allocations N] [--most N] [--jobs N] [--part I/N] [--verbose]

Of allocations the first 200 (--allocations) fail one by one, then ever fewer, each a twentieth later than the one before. --most N tries no more than
so many calls of a kind, evenly spread."""

import argparse
import collections
import concurrent.futures
import errno
import os
import re
import shutil
import sys
import tempfile


from scenarios import SCENARIOS, below, copy, has_pyarrow, has_sentence, make_template, run, snapshot, torn_manifests, without_times


class Fault:
    """One kind of call, and how it fails: once, or from then on."""

    def __init__(self, name, kind, error, until=None, must_succeed=False):
        self.name, self.kind, self.error, self.until, self.must_succeed = name, kind, error, until, must_succeed

    def environment(self, n, library, counted=""):
        found = {"LD_PRELOAD": library, "FAULT_KIND": self.kind, "FAULT_AT": str(n), "FAULT_ERROR": str(self.error)}
        return {**found, **({"FAULT_UNTIL": self.until} if self.until and n else {}), **({"FAULT_COUNT": counted} if counted else {})}


FAULTS = [
    Fault("open", "open", errno.EIO),
    Fault("read", "read", errno.EIO),
    Fault("read, interrupted", "read", errno.EINTR, must_succeed=True),
    Fault("readdir", "list", errno.EIO),
    Fault("write", "write", errno.EIO),
    Fault("write, and all that follow", "write", errno.ENOSPC, "end"),
    Fault("sync", "sync", errno.EIO),
    Fault("rename", "rename", errno.EIO),
    Fault("rename, and all that follow", "rename", errno.EROFS, "end"),
    Fault("mkdir", "make", errno.EACCES),
    Fault("lock", "lock", errno.ENOLCK, "end", must_succeed=True),
    Fault("mmap", "map", errno.ENOMEM),
    Fault("mmap, and all that follow", "map", errno.ENOMEM, "end"),
    Fault("thread", "thread", errno.EAGAIN, "end"),
    Fault("allocation", "memory", errno.ENOMEM),
    Fault("allocation, and all that follow", "memory", errno.ENOMEM, "end"),
]


class Trial:
    """A scenario with what is there before it, and what it makes where nothing fails."""

    def __init__(self, scenario, folder, library):
        self.scenario, self.library = scenario, library
        self.room = os.path.join(folder, "".join(c if c.isalnum() else "-" for c in scenario.name))
        self.template = os.path.join(self.room, "template")
        make_template(scenario, self.template)
        self.old = snapshot(self.template)
        place = copy(self.template, os.path.join(self.room, "whole", "work"))
        status, self.out, err = run(scenario.words, place, typed=scenario.typed)
        assert status == 0 and not err.startswith(b"bellwether: "), (scenario.name, status, err)
        self.new = snapshot(place)
        shutil.rmtree(os.path.dirname(place))

    def calls(self, fault):
        """How many calls of its kind there are."""
        place = copy(self.template, tempfile.mkdtemp(dir=self.room) + "/work")
        counted = place + ".count"
        run(self.scenario.words, place, fault.environment(0, self.library, counted), self.scenario.typed)
        with open(counted) as file:
            number = int(file.read())
        shutil.rmtree(os.path.dirname(place))
        return number

    def once(self, fault, n):
        """The status, the laws that were broken, and what was said."""
        place = copy(self.template, tempfile.mkdtemp(dir=self.room) + "/work")
        status, out, err = run(self.scenario.words, place, fault.environment(n, self.library), self.scenario.typed)
        broken = self.broken_laws(place, status, out, err, fault)
        shutil.rmtree(os.path.dirname(place))
        return n, status, broken, err

    def broken_laws(self, place, status, out, err, fault):
        """Exit status 1 (2 for the command line) with a sentence, or the whole result; the old file or the new one; nothing left over."""
        if status is None:
            return ["it hangs"]
        after, broken = snapshot(place), []
        if status not in (0, 1, 2):
            broken.append(f"status {status}")
        if status in (1, 2) and not has_sentence(err):
            broken.append("no sentence")
        if status != 0 and fault.must_succeed:
            broken.append(f"status {status}, though it could have gone on")
        if fault.until and b"and some of the one before" in err:
            return broken  # files that were replaced one by one, and then nothing could be renamed any more: it is said, and the manifest tells it
        broken += torn_manifests(place)
        outputs = self.scenario.outputs
        keeps = {name for name in after if below(name, self.scenario.keeps)}
        lacks = {name for name in self.new if name in self.scenario.may_lack}
        after = {name: self.new[name] if name in lacks and name in self.new else content for name, content in after.items()}
        for name in sorted(set(after) | set(self.old)):
            if not below(name, outputs) and after.get(name) != self.old.get(name):
                broken.append(f"{name} is " + ("left over" if name not in self.old else "gone" if name not in after else "changed"))
        reason = after.get(self.scenario.may_leave_out, b"")
        if status == 0 and re.search(rb'"reason":"[^"]*(not enough memory|temporarily unavailable|no thread)', reason):
            return broken
        for output in outputs:
            of = lambda files: {name: content for name, content in files.items() if below(name, [output]) and (status == 0 or name not in keeps)}  # noqa: E731
            made = of(after)
            if made not in (of(self.old), of(self.new)):
                differ = [name for name in set(made) | set(of(self.new)) if made.get(name) != of(self.new).get(name)]
                broken.append(f"{output} is neither old nor new ({', '.join(sorted(differ))})")
            if status == 0 and made != of(self.new):
                broken.append(f"success, but {output} is not what it should be")
        if status == 0 and without_times("standard output", out) != without_times("standard output", self.out):
            broken.append("success, but other words on standard output")
        return broken


def numbers(fault, calls, allocations, most):
    """Which calls fail: every one, or so many, evenly spread; of allocations the first, and then ever fewer."""
    if fault.kind == "memory":
        chosen, n = list(range(1, min(calls, allocations) + 1)), allocations
        while (n := n + max(1, n // 20)) <= calls:
            chosen.append(n)
    else:
        chosen = list(range(1, calls + 1))
    return chosen if not most or len(chosen) <= most else [chosen[i * len(chosen) // most] for i in range(most)]


def try_all(trial, fault, args, pool):
    """Counts of what happened, and the problems found."""
    counts, problems = collections.Counter(), []
    chosen = numbers(fault, trial.calls(fault), args.allocations, args.most)
    for n, status, broken, err in pool.map(lambda n: trial.once(fault, n), chosen):
        counts["tried"] += 1
        counts["went on" if status == 0 else "refused in words" if status in (1, 2) else "other"] += 1
        if broken:
            problems.append((trial.scenario.name, fault.name, n, broken, err))
    return counts, problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--only", default="")
    parser.add_argument("--faults", default="")
    parser.add_argument("--allocations", type=int, default=200)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    index, parts = map(int, args.part.split("/"))
    named = [fault for fault in FAULTS if fault.name == args.faults]
    faults = named or [fault for fault in FAULTS if not args.faults or fault.kind in args.faults.split(",")]
    chosen = [s for s in SCENARIOS if args.only in s.name and not (s.slow and (parts > 1 or not has_pyarrow()))][index::parts]
    shelf = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    total, problems = collections.defaultdict(collections.Counter), []
    with tempfile.TemporaryDirectory(dir=shelf) as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for scenario in chosen:
            trial = Trial(scenario, folder, os.path.abspath(args.library))
            for fault in faults:
                counts, found = try_all(trial, fault, args, pool)
                total[fault.name] += counts
                problems += found
                if args.verbose:
                    print(f"{scenario.name}: {fault.name}: {dict(counts)}", flush=True)
                for name, what, n, broken, err in found:
                    print(f"BROKEN {name}: {what} {n}: {'; '.join(broken)}\n    {err.decode(errors='replace')[-300:]}", flush=True)
            shutil.rmtree(trial.room)
    print(f"{'fault':<34}{'tried':>8}{'went on':>9}{'refused':>9}{'other':>7}")
    for name, counts in total.items():
        print(f"{name:<34}{counts['tried']:>8}{counts['went on']:>9}{counts['refused in words']:>9}{counts['other']:>7}")
    print(f"{len(problems)} broken")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
