"""Errors and warnings in Python's words."""

from __future__ import annotations

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


def in_python(message: str) -> str:
    """The library speaks of flags (`--label-column last`), Python of arguments (`label_column=last`)."""

    def argument(flag: re.Match[str]) -> str:
        name = flag[1].replace("-", "_")
        return SCIKIT_NAMES.get(name, name) + "="

    message = re.sub(r"--set ([a-z_-]+)=", lambda flag: f"{flag[1].replace('-', '_')}=", message)
    message = re.sub(r"(?<![\w-])-k (?=\d)", "n_clusters=", message)
    message = re.sub(r"--([a-z]+(?:-[a-z]+)*) (?=[\w'])", lambda flag: argument(flag), message)
    return re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda flag: argument(flag)[:-1], message)


@contextmanager
def said_in_python(counts: bool = False) -> Iterator[None]:
    """Errors of the library with the names that Python's callers know.

    `counts`: for estimators of counts, whose errors about values below 0 begin as scikit-learn's own do.
    """
    try:
        yield
    except (_core.InvalidInput, _core.InvalidOption) as error:
        message = in_python(str(error))
        if counts and re.search(r"none below 0|from 0 up", message):
            message = "Negative values in data: " + message
        if message == str(error):
            raise
        raise type(error)(message) from None
