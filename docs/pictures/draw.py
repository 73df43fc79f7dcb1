#!/usr/bin/python3
"""Draws the pictures of the README and of the guides: docs/pictures/draw.py TOOL writes NAME-light.svg and NAME-dark.svg beside itself.

Each shows the same items twice: clustered without knowledge, and with it. Colours are the true classes in both halves; places are
t-SNE (scikit-learn's) of the directions in which the groups differ. The commands are those of the guides.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter

import numpy as np
from sklearn.manifold import TSNE

HERE = pathlib.Path(__file__).parent
SIDE, GAP, TOP, MARGIN = 380, 20, 40, 56
COLOURS = ["#4c78a8", "#f58518", "#54a24b", "#e45756", "#b279a2", "#eeca3b"]
THEMES = {"light": ("#1f2328", "#59636e", "#ffffff"), "dark": ("#f0f6fc", "#9198a1", "#0d1117")}

# What is clustered in every guide, beside `bellwether cluster`; and what prepares it.
HEADLINES = "bellwether data headlines -o headlines.csv"
TABLE = "-k 3 --text-column text --id-column id --label-column topic --language english"
FEW = [HEADLINES,
       "(head -n 1 headlines.csv; grep -E ',(business|culture|weather),' headlines.csv | sed -n '1~6p') > few.csv",
       "(head -n 1 headlines.csv; grep -E ',(politics|science|sport),' headlines.csv) > many.csv"]
PICTURES = {
    "headlines": {
        "prepare": [HEADLINES, "cut -d, -f1,3 headlines.csv | sed -n '1p;2~10p' > region.csv"],
        "items": "'data:headlines?labels=region' -k 6 --language english", "knowledge": "--seeds region.csv",
        "titles": ("nothing known", "the region of 62 of 612 known")},
    "known": {
        "prepare": [HEADLINES, "(echo id,label; grep -E ',(Brazil|Germany|Japan),' headlines.csv | cut -d, -f1,3) > regions.csv",
                    "grep -vE ',(Brazil|Germany|Japan),' headlines.csv > others.csv"],
        "plain": "others.csv -k 3 --text-column text --id-column id --label-column region --language english",
        "items": "'data:headlines?labels=region' -k 3 --language english", "knowledge": "--known regions.csv --method whiten --set weights=mixed",
        "titles": ("nothing known", "three other regions known")},
    "other-data": {
        "prepare": [command.replace("1~6p", "1~4p") for command in FEW], "items": f"few.csv {TABLE}", "knowledge": "--auxiliary many.csv",
        "titles": ("77 headlines alone", "beside 306 about other topics")},
    "solved": {
        "prepare": [HEADLINES,
                    "(head -n 1 headlines.csv; grep -E ',(business|culture|weather),' headlines.csv | sed -n '1~3p') > new.csv",
                    "(head -n 1 headlines.csv; grep -E ',(politics|science|sport),' headlines.csv) > sorted.csv"],
        "items": f"new.csv {TABLE}", "knowledge": "--solved sorted.csv", "titles": ("as usual", "as other headlines were sorted")},
    "combining": {
        "prepare": [*FEW, "(echo id,label; tail -n +2 few.csv | sed -n '1~4p' | cut -d, -f1,2) > some.csv"],
        "items": f"few.csv {TABLE}", "knowledge": "--auxiliary many.csv --represent stc --seeds some.csv",
        "titles": ("nothing known", "a quarter labelled, beside others")},
}


def portraits(tool, folder, picture):
    """What `cluster` says of the items without knowledge and with it."""
    tools = pathlib.Path(folder) / "bin"
    tools.mkdir()
    (tools / "bellwether").symlink_to(pathlib.Path(tool).resolve())
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}
    for command in [*picture["prepare"], f"bellwether cluster {picture.get('plain', picture['items'])} -o plain --quiet",
                    f"bellwether cluster {picture['items']} {picture['knowledge']} -o guided --quiet"]:
        subprocess.run(command, shell=True, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    return [json.loads((pathlib.Path(folder) / name / "portrait.json").read_text()) for name in ("plain", "guided")]


def places(found):
    """Dots in a square of SIDE, with a margin."""
    items, cluster = np.array(found["coordinates"]), np.array(found["shown"]["cluster"])
    centres = np.array([items[cluster == k].mean(axis=0) for k in np.unique(cluster)])
    across = np.linalg.svd(centres - centres.mean(axis=0), full_matrices=False)[2][: len(centres) - 1]
    map_ = TSNE(random_state=0, init="pca", perplexity=min(40, len(items) // 4)).fit_transform(items @ across.T)
    low, high = map_.min(axis=0), map_.max(axis=0)
    return MARGIN + (map_ - low) / (high - low) * (SIDE - 2 * MARGIN)


def half(found, left, title, subtitle, theme):
    """One map with a word or a name at each group."""
    text, muted, paper = THEMES[theme]
    shown, dots = found["shown"], places(found)
    parts = [f'<text x="{left + 4}" y="18" fill="{text}" font-size="15" font-weight="600">{title}</text>',
             f'<text x="{left + 4}" y="36" fill="{muted}" font-size="12">{subtitle}</text>']
    for (x, y), region in zip(dots, shown["truth"]):
        parts.append(f'<circle cx="{left + x:.0f}" cy="{TOP + y:.0f}" r="3" fill="{COLOURS[region]}"/>')
    for k, cluster in enumerate(found["clusters"]):
        own = dots[np.array(shown["cluster"]) == k]
        x, y = own[:, 0].mean(), own[:, 1].min() - 9
        named = not cluster["name"].isdigit()
        words = cluster["name"] if named else ", ".join(word["name"] for word in cluster["top_features"][:2])
        parts.append(f'<text x="{left + x:.0f}" y="{TOP + y:.0f}" fill="{text}" stroke="{paper}" stroke-width="4" paint-order="stroke" '
                     f'font-size="13" font-weight="600" text-anchor="middle">{words}</text>')
    return parts


def agreement(found):
    """Share of headlines whose cluster is mostly of their region."""
    pairs = list(zip(found["shown"]["cluster"], found["shown"]["truth"]))
    best = {k: Counter(t for c, t in pairs if c == k).most_common(1)[0][1] for k, _ in pairs}
    return sum(best.values()) / len(pairs)


def svg(width, height, label, parts):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif" role="img" '
            f'aria-label="{label}">\n' + "\n".join(parts) + "\n</svg>\n")


def draw_halves(tool, name, picture):
    with tempfile.TemporaryDirectory() as folder:
        plain, guided = portraits(tool, folder, picture)
    for theme in THEMES:
        parts = []
        for found, left, title in zip((plain, guided), (0, SIDE + GAP), picture["titles"]):
            told = f"colours: true classes; {100 * agreement(found):.0f} % are in a group of theirs"
            parts += half(found, left, title, told, theme)
        (HERE / f"{name}-{theme}.svg").write_text(svg(2 * SIDE + GAP, SIDE + TOP, ": ".join(["The same items twice", *picture["titles"]]), parts))


def draw_ontology(tool):
    """Of each cluster the categories that stand out: how many of all items with the category are in it."""
    picture = {"prepare": [
        HEADLINES, "cut -d, -f1,3 headlines.csv | sed -n '1p;2~10p' > region.csv",
        "printf '%s\\n' term,parent Rio,Brazil Bahia,Brazil Berlin,Germany Munich,Germany Tokyo,Japan Kyoto,Japan Delhi,India Mumbai,India > places.csv",
        "printf '%s\\n' Brazil,America Canada,America Germany,Europe Japan,Asia India,Asia Kenya,Africa >> places.csv"],
        "items": "data:headlines -k 6 --language english", "knowledge": "--seeds region.csv --ontology places.csv"}
    with tempfile.TemporaryDirectory() as folder:
        portraits(tool, folder, picture)
        found = json.loads((pathlib.Path(folder) / "guided" / "result.json").read_text())
    row, wide, left = 24, 300, 210
    told = [(name, one) for name, categories in zip(found["names"], found["ontology"]["clusters"]) for one in categories[:2]]
    for theme, (text, muted, _) in THEMES.items():
        parts = [f'<text x="4" y="18" fill="{muted}" font-size="12">cluster</text>',
                 f'<text x="100" y="18" fill="{muted}" font-size="12">over-represented</text>',
                 f'<text x="{left}" y="18" fill="{muted}" font-size="12">of all headlines about it, in this cluster</text>']
        for n, (cluster, one) in enumerate(told):
            y, share = 28 + n * row, one["items"] / one["items_in_all"]
            name = cluster if n == 0 or told[n - 1][0] != cluster else ""
            parts += [f'<text x="4" y="{y + 15}" fill="{text}" font-size="13" font-weight="600">{name}</text>',
                      f'<text x="100" y="{y + 15}" fill="{text}" font-size="13">{one["category"]}</text>',
                      f'<rect x="{left}" y="{y + 3}" width="{wide * share:.0f}" height="16" fill="{COLOURS[0]}"/>',
                      f'<text x="{left + wide * share + 8:.0f}" y="{y + 15}" fill="{muted}" font-size="12">{one["items"]} of {one["items_in_all"]}</text>']
        (HERE / f"ontology-{theme}.svg").write_text(svg(left + wide + 80, 36 + row * len(told), "Categories that stand out in each cluster", parts))


def main(tool):
    for name, picture in PICTURES.items():
        draw_halves(tool, name, picture)
    draw_ontology(tool)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
