#!/usr/bin/env python3
"""Draws the README's picture: docs/pictures/draw.py TOOL writes headlines-light.svg and headlines-dark.svg beside itself.

612 headlines, clustered without knowledge and with the regions of every tenth. Colours are regions in both halves; places are
t-SNE (scikit-learn's) of the directions in which the groups differ.
"""

import json
import pathlib
import subprocess
import sys
import tempfile
from collections import Counter

import numpy as np
from sklearn.manifold import TSNE

HERE = pathlib.Path(__file__).parent
ITEMS = ["data:headlines?labels=region", "-k", "6", "--language", "english"]
SIDE, GAP, TOP, MARGIN = 380, 20, 40, 56
COLOURS = ["#4c78a8", "#f58518", "#54a24b", "#e45756", "#b279a2", "#eeca3b"]
THEMES = {"light": ("#1f2328", "#59636e", "#ffffff"), "dark": ("#f0f6fc", "#9198a1", "#0d1117")}


def portrait(tool, folder, *options):
    """What `cluster` says of the headlines with these options."""
    subprocess.run([tool, "cluster", *ITEMS, *options, "-o", folder, "--quiet"], check=True)
    return json.loads((pathlib.Path(folder) / "portrait.json").read_text())


def seeds(tool, folder):
    """The region of every tenth headline, as a file."""
    table = pathlib.Path(folder) / "headlines.csv"
    subprocess.run([tool, "data", "headlines", "-o", table], check=True, stdout=subprocess.DEVNULL)
    lines = [line.split(",") for line in table.read_text().splitlines()]
    chosen = pathlib.Path(folder) / "region.csv"
    chosen.write_text("id,region\n" + "".join(f"{line[0]},{line[2]}\n" for line in lines[1::10]))
    return chosen


def places(found):
    """Dots in a square of SIDE, with a margin."""
    items, cluster = np.array(found["coordinates"]), np.array(found["shown"]["cluster"])
    centres = np.array([items[cluster == k].mean(axis=0) for k in np.unique(cluster)])
    across = np.linalg.svd(centres - centres.mean(axis=0), full_matrices=False)[2][: len(centres) - 1]
    map_ = TSNE(random_state=0, init="pca", perplexity=40).fit_transform(items @ across.T)
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


def main(tool):
    with tempfile.TemporaryDirectory() as folder:
        plain = portrait(tool, folder + "/plain")
        guided = portrait(tool, folder + "/guided", "--seeds", seeds(tool, folder))
    for theme in THEMES:
        parts = half(plain, 0, "nothing known", "groups are topics; colours are regions", theme)
        parts += half(guided, SIDE + GAP, "the region of 62 of 612 known",
                      f"groups are regions; {100 * agreement(guided):.0f} % of the headlines are in theirs", theme)
        style = 'font-family="system-ui, sans-serif"'
        svg = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * SIDE + GAP} {SIDE + TOP}" {style} role="img" '
               'aria-label="The same headlines, clustered without knowledge and with a few known regions">\n')
        (HERE / f"headlines-{theme}.svg").write_text(svg + "\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
