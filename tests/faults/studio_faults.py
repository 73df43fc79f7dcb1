"""Faults in a studio: it says why it cannot begin, or serves and answers what it could not keep with an error; what it said it kept is in the project.

    studio_faults.py LIBRARY [--most N] [--part I/N]"""

import argparse
import collections
import os
import shutil
import signal
import sys
import tempfile
import time
import json

from inject import FAULTS
from scenarios import Scenario, copy, has_sentence, make_template, snapshot
from studio import Refused, Studio, check_project

WORDS = ("items.csv", "-k", "3", "--label-column", "last", "--method", "kmeans", "--project", "items.bwp")
MAYBE = {"items.bwp", "items.bwp-wal", "items.bwp-shm"}  # SQLite's own; the next to open the project takes them in
KINDS = ("open", "read", "write", "sync", "lock", "map", "thread", "memory")


def session(studio):
    """A few things that are said and asked for, until the studio ends; what it said it kept, and what is wrong with its answers."""
    kept, wrong = [], []
    version = studio.version(time.monotonic() + 20)
    for k in range(3):
        if version is None:
            break
        body = json.dumps({"version": version, "correction": {"said": "rename", "group": 0, "name": f"name {k}"}})
        status, answer = studio.ask("POST", "/apply", body)
        if status == 200:
            kept.append(f"name {k}")
            version = json.loads(answer)["version"]
        elif status is not None and len(answer) < 10:
            wrong.append(f"status {status} without a reason")
        else:
            version = studio.version(time.monotonic() + 5)
    studio.ask("GET", "/export?what=seeds")
    studio.process.send_signal(signal.SIGTERM)
    return kept, wrong


def trial(template, fault, n, library, counted=""):
    place = copy(template, tempfile.mkdtemp(dir=os.path.dirname(template)) + "/work")
    before, kept, broken, status = snapshot(place), [], [], 0
    try:
        studio = Studio(place, *WORDS, environment=fault.environment(n, library, counted and place + ".count"))
        kept, broken = session(studio)
        try:
            status = studio.process.wait(30)
            err = studio.process.stderr.read()
        except Exception:
            studio.process.kill()
            status, err = None, b""
        studio.close()
    except Refused as refused:
        status, err = refused.status, refused.err
    if status not in (0, 1, 2):
        broken.append("it hangs" if status is None else f"status {status}")
    elif status != 0 and not has_sentence(err):
        broken.append("no sentence")
    after = snapshot(place)
    broken += [f"{name} is changed or left over" for name in after if name not in MAYBE and after[name] != before.get(name)]
    broken += check_project(place, "items.bwp", kept)
    number = 0
    if counted and os.path.exists(place + ".count"):
        with open(place + ".count") as file:
            number = int(file.read())
    shutil.rmtree(os.path.dirname(place))
    return status, broken, err, kept, number


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library")
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--part", default="0/1")
    args = parser.parse_args()
    index, parts = map(int, args.part.split("/"))
    library, counts, broken = os.path.abspath(args.library), collections.defaultdict(collections.Counter), 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as room:
        template = os.path.join(room, "template")
        make_template(Scenario("studio", ()), template)
        for fault in [fault for fault in FAULTS if fault.kind in KINDS][index::parts]:
            _, _, _, kept, calls = trial(template, fault, 0, library, counted="yes")
            assert len(kept) == 3 and (calls or fault.kind == "lock"), (fault.name, kept, calls)
            every = list(range(1, calls + 1))
            if fault.kind == "memory":
                every = sorted({1 + int(calls ** (i / 60)) for i in range(61)} | set(range(1, min(calls, 60))))
            chosen = every if not args.most or len(every) <= args.most else [every[i * len(every) // args.most] for i in range(args.most)]
            for n in chosen:
                status, wrong, err, kept, _ = trial(template, fault, n, library)
                counts[fault.name]["tried"] += 1
                counts[fault.name]["went on" if status == 0 else "refused"] += 1
                counts[fault.name]["answers kept"] += len(kept)
                broken += bool(wrong)
                if wrong:
                    print(f"BROKEN studio: {fault.name} {n}: {'; '.join(wrong)}\n    {err.decode(errors='replace')[-300:]}", flush=True)
    for name, of in counts.items():
        print(f"{name:<34}{dict(of)}")
    print(f"{broken} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
