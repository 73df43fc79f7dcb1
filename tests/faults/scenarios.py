"""Every verb that reads or writes, by name: what it is given, what it is told to write, and what lies there before."""

import functools
import json
import os
import random
import re
import shutil
import struct
import subprocess
import zipfile
import zlib
from dataclasses import dataclass, field

TOOL = os.environ.get("BELLWETHER_TOOL", "bellwether")
MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Scenario:
    name: str
    words: tuple  # of the command that is tried
    outputs: tuple = ()  # files and folders that it may replace or make
    before: tuple = ()  # commands that make what it reads, and what its outputs replace
    typed: str = ""  # on standard input
    keeps: tuple = ()  # outputs that hold what is finished when the run fails later: answers, cells of a table
    may_leave_out: str = ""  # a file that says why a part, a method, is not in the result
    slow: bool = False  # it starts Python; left to the long runs
    may_lack: tuple = ()  # shows beginnings of texts, which are left out where they cannot be read a second time

    @property
    def verb(self):
        return self.name.split()[0]


SEEDED = ("--seeds", "some.csv", "--label-column", "last")
FAST = ("--restarts", "2", "--threads", "1", "--quiet")
OLD = ("cluster", "items.csv", "-k", "2", "--label-column", "last", "--method", "kmeans", *FAST, "-o", "result")
NEW = ("cluster", "items.csv", "-k", "3", *SEEDED, "--method", "constrained-kmeans", *FAST, "-o", "result")
REPRODUCE = ("reproduce", "tcs", "table3", "--data", ".", "--only", "vowel", "--methods", "gm", "--splits", "1", "--restarts", "1",
             "--threads", "1", "--quiet", "-o", "page.md")
HARD = "data:topics?items=30&features=100&words=15&topical=0.4&clusters=2&random_seed="
TUNE = ("tune", "--solved", HARD + "1", HARD + "2", "--strap", "alpha=0.5,0.8,1", "--restarts", "1", "--threads", "1", "-o", "tuned.bellwether", "--force")
COMPARE = ("compare", "items.csv", "--label-column", "last", "--methods", "kmeans,gm", "--repeats", "2", "--threads", "1", "--restarts", "1",
           "--quiet", "-o", "comparison")
ON_DISK = ("cluster", "items.csv", "--id-column", "id", "--label-column", "last", "-k", "2", "--method", "kmeans", "--memory", "210MB", *FAST, "-o", "result")
TEXTS = ("vectorize", "texts", "-o", "texts.npz", "--save-vectorizer", "words.bellwether", "--force", "--threads", "1")

SCENARIOS = [
    Scenario("cluster", NEW, ("result",), (OLD,)),
    Scenario("cluster into a new folder", NEW[:-1] + ("deep/result",), ("deep/result", "deep")),
    Scenario("cluster beside other files", NEW[:-1] + ("shared",), ("shared",),
             (OLD[:-1] + ("shared",), ("data", "iris", "-o", "shared/mine.csv"))),
    Scenario("cluster an archive with word vectors", ("cluster", "packed.zip", "-k", "2", "--vectors", "vectors.txt", *FAST, "-o", "result"), ("result",),
             may_lack=("result/portrait.json",)),
    Scenario("cluster texts with an ontology", ("cluster", "texts", "-k", "2", "--ontology", "categories.csv", *FAST, "-o", "result"), ("result",),
             may_lack=("result/portrait.json",)),
    Scenario("cluster with known items, stop words and links",
             ("cluster", "items.csv", "-k", "2", "--label-column", "last", "--known", "a.csv", "--must-link", "together.csv", "--cannot-link", "apart.csv",
              "--method", "whiten", *FAST, "-o", "result"), ("result",)),
    Scenario("assign to a file", ("assign", "model", "b.csv", "--label-column", "last", "-o", "placed.csv", "--force", "--quiet"), ("placed.csv",),
             (OLD[:-1] + ("model",), ("assign", "model", "a.csv", "--label-column", "last", "-o", "placed.csv"))),
    Scenario("assign to a folder", ("assign", "model", "b.csv", "--label-column", "last", "-o", "placed", "--quiet"), ("placed",),
             (OLD[:-1] + ("model",), ("assign", "model", "a.csv", "--label-column", "last", "-o", "placed"))),
    Scenario("assign to the terminal", ("assign", "model", "b.csv", "--label-column", "last", "--quiet"), (), (OLD[:-1] + ("model",),)),
    Scenario("learn", ("learn", "items.csv", "--label-column", "last", "--must-link", "together.csv", "--cannot-link", "apart.csv", "--threads", "1",
                       "-o", "metric.bellwether", "--force"), ("metric.bellwether",),
             (("learn", "--known", "a.csv", "--label-column", "last", "--threads", "1", "-o", "metric.bellwether"),)),
    Scenario("tune", TUNE, ("tuned.bellwether",), (TUNE + ("--random-seed", "5"),)),
    Scenario("vectorize", TEXTS, ("texts.npz", "words.bellwether"), (TEXTS + ("--language", "english"),)),
    Scenario("vectorize into a table", ("vectorize", "packed.zip", "-o", "texts.csv", "--stop-words", "stop.txt", "--threads", "1"), ("texts.csv",)),
    Scenario("report", ("report", "model", "-o", "page.html", "--threads", "1", "--force"), ("page.html",),
             (OLD[:-1] + ("model",), ("report", "model", "-o", "page.html", "--title", "old", "--still"))),
    Scenario("reproduce", REPRODUCE, ("page.md", "page.csv"), keeps=("page.csv",)),
    Scenario("reproduce, going on", REPRODUCE, ("page.md", "page.csv"), (REPRODUCE,)),
    Scenario("compare", COMPARE + ("-k", "3"), ("comparison",), (COMPARE + ("-k", "2"),),
             may_leave_out="comparison/comparison.json"),
    Scenario("evaluate", ("evaluate", "model", "--truth", "truth.csv"), (), (OLD[:-1] + ("model",),)),
    Scenario("ask with answers", ("ask", "items.csv", "-k", "3", *SEEDED, "--method", "pcc", "--answers", "answers.csv", *FAST, "-o",
                                  "asked"), ("asked",), keeps=("asked/asked.csv", "asked/seeds.csv")),
    Scenario("ask for a batch", ("ask", "items.csv", "-k", "3", "--label-column", "last", "--method", "kmeans", "--batch", "batch.csv", *FAST), ("batch.csv",)),
    Scenario("ask on standard input", ("ask", "items.csv", "-k", "3", *SEEDED, "--method", "pcc", "-n", "3", *FAST),
             ("asked.csv", "seeds.csv", "must-link.csv", "cannot-link.csv"), typed="1\n2\n1\n", keeps=("asked.csv", "seeds.csv")),
    Scenario("cluster items on disk, NPY", ON_DISK[:1] + ("items.npy",) + ON_DISK[6:], ("result",)),
    Scenario("cluster items on disk, CSV", ON_DISK, ("result", "result.items.npy"), keeps=("result.items.npy",)),
    Scenario("cluster items on disk, Parquet", ON_DISK[:1] + ("items.parquet", "--id-column", "id", "--label-column", "class") + ON_DISK[6:], ("result", "result.items.npy"), keeps=("result.items.npy",), slow=True),
    Scenario("cluster and append to a table", OLD[:-2] + ("--append", "more.csv", "--force"), ("more.csv",), (OLD[:-2] + ("--append", "more.csv", "--random-seed", "3"),)),
    Scenario("cluster and append to JSON", ("cluster", "lines.jsonl", "-k", "2", "--text-column", "text", *FAST, "--append", "more.jsonl"), ("more.jsonl",)),
    Scenario("cluster and sort files", ("cluster", "texts", "-k", "2", *FAST, "--sort-into", "sorted"), ("sorted",)),
    Scenario("assign and append to ARFF", ("assign", "model", "items.arff", "--append", "more.arff", "--quiet"), ("more.arff",),
             (("cluster", "items.arff", "-k", "2", "--method", "kmeans", *FAST, "-o", "model"),)),
    Scenario("cluster with saved settings", ("cluster", "items.csv", "--config", "settings.toml", "--label-column", "last", *FAST, "--save-config", "saved.toml"), ("saved.toml",)),
    Scenario("report of a comparison", ("report", "comparison", "-o", "page.html", "--threads", "1"), ("page.html",), (COMPARE + ("-k", "2"),)),
    Scenario("methods", ("methods", "--json")),
    Scenario("devices", ("devices",)),
    Scenario("completions", ("completions", "bash")),
    Scenario("manual", ("manual", "cluster")),
    Scenario("data", ("data", "iris", "-o", "new.npz", "--force"), ("new.npz",), (("data", "rings", "-o", "new.npz"),)),
    Scenario("data as a table", ("data", "headlines", "-o", "new.csv"), ("new.csv",)),
]


def run(words, folder, environment=None, typed="", seconds=60, before=None):
    """The tool in a folder: status (128 + signal; None where it hangs), standard output and error."""
    process = subprocess.Popen([*(before or []), TOOL, *words], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env={**os.environ, **(environment or {})})
    try:
        out, err = process.communicate(typed.encode(), timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        return None, out, err
    status = process.returncode
    return 128 - status if status < 0 else status, out, err


TO_PARQUET = "import sys, pyarrow.csv as c, pyarrow.parquet as p; p.write_table(c.read_csv(sys.argv[1]), sys.argv[2])"


@functools.cache
def has_pyarrow():
    """Of the python3 that the tool would start."""
    return subprocess.run(["python3", "-c", "import pyarrow"], capture_output=True, check=False).returncode == 0


def write_inputs(folder):
    """Small files of every kind: three groups of flowers-like rows, texts in a folder and an archive, and what is known of both."""
    draw = random.Random(7)
    path = lambda name: os.path.join(folder, name)  # noqa: E731

    def table(name, rows, first):
        with open(path(name), "w") as out:
            out.write("id,width,height,depth,class\n")
            for i in range(rows):
                group = i % 3
                values = ",".join(f"{5 * group * (j != 1) + draw.gauss(2, 0.3):.3f}" for j in range(3))
                out.write(f"{first}{i},{values},{'abc'[group]}\n")

    table("items.csv", 30, "i")
    table("a.csv", 30, "p")
    table("b.csv", 30, "q")
    with open(path("items.npy"), "wb") as out:
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (30, 3), }".ljust(117) + "\n"
        out.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        out.write(b"".join(struct.pack("<d", 5 * (i % 3) * (j != 1) + draw.gauss(2, 0.3)) for i in range(30) for j in range(3)))
    with open(path("items.arff"), "w") as out:
        out.write("@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n" + "".join(f"{i % 2 * 9},{i % 5}\n" for i in range(20)))
    with open(path("lines.jsonl"), "w") as out:
        out.write("".join(json.dumps({"text": "sheep wool flock" if i % 2 else "engine road fuel"}) + "\n" for i in range(10)))
    with open(path("settings.toml"), "w") as out:
        out.write('[cluster]\nclusters = 2\nmethod = "kmeans"\n')
    if has_pyarrow():
        subprocess.run(["python3", "-c", TO_PARQUET, path("items.csv"), path("items.parquet")], check=True)
    with open(path("some.csv"), "w") as out:
        out.write("id,label\n" + "".join(f"i{i},{'xyz'[i % 3]}\n" for i in range(12)))
    with open(path("truth.csv"), "w") as out:
        out.write("id,label\n" + "".join(f"i{i},{'abc'[i % 3]}\n" for i in range(30)))
    with open(path("together.csv"), "w") as out:
        out.write("id,id\ni0,i3\ni1,i4\ni2,i5\ni6,i9\n")
    with open(path("apart.csv"), "w") as out:
        out.write("id,id\ni0,i1\ni3,i5\ni6,i7\n")
    with open(path("answers.csv"), "w") as out:
        out.write("kind,first,second,why,answer\nlabel,i20,,nearest,z\nlabel,i21,,nearest,x\nlabel,i22,,nearest,y\n")
    with open(path("stop.txt"), "w") as out:
        out.write("the\na\nof\n")
    themes = ["sheep wool flock shepherd meadow", "engine wheel road driver fuel"]
    os.mkdir(path("texts"))
    with zipfile.ZipFile(path("packed.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        for i in range(12):
            words = themes[i % 2].split()
            text = " ".join(draw.choice(words) for _ in range(12)) + " the number of a\n"
            with open(path(f"texts/{i}.txt"), "w") as out:
                out.write(text)
            archive.writestr(f"{i}.txt", text)
    with open(path("vectors.txt"), "w") as out:
        for t, theme in enumerate(themes):
            for word in theme.split():
                out.write(word + " " + " ".join(f"{draw.gauss(3 * (t == j % 2), 0.2):.3f}" for j in range(4)) + "\n")
    with open(path("categories.csv"), "w") as out:
        out.write("term,parent\nsheep,animal\nflock,animal\nshepherd,animal\nengine,machine\nwheel,machine\nfuel,machine\nanimal,thing\nmachine,thing\n")
    os.mkdir(path("vowel"))
    with open(path("vowel/vowel-context.data"), "w") as out:
        for i in range(60):
            out.write("0 0 0" + "".join(f" {5 * (j == i % 6) + 0.01 * ((i * (j + 3)) % 17):.2f}" for j in range(10)) + f" {i % 6}\n")


def make_template(scenario, folder):
    """The folder before the command: what is read, and what is to be replaced."""
    os.makedirs(folder)
    write_inputs(folder)
    for words in scenario.before:
        status, _, err = run(words, folder)
        assert status == 0, (scenario.name, words, status, err)


TIMES = [(re.compile(rb'("seconds[^"]*": ?)(\{[^}]*\}|[-+.e0-9]+)'), rb"\1T"),
         (re.compile(rb"less than a millisecond|\b[0-9.]+ (ms|min \d+ s|s|h \d+ min)\b"), b"T")]


def without_times(name, content):
    """What two runs of the same command may differ in is the clock."""
    if name.endswith((".json", ".html", ".md", ".csv", "standard output")):
        for pattern, instead in TIMES:
            content = pattern.sub(instead, content)
    if name == "page.csv":  # whose last column is the seconds of each cell
        content = re.sub(rb",\d+\.\d+$", b",T", content, flags=re.MULTILINE)
    return content


def snapshot(folder):
    """Every file below the folder by its name, without times; the manifest's lengths and sums are checked, not compared."""
    files = {}
    for at, _, names in os.walk(folder):
        files.update({os.path.relpath(at, folder) + "/": b""} if not names and at != folder else {})
        for name in names:
            path = os.path.join(at, name)
            with open(path, "rb") as file:
                content = file.read()
            relative = os.path.relpath(path, folder)
            files[relative] = b"" if name == MANIFEST else without_times(name, content)
    return files


def torn_manifests(folder):
    """Folders whose files are not those that their manifest tells of."""
    torn = []
    for at, _, names in os.walk(folder):
        if MANIFEST not in names:
            continue
        try:
            with open(os.path.join(at, MANIFEST)) as file:
                listed = json.load(file)["files"]
            for one in listed:
                with open(os.path.join(at, one["name"]), "rb") as file:
                    content = file.read()
                if len(content) != one["bytes"] or zlib.crc32(content) != one["crc32"]:
                    torn.append(f"{at}: {one['name']} is not what the manifest says")
        except (OSError, ValueError, KeyError) as error:
            torn.append(f"{at}: {error}")
    return torn


def below(name, outputs):
    return any(name == output or name.startswith((output + "/", output + ".")) and not name.endswith(".tmp") for output in outputs)


def copy(template, folder):
    shutil.copytree(template, folder)
    return folder


def has_sentence(err):
    """One line or more that a person can read, the first of which says who speaks."""
    text = err.decode(errors="replace")
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and any(line.startswith("bellwether: ") and len(line) > 24 for line in lines) and "terminate called" not in text
