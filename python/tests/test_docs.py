"""What the docs show in Python is what Python prints."""

from __future__ import annotations

import doctest
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).parents[2]
OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_examples_of_a_page(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    assert blocks
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    printed: list[str] = []
    results = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=printed.append)
    assert results.attempted > 3 and results.failed == 0, "".join(printed)
