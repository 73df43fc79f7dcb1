#include <cli/reports/parquet.h>
#include <cli/reports/portrait_file.h>
#include <cli/reports/result_files.h>
#include <cli/reports/studio_exports.h>
#include <cli/terminal/words.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/table.h>
#include <bellwether/features/neighbour_map.h>
#include <bellwether/models/model.h>
#include <page/page.h>
#include <page/read_shown.h>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

std::string name_of(const Stand& stand, std::size_t item) {
  const int group = stand.groups[item];
  return group < 0 ? std::string() : stand.board.groups[static_cast<std::size_t>(group)].name;
}

/// The rows of a table file; none if ITEMS is none, or its rows are not the items.
std::vector<TableRow> original_rows(const ItemsArguments& items, std::size_t count) {
  const std::string ending = fs::path(items.items).extension().string();
  std::error_code ignored;
  if ((ending != ".csv" && ending != ".tsv") || !fs::is_regular_file(items.items, ignored)) return {};
  std::vector<TableRow> rows = read_table(items.items, reading_of(items));
  if (rows.size() != count && rows.size() != count + 1) return {};
  return rows;
}

using ToCell = std::string(std::string_view);

std::string groups_csv(const Stand& stand, const Material& material, const studio::Shelf& shelf,
                       const ItemsArguments& items, ToCell* to_cell = csv_cell) {
  const std::size_t count = stand.groups.size();
  std::string csv;
  const std::vector<TableRow> rows = original_rows(items, count);
  if (!rows.empty()) {
    const bool header = rows.size() == count + 1;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (const std::string& cell : rows[r].cells) csv += to_cell(cell) + ",";
      csv += header && r == 0 ? "group\n" : to_cell(name_of(stand, r - header)) + "\n";
    }
    return csv;
  }
  const bool texts = material.words();
  csv = texts ? "id,text,group\n" : "id,group\n";
  for (std::size_t i = 0; i < count; ++i) {
    csv += to_cell(material.items.id(static_cast<Index>(i))) + ",";
    if (texts) csv += to_cell(shelf.text(static_cast<Index>(i))) + ",";
    csv += to_cell(name_of(stand, i)) + "\n";
  }
  return csv;
}

std::string seeds_csv(const Stand& stand, const Material& material) {
  std::string csv = "id,label\n";
  for (std::size_t i = 0; i < stand.board.seeds.size(); ++i)
    if (const int seed = stand.board.seeds[i]; seed != unlabelled)
      csv += csv_cell(material.items.id(static_cast<Index>(i))) + "," +
             csv_cell(stand.board.groups[static_cast<std::size_t>(seed)].name) + "\n";
  return csv;
}

std::string links_csv(const std::vector<Link>& links, const Material& material) {
  std::string csv = "id,id\n";
  for (const Link& link : links)
    csv += csv_cell(material.items.id(link.first)) + "," + csv_cell(material.items.id(link.second)) + "\n";
  return csv;
}

std::string model_bytes(const Finding& finding) {
  const Method& method = find_method(finding.plan.search.method);
  require(method.place != nullptr, "{} has no model that could place new items", method.name);
  Model model = model_of(method, finding.outcome, finding.vectorizer,
                         finding.vectorizer.reads_raw_items() ? std::vector<std::string>() : finding.columns);
  model.clusters = finding.names;
  return to_bytes(model);
}

/// A folder for a moment.
struct ShortFolder {
  fs::path path;
  ShortFolder() {
    std::string name = (fs::temp_directory_path() / "bellwether-XXXXXX").string();
    require(mkdtemp(name.data()) != nullptr, "cannot make a folder like {}", name);
    path = name;
  }
  ~ShortFolder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
};

/// Ids and groups stay text: "007" is no number.
studio::Export parquet_export(const std::string& csv) {
  const ShortFolder folder;
  return {.name = "groups.parquet",
          .type = "application/octet-stream",
          .bytes = parquet_of(csv, "id,group", folder.path)};
}

std::string report_page(const Stand& stand, const ExportContext& context) {
  const ShortFolder folder;
  const Report report = report_on(*stand.material, stand.evidence, stand.finding);
  write_result(folder.path, report);
  write_portrait(folder.path, report, context.items, {.as_typed = context.command}, context.threads);
  write_manifest(folder.path, "clustering");
  page::ShownResult shown = page::read_shown(folder.path.string());
  shown.folder = stand.material->source;
  shown.neighbours = neighbour_map(shown.coordinates, {}, {.threads = context.threads}).places;
  return page::page_of({shown}, {}, {}, {});
}

}  // namespace

studio::MakeExport exports_for(const ExportContext& context) {
  return [context](std::string_view what, const Project& project,
                   const studio::Shelf& shelf) -> std::optional<studio::Export> {
    const Stand& stand = *project.stand();
    const Material& material = project.workbench().material();
    if (what == "groups")
      return studio::Export{.name = "groups.csv", .bytes = groups_csv(stand, material, shelf, context.items)};
    if (what == "parquet")
      return parquet_export(groups_csv(stand, material, shelf, context.items, quoted_cell));
    if (what == "seeds") return studio::Export{.name = "seeds.csv", .bytes = seeds_csv(stand, material)};
    if (what == "must-link")
      return studio::Export{.name = "must-link.csv", .bytes = links_csv(stand.board.must_link, material)};
    if (what == "cannot-link")
      return studio::Export{.name = "cannot-link.csv", .bytes = links_csv(stand.board.cannot_link, material)};
    if (what == "model")
      return studio::Export{.name = "model.bellwether",
                            .type = "application/octet-stream",
                            .bytes = model_bytes(stand.finding)};
    if (what == "report")
      return studio::Export{
          .name = "report.html", .type = "application/octet-stream", .bytes = report_page(stand, context)};
    if (what == "command")
      return studio::Export{
          .name = "command.txt", .type = "text/plain; charset=utf-8", .bytes = context.command};
    return {};
  };
}

}  // namespace bellwether::cli
