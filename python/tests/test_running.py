"""Threads, progress, Ctrl-C, and Python's lock."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import bellwether


@pytest.fixture(scope="module")
def long_work():
    """Enough for seconds of work, if nobody stops it."""
    random = np.random.default_rng(0)
    return random.normal(size=(20000, 20))


def long_search(**parameters):
    return bellwether.KMeans(50, n_init=10000, search="lloyd", tol=0.0, **parameters)


def test_the_number_of_threads_does_not_matter(iris):
    one, two = (bellwether.GM(3, threads=threads).fit(iris.data) for threads in (1, 2))
    np.testing.assert_array_equal(one.labels_, two.labels_)
    np.testing.assert_array_equal(one.trace_, two.trace_)


def test_a_callback_hears_of_the_progress_and_can_stop_it(long_work):
    heard = []

    def stop_at_once(progress):
        heard.append(progress)
        assert threading.current_thread() is threading.main_thread()
        return False

    with pytest.warns(bellwether.StoppedWarning):
        found = long_search().fit(long_work, callback=stop_at_once)
    assert found.stopped_ and len(found.labels_) == 20000
    assert heard[0]["restarts"] == 10000 and heard[0]["stage"]


def test_an_error_of_the_callback_is_raised(long_work):
    def broken(progress):
        raise RuntimeError("no space left on the whiteboard")

    with pytest.raises(RuntimeError, match="whiteboard"):
        long_search().fit(long_work, callback=broken)
    with pytest.raises(TypeError, match="function"):
        bellwether.KMeans(3).fit(long_work, callback=7)


def test_short_work_reports_once(iris):
    heard = []
    bellwether.KMeans(3).fit(iris.data, callback=heard.append)
    assert heard


def test_verbose_prints_to_stderr(iris, capsys):
    bellwether.KMeans(3, verbose=1).fit(iris.data)
    printed = capsys.readouterr()
    assert printed.out == "" and "objective" in printed.err


def test_other_threads_of_python_run_meanwhile(long_work):
    """With the lock held, the counter could not move before the fit ends; it is what ends the fit."""
    counted = threading.Event()

    def wait_for_the_other(progress):
        return False if counted.is_set() else None

    def count():
        total = 0
        for i in range(100000):
            total += i
        counted.set()

    other = threading.Thread(target=count)
    other.start()
    with pytest.warns(bellwether.StoppedWarning):
        long_search().fit(long_work, callback=wait_for_the_other)
    other.join()
    assert counted.is_set()


INTERRUPTED = """
    import os, signal, warnings
    import numpy as np
    import bellwether

    signal.signal(signal.SIGINT, signal.default_int_handler)  # where tests run in the background, it is ignored
    warnings.simplefilter("ignore")
    X = np.random.default_rng(0).normal(size=(20000, 20))
    sent = []

    def interrupt(progress):
        if not sent:
            sent.append(True)
            os.kill(os.getpid(), signal.SIGINT)

    found = bellwether.KMeans(50, n_init=10000, search="lloyd", tol=0.0).fit(X, callback=interrupt)
    print("kept", len(found.labels_), found.stopped_)
"""


def test_ctrl_c_stops_the_fit_and_keeps_the_best_so_far():
    ran = subprocess.run([sys.executable, "-c", textwrap.dedent(INTERRUPTED)], capture_output=True, text=True,
                         timeout=120, env=os.environ)
    assert ran.stdout.split() == ["kept", "20000", "True"], ran.stderr


def test_ctrl_c_before_and_after_is_pythons_own(iris):
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        bellwether.KMeans(3).fit(iris.data)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
