#include <cli/python_child.h>
#include <cli/reports/parquet.h>

#include <fstream>
#include <iterator>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

/// Status 3: Python is there, PyArrow is not.
constexpr const char* program = R"(import sys
try:
    import pyarrow, pyarrow.csv, pyarrow.parquet
except ImportError:
    sys.exit(3)
text = {name: pyarrow.string() for name in sys.argv[3].split(",")}
table = pyarrow.csv.read_csv(sys.argv[1], parse_options=pyarrow.csv.ParseOptions(newlines_in_values=True),
                             convert_options=pyarrow.csv.ConvertOptions(column_types=text, strings_can_be_null=False))
pyarrow.parquet.write_table(table, sys.argv[2])
)";

}  // namespace

std::string parquet_of(const std::string& csv, const std::string& text_columns,
                       const std::filesystem::path& folder) {
  const std::string from = (folder / "items.csv").string(), to = (folder / "items.parquet").string();
  write_atomically(from, [&](std::ostream& out) { out << csv; });
  const int status = run_python({"-c", program, from, to, text_columns});
  require(status != 3,
          "Parquet is written by a python3 with PyArrow, and there is none: install pyarrow, or take the CSV "
          "file");
  std::ifstream made(to, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(made), {}};
  require(status == 0 && !bytes.empty(), "PyArrow could not write these items as Parquet: take the CSV file");
  return bytes;
}

}  // namespace bellwether::cli
