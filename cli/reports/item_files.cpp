#include <cli/options/outputs.h>
#include <cli/reports/item_files.h>
#include <cli/terminal/words.h>

#include <algorithm>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/sources/append_rows.h>
#include <bellwether/sources/sorted_links.h>

namespace bellwether::cli {

Options item_files_options(ItemFilesArguments& arguments) {
  return {{.flags = "--append",
           .into = &arguments.append,
           .help = "write the rows of ITEMS as they are, and a column with the cluster of each (tables, "
                   "JSON, lines, ARFF, NPY; a header in an mbox)",
           .type = "FILE",
           .writes = true},
          {.flags = "--sort-into",
           .into = &arguments.sort_into,
           .help = "for a folder of files: make a folder of links to them, sorted by cluster",
           .type = "DIR",
           .writes = true}};
}

void require_can_write(const ItemFilesArguments& arguments, const ItemsArguments& items, const Given& given,
                       bool force) {
  if (!arguments.append.empty()) {
    require_spares(given, arguments.append, force, "--append");
    require_writable(arguments.append, "--append");
    require_can_append(items);
  }
  if (!arguments.sort_into.empty()) require_can_sort(items.items, arguments.sort_into);
}

std::vector<std::string> write_item_files(const ItemFilesArguments& arguments, const ItemsArguments& source,
                                          const Dataset& items, const std::vector<int>& labels,
                                          const std::vector<std::string>& names) {
  std::vector<std::string> cluster_of, told;
  for (const int label : labels)
    cluster_of.push_back(names.empty() ? std::to_string(label) : names[static_cast<std::size_t>(label)]);
  if (!arguments.append.empty()) {
    const bool by_number = !names.empty() && appends_numbers(source);
    std::vector<std::string> written = cluster_of, called;
    if (by_number)
      std::ranges::transform(labels, written.begin(), [](int label) { return std::to_string(label); });
    for (std::size_t c = 0; by_number && c < names.size(); ++c)
      called.push_back(fmt::format("{} {}", c, printable(names[c], 60)));
    write_atomically(arguments.append,
                     [&](std::ostream& out) { append_clusters(source, items, written, out); });
    told.push_back(fmt::format("written to {}: the rows of {} with the cluster of each{}",
                               printable(arguments.append, 200), printable(source.items, 200),
                               by_number ? fmt::format(", by number ({})", fmt::join(called, ", ")) : ""));
  }
  if (!arguments.sort_into.empty()) {
    const NotLinked missing = sort_into(source.items, items, cluster_of, arguments.sort_into);
    told.push_back(
        fmt::format("written to {}: links to {}, in a folder for each cluster{}",
                    printable(arguments.sort_into, 200), counted(items.items() - std::ssize(missing), "file"),
                    missing.empty() ? ""
                                    : fmt::format("; {} in archives, and not linked: {}",
                                                  counted(std::ssize(missing), "item"), first_few(missing))));
  }
  return told;
}

}  // namespace bellwether::cli
