#pragma once
// What the user knows about the items, as files: labels of some of them, pairs that belong together or apart.

#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/links/knowledge.h>

namespace CLI {
class App;
}

namespace bellwether::cli {

struct KnowledgeArguments {
  std::string seeds = {};        ///< a file of id,label
  std::string must_link = {};    ///< a file of id,id
  std::string cannot_link = {};  ///< likewise
  std::uint64_t limit = 0;       ///< on what is read of each, as for file_source() and unpacked()

  bool any() const { return !seeds.empty() || !must_link.empty() || !cannot_link.empty(); }
};

void add_knowledge_options(CLI::App& command, KnowledgeArguments& arguments);

struct NamedKnowledge {
  Knowledge knowledge = {};
  std::vector<std::string> labels = {};  ///< of the seeds; the first is that of cluster 0
};

/// Reads the files. Errors name the file and the id. `items` must outlive what is returned: errors of the
/// search ask it for ids. Cluster numbers follow the labels as the file shows them.
NamedKnowledge read_knowledge(const KnowledgeArguments& arguments, const Dataset& items);

/// Throws if there are more labels than clusters, whose number is as typed.
void require_labels_fit(const NamedKnowledge& known, const std::string& clusters, const std::string& file);

/// A name for each cluster: the labels of seeds, then numbers; empty if there are no labels.
std::vector<std::string> cluster_names(const std::vector<std::string>& labels, int clusters);

/// "12 seeds of 3 labels, 40 must-links": what is known, for people.
std::string in_words(const NamedKnowledge& known);

}  // namespace bellwether::cli
