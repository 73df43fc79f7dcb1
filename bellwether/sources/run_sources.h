#pragma once
// All that a run is given, as people name it, read and checked before anything is computed: the items, and
// the files of what is known.

#include <optional>
#include <string>
#include <vector>

#include <bellwether/features/tags.h>
#include <bellwether/runs/evidence.h>
#include <bellwether/sources/features.h>

namespace bellwether {

/// What is known of the items themselves.
struct KnowledgeFiles {
  std::string seeds = {};        ///< id,label
  std::string must_link = {};    ///< id,id or id,id,weight
  std::string cannot_link = {};  ///< likewise
  Index min_size = 0, max_size = 0;

  bool any() const { return !seeds.empty() || !must_link.empty() || !cannot_link.empty(); }
};

/// Items of other clusters.
struct KnownSource {
  std::string known = {};         ///< ITEMS with labels; the same ITEMS; or a file of id,label
  std::string label_column = {};  ///< empty: as for the items

  bool any() const { return !known.empty(); }
};

/// Tags that people gave to items.
struct TagSource {
  std::string tags = {}, captions = {};
  TagOptions options = {};

  bool any() const { return !tags.empty() || !captions.empty(); }
};

/// Other items that share the features.
struct OtherSources {
  std::vector<std::string> auxiliary = {};  ///< ITEMS without labels
  std::string annotated = {};               ///< ITEMS with tags
  TagSource tags = {};
  std::string tag_columns = {};      ///< columns of the annotated items that are tags: a pattern or a range
  std::string label_column = {};     ///< of both; empty: as for the items
  std::vector<double> lambdas = {};  ///< one for each auxiliary source, or none
  bool combine = false;              ///< annotated items are items like any other

  bool any() const { return !auxiliary.empty() || !annotated.empty(); }
};

/// Collections that were sorted before, or a file of what they taught.
struct SolvedSources {
  std::vector<std::string> solved = {};  ///< ITEMS with labels
  std::string label_column = {};         ///< empty: as for the items
  std::string tuner = {};
  bool drawn = false;  ///< others are drawn from them, so that all must have the columns of the items

  bool any() const { return !solved.empty() || !tuner.empty(); }
};

struct RunSources {
  ItemsArguments items = {};
  FeatureArguments features = {};
  std::string transform = {};  ///< a file of what was learned before; in place of reading anew
  KnowledgeFiles knowledge = {};
  KnownSource known = {};
  OtherSources others = {};
  SolvedSources solved = {};
  std::string vectors = {};   ///< a file of word vectors
  std::string ontology = {};  ///< a file of term,parent or item,category
  std::string init = {};      ///< id,cluster: clusters to begin from
  bool represented = false;   ///< a representation is asked for, which everything has to fit
};

/// The kinds of evidence that are named.
EvidenceKinds kinds_of(const RunSources& sources);

struct GivenSources {
  Material material = {};
  Evidence evidence = {};
  std::vector<int> start = {};
};

/// Throws InvalidOption if what is named does not go together, before anything is read.
void require_together(const RunSources& sources);

GivenSources read_sources(const RunSources& sources, const Run& run);

/// Seeds and links, ids resolved to items. Errors name the file and the line.
void read_knowledge(const KnowledgeFiles& files, const Dataset& items, std::uint64_t limit,
                    Evidence& evidence);

/// Items of known classes alone, when there are none to be clustered yet.
GivenSources read_known_alone(const RunSources& sources, const Run& run);

/// Vectors of the words that the extractor counts. Throws InvalidInput if it counts none, or none has one;
/// `items` is what people call the items.
PretrainedVectors read_vectors(const std::string& file, const Extractor& extractor, const std::string& items,
                               std::uint64_t limit);

/// Throws InvalidOption if both are given: one of them can guide.
void require_one_meaning(bool vectors, bool ontology);

/// The categories of the items, and vectors of the words that have some. A file of item,category gives no
/// vectors. Errors name the file and the line.
void read_ontology(const std::string& file, const Material& material, std::uint64_t limit,
                   Evidence& evidence);

struct SolvedRead {
  std::vector<SolvedCollection> collections = {};
  bool words = false;  ///< their features are counts of words
};
/// Collections with columns of their own, each read by itself.
SolvedRead read_solved(const RunSources& sources, const Run& run);
/// Several in the columns of the first.
SolvedRead read_solved_alike(const RunSources& sources, const Run& run);

/// Rows of the items become rows of their tags. Options about words are about those of the captions.
Dataset rows_of_tags(const TagSource& tags, const FeatureArguments& features, const Dataset& items,
                     std::uint64_t limit);

}  // namespace bellwether
