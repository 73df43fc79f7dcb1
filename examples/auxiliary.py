"""Other data, unlabelled: a hundred headlines to be sorted, and five hundred others that nobody sorted.

A hundred headlines are too few to show which words go together. The others show it, and STC finds clusters of words
in both at once.
"""

import numpy as np
from plots import save_or_show, table

import bellwether

headlines = bellwether.vectorize("data:headlines", language="english")
regions = bellwether.vectorize("data:headlines?labels=region", language="english").labels  # for the figure alone
few = np.arange(612) % 6 == 0
items, others = headlines.data[few], headlines.data[~few]

found = bellwether.STC(n_clusters=6, feature_clusters=8, lam=3).fit(items, auxiliary=others)

truth = headlines.labels[few]  # for scores and the figure alone
scores = [bellwether.scores(labels, truth)["adjusted_rand"] for labels in (found.unguided_labels_, found.labels_)]

table("Five hundred other headlines show which words go together", truth, regions[few],
      found.unguided_labels_, found.labels_, scores)

check = found.check_
print(f"clusters of three quarters of the words tell {check['without']:.3f} nats about the rest, "
      f"with the other headlines {check['with']:.3f} (standard error {check['error']:.3f})")
print(f"without: {scores[0]:.2f}  with: {scores[1]:.2f}")
save_or_show()
