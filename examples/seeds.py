"""Labels of a few items: 612 headlines, of which every tenth has a label that says where it happened.

Without the labels the headlines fall into topics, which have more words of their own; with them, into regions.
"""

import numpy as np
from plots import save_or_show, table

import bellwether

items = bellwether.vectorize("data:headlines?labels=region", language="english", weighting="ltc")
topics = bellwether.vectorize("data:headlines?labels=topic", language="english").labels  # for the figure alone

# What we pretend to know is taken from the truth, which else serves scores and the figure alone.
seeds = np.full(len(items.labels), "", dtype=object)
seeds[::10] = items.labels[::10]
found = bellwether.ConstrainedSphericalKMeans(n_clusters=6).fit(items.data, seeds=seeds)

unnamed = seeds == ""  # only headlines that nothing was said about are scored
scores = [bellwether.scores(labels[unnamed], items.labels[unnamed])["adjusted_rand"]
          for labels in (found.unguided_labels_, found.labels_)]

panels, places = table("Every tenth headline says that regions are meant", topics, items.labels,
                       found.unguided_labels_, found.labels_, scores)
panels[1].scatter(*places[~unnamed].T, s=30, facecolors="none", edgecolors="black", linewidths=0.9)
panels[1].set_xlabel("circles: the labels that were given")

print(f"{np.sum(~unnamed)} of {len(seeds)} headlines have a label: {', '.join(found.cluster_names_)}")
print(f"without: {scores[0]:.2f}  with: {scores[1]:.2f}")
save_or_show()
