"""Errors and warnings in Python's words."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from typing import Iterator

from . import _core

#: Options that scikit-learn has names for; everywhere else they keep the name that the command line gives them.
SCIKIT_NAMES = {
    "clusters": "n_clusters",
    "iterations": "max_iter",
    "tolerance": "tol",
    "restarts": "n_init",
    "random_seed": "random_state",
    "lambda": "lam",  # a word that Python keeps for itself
}


class KnowledgeWarning(UserWarning):
    """What is known did not help on a part of it that was held back, and was not used."""


class StoppedWarning(UserWarning):
    """The search was interrupted; the best that was found until then is kept."""


def _literal(value: str) -> str:
    if value in ("true", "false"):
        return value.capitalize()
    try:
        float(value)
    except ValueError:
        return json.dumps(value, ensure_ascii=False)
    return value


def spelled(name: str, value: str) -> str:
    """A setting that the library names, as a caller writes it: `missing="mean"`, `n_clusters=3`."""
    name = SCIKIT_NAMES.get(name, name)
    return f"{name}={_literal(value)}" if value else name


def in_python(text: str) -> str:
    """A message, a note or a reason of the library with its settings as Python writes them."""
    return _core.in_words(text, spelled)


@contextmanager
def said_in_python(counts: bool = False) -> Iterator[None]:
    """Errors of the library in Python's words.

    `counts`: for estimators of counts, whose errors about values below 0 begin as scikit-learn's own do.
    """
    try:
        yield
    except (_core.InvalidInput, _core.InvalidOption) as error:
        message = in_python(error.text)
        if counts and isinstance(error, _core.NegativeValues):
            message = "Negative values in data: " + message
        error.args = (message,)
        error.remedies = [(SCIKIT_NAMES.get(name, name), value) for name, value in error.remedies]
        raise
