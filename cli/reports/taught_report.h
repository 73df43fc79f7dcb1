#pragma once
// What a lesson taught, as words and as JSON.

#include <string>
#include <vector>

#include <bellwether/portraits/explain.h>
#include <bellwether/runs/lesson.h>

namespace bellwether::cli {

/// A lesson, and what is told beside it.
struct Taught {
  MapLesson lesson = {};
  Evidence evidence = {};
  std::vector<Direction> directions = {};  ///< from classes
  double seconds = 0;
};

std::string to_json(const Taught& taught);

/// `source` is what it was learned from, `items` what was typed as ITEMS, `output` the file.
void print_taught(const Taught& taught, const std::string& source, const std::string& items,
                  const std::string& output);

}  // namespace bellwether::cli
