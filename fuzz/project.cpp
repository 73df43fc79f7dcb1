// What the studio keeps: the bytes as a project file, and each line of them as something that was said of
// twelve flowers, since no fuzzer makes a database.

#include <fuzz/scratch_file.h>

#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include <bellwether/collections/collections.h>
#include <bellwether/data/error.h>
#include <bellwether/projects/history.h>
#include <bellwether/projects/workbench.h>
#include <bellwether/sources/run_sources.h>

namespace bellwether {
namespace {

void open(std::string_view bytes) {
  const ProjectFile project(scratch_file(bytes), ProjectFile::For::reading);
  project.events();
  project.kept("source");
  project.labels_after(0);
}

/// Three groups of flowers.
const Workbench& workbench() {
  static const Workbench three(read_sources({.items = {.items = "data:iris"}}, {.threads = 1}).material, {},
                               {.clusters = 3});
  return three;
}

void replay(std::string_view text) {
  static const ItemIds ids(workbench().material().items);
  static const Board first = workbench().board_after({});
  std::vector<Event> events;
  while (!text.empty() && events.size() < 50) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    events.push_back({static_cast<std::int64_t>(events.size()) + 1, "now", std::string(text.substr(0, end))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  const History history = history_in(events, ids, first);
  const Board board = workbench().board_after(history.standing());
  for (const HistoryEntry& entry : history.entries) {
    const auto again = correction_from(to_json(entry.correction, workbench().material().items), ids, "again");
    if (!(tidy(again) == tidy(entry.correction))) std::abort();
  }
}

}  // namespace
}  // namespace bellwether

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const auto& use : {bellwether::open, bellwether::replay}) try {
      use(bytes);
    } catch (const bellwether::Error&) {
    }
  return 0;
}
