#include <bellwether/projects/project.h>

#include <zlib.h>

#include <nlohmann/json.hpp>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>
#include <bellwether/projects/told.h>

namespace bellwether {
namespace {

uLong sum_on(uLong sum, const void* bytes, std::size_t count) {
  return crc32_z(sum, static_cast<const Bytef*>(bytes), count);
}

}  // namespace

std::string checksum_of(const Dataset& items) {
  uLong ids = 0, values = 0;
  for (Index i = 0; i < items.items(); ++i) {
    const std::string id = items.id(i);
    ids = sum_on(ids, id.c_str(), id.size() + 1);
  }
  for_each_value(items.rows(), [&](Index i, Index j, double value) {
    const double entry[] = {static_cast<double>(i), static_cast<double>(j), value};
    values = sum_on(values, entry, sizeof entry);
  });
  return fmt::format("{} items, {:08x}, {:08x}", items.items(), ids, values);
}

Project::Project(ProjectFile& file, Material material, Evidence evidence, Wishes wishes)
    : file_(file), workbench_(std::move(material), std::move(evidence), std::move(wishes)) {
  const std::string sum = checksum_of(workbench_.material().items);
  if (const auto before = file_.kept("checksum")) {
    require(*before == sum,
            "{} has other items than the project was made of ({}; then: {}): what was said of them cannot be "
            "used",
            workbench_.material().source, sum, *before);
  } else {
    file_.keep("checksum", sum);
  }
  const Board first = workbench_.board_after({});
  keep_start(file_, first, workbench_.material().items);
  history_ = history_in(file_.events(), ItemIds(workbench_.material().items), first);
}

/// The state after so many of the corrections that stand is that after the event of the last of them, if
/// nothing else stood then.
std::vector<int> Project::remembered(std::size_t corrections) const {
  if (corrections == 0) return file_.labels_after(0);
  return file_.labels_after(history_.entries[history_.standing_at[corrections - 1]].event);
}

void Project::take(std::int64_t event, std::shared_ptr<const Stand> stand) {
  history_.last_event = event;
  stand_ = std::move(stand);
  try {
    if (file_.labels_after(event).empty()) file_.keep_labels(event, stand_->groups);
  } catch (
      const InvalidInput&) {  // what was said is in the file; its groups are found again when they are needed
  }
}

std::shared_ptr<const Stand> Project::begin(const Run& run) {
  auto stand = workbench_.stand_after(history_.standing(), run,
                                      [this](std::size_t count) { return remembered(count); });
  take(history_.last_event, std::move(stand));
  return stand_;
}

Correction Project::completed(Correction correction, const Run& run) const {
  return tidy(workbench_.completed(std::move(correction), *stand_, run));
}

Preview Project::preview(const Correction& as_said, const Run& run) {
  const Correction correction = tidy(as_said);
  Preview preview = workbench_.preview(history_.standing(), *stand_, correction, run);
  looked_ = {history_.last_event, correction, preview.stand};
  return preview;
}

void Project::apply(const Correction& as_said, std::string_view at, const Run& run) {
  const Correction correction = tidy(as_said);
  std::vector<Correction> said = history_.standing();
  said.push_back(correction);
  const bool looked = looked_.event == history_.last_event && looked_.correction == correction;
  auto stand =
      looked ? looked_.stand
             : workbench_.stand_after(said, run, [this](std::size_t count) { return remembered(count); });
  const std::int64_t event = file_.append(at, to_json(correction, workbench_.material().items).dump());
  history_.say({event, std::string(at), in_words(correction, stand_->board), correction});
  take(event, std::move(stand));
}

void Project::undo(std::string_view at, const Run& run) {
  require(can_undo(), "there is nothing to undo");
  std::vector<Correction> said = history_.standing();
  said.pop_back();
  auto stand = workbench_.stand_after(said, run, [this](std::size_t count) { return remembered(count); });
  const std::int64_t event = file_.append(at, undo_said);
  history_.undo();
  take(event, std::move(stand));
}

void Project::redo(std::string_view at, const Run& run) {
  require(can_redo(), "there is nothing to redo");
  std::vector<Correction> said = history_.standing();
  said.push_back(history_.entries[history_.undone.back()].correction);
  auto stand = workbench_.stand_after(said, run, [this](std::size_t count) { return remembered(count); });
  const std::int64_t event = file_.append(at, redo_said);
  history_.redo();
  take(event, std::move(stand));
}

HeldBack Project::held_back(std::size_t entry, const Run& run) {
  for (std::size_t place = 0; place < history_.standing_at.size(); ++place)
    if (history_.standing_at[place] == entry) return workbench_.held_back(history_.standing(), place, run);
  return {};
}

}  // namespace bellwether
