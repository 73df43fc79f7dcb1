"""Every example runs, draws its figure, and shows that knowledge helps."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import pytest

pytest.importorskip("matplotlib")

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
SCRIPTS = sorted(path for path in EXAMPLES.glob("*.py") if path.name != "plots.py")


def test_there_is_one_for_each_kind_of_knowledge():
    kinds = {"seeds", "links", "metric", "known", "auxiliary", "annotated", "solved"}
    assert kinds <= {path.stem for path in SCRIPTS}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_knowledge_helps(script, tmp_path):
    picture = tmp_path / "figure.png"
    ran = subprocess.run([sys.executable, script, picture], env={**os.environ, "MPLBACKEND": "Agg"}, cwd=tmp_path,
                         capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert "KnowledgeWarning" not in ran.stderr, ran.stderr
    assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    last = ran.stdout.splitlines()[-1]
    scores = re.fullmatch(r"without: (-?\d\.\d\d)  with: (-?\d\.\d\d)", last)
    assert scores, last
    assert float(scores[2]) > float(scores[1]), last
