#!/usr/bin/python3
"""Runs the commands that the docs show and compares what they print.

    tests/docs/commands.py TOOL [--update] FILE.md...

In a ```console block, a line `$ command` is run by a shell in an empty folder, the same for all commands of a
file, with TOOL on the path; the lines below it are its output. Times differ from run to run, so lines that
give them are compared without their numbers. --update writes the output that was seen into the file.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

TIME_OF_A_RUN = re.compile(r" +(<1 ms|[0-9.e+]+ (ms|s|min|h)( [0-9]+ (s|min))?)$")  # the last column of `compare`
TIMED = re.compile(r"(less than a millisecond|[0-9.]+ (ms|s|min|h))( [0-9.]+ s)?(?= to (read|cluster|place|vectorize|learn))")


def without_times(text):
    return [TIME_OF_A_RUN.sub(" TIME", TIMED.sub("TIME", line).rstrip()) for line in text.rstrip().splitlines()]


def run(command, folder, tool):
    path = os.path.dirname(os.path.abspath(tool)) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PATH": path, "COLUMNS": "80", "NO_COLOR": "1"})
    return done.stdout + done.stderr


def check(block, folder, tool):
    """The block as it should be, and what differs."""
    commands = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    seen, problems = "", []
    for entry in commands:
        command, _, shown = entry.partition("\n")
        printed = run(command, folder, tool)
        if without_times(printed) == without_times(shown):
            printed = shown  # an update leaves times as they are
        else:
            problems.append(f"$ {command}\n--- the docs say\n{shown}--- it prints\n{printed}")
        seen += f"$ {command}\n{printed.rstrip()}\n" if printed.strip() else f"$ {command}\n"
    return seen, problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--update", action="store_true")
    args = parser.parse_args()
    passed = failed = 0
    for file in args.files:
        with open(file) as f:
            text = f.read()
        problems = []
        with tempfile.TemporaryDirectory() as folder:
            def fresh(match):
                seen, found = check(match.group(1), folder, args.tool)
                problems.extend(found)
                return f"```console\n{seen}```"
            updated = re.sub(r"```console\n(.*?)```", fresh, text, flags=re.DOTALL)
        count = len(re.findall(r"^\$ ", "".join(re.findall(r"```console\n(.*?)```", text, re.DOTALL)), re.MULTILINE))
        if args.update:
            with open(file, "w") as f:
                f.write(updated)
            problems = []
        for problem in problems:
            print(f"{file}: {problem}")
        failed += len(problems)
        passed += count - len(problems)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or passed == 0 else 0)


if __name__ == "__main__":
    main()
