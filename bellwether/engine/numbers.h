#pragma once
// Structs as bytes and exactly back. A struct says once what it is made of:
//
//   void visit(Statistics& s, auto&& numbers) { numbers(s.sums), numbers(s.counts), numbers(s.objective); }
//
// Numbers are written as they lie in memory (little-endian on every machine that this is built for), tables
// with their sizes before them. Whoever reads trusts nothing: bytes that end early, or sizes that cannot be,
// are an error.

#include <array>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/data/matrix.h>

namespace bellwether {

using Bytes = std::string;

namespace detail {

template <class T>
constexpr bool plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;
template <class T>
struct IsPlainArray : std::false_type {};
template <class T, std::size_t size>
struct IsPlainArray<std::array<T, size>> : std::bool_constant<plain<T>> {};

class Writer {
 public:
  template <class T>
  void operator()(T& value) {
    if constexpr (plain<T> || IsPlainArray<T>::value) {
      put(&value, sizeof value);
    } else {
      visit(value, *this);
    }
  }
  void operator()(Vector& v) { table(v, v.size(), 1); }
  void operator()(Matrix& m) { table(m, m.rows(), m.cols()); }
  void operator()(std::string& text) { list(text); }
  template <class T>
  void operator()(std::vector<T>& values) {
    if constexpr (plain<T> || IsPlainArray<T>::value) {
      list(values);
    } else {
      size(std::ssize(values));
      for (T& value : values) (*this)(value);
    }
  }

  Bytes take() { return std::move(bytes_); }

 private:
  void put(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }
  void size(Index count) { put(&count, sizeof count); }
  void list(const auto& values) {
    size(std::ssize(values));
    put(values.data(), values.size() * sizeof(*values.data()));
  }
  void table(const auto& values, Index rows, Index columns) {
    size(rows), size(columns);
    put(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
  }

  Bytes bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : left_(bytes) {}

  template <class T>
  void operator()(T& value) {
    if constexpr (plain<T> || IsPlainArray<T>::value) {
      get(&value, sizeof value);
    } else {
      visit(value, *this);
    }
  }
  void operator()(Vector& v) {
    const Index rows = size(0), columns = size(0);
    require(columns == 1, "the bytes hold {} columns where a vector is due", columns);
    v.resize(fitting(rows, 1, sizeof(double)));
    get(v.data(), static_cast<std::size_t>(v.size()) * sizeof(double));
  }
  void operator()(Matrix& m) {
    const Index rows = size(0), columns = size(0);
    fitting(rows, columns, sizeof(double));
    m.resize(rows, columns);
    get(m.data(), static_cast<std::size_t>(m.size()) * sizeof(double));
  }
  void operator()(std::string& text) { list(text); }
  template <class T>
  void operator()(std::vector<T>& values) {
    if constexpr (plain<T> || IsPlainArray<T>::value) {
      list(values);
    } else {
      values.resize(static_cast<std::size_t>(size(1)));
      for (T& value : values) (*this)(value);
    }
  }

  bool done() const { return left_.empty(); }

 private:
  void get(void* data, std::size_t size) {
    require(size <= left_.size(), "the bytes end early: {} are left where {} are due", left_.size(), size);
    if (size > 0) std::memcpy(data, left_.data(), size);
    left_.remove_prefix(size);
  }
  /// A number of things of at least `each` bytes; or of rows, whose size is looked at later.
  Index size(std::size_t each) {
    Index count = 0;
    get(&count, sizeof count);
    require(count >= 0, "the bytes say that there are {} of something", count);
    if (each > 0) fitting(count, 1, each);
    return count;
  }
  Index fitting(Index rows, Index columns, std::size_t each) const {
    const auto room = static_cast<Index>(left_.size() / each);
    require(rows == 0 || columns <= room / rows, "the bytes end early: a table of {} x {} is due", rows,
            columns);
    return rows * columns;
  }
  void list(auto& values) {
    const Index count = size(sizeof(*values.data()));
    values.resize(static_cast<std::size_t>(count));
    get(values.data(), values.size() * sizeof(*values.data()));
  }

  std::string_view left_;
};

}  // namespace detail

template <class T>
Bytes bytes_of(T value) {
  detail::Writer writer;
  writer(value);
  return writer.take();
}

template <class T>
T from_bytes(std::string_view bytes) {
  T value;
  detail::Reader reader(bytes);
  reader(value);
  require(reader.done(), "there are more bytes than numbers");
  return value;
}

}  // namespace bellwether
