#pragma once

#include <string>

namespace bellwether::cli {

/// The version, and what was built in: two builds of a version may differ in these.
std::string build_facts();

}  // namespace bellwether::cli
