#pragma once
// The tasks of the STC and aPLSA tables. Caltech-256, from which the papers draw, is replaced by Caltech-101;
// which of its classes are in which task is drawn by a fixed random number, and not chosen by results.

#include <experiments/transfer_problem.h>

namespace bellwether::experiments {

/// The twenty, by name.
const std::vector<std::string>& newsgroups();

/// Of 20 classes of Caltech-101: six tasks of two classes, one of three, one of five, each with the other
/// classes as auxiliary items; the same of the fifteen scenes (three of two, one of four), of newsgroups and
/// of BBC news.
std::vector<Task> stc_tasks();

/// Those of `tasks` with two classes, of the collections whose names begin so.
std::vector<Task> two_class_tasks(const std::vector<Task>& tasks, const std::vector<std::string>& groups);

/// Of Caltech-101 six tasks of two classes, two of four, one of five; the two tasks of the paper on scenes;
/// three of newsgroups. Flickr8k with its captions, or other newsgroups, are the annotated data.
std::vector<Task> aplsa_tasks();

/// For the choice of lambda and of the iterations: classes that are in none of `aplsa_tasks()` of pictures.
std::vector<Task> aplsa_development_tasks();

}  // namespace bellwether::experiments
