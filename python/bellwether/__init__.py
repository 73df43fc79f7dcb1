"""Clustering that takes direction.

Estimators in scikit-learn's manner, one for each method of `bellwether.methods()`. What is known comes by keyword to
`fit`, in any combination: `seeds`, `must_link`, `cannot_link`, `min_size`, `max_size`, `known`, `auxiliary`, `annotated`, `vectors`, `ontology`,
`solved`; never as `y`, which is the truth that scorers read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._core import InvalidInput, InvalidOption, NegativeValues
from ._errors import KnowledgeWarning, StoppedWarning
from ._names import class_name
from ._sources import Items, Method, Project, load, methods, read, read_project, scores, vectorize

if TYPE_CHECKING:
    from ._asking import Question, Questions, ask
    from ._choose_k import KChoice, choose_k
    from .estimators import *  # noqa: F403

__version__: str = _core.version

#: scikit-learn is loaded with the first estimator, so that the package itself is there at once.
_estimators = [class_name(row["name"]) for row in _core.describe()] + ["Auto", "TCS", "Strapping", "RLS"]

__all__ = sorted(
    ["InvalidInput", "InvalidOption", "Items", "KChoice", "KnowledgeWarning", "Method", "NegativeValues", "Project", "Question",
     "Questions", "StoppedWarning", "ask", "choose_k", "load", "methods", "read", "read_project", "scores", "vectorize", *_estimators]
)


def __getattr__(name: str) -> Any:
    if name in _estimators:
        from . import estimators

        return getattr(estimators, name)
    if name in ("Question", "Questions", "ask"):
        from . import _asking

        return getattr(_asking, name)
    if name in ("KChoice", "choose_k"):
        from . import _choose_k

        return getattr(_choose_k, name)
    raise AttributeError(f"module 'bellwether' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
