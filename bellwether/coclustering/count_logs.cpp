#include <bellwether/coclustering/count_logs.h>

#include <algorithm>

namespace bellwether::coclustering {

CountLogs::CountLogs(double largest)
    : table_(static_cast<std::size_t>(std::min(largest, 1048574.0)) + 2),
      size_(static_cast<double>(table_.size())) {
  for (std::size_t n = 2; n < table_.size(); ++n) {
    const auto count = static_cast<double>(n);
    table_[n] = count * std::log(count);
  }
}

}  // namespace bellwether::coclustering
