"""Small data with known truth, made here or brought by the package."""

from __future__ import annotations

import os
import pathlib

import numpy as np
import pytest

import bellwether


@pytest.fixture(scope="session")
def iris():
    return bellwether.read("data:iris")


@pytest.fixture
def topics():
    """Sparse counts of words in texts about three topics."""
    return bellwether.read("data:topics?items=120&clusters=3&features=200&topical=0.5")


@pytest.fixture
def some_seeds(iris):
    """Every tenth flower, by the number of its species."""
    species = {name: k for k, name in enumerate(dict.fromkeys(iris.labels.tolist()))}
    seeds = np.full(150, -1)
    seeds[::10] = [species[name] for name in iris.labels[::10].tolist()]
    return seeds


@pytest.fixture(scope="session")
def tool():
    """The command line tool of the same build, if there is one."""
    path = os.environ.get("BELLWETHER_TOOL")
    if not path or not pathlib.Path(path).exists():
        pytest.skip("BELLWETHER_TOOL names no command line tool to compare with")
    return path


def estimator_classes():
    from bellwether import estimators

    return [getattr(estimators, name) for name in estimators.__all__ if name != "TCS"]
