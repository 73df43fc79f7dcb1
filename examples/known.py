"""Labels on other clusters: three clusters were sorted before, and teach the other three what a cluster is.

This is figure 1 of the paper on TCS (Gopal & Yang 2014): clusters side by side, each of two heaps far apart. What
one sees first is above and below; the known clusters tell that this does not count.
"""

import numpy as np
from plots import save_or_show, two_panels

import bellwether

items = bellwether.read("data:stretched?part=new")
known = bellwether.read("data:stretched?part=known")  # none of its clusters is among those of the items

without = bellwether.GM(n_clusters=3).fit_predict(items.data)
# Whether it helps is checked on known clusters held out if there are four or more; three are taken at their word.
taught = bellwether.TCS(n_clusters=3, regulariser="l2").fit(items.data, known=(known.data, known.labels))

# The truth of the items serves scores alone.
scores = [bellwether.scores(labels, items.labels)["adjusted_rand"] for labels in (without, taught.labels_)]

panels = two_panels("Three known clusters show what a cluster is", items.data, without, taught.labels_, scores)
panels[1].scatter(*known.data.T, c="lightgrey", s=16, linewidths=0)
for name in np.unique(known.labels):
    x = known.data[known.labels == name, 0].mean()
    panels[1].text(x, 0, f"known\n{name}", ha="center", va="center", color="grey")
for panel in panels:
    panel.set_aspect("equal")

along_x, along_y = np.abs(np.diag(taught.learned_["map"]))
print(f"learned: a step along x counts {along_x / along_y:.0f} times as much as one along y")
print(f"without: {scores[0]:.2f}  with: {scores[1]:.2f}")
save_or_show()
