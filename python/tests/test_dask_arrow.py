"""Parquet, Feather and Arrow on the command line, whose python3 is the one that has PyArrow: what the same CSV gives."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow", reason="PyArrow is not installed for this Python; `make test` runs these tests where it is")
from pyarrow import csv, feather, parquet  # noqa: E402


@pytest.fixture
def tables(tmp_path):
    """The same items in each form; `known` are those of two classes, `new` the others."""
    rng = np.random.default_rng(0)
    classes = rng.integers(0, 4, 400)
    X = rng.normal(size=(400, 3)) + 4 * np.eye(4)[classes][:, :3]
    whole = pa.table({"name": [f"i{k}" for k in range(400)], "x": X[:, 0], "y": X[:, 1], "z": X[:, 2], "kind": [f"k{c}" for c in classes]})
    for name, table in {"all": whole, "known": whole.filter(pa.array(classes < 2)), "new": whole.filter(pa.array(classes >= 2))}.items():
        csv.write_csv(table, tmp_path / f"{name}.csv")
        parquet.write_table(table, tmp_path / f"{name}.parquet")
        feather.write_feather(table, str(tmp_path / f"{name}.feather"))
    for name in ("hard1", "hard2"):
        classes = rng.integers(0, 4, 200)
        X = rng.normal(size=(200, 3)) + 1.5 * np.eye(4)[classes][:, :3]
        table = pa.table({"name": [f"i{k}" for k in range(200)], "x": X[:, 0], "y": X[:, 1], "z": X[:, 2], "kind": [f"k{c}" for c in classes]})
        csv.write_csv(table, tmp_path / f"{name}.csv")
        parquet.write_table(table, tmp_path / f"{name}.parquet")
    parquet.write_table(whole.append_column("tags", pa.array([[1, 2]] * 400)), tmp_path / "nested.parquet")
    (tmp_path / "parts").mkdir()
    for number, first in enumerate(range(0, 400, 150)):
        parquet.write_table(whole.slice(first, 150), tmp_path / "parts" / f"{number}.parquet")
    return tmp_path


@pytest.fixture
def asked(tool, tables):
    def run(*words, out, status=0):
        path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
        columns = ["--id-column", "name", "--label-column", "kind"]
        done = subprocess.run([tool, *words, *columns, "-o", out, "--quiet", "--force"], cwd=tables, env={**os.environ, "PATH": path}, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        if status:
            return done.stderr
        target = tables / out
        return (target / "assignments.csv" if target.is_dir() else target).read_bytes()

    return run


@pytest.mark.parametrize("name", ["all.parquet", "all.feather", "parts"])
def test_items(asked, name):
    words = ["-k", "4", "--method", "kmeans"]
    assert asked("cluster", name, *words, out="there") == asked("cluster", "all.csv", *words, out="plain")
    on_disk = asked("cluster", name, *words, "--memory", "1G", out="disk").decode().splitlines()[1:]
    plain = asked("cluster", "all.csv", *words, out="again").decode().splitlines()[1:]
    assert on_disk == [",".join(line.split(",")[:2]) for line in plain]


def test_lists_are_refused_by_name_and_can_be_left_out(asked):
    words = ["-k", "4", "--method", "kmeans"]
    assert "column tags holds list" in asked("cluster", "nested.parquet", *words, out="none", status=1)
    assert asked("cluster", "nested.parquet", *words, "--ignore", "tags", out="there") == asked("cluster", "all.csv", *words, out="plain")


@pytest.mark.parametrize("ending", ["parquet", "feather"])
def test_known_items_and_what_is_learned_from_them(asked, ending):
    def both(name):
        return f"{name}.{ending}", f"{name}.csv"

    for words in (["learn", "{new}", "--known", "{known}", "--method", "whiten"], ["learn", "--known", "{known}", "--method", "whiten"],
                  ["cluster", "{new}", "-k", "2", "--known", "{known}", "--method", "whiten"]):
        there, plain = ([word.format(new=new, known=known) for word in words] for new, known in zip(both("new"), both("known")))
        assert asked(*there, out=f"{words[0]}.there") == asked(*plain, out=f"{words[0]}.plain")


def test_solved_collections(asked, tables):
    for ending in ("parquet", "csv"):
        words = ["--method", "kmeans", "--restarts", "1", "--strap", "iterations=1:9:2"]
        asked("tune", "--solved", f"hard1.{ending}", f"hard2.{ending}", *words, out=f"{ending}.tuned")
    words = ["cluster", "all.csv", "-k", "4", "--method", "kmeans", "--restarts", "1"]
    assert asked(*words, "--tune", "parquet.tuned", out="there") == asked(*words, "--tune", "csv.tuned", out="plain")


def test_methods_are_compared(asked, tables):
    for name in ("all.parquet", "all.csv"):
        try:
            asked("compare", name, "-k", "4", "--methods", "kmeans,gm", "--repeats", "2", out=name + ".compared")
        except FileNotFoundError:
            pass  # a comparison has a folder for each method
    there, plain = (sorted((tables / f"all.{ending}.compared").glob("*/assignments.csv")) for ending in ("parquet", "csv"))
    assert len(there) == len(plain) == 2
    assert [path.read_bytes() for path in there] == [path.read_bytes() for path in plain]
