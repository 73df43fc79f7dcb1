#!/usr/bin/python3
"""Follows every relative link of the Markdown files under a folder: the file must be there, and the heading in it."""

import pathlib
import re
import sys

LINK = re.compile(r'(?<!!)\[[^\]]*\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"|!\[[^\]]*\]\(([^)\s]+)\)')


def prose(path):
    """Without blocks of code, in which brackets mean something else."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(path):
    """The names that headings are linked by: lower case, without punctuation, blanks as hyphens."""
    headings = re.findall(r"^#+ +(.*)$", prose(path), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", h).lower()).replace(" ", "-") for h in headings}


def main(root):
    root = pathlib.Path(root).resolve()
    skipped = {"build", "node_modules", ".git"}
    files = [f for f in sorted(root.rglob("*.md")) if not skipped & set(f.relative_to(root).parts)]
    dead = []
    followed = 0
    for file in files:
        for target in (next(filter(None, m)) for m in LINK.findall(prose(file))):
            if re.match(r"[a-z]+:", target):
                continue
            followed += 1
            name, _, anchor = target.partition("#")
            aim = (file.parent / name).resolve() if name else file
            if not aim.exists():
                dead.append(f"{file.relative_to(root)}: {target}: there is no such file")
            elif anchor and aim.suffix == ".md" and anchor not in anchors(aim):
                dead.append(f"{file.relative_to(root)}: {target}: there is no such heading")
    print("\n".join(dead + [f"{followed} links in {len(files)} files, {len(dead)} dead"]))
    sys.exit(1 if dead or not followed else 0)


if __name__ == "__main__":
    main(sys.argv[1])
