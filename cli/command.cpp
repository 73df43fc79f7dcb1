#include <cli/command.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace bellwether::cli {

void add(Options& options, Options more) {
  std::ranges::move(more, std::back_inserter(options));
}

Options under(const std::string& heading, Options options) {
  for (Option& option : options) option.group = heading;
  return options;
}

Option required(Option option) {
  option.required = true;
  return option;
}

Option& find_option(Options& options, std::string_view name) {
  const auto at = std::ranges::find(options, name, &Option::name);
  if (at == options.end()) throw std::logic_error("no option is called " + std::string(name));
  return *at;
}

}  // namespace bellwether::cli
