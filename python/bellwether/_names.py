"""How the table's names read in Python; used by whoever writes the estimators, too, so it imports nothing."""

from __future__ import annotations

from typing import Any

#: Words that are neither short names, which are written large, nor plain words.
_SPELLED = {"kmeans": "KMeans", "aplsa": "APLSA", "xing": "Xing"}

#: The keywords of `fit` for each kind of knowledge.
KEYWORDS = {
    "seeds": ("seeds",), "links": ("must_link", "cannot_link"), "sizes": ("min_size", "max_size"), "known": ("known",),
    "auxiliary": ("auxiliary",), "annotated": ("annotated",), "solved": ("solved",), "vectors": ("vectors", "ontology"),
}


def class_name(name: str) -> str:
    """`cop-kmeans` is COPKMeans, `stc` is STC, `feature-clustering` is FeatureClustering."""
    words = name.split("-")
    return "".join(_SPELLED.get(word) or (word.upper() if len(word) <= 4 else word.capitalize()) for word in words)


def knowledge_of(row: dict[str, Any]) -> tuple[str, ...]:
    """The keywords through which a method itself is told what is known; bounds on sizes are its parameters."""
    return tuple(keyword for kind, keywords in KEYWORDS.items() if kind in row["takes"] and kind != "sizes" for keyword in keywords)


def keywords_of(row: dict[str, Any]) -> tuple[str, ...]:
    """Every keyword of `fit`, those that the method itself takes first; not those that are parameters."""
    own = knowledge_of(row)
    options = {option["name"] for option in row["options"]}
    rest = (keyword for keywords in KEYWORDS.values() for keyword in keywords if keyword not in own)
    return tuple(keyword for keyword in (*own, *rest, "init") if keyword not in options)
