"""A metric learned from pairs: 225 pairs of irises, of which somebody said whether they are of one species.

Xing learns from them which differences tell species apart, and which only flowers. What it learned serves any
search; here it is scikit-learn's agglomerative clustering.
"""

import numpy as np
from plots import save_or_show, two_panels
from sklearn.cluster import AgglomerativeClustering

import bellwether

iris = bellwether.read("data:iris")

# What is said of the pairs is taken from the truth, which else serves scores alone.
random = np.random.default_rng(0)
pairs = np.concatenate([random.permutation(150).reshape(75, 2) for _ in range(3)])
same = iris.labels[pairs[:, 0]] == iris.labels[pairs[:, 1]]
metric = bellwether.Xing(n_clusters=3, form="full").fit(iris.data, must_link=pairs[same], cannot_link=pairs[~same])

search = AgglomerativeClustering(n_clusters=3)
without, found = search.fit_predict(iris.data), search.fit_predict(metric.transform(iris.data))
scores = [bellwether.scores(labels, iris.labels)["adjusted_rand"] for labels in (without, found)]

centred = iris.data - iris.data.mean(axis=0)
plane = centred @ np.linalg.svd(centred, full_matrices=False)[2][:2].T
for panel in two_panels("Pairs teach what to look at in an iris", plane, without, found, scores):
    panel.set(xlabel="first axis of an SVD", ylabel="second axis")
    panel.label_outer()

print(metric.reason_)
print(f"without: {scores[0]:.2f}  with: {scores[1]:.2f}")
save_or_show()
