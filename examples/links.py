"""Pairs that belong together or apart: four heaps, to be made two groups.

Top and bottom lie further apart than left and right, so that is how they are parted if nothing is known. Fifty
pairs say that left and right are meant.
"""

import numpy as np
from plots import save_or_show, two_panels

import bellwether

random = np.random.default_rng(0)
heap = random.choice(4, 200, p=[0.35, 0.2, 0.15, 0.3])
side, height = heap // 2, heap % 2
items = np.stack([5 * side, 6 * height], axis=1) + random.normal(size=(200, 2))

# Somebody compares two items at a time. What they say is taken from the truth, which else serves scores alone.
pairs = random.permutation(200)[:100].reshape(50, 2)
same = side[pairs[:, 0]] == side[pairs[:, 1]]
found = bellwether.PCC(n_clusters=2).fit(items, must_link=pairs[same], cannot_link=pairs[~same])

scores = [bellwether.scores(labels, side)["adjusted_rand"] for labels in (found.unguided_labels_, found.labels_)]

panels = two_panels("Fifty pairs say which halves are meant", items, found.unguided_labels_, found.labels_, scores)
for pair, together in zip(pairs, same):
    panels[1].plot(*items[pair].T, "-" if together else ":", color="black", linewidth=0.7, alpha=0.4, zorder=0)
panels[1].set_xlabel("lines: pairs that belong together; dotted: apart")
for panel in panels:
    panel.set_aspect("equal")

print(f"{np.sum(same)} pairs belong together, {np.sum(~same)} apart; broken in the end: {len(found.broken_links_)}")
print(f"without: {scores[0]:.2f}  with: {scores[1]:.2f}")
save_or_show()
