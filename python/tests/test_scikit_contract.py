"""scikit-learn's own checks on every estimator; those that cannot apply are listed here, with the reason, and again in
docs/python.md."""

from __future__ import annotations

import warnings

import pytest
import sklearn.utils.estimator_checks as checks

from conftest import estimator_classes

#: Estimators that cannot be fitted on items alone, so no check of scikit-learn applies.
NEED_KNOWLEDGE = {
    "Strapping": "fit needs solved collections, which no check gives",
    "RLS": "fit needs solved collections, which no check gives",
}

#: Checks that cannot apply to methods for counts, and why; to all others all of them apply.
NOT_FOR_COUNTS = {"check_clustering": "its items are standardised, and counts cannot be negative"}

#: The checks round their data to whole numbers, which leaves rows of zeros; and some searches take long with their defaults.
QUICK = {"n_init": 2, "max_iter": 50, "splits": 1, "zero_rows": "largest"}


def all_checks():
    for kind in estimator_classes():
        if kind.__name__ in NEED_KNOWLEDGE:
            continue
        estimator = kind()
        quick = {name: value for name, value in QUICK.items() if name in estimator.get_params()}
        estimator.set_params(**quick)
        generate = getattr(checks, "estimator_checks_generator", None)
        pairs = generate(estimator) if generate else checks.check_estimator(estimator, generate_only=True)
        for instance, check in pairs:
            name = getattr(check, "func", check).__name__
            reason = NOT_FOR_COUNTS.get(name) if kind._needs_counts else None
            marks = [pytest.mark.skip(reason=reason)] if reason else []
            yield pytest.param(instance, check, id=f"{kind.__name__}-{name}", marks=marks)


@pytest.mark.parametrize("estimator, check", all_checks())
def test_check(estimator, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            check(estimator)
        except checks.SkipTest as skipped:
            pytest.skip(str(skipped))


def test_what_needs_knowledge_says_so(iris):
    for kind in estimator_classes():
        if kind.__name__ in NEED_KNOWLEDGE:
            with pytest.raises(ValueError, match="solved"):
                kind().fit(iris.data)
