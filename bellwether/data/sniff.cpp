#include <bellwether/data/error.h>
#include <bellwether/data/json_records.h>
#include <bellwether/data/number.h>
#include <bellwether/data/sniff.h>
#include <bellwether/data/text.h>

#include <algorithm>
#include <initializer_list>

namespace bellwether {
namespace {

/// In lower case, without the ending of a compression.
std::string plain_name(const std::string& name) {
  auto plain = lower(name);
  for (const std::string_view packed : {".gz", ".zst"}) {
    if (plain.ends_with(packed)) plain.resize(plain.size() - packed.size());
  }
  return plain;
}

bool ends_in(const std::string& name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view e) { return name.ends_with(e); });
}

/// The first line that is not blank and does not start with `comment`.
std::string_view first_content(std::string_view head, char comment) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  while (!head.empty()) {
    const auto line = trim(head.substr(0, head.find('\n')));
    if (!line.empty() && line.front() != comment) return line;
    head.remove_prefix(std::min(head.find('\n'), head.size() - 1) + 1);
  }
  return {};
}

bool looks_like_svmlight(std::string_view head) {
  auto line = first_content(head, '#');
  line = line.substr(0, line.find('#'));
  const auto label = next_word(line);
  if (label.empty() || label.find(':') != std::string_view::npos) return false;
  int pairs = 0;
  for (auto word = next_word(line); !word.empty(); word = next_word(line), ++pairs) {
    const auto colon = word.find(':');
    if (colon == std::string_view::npos) return false;
    const auto index = word.substr(0, colon);
    if (index != "qid" && !to_count(index)) return false;
  }
  return pairs > 0;
}

struct Refusal {
  std::string_view magic;
  const char* reason;
};

constexpr Refusal refusals[] = {
    {"\xFD"
     "7zXZ",
     "is compressed with xz; unpack it first, or pack it with gzip or zstd"},
    {"BZh", "is compressed with bzip2; unpack it first, or pack it with gzip or zstd"},
    {"\x1f\x8b", "is compressed twice; unpack it first"},
    {"\x28\xb5\x2f\xfd", "is compressed twice; unpack it first"},
    {"MATLAB 5.0", "is a MATLAB file, not CLUTO's; save the matrix as CSV or NPY"},
    {"\x89HDF", "is an HDF5 file (or MATLAB's newer form); save the matrix as CSV or NPY"},
    {"PAR1", "is a Parquet file; save the table as CSV or NPY"},
    {"\xFF\xFE", "is in UTF-16; save it as UTF-8"},
    {"\xFE\xFF", "is in UTF-16; save it as UTF-8"},
};

void require_text(std::string_view head, const std::string& name) {
  for (const auto& [magic, reason] : refusals) require(!head.starts_with(magic), "{}: {}", name, reason);
  require(head.find('\0') == std::string_view::npos,
          "{}: is not text and not NumPy's form (CSV, NPY, NPZ, SVMlight, Matrix Market, CLUTO and ARFF can "
          "be read)",
          name);
  require(head.find('\r') >= head.size() - 1 || head.find('\n') != std::string_view::npos,
          "{}: its lines end with carriage returns alone; save it with Unix or Windows line ends "
          "(tr '\\r' '\\n')",
          name);
}

}  // namespace

Format recognise(std::string_view head, const std::string& name) {
  const auto plain = plain_name(name);
  require(!head.empty(), "{}: is empty", name);
  if (head.starts_with("\x93NUMPY")) return Format::npy;
  if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06")) return Format::npz;
  require(!ends_in(plain, {".npy", ".npz"}), "{}: does not start like a NumPy file (is it damaged?)", name);
  require_text(head, name);
  if (begins_like_json(head)) return Format::json;
  if (starts_with_word(head, "%%MatrixMarket") || ends_in(plain, {".mtx"})) return Format::matrix_market;
  if (ends_in(plain, {".arff"}) || starts_with_word(first_content(head, '%'), "@relation"))
    return Format::arff;
  if (ends_in(plain, {".mat"})) return Format::cluto;
  if (ends_in(plain, {".svm", ".svmlight", ".libsvm"}) || looks_like_svmlight(head)) return Format::svmlight;
  return Format::delimited;
}

}  // namespace bellwether
