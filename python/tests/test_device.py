"""device=, with a device that is emulated on the processor where the tests of C++ have built one."""

from __future__ import annotations

import os
import warnings

import numpy as np
import pytest
from scipy import sparse

import bellwether

EMULATED = os.environ.get("BELLWETHER_EMULATED_DEVICE", "")
with_device = pytest.mark.skipif(not os.path.exists(EMULATED), reason="no emulated device was built")


@pytest.fixture
def items():
    draw = np.random.default_rng(1)
    return np.vstack([draw.normal(size=(200, 5)) + 3 * corner for corner in range(4)])


@pytest.fixture
def emulated(monkeypatch):
    monkeypatch.setenv("BELLWETHER_DEVICES", EMULATED)


@with_device
@pytest.mark.parametrize("kind", [bellwether.KMeans, bellwether.SphericalKMeans])
def test_a_device_finds_the_same_bits(items, emulated, kind):
    here, there = kind(4).fit(items), kind(4, device="cuda").fit(items)
    assert there.on_device_ and not here.on_device_
    assert np.array_equal(here.labels_, there.labels_)
    assert np.array_equal(here.cluster_centers_, there.cluster_centers_)
    assert np.array_equal(here.trace_, there.trace_)


@with_device
def test_seeds_are_held_on_a_device(items, emulated):
    seeds = np.where(np.arange(len(items)) % 20 == 0, np.arange(len(items)) // 200, -1)
    here = bellwether.ConstrainedKMeans(4, trust="always").fit(items, seeds=seeds)
    there = bellwether.ConstrainedKMeans(4, trust="always", device="cuda").fit(items, seeds=seeds)
    assert np.array_equal(here.labels_, there.labels_)


@with_device
def test_sparse_items_on_a_device_have_the_same_bits(emulated):
    items = sparse.random(500, 80, density=0.1, format="csr", random_state=np.random.default_rng(3)) + sparse.eye(500, 80)
    items = items[np.diff(items.indptr) > 0]
    here, there = bellwether.SphericalKMeans(6).fit(items), bellwether.SphericalKMeans(6, device="cuda").fit(items)
    assert there.on_device_ and not here.on_device_
    assert np.array_equal(here.labels_, there.labels_)
    assert np.array_equal(here.cluster_centers_, there.cluster_centers_)
    assert np.array_equal(here.trace_, there.trace_)
    assert not bellwether.KMeans(6, device="cuda").fit(items).on_device_


@with_device
@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_matrix])
def test_topics_on_a_device_have_the_same_bits(emulated, kind):
    draw = np.random.default_rng(2)
    items = kind(draw.poisson(draw.choice([0.1, 2.0], size=(90, 40))).astype(float) + np.eye(90, 40))
    here, there = bellwether.PLSA(4).fit(items), bellwether.PLSA(4, device="cuda").fit(items)
    assert there.on_device_ and not here.on_device_
    assert np.array_equal(here.probabilities_, there.probabilities_)
    assert np.array_equal(here.parameters_["topics"], there.parameters_["topics"])
    assert np.array_equal(here.trace_, there.trace_)
    assert not bellwether.PLSA(4, temper=0.8, device="cuda").fit(items).on_device_


def test_a_device_that_is_not_there_is_an_error_or_a_warning(items, monkeypatch, tmp_path):
    monkeypatch.setenv("BELLWETHER_DEVICES", str(tmp_path / "nothing.so"))
    with pytest.raises(ValueError, match=r'no GPU can be used: .*device="cpu"'):
        bellwether.KMeans(4, device="cuda").fit(items)
    with pytest.warns(RuntimeWarning, match="the processor is used"):
        found = bellwether.KMeans(4, device="auto").fit(items)
    assert np.array_equal(found.labels_, bellwether.KMeans(4).fit(items).labels_)


def test_an_unknown_device_is_named(items):
    with pytest.raises(ValueError, match='device="gpu" is unknown'):
        bellwether.KMeans(4, device="gpu").fit(items)


def test_without_a_device_there_is_no_warning(items):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        bellwether.KMeans(4).fit(items)
