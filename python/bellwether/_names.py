"""How the table's names read in Python; used by whoever writes the estimators, too, so it imports nothing."""

from __future__ import annotations

from typing import Any

#: Words that are neither short names, which are written large, nor plain words.
_SPELLED = {"kmeans": "KMeans", "aplsa": "APLSA", "xing": "Xing"}


def class_name(name: str) -> str:
    """`cop-kmeans` is COPKMeans, `stc` is STC, `feature-clustering` is FeatureClustering."""
    words = name.split("-")
    return "".join(_SPELLED.get(word) or (word.upper() if len(word) <= 4 else word.capitalize()) for word in words)


def knowledge_of(row: dict[str, Any]) -> tuple[str, ...]:
    """The keywords of `fit` through which a method is told what is known."""
    known = ["known"] if row["kind"] == "learner" else []
    if row.get("takes_seeds") or (row["kind"] == "learner" and row["takes_links"]):
        known.append("seeds")
    if row.get("takes_links"):
        known += ["must_link", "cannot_link"]
    if row.get("takes_auxiliary"):
        known.append("auxiliary")
    if row.get("takes_tags"):
        known.append("annotated")
    return tuple(known)
