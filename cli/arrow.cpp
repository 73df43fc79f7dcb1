#include <cli/arrow.h>
#include <cli/python_child.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

constexpr std::array<const char*, 3> endings{".parquet", ".feather", ".arrow"};

bool has_ending(const std::filesystem::path& path) {
  return std::ranges::find(endings, path.extension().string()) != endings.end();
}

/// What both programs begin with. Status 3: Python is there, PyArrow is not. Status 4: the message says why
/// not.
constexpr const char* common = R"py(import os, sys
sys.path = [path for path in sys.path if path]  # no csv.py of the folder at hand
try:
    import pyarrow, pyarrow.csv, pyarrow.ipc, pyarrow.parquet
except ImportError:
    sys.exit(3)
said, place = sys.argv[1:3]
def refuse(text):
    open(said, "w").write(text)
    sys.exit(4)
def files():
    if not os.path.isdir(place):
        return [place]
    return [os.path.join(place, name) for name in sorted(os.listdir(place)) if name.endswith((".parquet", ".feather", ".arrow"))]
def opened(path):
    """The schema, and a function of columns that gives batches."""
    if path.endswith(".parquet"):
        file = pyarrow.parquet.ParquetFile(path)
        return file.schema_arrow, lambda names: file.iter_batches(65536, columns=names)
    reader = pyarrow.ipc.open_file(pyarrow.memory_map(path))
    return reader.schema, lambda names: (reader.get_batch(i).select(names) for i in range(reader.num_record_batches))
def unnested(path, schema, names):
    for name in names:
        kind = schema.field(name).type
        if pyarrow.types.is_nested(kind):
            refuse(f"{path}: column {name} holds {kind}: columns of lists and structures cannot be read (--ignore {name} leaves it out)")
def guarded(work):
    try:
        work()
    except (OSError, ValueError, KeyError, pyarrow.ArrowException) as error:
        refuse(f"{place}: {error}")
)py";

constexpr const char* to_csv = R"py(
target, ignored = sys.argv[3], set(sys.argv[4:])
def work():
    writer, first = None, None
    for path in files():
        schema, batches = opened(path)
        unnested(path, schema, [name for name in schema.names if name not in ignored])
        empty = [i for i, field in enumerate(schema) if pyarrow.types.is_nested(field.type)]
        for batch in batches(schema.names):
            if empty:
                nothing = pyarrow.nulls(batch.num_rows, pyarrow.string())
                columns = [nothing if i in empty else batch.column(i) for i in range(batch.num_columns)]
                batch = pyarrow.RecordBatch.from_arrays(columns, names=schema.names)
            if writer is None:
                first, writer = batch.schema, pyarrow.csv.CSVWriter(target, batch.schema)
            if batch.schema.names != first.names:
                refuse(f"{path} has the columns {', '.join(batch.schema.names)}, but the first file has {', '.join(first.names)}")
            writer.write_batch(batch.cast(first) if batch.schema != first else batch)
    if writer is None:
        refuse(f"{place}: there are no items")
    writer.close()
guarded(work)
)py";

constexpr const char* to_npy = R"py(
try:
    import numpy
except ImportError:
    sys.exit(3)
target, ids, id_column, count = sys.argv[3:7]
left_out, only = set(sys.argv[7:7 + int(count)]), sys.argv[7 + int(count):]
def work():
    parts, expected, narrow, rows = [], None, True, 0
    for path in files():
        schema, batches = opened(path)
        known = set(schema.names)
        for name in [*([id_column] if id_column else []), *left_out, *only]:
            if name not in known:
                refuse(f"{path} has no column {name}: it has {', '.join(schema.names[:20])}")
        names = [name for name in (only or schema.names) if name not in left_out and name != id_column]
        unnested(path, schema, names)
        for name in names:
            kind = schema.field(name).type
            if not (pyarrow.types.is_integer(kind) or pyarrow.types.is_floating(kind) or pyarrow.types.is_boolean(kind)):
                refuse(f"{path}: column {name} holds {kind}, but items that stay on disk are numbers (--ignore {name} leaves it out)")
            narrow = narrow and (pyarrow.types.is_float32(kind) or pyarrow.types.is_float16(kind) or pyarrow.types.is_boolean(kind))
        if expected is None:
            expected = names
        if names != expected:
            refuse(f"{path} has the columns {', '.join(names)}, but the first file has {', '.join(expected)}")
        parts.append((path, batches))
        rows += pyarrow.parquet.ParquetFile(path).metadata.num_rows if path.endswith(".parquet") else sum(
            pyarrow.ipc.open_file(pyarrow.memory_map(path)).get_batch(i).num_rows
            for i in range(pyarrow.ipc.open_file(pyarrow.memory_map(path)).num_record_batches))
    if not expected or not rows:
        refuse(f"{place}: there are no columns of numbers" if rows else f"{place}: there are no items")
    kind = "<f4" if narrow else "<f8"
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }" % (kind, rows, len(expected))
    header = header.ljust(117) + "\n"
    with open(target, "wb") as out, open(ids, "w", encoding="utf-8") as names_out:
        out.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        for path, batches in parts:
            wanted = expected + ([id_column] if id_column else [])
            for batch in batches(wanted):
                table = numpy.empty((batch.num_rows, len(expected)), dtype=kind)
                for j, name in enumerate(expected):
                    column = batch.column(batch.schema.get_field_index(name))
                    if column.null_count:
                        refuse(f"{path}: column {name} has empty cells: fill them when the file is written")
                    table[:, j] = column.to_numpy(zero_copy_only=False)
                out.write(table.tobytes())
                if id_column:
                    column = batch.column(batch.schema.get_field_index(id_column))
                    names_out.writelines(str(value).replace("\n", " ") + "\n" for value in column.to_pylist())
guarded(work)
)py";

}  // namespace

bool is_arrow(const std::filesystem::path& place) {
  std::error_code none;
  if (!std::filesystem::is_directory(place, none)) return has_ending(place);
  return std::ranges::any_of(std::filesystem::directory_iterator(place, none),
                             [](const auto& entry) { return has_ending(entry.path()); });
}

void run_pyarrow(const char* program, std::vector<std::string> arguments,
                 const std::filesystem::path& scratch, const std::string& what) {
  const std::filesystem::path said = scratch / "said";
  std::vector<std::string> words{"-c", std::string(common) + program, said.string()};
  std::ranges::move(arguments, std::back_inserter(words));
  const int status = run_python(std::move(words));
  require(status != 3,
          "{} is read by a python3 with PyArrow and NumPy, and there is none: install pyarrow, or write the "
          "items as .npy or CSV",
          what);
  std::ifstream file(said);
  const std::string message{std::istreambuf_iterator<char>(file), {}};
  require(status == 0, "{}", message.empty() ? fmt::format("{}: PyArrow could not read it", what) : message);
}

void write_csv_of_arrow(const std::filesystem::path& place, const std::filesystem::path& csv,
                        const std::vector<std::string>& ignored) {
  require(std::filesystem::exists(place), "{}: there is no such file or folder", place.string());
  std::vector<std::string> words{place.string(), csv.string()};
  words.insert(words.end(), ignored.begin(), ignored.end());
  run_pyarrow(to_csv, std::move(words), csv.parent_path(), place.string());
}

void write_npy_of_arrow(const std::filesystem::path& place, const std::filesystem::path& npy,
                        const std::filesystem::path& ids, const std::string& id_column,
                        const std::vector<std::string>& left_out, const std::vector<std::string>& only) {
  require(std::filesystem::exists(place), "{}: there is no such file or folder", place.string());
  std::vector<std::string> words{place.string(), npy.string(), ids.string(), id_column,
                                 std::to_string(left_out.size())};
  words.insert(words.end(), left_out.begin(), left_out.end());
  words.insert(words.end(), only.begin(), only.end());
  run_pyarrow(to_npy, std::move(words), ids.parent_path(), place.string());
}

}  // namespace bellwether::cli
