#pragma once
// The public sets on which knowledge is measured, each cut to at most 1000 items (every n-th), with their
// numbers and words as they are published: how to measure them is a part of what is measured.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <bellwether/engine/run.h>
#include <bellwether/runs/material.h>

namespace bellwether::experiments {

inline constexpr Index most_guided_items = 1000;

struct GuidedSet {
  Material material = {};  ///< without labels
  std::vector<int> truth = {};
  int classes = 0;
  bool counts = false;        ///< of words
  std::string prepared = {};  ///< what was made of the files, in words
};

/// Those that the library was developed on first.
const std::vector<std::string>& guided_set_names();

/// Whether anybody looked at it while the ways that knowledge is used were chosen.
bool developed_on(const std::string& name);

/// Nothing if one of its files is not in `folder`; `missing` then says which.
std::optional<GuidedSet> read_guided_set(const std::filesystem::path& folder, const std::string& name,
                                         std::string& missing, const Run& run = {});

/// The same; of letter and 20 Newsgroups all classes, and up to 2600 items, for those who draw some classes.
std::optional<GuidedSet> read_set_to_draw_from(const std::filesystem::path& folder, const std::string& name,
                                               std::string& missing, const Run& run = {});

}  // namespace bellwether::experiments
