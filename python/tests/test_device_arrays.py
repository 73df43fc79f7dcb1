"""Arrays that lie on a GPU. Here the device is emulated, its memory is this process's, and arrays only say that they lie there."""

from __future__ import annotations

import gc
import os
import weakref

import numpy as np
import pytest

import bellwether

EMULATED = os.environ.get("BELLWETHER_EMULATED_DEVICE", "")
with_device = pytest.mark.skipif(not os.path.exists(EMULATED), reason="no emulated device was built")
pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")

KINDS = [bellwether.KMeans, bellwether.SphericalKMeans, bellwether.GM, bellwether.VM]
SEEDED = [bellwether.SeededKMeans, bellwether.ConstrainedKMeans, bellwether.SeededSphericalKMeans, bellwether.ConstrainedSphericalKMeans,
          bellwether.SeededGM, bellwether.ConstrainedGM, bellwether.SeededVM, bellwether.ConstrainedVM]


class Interface:
    """As CuPy, PyTorch and Numba say it."""

    def __init__(self, values, **other):
        self.values = values
        self.other = other

    @property
    def __cuda_array_interface__(self):
        values = self.values
        return {"shape": values.shape, "typestr": values.dtype.str, "data": (values.ctypes.data, False), "version": 3, "strides": None,
                "stream": 1, **self.other}

    def get(self):
        return self.values.copy()


class Dlpack:
    """As JAX says it."""

    def __init__(self, values):
        self.values = values

    def __dlpack__(self, *, stream=None):
        assert stream == 1
        return self.values.__dlpack__()

    def __dlpack_device__(self):
        return 2, 0


@pytest.fixture
def items():
    draw = np.random.default_rng(1)
    return np.vstack([draw.normal(size=(300, 5)) + 3 * corner for corner in range(1, 5)])


@pytest.fixture
def emulated(monkeypatch):
    monkeypatch.setenv("BELLWETHER_DEVICES", EMULATED)


def expect_same(here, there):
    assert there.on_device_
    assert there.labels_.dtype == here.labels_.dtype and np.array_equal(here.labels_, there.labels_)
    for name, table in here.parameters_.items():
        assert np.array_equal(table, there.parameters_[name]), name
    assert np.array_equal(here.trace_, there.trace_) and here.objective_ == there.objective_
    assert sorted(vars(here)) == sorted(vars(there))
    for name in ("n_iter_", "converged_", "figures_", "options_", "method_", "choice_", "notes_", "n_clusters_", "n_features_in_", "moved_",
                 "broken_links_", "verdicts_", "reason_"):
        assert getattr(here, name) == getattr(there, name), name
    for name in ("unguided_labels_", "probabilities_", "cluster_centers_", "cluster_names_"):
        assert np.array_equal(getattr(here, name, None), getattr(there, name, None)), name


@with_device
@pytest.mark.parametrize("precision", [np.float32, np.float64])
@pytest.mark.parametrize("wrapped", [Interface, Dlpack])
@pytest.mark.parametrize("kind", KINDS)
def test_the_bits_are_those_of_a_numpy_array(items, emulated, kind, wrapped, precision):
    values = items.astype(precision)
    expect_same(kind(4, device="cuda").fit(values), kind(4, device="cuda").fit(wrapped(values)))
    assert np.array_equal(kind(4, device="cuda").fit_predict(wrapped(values)), kind(4, device="cuda").fit_predict(values))


@with_device
@pytest.mark.parametrize("kind", [bellwether.KMeans, bellwether.SphericalKMeans])
def test_the_bits_are_those_of_the_processor(items, emulated, kind):
    here, there = kind(7).fit(items), kind(7, device="cuda").fit(Interface(items))
    assert np.array_equal(here.labels_, there.labels_) and np.array_equal(here.cluster_centers_, there.cluster_centers_)
    assert np.array_equal(here.trace_, there.trace_)


@with_device
@pytest.mark.parametrize("kind", SEEDED)
@pytest.mark.parametrize("words", [False, True])
def test_seeds_start_and_stay(items, emulated, kind, words):
    seeds = np.where(np.arange(len(items)) % 20 == 0, (np.arange(len(items)) // 300 + (np.arange(len(items)) % 60 == 0)) % 4, -1)
    if words:
        seeds = [("a", "b", "c", "d")[seed] if seed >= 0 else None for seed in seeds]
    expect_same(kind(5, trust="always", device="cuda").fit(items, seeds=seeds),
                kind(5, trust="always", device="cuda").fit(Interface(items), seeds=seeds))


@with_device
@pytest.mark.parametrize("kind", SEEDED)
def test_without_seeds_it_is_the_plain_form(items, emulated, kind):
    expect_same(kind(4, device="cuda").fit(items), kind(4, device="cuda").fit(Interface(items)))


@with_device
def test_the_number_of_threads_does_not_show(items, emulated):
    one = bellwether.KMeans(6, device="cuda", threads=1).fit(Interface(items))
    for threads in (2, 3):
        expect_same(one, bellwether.KMeans(6, device="cuda", threads=threads).fit(Interface(items)))


@with_device
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("piece", [1 << 10, 64 << 20])
def test_new_items_are_placed_piece_by_piece(items, emulated, kind, piece, monkeypatch, tmp_path):
    monkeypatch.setattr("bellwether._device_rows._PIECE", piece)
    fitted = kind(4, device="cuda").fit(Interface(items))
    values = items[::2].astype(np.float32)
    assert np.array_equal(fitted.predict(Interface(values)), fitted.predict(values))
    assert np.array_equal(fitted.predict(Dlpack(values)), fitted.predict(values))
    fitted.save(tmp_path / "model")
    assert np.array_equal(bellwether.load(tmp_path / "model").predict(values), fitted.predict(values))


@with_device
def test_the_owner_is_kept_as_long_as_the_fit_and_no_longer(items, emulated):
    class Array(np.ndarray):
        """One that can be looked for."""

    for wrapped in (Interface, Dlpack):
        values = items.copy().view(Array)
        seen = weakref.ref(values)
        bellwether.KMeans(2, device="cuda", n_init=1).fit(wrapped(values))
        assert seen() is not None
        del values
        gc.collect()
        assert seen() is None


@with_device
@pytest.mark.parametrize("strides", [None, "explicit"])
def test_rows_without_gaps_are_taken_however_that_is_said(items, emulated, strides):
    given = Interface(items, strides=items.strides if strides else None)
    assert bellwether.KMeans(2, device="cuda").fit(given).on_device_
    one = np.ascontiguousarray(items[:1])  # of a single row the stride of rows means nothing
    assert bellwether.KMeans(1, device="cuda").fit(Interface(one, strides=(8, 8))).labels_.tolist() == [0]


@with_device
@pytest.mark.parametrize(("given", "words"), [
    (lambda items: Interface(items.astype(int)), "X holds int64, but items on a GPU must be float32 or float64"),
    (lambda items: Interface(items.astype(np.float16)), "X holds float16"),
    (lambda items: Dlpack(items.astype(np.complex128)), "X holds complex128"),
    (lambda items: Interface(items.astype(">f8")), "must be float32 or float64"),
    (lambda items: Interface(items[0]), r"must have two dimensions, items and features, but has the shape \(5,\)"),
    (lambda items: Interface(items[:, :2], strides=items.strides), r"does not lie row by row .* cupy.ascontiguousarray"),
    (lambda items: Dlpack(np.asfortranarray(items)), "does not lie row by row"),
    (lambda items: Interface(items, data=(items.ctypes.data + 4, False)), "does not lie row by row"),
    (lambda items: Interface(items, mask=Interface(items > 0)), "X has a mask"),
])
def test_what_cannot_be_read_there_says_what_to_do(items, emulated, given, words):
    with pytest.raises(ValueError, match=words):
        bellwether.KMeans(2, device="cuda").fit(given(items))


@with_device
def test_what_is_sparse_on_a_gpu_says_what_to_do(items, emulated):
    class Tensor(Dlpack):
        def __dlpack__(self, *, stream=None):
            raise BufferError("Can't export tensors with layout other than torch.strided")

    class Matrix:
        __module__ = "cupyx.scipy.sparse"

    for given in (Tensor(items), Matrix()):
        with pytest.raises(ValueError, match="X cannot be read where it lies on a GPU .*copy it to the host first"):
            bellwether.KMeans(2, device="cuda").fit(given)
        with pytest.raises(ValueError, match="copy it to the host first|asked to run on the processor"):
            bellwether.KMeans(2).fit(given)


@with_device
def test_a_tensor_that_requires_a_gradient_is_refused(items, emulated):
    class Tensor(Interface):
        requires_grad = True

        @property
        def __cuda_array_interface__(self):
            raise RuntimeError("Can't get __cuda_array_interface__ on Variable that requires grad")

    with pytest.raises(ValueError, match=r"give X.detach\(\)"):
        bellwether.KMeans(2, device="cuda").fit(Tensor(items))


@with_device
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spoil", ["nan", "inf", "-inf", "both", "no items", "no features"])
@pytest.mark.parametrize("row", [0, 801, 1199])
def test_errors_of_values_have_the_words_of_a_numpy_array(items, emulated, kind, spoil, row):
    values = {"no items": items[:0], "no features": items[:, :0]}.get(spoil, items).copy()
    if spoil == "both":
        values[row, 3:] = np.nan, np.inf
    elif not spoil.startswith("no "):
        values[row, 3] = float(spoil)
    with pytest.raises(ValueError) as here:
        kind(2).fit(values)
    with pytest.raises(ValueError) as there:
        kind(2, device="cuda").fit(Interface(values))
    assert str(here.value) == str(there.value)


@with_device
@pytest.mark.parametrize("kind", [bellwether.SphericalKMeans, bellwether.VM])
def test_a_row_of_zeros_is_named(items, emulated, kind):
    items[700] = 0
    with pytest.raises(ValueError, match="item 700 is all zeros and has no direction"):
        kind(2, device="cuda").fit(Interface(items))


@with_device
def test_other_columns_than_those_of_the_fit_are_an_error(items, emulated):
    fitted = bellwether.KMeans(2, device="cuda").fit(Interface(items))
    with pytest.raises(ValueError, match="X has 3 features, but KMeans is expecting 5"):
        fitted.predict(Interface(items[:, :3].copy()))


@with_device
@pytest.mark.parametrize(("fit", "words"), [
    (lambda X: bellwether.KMeans("auto", device="cuda").fit(X), "the number of clusters is not chosen on a GPU"),
    (lambda X: bellwether.KMeans(2, min_size=3, device="cuda").fit(X), "min_size cannot be used where X lies on a GPU"),
    (lambda X: bellwether.KMeans(2, device="cuda").fit(X, init=np.zeros(1200, int)), "init cannot be used where X lies on a GPU"),
    (lambda X: bellwether.SeededKMeans(2, device="cuda").fit(X, seeds={0: 0, 1: 1}), 'seeds are not checked .* trust="always"'),
    (lambda X: bellwether.KMeans(2, device="cuda", trust="never").fit(X), "trust is 'never'"),
    (lambda X: bellwether.SeededKMeans(2, device="cuda", trust="always").fit(X, seeds=[0, 1]), "seeds are for 1200 items"),
    (lambda X: bellwether.GM(2, device="cuda", covariance="full").fit(X), 'one common width alone: use covariance="common"'),
    (lambda X: bellwether.KMeans(2000, device="cuda").fit(X), "2000 clusters were asked for, but there are only 1200 items"),
    (lambda X: bellwether.KMeans(2, device="gpu").fit(X), 'device="gpu" is unknown'),
    (lambda X: bellwether.KMeans(2).fit(X), 'KMeans was asked to run on the processor: give device="cuda", or copy X to the host'),
    (lambda X: bellwether.Multinomial(2).fit(X), "Multinomial does not run there: copy it to the host first"),
    (lambda X: bellwether.Auto(2, device="cuda").fit(X), "Auto does not run there"),
    (lambda X: bellwether.PLSA(2).fit(X), "PLSA does not run there"),
    (lambda X: bellwether.PLSA(2, device="cuda").fit(X), "PLSA does not run there"),
    (lambda X: bellwether.choose_k(X), "on a GPU, where this does not run: copy it to the host first"),
    (lambda X: bellwether.ask(X, 2), "where this does not run"),
    (lambda X: bellwether.TCS(2).fit(X.values, known=(X, np.arange(1200) % 2)), "where this does not run"),
    (lambda X: bellwether.KMeans(2).fit(X.values).predict(X), "KMeans was asked to run on the processor"),
    (lambda X: bellwether.ITCC(2).fit(np.abs(X.values)).transform(X), "where this does not run"),
])
def test_what_does_not_run_there_says_what_to_do(items, emulated, fit, words):
    with pytest.raises(ValueError, match=words):
        fit(Interface(items))


@with_device
@pytest.mark.parametrize(("how", "words"), [("memory", "too little memory"), ("memory-late", "out of memory"), ("lost", "it fell off the bus")])
def test_a_device_that_fails_is_an_error_or_a_warning(items, emulated, monkeypatch, how, words):
    monkeypatch.setenv("EMULATED_DEVICE", how)
    with pytest.raises(ValueError, match=words):
        bellwether.KMeans(20, device="cuda", tol=0).fit(Interface(items))
    with pytest.warns(RuntimeWarning, match=f"{words}.*; X is copied to the host"):
        found = bellwether.KMeans(20, device="auto", tol=0).fit(Interface(items))
    assert not found.on_device_
    assert np.array_equal(found.labels_, bellwether.KMeans(20, tol=0).fit(items).labels_)


def test_without_a_device_auto_copies_to_the_host(items, monkeypatch, tmp_path):
    monkeypatch.setenv("BELLWETHER_DEVICES", str(tmp_path / "nothing.so"))
    with pytest.raises(ValueError, match="no GPU can be used"):
        bellwether.KMeans(4, device="cuda").fit(Interface(items))
    with pytest.warns(RuntimeWarning, match="no GPU can be used"):
        found = bellwether.KMeans(4, device="auto").fit(Interface(items))
        assert np.array_equal(found.predict(Interface(items)), found.labels_)
    assert np.array_equal(found.labels_, bellwether.KMeans(4).fit(items).labels_)
    with pytest.warns(RuntimeWarning), pytest.raises(ValueError, match="copy it to the host first"):
        bellwether.KMeans(4, device="auto").fit(Dlpack(items))


def test_arrays_of_the_host_that_speak_dlpack_are_what_they_were(items):
    class Host(np.ndarray):
        """A NumPy array, which has __dlpack__ as well."""

    assert np.array_equal(bellwether.KMeans(4).fit(items.view(Host)).labels_, bellwether.KMeans(4).fit(items).labels_)


@with_device
def test_the_callback_is_told_and_may_stop(items, emulated):
    told = []

    def stop_at_once(progress):
        told.append(progress)
        return False

    with pytest.warns(bellwether.StoppedWarning):
        found = bellwether.KMeans(30, n_init=100_000, device="cuda").fit(Interface(items), callback=stop_at_once)
    assert found.stopped_ and found.on_device_ and told[0]["restarts"] == 100_000
