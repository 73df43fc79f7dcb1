#include <bellwether/sources/sorted_links.h>

#include <algorithm>
#include <map>
#include <set>

#include <bellwether/data/error.h>
#include <bellwether/data/manifest.h>
#include <bellwether/data/result_folder.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

constexpr const char* kind = "sorting";

/// What is in a tree and not ours: neither a link, nor a folder, nor the manifest. Empty: all is ours.
std::string stranger_in(const fs::path& tree) {
  std::error_code error;
  const auto manifest = read_manifest(tree);
  const bool ours = manifest && manifest->kind == kind;
  for (fs::recursive_directory_iterator at(tree, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().lexically_relative(tree).generic_string();
    const bool link = at->is_symlink(error);
    if (ours && (link || name == manifest_name || at->is_directory(error))) continue;
    return name;
  }
  return {};
}

/// Two clusters whose names make the same folder get different ones.
std::map<std::string, std::string> folders_of(const std::vector<std::string>& cluster_of) {
  std::map<std::string, std::string> folders;
  std::set<std::string> taken;
  for (const std::string& cluster : std::set<std::string>(cluster_of.begin(), cluster_of.end())) {
    std::string name = folder_name(cluster);
    for (int number = 2; !taken.insert(lower(name)).second; ++number)
      name = fmt::format("{}_{}", folder_name(cluster), number);
    folders[cluster] = name;
  }
  return folders;
}

}  // namespace

std::string folder_name(const std::string& cluster) {
  constexpr std::size_t longest = 100;
  std::string name;
  if (cluster.empty() || cluster.front() == '.') name += '_';
  for (const char c : cluster.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    name += c == '/' || byte < 0x20 || byte == 0x7F ? '_' : c;
  }
  return name;
}

void require_can_sort(const std::string& items, const fs::path& into) {
  std::error_code ignored;
  const Setting asked = setting("sort_into", into.string());
  require<InvalidOption>(
      fs::is_directory(items, ignored),
      "{}: {} is no folder, so there are no files to link to (unpack an archive first; of a table, "
      "see {})",
      asked, items, setting("append"));
  require<InvalidOption>(!fs::exists(fs::symlink_status(into, ignored)) || fs::is_directory(into, ignored),
                         "{}: is a file; name a folder", asked);
  const fs::path from = fs::weakly_canonical(items, ignored), to = fs::weakly_canonical(into, ignored);
  require<InvalidOption>(from != to, "{}: is the folder of the items; choose another", asked);
  const std::string stranger = fs::is_directory(into, ignored) ? stranger_in(into) : std::string();
  require<InvalidOption>(stranger.empty(),
                         "{}: holds {}, which is no link that bellwether made; choose another folder", asked,
                         shown(stranger));
}

NotLinked sort_into(const fs::path& folder, const Dataset& items, const std::vector<std::string>& cluster_of,
                    const fs::path& into) {
  const auto folders = folders_of(cluster_of);
  const fs::path from = fs::canonical(folder);
  ResultFolder tree(into, kind, ResultFolder::Links::of_the_result);
  NotLinked missing;
  for (Index i = 0; i < items.items(); ++i) {
    const std::string id = items.id(i);
    std::error_code error;
    if (!fs::is_regular_file(from / id, error)) {
      missing.push_back(id);
      continue;
    }
    const fs::path link = tree.path() / folders.at(cluster_of[static_cast<std::size_t>(i)]) / id;
    fs::create_directories(link.parent_path());
    fs::create_symlink(from / id, link);
  }
  require(missing.size() < cluster_of.size(), "{}: no item is a file of its own, so nothing can be linked",
          setting("sort_into", into.string()));
  std::error_code ignored;
  if (fs::is_directory(into, ignored)) require_can_sort(folder.string(), into);
  tree.publish();
  return missing;
}

}  // namespace bellwether
