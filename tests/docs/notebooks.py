#!/usr/bin/python3
"""Runs the tutorial notebooks and compares what each cell prints with what the notebook shows.

    tests/docs/notebooks.py [--update] FILE.ipynb...

The cells of a notebook share a namespace and an empty folder. As in Jupyter, the value of a last expression is shown.
Only text is compared, so neither Jupyter nor a display is needed. --update writes the output that was seen.
"""

import argparse
import ast
import contextlib
import io
import json
import os
import sys
import tempfile
import warnings


def run(source, names):
    """What the cell prints, and the value that it ends with."""
    printed = io.StringIO()
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("error")
        exec(compile(tree, "cell", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
    return printed.getvalue(), value


def outputs_of(printed, value, count):
    outputs = []
    if printed:
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)})
    if value is not None:
        outputs.append({"data": {"text/plain": repr(value).splitlines(keepends=True)}, "execution_count": count,
                        "metadata": {}, "output_type": "execute_result"})
    return outputs


def check(path, update):
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    names, problems, here = {"__name__": "__main__"}, [], os.getcwd()
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for count, cell in enumerate(code, 1):
                seen = outputs_of(*run("".join(cell["source"]), names), count)
                if seen != cell["outputs"]:
                    problems.append(f"{path}, cell {count}: it shows\n{cell['outputs']}\nand gives\n{seen}")
                cell["outputs"], cell["execution_count"] = seen, count
        finally:
            os.chdir(here)
    if update:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook, file, indent=1, ensure_ascii=False)
            file.write("\n")
        return []
    return problems if code else [f"{path}: has no code"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    failed = 0
    for path in args.files:
        problems = check(path, args.update)
        failed += bool(problems)
        print("\n".join(problems) if problems else f"{path}: as shown")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
