#pragma once
// The options of a run: `cluster` does one, `compare` many.

#include <cli/options/features.h>
#include <cli/options/items.h>
#include <cli/options/knowledge.h>
#include <cli/options/known.h>
#include <cli/options/other_data.h>
#include <cli/options/solved.h>

namespace bellwether::cli {

struct ClusterArguments {
  ItemsArguments items = {};
  FeatureArguments features = {};
  KnowledgeArguments knowledge = {};
  KnownArguments known = {};
  OtherDataArguments others = {};
  std::string vectors = {};   ///< a file of word vectors
  std::string ontology = {};  ///< a file of term,parent or item,category
  SolvedArguments solved = {};
  std::string transform = {};  ///< a file of `learn`
  std::string method = "auto";
  std::string k_range = {};   ///< of the numbers of clusters to choose from
  std::string clusters = {};  ///< this and the other settings as typed: the method knows their types
  std::string restarts = {}, iterations = {}, tolerance = {}, random_seed = {};
  std::string min_size = {}, max_size = {};
  std::string init = {};
  std::string project = {};  ///< a file of the studio
  std::string memory = {};   ///< items stay on disk, and this much may be kept
  std::string trust = "checked";
  int threads = 0;
  std::string device = "cpu";
  std::vector<std::string> set = {};
  std::string output = {};
  bool json = false, quiet = false, force = false, dry_run = false;
};

/// All of them but for --method and -o, whose words differ from verb to verb.
Options run_options(ClusterArguments& args);

}  // namespace bellwether::cli
