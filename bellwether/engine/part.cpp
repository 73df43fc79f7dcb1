#include <bellwether/engine/part.h>

#include <algorithm>

#include <bellwether/engine/clustering.h>
#include <bellwether/engine/overloaded.h>

namespace bellwether {

Part::Part(Shape whole, Index begin, PartRows rows, std::span<const int> seeds)
    : whole_(whole), begin_(begin), rows_(rows), seeds_(seeds) {
  const Index columns = std::visit([](const auto& r) { return r.columns; }, rows_);
  require(columns == whole_.columns, "the part has {} features, but the items have {}", columns,
          whole_.columns);
  require(begin >= 0 && begin + this->rows() <= whole_.rows, "the part ends behind the last item");
  require(seeds.empty() || std::ssize(seeds) == this->rows(),
          "there are {} seeds for {} items: give one for each, {} where nothing is known", seeds.size(),
          this->rows(), unlabelled);
  cut_of(*this, whole_.clusters);
}

Index Part::rows() const {
  return std::visit([](const auto& r) { return r.rows; }, rows_);
}

Part Part::blank() const {
  Part same = *this;
  same.rows_ = StoredRows{nullptr, 0, rows(), whole_.columns};
  return same;
}

Part::Room::Room(Rooms& from) : rooms(from) {
  const std::lock_guard lock(rooms.mutex);
  if (rooms.free.empty()) rooms.free.push_back(std::make_unique<std::vector<double>>());
  values = std::move(rooms.free.back());
  rooms.free.pop_back();
}

Part::Room::~Room() {
  const std::lock_guard lock(rooms.mutex);
  rooms.free.push_back(std::move(values));
}

Rows Part::doubles(Index first, Index count, std::vector<double>& room) const {
  return std::visit(Overloaded{[&](const NarrowRows& narrow) -> Rows {
                                 const float* from = narrow.values + first * narrow.columns;
                                 room.assign(from, from + count * narrow.columns);
                                 return DenseRows{room.data(), count, narrow.columns};
                               },
                               [&](const StoredRows& stored) -> Rows {
                                 if (stored.source == nullptr)
                                   return DenseRows{nullptr, count, stored.columns};
                                 room.resize(static_cast<std::size_t>(count * stored.columns));
                                 stored.source->read(stored.first + first, count, room.data());
                                 return DenseRows{room.data(), count, stored.columns};
                               },
                               [&](const auto& rows) -> Rows { return rows.slice(first, count); }},
                    rows_);
}

Cut cut_of(const Part& part, Index clusters) {
  Shape shape = part.whole();
  shape.clusters = clusters;
  const Index size = shard_rows(shape), end = part.begin() + part.rows();
  require(part.begin() % size == 0 && (end % size == 0 || end == shape.rows),
          "items {} to {} are no whole shards of {}", part.begin(), end, size);
  return {size, shard_count(shape), part.begin() / size, (end + size - 1) / size};
}

}  // namespace bellwether
