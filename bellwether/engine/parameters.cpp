#include <bellwether/engine/parameters.h>

#include <algorithm>

#include <bellwether/data/error.h>

namespace bellwether {

const Matrix& parameter(const Parameters& parameters, std::string_view name) {
  const auto at =
      std::find_if(parameters.begin(), parameters.end(), [&](const auto& p) { return p.first == name; });
  require(at != parameters.end(), "the model has no '{}': it was made by another method, or is damaged",
          name);
  return at->second;
}

}  // namespace bellwether
