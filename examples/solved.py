"""Collections that were sorted before: six of them teach how to look at a new one.

In these texts a word that was used is likely to be used again, so counts say less than they seem to, and a search
by mutual information is misled unless its order alpha is small. Strapping learns from the solved collections by
which signs a good clustering is told, and picks alpha for the new one, whose topics are its own.
"""

import matplotlib.pyplot as plt
import numpy as np
from plots import save_or_show

import bellwether


def collection(seed, items=90, topics=3, words=400, length=150, topical=0.3, burst=8):
    """Counts of words: common ones after Zipf, some of a topic's own; the smaller `burst`, the more words recur."""
    random = np.random.default_rng(seed)
    often = 1 / np.arange(1, words + 1)
    special = np.zeros((topics, words))
    for row in special:
        row[random.choice(words, 40, replace=False)] = often[:40] / often[:40].sum()
    means = (1 - topical) * often / often.sum() + topical * special
    truth = np.arange(items) % topics
    return np.array([random.multinomial(length, random.dirichlet(burst * means[t])) for t in truth]), truth


search = bellwether.SIB(n_clusters=3)
solved = [collection(seed) for seed in range(1, 7)]
items, truth = collection(0)  # this truth is for scores alone
found = bellwether.Strapping(search).fit(items, solved=solved)

scores = [bellwether.scores(labels, truth)["adjusted_rand"] for labels in (found.unguided_labels_, found.labels_)]

figure, panels = plt.subplots(1, 2, figsize=(9, 4.8), sharex=True, sharey=True, constrained_layout=True)
figure.suptitle("Six solved collections choose alpha for a new one", fontsize="x-large")
for panel, title, collections in zip(panels, ("sorted before", "new"), (solved, [(items, truth)])):
    for X, y in collections:
        found_with = [search.set_params(alpha=alpha).fit_predict(X) for alpha in found.values_]
        curve = [bellwether.scores(labels, y)["adjusted_rand"] for labels in found_with]
        panel.plot(found.values_, curve, color="grey", linewidth=1)
    panel.set(title=title, xlabel="alpha")
    panel.spines[["top", "right"]].set_visible(False)
panels[0].set_ylabel("adjusted Rand index")
panels[1].plot(found.untuned_value_, scores[0], "o", color="#d55e00", label=f"without: {scores[0]:.2f}")
panels[1].plot(found.value_, scores[1], "o", color="#0072b2", label=f"with: {scores[1]:.2f}")
panels[1].legend(loc="lower left", frameon=False)

wrong = {"untuned": found.check_["without"], "tuned": found.check_["with"]}
print(f"wrong items in solved collections left out: {wrong['untuned']:.0%} untuned, {wrong['tuned']:.0%} tuned")
print(f"without: {scores[0]:.2f}  with: {scores[1]:.2f}")
save_or_show()
