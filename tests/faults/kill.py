"""kill -9 at random moments: of `cluster -o`, whose result must be the old one or the new one, and of a studio, which must not lose what it said it kept.

    kill.py [--clusterings N] [--studios N] [--random-seed N]"""

import argparse
import collections
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from scenarios import NEW, OLD, TOOL, make_template, Scenario, run, snapshot, torn_manifests
from studio import Studio, check_project

RESULT = "result"


def of_result(folder):
    return {name: content for name, content in snapshot(folder).items() if name.startswith(RESULT + "/")}


def kill_clusterings(kills, draw, counts):
    """The same command again and again, in the same folder, each time for other clusters; most of them are killed."""
    broken = []
    with tempfile.TemporaryDirectory() as room:
        place = os.path.join(room, "work")
        make_template(Scenario("kill", NEW, (RESULT,), (OLD,)), place)
        inputs = {name for name in snapshot(place) if not name.startswith(RESULT)}
        results = []
        for words in (OLD, NEW):
            began = time.monotonic()
            status, _, err = run(words, place)
            assert status == 0, err
            took = time.monotonic() - began
            results.append(of_result(place))
        for k in range(kills):
            process = subprocess.Popen([TOOL, *(OLD, NEW)[k % 2]], cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            # Half of them while the result is written and exchanged, which is the last part of a run.
            time.sleep(took * (draw.random() if k % 2 else draw.uniform(0.5, 1.1)))
            process.send_signal(signal.SIGKILL)
            counts["clustering killed" if process.wait() < 0 else "clustering was done before"] += 1
            broken += torn_manifests(os.path.join(place, RESULT))
            if of_result(place) not in results:
                broken.append(f"kill {k}: {RESULT} is neither of the two results")
        status, _, err = run(NEW, place)
        left = [name for name in snapshot(place) if name not in inputs and not name.startswith(RESULT + "/")]
        if status != 0 or left:
            broken.append(f"the next run: status {status}, {err!r}, left over {left}")
    return broken


def kill_studios(kills, draw, counts):
    """One project, gone on with after every kill."""
    broken = []
    with tempfile.TemporaryDirectory() as room:
        for k in range(kills):
            if k % 20 == 0:  # a fresh project now and then
                shutil.rmtree(os.path.join(room, "work"), ignore_errors=True)
                make_template(Scenario("kill", ()), os.path.join(room, "work"))
                kept = []
            place = os.path.join(room, "work")
            studio = Studio(place, "items.csv", "-k", "3", "--label-column", "last", "--project", "items.bwp")
            said = studio.say_until(time.monotonic() + draw.uniform(0, 0.6), draw, f"{k}-")
            studio.process.kill()
            studio.close()
            kept += said
            counts["studio killed"] += 1
            counts["answers kept"] += len(said)
            broken += check_project(place, studio.project, kept)
    return broken


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clusterings", type=int, default=60)
    parser.add_argument("--studios", type=int, default=20)
    parser.add_argument("--random-seed", type=int, default=1)
    args = parser.parse_args()
    draw, counts = random.Random(args.random_seed), collections.Counter()
    broken = kill_clusterings(args.clusterings, draw, counts) + kill_studios(args.studios, draw, counts)
    print(dict(counts))
    for one in broken:
        print("BROKEN", one)
    print(f"{len(broken)} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
