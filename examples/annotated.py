"""Other data with tags: a hundred headlines to be sorted, and five hundred others that an editor tagged.

Each of the others has a tag for its topic and one for its region, and the words that occur with a tag shape the
topics of APLSA. The hundred have no tags. Without the others it is PLSA, which finds little in so few words.
"""

import numpy as np
from plots import save_or_show, table

import bellwether

headlines = bellwether.vectorize("data:headlines", language="english")
regions = bellwether.vectorize("data:headlines?labels=region", language="english").labels
few = np.arange(612) % 6 == 0

# The tags are what we pretend to know. The truth of the few serves scores and the figure alone.
tags = list(zip(headlines.labels[~few], regions[~few]))
items, others = headlines.data[few], headlines.data[~few]
found = bellwether.APLSA(n_clusters=6, weights="even").fit(items, annotated=(others, tags))

truth = headlines.labels[few]
scores = [bellwether.scores(labels, truth)["adjusted_rand"] for labels in (found.unguided_labels_, found.labels_)]

table("Tags of five hundred other headlines shape the topics", truth, regions[few],
      found.unguided_labels_, found.labels_, scores)

check = found.check_
print(f"clusters of three quarters of the words tell {check['without']:.3f} nats about the rest, "
      f"with the tagged headlines {check['with']:.2f} (standard error {check['error']:.2f})")
print(f"without: {scores[0]:.2f}  with: {scores[1]:.2f}")
save_or_show()
