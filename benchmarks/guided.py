#!/usr/bin/python3
"""What seeds are worth to single searches, and what wrong seeds and links do: the last table of docs/guided.md is `noise`.

    benchmarks/guided.py [--tool build/release/bellwether] seeds [--data DIR] [--repeats 10]
    benchmarks/guided.py [--tool build/release/bellwether] noise [--repeats 10]

seeds: mutual information (nats) of plain, seeded and constrained k-means against the share of items that are
seeds, after the slides: S. Basu, A. Banerjee, R. Mooney, Semi-supervised clustering by seeding, ICML 2002. Ten-fold
cross-validation: in each repeat another tenth of every class is for the score alone and is never a seed. Plain k-means
has one random start a repeat as there, and also its best of ten. Without --data: the built-in iris and headlines; with it
also letter and three subsets of 20 Newsgroups, from DIR/letter and DIR/20newsgroups.

noise: adjusted Rand index over the items that no knowledge names, with 0, 10 and 30 percent of the knowledge wrong.
"""

import argparse
import collections
import csv
import json
import math
import os
import random
import subprocess
import sys
import tarfile
import tempfile


def mutual_information(found, truth):
    n = len(found)
    both, a, b = collections.Counter(zip(found, truth)), collections.Counter(found), collections.Counter(truth)
    return sum(c / n * math.log(c * n / (a[x] * b[y])) for (x, y), c in both.items())


def adjusted_rand(found, truth):
    pairs = lambda counts: sum(c * (c - 1) / 2 for c in counts.values())
    both = pairs(collections.Counter(zip(found, truth)))
    a, b = pairs(collections.Counter(found)), pairs(collections.Counter(truth))
    expected = a * b / (len(found) * (len(found) - 1) / 2)
    return (both - expected) / ((a + b) / 2 - expected) if a + b != 2 * expected else 1.0


class Collection:
    """Items that the tool can read, and the class of each."""

    def __init__(self, name, items, classes, text=False, ids=None):
        self.name, self.items, self.classes, self.text = name, items, classes, text
        self.ids = ids or [str(i) for i in range(len(classes))]
        self.clusters = len(set(classes))


class Tool:
    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.folder = tempfile.TemporaryDirectory()

    def file(self, name):
        return os.path.join(self.folder.name, name)

    def run(self, *words):
        return subprocess.run([self.path, *words], capture_output=True, text=True)

    def labels(self, collection, words, random_seed, trust="always"):
        """The cluster of each item, or None where the knowledge contradicts itself."""
        done = self.run("cluster", collection.items, "-k", str(collection.clusters), "--quiet", "--trust", trust,
                        "--random-seed", str(random_seed), "-o", self.file("out"), *words)
        if done.returncode != 0:
            if "must-links join" in done.stderr or "apart" in done.stderr:
                return None
            sys.exit(f"{' '.join(done.args)}\n{done.stderr}")
        with open(self.file("out/assignments.csv")) as f:
            found = {row["id"]: row["cluster"] for row in csv.DictReader(f)}
        return [found[i] for i in collection.ids]

    def write_pairs(self, name, pairs):
        with open(self.file(name), "w") as f:
            csv.writer(f).writerows(pairs)
        return self.file(name)


def built_in(tool, name, text=False):
    tool.run("data", name, "-o", tool.file(f"{name}.csv"))
    with open(tool.file(f"{name}.csv")) as f:
        rows = list(csv.DictReader(f))
    key = "label" if "label" in rows[0] else "topic"
    return Collection(name, f"data:{name}", [row[key] for row in rows], text)


def letter(data):
    path = os.path.join(data, "letter", "letter-recognition.data")
    with open(path) as f:
        classes = [line.split(",")[0] for line in f if line.strip()]
    return Collection("letter", path, classes)


def newsgroups(tool, data, name, groups, per_group, rng):
    """A folder of posts, of which the words count without headers, quotes and signatures."""
    folder = tool.file(name)
    ids, classes = [], []
    for group in groups:
        with tarfile.open(os.path.join(data, "20newsgroups", f"{group}.tar.gz")) as archive:
            members = sorted((m for m in archive.getmembers() if m.isfile()), key=lambda m: m.name)
            for member in sorted(rng.sample(members, min(per_group, len(members))), key=lambda m: m.name):
                ids.append(f"{group}/{os.path.basename(member.name)}")
                classes.append(group)
                os.makedirs(os.path.join(folder, group), exist_ok=True)
                with open(os.path.join(folder, ids[-1]), "wb") as out:
                    out.write(archive.extractfile(member).read())
    return Collection(name, folder, classes, True, ids)


def collections_of(tool, data):
    found = [built_in(tool, "iris"), built_in(tool, "headlines", True)]
    if not data:
        return found
    rng = random.Random(0)
    groups = sorted(f[:-7] for f in os.listdir(os.path.join(data, "20newsgroups")) if f.endswith(".tar.gz"))
    return [found[0], letter(data), newsgroups(tool, data, "Small-20", groups, 100, rng),
            newsgroups(tool, data, "Different-3", ["alt.atheism", "rec.sport.baseball", "sci.space"], 1000, rng),
            newsgroups(tool, data, "Same-3", ["comp.graphics", "comp.os.ms-windows.misc", "comp.windows.x"], 1000, rng),
            found[1]]


def by_class(classes, rng):
    members = collections.defaultdict(list)
    for item, label in enumerate(classes):
        members[label].append(item)
    for items in members.values():
        rng.shuffle(items)
    return members


def options_of(collection):
    if collection.text and collection.items.startswith("data:"):
        return ["--language", "english"]
    if collection.text:
        return ["--language", "english", "--strip", "headers,quotes,signatures", "--min-documents", "3"]
    return ["--label-column", "first"] if collection.name == "letter" else []


def deviation(values):
    mean = sum(values) / len(values)
    return math.sqrt(sum((v - mean) ** 2 for v in values) / max(len(values) - 1, 1))


def seeds_table(tool, data, repeats):
    shares = [0.01, 0.05, 0.1, 0.2, 0.5]
    print("| items | search | " + " | ".join(f"{100 * s:g} % seeds" for s in shares) + " |")
    print("|---|---|" + "---|" * len(shares))
    for collection in collections_of(tool, data):
        search = "spherical-kmeans" if collection.text else "kmeans"
        scores = collections.defaultdict(list)
        for repeat in range(repeats):
            members = by_class(collection.classes, random.Random(repeat // 10))
            test = [i for items in members.values() for i in items[repeat % 10::10]]
            left = {label: [i for n, i in enumerate(items) if n % 10 != repeat % 10] for label, items in members.items()}
            def score(labels):
                return mutual_information([labels[i] for i in test], [collection.classes[i] for i in test])
            plain = {name: score(tool.labels(collection, ["--method", search, "--restarts", n, *options_of(collection)], repeat))
                     for name, n in (("plain, one start", "1"), ("plain, best of ten", "10"))}
            for share in shares:
                for name, value in plain.items():
                    scores[name, share].append(value)
                seeds = [(collection.ids[i], label) for label, items in left.items()
                         for i in items[:max(1, round(share * len(members[label])))]]
                file = tool.write_pairs("seeds.csv", seeds)
                for form in ("seeded", "constrained"):
                    words = ["--method", f"{form}-{search}", "--seeds", file, *options_of(collection)]
                    scores[form, share].append(score(tool.labels(collection, words, repeat)))
        for form in (*plain, "seeded", "constrained"):
            cells = [f"{sum(v) / len(v):.3f} ± {deviation(v):.3f}" for v in (scores[form, s] for s in shares)]
            name = f"{collection.name} ({len(collection.classes)} items, {collection.clusters} classes)" if form == "plain, one start" else ""
            print(f"| {name} | {form} | " + " | ".join(cells) + " |", flush=True)


def wrong_label(label, labels, rng):
    return rng.choice([other for other in labels if other != label])


def noisy_seeds(collection, share, noise, rng):
    labels = sorted(set(collection.classes))
    seeds = {i: label for label, items in by_class(collection.classes, rng).items()
             for i in items[:max(2, round(share * len(items)))] }
    for i in rng.sample(sorted(seeds), round(noise * len(seeds))):
        seeds[i] = wrong_label(seeds[i], labels, rng)
    return seeds


def noisy_links(collection, count, noise, rng):
    """`count` pairs, as they come; a wrong one is of the other kind."""
    links, used = [], set()
    while len(links) < count:
        pair = tuple(sorted(rng.sample(range(len(collection.classes)), 2)))
        if pair not in used:
            used.add(pair)
            links.append((pair, collection.classes[pair[0]] == collection.classes[pair[1]]))
    for l in rng.sample(range(count), round(noise * count)):
        links[l] = (links[l][0], not links[l][1])
    return links


def noise_table(tool, repeats):
    noises = [0, 0.1, 0.3]
    print("| items | knowledge | method | " + " | ".join(f"{100 * n:g} % wrong" for n in noises) + " |")
    print("|---|---|---|" + "---|" * len(noises))
    for collection in (built_in(tool, "iris"), built_in(tool, "stretched"), built_in(tool, "headlines", True)):
        search = "spherical-kmeans" if collection.text else "kmeans"
        mixture = "vm" if collection.text else "gm"
        seeded = [(f"{form}-{s}", ["--method", f"{form}-{s}"], "always") for s in (search, mixture)
                  for form in ("seeded", "constrained")] + [("auto, checked", [], "checked")]
        linked = [("cop-kmeans", ["--method", "cop-kmeans"], "always"),
                  ("pcc, no metric", ["--method", "pcc", "--set", "metric=none"], "always"),
                  ("pcc, diagonal", ["--method", "pcc"], "always"),
                  ("csp", ["--method", "csp"], "always"), ("auto, checked", [], "checked")]
        share, count = 0.1, max(60, len(collection.classes) // 2)
        scores = collections.defaultdict(list)
        for repeat in range(repeats):
            for noise in noises:
                rng = random.Random(repeat)
                seeds = noisy_seeds(collection, share, noise, rng)
                links = noisy_links(collection, count, noise, rng)
                file = tool.write_pairs("seeds.csv", [(collection.ids[i], label) for i, label in seeds.items()])
                kinds = [tool.write_pairs(f"{kind}.csv", [(collection.ids[a], collection.ids[b]) for (a, b), same in links if same == kind])
                         for kind in (True, False)]
                in_links = {i for pair, _ in links for i in pair}
                def score(kind, name, words, trust, covered):
                    labels = tool.labels(collection, [*words, *options_of(collection)], repeat, trust)
                    rest = [i for i in range(len(collection.classes)) if i not in covered]
                    scores[kind, name, noise].append(None if labels is None else adjusted_rand(
                        [labels[i] for i in rest], [collection.classes[i] for i in rest]))
                score("seeds", "without", ["--method", search], "always", seeds)
                score("links", "without", ["--method", "kmeans"], "always", in_links)
                for name, words, trust in seeded:
                    score("seeds", name, [*words, "--seeds", file], trust, seeds)
                for name, words, trust in linked:
                    score("links", name, [*words, "--must-link", kinds[0], "--cannot-link", kinds[1]], trust, in_links)
        first = f"{collection.name} ({len(collection.classes)})"
        for kind, methods in (("seeds", seeded), ("links", linked)):
            what = f"{share:.0%} seeds" if kind == "seeds" else f"{count} links"
            for name in ["without", *(m[0] for m in methods)]:
                cells = []
                for noise in noises:
                    values = [v for v in scores[kind, name, noise] if v is not None]
                    lost = repeats - len(values)
                    text = f"{sum(values) / len(values):.3f} ± {deviation(values):.3f}" if values else "refused"
                    cells.append(text + (f" ({lost} of {repeats} refused)" if lost and values else ""))
                print(f"| {first} | {what} | {name} | " + " | ".join(cells) + " |", flush=True)
                first = what = ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", default="build/release/bellwether")
    parser.add_argument("table", choices=["seeds", "noise"])
    parser.add_argument("--data")
    parser.add_argument("--repeats", type=int, default=10)
    args = parser.parse_args()
    tool = Tool(args.tool)
    if args.table == "seeds":
        seeds_table(tool, args.data, args.repeats)
    else:
        noise_table(tool, args.repeats)


if __name__ == "__main__":
    main()
