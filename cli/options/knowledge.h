#pragma once
// The options that say what is known about the items.

#include <cli/command.h>

namespace bellwether::cli {

struct KnowledgeArguments {
  std::string seeds = {};        ///< a file of id,label
  std::string must_link = {};    ///< a file of id,id
  std::string cannot_link = {};  ///< likewise

  bool any() const { return !seeds.empty() || !must_link.empty() || !cannot_link.empty(); }
};

Options knowledge_options(KnowledgeArguments& arguments);

}  // namespace bellwether::cli
