"""Writes estimators.py from the table of methods: one class each, with its parameters, help, citation and an example.

    generate.py PACKAGE OUT      PACKAGE is the folder that holds the compiled half

A new method of the library is a new class here without a line by hand. Sources and not classes made on the fly, so that
editors, type checkers, pickles and tracebacks see what people see.
"""

from __future__ import annotations

import importlib.util
import pathlib
import sys
import textwrap
from typing import Any

WIDTH = 116

RENAMED = {  # as _errors.SCIKIT_NAMES, which cannot be imported without the package around it
    "clusters": "n_clusters", "iterations": "max_iter", "tolerance": "tol", "restarts": "n_init",
    "random_seed": "random_state", "lambda": "lam",
}

KNOWLEDGE = {
    "seeds": ("array of shape (n_items,), default=None",
              "The cluster of items that are known, -1 elsewhere; or a dict of items and labels. Words are names of "
              "clusters; None, NaN and \"\" stand for not known. Never the truth: that is y, which no fit reads."),
    "must_link": ("array of shape (n_pairs, 2), default=None", "Pairs of items that belong together, by number or by id."),
    "cannot_link": ("array of shape (n_pairs, 2), default=None", "Pairs of items that belong apart."),
    "auxiliary": ("array or CSR matrix, or a list of them, default=None",
                  "Other items without labels, in the same columns; each may come with its weight, as (items, weight)."),
    "annotated": ("(items, tags), default=None",
                  "Other items in the same columns and their tags: a matrix of items x tags, a list of tags for each "
                  "item, or a label for each."),
    "known": ("(items, classes), default=None",
              "Items of known classes in the same columns, which show what a group is. Not those to be clustered."),
    "init": ("array of int of shape (n_items,), default=None", "Clusters to begin from."),
    "callback": ("function of a dict, default=None",
                 "Called with the progress on the caller's thread; False from it stops the fit and keeps the best so far."),
}

OUR_OWN = {
    "zero_rows": ("str", "error", "{\"error\", \"largest\"}",
                  "What to do about items that are all zeros and have no direction: refuse them, or put them into the "
                  "largest cluster."),
    "trust": ("str", "checked", "{\"checked\", \"always\"}",
              "Whether what is known is used only if it helps on a part of it that was held back."),
    "clusterer": ("str", "auto", "str",
               "The method that finds clusters in what was learned; auto: the mixture that it was learned for."),
    "clusterer_params": ("dict[str, Any] | None", None, "dict",
                      "Options of that method."),
    "threads": ("int", 0, "int", "0: every core. The result is the same."),
    "verbose": ("int", 0, "int", "1: print how far the fit is."),
}

ATTRIBUTES = {
    "labels_": "ndarray of shape (n_items,): the cluster of each item.",
    "objective_": "float: what the search minimised or maximised ({objective}).",
    "trace_": "ndarray: the objective after each iteration.",
    "n_iter_": "int: iterations of the search that was kept.",
    "converged_": "bool: False if the search was still improving when it ended.",
    "stopped_": "bool: True if it was interrupted; the best so far is kept.",
    "parameters_": "dict of ndarray: what the model is made of; means or directions are `cluster_centers_`, too.",
    "probabilities_": "ndarray: how sure each label is, where the method knows.",
    "options_": "dict: every option with the value that was used.",
    "seconds_": "float: time of the search, without Python's part.",
    "notes_": "list of str: what was decided without being asked for.",
    "ids_": "ndarray: the index of a frame, if it names the items.",
}
OF_KNOWLEDGE = {
    "knowledge_used_": "bool: False if there was none, or if it did not help.",
    "reason_": "str: why it is used, or why not.",
    "check_": "dict or None: figures of the check on knowledge that was held back, with the rest of it and without.",
    "unguided_labels_": "ndarray: what the same search finds without the knowledge.",
    "moved_": "int: items that the knowledge puts elsewhere.",
}
OF_LINKS = {"broken_links_": "list of pairs: links that the clusters do not keep."}
OF_SEEDS = {"cluster_names_": "ndarray of str: the seeds' names, if they are words."}
OF_FEATURES = {
    "feature_labels_": "ndarray: the cluster of each feature.",
    "feature_weights_": "ndarray: its share of that cluster.",
}
OF_OTHERS = {"auxiliary_labels_": "list of ndarray: the clusters of the other items, one array for each collection."}
OF_LEARNERS = {
    "knowledge_used_": "bool: False if there was none, or if what was learned does not help.",
    "reason_": "str: why it is used, or why not.",
    "check_": "dict or None: what was learned, tried on classes (or pairs) that were held back.",
    "learned_": "dict or None: the map, its own objective, and how it was found.",
    "unguided_labels_": "ndarray: what the same search finds in the items as they are.",
}


def attributes_of(row: dict[str, Any], takes: tuple[str, ...]) -> dict[str, str]:
    found = dict(ATTRIBUTES)
    if row["kind"] == "learner":
        return {**found, **OF_LEARNERS}
    for wanted, more in [(takes, OF_KNOWLEDGE), ("must_link" in takes, OF_LINKS), ("seeds" in takes, OF_SEEDS),
                         (row["represents"], OF_FEATURES), ("auxiliary" in takes, OF_OTHERS)]:
        found.update(more if wanted else {})
    return found


def load(folder: pathlib.Path, name: str) -> Any:
    path = next(p for p in sorted(folder.glob(name + "*")) if p.suffix in (".so", ".py", ".pyd"))
    spec = importlib.util.spec_from_file_location("bellwether." + name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def filled(text: str, indent: int) -> str:
    blanks = " " * indent
    return textwrap.fill(text, WIDTH, initial_indent=blanks, subsequent_indent=blanks)


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")


def summary_of(row: dict[str, Any]) -> str:
    """A sentence; names of methods are not words that a sentence begins with."""
    first, _, rest = row["summary"].partition(" ")
    return sentence(f"{first.upper()} {rest}" if first in ("itcc", "plsa", "tcs-gm") else row["summary"])


def type_of(option: dict[str, Any]) -> str:
    if option["choices"] or (isinstance(option["default"], str) and not option["automatic"]):
        return "str"
    if option["automatic"]:
        return "float | str"
    return type(option["default"]).__name__


def parameters(row: dict[str, Any], takes: tuple[str, ...]) -> list[tuple[str, str, Any, str, str]]:
    """Name, annotation, default, the words for its type, and help; the number of clusters first."""
    found = []
    options = {RENAMED.get(o["name"], o["name"]): o for o in row["options"]}
    if row["kind"] == "learner":
        clusters = {"name": "clusters", "default": 2, "help": "how many clusters to find", "choices": [],
                    "automatic": False, "range": "a whole number, at least 1"}
        seed = {"name": "random_seed", "default": 0, "help": "where the random draws start", "choices": [],
                "automatic": False, "range": "a whole number, at least 0"}
        options = {**options, "n_clusters": clusters, "random_state": options.get("random_state", seed)}
    for name in ["n_clusters", *[n for n in options if n not in ("n_clusters", "random_state")], "random_state"]:
        if name not in options:
            continue
        option = options[name]
        annotation = type_of(option)
        words = "{" + ", ".join(f'"{c}"' for c in option["choices"]) + "}" if option["choices"] else annotation
        if name == "random_state":
            annotation = words = "int | np.random.RandomState | None"
            words = "int, RandomState instance or None"
        found.append((name, annotation, option["default"], words, sentence(option["help"]) + ("" if option["choices"] else " " + sentence(option["range"]))))
    own = ["zero_rows"] if row.get("needs_directions") else []
    own += ["clusterer", "clusterer_params"] if row["kind"] == "learner" else []
    own += ["trust"] if takes else []
    return found + [(name, *OUR_OWN[name]) for name in [*own, "threads", "verbose"]]


def example(name: str, row: dict[str, Any], takes: tuple[str, ...]) -> str:
    lines = ["import bellwether", 'iris = bellwether.read("data:iris")']
    fit = "iris.data"
    options = "n_clusters=3"
    if row["kind"] == "learner":
        fit = "iris.data[100:], known=(iris.data[:100], iris.labels[:100])"
        options = "n_clusters=2"
    elif "must_link" in takes:
        fit += ", must_link=[(0, 1)], cannot_link=[(0, 50), (50, 100)]"
    elif "seeds" in takes:
        lines.append("seeds = [-1] * 150")
        lines.append("seeds[0], seeds[50], seeds[100] = 0, 1, 2")
        fit += ", seeds=seeds"
    elif "auxiliary" in takes:
        fit = "iris.data[::2], auxiliary=iris.data[1::2]"
    elif "annotated" in takes:
        fit = "iris.data[::2], annotated=(iris.data[1::2], iris.labels[1::2])"
    if takes:
        options += ', trust="always"'
    lines.append(f"found = bellwether.{name}({options}).fit({fit})")
    shown = [f"    >>> {line}" for line in lines] + ["    >>> len(set(found.labels_.tolist())) <= 3", "    True"]
    if row.get("represents"):
        shown += ["    >>> found.transform(iris.data).shape[0]", "    150"]
    elif row["kind"] == "learner":
        shown += ["    >>> found.transform(iris.data).shape[0]", "    150"]
    elif row.get("places"):
        shown += ["    >>> found.predict(iris.data[:5]).shape", "    (5,)"]
    return "\n".join(shown)


def docstring(name: str, row: dict[str, Any], takes: tuple[str, ...]) -> str:
    parts = [f'    """{summary_of(row)}', ""]
    if row.get("needs_counts"):
        parts += [filled("For counts and other values that are nothing below 0.", 4), ""]
    parts += [filled(f"The method `{row['name']}` of the command line.", 4), "", "    Parameters", "    ----------"]
    for parameter, _, default, words, help_text in parameters(row, takes):
        parts += [f"    {parameter} : {words}, default={default!r}", filled(help_text, 8)]
    parts += ["", "    Attributes", "    ----------"]
    objective = row["objective"] if row["kind"] == "method" else "of the search that finds the clusters"
    for attribute, text in attributes_of(row, takes).items():
        kind, _, words = text.format(objective=objective).partition(": ")
        parts += [f"    {attribute} : {kind}", filled(sentence(words), 8)]
    parts += ["", "    References", "    ----------", filled(sentence(row["citation"]), 4)]
    parts += ["", "    Examples", "    --------", example(name, row, takes), '    """']
    return "\n".join(parts)


def signature(parameters_of: list[tuple[str, str, Any, str, str]]) -> str:
    """One line after the other, each parameter in one piece."""
    lines, indent = [" " * 17 + "self"], " " * 17
    words = [f"{name}: {annotation} = {default!r}" for name, annotation, default, _, _ in parameters_of]
    for word in [words[0], "*", *words[1:]]:
        if len(lines[-1]) + len(word) > WIDTH - 4:
            lines[-1] += ","
            lines.append(indent + word)
        else:
            lines[-1] += ", " + word
    return "\n".join(lines).lstrip()


def fit(name: str, row: dict[str, Any], takes: tuple[str, ...]) -> str:
    keywords = [*takes, *(["init"] if row.get("takes_start") else []), "callback"]
    arguments = ", ".join(f"{keyword}: Any = None" for keyword in keywords)
    given = ", ".join(f"{keyword}={keyword}" for keyword in keywords)
    parts = [
        f'    def fit(self, X: Any, y: Any = None, *, {arguments}) -> "{name}":',
        '        """Find the clusters of the items.' if row["kind"] == "method" else
        '        """Learn from what is known of other clusters, and find the clusters of the items.',
        "", "        Parameters", "        ----------",
        "        X : array or CSR matrix of shape (n_items, n_features), or a frame", "        y : ignored",
    ]
    for keyword in keywords:
        kind, text = KNOWLEDGE[keyword]
        parts += [f"        {keyword} : {kind}", filled(text, 12)]
    return "\n".join([*parts, '        """', f"        return self._fit(X, {given})"])


def estimator(row: dict[str, Any], names: Any) -> str:
    name, takes = names.class_name(row["name"]), names.knowledge_of(row)
    if row["kind"] == "learner":
        bases, own = "Learner", [f'    _learner = "{row["name"]}"']
        if any(option["name"] == "clusters" for option in row["options"]):
            own.append("    _takes_clusters = True")
    else:
        mixins = [*(["Places"] if row["places"] else []), *(["Represents"] if row["represents"] else [])]
        bases, own = ", ".join([*mixins, "Clusterer"]), [f'    _method = "{row["name"]}"']
        if row["needs_counts"]:
            own.append("    _needs_counts = True")
    all_parameters = parameters(row, takes)
    body = [f"        self.{parameter} = {parameter}" for parameter, *_ in all_parameters]
    return "\n".join([f"class {name}({bases}):", docstring(name, row, takes), "", *own, "",
                      f"    def __init__({signature(all_parameters)}) -> None:", *body, "", fit(name, row, takes)])


def main(package: pathlib.Path, out: pathlib.Path) -> None:
    core, names = load(package, "_core"), load(package, "_names")
    rows = core.describe()
    classes = [estimator(row, names) for row in rows]
    exported = [names.class_name(row["name"]) for row in rows] + ["Auto", "TCS", "Strapping", "RLS"]
    head = '"""One estimator for each method. Written from the table of methods by python/generate.py."""'
    imports = ["from __future__ import annotations", "", "from typing import Any", "", "import numpy as np", "",
               "from ._auto import Auto", "from ._base import Clusterer, Learner, Places, Represents",
               "from ._tuning import RLS, Strapping", "", f"__all__ = {exported!r}"]
    tail = ["#: The paper's usual form.", "TCS = TCSGM", ""]
    text = "\n\n\n".join([head + "\n\n" + "\n".join(imports), *classes, "\n".join(tail)])
    scratch = out.with_suffix(".new")
    scratch.write_text(text, encoding="utf-8")
    scratch.replace(out)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
