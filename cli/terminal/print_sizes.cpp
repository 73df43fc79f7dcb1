#include <cli/terminal/words.h>

#include <algorithm>

namespace bellwether::cli {
namespace {

constexpr std::size_t most_listed = 20;

std::size_t digits(std::int64_t number) {
  return std::to_string(number).size();
}

}  // namespace

void print_sizes(std::FILE* out, const std::vector<std::int64_t>& sizes,
                 const std::vector<std::string>& names) {
  const auto name = [&](std::size_t cluster) {
    return names.empty() ? std::to_string(cluster) : printable(names[cluster], 24);
  };
  const std::size_t listed = std::min(sizes.size(), most_listed);
  const std::int64_t largest = std::max<std::int64_t>(1, *std::max_element(sizes.begin(), sizes.end()));
  std::size_t name_width = std::string_view("cluster").size();
  for (std::size_t k = 0; k < listed; ++k) name_width = std::max(name_width, name(k).size());
  const std::size_t size_width = std::max(digits(largest), std::string_view("items").size());
  const auto room =
      static_cast<std::int64_t>(width_of(out)) - static_cast<std::int64_t>(name_width + size_width) - 6;
  const std::int64_t longest = std::clamp<std::int64_t>(room, 0, 40);

  tell(out, "  {}\n", bold(out, fmt::format("{:>{}}  {:>{}}", "cluster", name_width, "items", size_width)));
  for (std::size_t k = 0; k < listed; ++k) {
    const auto bar = static_cast<std::size_t>((sizes[k] * longest + largest - 1) / largest);
    tell(out, "  {:>{}}  {:>{}}{}{}\n", name(k), name_width, sizes[k], size_width, bar > 0 ? "  " : "",
         std::string(bar, '#'));
  }
  if (listed == sizes.size()) return;
  const auto [least, most] = std::minmax_element(sizes.begin() + most_listed, sizes.end());
  tell(out, "  and {} more, of {} to {}\n", sizes.size() - listed, *least, counted(*most, "item"));
}

}  // namespace bellwether::cli
