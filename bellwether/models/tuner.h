#pragma once
// A tuner: what collections that were sorted before taught about one option of a search, kept for others.
//
// The file: sealed bytes (sealed.h) of one JSON object, whose numbers read back as they were.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <bellwether/methods/strap.h>
#include <bellwether/tuning/strapping.h>

namespace bellwether {

struct Tuner {
  std::string method = {};
  Settings settings = {};  ///< of the search, but for the number of clusters
  Strap strap = {};
  Strapping strapping = {};
  StrappingCheck check = {};
  std::vector<std::string> collections = {};
  bool stopped = false;      ///< before it knew enough: nothing was learned
  bool indifferent = false;  ///< all values did equally well on each collection: nothing can be learned

  /// Whether the check advises to tune: unless it does worse than the untuned search, or if there was too
  /// little to check.
  bool advises() const { return !check.possible || check.gain >= 0; }
};

/// What was learned as bytes of a file, and back. `name` is what errors call the file.
std::string to_bytes(const Tuner& tuner);
Tuner tuner_from_bytes(std::string_view bytes, const std::string& name);
void save_tuner(const Tuner& tuner, const std::filesystem::path& path);
/// `limit` as for file_source().
Tuner load_tuner(const std::filesystem::path& path, std::uint64_t limit = 0);

}  // namespace bellwether
