"""Every verb with ever fewer addresses (ulimit -v): from what it needs down to a tenth. It gets through, or says how much was wanted for what.

    out_of_memory.py [--steps N] [--only WORDS]"""

import argparse
import collections
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading

from scenarios import TOOL, copy, has_sentence, run, snapshot

MEBIBYTE = 1 << 20
SAID = re.compile(r"there is not enough memory: (\d+ [KM]iB more were|more was) wanted for .+")
ITEMS = "data:blobs?items=60000&features=12&clusters=5"
HARD = "data:topics?items=300&features=1000&words=15&topical=0.4&clusters=2&random_seed="
QUICK = ("--threads", "1", "--restarts", "1", "--quiet")

VERBS = {
    "cluster": ("cluster", "items.npy", "-k", "5", *QUICK, "-o", "new"),
    "cluster, guided": ("cluster", ITEMS, "-k", "5", "--seeds", "some.csv", "--method", "constrained-kmeans", *QUICK, "-o", "new"),
    "cluster, on disk": ("cluster", "items.npy", "-k", "5", "--method", "kmeans", "--memory", "300MB", *QUICK, "-o", "new"),
    "cluster, converted from CSV": ("cluster", "table.csv", "-k", "5", "--method", "kmeans", "--memory", "300MB", *QUICK, "-o", "new"),
    "cluster, appending": ("cluster", "table.csv", "-k", "5", "--method", "kmeans", *QUICK, "--append", "new.csv"),
    "assign": ("assign", "result", "items.npy", "--threads", "1", "--quiet", "-o", "placed.csv"),
    "learn": ("learn", "--known", ITEMS, "--method", "whiten", "--threads", "1", "-o", "map.bellwether"),
    "tune": ("tune", "--solved", HARD + "1", HARD + "2", "--strap", "alpha=0.5,0.8,1", "--restarts", "1", "--threads", "1", "-o", "tuned.bellwether"),
    "vectorize": ("vectorize", "texts.csv", "--text-column", "text", "--threads", "1", "-o", "texts.npz"),
    "report": ("report", "result", "--threads", "1", "-o", "page.html"),
    "reproduce": ("reproduce", "tcs", "table3", "--data", ".", "--only", "vowel", "--methods", "gm", "--splits", "1", "--threads", "1", "-o", "page.md"),
    "compare": ("compare", "items.npy", "-k", "5", "--methods", "kmeans", "--repeats", "2", *QUICK, "-o", "compared"),
    "evaluate": ("evaluate", "truth.csv", "--truth", "truth.csv"),
    "ask": ("ask", "items.npy", "-k", "5", "--method", "pcc", "--seeds", "some.csv", "--batch", "questions.csv", "-n", "2", "--threads", "1", "--quiet"),
    "studio": ("studio", "items.npy", "-k", "5", "--method", "kmeans", "--no-open", "--quiet", "--threads", "1"),
    "methods": ("methods", "--json"),
    "devices": ("devices",),
    "completions": ("completions", "zsh"),
    "manual": ("manual", "cluster"),
    "data": ("data", "blobs?items=200000&features=20", "-o", "blobs.npy"),
}


def make_inputs(folder):
    draw = random.Random(3)

    def write(name, text):
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)

    write("some.csv", "id,label\n" + "".join(f"{i},{i % 5}\n" for i in range(50)))
    write("table.csv", "a,b,c\n" + "".join(f"{draw.gauss(i % 5, 0.1):.3f},{i % 7},{i % 3}\n" for i in range(20000)))
    write("truth.csv", "id,label\n" + "".join(f"{i},{draw.randrange(9)}\n" for i in range(200000)))
    with open(os.path.join(folder, "texts.csv"), "w") as out:
        out.write("id,text\n" + "".join(f"{i},{' '.join('w' + str(draw.randrange(3000)) for _ in range(30))}\n" for i in range(8000)))
    os.mkdir(os.path.join(folder, "vowel"))
    with open(os.path.join(folder, "vowel/vowel-context.data"), "w") as out:
        for i in range(600):
            out.write("0 0 0" + "".join(f" {5 * (j == i % 6) + draw.gauss(0, 1):.3f}" for j in range(10)) + f" {i % 6}\n")
    for words in [("data", ITEMS[5:], "-o", "items.npy"), ("cluster", ITEMS, "-k", "5", "--method", "kmeans", *QUICK, "-o", "result")]:
        status, _, err = run(words, folder)
        assert status == 0, (words, err)


def serve(words, folder, before):
    """A studio until it says where it is, which is when it has what it begins with; then it is told to end."""
    process = subprocess.Popen([*before, TOOL, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    guard = threading.Timer(120, process.kill)
    guard.start()
    if process.stdout.readline():
        process.terminate()
    _, err = process.communicate()
    guard.cancel()
    status = process.returncode
    return 128 - status if status < 0 else status, err


def limited(words, folder, bytes_allowed):
    """In a copy of the folder; also what is there afterwards."""
    place = copy(folder, tempfile.mkdtemp(dir=os.path.dirname(folder)) + "/work")
    before = snapshot(place)
    before_it = ["/bin/sh", "-c", f"ulimit -v {bytes_allowed // 1024}; exec \"$@\"", "sh"]
    status, err = serve(words, place, before_it) if words[0] == "studio" else run(words, place, before=before_it, seconds=120)[::2]
    # Cells that are finished are kept, and items that were written as numbers, which the next run can begin with; a file may be whole before the summary finds no memory.
    left = [name for name in snapshot(place) if name not in before and name not in ("page.csv", "new.items.npy") and name.split("/")[0] not in words]
    shutil.rmtree(os.path.dirname(place))
    return status, err, left


def least(works, low, high):
    """The smallest number of bytes with which it works, to a few megabytes."""
    while high - low > 4 * MEBIBYTE:
        middle = (low + high) // 2
        low, high = (low, middle) if works(middle) else (middle, high)
    return high


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=12)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    counts, broken, highest = collections.Counter(), [], 8 << 30
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory() as room:
        folder = os.path.join(room, "template")
        os.mkdir(folder)
        make_inputs(folder)
        loaded = least(lambda most: limited(("--version",), folder, most)[0] == 0, 0, highest)
        if limited(("--version",), folder, highest)[0] != 0:
            print("this build needs more addresses than can be limited")
            return 0
        for name, words in VERBS.items():
            if args.only not in name:
                continue
            need = least(lambda most: limited(words, folder, most)[0] == 0, loaded, highest)
            of_verb = collections.Counter()
            for step in range(args.steps):
                most = int(need * (1 - 0.9 * (step + 1) / args.steps))
                status, err, left = limited(words, folder, most)
                text = err.decode(errors="replace")
                # With so little the loader itself may be ended by a signal, before there is a program.
                if status == 127 or "error while loading shared libraries" in text or status == 139 and not text and most < loaded:
                    of_verb["not loaded"] += 1
                    continue
                wrong = []
                if status not in (0, 1) or status == 1 and not has_sentence(err):
                    wrong.append(f"status {status}")
                if status == 1 and left:
                    wrong.append(f"left over: {left}")
                of_verb["went on" if status == 0 else "said how much for what" if SAID.search(text) else "said something else"] += 1
                if wrong or status == 1 and not SAID.search(text):
                    print(f"{'BROKEN' if wrong else 'said'} {name} with {most // MEBIBYTE} MiB: {wrong} {text[-300:]}", flush=True)
                broken += wrong
            # Close to what is needed is where the large allocations are.
            for percent in (99, 97, 94, 90):
                most = loaded + (need - loaded) * percent // 100
                status, err, left = limited(words, folder, most)
                text = err.decode(errors="replace")
                wrong = status not in (0, 1) or status == 1 and (not has_sentence(err) or left)
                of_verb["went on" if status == 0 else "said how much for what" if SAID.search(text) else "said something else"] += 1
                if wrong or status == 1 and not SAID.search(text):
                    print(f"{'BROKEN' if wrong else 'said'} {name} with {most // MEBIBYTE} MiB: {status} {text[-300:]} {left}", flush=True)
                broken += [name] if wrong else []
            print(f"{name}: needs {need // MEBIBYTE} MiB, of which {loaded // MEBIBYTE} to be loaded: {dict(of_verb)}", flush=True)
            counts += of_verb
    print(dict(counts))
    print(f"{len(broken)} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
