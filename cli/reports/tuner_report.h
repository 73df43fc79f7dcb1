#pragma once
// What solved collections taught, as words and as JSON.

#include <string>
#include <vector>

#include <bellwether/models/tuner.h>
#include <bellwether/tuning/strapping.h>

namespace bellwether::cli {

struct Lessons {
  std::vector<SolvedCollection> collections = {};
  Tuner tuner = {};
  double seconds = 0;
};

/// `output` is the file that keeps it.
std::string to_json(const Lessons& lessons, const std::string& output);
void print_lessons(const Lessons& lessons, const std::string& output);

}  // namespace bellwether::cli
