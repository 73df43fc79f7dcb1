"""The same seed gives the same clusters here and on the command line, bit by bit."""

from __future__ import annotations

import csv
import itertools
import json
import subprocess

import numpy as np
import pytest
import scipy.sparse as sp

import bellwether

METHODS = [method for method in bellwether.methods()]
SEARCHES = [m for m in METHODS if "known" not in m.takes]
LEARNERS = [m for m in METHODS if "known" in m.takes]


def run(tool, folder, *arguments):
    """What `bellwether cluster` finds: labels, and the numbers of result.json, which read back to the same bits."""
    out = folder / "result"
    ran = subprocess.run([tool, "cluster", *map(str, arguments), "--quiet", "-o", str(out)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    with open(out / "assignments.csv", newline="") as file:
        labels = [row["cluster"] for row in csv.DictReader(file)]
    return np.array(labels), json.loads((out / "result.json").read_text()), out / "model.bellwether"


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return path


def require_same(found, labels, result):
    names = getattr(found, "cluster_names_", None)
    np.testing.assert_array_equal(found.labels_.astype(str) if names is None else names[found.labels_], labels)
    assert found.objective_ == result["objective"]["value"]
    assert found.trace_.tolist() == result["objective"]["trace"]
    assert found.method_ == result["method"]
    assert found.figures_ == result.get("figures", {})


@pytest.mark.parametrize("covariance", ["common", "round", "diagonal", "full", "shared"])
def test_covariances(covariance, tool, iris, tmp_path):
    np.save(tmp_path / "items.npy", iris.data)
    labels, result, _ = run(tool, tmp_path, tmp_path / "items.npy", "-k", 3, "--method", "gm", "--set",
                            f"covariance={covariance}")
    found = bellwether.GM(3, covariance=covariance).fit(iris.data)
    require_same(found, labels, result)
    assert found.figures_["bic"] > 0


def knowledge_for(method, iris, seeds, folder):
    """The same knowledge in arrays and in files."""
    known, flags = {}, []
    if "seeds" in method.takes:
        known["seeds"] = seeds
        rows = [(i, k) for i, k in enumerate(seeds.tolist()) if k >= 0]
        flags += ["--seeds", write(folder / "seeds.csv", ["id", "label"], rows)]
    elif "must_link" in method.takes:
        pairs = {"must_link": [(0, 1), (50, 51), (3, 4)], "cannot_link": [(0, 50), (50, 100), (1, 120)]}
        for name, links in pairs.items():
            known[name] = links
            flags += ["--" + name.replace("_", "-"), write(folder / f"{name}.csv", ["id", "id"], links)]
    return known, flags


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("form", ["dense", "sparse"])
@pytest.mark.parametrize("method", SEARCHES, ids=lambda m: m.name)
def test_searches(method, form, tool, iris, some_seeds, tmp_path):
    data = iris.data if form == "dense" else sp.csr_matrix(np.round(iris.data) - 1).astype(float)
    if form == "sparse":
        data.data = np.abs(data.data)
        keep = np.asarray(data.sum(axis=1)).ravel() > 0
        assert keep.all()
    path = tmp_path / ("items.npy" if form == "dense" else "items.npz")
    np.save(path, data) if form == "dense" else sp.save_npz(path, data)
    items, flags, known = path, [], {}
    if "auxiliary" in method.takes or "annotated" in method.takes:
        if form == "dense":
            pytest.skip("other data are compared once, below")
        return
    known, flags = knowledge_for(method, iris, some_seeds, tmp_path)
    labels, result, model = run(tool, tmp_path, items, "-k", 3, "--method", method.name, "--random-seed", 7, *flags)
    found = getattr(bellwether, method.estimator)(3, random_state=7).fit(data, **known)
    require_same(found, labels, result)
    if model.exists():
        np.testing.assert_array_equal(bellwether.load(model).predict(data), found.predict(data))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_self_taught_clusters(tool, topics, tmp_path):
    items, others = topics.data[:60], topics.data[60:]
    sp.save_npz(tmp_path / "items.npz", items)
    sp.save_npz(tmp_path / "others.npz", others)
    labels, result, _ = run(tool, tmp_path, tmp_path / "items.npz", "-k", 3, "--method", "stc", "--auxiliary",
                            tmp_path / "others.npz", "--random-seed", 7)
    require_same(bellwether.STC(3, random_state=7).fit(items, auxiliary=others), labels, result)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_annotated_items(tool, topics, tmp_path):
    items, others, tags = topics.data[:60].toarray(), topics.data[60:].toarray(), topics.labels[60:]
    header = [f"f{j}" for j in range(items.shape[1])]
    write(tmp_path / "items.csv", header, items.tolist())
    write(tmp_path / "others.csv", [*header, "tag"], [[*row, tag] for row, tag in zip(others.tolist(), tags)])
    labels, result, _ = run(tool, tmp_path, tmp_path / "items.csv", "-k", 3, "--method", "aplsa", "--annotated",
                            tmp_path / "others.csv", "--other-label", "tag", "--random-seed", 7)
    require_same(bellwether.APLSA(3, random_state=7).fit(items, annotated=(others, tags)), labels, result)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("method", LEARNERS, ids=lambda m: m.name)
def test_learners(method, tool, tmp_path):
    fresh, known = bellwether.read("data:stretched"), bellwether.read("data:stretched?part=known")
    labels, result, model = run(tool, tmp_path, "data:stretched", "-k", 3, "--known", "data:stretched?part=known",
                                "--method", method.name, "--random-seed", 3)
    kind = getattr(bellwether, method.estimator)
    found = kind(n_clusters=3, random_state=3).fit(fresh.data, known=(known.data, known.labels))
    require_same(found, labels, result)
    np.testing.assert_array_equal(bellwether.load(model).transform(fresh.data), found.transform(fresh.data))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_solved_collections(tool, tmp_path):
    def spec(seed):
        return f"data:topics?items=60&clusters=3&features=100&random_seed={seed}"

    items = bellwether.read(spec(0))
    solved = [bellwether.read(spec(seed)) for seed in (1, 2, 3)]
    labels, result, _ = run(tool, tmp_path, spec(0), "-k", 3, "--method", "sib", "--restarts", 2, "--random-seed", 5,
                            "--solved", spec(1), spec(2), spec(3))
    search = bellwether.SIB(3, n_init=2, random_state=5)
    found = bellwether.Strapping(search).fit(items.data, solved=[(s.data, s.labels) for s in solved])
    require_same(found, labels, result)


def test_words(tool, tmp_path):
    labels, result, _ = run(tool, tmp_path, "data:headlines", "-k", 6, "--language", "english", "--method",
                            "spherical-kmeans", "--random-seed", 2)
    items = bellwether.vectorize("data:headlines", language="english", purpose="clustering")
    found = bellwether.SphericalKMeans(6, random_state=2, zero_rows="largest").fit(items.data)
    require_same(found, labels, result)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("known", ["nothing", "seeds", "links", "auxiliary"])
def test_what_is_chosen(known, tool, iris, topics, some_seeds, tmp_path):
    arguments, flags, items = {}, [], iris
    if known == "seeds":
        arguments, flags = knowledge_for(next(m for m in METHODS if m.name == "seeded-gm"), iris, some_seeds, tmp_path)
    elif known == "links":
        pairs = [(0, 1), (50, 51), (3, 4)]
        arguments = {"must_link": pairs}
        flags = ["--must-link", write(tmp_path / "together.csv", ["id", "id"], pairs)]
    elif known == "auxiliary":
        items, arguments = topics, {"auxiliary": topics.data[60:]}
        sp.save_npz(tmp_path / "others.npz", topics.data[60:])
        flags = ["--auxiliary", tmp_path / "others.npz"]
    data = items.data[:60] if known == "auxiliary" else items.data
    path = tmp_path / ("items.npz" if sp.issparse(data) else "items.npy")
    sp.save_npz(path, data) if sp.issparse(data) else np.save(path, data)
    labels, result, _ = run(tool, tmp_path, path, "-k", 3, "--random-seed", 4, *flags)
    found = bellwether.Auto(3, random_state=4).fit(data, **arguments)
    require_same(found, labels, result)


# --- every kind of knowledge with every other ----------------------------------------------------


class World:
    """Texts of three topics as counts of words, and everything that one may know beside them, in arrays and in files."""

    def __init__(self, folder):
        self.random = np.random.default_rng(11)
        self.words = 40
        self.folder = folder
        topics = self.random.dirichlet(np.full(self.words, 0.3), 10)  # three of the items, the others of other collections
        self.items, self.truth = self.draw(150, topics[:3])
        self.table("items", self.items)
        known, classes = self.draw(60, topics[3:7])
        others, _ = self.draw(90, topics[:3])
        tagged, tags = self.draw(60, topics[:3])
        sorted_before = [self.draw(60, topics[[7 + i, 4, 5]]) for i in range(3)]
        self.kinds = {
            "seeds": self.seeds(), "links": self.links(),
            "sizes": ({"min_size": 40, "max_size": 60}, ["--min-size", 40, "--max-size", 60]),
            "known": ({"known": (known, classes)}, ["--known", self.table("known", known, classes), "--known-label", "label"]),
            "auxiliary": ({"auxiliary": others}, ["--auxiliary", self.table("others", others, ["x"] * 90)]),
            "annotated": ({"annotated": (tagged, tags)}, ["--annotated", self.table("tagged", tagged, tags)]),
            "solved": ({"solved": sorted_before},
                       ["--solved", *[self.table(f"solved{i}", *each) for i, each in enumerate(sorted_before)],
                        "--solved-label", "label"]),
        }

    def draw(self, count, topics):
        truth = self.random.permutation(np.arange(count) % len(topics))
        common = np.full(self.words, 1 / self.words)
        counts = [self.random.multinomial(40, 0.6 * common + 0.4 * topics[t]) for t in truth]
        return np.array(counts, dtype=float), np.array([f"class {t}" for t in truth])

    def table(self, name, items, labels=None):
        header = [f"f{j}" for j in range(self.words)] + ([] if labels is None else ["label"])
        rows = items.tolist() if labels is None else [[*row, label] for row, label in zip(items.tolist(), labels)]
        return write(self.folder / f"{name}.csv", header, rows)

    def seeds(self):
        seeds = {i: self.truth[i] for i in range(0, 150, 5)}
        return {"seeds": seeds}, ["--seeds", write(self.folder / "seeds.csv", ["id", "label"], seeds.items())]

    def links(self):
        pairs = self.random.permutation(150).reshape(75, 2)
        same = self.truth[pairs[:, 0]] == self.truth[pairs[:, 1]]
        flags = []
        for flag, some in (("--must-link", pairs[same]), ("--cannot-link", pairs[~same])):
            flags += [flag, write(self.folder / f"{flag[2:]}.csv", ["id", "id"], some.tolist())]
        return {"must_link": pairs[same], "cannot_link": pairs[~same]}, flags


KINDS = ("seeds", "links", "sizes", "known", "auxiliary", "annotated", "solved")
COMBINED = [*[(kind,) for kind in KINDS], *itertools.combinations(KINDS, 2), KINDS]


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    return World(tmp_path_factory.mktemp("world"))


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("kinds", COMBINED, ids="+".join)
def test_kinds_of_knowledge_combine(kinds, tool, world, tmp_path):
    """Pairs without the check, so that both are used."""
    trust = "always" if len(kinds) == 2 else "checked"
    known, flags = {}, ["--trust", trust]
    for kind in kinds:
        known.update(world.kinds[kind][0])
        flags += world.kinds[kind][1]
    if "auxiliary" in kinds or "annotated" in kinds:
        flags += ["--other-label", "label"]
    labels, result, _ = run(tool, tmp_path, world.folder / "items.csv", "-k", 3, "--restarts", 2, "--random-seed", 5, *flags)
    found = bellwether.Auto(3, n_init=2, random_state=5, trust=trust).fit(world.items, **known)
    require_same(found, labels, result)
    verdicts = {verdict["kind"]: verdict["used"] for verdict in found.verdicts_}
    assert verdicts == {verdict["kind"]: verdict["used"] for verdict in result["evidence"]}
    assert set(verdicts) == set(kinds)
