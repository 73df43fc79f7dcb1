#include <python/bindings/arrays.h>

#include <pybind11/stl.h>

#include <memory>
#include <utility>

#include <bellwether/data/error.h>

namespace bellwether::python {
namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

/// Without a conversion: what does not fit is a mistake of the package, not of its user.
template <class T>
Array<T> exactly(const py::handle& object, py::ssize_t dimensions) {
  if (!Array<T>::check_(object)) throw py::type_error("expected a contiguous array of another type");
  auto array = py::reinterpret_borrow<Array<T>>(object);
  if (array.ndim() != dimensions) throw py::type_error("expected an array of other dimensions");
  return array;
}

/// The library trusts the columns of sparse rows, and anybody may have filled these arrays.
void require_rising_columns(const SparseRows& rows, Index stored) {
  require(rows.starts[0] == 0 && rows.starts[rows.rows] <= stored,
          "the sparse matrix does not end where its values do");
  for (Index i = 0; i < rows.rows; ++i)
    require(rows.starts[i] <= rows.starts[i + 1], "the sparse matrix has rows that end before they begin");
  for (Index i = 0; i < rows.rows; ++i) {
    std::int32_t least = 0;
    for (const std::int32_t column : rows.row(i).columns) {
      require(column >= least && column < rows.columns,
              "row {} of the sparse matrix names column {}, but columns rise and end at {}", i, column,
              rows.columns - 1);
      least = column + 1;
    }
  }
}

SparseRows sparse_view(const py::tuple& parts) {
  const auto starts = exactly<std::int64_t>(parts[0], 1);
  const auto columns = exactly<std::int32_t>(parts[1], 1);
  const auto values = exactly<double>(parts[2], 1);
  const SparseRows view{starts.data(), columns.data(), values.data(), starts.size() - 1,
                        parts[3].cast<Index>()};
  require(starts.size() > 0 && columns.size() == values.size(),
          "the sparse matrix has {} columns for {} values", columns.size(), values.size());
  require_rising_columns(view, values.size());
  return view;
}

/// An array that owns what it shows.
template <class T, class Owned>
py::array adopt(std::unique_ptr<Owned> owned, const T* data, std::vector<py::ssize_t> shape) {
  const py::capsule owner(owned.release(), [](void* held) { delete static_cast<Owned*>(held); });
  return py::array_t<T>(std::move(shape), data, owner);
}

template <class T>
py::array vector_array(std::vector<T> values) {
  auto held = std::make_unique<std::vector<T>>(std::move(values));
  const T* data = held->data();
  const auto size = static_cast<py::ssize_t>(held->size());
  return adopt<T>(std::move(held), data, {size});
}

}  // namespace

Items::Items(const py::object& values) : owner_(values) {
  if (py::isinstance<py::tuple>(values)) {
    rows_ = sparse_view(values);
    return;
  }
  const auto array = exactly<double>(values, 2);
  rows_ = DenseRows{array.data(), array.shape(0), array.shape(1)};
}

std::vector<int> integers(const py::object& array) {
  if (array.is_none()) return {};
  const auto values = exactly<std::int32_t>(array, 1);
  return {values.data(), values.data() + values.size()};
}

std::vector<double> numbers(const py::object& array) {
  if (array.is_none()) return {};
  const auto values = exactly<double>(array, 1);
  return {values.data(), values.data() + values.size()};
}

std::vector<Link> links(const py::object& pairs) {
  if (pairs.is_none()) return {};
  const auto values = exactly<std::int64_t>(pairs, 2);
  std::vector<Link> result;
  for (py::ssize_t i = 0; i < values.shape(0); ++i) result.emplace_back(values.at(i, 0), values.at(i, 1));
  return result;
}

std::vector<std::string> words(const py::object& list) {
  if (list.is_none()) return {};
  return list.cast<std::vector<std::string>>();
}

py::array to_array(Matrix matrix) {
  auto held = std::make_unique<Matrix>(std::move(matrix));
  const double* data = held->data();
  const py::ssize_t rows = held->rows(), columns = held->cols();
  return adopt<double>(std::move(held), data, {rows, columns});
}

py::array to_array(const std::vector<int>& values) {
  return vector_array(std::vector<std::int32_t>(values.begin(), values.end()));
}

py::array to_array(const std::vector<double>& values) {
  return vector_array(values);
}

py::object to_python(std::variant<Matrix, SparseMatrix> values) {
  if (auto* dense = std::get_if<Matrix>(&values)) return to_array(std::move(*dense));
  SparseMatrix& sparse = std::get<SparseMatrix>(values);
  const Index rows = sparse.rows(), columns = sparse.columns;
  return py::make_tuple(vector_array(std::move(sparse.starts)), vector_array(std::move(sparse.column_of)),
                        vector_array(std::move(sparse.values)), py::make_tuple(rows, columns));
}

}  // namespace bellwether::python
