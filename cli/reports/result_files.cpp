#include <cli/reports/result_files.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/words.h>

#include <algorithm>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/models/model.h>
#include <bellwether/portraits/result_json.h>
#include <bellwether/portraits/top_words.h>

namespace bellwether::cli {
namespace {

void write_features(std::ostream& out, const std::vector<std::string>& names,
                    const FeatureClusters& features) {
  out << "feature,cluster,weight\n";
  for (std::size_t j = 0; j < features.labels.size(); ++j)
    out << csv_cell(names[j]) << ',' << features.labels[j] << ',' << fmt::format("{}", features.weights[j])
        << '\n';
}

void write_rows(std::ostream& out, const ToldSource& source) {
  out << "id,cluster\n";
  for (std::size_t i = 0; i < source.labels.size(); ++i)
    out << csv_cell(source.ids[i]) << ',' << source.labels[i] << '\n';
}

void write_others(const std::filesystem::path& folder, const Report& report) {
  for (std::size_t s = 0; s < report.others.size(); ++s) {
    const auto name = s == 0 ? std::string("auxiliary.csv") : fmt::format("auxiliary-{}.csv", s + 1);
    if (!report.others[s].labels.empty())
      write_atomically(folder / name, [&](std::ostream& out) { write_rows(out, report.others[s]); });
  }
}

}  // namespace

std::string result_json(const Report& report) {
  return lines(spelled(to_json(report), as_typed));
}

void write_assignments(std::ostream& out, const Dataset& items, const std::vector<int>& labels,
                       const std::vector<double>& probabilities, const std::vector<std::string>& names) {
  out << (probabilities.empty() ? "id,cluster\n" : "id,cluster,probability\n");
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto cluster = static_cast<std::size_t>(labels[i]);
    out << csv_cell(items.id(static_cast<Index>(i))) << ','
        << (names.empty() ? std::to_string(cluster) : csv_cell(names[cluster]));
    if (!probabilities.empty()) out << ',' << fmt::format("{}", probabilities[i]);
    out << '\n';
  }
}

void write_result(const std::filesystem::path& folder, const Report& report) {
  const Finding& finding = report.finding;
  const Clustering& c = report.clustering();
  write_atomically(folder / "assignments.csv", [&](std::ostream& out) {
    write_assignments(out, report.items(), c.labels, c.probabilities, finding.names);
  });
  const bool raw = finding.vectorizer.reads_raw_items();  // then the extractor knows the features
  if (report.method().place) {
    Model model = model_of(report.method(), finding.outcome, finding.vectorizer,
                           raw ? std::vector<std::string>() : finding.columns);
    model.clusters = finding.names;
    save_model(model, folder / "model.bellwether");
  }
  if (const FeatureClusters& features = features_in(finding); features.clusters > 0)
    write_atomically(folder / "features.csv",
                     [&](std::ostream& out) { write_features(out, names_of_features(report), features); });
  write_others(folder, report);
  write_atomically(folder / "result.json", [&](std::ostream& out) { out << result_json(report); });
}

std::string files_beside(const Report& report) {
  std::string files;
  if (features_in(report.finding).clusters > 0) files += "features.csv, ";
  if (std::ranges::any_of(report.others, [](const auto& source) { return !source.labels.empty(); }))
    files += "auxiliary.csv, ";
  return files;
}

}  // namespace bellwether::cli
