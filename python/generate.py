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
    "must_link": ("array of shape (n_pairs, 2) or (n_pairs, 3), default=None",
                  "Pairs of items that belong together, by number or by id; a third column weighs them (PCC)."),
    "cannot_link": ("array of shape (n_pairs, 2) or (n_pairs, 3), default=None", "Pairs of items that belong apart, likewise."),
    "min_size": ("int, default=None", "Items that each cluster has at least."),
    "max_size": ("int, default=None", "Items that each cluster has at most."),
    "auxiliary": ("array or CSR matrix, or a list of them, default=None",
                  "Other items without labels, in the same columns; each may come with its weight, as (items, weight)."),
    "annotated": ("(items, tags), default=None",
                  "Other items in the same columns and their tags: a matrix of items x tags, a list of tags for each "
                  "item, or a label for each."),
    "known": ("(items, classes), default=None",
              "Items of known classes in the same columns, which show what a group is. Not those to be clustered."),
    "solved": ("(items, classes), a list of such pairs, or a path, default=None",
               "Collections that were sorted before, in the same columns, which choose an option; or the file of "
               "`bellwether tune`."),
    "vectors": ("path, default=None",
                "Word vectors that were learned elsewhere, for texts: GloVe or word2vec text, .vec or .safetensors. The items "
                "must be what `bellwether.vectorize` gives."),
    "ontology": ("path, default=None",
                 "Categories: a CSV of term,parent for texts, which must be what `bellwether.vectorize` gives, or of "
                 "item,category. `categories_` says which are over-represented in each cluster."),
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
               "The method that finds clusters in what was learned; auto: the one that fits what is known."),
    "clusterer_params": ("dict[str, Any] | None", None, "dict",
                      "Options of that method."),
    "threads": ("int", 0, "int", "0: every core. The result is the same."),
    "device": ("str", "cpu", "{\"cpu\", \"auto\", \"cuda\"}",
                "Where spherical-kmeans, plsa, aplsa, and kmeans, gm and vm of dense items, search: auto takes the GPU where it pays. With cuda, "
                "X may be an array of CuPy or PyTorch that lies there."),
    "verbose": ("int", 0, "int", "1: print how far the fit is."),
}

ATTRIBUTES = {
    "labels_": "ndarray of shape (n_items,): the cluster of each item.",
    "n_clusters_": "int: how many clusters there are.",
    "k_choice_": "dict: how that number was chosen, if it was, as `bellwether.choose_k` says it.",
    "objective_": "float: what the search minimised or maximised ({objective}).",
    "trace_": "ndarray: the objective after each iteration.",
    "figures_": "dict: what else was measured; of mixtures `bic`, the smaller the better.",
    "n_iter_": "int: iterations of the search that was kept.",
    "converged_": "bool: False if the search was still improving when it ended.",
    "stopped_": "bool: True if it was interrupted; the best so far is kept.",
    "parameters_": "dict of ndarray: what the model is made of; means or directions are `cluster_centers_`, too.",
    "probabilities_": "ndarray: how sure each label is, where the method knows.",
    "options_": "dict: every option with the value that was used.",
    "seconds_": "float: time of the search, without Python's part.",
    "notes_": "list of str: what was decided without being asked for.",
    "ids_": "ndarray: the index of a frame, if it names the items.",
    "verdicts_": "list of dict: for each kind of knowledge whether it was used, why, and what a part of it that was held "
                 "back showed with it and without.",
    "knowledge_used_": "bool: False if there was none, or if none of it helped.",
    "reason_": "str: why it is used, or why not.",
    "check_": "dict or None: the first of the verdicts.",
    "unguided_labels_": "ndarray: what is found without any knowledge.",
    "categories_": "list of lists of dict, with `ontology`: for each cluster the categories that are over-represented in it.",
    "moved_": "int: items that the knowledge puts elsewhere.",
    "broken_links_": "list of pairs: links that the clusters do not keep.",
    "cluster_names_": "ndarray of str: the seeds' names, if they are words and were used.",
    "learned_": "dict or None: the map that known clusters taught, its own objective, and how it was found.",
}
OF_FEATURES = {
    "feature_labels_": "ndarray: the cluster of each feature.",
    "feature_weights_": "ndarray: its share of that cluster.",
}
OF_OTHERS = {"auxiliary_labels_": "list of ndarray: the clusters of the other items, one array for each collection."}


def attributes_of(row: dict[str, Any], takes: tuple[str, ...]) -> dict[str, str]:
    found = dict(ATTRIBUTES)
    for wanted, more in [(row.get("represents"), OF_FEATURES), ("auxiliary" in takes, OF_OTHERS)]:
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
    return sentence(f"{first.upper()} {rest}" if first in ("itcc", "plsa", "sib", "tcs-gm") else row["summary"])


def type_of(option: dict[str, Any]) -> str:
    if option["choices"] or (isinstance(option["default"], str) and not option["automatic"]):
        return "str"
    if option["automatic"]:
        return "float | str"
    return type(option["default"]).__name__


def parameters(row: dict[str, Any]) -> list[tuple[str, str, Any, str, str]]:
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
        if name == "n_clusters":
            annotation = "int | str | tuple[int, int]"
            words = 'int, "auto" or (least, most)'
            option = {**option, "help": "how many clusters to find; \"auto\" chooses, and a pair says from where to where"}
        if name == "random_state":
            annotation = words = "int | np.random.RandomState | None"
            words = "int, RandomState instance or None"
        found.append((name, annotation, option["default"], words, sentence(option["help"]) + ("" if option["choices"] else " " + sentence(option["range"]))))
    own = ["clusterer", "clusterer_params"] if row["kind"] == "learner" else []
    where = ["threads", "device"] if row.get("on_device") else ["threads"]
    return found + [(name, *OUR_OWN[name]) for name in [*own, "zero_rows", "trust", *where, "verbose"]]


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
        parts += [filled("For counts and other values that are not negative.", 4), ""]
    parts += [filled(f"The method `{row['name']}` of the command line.", 4), "", "    Parameters", "    ----------"]
    for parameter, _, default, words, help_text in parameters(row):
        parts += [f"    {parameter} : {words}, default={default!r}", filled(help_text, 8)]
    parts += ["", "    Attributes", "    ----------"]
    objective = row["objective"] if row["kind"] == "method" else "of the search that finds the clusters"
    for attribute, text in attributes_of(row, takes).items():
        kind, _, words = text.format(objective=objective).partition(": ")
        parts += [f"    {attribute} : {kind}", filled(sentence(words), 8)]
    parts += ["", "    References", "    ----------", filled(sentence(row["citation"]), 4)]
    parts += ["", "    Examples", "    --------", example(name, row, takes), '    """']
    return "\n".join(parts)


def wrapped(first: str, words: list[str], last: str) -> list[str]:
    """The words after each other, in lines that begin below the first word."""
    lines, indent = [first + words[0]], " " * len(first)
    for word in words[1:]:
        if len(lines[-1]) + len(word) + 2 > WIDTH:
            lines[-1] += ","
            lines.append(indent + word)
        else:
            lines[-1] += ", " + word
    return [*lines[:-1], lines[-1] + last]


def initialiser(all_parameters: list[tuple[str, str, Any, str, str]]) -> list[str]:
    first, *rest = [f"{name}: {annotation} = {default!r}" for name, annotation, default, _, _ in all_parameters]
    return wrapped("    def __init__(", ["self", first, "*", *rest], ") -> None:")


def fit(name: str, row: dict[str, Any], knowledge: tuple[str, ...]) -> str:
    keywords = [*knowledge, "callback"]
    of_a_gpu = '; with device="cuda" also an array on the GPU' if row.get("resident") else ""
    parts = [
        *wrapped("    def fit(", ["self", "X: Any", "y: Any = None", "*", *[f"{keyword}: Any = None" for keyword in keywords]],
                 f') -> "{name}":'),
        '        """Find the clusters of the items.' if row["kind"] == "method" else
        '        """Learn from what is known of other clusters, and find the clusters of the items.',
        "", "        Parameters", "        ----------",
        "        X : array or CSR matrix of shape (n_items, n_features), or a frame" + of_a_gpu, "        y : ignored",
    ]
    for keyword in keywords:
        kind, text = KNOWLEDGE[keyword]
        parts += [f"        {keyword} : {kind}", filled(text, 12)]
    given = wrapped("        given = {", [f'"{keyword}": {keyword}' for keyword in knowledge], "}")
    return "\n".join([*parts, '        """', *given, "        return self._fit(X, given, callback)"])


def estimator(row: dict[str, Any], names: Any) -> str:
    name, takes = names.class_name(row["name"]), names.knowledge_of(row)
    if row["kind"] == "learner":
        bases, own = "Learner", [f'    _learner = "{row["name"]}"']
        if "links" in row["takes"]:
            own.append("    _learns_from_links = True")
    else:
        mixins = [*(["Places"] if row["places"] else []), *(["Represents"] if row["represents"] else [])]
        bases, own = ", ".join([*mixins, "Clusterer"]), [f'    _method = "{row["name"]}"']
        if row["needs_counts"]:
            own.append("    _needs_counts = True")
    all_parameters = parameters(row)
    body = [f"        self.{parameter} = {parameter}" for parameter, *_ in all_parameters]
    return "\n".join([f"class {name}({bases}):", docstring(name, row, takes), "", *own, "",
                      *initialiser(all_parameters), *body, "", fit(name, row, names.keywords_of(row))])


def over_dask(row: dict[str, Any], names: Any) -> str:
    """The same over a Dask cluster: parameters and a client."""
    name, takes = names.class_name(row["name"]), names.knowledge_of(row)
    own = [("client", "Any", None, "", "")]
    learner = row["kind"] == "learner"
    keywords = [*(["known"] if learner else [kind for kind in ("seeds", "annotated") if kind in takes]), "callback"]
    rest = [f"{parameter}={parameter}" for parameter, *_ in parameters(row)]
    lines = [f"class {name}({'LearnsOverWorkers' if learner else 'OverWorkers'}, estimators.{name}):",
             f'    """`bellwether.{name}` over a Dask cluster, with its parameters.' + (' Clusterer "auto" is "kmeans" here.' if learner else ""), "",
             "    client : distributed.Client, default=None",
             "        None: the default client, or a cluster of threads made for the call.", '    """', "",
             f"    _sees_new_items = {row['name'] == 'whiten'}" if learner else f"    _directions = {bool(row['refuses_zero_rows'])}", "",
             *initialiser(parameters(row) + own),
             *wrapped("        super().__init__(", rest, ")"), "        self.client = client", "",
             *wrapped("    def fit(", ["self", "X: Any", "y: Any = None", "*", *[f"{keyword}: Any = None" for keyword in keywords]],
                      f') -> "{name}":'),
             '        """Find the clusters of the items.', "", "        Parameters", "        ----------",
             "        X : dask array, dask dataframe, list of delayed blocks, or paths of .npy, .parquet or .feather files that workers can read",
             "            The items. float32 stays float32, and is added up in double."]
    if learner:
        lines += ["        known : (items, classes)",
                  "            Items of known classes, as X, and the class of each: an array of whole numbers or words, or a dask array of whole numbers."]
    if "annotated" in keywords:
        lines += [f"        annotated : {KNOWLEDGE['annotated'][0]}", filled(KNOWLEDGE["annotated"][1] + " They are with the client.", 12)]
    if "seeds" in keywords:
        lines += ["        seeds : array of int of shape (n_items,), dask array or dict of items and numbers, default=None",
                  "            The cluster of items that are known, -1 elsewhere. They stay with the items."]
    lines += [f"        callback : {KNOWLEDGE['callback'][0]}", filled(KNOWLEDGE["callback"][1], 12), '        """']
    if learner:
        return "\n".join([*lines, "        return self._learn_there(X, known, callback)"])
    given = ["X", "seeds" if "seeds" in keywords else "None", "callback", *(["annotated"] if "annotated" in keywords else [])]
    lines += [f"        return self._fit_there({', '.join(given)})"]
    return "\n".join(lines)


def write(out: pathlib.Path, parts: list[str]) -> None:
    scratch = out.with_suffix(".new")
    scratch.write_text("\n\n\n".join(parts), encoding="utf-8")
    scratch.replace(out)


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
    write(out, [head + "\n\n" + "\n".join(imports), *classes, "\n".join(tail)])

    there = [row for row in rows if row.get("distributes")]
    head = '"""The estimators that run over a Dask cluster. Written from the table of methods by python/generate.py."""'
    imports = ["from __future__ import annotations", "", "from typing import Any", "", "import numpy as np", "",
               "from . import estimators", "from ._dask_fit import OverWorkers", "from ._dask_learn import LearnsOverWorkers", "",
               f"__all__ = {[names.class_name(row['name']) for row in there]!r}"]
    write(out.with_name("_dask_estimators.py"), [head + "\n\n" + "\n".join(imports), *[over_dask(row, names) for row in there], ""])


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
