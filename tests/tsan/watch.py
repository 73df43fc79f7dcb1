"""Every method and every verb on four threads, and the studio with several clients, under ThreadSanitizer, which ends a program with status 66 where two
threads meet without order. BELLWETHER_TOOL is a tool of the preset `tsan`.

    watch.py [--only WORDS] [--verbose]"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "faults"))
from scenarios import SCENARIOS, TOOL, has_pyarrow, make_template, write_inputs  # noqa: E402
from studio import Studio  # noqa: E402

RACE = 66
OPTIONS = f"suppressions={os.path.join(HERE, 'suppressions')}:halt_on_error=1:exitcode={RACE}"
os.environ.update(TSAN_OPTIONS=OPTIONS, OPENBLAS_NUM_THREADS="1")


def run(words, folder, typed=""):
    words = [w if i == 0 or words[i - 1] != "--threads" else "4" for i, w in enumerate(words)]
    try:
        done = subprocess.run([TOOL, *words], cwd=folder, input=typed, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired as late:
        return None, f"hangs: {late.stderr}"
    return done.returncode, done.stderr


def write_counts(folder, items=120, features=9):
    """Counts of three groups, which every method takes, and what is known of them."""
    draw = random.Random(5)
    for name, letter in (("counts.csv", "i"), ("more.csv", "m")):
        with open(os.path.join(folder, name), "w") as out:
            out.write("id," + ",".join(f"f{j}" for j in range(features)) + "\n")
            for i in range(items):
                out.write(f"{letter}{i}," + ",".join(str(draw.randrange(1, 4) + 6 * (j % 3 == i % 3)) for j in range(features)) + "\n")
    with open(os.path.join(folder, "tags.csv"), "w") as out:
        out.write("id,tag\n" + "".join(f"m{i},{'xyz'[(i + j) % 3]}\n" for i in range(items) for j in range(2)))
    with open(os.path.join(folder, "many.csv"), "w") as out:
        out.write("a,b\n" + "".join(f"{draw.gauss(3 * (i % 3), 1):.4f},{draw.gauss(0, 1):.4f}\n" for i in range(6000)))
    with open(os.path.join(folder, "documents.jsonl"), "w") as out:
        words = [["wool", "sheep", "meadow", "flock"], ["engine", "road", "wheel", "fuel"]]
        out.write("".join(json.dumps({"text": " ".join(draw.choice(words[i % 2]) for _ in range(15))}) + "\n" for i in range(300)))


OTHERS = [("--auxiliary", "more.csv"), ("--annotated", "more.csv", "--tags", "tags.csv")]
KNOWN = [("--seeds", "some.csv", "--must-link", "together.csv", "--cannot-link", "apart.csv"), ("--seeds", "some.csv"), (), *OTHERS]


def commands(folder):
    """What is tried, by name: a list of ways to say it, of which one must succeed."""
    write_inputs(folder)
    write_counts(folder)
    listed = json.loads(subprocess.run([TOOL, "methods", "--json"], capture_output=True, text=True, check=True).stdout)["methods"]
    for method in listed:
        if method["verb"] == "cluster":
            base = ("cluster", "counts.csv", "-k", "3", "--method", method["name"], "--trust", "always", "--restarts", "5", "--threads", "4", "--quiet")
            yield f"cluster by {method['name']}", [base + known for known in KNOWN]
    for method in ("kmeans", "gm", "spherical-kmeans", "vm"):
        yield f"shards of {method}", [("cluster", "many.csv", "-k", "3", "--method", method, "--restarts", "1", "--threads", "4", "--quiet")]
        yield f"items on disk by {method}", [("cluster", "many.csv", "-k", "3", "--method", method, "--memory", "500MB", "--threads", "4", "--quiet")]
    yield "k by itself", [("cluster", "counts.csv", "-k", "auto", "--threads", "4", "--quiet")]
    yield "streams of texts", [("vectorize", "documents.jsonl", "--text-column", "text", "--threads", "4", "-o", "texts.npz")]
    yield "streams of files", [("cluster", "texts", "-k", "2", "--svd", "2", "--threads", "4", "--quiet", "-o", "of-texts")]


def watch_verbs(room, only, verbose, problems):
    tried = 0
    for scenario in SCENARIOS:
        if only not in scenario.name or scenario.name.startswith("reproduce"):  # whose tables are another program's part, not built here
            continue
        if scenario.slow and not has_pyarrow():
            continue
        folder = os.path.join(room, "scenario")
        make_template(scenario, folder)
        status, err = run(scenario.words, folder, scenario.typed)
        tried += 1
        if verbose:
            print(scenario.name, status, flush=True)
        if status != 0:
            problems.append((scenario.name, status, err))
        shutil.rmtree(folder)
    folder = os.path.join(room, "commands")
    os.mkdir(folder)
    for name, ways in commands(folder):
        if only not in name:
            continue
        tried += 1
        for words in ways:
            status, err = run(words, folder)
            if status in (0, RACE, None):
                break
        if verbose:
            print(name, status, flush=True)
        if status != 0:
            problems.append((name, status, err))
    return tried


def watch_studio(room, problems):
    """Several clients that look, preview, correct and take back, while it searches again."""
    folder = os.path.join(room, "studio")
    os.mkdir(folder)
    write_inputs(folder)
    studio = Studio(folder, "items.csv", "-k", "3", "--label-column", "last", "--project", "items.bwp")
    studio.version(time.monotonic() + 120)
    until, draw = time.monotonic() + 20, random.Random(1)
    requests = [0]

    def client(number):
        while time.monotonic() < until and studio.process.poll() is None:
            requests[0] += 1
            version = (json.loads(studio.ask("GET", "/state", seconds=60)[1] or b"{}")).get("version", 0)
            what = draw.choice(["look", "look", "preview", "apply", "undo", "export"])
            if what == "look":
                for path in ("/map", "/groups", "/items?list=1", "/search?words=i1"):
                    studio.ask("GET", path, seconds=60)
            elif what == "export":
                studio.ask("GET", f"/export?what={draw.choice(['groups', 'seeds', 'report', 'model'])}", seconds=60)
            elif what == "undo":
                studio.ask("POST", "/undo", json.dumps({"version": version}), seconds=60)
            else:
                said = draw.choice([{"said": "rename", "group": 0, "name": f"n{number}"}, {"said": "belong", "items": [draw.randrange(30)], "group": draw.randrange(3)},
                                    {"said": "together", "items": [draw.randrange(15), 15 + draw.randrange(15)]}, {"said": "check"}])
                studio.ask("POST", "/" + what, json.dumps({"version": version, "correction": said}), seconds=60)

    clients = [threading.Thread(target=client, args=(number,)) for number in range(4)]
    for one in clients:
        one.start()
    for one in clients:
        one.join()
    studio.process.terminate()
    late = time.monotonic() + 60
    while studio.process.poll() is None and time.monotonic() < late:
        studio.ask("GET", "/state", seconds=5)  # the sanitizer hands a signal on when the thread that got it does something
        time.sleep(0.1)
    if studio.process.poll() is None:
        studio.process.kill()
    status = studio.process.wait(60)
    err = studio.process.stderr.read().decode(errors="replace")
    studio.close()
    if status not in (0, -9) or "ThreadSanitizer" in err:  # a signal that was never handed on says nothing of threads
        problems.append(("studio", status, err))
    return requests[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    args = parser.parse_args()
    problems = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as room:
        tried = watch_verbs(room, args.only, args.verbose, problems)
        requests = watch_studio(room, problems) if args.only in "studio" else 0
    for name, status, err in problems:
        print(f"BROKEN {name}: status {status}\n{err[:9000]}")
    print(f"{tried} commands, {requests} rounds of clients of a studio: {len(problems)} broken")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
