#pragma once
// Iris: 150 flowers that E. Anderson measured on the Gaspé Peninsula and R. Fisher made famous.
//   R. Fisher. The use of multiple measurements in taxonomic problems. Annals of Eugenics 1936.

#include <bellwether/data/dataset.h>

namespace bellwether {

/// Lengths in cm, fifty flowers each of setosa, versicolor and virginica, with the values of Fisher's table,
/// as in R and scikit-learn. The widespread copy of the UCI repository differs in two flowers of setosa: in
/// item 34 (petal width 0.1 there, 0.2 in the table) and in item 37 (sepal width 3.1 and petal length 1.5
/// there, 3.6 and 1.4 in the table), counting from 0.
Dataset iris();

}  // namespace bellwether
