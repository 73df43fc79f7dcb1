"""The figures of the examples: the same items twice, coloured by their clusters without knowledge and with it."""

import sys

import matplotlib.pyplot as plt
import numpy as np
from scipy.optimize import linear_sum_assignment

COLOURS = np.array(["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00"])


def two_panels(story, places, without, found, scores, size=16):
    """The panels, to which a script may add what was known."""
    figure, panels = plt.subplots(1, 2, figsize=(9, 4.8), sharex=True, sharey=True, constrained_layout=True)
    figure.set_constrained_layout_pads(wspace=0.06)
    figure.suptitle(story, fontsize="x-large")
    for panel, name, labels, score in zip(panels, ("without", "with"), (recoloured(without, found), found), scores):
        panel.scatter(*places.T, c=COLOURS[labels], s=size, linewidths=0)
        panel.set_title(f"{name}: adjusted Rand {score:.2f}")
        panel.spines[["top", "right"]].set_visible(False)
    return panels


def table(story, down, across, without, found, scores):
    """The panels and the items' places, each in its cell of a table: for items that no plane can show."""
    (rows, row), (columns, column) = (np.unique(names, return_inverse=True) for names in (down, across))
    cell = row * len(columns) + column
    count = np.bincount(cell)[cell]
    rank = np.array([np.sum(cell[:i] == cell[i]) for i in range(len(cell))])
    wide = np.ceil(np.sqrt(count.max()))
    inside = np.stack([rank % wide - (np.minimum(count, wide) - 1) / 2,
                       rank // wide - (np.ceil(count / wide) - 1) / 2], axis=1)
    places = np.stack([column, row], axis=1) + 0.8 * inside / wide
    panels = two_panels(story, places, without, found, scores, size=400 / wide**2)
    for panel in panels:
        panel.set_xticks(range(len(columns)), columns)
        panel.set_yticks(range(len(rows)), rows)
        panel.tick_params(length=0)
        panel.spines[:].set_visible(False)
    panels[0].set_xlabel("a dot for each item, coloured by its cluster")
    return panels, places


def recoloured(labels, others):
    """Clusters are numbered by chance: here each gets the number of the other with which it shares most items."""
    shared = np.zeros((len(COLOURS), len(COLOURS)))
    np.add.at(shared, (labels, others), 1)
    return linear_sum_assignment(-shared)[1][labels]


def save_or_show():
    """Save the figure under the name on the command line, or show it."""
    if len(sys.argv) > 1:
        plt.savefig(sys.argv[1], dpi=120)
    else:
        plt.show()
